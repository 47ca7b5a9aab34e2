"""Programs that look good to one band, thought out on sketches of the table.

Numbers are written one after the other, and of all beginnings the best are carried on. Programs
that differ only in order often come to the same: few of them are kept, so that others get in.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.forecast import Sketch, act, new_fans
from fimbul.games.ragnarok_star.bots.lore import hope
from fimbul.games.ragnarok_star.bots.plain import plain_marks
from fimbul.games.ragnarok_star.rules.programming import Scrawl, Write, is_program
from fimbul.games.ragnarok_star.state.packing import BIT, MARKS, packed_mark
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Width, step_of

ALIKE = 2  # beginnings that come to the same
AT_ONCE = 16  # so few programs are those of a plain player, found at once


class ProgramDraft(NamedTuple):
    """A program so far, and what it leads to if nobody else does anything."""

    glory: float
    marks: tuple[int, ...]
    busy: int  # the BIT of each musician that has a number
    sketch: Sketch


def programs(state: RagnarokStar, seat: int, width: Width) -> list[tuple[str, ...]]:
    """What is left to pick of the best programs, the best first; none if none is being written."""
    begun = begun_by(state, seat)
    if begun is None:
        return []
    if not begun and width.most <= AT_ONCE:
        return plain_programs(state, seat, width)
    drafts = [first_draft(state, seat, begun)]
    for _ in range(len(begun), p.NUMBERS[state.mode]):
        more: list[ProgramDraft] = []
        for draft in drafts:
            if width.late():
                return []
            more += longer(draft, seat)
        drafts = best_of(more, seat, width.most)
    return [picks(state, draft.marks[len(begun) :]) for draft in drafts]


def plain_programs(state: RagnarokStar, seat: int, width: Width) -> list[tuple[str, ...]]:
    """What a plain player would write, the best first, as it looks if no new fans came."""
    sketches: list[ProgramDraft] = []
    for marks in plain_marks(state, seat):
        if width.late():
            break
        sketch = Sketch(state)
        for written in marks:
            act_next(sketch, seat, written)
        sketches.append(ProgramDraft(hope(sketch, seat), marks, 0, sketch))
    best = sorted(sketches, key=lambda draft: -draft.glory)
    ways = dict.fromkeys([picks(state, draft.marks) for draft in best])
    return list(ways)[: width.most]


def begun_by(state: RagnarokStar, seat: int) -> tuple[int, ...] | None:
    """The marks on that seat's board; None if it has none before it, or one between two marks."""
    step = step_of(state, seat)
    if isinstance(step, Scrawl):
        return step.marks if step.action == p.NONE and is_program(state, step.marks) else None
    if not isinstance(step, Write) or (step.marks and MARKS[step.marks[-1]].lacks_tick):
        return None
    return step.marks


def first_draft(state: RagnarokStar, seat: int, begun: tuple[int, ...]) -> ProgramDraft:
    sketch, busy = Sketch(state), 0
    new_fans(sketch.state)
    for written in begun:
        act_next(sketch, seat, written)
        busy |= MARKS[written].busy
    return ProgramDraft(0.0, begun, busy, sketch)


def act_next(sketch: Sketch, seat: int, written: int) -> None:
    sketch.state.at += 1
    mark = MARKS[written]
    act(sketch, seat, mark.action, mark.to)


def longer(draft: ProgramDraft, seat: int) -> list[ProgramDraft]:
    """With one more number, under each action of each free musician."""
    here, number = draft.sketch.state.boats[seat], len(draft.marks) + 1
    away = [island for island in p.RING if island != here]
    return [
        with_mark(draft, seat, packed_mark(number, action, to))
        for musician in range(p.NUMBERS[draft.sketch.state.mode])
        if not draft.busy & BIT[musician]
        for action in p.OFFERS[musician]
        for to in (away if p.TICKED[action] else (p.NONE,))
    ]


def with_mark(draft: ProgramDraft, seat: int, written: int) -> ProgramDraft:
    sketch = twin(draft.sketch)
    act_next(sketch, seat, written)
    busy = draft.busy | MARKS[written].busy
    return ProgramDraft(hope(sketch, seat), (*draft.marks, written), busy, sketch)


def twin(sketch: Sketch) -> Sketch:
    other = Sketch(sketch.state)
    other.hopes, other.fails = copy(sketch.hopes), copy(sketch.fails)
    return other


def best_of(drafts: list[ProgramDraft], seat: int, most: int) -> list[ProgramDraft]:
    drafts.sort(key=lambda draft: -draft.glory)
    kept: list[ProgramDraft] = []
    alike: dict[tuple[float, int, int], int] = {}
    for draft in drafts:
        key = draft.glory, draft.busy, draft.sketch.state.boats[seat]
        alike[key] = alike.get(key, 0) + 1
        if alike[key] <= ALIKE:
            kept.append(draft)
            if len(kept) == most:
                break
    return kept


def picks(state: RagnarokStar, marks: tuple[int, ...]) -> tuple[str, ...]:
    """What is touched for them, one thing after the other."""
    touched: list[str] = []
    for mark in [MARKS[written] for written in marks]:
        touched.append(p.ACT_IDS[mark.action])
        if not state.strict:
            touched.append(p.NUMBER_IDS[mark.number - 1])
        if mark.to != p.NONE:
            touched.append(p.ISLAND_IDS[mark.to])
    return (*touched, p.DONE)
