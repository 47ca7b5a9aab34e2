"""From a state of the kernel to a field of the engine, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.engine import field as source
from fimbul.games.nine_realms.engine.field import Field
from fimbul.games.nine_realms.rules.strength import faces, total
from fimbul.games.nine_realms.state import NineRealms

COMPILED = not str(source.__file__).endswith(".py")


def lay(field: Field, state: NineRealms, seat: int) -> int:
    """Lay out the table with everything hidden in sorted order, so that nothing leaks from it.

    The rival is given what he certainly holds: cards that were not shuffled into this pile. The
    others are in the pile; the number returned is how many of those he must be dealt.
    """
    rival = 1 - seat
    _lay_row(field, state)
    for each in (0, 1):
        _lay_heroes(field, state, each, open_=each == seat)
        _lay_line(field, state, each)
    certain = [card for card in state.hands[rival] if not state.fresh >> card & 1]
    owed = [card for card in state.hands[rival] if state.fresh >> card & 1]
    _lay_hand(field, seat, state.hands[seat])
    _lay_hand(field, rival, certain)
    field.piled = _put(field.pile, 0, sorted([*state.pile, *owed]))
    field.discarded = _put(field.discard, 0, state.discard)
    return len(owed)


def _lay_row(field: Field, state: NineRealms) -> None:
    _put(field.row, 0, state.row)
    favour = 0
    for battle in range(p.BATTLES - 1, -1, -1):
        points = state.box.hero_points[state.row[battle]]
        extra = [points[hero] - state.box.strengths[hero] for hero in (0, p.BATTLES)]
        favour += extra[state.side(0)] - extra[state.side(1)]
        field.favour[battle] = favour
    field.fought, field.over = state.fought, int(state.result is not None)
    field.wins[0], field.wins[1] = state.won.count(0), state.won.count(1)
    field.first = next((winner for winner in state.won if winner != p.NONE), p.NONE)


def _lay_heroes(field: Field, state: NineRealms, seat: int, *, open_: bool) -> None:
    """Those that are drawn lie at the end, if they are seen."""
    start, drawn = seat * p.BATTLES, state.drawn[seat] if open_ else ()
    hidden = sorted({*state.sets[seat], *state.drawn[seat]} - {*drawn})
    field.left[seat] = _put(field.sets, start, [*hidden, *drawn])
    field.drawn[seat] = len(drawn)
    field.fallen[seat] = _put(field.beside, start, state.beside[seat])


def _lay_line(field: Field, state: NineRealms, seat: int) -> None:
    line, start = state.lines[seat], seat * (p.FACES + 1)
    field.hero[seat], field.last[seat] = line.hero, line.last
    field.one[seat], field.two[seat] = line.cards or (p.NONE, p.NONE)
    shown = faces(line)
    for face in range(p.FACES + 1):
        field.faces[start + face] = shown.count(face)
    field.dice[seat] = len(shown)
    field.points[seat] = total(state.box, state.realm, line)


def _lay_hand(field: Field, seat: int, cards: Sequence[int]) -> None:
    field.held[seat] = _put(field.hands, seat * p.HAND, cards)


def _put(numbers: memoryview[int], start: int, found: Sequence[int]) -> int:
    """Write them down one after the other; return how many there are."""
    for at, number in enumerate(found, start):
        numbers[at] = number
    return len(found)
