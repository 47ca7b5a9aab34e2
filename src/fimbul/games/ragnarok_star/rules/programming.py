"""Programming: everybody fills in their band board in secret, at their own pace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.steps import StarStep
from fimbul.games.ragnarok_star.state.packing import (
    BIT,
    MARKS,
    PLANNED,
    ProgramMark,
    is_mark,
    packed_mark,
    with_tick,
)
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import phrase, sentence


def _page(musicians: int, changes: bool) -> tuple[tuple[str, ...], ...]:
    """What can be touched next, by the BITs of the musicians that have a number already."""
    back = (p.BACK,) if changes else ()
    pages = []  # rule: program.number-once
    for busy in range(BIT[musicians]):  # rule: program.numbers
        offers = enumerate(p.OFFERS[:musicians])  # rule: program.one-per-musician
        free = [offer for musician, offer in offers if not busy & BIT[musician]]
        names = tuple(p.ACT_IDS[action] for offer in free for action in offer)
        pages.append((*(names or (p.DONE,)), *(back if busy else ())))
    return tuple(pages)


PAGES = tuple(tuple(_page(count, changes) for changes in (False, True)) for count in p.NUMBERS)
TICKS = tuple((*p.ISLAND_IDS, *back) for back in ((), (p.BACK,)))
WRITE = tuple(
    phrase("Choose what your band does at number {number}. Each musician acts once", number=number)
    for number in range(1, p.PLACES + 1)
)
TICK = {
    p.SAIL: "Choose the island your boat sails to",
    p.FLY: "Choose the island your boat flies to",
    p.DRAGON: "Choose the island where Fafnirvana lands",
}
NUMBER = tuple(
    phrase("Write a number under {action}: the moment at which it is played", action=name)
    for name in p.ACTION_NAMES
)
BUSY = tuple(
    phrase("Your {musician} has a number already.", musician=name)
    for name in (*map(str.lower, p.MUSICIAN_NAMES[:-1]), p.MUSICIAN_NAMES[-1])
)
FINISH = "Your program is complete. Touch Done to show it, or take a number back"


class Write(StarStep, frozen=True):  # rule: program.secret, program.numbers
    """One band board: the numbers are written in order, each under an action of a free musician."""

    prompt, rule, undo = WRITE[0], "program.numbers", p.BACK

    marks: tuple[int, ...] = ()
    changes: int = 0

    def ask(self, state: RagnarokStar) -> str:
        marks = self.marks
        if marks and (last := MARKS[marks[-1]]).lacks_tick:
            return TICK[last.action]
        return WRITE[len(marks)] if len(marks) < p.NUMBERS[state.mode] else FINISH

    def options(self, state: RagnarokStar) -> Sequence[str]:
        marks, may_change = self.marks, self.changes < p.CHANGES
        if marks and MARKS[marks[-1]].lacks_tick:
            return TICKS[may_change]  # rule: program.destination
        busy = 0
        for written in marks:
            busy |= MARKS[written].busy
        return PAGES[state.mode][may_change][busy]  # rule: ruling.error-missing-number

    def default(self, state: RagnarokStar, options: Sequence[str]) -> str:
        """The first action of the first musician without a number, to where the boat lies."""
        return own_island(state, self.seat) if options[0] in p.ISLAND_OF else options[0]

    def again(self, state: RagnarokStar, pick: str) -> Write | None:
        marks = self.marks
        if pick == p.DONE:
            return None
        if pick == p.BACK:
            return Write(self.seat, marks[:-1], self.changes + 1)
        action = p.ACT_OF.get(pick)
        if action is None:
            ticked = with_tick(marks[-1], p.ISLAND_OF[pick])
            return Write(self.seat, (*marks[:-1], ticked), self.changes)
        return Write(self.seat, (*marks, packed_mark(len(marks) + 1, action)), self.changes)

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        state.written[self.seat] = self.marks

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if self.marks and MARKS[self.marks[-1]].lacks_tick:
            return "program.destination", sentence(self.ask(state))
        action = p.ACT_OF.get(thing)
        if action is not None and p.MUSICIAN_OF[action] < p.NUMBERS[state.mode]:
            return "program.one-per-musician", BUSY[p.MUSICIAN_OF[action]]
        if thing in p.ISLAND_OF:
            return (
                "program.destination",
                "First choose a move for this number, then the island where it ends.",
            )
        return self.rule, sentence(self.ask(state))

    def fits(self, state: RagnarokStar) -> bool:
        return state.strict and 0 <= self.changes <= p.CHANGES and is_program(state, self.marks)


def own_island(state: RagnarokStar, seat: int) -> str:
    """Where the boat lies, or the first island for a boat at sea."""
    return p.ISLAND_IDS[max(0, state.boats[seat])]


def is_program(state: RagnarokStar, marks: tuple[int, ...]) -> bool:
    """Whether marks can stand on a strict board: numbers in order, each musician once."""
    known = [MARKS[written] for written in marks if written in MARKS]
    used = [mark.musician for mark in known]
    return (
        len(known) == len(marks) <= p.NUMBERS[state.mode]
        and [mark.number for mark in known] == list(range(1, len(marks) + 1))
        and len(set(used)) == len(used)
        and all(musician < p.NUMBERS[state.mode] for musician in used)
        and all(_well_ticked(mark) for mark in known[:-1])
        and all(_well_ticked(mark) or mark.lacks_tick for mark in known[-1:])
    )


def _well_ticked(mark: ProgramMark) -> bool:
    return len(mark.ticked) == p.TICKED[mark.action]


class Scrawl(StarStep, frozen=True):  # rule: ruling.error-in-software, ruling.error-missing-number
    """A sloppy marker: any number under any action, with islands or without, as many as one likes.

    Bots, and seats that are written for, write as on a strict board.
    """

    prompt = "Choose an action and then its number, or touch Done to show your program"
    rule, undo = "program.numbers", p.BACK

    marks: tuple[int, ...] = ()
    action: int = p.NONE
    number: int = 0
    changes: int = 0

    def ask(self, state: RagnarokStar) -> str:
        if self.action == p.NONE:
            return self.prompt if len(self.marks) < p.NUMBERS[state.mode] else FINISH
        if not self.number:
            return NUMBER[self.action]
        return TICK[self.action]

    def options(self, state: RagnarokStar) -> list[str]:
        begun = self.marks or self.action != p.NONE
        back = [p.BACK] if begun and self.changes < p.CHANGES else []
        if self.number:
            return [*p.ISLAND_IDS, p.NO_TICK, *back]  # rule: ruling.error-ticks
        if self.action != p.NONE:
            return [*p.NUMBER_IDS[: p.NUMBERS[state.mode]], *back]
        return [*self.offers(state), p.DONE, *self.more_ticks(), *back]

    def offers(self, state: RagnarokStar) -> list[str]:
        """The actions that have no number yet; none once there are as many marks as numbers."""
        numbers = p.NUMBERS[state.mode]
        if len(self.marks) == numbers:
            return []
        used = [MARKS[written].action for written in self.marks]
        offers = [action for offer in p.OFFERS[:numbers] for action in offer]
        return [p.ACT_IDS[action] for action in offers if action not in used]

    def more_ticks(self) -> list[str]:
        """The islands that may be ticked besides another one, by mistake."""
        ticked = MARKS[self.marks[-1]].ticked if self.marks else ()
        return [p.ISLAND_IDS[island] for island in p.RING if ticked and island not in ticked]

    def onward(self, state: RagnarokStar, options: Sequence[str]) -> Sequence[str]:
        """A free musician, the lowest number that is not written, one island."""
        if self.number:
            return p.ISLAND_IDS
        if self.action != p.NONE:
            return [p.NUMBER_IDS[next_number(self.marks) - 1]]
        busy = {MARKS[written].musician for written in self.marks}
        free = [name for name in self.offers(state) if p.MUSICIAN_OF[p.ACT_OF[name]] not in busy]
        return free or [p.DONE]

    def default(self, state: RagnarokStar, options: Sequence[str]) -> str:
        """A clean program, whatever the board would let pass."""
        return own_island(state, self.seat) if self.number else self.onward(state, options)[0]

    def again(self, state: RagnarokStar, pick: str) -> Scrawl | None:
        seat, marks, changes = self.seat, self.marks, self.changes
        if pick == p.DONE:
            return None
        if pick == p.BACK:
            kept = marks[:-1] if self.action == p.NONE else marks
            return Scrawl(seat, kept, changes=changes + 1)
        if pick in p.ACT_OF:
            return Scrawl(seat, marks, p.ACT_OF[pick], changes=changes)
        to = p.ISLAND_OF.get(pick, p.NONE)
        if self.action == p.NONE:
            return Scrawl(seat, (*marks[:-1], with_tick(marks[-1], to)), changes=changes)
        number = self.number or p.NUMBER_OF[pick] + 1
        if p.TICKED[self.action] and not self.number:
            return Scrawl(seat, marks, self.action, number, changes)
        return Scrawl(seat, (*marks, packed_mark(number, self.action, to)), changes=changes)

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        state.written[self.seat] = self.marks

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        return self.rule, sentence(self.ask(state))

    def fits(self, state: RagnarokStar) -> bool:
        most = p.NUMBERS[state.mode]
        used = [MARKS[written].action for written in self.marks if is_mark(written, most)]
        actions = [action for offer in p.OFFERS[:most] for action in offer]
        return (
            not state.strict
            and 0 <= self.changes <= p.CHANGES
            and len(set(used)) == len(used) == len(self.marks) <= most
            and self.action in (p.NONE, *(action for action in actions if action not in used))
            and (0 <= self.number <= most and (not self.number or p.TICKED[self.action]))
            and (self.action != p.NONE or not self.number)
            and (self.action == p.NONE or len(self.marks) < most)
        )


def next_number(marks: Sequence[int]) -> int:
    """The lowest that is not written."""
    used = [MARKS[written].number for written in marks]
    return next(number for number in range(1, p.PLACES + 2) if number not in used)


def carried_out(marks: Sequence[int]) -> list[int]:  # rule: ruling.duplicate-scope
    """The marks that count: no number written twice, then each musician's lowest number."""
    times = Counter(MARKS[written].number for written in marks)
    kept: dict[int, int] = {}  # rule: program.error-two-actions
    for written in sorted(marks):  # rule: ruling.error-order
        if times[MARKS[written].number] == 1:  # rule: program.error-duplicate
            kept.setdefault(MARKS[written].musician, written)  # rule: ruling.second-action
    return sorted(kept.values())


def open_boards(state: RagnarokStar) -> None:  # rule: program.reveal, program.before-arrival
    """All boards are shown together; what counts of them is the plan of the round."""
    for seat in range(state.seats):
        marks = state.written[seat]
        for written in marks if state.strict else carried_out(marks):
            mark = MARKS[written]
            at = PLANNED[seat][mark.number]
            state.plan[at], state.ticks[at] = mark.action, mark.to
