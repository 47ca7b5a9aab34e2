"""Spectres: through everything, but never to a stop inside it."""

from __future__ import annotations

from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.ground.paths import cost, crosses_wall, distances
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.withdraw import is_open
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.melee.push import stride
from tests.games.rag_narok.drawn import battle, put


def test_spectres_pass_through_everything_but_end_in_the_open() -> None:
    # example: example.spectre-through
    # rule: ability.spectre-ethereal
    for profile, through in (("acheron-spectre", True), ("skull-warrior", False)):
        state = battle([f"3 {profile}"], ["3 griffin-duelist"])
        put(state, 0, (68, 10, 90))
        put(state, 1, (68, 14, 270))
        found = distances(state, 0, 90, 1200, Way())
        assert (1200 in found) == through
        assert not set(found) & set(range(100, 901, 100))  # nobody ends within 2.5 cm of them
    ghosts = battle(["3 acheron-spectre"], ["3 griffin-duelist"])
    put(ghosts, 0, (25, 22, 90))
    put(ghosts, 1, (60, 50, 270))
    assert cost(ghosts, 0, 90, 1000) == 1000  # the wood does not slow them
    put(ghosts, 0, (55, 26, 90))
    assert not crosses_wall(ghosts, 0, 90, 800)
    assert 400 not in distances(ghosts, 0, 90, 800, Way())  # but nobody ends on the wall


def test_spectres_charge_through_friends() -> None:  # rule: ability.spectre-ethereal
    for profile, through in (("acheron-spectre", True), ("skull-warrior", False)):
        state = battle([f"3 {profile}", "3 morbid-puppet"], ["3 griffin-duelist"])
        put(state, 0, (68, 10, 90))
        put(state, 1, (68, 15, 90))
        put(state, 2, (68, 25, 270))
        assert (reach(state, Assault(0, 2, True)) is not None) == through


def test_spectres_push_through_friends() -> None:  # rule: ability.spectre-ethereal
    for profile, through in (("acheron-spectre", True), ("skull-warrior", False)):
        state = battle([f"1 {profile}", "3 morbid-puppet"], ["1 abel"])
        put(state, 0, (30, 10, 90))
        put(state, 1, (30, 12.6, 90))
        put(state, 2, (30, 40, 270))
        slot = stride(state, 0, 0, ())
        assert (slot is not None) == through


def test_spectres_leave_a_melee_through_a_wall() -> None:
    # rule: ability.spectre-ethereal, disengage.even-surrounded
    for profile, through in (("acheron-spectre", True), ("skull-warrior", False)):
        state = battle([f"3 {profile}"], ["3 griffin-duelist"])
        put(state, 0, (30, 20, 90))
        put(state, 1, (30, 22.5, 270))
        state.magic.conjured = ((NUMBER["wall-of-earth"], 3000, 1700, 90, 9),)
        assert is_open(state, 0, 270, 800) == through
