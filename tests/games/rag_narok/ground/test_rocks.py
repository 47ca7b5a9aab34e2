"""Small rocks: nobody is stopped by one, and nobody stands on one."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import carried, on_table
from fimbul.games.rag_narok.measure.geometry import clash
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Charge, Engage, assault
from fimbul.games.rag_narok.rules.moves import stand_clear
from fimbul.games.rag_narok.state import RagNarok, shapes
from tests.games.rag_narok.drawn import ask, battle, play, put

ROCK = 22  # where the rock of the first scenario ends, in centimetres


def before_the_rock(troops: str, files: int, gap: float) -> RagNarok:
    """Somebody before the rock, and Puppets that far behind it."""
    state = battle([troops], ["6 morbid-puppet"])
    state.resisted[0] = 20  # this is not about Courage
    put(state, 0, (40, 9, 90), files=files)
    put(state, 1, (40, ROCK + gap + 2.5, 270), files=3)
    return state


@pytest.mark.parametrize(
    ("troops", "files", "gaps"),
    [
        ("8 griffin-duelist", 4, (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4)),
        ("5 griffin-duelist", 5, (0, 0.5, 1, 1.5, 2, 2.5)),
        ("6 wolfen-warrior", 3, (0, 1, 2, 3, 4, 5, 6)),
        ("1 abel", 1, (0, 0.5, 1, 1.5, 2, 2.5)),
    ],
)
def test_who_stands_close_behind_a_small_rock_is_charged(
    troops: str, files: int, gaps: tuple[float, ...]
) -> None:
    # rule: move.small-obstacle, ruling.path-blocking, charge.procedure
    for gap in gaps:
        state = before_the_rock(troops, files, gap)
        ask(state, Charge(0, 0))
        play(state, "unit:1-unit-0")
        assert in_melee(state, 0), gap
        assert not state.shaken[0]
        assert is_tidy(state)


def is_tidy(state: RagNarok) -> bool:
    """Whether nobody stands on another, on an obstacle or beside the table."""
    found = [shape for unit in (0, 1) for shape in shapes(state, unit)]
    rocks = [ground.shape for ground in state.terms.grounds if ground.kind in p.SOLID]
    apart = not any(clash(a, b) for n, a in enumerate(found) for b in found[:n])
    clear = not any(clash(shape, rock) for shape in found for rock in rocks)
    return apart and clear and all(on_table(state, shape) for shape in found)


def test_who_stands_close_behind_a_small_rock_is_engaged() -> None:
    # rule: move.small-obstacle, engage.procedure
    state = before_the_rock("8 griffin-duelist", 4, 2)
    put(state, 0, (40, 15, 90), files=4)
    ask(state, Engage(0, 0))
    play(state, "unit:1-unit-0")
    assert in_melee(state, 0)
    assert is_tidy(state)


def test_who_turns_beside_a_small_rock_pays_no_heed_to_it() -> None:
    # rule: move.small-obstacle, ruling.path-blocking
    charged = 0
    for x in range(30, 51, 2):
        for degrees in range(45, 136, 15):
            state = battle(["9 griffin-duelist"], ["6 morbid-puppet"])
            state.resisted[0] = 20
            put(state, 0, (x, 13, degrees), files=3)
            put(state, 1, (34, 29, 270), files=3)
            if not is_tidy(state):
                continue
            bare = state.clone()
            bare.scenery = ""
            if reach(bare, Assault(0, 1, True)) is not None:
                assert reach(state, Assault(0, 1, True)) is not None, (x, degrees)
                assault(state, Assault(0, 1, True))
                assert in_melee(state, 0)
                assert is_tidy(state)
                charged += 1
    assert charged > 30


def test_who_loses_heart_on_a_rock_stands_beside_it() -> None:
    # rule: move.small-obstacle, toga.entering
    state = battle(["9 griffin-duelist"], ["1 great-skull"])
    put(state, 1, (40, 50, 270))
    put(state, 0, (40, 20, 90), files=3)
    stand_clear(state, 0, carried(state, 0, 90, 0))
    assert is_tidy(state)
    assert not state.files[0]


def test_a_rock_of_more_than_five_centimetres_is_in_the_way() -> None:
    # rule: ruling.path-blocking
    state = before_the_rock("8 griffin-duelist", 4, 2)
    put(state, 0, (40, 14, 90), files=4)
    assert reach(state, Assault(0, 1, False)) is not None
    state.scenery = "tower 40 20"
    assert reach(state, Assault(0, 1, False)) is None
