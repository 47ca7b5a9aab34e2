"""What a player's own tables are doing: all of them in one answer, most without being loaded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from fimbul.kernel import FimbulError
from fimbul.server.ops.tokens import hashed, is_same
from fimbul.server.people.places import latest_places
from fimbul.server.store.base import TableRow
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.publish import shown_clocks
from fimbul.server.table.situation import Situation
from fimbul.server.wire.bodies import HeldSeat, MyMatch
from fimbul.server.wire.messages import Clocks

WOKEN = 2  # tables that one request may load; the others are known the next time
REMEMBERED = 5_000  # tables
OWNED = 1_000  # of an account's latest tables are looked through


class Glance(Struct, frozen=True):
    """A running match at a revision."""

    revision: int
    turn: int
    waiting: tuple[int, ...]
    clocks: Clocks | None


class Glances:
    """Remembers how tables stood that have been unloaded since: nothing happens there."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._known: OrderedDict[str, Glance] = OrderedDict()

    async def of(self, places: Sequence[HeldSeat], account: str = "") -> list[MyMatch]:
        """Those of the tables that are there and whose seat the token holds; without a token, those
        that belong to the account."""
        tokens = {place.table: hashed(place.token) if place.token else "" for place in places}
        rows = await self.lobby.services.store.rows(tokens)
        owned = await latest_places(self.lobby.services.store, account, OWNED)
        mine = {
            row.id: (row, seat)
            for row in rows
            for seat in (_seats(row, tokens[row.id]) if tokens[row.id] else owned.get(row.id, ()))
        }
        await self._wake({name: row for name, (row, _) in mine.items()})
        found = [self._match(row, seat) for row, seat in mine.values()]
        return [match for match in found if match is not None]

    async def _wake(self, rows: Mapping[str, TableRow]) -> None:
        """Load a few of the matches of which nobody knows how they stand."""
        unknown = [row for row in rows.values() if self._glance(row) is None]
        running = [row for row in unknown if row.standing.state == "running"]
        for row in sorted(running, key=lambda row: -row.touched)[:WOKEN]:
            try:
                await self.lobby.table(row.id)
            except FimbulError:
                continue  # of other rules, or gone: its card tells all there is

    def _match(self, row: TableRow, seat: int) -> MyMatch | None:
        card, glance = self.lobby.card(row), self._glance(row)
        if card is None:
            return None
        if glance is None or row.standing.state != "running":
            return MyMatch(card, seat, row.touched)
        return MyMatch(card, seat, row.touched, glance.turn, glance.waiting, glance.clocks)

    def _glance(self, row: TableRow) -> Glance | None:
        loaded = self.lobby.loaded(row.id)
        glance = self._known.get(row.id) if loaded is None else _glance_at(loaded)
        if glance is None or (loaded is None and glance.revision != row.revision):
            return None
        self._known[row.id] = glance
        self._known.move_to_end(row.id)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return glance


def _seats(row: TableRow, token: str) -> list[int]:
    return [n for n, seat in enumerate(row.seats) if seat.token and is_same(seat.token, token)]


def _glance_at(now: Situation) -> Glance | None:
    if now.match is None:
        return None
    return Glance(now.progress.revision, now.match.turn, now.waiting, shown_clocks(now))
