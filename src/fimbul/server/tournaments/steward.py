"""Holds the tournaments: draws, lays tables, waits no longer for those who do not come.

What has been drawn is written down before any table is laid, and results are written with the ends
of their matches. So the steward remembers nothing: killed at any moment, it goes on from the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic, time

from fimbul.kernel import FimbulError
from fimbul.server.ops.rates import Patience
from fimbul.server.people.apart import kept_apart
from fimbul.server.store.base import Conflict
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.plan import Actor
from fimbul.server.table.seating import Absence
from fimbul.server.tournaments.annals import Annals, begun_lines, drawn_lines, state_line, void_line
from fimbul.server.tournaments.bouts import Bout, Entrant
from fimbul.server.tournaments.course import Apart, NextStep, Tournament, next_step
from fimbul.server.tournaments.laying import lay_bout
from fimbul.server.wire.errors import NoSuchTable, NotNow, StoreDown

TICK = 1.0  # seconds between two looks
LEASE = 5.0  # seconds for which a worker holds the tournaments without saying so again
CALL = 5.0  # seconds between two looks at a table that plays
NOTES = "tournaments"  # the name under which workers share who holds them
log = logging.getLogger("fimbul.server.tournaments")


class Steward:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.services = lobby, lobby.services
        self.store = self.services.store
        self.annals = Annals(self.store)
        self._looked: dict[str, float] = {}  # when a table was last looked at

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            with suppress(StoreDown):
                await self.look()
            await asyncio.sleep(TICK)

    async def look(self) -> None:
        """One step in every tournament, if it falls to this worker to hold them."""
        found = await self.annals.unfinished()
        if not found:
            self._looked.clear()
            return
        worker = self.services.bus.worker
        if NOTES in await self.store.keep(worker, (NOTES,), LEASE):
            for one in found:
                await self._hold(one)

    async def _hold(self, one: Tournament) -> None:
        """What goes wrong in one tournament keeps no other back."""
        try:
            await self._advance(one)
        except StoreDown:
            raise
        except Conflict:
            log.info("another worker was quicker in a tournament")
        except FimbulError as wrong:
            log.warning("a tournament stands", extra={"why": wrong.code})

    async def _advance(self, one: Tournament) -> None:
        entrants, bouts = await self.annals.entrants(one.id), await self.annals.bouts(one.id)
        await self._lay(one, entrants, bouts)
        for bout in bouts:
            if bout.laid and not bout.over:
                await self._watch(one, bout)
        apart = await self._apart(one, entrants)
        now = int(time())  # a large one takes as long as many choices, so it holds nobody up
        step = await self.services.errands.do("", next_step, now, one, entrants, bouts, apart)
        await self._take(one, step, bouts)
        if step.act == "draw":
            await self._lay(one, entrants, await self.annals.bouts(one.id))

    async def _take(self, one: Tournament, step: NextStep, bouts: Sequence[Bout]) -> None:
        if step.act == "begin":
            await self.store.note(*begun_lines(one))
        elif step.act == "draw":
            last = bouts[-1].number if bouts else 0
            await self.store.note(*drawn_lines(one.id, step.round, step.draws, last))
        elif step.act == "end":
            await self.store.note(state_line(one, "over"))

    async def _apart(self, one: Tournament, entrants: Sequence[Entrant]) -> Apart:
        """Where there is a choice of rivals, nobody meets whom they have blocked."""
        if one.wish.kind not in ("arena", "swiss") or one.state != "running":
            return ()
        numbers = {entrant.account: entrant.number for entrant in entrants if entrant.account}
        pairs = await kept_apart(self.store, tuple(numbers))
        return [frozenset(numbers[name] for name in pair) for pair in pairs if pair <= {*numbers}]

    # -- tables ---------------------------------------------------------------------------

    async def _lay(
        self, one: Tournament, entrants: Sequence[Entrant], bouts: Sequence[Bout]
    ) -> None:
        """All that have been drawn and not yet laid; those of a server that was killed, too."""
        by_number: Mapping[int, Entrant] = {entrant.number: entrant for entrant in entrants}
        for bout in bouts:
            if not bout.laid and not bout.over:
                await lay_bout(self.lobby, one, bout, by_number)
                await self.lobby.table(bout.table)  # bots may have the first choice

    async def _watch(self, one: Tournament, bout: Bout) -> None:
        """Its clocks run and its bots think as long as somebody has it in memory."""
        if monotonic() - self._looked.get(bout.table, -CALL) < CALL and not self._is_late(
            one, bout
        ):
            return
        self._looked[bout.table] = monotonic()
        try:
            table = await self.lobby.table(bout.table)
        except NoSuchTable:
            await self.store.note(void_line(bout.table))
            return
        if table.now.standing.state == "over" and table.now.standing.result is None:
            await self.store.note(void_line(bout.table))
        elif table.now.standing.state == "waiting" and self._is_late(one, bout):
            with suppress(NotNow):  # they came in this moment
                await table.act(Actor(), Absence())

    def _is_late(self, one: Tournament, bout: Bout) -> bool:
        """While a tournament is paused nobody is."""
        return one.state == "running" and time() >= bout.since + one.wish.patience

    # -- what is deleted ------------------------------------------------------------------

    async def clean_up(self) -> None:
        """Tournaments are kept as long as finished matches; those that nobody began, as long as
        tables that nobody joined."""
        await forget_old(self.lobby, self.services.limits.forget)


async def forget_old(lobby: Lobby, kept: Patience) -> None:
    now = int(time())
    old = (
        "(state = 'open' and touched <= ? and begins <= ?) or "
        "(state = 'over' and ? > 0 and touched <= ?)"
    )
    unbegun, over = now - int(kept.waiting), now - int(kept.over)
    values = (unbegun, unbegun, int(kept.over), over)
    which = f"select id from tournament where {old}"
    await lobby.services.store.note(
        (f"delete from entrant where tournament in ({which})", values),
        (f"delete from bout where tournament in ({which})", values),
        (f"delete from tournament where {old}", values),
    )
