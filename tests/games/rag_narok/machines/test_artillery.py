"""Artillery and crews, and the Sizes of all that stands on the table."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army import sizes
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.flight.attacks import may_answer
from fimbul.games.rag_narok.rules.machines import artillery as g
from fimbul.games.rag_narok.rules.movement.activation import activate
from fimbul.games.rag_narok.rules.shooting.volleys import Volley, may_shoot, modifiers, shoot
from fimbul.games.rag_narok.rules.strokes import Land
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.kernel import Row
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    fly,
    happen,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)

GUARDS = "9 alahan-guard"


def gun(piece: str, foe: str = GUARDS, files: int = 3) -> RagNarok:
    """A gun looks up the table at a Unit in ranks, at short range."""
    state = battle([f"1 {piece}"], [foe])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 25, 270), files=files)
    state.phase = p.SECOND_SHOOTING
    return state


# -- Sizes -----------------------------------------------------------------------------------


def test_sizes_of_names() -> None:
    # example: example.sizes-of-names
    # rule: size.four-categories, size.small-list, size.normal-list, size.large-list
    # rule: size.very-large-list, size.elghir-small, size.golborak-small, size.formor-normal
    names = [
        "elghir", "golborak", "baron-samedi", "melmoth", "formor-minion", "sophet-drahas",
        "minotaur", "belial",
    ]  # fmt: skip
    assert [t.PROFILES[name].size for name in names] == [
        "Small", "Small", "Small", "Normal", "Normal", "Large", "Large", "Very Large",
    ]  # fmt: skip
    assert list(sizes.wrong()) == []
    lists = {
        "Small": "goblin-warrior thermo-warrior dwarf-bomber battle-toad mechanical-familiar "
        "clairvoyant-familiar familiar-of-light ridgebearer",
        "Normal": "alahan-guard giant-barbarian executor alderan sasia-samaris acheron-spectre",
        "Large": "wolfen-warrior centaur fire-elemental son-of-uren great-skull "
        "goreth-the-massive tiger-of-dirz troll",
        "Very Large": "dragon",
    }
    for size, listed in lists.items():
        assert {t.PROFILES[name].size for name in listed.split()} == {size}


def test_lor_arkhon_is_as_small_as_his_people() -> None:
    # rule: ruling.mid-nor-size, size.small-list
    assert t.PROFILES["lor-arkhon"].size == "Small"
    assert {card.size for card in t.PROFILES.values() if card.people == "mid-nor"} == {"Small"}


def test_cavalry_is_large() -> None:
    # example: example.cavalry-large-dwarf
    # rule: size.cavalry-large, df.by-size
    rider = t.PROFILES["razorback-rider"]
    assert (rider.size, rider.df, rider.wounds) == ("Large", 2, 2)
    assert sizes.crew_size(rider.people) == "Small"  # on foot a Dwarf is Small
    assert sizes.is_mounted(rider)
    assert not sizes.is_mounted(t.PROFILES["thermo-warrior"])


def test_cards_of_guns() -> None:
    # example: example.bombard-size
    # rule: size.war-machine, artillery.default-piercing, artillery.area-note
    bombard, mortar = t.PROFILES["griffin-bombard"], t.PROFILES["lor-arkhon"]
    assert not bombard.size_on_card
    assert sizes.due(bombard) == bombard.size == sizes.crew_size("griffons") == "Normal"
    assert sizes.due(structs.replace(bombard, size="Large")) == "Normal"  # its crew decides
    assert sizes.due(structs.replace(bombard, size="Large", size_on_card=True)) == "Large"
    assert sizes.due(t.PROFILES["dwarf-armoured-tank"]) == "Very Large"
    assert (g.gun_of(bombard), g.gun_of(mortar)) == ("piercing", "area")
    assert g.gun_of(t.PROFILES["golborak"]) == "piercing"
    assert g.gun_of(t.PROFILES["dwarf-armoured-tank"]) == "piercing"
    assert g.gun_of(t.PROFILES["griffin-fusilier"]) == ""


# -- through the ranks -----------------------------------------------------------------------


def test_a_shot_goes_through_the_ranks() -> None:
    # rule: artillery.piercing, ruling.piercing-line
    state = gun("golborak")
    line = g.on_the_line(state, g.Fire(0, 4, state.units[1].ranks[1]))
    assert line == [state.units[1].ranks[n] for n in (1, 4, 7)]
    assert strengths(state) == [11, 9, 7]


def strengths(state: RagNarok) -> list[int]:
    """The STR of each wound roll of a shot that kills everybody."""
    seen: list[int] = []

    def spy(blow: Land, state: RagNarok, _: str | None) -> None:
        seen.append(blow.blows.strength)
        state.places[blow.victim] = None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Land, "run", spy)
        roll_next(state, 4)
        g.pierce(state, 0, g.Fire(0, 4, state.units[1].ranks[1]))
        happen(state)
    return seen


@pytest.mark.parametrize(("die", "seat"), [(3, 0), (4, 1)])
def test_a_shot_into_a_melee_may_strike_friends(die: int, seat: int) -> None:
    # rule: shoot.into-melee, artillery.piercing
    state = battle(["1 golborak", "3 griffin-duelist"], ["3 morbid-puppet"])
    put(state, 0, (68, 10, 90))
    put(state, 2, (68, 30, 270))
    put(state, 1, (68, 32.5, 270))
    roll_next(state, 4, die, 5, 1)
    g.pierce(state, 0, g.Fire(0, 4, state.units[2].ranks[1]))
    happen(state)
    assert fighter(state, state.fallen[0][0]).seat == seat


def test_a_shot_stops_at_a_survivor() -> None:  # rule: artillery.piercing
    state = gun("golborak", "9 troll")
    roll_next(state, 5, 2)
    ask(state, Volley(0, 0))
    play(state, "unit:1-unit-0")
    hurt = [n for n, wounds in enumerate(each(state.fighters, "hurt")) if wounds]
    assert len(hurt) <= 1
    assert len(state.units[1].ranks) == 9
    assert "fires at" in words(state)
    assert state.units[0].shot


def test_the_line_is_no_longer_than_the_range() -> None:  # rule: ruling.piercing-line
    state = battle(["1 golborak"], ["1 alahan-guard", "1 alahan-guard", "1 alahan-guard"])
    put(state, 0, (68, 0, 90))
    for unit, y in ((1, 20), (2, 59), (3, 40)):
        put(state, unit, (68, y, 270))
    assert g.on_the_line(state, g.Fire(0, 4, 1)) == [1, 3, 2]
    stand(state, 2, (60, 59, 270))
    assert g.on_the_line(state, g.Fire(0, 4, 1)) == [1, 3]
    fly(state, 1, (68, 20, 270))
    assert g.on_the_line(state, g.Fire(0, 4, 1)) == [1]
    near = battle(["1 golborak"], ["1 alahan-guard", "1 alahan-guard"])
    put(near, 0, (20, 10, 0))
    put(near, 1, (40, 10, 180))
    put(near, 2, (79, 10, 180))
    assert g.on_the_line(near, g.Fire(0, 4, 1)) == [1, 2]
    stand(near, 0, (1, 10, 0))
    assert g.on_the_line(near, g.Fire(0, 4, 1)) == [1]  # the second is beyond 60 cm


def test_a_miss_hurts_nobody() -> None:  # rule: artillery.piercing
    state = gun("golborak")
    roll_next(state, 1)
    g.pierce(state, 0, g.Fire(0, 4, state.units[1].ranks[1]))
    happen(state)
    assert not any(each(state.fighters, "hurt"))


def test_the_second_gun_of_a_unit_aims_at_who_is_left() -> None:  # rule: artillery.piercing
    state = battle(["2 griffin-bombard"], ["3 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (60, 30, 270), files=3)  # the same one is nearest to both
    state.phase = p.SECOND_SHOOTING
    ask(state, Volley(0, 0))
    roll_next(state, 5, 5, 5, 5)  # each hits and kills
    play(state, "unit:1-unit-0")
    assert words(state).count("falls") == 2


def test_a_gun_may_leave_the_other_shooters_nobody() -> None:  # rule: shoot.roll
    state = battle(["1 golborak, 4 dwarf-bomber"], ["1 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 25, 270))
    state.phase = p.SECOND_SHOOTING
    ask(state, Volley(0, 0))
    roll_next(state, 5, 5)
    play(state, "unit:1-unit-0")
    assert not state.units[1].ranks
    assert "shots at" not in words(state)
    assert state.units[0].shot


# -- shells ----------------------------------------------------------------------------------


def shelled(state: RagNarok, fire: g.Fire, aim: int, face: int) -> list[tuple[int, int]]:
    """Whom a shell hits and how hard, if the die to hit and all others show these faces."""
    seen: list[tuple[int, int]] = []

    def spy(blow: Land, *_: object) -> None:
        seen.append((blow.victim, blow.blows.strength))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Land, "run", spy)
        patch.setattr(g, "d6", lambda *_: face)
        roll_next(state, aim)
        g.shell(state, 0, fire)
        happen(state)
    return seen


def test_a_shell_bursts_on_its_target() -> None:
    # rule: artillery.area, ruling.template-level
    state = gun("lor-arkhon")
    target = state.units[1].ranks[4]  # the middle of three ranks of three
    under = g.touched(state, (6800, 2500), (300, 0))
    assert sorted(under) == sorted(state.units[1].ranks)
    assert g.touched(state, (6800, 2500), (124, 0)) == [target]
    found = shelled(state, g.Fire(0, 7, target), 6, 4)
    assert found[0] == (target, 9)
    assert sorted(found[1:]) == [(n, 5) for n in state.units[1].ranks if n != target]
    assert shelled(state, g.Fire(0, 7, target), 6, 3) == [(target, 9)]
    assert g.radius(t.PROFILES["griffin-bombard"]) == 500
    fly(state, 1, (68, 25, 270))
    assert g.touched(state, (6800, 2500), (300, 0)) == []
    assert len(g.touched(state, (6800, 2500), (300, 1))) == 9


def test_a_deviated_shell_hits_nobody_directly() -> None:
    # example: example.deviated-template
    # rule: artillery.deviated-no-direct-hit, artillery.deviated-initial-target
    state = gun("lor-arkhon")
    target = state.units[1].ranks[4]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(g, "deviate", lambda *args: args[2])  # it comes down on the target
        found = shelled(state, g.Fire(0, 7, target), 1, 4)
        assert sorted(found) == [(n, 5) for n in state.units[1].ranks]
        assert shelled(state, g.Fire(0, 7, target), 1, 3) == []
    shelled(state, g.Fire(0, 7, target), 1, 1)
    assert "deviates 2 cm" in words(state)


def test_a_mortar_is_laid_on_one_fighter() -> None:  # rule: artillery.area
    state = gun("lor-arkhon")
    ask(state, Volley(0, 0))
    play(state, "unit:1-unit-0")
    assert set(options(state)) == {f"fighter:1-unit-0-{n}" for n in range(1, 10)}
    play(state, "fighter:1-unit-0-5")
    assert "against 4, " in words(state)
    assert state.units[0].shot


# -- moving, crews ---------------------------------------------------------------------------


def test_heavy_guns_do_not_move_and_fire() -> None:  # rule: artillery.no-move
    heavy, light = gun("griffin-bombard"), gun("golborak")
    assert may_shoot(heavy, 0)
    heavy.units[0].moved = light.units[0].moved = p.MARCHED
    assert not may_shoot(heavy, 0)
    assert may_shoot(light, 0)
    assert (1, "Moved this turn") in modifiers(light, 0, 1, False)


def test_without_a_crew_a_machine_neither_flees_nor_counter_charges() -> None:
    # rule: machine.crew, ruling.crew-wounds
    for hurt, moves in ((0, True), (2, False)):
        state = battle(["1 griffin-bombard"], ["3 alahan-guard"])
        put(state, 0, (68, 20, 90))
        put(state, 1, (68, 40, 270))
        state.fighters[0].hurt = hurt
        assert may_answer(state, Assault(1, 0, True), p.COUNTER_CHARGE) == moves
        assert may_answer(state, Assault(1, 0, True), p.RECEIVE_CHARGE)
        flee(state, 0)
        assert (state.units[0].paces > 0) == moves


def test_a_machine_needs_its_crew() -> None:  # rule: machine.crew, ruling.crew-wounds
    state = gun("griffin-bombard")
    for hurt, crew in ((0, 2), (1, 1), (2, 0)):
        state.fighters[0].hurt = hurt
        assert g.crew_left(state, 0) == crew
        assert may_shoot(state, 0) == (crew > 0)
    state.units[0].orders = (p.MARCH,)
    state.phase = p.MOVEMENT
    rows: list[Row] = []
    ask(state, *rows)
    activate(state, 0, p.MARCH)
    assert "no crew left" in words(state)
    assert not state.agenda
    tank = gun("dwarf-armoured-tank")
    tank.fighters[0].hurt = 5
    assert g.is_manned(tank, 0)  # its crew is inside


def test_a_shot_at_nobody_is_none() -> None:  # rule: artillery.piercing
    state = gun("golborak")
    put(state, 1, (10, 5, 270), files=3)
    ask(state, Volley(0, 0))
    assert "unit:1-unit-0" not in options(state)
    put(state, 1, (68, 25, 270), files=3)
    shoot(state, 0, 1)
    happen(state)
    assert state.units[0].shot
