"""The arrival of new fans: one card from each deck."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.packing import CROWD
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Said


def arrive(state: RagnarokStar) -> None:  # rule: arrival.turn-cards, arrival.no-looking-back
    """Young card first, then old; blocked islands receive fans like any other."""
    pack = state.pack
    for deck in (p.YOUNG, p.OLD):  # rule: ruling.arrival-order
        *left, card = state.decks[deck]
        state.decks[deck] = tuple(left)
        state.used[deck] = (*state.used[deck], card)
        crowd = come_ashore(state, *pack.crowds[card], state.seats)  # rule: arrival.crowd-icon
        single = come_ashore(state, *pack.singles[card], 1)
        state.events.append(Said(words=f"New fans: {crowd}; {single}", fades=True))
    state.peeks = [0] * state.seats


def come_ashore(state: RagnarokStar, island: int, fan: int, wanted: int) -> str:
    """From the supply to the island, as many as there are; in words."""
    came = min(wanted, state.supply[fan])  # rule: ruling.fan-supply-exhausted
    state.supply[fan] -= came
    state.islands[CROWD[island][fan]] += came  # rule: arrival.place
    return ARRIVED[came][island][fan] if came < len(ARRIVED) else p.some(came, fan)


ARRIVED = tuple(
    tuple(tuple(f"{p.some(came, fan)} on {name}" for fan in p.KINDS) for name in p.ISLAND_NAMES)
    for came in range(p.MOST + 1)
)
