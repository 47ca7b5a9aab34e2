"""Finished matches to look at, found by name, and to play on from."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from msgspec import structs

from fimbul.kernel import BadRecord, FindGame, Record, phrase, read_as_written
from fimbul.server.match.running import Origin
from fimbul.server.ops.errands import Errands
from fimbul.server.replay.reader import Reader
from fimbul.server.replay.reel import Reel
from fimbul.server.replay.tale import TALE, Tale, ToldReel, unfold, unfold_text
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.opening import CheckedTable
from fimbul.server.table.records import record_of, saga_of
from fimbul.server.table.situation import Situation
from fimbul.server.wire.bodies import NewTable, PlayFrom, RulesNote, TakenSeat
from fimbul.server.wire.errors import Malformed, NoSuchReplay, NoSuchTable, NotNow

KEPT = 16  # replays in memory


class Replays:
    """Finds records: uploaded ones, and those of tables that are over."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.services = lobby, lobby.services
        self.reader = Reader(lobby.services)
        self._winding = Errands()  # a match may be long: no table should wait for it to be loaded
        self._reels: OrderedDict[str, Reel | ToldReel] = OrderedDict()

    async def upload(self, text: str, person: str) -> str:
        """Keep a record that can be shown; BadRecord says where it goes wrong."""
        await self.reader.check(text, person)
        reel = await self._winding.do(person, reel_of, text, self.services.find)
        name = hashlib.sha256(text.encode()).hexdigest()[:24]
        await self.services.store.keep_replay(name, text)
        self._keep(name, reel)
        return name

    async def reel(self, name: str, person: str) -> Reel | ToldReel:
        reel = self._reels.get(name)
        if reel is None:
            reel = await self._find(name, person)
        self._keep(name, reel)
        return reel

    async def played(self, name: str, person: str) -> Reel:
        """One that today's rules can play, so that it can be judged and played on from."""
        reel = await self.reel(name, person)
        if isinstance(reel, ToldReel):
            raise NotNow("this match was played by other rules than today's: it can be looked at")
        return reel

    def _keep(self, name: str, reel: Reel | ToldReel) -> None:
        self._reels[name] = reel
        self._reels.move_to_end(name)
        if len(self._reels) > KEPT:
            self._reels.popitem(last=False)

    async def _find(self, name: str, person: str) -> Reel | ToldReel:
        text = await self.services.store.replay(name)
        try:
            if text is not None:
                return await self._winding.do(person, reel_of, text, self.services.find)
            now = (await self.lobby.table(name)).now
            if now.match is not None or now.standing.result is None:
                return await self._winding.do(person, table_reel, now)
            kept = await self.services.store.tale(name)
            if kept is not None:
                return ToldReel(await self._winding.do(person, unfold, kept.tale), kept.rules)
            return await self._winding.do(person, reel_of, saga_of(now), self.services.find)
        except (NoSuchTable, BadRecord):
            raise NoSuchReplay from None

    async def play(self, name: str, wish: PlayFrom, person: str, account: str = "") -> TakenSeat:
        """A new private table that goes on from there, with the dice of the record."""
        reel = await self.played(name, person)
        opened = await self.services.errands.do(person, self._on, reel, wish)
        return await self.lobby.lay(opened, account)

    def _on(self, reel: Reel, wish: PlayFrom) -> CheckedTable:
        if wish.at > len(reel.rows):
            raise Malformed(f"at: this match has {len(reel.rows)} choices")
        if reel.at(wish.at).state.result is not None:
            raise NotNow("the match is over there: choose an earlier moment")
        asked = NewTable(reel.game.id, wish.seats, wish.name, dict(reel.record.setup))
        return self.lobby.opening(asked).going_on(reel.record, reel.rows[: wish.at])


def reel_of(text: str, find: FindGame) -> Reel | ToldReel:
    """A record as text: by today's rules, or as it was seen, or as far as it can be repeated."""
    written = read_as_written(text, find)
    record, game = written.record, find(written.record.game)
    if record.rules == game.rules:
        return Reel(game, record)
    if TALE in record.tags:
        return ToldReel(_tale_in(record), record.rules, sent=True)
    if not written.laid:
        old = "today's rules cannot lay out a match by rules {rules}: download it"
        raise NotNow(phrase(old, rules=record.rules))
    return Reel(game, record, RulesNote(record.rules, "part", written.rest))


def _tale_in(record: Record) -> Tale:
    """What the file tells; BadRecord, if that is plainly of another match."""
    tale = unfold_text(record.tags[TALE])
    if tale.about.game != record.game:
        raise BadRecord(["tale: it tells a match of another game"])
    return tale


def table_reel(now: Situation) -> Reel:
    """The match at a table that is over; one that went on under other rules, from there on."""
    record = record_of(now)
    origin = None if now.match is None else now.match.origin
    if origin is None:
        return Reel(now.game, record)
    later = structs.replace(record, choices=record.choices[len(origin.rows) :])
    note = RulesNote(record.rules, "later")
    return Reel(now.game, later, note, Origin(origin.state, origin.log))
