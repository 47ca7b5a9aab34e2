"""How a finished match stood, moment by moment: bots judge it, in their own processes.

Nothing runs unasked. Each request has a few more moments judged and gets all that are known, so
the page fills its graph by asking again until all is done.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator

from fimbul.kernel import Result
from fimbul.server.bots.job import job_of
from fimbul.server.bots.pool import Rank
from fimbul.server.bots.process import NoAnswer
from fimbul.server.replay.reel import Reel
from fimbul.server.services import Services
from fimbul.server.wire.bodies import Moment, Replay, Study

BATCH = 4  # moments judged for one request
MOST_MOMENTS = 80  # moments of one match: of longer ones not every turn is judged
KEPT = 32  # studies in memory


class Inquiry:
    """One match: what is still to be judged, and what has been."""

    def __init__(self, reel: Reel) -> None:
        self.reel, self.about = reel, reel.about()
        self.todo = list(_beginnings(self.about))
        self.total = len(self.todo)
        self.moments: list[Moment] = []
        self.lock = asyncio.Lock()

    def study(self) -> Study:
        state, game = self.reel.match.state, self.reel.game
        sides = tuple(min(game.allies(state, seat)) for seat in range(state.seats))
        done = () if self.todo else tuple(_end(self.about, state.seats))
        judged, choices = self.total - len(self.todo), self.about.choices
        return Study(sides, (*self.moments, *done), judged, self.total, choices)


def _beginnings(about: Replay) -> Iterator[tuple[int, int]]:
    """Where each step begins: the choices made before it, and its turn as the rulebook counts."""
    starts = [0, *(step.at for step in about.turns)]
    begun = [(at, step.turn) for at, step in zip(starts, about.turns, strict=False)]
    yield from begun[:: -(-len(begun) // MOST_MOMENTS) or 1]


def _end(about: Replay, seats: int) -> Iterator[Moment]:
    """At the end the result is the value."""
    if about.result is not None:
        result, turn = (
            Result(about.result.places, (), ""),
            about.turns[-1].turn if about.turns else 0,
        )
        for seat in range(seats):
            yield Moment(about.choices, turn, seat, result.reward(seat))


class Studies:
    """The studies of a server; the latest are kept."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._inquiries: OrderedDict[str, Inquiry] = OrderedDict()

    def known(self, name: str) -> bool:
        """Whether nothing is left to be judged."""
        return name in self._inquiries and not self._inquiries[name].todo

    async def more(self, name: str, reel: Reel, person: str) -> Study:
        """Judge a few more moments, and tell all."""
        inquiry = self._inquiries.get(name) or self._begun(name, reel)
        self._inquiries.move_to_end(name)
        async with inquiry.lock:
            for at, turn in inquiry.todo[:BATCH]:
                inquiry.moments += await self._judged(name, inquiry, at, turn, person)
                inquiry.todo.remove((at, turn))
        return inquiry.study()

    def _begun(self, name: str, reel: Reel) -> Inquiry:
        inquiry = self._inquiries[name] = Inquiry(reel)
        if len(self._inquiries) > KEPT:
            self._inquiries.popitem(last=False)
        return inquiry

    async def _judged(
        self, name: str, inquiry: Inquiry, at: int, turn: int, person: str
    ) -> list[Moment]:
        """How it looks for each seat that is asked there, by what it sees itself."""
        state = (await self.services.errands.do(person, inquiry.reel.at, at)).state
        found = []
        for decision in state.open:
            game, bot = inquiry.reel.game, self.services.study
            job = job_of(game, state, decision.seat, bot, name, "analyse")
            try:
                answer = await self.services.pool.analyse(job, person, Rank.STUDY)
            except NoAnswer:
                continue
            found.append(Moment(at, turn, decision.seat, answer.value))
        return found
