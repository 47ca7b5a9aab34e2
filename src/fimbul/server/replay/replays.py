"""Finished matches to look at: any moment, by any seat or all open, and to play on from."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any

from msgspec import Struct, structs

from fimbul.kernel import (
    AnyEvent,
    BadRecord,
    Event,
    Game,
    Record,
    Scene,
    Seen,
    State,
    Thing,
    Zone,
    choose_in_beats,
    read_saga,
)
from fimbul.server.match.running import START, RunningMatch
from fimbul.server.match.viewpoint import Viewpoint
from fimbul.server.store.base import ChoiceRow
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.records import names_of, record_of, result_of
from fimbul.server.wire.bodies import NewTable, PlayFrom, Replay, ReplayScene, ReplayTurn, TakenSeat
from fimbul.server.wire.errors import Malformed, NoSuchReplay, NoSuchTable, NotNow
from fimbul.server.wire.messages import LogLine

EVERY = 16  # choices between kept stills
KEPT = 16  # replays in memory
OPEN = -1  # the view in which every seat shows what it has
FACE_DOWN = "face-down"


class Still(Struct, frozen=True):
    """The match after some choices: its state, what the last row told, the log so far."""

    state: State
    told: tuple[AnyEvent, ...]
    logged: int


class Reel:
    """One record, played through once."""

    def __init__(self, game: Game[Any], record: Record) -> None:
        self.game, self.record = game, record
        self.match = RunningMatch(game, game.setup(**record.setup), record.seed, mixed=record.mixed)
        self.rows: list[ChoiceRow] = []
        self.stills = [self._still()]
        for seat, thing in record.choices:
            self._play(seat, thing)

    def _still(self) -> Still:
        return Still(self.match.state, self.match.told, len(self.match.log))

    def _play(self, seat: int, thing: str) -> None:
        match, number = self.match, self.match.state.number
        row = ChoiceRow(
            *(number, seat, match.part(seat), len(self.rows) + 1, thing, "record"), fixed=True
        )
        match.play([row], START)
        self.rows.append(row)
        if len(self.rows) % EVERY == 0:
            self.stills.append(self._still())

    def about(self) -> Replay:
        start = self.stills[0].state.clone()
        at, turns = 0, []
        for turn, (size, text) in enumerate(
            self.game.notation.write(start, self.record.choices), start=1
        ):
            at += size
            turns.append(ReplayTurn(turn, at, text))
        return Replay(
            game=self.game.id,
            title=self.game.title,
            names=names_of(self.record, self.match.state.seats),
            turns=tuple(turns),
            choices=len(self.rows),
            result=result_of(self.record),
        )

    def at(self, count: int) -> RunningMatch:
        """The match after that many choices."""
        still = self.stills[count // EVERY]
        match = self.match.anew()
        match.state, match.told = still.state, still.told
        match.log = self.match.log[: still.logged]
        match.made = self.rows[: count - count % EVERY]
        match.play(self.rows[len(match.made) : count])
        return match

    def scene(self, count: int, viewer: int | None) -> ReplayScene:
        if count > len(self.rows):
            raise Malformed(f"at: this match has {len(self.rows)} choices")
        match, before, beats = self._moment(count)
        seat, eyes = None if viewer == OPEN else viewer, self._eyes(viewer)
        lines = _open_lines(match) if viewer == OPEN else tuple(match.lines(seat))
        shown = tuple(eyes.beats(eyes.scene(before), beats)) if beats else ()
        return ReplayScene(eyes.sight(match.state, match.told), lines, shown)

    def _moment(self, count: int) -> tuple[RunningMatch, State, tuple[State, ...]]:
        """The match after so many choices, the table before the last one, and its beats."""
        match = self.at(max(0, count - 1))
        before = match.state
        if not count:
            return match, before, ()
        row, after = self.rows[count - 1], before.clone()
        beats = choose_in_beats(after, row.seat, row.thing)
        match.accept(row, after, START)
        return match, before, beats if after.number != before.number else ()

    def _eyes(self, viewer: int | None) -> Viewpoint:
        return OpenViewpoint(self.game, None) if viewer == OPEN else Viewpoint(self.game, viewer)


class OpenViewpoint(Viewpoint, frozen=True):
    """A spectator to whom every seat shows what it has, and everything is told."""

    def scene(self, state: State) -> Scene:
        return open_scene(self.game, state)

    def seen(self, state: State) -> Seen:
        return structs.replace(super().seen(state), scene=self.scene(state))

    def told(self, event: Event) -> Event | None:
        return event


def open_scene(game: Game[Any], state: State) -> Scene:
    """A spectator's scene in which every seat shows what it has.

    Each seat's own zones are as that seat sees them; in those of all, what lies face down is
    turned up, and what only its owner sees is laid beside it. What a seat is asked stays out.
    """
    seats = range(state.seats)
    public, own = game.scene(state, None), [game.scene(state, seat) for seat in seats]
    asked = {thing for decision in state.open for thing in decision.options}
    known = {thing.id for thing in public.things()} | asked
    zones = tuple(_opened(zone, own, known) for zone in public.zones)
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


def _open_lines(match: RunningMatch) -> tuple[LogLine, ...]:
    told = ((entry, event) for entry in match.log for event in entry.events if event.words)
    return tuple(LogLine(entry.turn, e.seat, e.words, entry.at) for entry, e in told)


class Replays:
    """Finds records: uploaded ones, and those of tables that are over."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.services = lobby, lobby.services
        self._reels: OrderedDict[str, Reel] = OrderedDict()

    async def upload(self, text: str) -> str:
        """Keep a record that can be replayed; BadRecord says where it goes wrong."""
        record = await asyncio.to_thread(read_saga, text, self.services.find)
        name = hashlib.sha256(text.encode()).hexdigest()[:24]
        await self.services.store.keep_replay(name, text)
        self._keep(name, await asyncio.to_thread(Reel, self.services.find(record.game), record))
        return name

    async def reel(self, name: str) -> Reel:
        reel = self._reels.get(name)
        if reel is None:
            record = await self._record(name)
            reel = await asyncio.to_thread(Reel, self.services.find(record.game), record)
        self._keep(name, reel)
        return reel

    def _keep(self, name: str, reel: Reel) -> None:
        self._reels[name] = reel
        self._reels.move_to_end(name)
        if len(self._reels) > KEPT:
            self._reels.popitem(last=False)

    async def _record(self, name: str) -> Record:
        text = await self.services.store.replay(name)
        try:
            if text is not None:
                return await asyncio.to_thread(read_saga, text, self.services.find)
            return record_of((await self.lobby.table(name)).now)
        except (NoSuchTable, BadRecord):
            raise NoSuchReplay from None

    async def play(self, name: str, wish: PlayFrom) -> TakenSeat:
        """A new private table that goes on from there, with the dice of the record."""
        reel = await self.reel(name)
        if wish.at > len(reel.rows):
            raise Malformed(f"at: this match has {len(reel.rows)} choices")
        if reel.at(wish.at).state.result is not None:
            raise NotNow("the match is over there: choose an earlier moment")
        asked = NewTable(reel.game.id, wish.seats, wish.name, dict(reel.record.setup))
        opening = self.lobby.opening(asked)
        return await self.lobby.lay(opening.going_on(reel.record, reel.rows[: wish.at]))
