"""What would have been better at one moment of a finished match: looked for when it is asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from fimbul.kernel import State
from fimbul.server.bots.job import Pick, job_of
from fimbul.server.bots.pool import Rank
from fimbul.server.bots.process import NoAnswer
from fimbul.server.replay.lines import told_turn, turn_of, worth
from fimbul.server.replay.reel import Reel
from fimbul.server.services import Services
from fimbul.server.wire.bodies import Better, ReplayTurn, TurnTold
from fimbul.server.wire.errors import Malformed, NotNow

P = ParamSpec("P")
T = TypeVar("T")
KEPT = 256  # answers in memory


class Betters:
    """The answers of a server; the latest are kept."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._known: OrderedDict[tuple[str, int, int], Better] = OrderedDict()

    def known(self, name: str, at: int, seat: int) -> bool:
        return (name, at, seat) in self._known

    async def find(self, name: str, reel: Reel, at: int, seat: int, person: str) -> Better:
        """The best turn for that seat, as bots see it, beside the one that it played."""
        key = (name, at, seat)
        if key not in self._known:
            try:
                make, do = BetterSearch, self.services.errands.do
                search = await do(person, make, self.services, name, reel, at, seat, person)
                self._known[key] = await search.better()
            except NoAnswer:
                raise NotNow("the bots had no answer in time: ask again") from None
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return self._known[key]


class BetterSearch:
    """One moment, and the seat that was asked there. Turns are played and told beside the loop."""

    def __init__(
        self, services: Services, name: str, reel: Reel, at: int, seat: int, person: str
    ) -> None:
        self.services, self.name, self.reel, self.seat = services, name, reel, seat
        self.person = person  # who asks
        self.step = _step_from(reel, at)
        self.at, self.game, self.state = at, reel.game, reel.at(at).state
        if seat not in [decision.seat for decision in self.state.open]:
            raise Malformed("seat: it is not asked there")
        self.eyes = reel.eyes()

    async def better(self) -> Better:
        """Both turns are judged in the same way: by what can be done after them."""
        advice = self.services.advice
        job = await self._beside(
            job_of, self.game, self.state, self.seat, advice, self.name, "analyse"
        )
        found = await self.services.pool.analyse(job, self.person, Rank.STUDY)
        best, after = await self._beside(self._told, self.state, self.seat, found.lines[0].picks)
        value, answer = await self._worth(after)
        line: tuple[TurnTold, ...] = ()
        if answer is not None:
            rival, picks = after.open[0].seat, answer.lines[0].picks
            line = ((await self._beside(self._told, after, rival, picks))[0],)
        played, worth_of_it = await self.played()
        return Better(self.at, self.step.turn, best, value, played, worth_of_it, line)

    async def played(self) -> tuple[TurnTold, float]:
        """What the seat did there, and what that was worth."""
        rows = self.reel.rows[self.at : self.step.at]
        mine = [row.thing for row in rows if row.seat == self.seat]
        end = (await self._beside(self.reel.at, self.step.at)).state
        value, _ = await self._worth(end)
        return (await self._beside(self._told, self.state, self.seat, mine))[0], value

    def _told(self, state: State, seat: int, line: Sequence[str]) -> tuple[TurnTold, State]:
        """As much of a line as is one turn, in words, and the table after it."""
        return told_turn(self.eyes, state, seat, turn_of(self.game, state, seat, line))

    async def _worth(self, state: State) -> tuple[float, Pick | None]:
        return await worth(self.services, self.game, state, self.seat, self.name, self.person)

    async def _beside(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        return await self.services.errands.do(self.person, work, *args, **named)


def _step_from(reel: Reel, at: int) -> ReplayTurn:
    """The step that is under way after so many choices."""
    step = next((step for step in reel.about().turns if step.at > at), None)
    if step is None:
        raise Malformed(f"at: nothing is played after {at} choices")
    return step
