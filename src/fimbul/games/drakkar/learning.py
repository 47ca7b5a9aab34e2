"""What a learner is told: faces, quests, loot and seats by name, my hand and everybody's ship."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.setup import DrakkarSetup
from fimbul.games.drakkar.state.ship import beer, complete, strength
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import LearningLore, all_capped, marked

BUTTONS = (
    *(p.BY_ODIN, p.IN_SECRET, p.LATE, p.USE, p.DISCARD, p.BOARD, p.STOP, p.OFFER),
    *(p.ACCEPT, p.REFUSE, p.COUNTER, p.REJECT),
)

BERTHS = 4  # of a ship that are told
LYING = 2 + 3 * BERTHS  # faces that lie before a seat at most


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
    pack, ship = state.pack, state.ships[seat]
    faces = [state.played[seat] if state.played else -1, state.last[seat] if state.last else -1]
    for berth in ship[:BERTHS]:
        faces += berth
    told = (
        len(state.hands[seat]),
        seat in state.fulfilled,
        seat in state.helping,
        strength(pack, ship),
        beer(pack, ship),
        complete(pack, ship),
    )
    lies = all_capped([face + 1 for face in faces])
    return bytes((*state.loot[seat], *told)) + lies.ljust(LYING, b"\0")


LEARNING = LearningLore(things=things, features=features)
