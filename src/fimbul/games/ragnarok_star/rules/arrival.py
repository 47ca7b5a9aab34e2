"""The arrival of new fans: one card from each deck."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.packing import CROWD
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Said, phrase


def arrive(state: RagnarokStar) -> None:  # rule: arrival.turn-cards, arrival.no-looking-back
    """Young card first, then old; blocked islands receive fans like any other."""
    pack = state.pack
    for deck in (p.YOUNG, p.OLD):  # rule: ruling.arrival-order
        *left, card = state.decks[deck]
        state.decks[deck] = tuple(left)
        state.used[deck] = (*state.used[deck], card)
        crowd, single = pack.crowds[card], pack.singles[card]
        many = come_ashore(state, *crowd, state.seats)  # rule: arrival.crowd-icon
        state.events.append(new_fans(crowd, many, single, come_ashore(state, *single, 1)))
    state.peeks = [0] * state.seats


def come_ashore(state: RagnarokStar, island: int, fan: int, wanted: int) -> int:
    """From the supply to the island, as many as there are; how many that is."""
    came = min(wanted, state.supply[fan])  # rule: ruling.fan-supply-exhausted
    state.supply[fan] -= came
    state.islands[CROWD[island][fan]] += came  # rule: arrival.place
    return came


def ashore(count: int, island: int, fan: int) -> str:
    """Fans on an island, in words."""
    return phrase("{fans} on {island}", fans=p.some(count, fan), island=p.ISLAND_NAMES[island])


@cache
def new_fans(crowd: tuple[int, int], many: int, single: tuple[int, int], one: int) -> Said:
    said = phrase(
        "New fans arrive: {crowd} and {single}",
        crowd=ashore(many, *crowd),
        single=ashore(one, *single),
    )
    return Said(words=said, fades=True)
