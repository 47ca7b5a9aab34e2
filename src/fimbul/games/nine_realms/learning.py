"""What a learner is told: heroes, cards and dice by name, my hand and both lines of battle."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import read_cards
from fimbul.games.nine_realms.rules.strength import BattleLine
from fimbul.games.nine_realms.setup import NineRealmsSetup
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import LearningLore, capped, marked

HEROES = p.SEATS * p.BATTLES


def things(setup: NineRealmsSetup) -> tuple[str, ...]:
    box = p.box_of(None if setup.cards is None else read_cards(setup.cards)[0])
    dice = (name for names in p.DIE for name in names)
    return (*box.card_ids, *box.hero_ids, *dice, p.KEEP, p.DONE)


def features(state: NineRealms, seat: int) -> bytes:
    """The realm and the score; my hand, the heroes that I may send, what is discarded; then the
    battle, my line first."""
    realm, rival = state.realm, 1 - seat
    lost = [hero for other in (seat, rival) for hero in state.beside[other]]
    return b"".join(
        (
            marked([realm], p.BATTLES),
            marked(list(state.row[state.fought :]), p.BATTLES),
            bytes((state.side(seat), state.won.count(seat), state.won.count(rival))),
            bytes((len(state.won), len(state.pile), len(state.hands[rival]))),
            marked(state.hands[seat], p.DECK),
            marked(state.drawn[seat], HEROES),
            marked(lost, HEROES),
            marked(state.discard, p.DECK),
            _line(state, state.lines[seat]),
            _line(state, state.lines[rival]),
        )
    )


def _line(state: NineRealms, line: BattleLine) -> bytes:
    """Who fights with what, how strong that is without dice, and the dice as they lie."""
    hero = line.hero
    return _laid(capped(state.box.hero_points[state.realm][hero]) if hero >= 0 else 0, line)


@lru_cache(maxsize=1 << 13)
def _laid(strength: int, line: BattleLine) -> bytes:
    """A line is looked at far more often than something is laid in it."""
    faces = bytearray(2 * p.POOL)
    for at, face in enumerate((*line.dice, *line.more)[: 2 * p.POOL]):
        faces[at] = face + 1
    return b"".join(
        (
            marked([line.hero], HEROES),
            marked(line.cards, p.DECK),
            marked([line.last], p.DECK),
            bytes((strength, len(line.cards), len(line.ups))),
            faces,
        )
    )


LEARNING = LearningLore(things=things, features=features)
