"""A match as it runs: its choices in order, what they caused, and what may be taken back."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct, field

from fimbul.kernel import (
    AnyEvent,
    BadState,
    Game,
    Setup,
    State,
    choose,
    decode,
    encode,
    frozen,
    races,
    reworded,
    thawed,
    watch,
)
from fimbul.server.match.reveal import showed
from fimbul.server.store.base import ChoiceRow, KeptState, Snapshot
from fimbul.server.wire.messages import LogLine, UndoLeave

log = logging.getLogger("fimbul.server.match.running")
# What reading a snapshot of other code may raise. It only saves time, so none of it is fatal.
UNREADABLE = (BadState, msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError)


class Progress(Struct, frozen=True):
    """How far a table has come: all its changes, and by seat those that only it could see."""

    revision: int = 0
    quiet: tuple[int, ...] = ()

    def wire(self, viewer: int | None) -> int:
        """The revision as that viewer counts it: what it cannot see must not move it."""
        quiet = self.quiet
        mine = quiet[viewer] if viewer is not None and quiet else 0
        return self.revision - sum(quiet) + mine

    def on(self, quiet_for: int | None = None) -> Progress:
        """One change later."""
        quiet = tuple(n + (seat == quiet_for) for seat, n in enumerate(self.quiet))
        return Progress(self.revision + 1, quiet)


START = Progress()


class LogRow(Struct, frozen=True, dict=True):
    """What one answered row of decisions made happen."""

    at: int
    turn: int
    events: tuple[AnyEvent, ...]
    progress: Progress = field(name="pace")  # as stored snapshots call it

    @cached_property
    def written(self) -> bytes:
        """On paper: it is stored with every choice for a while, so it is put into words once.
        Phrases are kept whole, so that what was said can still be told in another language."""
        return msgspec.json.encode(self, enc_hook=frozen)


class Origin(Struct, frozen=True):
    """Where a match goes on that was begun under other rules: what lies before is only kept."""

    state: State
    log: tuple[LogRow, ...]
    rows: tuple[ChoiceRow, ...] = ()


class Attempt(Struct, frozen=True):
    """A legal choice on a copy of the table. Nothing has happened yet."""

    after: State
    fixed: bool  # it showed something: not freely taken back
    quiet: bool  # only its own seat can see it: a pick in a lane, or another pick under the seal
    half: bool = False  # a pick of which nothing has come yet, and whoever made it goes on
    beats: tuple[State, ...] = ()  # the table as it lay in between


def write_log(entries: Sequence[LogRow]) -> bytes:
    return b"[%b]" % b",".join([entry.written for entry in entries])


def read_log(data: bytes) -> tuple[LogRow, ...]:
    return tuple([reworded(row, thawed) for row in msgspec.json.decode(data, type=list[LogRow])])


class RunningMatch:
    """A match in memory. `told` is what the last row that everybody saw made happen, and `beats`
    the table in between, if that was the last choice."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        seed: int,
        *,
        mixed: bool = False,
        origin: Origin | None = None,
    ) -> None:
        self.game, self.setup, self.seed, self.mixed = game, setup, seed, mixed
        self.origin = origin
        self.made: list[ChoiceRow] = []
        self.log: list[LogRow] = []
        self.kept = 0  # so many entries of the log are in the stored snapshot
        self.beats: tuple[State, ...] = ()
        self.before_picks: State | None = None  # of which nothing has come yet, if there are any
        self.state: State = self._begin(setup) if origin is None else self._go_on(origin)
        self.told: tuple[AnyEvent, ...] = self.log[-1].events if self.log else ()
        self.opened = self.state.number  # where the open row, or the race it belongs to, began

    def _begin(self, setup: Setup) -> State:
        state: State = self.game.new(setup, self.seed, mixed=self.mixed)
        if state.events:
            self.log.append(LogRow(0, 0, tuple(state.events), START))
        return state

    def _go_on(self, origin: Origin) -> State:
        self.made, self.log = [*origin.rows], [*origin.log]
        return origin.state.clone()

    # -- choices --------------------------------------------------------------------------

    def part(self, seat: int) -> int:
        """How often that seat has chosen in the open row."""
        return len([row for row in self.open_rows() if row.seat == seat])

    def answers(self, seat: int, number: int, part: int) -> bool:
        """Whether a choice with these numbers is meant for what is asked now."""
        return self.opened <= number <= self.state.number and part == self.part(seat)

    def open_rows(self) -> Iterator[ChoiceRow]:
        """The choices of the row that is still open, the last one first."""
        for row in reversed(self.made):
            if row.number != self.state.number:
                return
            yield row

    @property
    def turn(self) -> int:
        """The turn that is being played, as the rulebook counts; at the end the last."""
        return self.turn_of(self.state)

    def turn_of(self, state: State) -> int:
        return self.game.turns(state) + (state.result is None)

    def attempt(self, seat: int, thing: str) -> Attempt:
        """Try it on a copy; IllegalChoice says why it cannot be."""
        before, after = self.state, self.state.clone()
        wake = watch(after, seat, thing)
        open_ = after.number == before.number and after.result is None
        fixed = not open_ and showed(self.game, before, (seat, thing), after, wake)
        return Attempt(
            after=after,
            fixed=fixed,
            quiet=open_ and after.sealed.keys() == before.sealed.keys(),
            half=self.is_half(after, seat, fixed=fixed),
            beats=wake.beats,
        )

    def is_half(self, after: State, seat: int, *, fixed: bool | None) -> bool:
        """Whether a choice is only the beginning of one: it told nobody anything, and the same seat
        alone is asked on."""
        before = self.state
        alone = [d.seat for d in before.asked] == [d.seat for d in after.asked] == [seat]
        return alone and not after.events and not fixed and after.number != before.number

    def accept(
        self, row: ChoiceRow, after: State, progress: Progress, beats: tuple[State, ...] = ()
    ) -> None:
        """The choice is written down: it has happened."""
        half = self.is_half(after, row.seat, fixed=row.fixed if row.by == "person" else True)
        before, self.state, self.beats = self.state, after, beats
        self.before_picks = (self.before_picks or before) if half else None
        if after.number != before.number and not (races(before) and races(after)):
            self.opened = after.number
        self.made.append(row)
        if after.number != before.number:
            self.told = tuple(after.events)
            self.log += self._logged(before, after, progress)

    def _logged(self, before: State, after: State, progress: Progress) -> tuple[LogRow, ...]:
        """What a choice adds to the log: nothing, unless it ends its row and tells something."""
        if after.number == before.number or not after.events:
            return ()
        turn = self.game.turns(before) + 1
        return (LogRow(after.number - 1, turn, tuple(after.events), progress),)

    # -- taking back ----------------------------------------------------------------------

    def undo_of(self, seat: int) -> tuple[ChoiceRow, ...]:
        """What would be taken back for that seat: its last choice and all that answered it.

        Picks of other seats in the open row answered nothing: they stay.
        """
        first = 0 if self.origin is None else len(self.origin.rows)
        for index in range(len(self.made) - 1, first - 1, -1):
            row = self.made[index]
            if row.by == "record":
                return ()
            if row.seat == seat and row.by != "form":
                alone = row.number == self.state.number
                return (row,) if alone else tuple(self.made[index:])
        return ()

    def undo_leave(self, seat: int) -> UndoLeave:
        """Free: it showed nothing, rolled nothing, and nobody has answered it."""
        rows = self.undo_of(seat)
        if not rows:
            return "no"
        return "free" if len(rows) == 1 and not rows[0].fixed else "ask"

    def anew(self) -> RunningMatch:
        """The same match at its beginning."""
        return RunningMatch(self.game, self.setup, self.seed, mixed=self.mixed, origin=self.origin)

    def without(self, rows: Sequence[ChoiceRow]) -> RunningMatch:
        """The same match as if these had never been chosen."""
        gone = {row.key for row in rows}
        twin = self.anew()
        twin.play(row for row in self.made[len(twin.made) :] if row.key not in gone)
        twin.log = self.log[: len(twin.log)]
        return twin

    # -- from the journal -----------------------------------------------------------------

    def play(self, rows: Iterable[ChoiceRow], progress: Progress = START) -> None:
        """Play on from the journal."""
        for row in rows:
            after = self.state.clone()
            choose(after, row.seat, row.thing)
            self.accept(row, after, progress)

    def resume(self, rows: Sequence[ChoiceRow], shot: Snapshot | None, progress: Progress) -> None:
        """Play the journal, from the snapshot on if it can be used."""
        if shot is not None and len(rows) >= shot.choices:
            try:
                self._restore(rows[: shot.choices], shot)
            except UNREADABLE as wrong:
                facts = {"game": self.game.id, "why": type(wrong).__name__}
                log.warning(
                    "a snapshot could not be read; its match is replayed from the journal",
                    extra=facts,
                )
        self.play(rows[len(self.made) :], progress)

    def _restore(self, rows: Sequence[ChoiceRow], shot: Snapshot) -> None:
        """All of the snapshot, or none of it."""
        state = decode(self.game, shot.state)
        entries = list(read_log(shot.log))
        self.state, self.log, self.made = state, entries, list(rows)
        self.opened = state.number
        self.told = entries[-1].events if entries else ()
        self.kept = len(entries)

    def snapshot_with(self, row: ChoiceRow, after: State, progress: Progress) -> Snapshot:
        """The snapshot to be written together with that choice."""
        log = (*self.log, *self._logged(self.state, after, progress))
        return Snapshot(len(self.made) + 1, row.revision, encode(after), write_log(log))

    def kept_state_with(self, after: State, progress: Progress) -> KeptState:
        """The position to be written together with the choice that leads there."""
        log = (*self.log[self.kept :], *self._logged(self.state, after, progress))
        return self._kept(len(self.made) + 1, after, log)

    def kept_state(self) -> KeptState:
        return self._kept(len(self.made), self.state, self.log[self.kept :])

    def _kept(self, choices: int, state: State, log: Sequence[LogRow]) -> KeptState:
        told, position = write_log(log).decode(), encode(state).decode()
        return KeptState(choices, self.game.rules, self.kept, position, told)

    # -- the log --------------------------------------------------------------------------

    def since(self, viewer: int | None, revision: int) -> int:
        """How many entries of the log a viewer at that revision has, and may keep.

        Counted from the end: whoever asks has nearly always seen nearly all of it.
        """
        kept = len(self.log)
        while kept and self.log[kept - 1].progress.wire(viewer) > revision:
            kept -= 1
        return kept

    def lines(self, viewer: int | None, start: int = 0) -> Iterator[LogLine]:
        """The log as that viewer may read it, from an entry on."""
        for entry in self.log[start:]:
            later = self.is_past(entry)
            for event in entry.events:
                seen = event.seen_by(viewer, later=later)
                if seen is not None and seen.words:
                    yield LogLine(entry.turn, seen.seat, seen.words, entry.at)

    def is_past(self, entry: LogRow) -> bool:
        """Whether what fades has faded from it; a match that is over may be looked through."""
        return self.state.result is None and entry.turn < self.turn

    def faded_since(self, kept: int) -> int:
        """How many of the first `kept` entries still read as they did when the last was told.

        A turn that has ended since takes with it what fades, so it is told anew from there on.
        """
        if not 0 < kept < len(self.log) or not self.is_past(self.log[kept - 1]):
            return kept
        turn = self.log[kept - 1].turn
        fading = (n for n in range(kept) if self.log[n].turn >= turn and _fades(self.log[n]))
        return next(fading, kept)


def _fades(entry: LogRow) -> bool:
    return any(event.fades for event in entry.events)
