"""A replay with all open: every seat shows what it has, on its own zones and on those of all."""

from __future__ import annotations

from collections.abc import Iterator

import fimbul
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.command.orders import token
from fimbul.games.rag_narok.state import RagNarok, all_standing
from fimbul.kernel import Thing, choose
from fimbul.server.match.viewpoint import OPEN
from fimbul.server.replay.reel import Reel, open_scene

TABLES = 12  # decisions with Orders that are looked at


def battles() -> Iterator[RagNarok]:
    """Moments of a battle in which both sides hold Orders."""
    state, found = GAME.new(seed=3), 0
    while state.open and found < TABLES:
        if all(any(state.units[unit].orders for unit in state.roster.of(seat)) for seat in (0, 1)):
            found += 1
            yield state
        choose(state, state.open[0].seat, answer(state, state.open[0]))


def seen(state: RagNarok) -> dict[str, Thing]:
    return {thing.id: thing for thing in open_scene(GAME, state).things()}


def test_orders_of_both_sides_lie_face_up() -> None:  # rule: order.hidden
    for state in battles():
        things = seen(state)
        for unit in all_standing(state):
            for number, order in enumerate(state.units[unit].orders):
                counter = things[token(state, unit, number)]
                assert counter.label == p.ORDER_NAMES[order]
                assert "face-down" not in counter.state


def test_an_order_lies_where_everybody_saw_its_back() -> None:
    for state in battles():
        backs = {thing.id: thing for thing in GAME.scene(state, None).things()}
        shown = [name for name in backs if "face-down" in backs[name].state]
        assert shown
        assert all(seen(state)[name].at == backs[name].at for name in shown)


def test_nothing_lies_on_the_table_twice() -> None:
    for state in battles():
        names = [thing.id for thing in open_scene(GAME, state).things()]
        assert len(set(names)) == len(names)


def test_a_replay_shows_orders_open_and_a_spectator_their_backs() -> None:
    match = fimbul.Match(GAME, GAME.setup(), 3)
    while not any(unit.orders for unit in match.state.units):
        match.choose(match.state.open[0].seat, match.state.open[0].options[0])
    reel = Reel(GAME, match.record())
    for viewer, backs in ((None, True), (OPEN, False)):
        scene = reel.scene(len(reel.rows), viewer).seen.scene
        assert scene is not None
        counters = [thing for thing in scene.things() if thing.id.startswith("token:")]
        assert counters
        assert all(("face-down" in thing.state) == backs for thing in counters)
