"""What a learner is told: actions, islands, fans and cards by name, the sea and every hall."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import Contract, FanCard, GuestStar, Pack, own_pack
from fimbul.games.ragnarok_star.rules.dragon import DRAGON
from fimbul.games.ragnarok_star.setup import StarSetup
from fimbul.games.ragnarok_star.state.packing import BIT, BOARD, HALL, LODGES, TALLY
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import LearningLore, all_capped, marked
from fimbul.kit.cards import read_rows

BUTTONS = (p.DONE, p.BACK, p.NO_TICK, p.TAKE_NONE, p.LET_FAIL, p.KEEP, p.QUIET, p.ENOUGH)
DECK = 2 * p.DECK_CARDS
NO_PLAN = (0,) * p.PLACES  # before programs are open


def things(setup: StarSetup) -> tuple[str, ...]:
    pack, seats = _pack(setup), setup.seats
    fans = (name for kinds in p.FAN_IDS for names in kinds for name in names)
    columns = (name for names in p.COLUMN_IDS[:seats] for name in names)
    sea = (*p.ISLAND_IDS, *p.SPOT_IDS, *p.TILE_IDS, *p.DECK_IDS)
    boards = (*p.ACT_IDS, *p.MUSICIAN_IDS, *p.NUMBER_IDS)
    bands = (
        name
        for names in (p.BAND_IDS, p.BOAT_IDS, p.EXIT_IDS, p.STAGE_IDS)
        for name in names[:seats]
    )
    return (
        *(*boards, *sea, *bands, *columns, *fans),
        *(*pack.contract_ids, *pack.star_ids, DRAGON, *BUTTONS),
    )


def _pack(setup: StarSetup) -> Pack:
    return own_pack(
        tuple(read_rows(setup.fan_cards, FanCard, "")[0]),
        tuple(read_rows(setup.contracts, Contract, "")[0]),
        tuple(read_rows(setup.guest_stars, GuestStar, "")[0]),
    )


def features(state: RagnarokStar, seat: int) -> bytes:
    """The round, the sea and its islands; my contracts and Guest Stars; the fan cards that were
    turned over; then for each seat from mine on its boat, hall and lodge."""
    around, numbers = state.around(seat), list[int]()
    sea = [state.round, state.at, around.index(state.first), around.index(state.master)]
    sea += state.supply
    sea += state.islands
    sea += [tile + 1 for tile in state.ice]
    sea += (state.eyes[seat] if state.eyes else 0, state.locked, state.dragon + 1)
    for other in around:
        _add_seat(numbers, state, other)
    own = [hand[seat] for hand in (state.held, state.second) if hand]
    return b"".join(
        (
            all_capped(sea),
            marked(state.hands[seat], p.CONTRACTS[p.DIVA]),
            marked(state.offered[seat], p.CONTRACTS[p.DIVA]),
            marked(own, p.STARS),
            marked(state.star_pile, p.STARS),
            marked([card for pile in state.used for card in pile], DECK),
            marked(list(_peeked(state, seat)), DECK),
            all_capped(numbers),
        )
    )


def _peeked(state: RagnarokStar, seat: int) -> Iterator[int]:
    """The next card of a deck, for whoever has looked at it."""
    for deck, cards in enumerate(state.decks):
        if cards and state.peeks[seat] & BIT[deck]:
            yield cards[-1]


def _add_seat(numbers: list[int], state: RagnarokStar, seat: int) -> None:
    """What everybody sees of a band. All bands are told in one list: a few long ones are made
    quicker than many short ones."""
    numbers += (
        state.boats[seat] + 1,
        state.shields[seat] if state.shields else 0,
        len(state.hands[seat]),
        len(state.shown[seat]),
        LODGES[state.lodges[seat]].fans if state.lodges else 0,
    )
    plan = state.plan[BOARD[seat]]
    numbers += [action + 1 for action in plan] if plan else NO_PLAN
    numbers += state.halls[HALL[seat]]
    numbers += state.tally[TALLY[seat]]


LEARNING = LearningLore(things=things, features=features)
