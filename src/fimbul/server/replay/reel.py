"""A finished match played through once, to be looked at: any moment, by any seat or all open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from msgspec import Struct, structs

from fimbul.kernel import (
    AnyEvent,
    Event,
    Game,
    Record,
    Scene,
    Seen,
    State,
    Thing,
    Zone,
    watch,
)
from fimbul.server.match.running import START, Origin, RunningMatch
from fimbul.server.match.viewpoint import OPEN, Viewpoint
from fimbul.server.store.base import ChoiceRow
from fimbul.server.table.records import names_of, result_of
from fimbul.server.wire.bodies import Replay, ReplayScene, ReplayTurn, RulesNote
from fimbul.server.wire.errors import Malformed
from fimbul.server.wire.messages import LogLine

EVERY = 16  # choices between kept stills
FACE_DOWN = "face-down"


class Still(Struct, frozen=True):
    """The match after some choices: its state, what the last row told, the log so far."""

    state: State
    told: tuple[AnyEvent, ...]
    logged: int


class ReelMark(Struct, frozen=True):
    """How far the match has come after so many choices."""

    at: int
    row: int  # rows answered
    told: int  # entries of the log
    turn: int  # that is played next
    together: bool = False  # the last choice closed a row of several seats


class Reel:
    """One record, played through once."""

    def __init__(
        self,
        game: Game[Any],
        record: Record,
        note: RulesNote | None = None,
        origin: Origin | None = None,
    ) -> None:
        self.game, self.record, self.note = game, record, note
        setup = game.setup(**record.setup) if origin is None else game.setup_type()
        self.match = RunningMatch(game, setup, record.seed, mixed=record.mixed, origin=origin)
        self.rows: list[ChoiceRow] = []
        self.stills, self.marks = [self._still()], [self._mark()]
        for seat, thing in record.choices:
            self._play(seat, thing)
        written = game.notation.write(self.stills[0].state.clone(), record.choices)
        self.ends = frozenset(accumulate(size for size, _ in written))

    @property
    def game_id(self) -> str:
        return self.game.id

    @property
    def seats(self) -> int:
        return self.match.state.seats

    def _still(self) -> Still:
        return Still(self.match.state, self.match.told, len(self.match.log))

    def _mark(self, *, together: bool = False) -> ReelMark:
        match = self.match
        return ReelMark(
            len(self.rows), match.state.number - 1, len(match.log), match.turn, together
        )

    def _play(self, seat: int, thing: str) -> None:
        match, number = self.match, self.match.state.number
        row = ChoiceRow(
            *(number, seat, match.part(seat), len(self.rows) + 1, thing, "record"), fixed=True
        )
        together = len(match.state.asked) > 1
        match.play([row], START)
        self.rows.append(row)
        self.marks.append(self._mark(together=together and match.state.number > number))
        if len(self.rows) % EVERY == 0:
            self.stills.append(self._still())

    def about(self) -> Replay:
        return Replay(
            game=self.game.id,
            title=self.game.title,
            names=names_of(self.record, self.match.state.seats),
            turns=tuple(self._steps()),
            choices=len(self.rows),
            result=result_of(self.record),
            note=self.note,
        )

    def _steps(self) -> Iterator[ReplayTurn]:
        """The match as one looks through it: a step ends where a seat's turn is over, or where
        what several picked unseen is revealed. What shows nothing is no step of its own."""
        last, begun = self.marks[-1], self.marks[0]
        for here in self.marks[1:]:
            told = here.told > begun.told and here.row > begun.row
            if here is last or (told and (here.together or here.at in self.ends)):
                yield ReplayTurn(begun.turn, here.at, here.row)
                begun = here

    def at(self, count: int) -> RunningMatch:
        """The match after that many choices."""
        still = self.stills[count // EVERY]
        match = self.match.anew()
        match.state, match.told = still.state, still.told
        match.log = self.match.log[: still.logged]
        match.made = self.rows[: count - count % EVERY]
        match.play(self.rows[len(match.made) : count])
        return match

    def scene(self, count: int, viewer: int | None, home: int | None = None) -> ReplayScene:
        if count > len(self.rows):
            raise Malformed(f"at: this match has {len(self.rows)} choices")
        match, before, beats = self._moment(count)
        seat, eyes = None if viewer == OPEN else viewer, self.eyes(viewer, home)
        lines = open_lines(match) if viewer == OPEN else tuple(match.lines(seat))
        shown = eyes.beats(eyes.scene(before), beats)[0]
        return ReplayScene(eyes.sight(match.state, match.told), lines, shown)

    def _moment(self, count: int) -> tuple[RunningMatch, State, tuple[State, ...]]:
        """The match after so many choices, the table before the last one, and its beats."""
        match = self.at(max(0, count - 1))
        before = match.state
        if not count:
            return match, before, ()
        row, after = self.rows[count - 1], before.clone()
        beats = watch(after, row.seat, row.thing).beats
        match.accept(row, after, START)
        return match, before, beats if after.number != before.number else ()

    def eyes(self, viewer: int | None = OPEN, home: int | None = None) -> Viewpoint:
        """Whose: a seat's, a spectator's (None), or those that see all, from somebody's side."""
        if viewer != OPEN:
            return Viewpoint(self.game, viewer)
        return OpenViewpoint(self.game, None, home)


