"""Hypothesis over the socket: several tabs do anything in any order; the table stays one table."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fimbul.kernel import Game
from fimbul.server.match.running import RunningMatch
from fimbul.server.store.base import Stored
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Asked, Done, Outgoing, Refused
from tests.server.harness import GAMES, Server, Tab, serving

PATIENCE = 20.0
SEATS = st.integers(0, 1)
NUMBERS = st.integers(0, 10**6)


class TableMachine(RuleBasedStateMachine):
    """Two seats with a tab or two each, a spectator, and a model that only counts what was done."""

    game = "brandub"

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self.folder = tempfile.TemporaryDirectory()
        self.ids = 0
        self.done: dict[tuple[int, str], Outgoing] = {}  # every answer, by seat and message
        self.asked: dict[tuple[int, str], dict[str, Any]] = {}
        self.do(self.set_up())

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    async def set_up(self) -> None:
        data = Path(self.folder.name) / "db"
        self.server: Server = await self.stack.enter_async_context(serving(data))
        place = await self.server.lay(self.game)
        self.places: list[TakenSeat] = [place, await self.server.sit(place)]
        self.tabs: list[Tab] = [await self.server.tab(one) for one in self.places]
        self.watcher = await self.server.spectator(place)

    def teardown(self) -> None:
        self.do(self.stack.aclose())
        self.loop.close()
        self.folder.cleanup()

    # -- what tabs do ---------------------------------------------------------------------

    async def send(self, seat: int, kind: str, rest: dict[str, Any] | None = None) -> Outgoing:
        rest = rest or {}
        self.ids += 1
        name = f"x{self.ids}"
        self.asked[seat, name] = {"kind": kind, **rest}
        answer = await self.tabs[seat].ask(kind, id=name, **rest)
        if isinstance(answer, Done):
            self.done[seat, name] = answer
        return answer

    @rule(seat=SEATS, number=NUMBERS)
    def choose(self, seat: int, number: int) -> None:
        options = self.tabs[seat].options
        if options:
            update = self.tabs[seat].seen
            row, part = update.seen.number, update.part
            thing = options[number % len(options)]
            self.do(self.send(seat, "choose", {"number": row, "part": part, "thing": thing}))

    @rule(seat=SEATS, row=st.integers(0, 9), part=st.integers(0, 2), thing=st.text(max_size=9))
    def choose_nonsense(self, seat: int, row: int, part: int, thing: str) -> None:
        body = {"number": row, "part": part, "thing": "x" + thing}
        answer = self.do(self.send(seat, "choose", body))
        assert isinstance(answer, Refused)

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """A message that was answered gets the same answer, and nothing happens."""
        seat, name = data.draw(st.sampled_from(sorted(self.done)))
        body = dict(self.asked[seat, name])
        answer = self.do(self.tabs[seat].ask(body.pop("kind"), id=name, **body))
        assert answer == self.done[seat, name]

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        self.do(self.send(seat, "undo"))

    @rule(seat=SEATS)
    def offer_draw(self, seat: int) -> None:
        self.do(self.send(seat, "offer_draw"))

    @rule(seat=SEATS, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        asked = [m.ask for m in self.tabs[seat].heard if isinstance(m, Asked)]
        self.do(self.send(seat, "answer", {"ask": asked[-1] if asked else "1", "yes": yes}))

    @rule(seat=SEATS, text=st.text(min_size=1, max_size=20))
    def chat(self, seat: int, text: str) -> None:
        self.do(self.send(seat, "chat", {"text": text}))

    @rule(seat=SEATS, thing=st.text(max_size=10))
    def why(self, seat: int, thing: str) -> None:
        self.do(self.tabs[seat].ask("why", thing=thing))

    @rule(seat=SEATS, keep=st.booleans())
    def reconnect(self, seat: int, keep: bool) -> None:
        self.do(self.come_back(seat, keep))

    async def come_back(self, seat: int, keep: bool) -> None:
        """With all that the old tab knew, or with nothing."""
        old = self.tabs[seat]
        await old.close()
        tab = await Tab.dial(self.server, old.table)
        if keep:
            tab.log, tab.scene = list(old.log), old.scene
        tab._ids = old._ids
        revision = old.revision if keep else 0
        await tab.send(type="hello", token=self.places[seat].token, revision=revision)
        await tab.until(lambda: tab.welcome is not None)
        self.tabs[seat] = tab

    @rule()
    def both_at_once(self) -> None:
        self.do(self.race())

    async def race(self) -> None:
        """Both seats answer whatever they think is asked, in the same moment."""
        asked = [(seat, tab) for seat, tab in enumerate(self.tabs) if tab.options]
        answers = await asyncio.gather(*(self.send(*first(seat, tab)) for seat, tab in asked))
        assert all(isinstance(answer, Done) for answer in answers)

    # -- what must hold -------------------------------------------------------------------

    @invariant()
    def everybody_sees_what_is_written(self) -> None:
        self.do(self.compare())

    async def compare(self) -> None:
        for tab in (*self.tabs, self.watcher):
            await tab.ask("ping")  # whatever was published before has arrived by now
        stored = await self.server.services.store.load(self.places[0].table)
        assert stored is not None
        game = GAMES[self.game]
        match = replayed(game, stored)
        views = ((0, self.tabs[0]), (1, self.tabs[1]), (None, self.watcher))
        for viewer, tab in views:
            assert tab.scene == game.scene(match.state, viewer)
            assert tab.seen.count == match.state.number - 1
            assert tab.log == list(match.lines(viewer))
            assert (tab.over is not None) == (stored.row.standing.state == "over")


def first(seat: int, tab: Tab) -> tuple[int, str, dict[str, Any]]:
    """The first option of whatever is open there."""
    update = tab.seen
    row = {"number": update.seen.number, "part": update.part, "thing": tab.options[0]}
    return seat, "choose", row


def replayed(game: Game[Any], stored: Stored) -> RunningMatch:
    """The match as the journal tells it, by somebody who was not there."""
    from fimbul.server.match.commitment import seed_of

    facts = stored.row.facts
    lucks = [seat.luck for seat in stored.row.seats]
    seed = seed_of(facts.secret, lucks, mixed=facts.mixed)
    match = RunningMatch(game, game.setup(**facts.options), seed, mixed=facts.mixed)
    match.play(stored.choices)
    return match


class WagerMachine(TableMachine):
    """The same with hidden hands, sealed rows and dice."""

    game = "wager"


QUICK = settings(
    max_examples=5,
    stateful_step_count=20,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
LONG = settings(QUICK, max_examples=60, stateful_step_count=50, phases=list(Phase))


@pytest.mark.parametrize("machine", [TableMachine, WagerMachine], ids=["brandub", "wager"])
def test_anything_in_any_order(machine: type[TableMachine]) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(machine, settings=QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [TableMachine, WagerMachine], ids=["brandub", "wager"])
def test_anything_in_any_order_for_long(machine: type[TableMachine]) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(machine, settings=LONG)
