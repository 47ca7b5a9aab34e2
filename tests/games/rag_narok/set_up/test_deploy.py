"""Deployment: in turn, inside the strips, facing the enemy."""

from __future__ import annotations

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import bounds
from fimbul.games.rag_narok.rules.set_up.deploy import NextDeployment, Stand
from fimbul.games.rag_narok.state import middle, shapes
from fimbul.kernel import choose
from tests.games.rag_narok.drawn import ask, battle, options, play


def test_deployment_goes_in_turn_inside_the_strips() -> None:
    # rule: setup.terrain, setup.deploy, ruling.first-blood-ground, ruling.table
    state = GAME.new(seed=4)
    choose(state, state.open[0].seat, "button:upper-edge")
    first = state.open[0].seat
    assert first == 1 - state.winner
    order = []
    while state.phase == p.DEPLOYMENT:
        if isinstance(state.agenda[-1][0], Stand):
            order.append(state.open[0].seat)
        choose(state, state.open[0].seat, state.open[0].options[-1])
    assert order == [first, 1 - first, first, 1 - first]
    for unit in range(4):
        strip = [(y < 1200) for shape in shapes(state, unit) for _, y in shape]
        assert all(strip) or not any(strip)
    assert state.terms.table == (8000, 6000)
    lies = {ground.kind: bounds(ground.shape) for ground in state.terms.grounds}
    assert lies == {
        "wood": (1900, 2600, 3100, 3400),
        "wall": (5100, 2950, 5900, 3050),
        "rock": (3800, 1800, 4200, 2200),
    }


def test_the_places_and_headings_of_deployment() -> None:
    # rule: ruling.deploy-options, setup.deploy
    state = battle(["4 griffin-duelist"], ["6 morbid-puppet"])
    state.phase, state.winner = p.DEPLOYMENT, 1
    ask(state, NextDeployment(0))
    shapes_offered = ("close-3", "close-4", "dispersed-3", "dispersed-4")
    assert options(state) == tuple(f"shape:{shape}" for shape in shapes_offered)
    play(state, "shape:close-4")
    assert options(state) == ("turn:-45", "turn:0", "turn:45")
    play(state, "turn:0")
    xs = range(8, 73, 4)  # the line is 10 cm wide, the table 80
    assert options(state) == tuple(f"spot:{x}-{row}" for row in ("front", "back") for x in xs)
    play(state, "spot:40-back")
    assert (middle(state, 0), state.units[0].facing) == ((4000, 125), 90)