class OpenViewpoint(Viewpoint, frozen=True):
    """A spectator to whom every seat shows what it has, and everything is told."""

    home: int | None = None  # the seat beside which it sits

    def scene(self, state: State) -> Scene:
        return open_scene(self.game, state, self.home)

    def seen(self, state: State) -> Seen:
        return structs.replace(super().seen(state), scene=self.scene(state))

    def told(self, event: Event) -> Event | None:
        return event


def open_scene(game: Game[Any], state: State, home: int | None = None) -> Scene:
    """A spectator's scene in which every seat shows what it has, boards turned as `home` has them.

    Each seat's own zones are as that seat sees them; in those of all, what lies face down is
    turned up, and what only its owner sees is laid beside it. What a seat is asked stays out.
    """
    own = [game.scene(state, seat) for seat in range(state.seats)]
    return opened(state, game.scene(state, None), own, home)


def opened(state: State, public: Scene, own: list[Scene], home: int | None = None) -> Scene:
    """The same, from what everybody sees."""
    asked = {thing for decision in state.open for thing in decision.options}
    known = {thing.id for thing in public.things()} | asked
    halves = (
        {zone.id: zone.half for zone in own[home].zones}
        if home is not None and home in range(state.seats)
        else {}
    )
    zones = tuple(
        structs.replace(_opened(zone, own, known), half=halves.get(zone.id, zone.half))
        for zone in public.zones
    )
    return structs.replace(public, zones=zones)


def _opened(zone: Zone, own: list[Scene], known: set[str]) -> Zone:
    if zone.seat is not None:
        return next((z for z in own[zone.seat].zones if z.id == zone.id), zone)
    faces = {t.id: t for scene in own for t in scene.things() if FACE_DOWN not in t.state}
    things = [_turned_up(thing, faces) for thing in zone.things]
    theirs = [t for scene in own for z in scene.zones if z.id == zone.id for t in z.things]
    secret = {thing.id: thing for thing in theirs if thing.id not in known}
    return structs.replace(zone, things=(*things, *secret.values()))


def _turned_up(thing: Thing, faces: dict[str, Thing]) -> Thing:
    """The thing as whoever may look at it sees it, in the place where everybody sees it."""
    face = faces.get(thing.id)
    if FACE_DOWN not in thing.state or face is None:
        return thing
    return structs.replace(face, at=thing.at, size=thing.size, turn=thing.turn)


def open_lines(match: RunningMatch) -> tuple[LogLine, ...]:
    told = ((entry, event) for entry in match.log for event in entry.events if event.words)
    return tuple(LogLine(entry.turn, e.seat, e.words, entry.at) for entry, e in told)
