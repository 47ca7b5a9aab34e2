"""The match to watch: of those that everybody may watch and that run now, the strongest."""

from __future__ import annotations

from time import monotonic, time

from fimbul.server.store.base import Store

LIVELY = 600  # seconds since somebody chose there
KNOWN = 5.0  # seconds for which an answer is good
NEW = 25.0  # what an unknown player counts for
_STRONGEST = """
select tables.id from tables join place on place.match = tables.id
left join rating on rating.account = place.account and rating.game = tables.game
where tables.public = 1 and tables.state = 'running' and tables.touched > ?
group by tables.id, tables.created
having count(*) > 1
order by sum(coalesce(rating.mu, ?)) / count(*) desc, tables.created desc, tables.id limit 1
"""


class Featured:
    """It is watched as by any spectator: as it is played, for nobody learns from it what a player
    does not know (conformance: onlookers_know_no_more_than_players), and nobody who looks on can
    say anything to those who play a match that counts (customs: reads). Decision 26."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._found, self._until = "", 0.0

    async def table(self) -> str:
        """The id of its table; empty if nobody plays."""
        if monotonic() >= self._until:
            rows = await self.store.look_up(_STRONGEST, int(time()) - LIVELY, NEW)
            self._found, self._until = str(rows[0][0]) if rows else "", monotonic() + KNOWN
        return self._found
