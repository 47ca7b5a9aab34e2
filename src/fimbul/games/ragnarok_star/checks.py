"""What can be wrong with a state that was read from outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.setup import sound
from fimbul.games.ragnarok_star.state.packing import ALL_OF, BIT, BOARD, LODGES, TALLY, is_mark
from fimbul.kernel import first_problems

if TYPE_CHECKING:
    from fimbul.games.ragnarok_star.state.table import RagnarokStar

BY_SEAT = {
    "boats": 1, "halls": 4, "peeks": 1, "eyes": 1, "shields": 1, "written": 1, "plan": p.PLACES,
    "ticks": p.PLACES, "picks": 1, "offered": 1, "hands": 1, "bases": 1, "shown": 1,
    "tally": p.COUNTS, "dawn": p.COUNTS, "lodges": 1, "held": 1, "second": 1,
}  # fmt: skip
FIXED = {"supply": 4, "islands": 16, "ice": 4, "decks": 2, "spare": 2, "used": 2}
BITS = ("locked", "useful", "moved", "scared", "quiet", "foiled")


def problems(state: RagnarokStar) -> Iterator[str]:
    """Each check may rely on those before it."""
    yield from first_problems(
        state, _own_cards, _shape, _numbers, _places, _fans, _cards, _contracts, _plans, _agenda
    )


def _own_cards(state: RagnarokStar) -> Iterator[str]:
    files = (
        (state.fan_cards, "fan_cards"),
        (state.contract_cards, "contracts"),
        (state.star_cards, "guest_stars"),
    )
    for rows, what in files:
        if rows:
            yield from sound(rows, what)


def _shape(state: RagnarokStar) -> Iterator[str]:
    if not p.FEWEST <= state.seats <= p.MOST:
        yield f"seats: {p.FEWEST} to {p.MOST} can play, not {state.seats}"
        return
    if state.mode not in range(len(p.MODES)):
        yield f"mode: there are only {len(p.MODES)}"
    for name, width in BY_SEAT.items():
        if len(getattr(state, name)) != width * state.seats:
            yield f"{name}: {width} for each of {state.seats} seats"
    for name, width in FIXED.items():
        if len(getattr(state, name)) != width:
            yield f"{name}: {width} of them"


def _numbers(state: RagnarokStar) -> Iterator[str]:
    if not 0 <= state.round <= p.ROUNDS or not 0 <= state.at <= p.NUMBERS[state.mode]:
        yield f"round: {p.ROUNDS} of them, with {p.NUMBERS[state.mode]} numbers each"
    if any(seat not in range(state.seats) for seat in (state.master, state.first)):
        yield "master: no such seat"
    if any(getattr(state, name) not in range(BIT[p.MOST]) for name in BITS):
        yield "moved: there is one bit for each seat"
    if not _within((*state.peeks, *state.eyes), 0, 3) or state.locked > 3:
        yield "eyes: there is one bit for each of two decks"
    if not _within(state.shields, 0, p.NUMBERS[state.mode]):
        yield "shields: the number at which they were raised"
    if min((*state.tally, *state.dawn)) < 0 or max(state.tally) > 1000:
        yield "tally: nothing is counted backwards"
    if state.caller not in range(p.NONE, state.seats):
        yield "caller: no such seat"
    if not _within(state.picks, p.NONE, 10_000):
        yield "picks: no such pick"


def _within(values: Iterable[int], least: int, most: int) -> bool:
    return all(least <= value <= most for value in values)


def _places(state: RagnarokStar) -> Iterator[str]:
    if not _within((*state.boats, state.dragon), p.NONE, 3):
        yield "boats: each lies at an island or at sea"
    if sorted(state.ice)[: p.ON_BOARD] != [p.NONE] * 2 or not _within(state.ice, p.NONE, 2):
        yield "ice: two tiles lie on the board"
    elif len({tile for tile in state.ice if tile != p.NONE}) != p.ON_BOARD:
        yield "ice: every tile is there once"
    if not _within(state.lodges, 0, len(LODGES) - 1):
        yield "lodges: four squares and two places on the exit"
        return
    angry = sum(LODGES[lodge].fans for lodge in state.lodges)
    if angry != (state.seats if state.mode else 0):
        yield "lodges: one angry fan for each seat, in all"
    if state.dragon != p.NONE and state.mode != p.DIVA:
        yield "dragon: he comes with the Divalkyrie"


def _fans(state: RagnarokStar) -> Iterator[str]:
    if min((*state.supply, *state.islands, *state.halls)) < 0:
        yield "supply: nobody owes fans"
    for fan in p.KINDS:
        placed = [*state.islands[ALL_OF[fan]], *state.halls[ALL_OF[fan]]]
        lying = state.supply[fan] + sum(placed)
        if lying != p.STOCK:
            yield f"supply: there are {p.STOCK} {p.MANY[fan]}, not {lying}"


def _cards(state: RagnarokStar) -> Iterator[str]:
    for deck in (p.YOUNG, p.OLD):
        lying = sorted([*state.decks[deck], *state.used[deck], state.spare[deck]])
        first = deck * p.DECK_CARDS
        if lying != list(range(first, first + p.DECK_CARDS)):
            yield f"decks: every {p.DECKS[deck]} card lies in one place"
    in_play = state.at > 0 or _is_next(state, ("Numbers", "EndRound", "Score"))
    turned = state.round if in_play or state.result is not None else state.round - 1
    if not _is_next(state, ("NewRound",)) and {len(pile) for pile in state.used} != {turned}:
        yield "used: one card of each deck for each round"
    in_hands = [card for card in (*state.held, *state.second) if card != p.NONE]
    stars = sorted([*state.stars, *state.star_pile, *in_hands])
    if stars != (list(range(p.STARS)) if state.mode == p.DIVA else []):
        yield "stars: every Guest Star lies in one place"


def _is_next(state: RagnarokStar, names: tuple[str, ...]) -> bool:
    return bool(state.agenda) and type(state.agenda[0][0]).__name__ in names


def _contracts(state: RagnarokStar) -> Iterator[str]:
    piles = [state.contracts, *state.offered, *state.hands, *state.shown]
    if sorted(card for pile in piles for card in pile) != list(range(p.CONTRACTS[state.mode])):
        yield "contracts: every contract lies in one place"
    for seat, bases in enumerate(state.bases):
        if len(bases) != len(state.hands[seat]):
            yield "bases: one for each contract in hand"
        tally = state.tally[TALLY[seat]]
        for base in bases:
            if len(base) != p.COUNTS or any(b > now for b, now in zip(base, tally, strict=True)):
                yield "bases: more was counted when a contract was taken than now"


def _plans(state: RagnarokStar) -> Iterator[str]:
    most = p.NUMBERS[state.mode]
    actions = [action for offer in p.OFFERS[:most] for action in offer]
    if any(action not in (p.NONE, *actions) for action in state.plan):
        yield "plan: no such action"
        return
    for seat in range(state.seats):
        plan = state.plan[BOARD[seat]]
        musicians = [p.MUSICIAN_OF[action] for action in plan if action >= 0]
        if len(set(musicians)) < len(musicians) or any(action >= 0 for action in plan[most:]):
            yield "plan: a musician acts once in a round"
    if not _within(state.ticks, p.NONE, 3):
        yield "ticks: these are not islands"
    for written in state.written:
        if len(written) > most or not all(is_mark(mark, most) for mark in written):
            yield "written: these are not numbers under actions"


def _agenda(state: RagnarokStar) -> Iterator[str]:
    """From the last step up to the next one they come earlier and earlier, and fit the table."""
    if state.result is not None:
        return
    rows: list[tuple[Any, ...]] = [*state.agenda]
    (home, *more), lanes = rows[0], [*state.lanes.values()]
    order, above = home.above, [[type(step) for step in row] for row in rows[1:]]
    steps: list[Any] = [*(step for row in rows for step in row), *lanes]
    if not order or more:
        yield "agenda: nothing follows on this"
    elif any(kind not in order for row in above for kind in row):
        yield "agenda: steps of another part of the round"
    elif any(len(set(row)) > 1 for row in above):
        yield "agenda: a row asks one question"
    elif (places := [order.index(row[0]) for row in above]) != sorted(places, reverse=True):
        yield "agenda: this is not the order of the round"
    elif any(type(lane) is not type(rows[-1][0]) for lane in lanes):
        yield "lanes: whoever goes on choosing answers the question that is open"
    elif not all(step.fits(state) for step in steps):
        yield "agenda: a step does not fit the table"
