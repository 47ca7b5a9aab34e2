"""How a finished match stood, moment by moment: bots judge it, in their own processes.

Nothing runs unasked. Each request has a few more moments judged and gets all that are known, so
the page fills its graph by asking again until all is done.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterator

from fimbul.kernel import Result, State, encode
from fimbul.server.bots.pool import NoAnswer
from fimbul.server.bots.worker import BotJob, numbered
from fimbul.server.replay.replays import Reel
from fimbul.server.services import Services
from fimbul.server.wire.bodies import Moment, Replay, Study

BATCH = 4  # moments judged for one request
MOST = 80  # moments of one match: of longer ones not every turn is judged
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
    """Where each turn begins: the choices made before it, and its number."""
    starts = [0, *(turn.at for turn in about.turns)]
    turns = [(at, number) for number, at in enumerate(starts, start=1) if at < about.choices]
    yield from dict(turns[:: -(-len(turns) // MOST) or 1]).items()


def _end(about: Replay, seats: int) -> Iterator[Moment]:
    """At the end the result is the value."""
    if about.result is not None:
        result = Result(about.result.places, (), "")
        for seat in range(seats):
            yield Moment(about.choices, len(about.turns), seat, result.reward(seat))


class Studies:
    """The studies of a server, those that were asked for last."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._inquiries: OrderedDict[str, Inquiry] = OrderedDict()

    def known(self, name: str) -> bool:
        """Whether nothing is left to be judged."""
        return name in self._inquiries and not self._inquiries[name].todo

    async def more(self, name: str, reel: Reel) -> Study:
        """Judge a few more moments, and tell all."""
        inquiry = self._inquiries.get(name) or self._begun(name, reel)
        self._inquiries.move_to_end(name)
        async with inquiry.lock:
            for at, turn in inquiry.todo[:BATCH]:
                inquiry.moments += await self._judged(name, inquiry, at, turn)
                inquiry.todo.remove((at, turn))
        return inquiry.study()

    def _begun(self, name: str, reel: Reel) -> Inquiry:
        inquiry = self._inquiries[name] = Inquiry(reel)
        if len(self._inquiries) > KEPT:
            self._inquiries.popitem(last=False)
        return inquiry

    async def _judged(self, name: str, inquiry: Inquiry, at: int, turn: int) -> list[Moment]:
        """How it looks for each seat that is asked there, by what it sees itself."""
        state = inquiry.reel.at(at).state
        found = []
        for decision in state.open:
            job = self._job(name, inquiry, state, decision.seat)
            try:
                answer = await self.services.pool.analyse(job)
            except NoAnswer:
                continue
            found.append(Moment(at, turn, decision.seat, answer.value))
        return found

    def _job(self, name: str, inquiry: Inquiry, state: State, seat: int) -> BotJob:
        return BotJob(
            package=inquiry.reel.game.package,
            state=encode(state).decode(),
            seat=seat,
            bot=self.services.study,
            seed=secrets.randbits(64),
            table=name,
            number=numbered(),
            task="analyse",
        )
