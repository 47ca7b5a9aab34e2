"""What a learner is told: faces, quests, loot and seats by name, my hand and everybody's ship."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.setup import DrakkarSetup
from fimbul.games.drakkar.state.ship import Ship, beer, complete, strength
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import LearningLore, marked

BUTTONS = (
    *(p.BY_ODIN, p.IN_SECRET, p.LATE, p.USE, p.DISCARD, p.BOARD, p.STOP, p.OFFER),
    *(p.ACCEPT, p.REFUSE, p.COUNTER, p.REJECT),
)

BERTHS = 4  # of a ship that are told


def things(setup: DrakkarSetup) -> tuple[str, ...]:
    seats = setup.seats
    tokens = (name for names in p.TOKENS[:seats] for name in names)
    faces = p.FACES[: 2 * p.cards_in_use(seats)]
    places = (*p.SEATS[:seats], *p.DECKS[:seats], *p.QUEST_NAMES, *p.POOL, *p.LAST[:seats])
    return (*faces, *places, *tokens, *BUTTONS)


def features(state: Drakkar, seat: int) -> bytes:
    """Round, trick and stacks; my hand with both faces of every card, my quests; then for each
    seat from mine on its loot, ship, and the cards that lie before it."""
    faces = 2 * p.cards_in_use(state.seats)
    around = state.around(seat)
    hand = [side for face in state.hands[seat] for side in (face & ~1, face | 1)]
    return b"".join(
        (
            bytes((state.round, state.trick, around.index(state.earl), *state.stacks)),
            marked(hand, faces),
            marked(state.hands[seat], faces),
            marked(state.discard, faces),
            marked([state.loose[seat]] if state.loose else [], faces),
            marked([*state.offered[seat]], p.QUESTS),
            marked([*state.kept[seat]], p.QUESTS),
            marked(state.shown, p.QUESTS),
            *[_at_seat(state, other) for other in around],
        )
    )


def _at_seat(state: Drakkar, seat: int) -> bytes:
    """What everybody sees of a seat. Faces count from 1: 0 is no card."""
    numbers, berths = _aboard(state.pack, state.ships[seat])
    played = state.played[seat] + 1 if state.played else 0
    last = state.last[seat] + 1 if state.last else 0
    cards, quests = len(state.hands[seat]), seat in state.fulfilled
    seen = (*state.loot[seat], cards, quests, seat in state.helping, *numbers, played, last)
    return bytes(seen) + berths


@lru_cache(maxsize=1 << 13)
def _aboard(pack: Pack, ship: Ship) -> tuple[tuple[int, int, bool], bytes]:
    """What it is worth, and what lies in its berths. A ship is looked at far more often than
    something is laid on it."""
    faces = [face + 1 for berth in ship[:BERTHS] for face in berth]
    worth = strength(pack, ship), beer(pack, ship), complete(pack, ship)
    return worth, bytes(faces).ljust(3 * BERTHS, b"\0")


LEARNING = LearningLore(things=things, features=features)
