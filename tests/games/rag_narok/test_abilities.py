"""Assassins, the Lion Banner, Blazing Eruption, Harassment, Spectres, the Mask of High Works."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.contact import contacts
from fimbul.games.rag_narok.dreams import redeal
from fimbul.games.rag_narok.field import Way
from fimbul.games.rag_narok.levy import may_lead
from fimbul.games.rag_narok.paths import cost, crosses_wall, distances
from fimbul.games.rag_narok.rules import combat as k
from fimbul.games.rag_narok.rules import duel
from fimbul.games.rag_narok.rules import eruption as e
from fimbul.games.rag_narok.rules import melee as m
from fimbul.games.rag_narok.rules import shooting as sh
from fimbul.games.rag_narok.rules.assassins import assassins
from fimbul.games.rag_narok.rules.assault import Assault
from fimbul.games.rag_narok.rules.charge import assault, reach
from fimbul.games.rag_narok.rules.fights import dice_of
from fimbul.games.rag_narok.rules.harassment import Harass
from fimbul.games.rag_narok.rules.push import steps
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import Combat, RagNarok, fighter
from fimbul.kernel import Dice
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, stand, words

# -- Assassins -----------------------------------------------------------------------------------


def knives() -> RagNarok:
    """The Executor and a Reaper in one melee; both charged."""
    state = battle(["1 executor", "3 griffin-duelist"], ["1 mid-nor-reaper", "3 mid-nor-possessed"])
    put(state, 0, (20, 20, 90))
    put(state, 2, (20, 22.6, 270))
    put(state, 1, (50, 20, 90))
    put(state, 3, (50, 22.6, 270))
    state.revealed[0] = state.revealed[2] = p.CHARGE
    return state


@pytest.mark.parametrize(("winner", "first", "victim"), [(0, 0, 4), (1, 4, 0)])
def test_the_tactics_winners_assassin_stabs_first(winner: int, first: int, victim: int) -> None:
    # example: example.assassins-both
    # rule: skill.assassin-order, ruling.assassin-effect
    state = knives()
    state.winner = winner
    assert assassins(state) == [first, victim]
    ask(state, m.Melee())
    assert options(state) == ("button:hold", fighter(state, victim).id)
    play(state, fighter(state, victim).id)
    value = fighter(state, first).card.att
    assert options(state)[0] == f"difficulty:{value + 1}"
    roll_next(state, 3, 5)
    play(state, f"difficulty:{value + 2}")
    assert state.hurt[victim] > 0  # nobody could parry
    assert state.spent[first] == 1
    if state.fates[victim] == p.DEAD:
        assert assassins(state) == []


def test_an_assassin_may_hold_and_must_have_arrived_this_turn() -> None:
    # rule: ruling.assassin-effect
    state = knives()
    ask(state, m.Melee())
    play(state, "button:hold")
    assert [decision.seat for decision in state.open] == [1]
    assert state.spent[0] == 0
    state = knives()
    state.revealed = [-1] * 4
    assert assassins(state) == []
    state.revealed[0] = p.ENGAGE
    assert assassins(state) == [0]


# -- the Lion Banner -----------------------------------------------------------------------------


def test_knights_under_the_lion_banner_are_characters() -> None:
    # example: example.masterstroke-which
    # rule: skill.masterstroke-lion-banner, ruling.lion-banner, skill.masterstroke-two-rules
    knights = "2 lion-knight, 1 alahan-standard lion-banner"
    state = battle([knights], ["12 morbid-puppet"])
    put(state, 0, (30, 20, 90))
    put(state, 1, (30, 23.9, 270), files=12)
    state.foes = m.separation(state)
    knight = next(n for n in state.ranks[0] if fighter(state, n).card.id == "lion-knight")
    mine, theirs = fighter(state, knight).group, fighter(state, state.ranks[1][0]).group
    state.phase = p.MELEE
    state.combat = Combat((mine, theirs), attack=(4, 0), announced=(7, 0))
    assert k.Strike(0).hero(state) == -1
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) + duel.attack(state, 0) == [7, 7]  # any number, 5 above
    state.combat = None
    assert dice_of(state, knight) == 2
    ask(state, m.Melee())
    assert options(state) == ("button:keep-banner", "button:raise-banner")
    play(state, "button:raise-banner")
    assert dice_of(state, knight) == 3  # amid several enemies
    state.combat = Combat((mine, theirs), attack=(4, 0), announced=(7, 0))
    assert k.Strike(0).hero(state) >= 0
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) + duel.attack(state, 0) == [0, 0]  # the other rule: two dice, once
    bearer = next(n for n in state.ranks[0] if fighter(state, n).card.kind == "standard")
    assert state.raised == [bearer]
    state.combat, state.agenda = None, []
    ask(state, m.Melee())
    assert "button:raise-banner" not in options(state)  # once a game


# -- Blazing Eruption ----------------------------------------------------------------------------


def test_the_eruption_burns_by_distance_alone() -> None:
    # example: example.eruption-distances
    # rule: ability.eruption-bands, ability.eruption-no-modifiers, ruling.eruption-fractions
    foes = ["1 morbid-puppet"] * 4
    state = battle(["1 fire-elemental", "1 griffin-duelist"], foes)
    state.phase = p.SECOND_SHOOTING
    put(state, 0, (68, 20, 90))
    half = fighter(state, 0).card.base[1] / 200 + 1.25
    for unit, gap in zip((2, 3, 4, 5), (2, 8, 12, 15.1), strict=True):
        put(state, unit, (68, 20 + half + gap, 270))
    put(state, 1, (68, 20 - half - 5, 90))
    assert e.burnt(state, 0) == {1: 4, 2: 4, 3: 7, 4: 10}  # friend and foe, in a melee or not
    put(state, 1, (68, 20 - half - 5.01, 90))
    assert e.burnt(state, 0)[1] == 7
    ask(state, sh.Shoot(0))
    assert options(state) == ("eruption:0-unit-0-1", "button:pass")
    roll_next(state, 6, 3, 4, 6, 1, 2, 5)
    play(state, "eruption:0-unit-0-1")
    assert "Blazing Eruption: dice 6, 3, 4, 6, 1 and 2, 2 of 4 are hit" in words(state)
    assert not e.eruptions(state, 0)  # once a turn
    refresh(state)
    assert e.eruptions(state, 0)


# -- Harassment ----------------------------------------------------------------------------------


def javelins(order: int) -> RagNarok:
    state = battle(["4 fianna"], ["7 morbid-puppet"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 22, 270))
    state.phase, state.orders[0] = p.FIRST_SHOOTING, (order,)
    return state


def test_harassers_shoot_first_and_march_later() -> None:  # rule: ruling.harassment
    state = javelins(p.MARCH)
    ask(state, Harass(0))
    assert options(state) == ("button:pass", "token:0-unit-0-1")
    play(state, "token:0-unit-0-1", "unit:1-unit-0")
    assert (state.shot[0], state.orders[0]) == (1, (p.MARCH,))
    dream = state.clone()
    redeal(dream, 1, Dice(3))
    assert dream.orders[0] == (p.MARCH,)  # everybody knows it now


@pytest.mark.parametrize("order", [p.IMMOBILE, p.RUN])
def test_other_orders_do_not_let_them_but_being_asked_tells_nothing(order: int) -> None:
    # rule: ruling.harassment, ruling.hidden-information
    state = javelins(order)
    ask(state, Harass(0))
    assert options(state) == ("button:pass",)


def test_harassment_does_not_help_to_disengage() -> None:
    # example: example.harassment-limit
    # rule: disengage.harassment-no-first-phase
    state = javelins(p.DISENGAGE)
    put(state, 1, (30, 12.6, 270))
    ask(state, Harass(0))
    assert not state.open
    put(state, 1, (30, 22, 270))  # later, free again, after a march
    state.moved[0] = p.MARCHED
    assert sh.may_shoot(state, 0)
    state.phase = p.SECOND_SHOOTING
    ask(state, sh.Shoot(0))
    assert "unit:0-unit-0" in options(state)


def test_they_shoot_as_well_after_a_march() -> None:  # rule: ruling.harassment, shoot.modifiers
    state = javelins(p.MARCH)
    state.moved[0] = p.MARCHED
    assert sh.modifiers(state, 0, 1, False) == []
    other = battle(["3 griffin-fusilier"], ["7 morbid-puppet"])
    put(other, 0, (30, 10, 90))
    put(other, 1, (30, 22, 270))
    other.moved[0] = p.MARCHED
    assert [one.text for one in sh.modifiers(other, 0, 1, False)] == ["moved this turn"]


# -- Spectres ------------------------------------------------------------------------------------


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


# -- the Mask of High Works ----------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "pushes"), [(90, False), (270, True)])
def test_who_did_not_see_the_mask_cannot_push_towards_it(heading: int, pushes: bool) -> None:
    # rule: artefact.mask-receive-charge
    state = battle(["1 executor mask-of-high-works"], ["5 tiger-of-dirz"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 24, heading), files=5)
    assault(state, Assault(0, 1, True))
    state.brawls = m.brawls(state)
    assert (state.masked == []) == pushes
    assert bool(steps(state, 1)) == pushes


def test_receive_charge_is_not_stopped_by_the_mask() -> None:
    # example: example.mask
    # rule: artefact.mask-receive-charge, receive.procedure
    state = battle(["1 executor mask-of-high-works"], ["5 tiger-of-dirz"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 24, 90), files=5)
    assault(state, Assault(0, 1, True))
    alone = sum(n in contacts(state) for n in state.ranks[1])
    other = battle(["1 executor mask-of-high-works"], ["5 tiger-of-dirz"])
    put(other, 0, (30, 10, 90))
    put(other, 1, (30, 24, 90), files=5)
    assault(other, Assault(0, 1, True, answer=p.RECEIVE_CHARGE))
    assert other.masked == [(0, 1)]
    assert sum(n in contacts(other) for n in other.ranks[1]) > alone


def test_things_with_two_names_are_one_entry() -> None:
    # rule: ruling.same-things-two-names
    names = {"vile-tis-carnivore", "mid-nor-reaper", "executor", "acheron-spectre"}
    assert names <= set(t.PROFILES)
    other = (
        "predator",
        "harvester",
        "executioner",
        "ghost",
        "pillar-of-light",
        "dubbing",
        "worship",
    )
    everything = [*t.PROFILES, *t.RITUALS, *t.MIRACLES, *t.SKILLS]
    assert not [name for name in everything for word in other if word in name]
    keeper, digger = t.PROFILES["gravekeeper"], t.PROFILES["gravedigger-of-salaliel"]
    assert (keeper.faith, keeper.has("undead")) == (None, False)
    assert digger.faith is not None
    assert may_lead(digger)


def test_everything_here_can_be_seen() -> None:
    state = battle(["1 fire-elemental"], ["1 melmoth"])
    state.phase = p.SECOND_SHOOTING
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 20, 270))
    ask(state, sh.Shoot(0))
    things = {thing.id: thing.label for thing in GAME.scene(state, 0).things()}
    assert "eruption:0-unit-0-1" in things
    stand(state, 0, (40, 10, 90))
