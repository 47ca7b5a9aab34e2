"""Small rocks: nobody is stopped by one, and nobody stands on one."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import block_of, carried, on_table
from fimbul.games.rag_narok.measure.geometry import clash, within
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import (
    Charge,
    Engage,
    assault,
    counter_charge,
    fall_short,
)
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.movement.marches import Advance, Sidestep, Straight, Withdraw
from fimbul.games.rag_narok.rules.moves import stand_clear
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.state import RagNarok, card_mov, middle, shapes
from fimbul.kernel import step_of
from tests.games.rag_narok.drawn import ask, battle, options, play, put

ROCK = 22  # where the rock of the first scenario ends, in centimetres


def before_the_rock(troops: str, files: int, gap: float) -> RagNarok:
    """Somebody before the rock, and Puppets that far behind it."""
    state = battle([troops], ["6 morbid-puppet"])
    state.units[0].resisted = 20  # this is not about Courage
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
        assert not state.units[0].shaken
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
            state.units[0].resisted = 20
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
    assert not state.units[0].files


def test_a_rock_of_more_than_five_centimetres_is_in_the_way() -> None:
    # rule: ruling.path-blocking
    state = before_the_rock("8 griffin-duelist", 4, 2)
    put(state, 0, (40, 14, 90), files=4)
    assert reach(state, Assault(0, 1, False)) is not None
    state.scenery = "tower 40 20"
    assert reach(state, Assault(0, 1, False)) is None


@pytest.mark.parametrize("troops", ["9 griffin-duelist", "4 griffin-duelist", "1 abel"])
def test_a_march_takes_no_account_of_a_small_rock(troops: str) -> None:
    # rule: move.small-obstacle, ruling.path-blocking, formation.loose
    ranks = set()
    for far in range(1, 11):
        state = battle([troops], ["6 morbid-puppet"])
        put(state, 0, (40, 12, 90), files=3)
        put(state, 1, (68, 50, 270), files=3)
        ask(state, Advance(0, 0, p.MARCH))
        assert options(state) == tuple(f"advance:{cm}" for cm in range(11))
        told = [note.title for note in foretold(state, step_of(state, 0), f"advance:{far}")]
        play(state, f"advance:{far}")
        assert is_tidy(state), far
        assert bool(told) == (not state.units[0].files)
        ranks.add(bool(state.units[0].files))
    assert ranks == {True, False}


@pytest.mark.parametrize("step", [Withdraw(0, 0), Sidestep(0, 0, p.RUN, 1)])
def test_whoever_goes_back_or_aside_takes_no_account_of_it_either(step: Straight) -> None:
    # rule: move.small-obstacle, retreat.procedure, manoeuvre.lateral
    start = (40, 28, 90) if isinstance(step, Withdraw) else (47, 20, 90)
    rounds = 0
    for far in range(1, 9):
        state = battle(["9 griffin-duelist"], ["6 morbid-puppet"])
        put(state, 0, start, files=3)
        put(state, 1, (68, 50, 270), files=3)
        ask(state, step)
        play(state, f"advance:{far}")
        assert is_tidy(state), far
        rounds += not state.units[0].files
    assert rounds


def test_nobody_is_placed_beside_an_enemy_by_a_march() -> None:
    # rule: move.keep-distance, move.small-obstacle
    state = battle(["9 griffin-duelist"], ["6 morbid-puppet"])
    put(state, 0, (40, 11, 90), files=3)
    put(state, 1, (40, 27.5, 270), files=6)
    ask(state, Advance(0, 0, p.MARCH))
    for thing in options(state):
        twin = play(state.clone(), thing)
        gaps = [within(a, b, p.CONTACT) for a in shapes(twin, 0) for b in shapes(twin, 1)]
        assert not any(gaps), thing


def test_who_flees_or_falls_short_takes_no_account_of_it() -> None:
    # rule: move.small-obstacle, charge.failed, state.rout
    for unit_goes in (fall_short, lambda state, unit, *_: flee(state, unit)):
        state = battle(["9 griffin-duelist"], ["6 morbid-puppet"])
        put(state, 0, (40, 30, 270), files=3)
        put(state, 1, (68, 50, 270), files=3)
        before = block_of(state, 0).at
        unit_goes(state, 0, 270, 1000)
        assert state.units[0].paces in (1000, 2000)
        assert is_tidy(state)
        assert block_of(state, 0).at != before


def test_who_counter_charges_in_vain_goes_round_a_small_rock_too() -> None:
    # rule: countercharge.procedure, move.small-obstacle
    """The attacker is out of its reach: it comes to meet him all the same, as far as its MOV."""
    state = battle(["6 morbid-puppet"], ["6 griffin-duelist"])
    put(state, 0, (40, 48, 270), files=3)
    put(state, 1, (40, 12, 90), files=3)
    before = middle(state, 1)
    counter_charge(state, Assault(0, 1, True, answer=p.COUNTER_CHARGE))
    assert middle(state, 1)[1] - before[1] >= card_mov(state, 1), "its figures stand round it"
    assert is_tidy(state)
