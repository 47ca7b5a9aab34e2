"""Assassins, the Lion Banner, Blazing Eruption, Harassment, Spectres, the Mask of High Works."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.levy import may_lead
from fimbul.games.rag_narok.bots.dreams import redeal
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.ground.paths import cost, crosses_wall, distances
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import assault
from fimbul.games.rag_narok.rules.charge.withdraw import is_open
from fimbul.games.rag_narok.rules.command.orders import can_activate
from fimbul.games.rag_narok.rules.harm import Stroke, land
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import duel
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.assassins import Stab, assassins
from fimbul.games.rag_narok.rules.melee.fights import dice_of
from fimbul.games.rag_narok.rules.melee.push import steps, stride
from fimbul.games.rag_narok.rules.movement.activation import activate
from fimbul.games.rag_narok.rules.shooting import eruption as e
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.rules.shooting.harassment import Harass, Harassment
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.affairs import Combat
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.kernel import Dice, Rolled, settle
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fight,
    fly,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)

# -- Assassins -----------------------------------------------------------------------------------


def knives() -> RagNarok:
    """The Executor and a Reaper in one melee; both charged."""
    state = battle(["1 executor", "3 griffin-duelist"], ["1 mid-nor-reaper", "3 mid-nor-possessed"])
    put(state, 0, (20, 20, 90))
    put(state, 2, (20, 22.6, 270))
    put(state, 1, (50, 20, 90))
    put(state, 3, (50, 22.6, 270))
    state.assailed[0] = state.assailed[2] = 1
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
    # rule: ruling.assassin-effect, rout.no-attacks
    state = knives()
    ask(state, m.Melee())
    play(state, "button:hold")
    assert [decision.seat for decision in state.open] == [1]
    assert state.spent[0] == 0
    refresh(state)
    assert assassins(state) == []


def test_an_assassin_stabs_only_where_it_has_charged_or_engaged() -> None:
    # rule: ruling.assassin-effect
    state = knives()
    state.resisted = [50] * 4  # afraid of nothing
    refresh(state)
    for order in (p.CHARGE, p.ENGAGE, p.PURSUIT):  # who fights already falls upon nobody
        state.orders[0], state.agenda = (order,), []
        activate(state, 0, order)
        settle(state)
        if state.open:
            play(state, "button:carry-out")
        assert assassins(state) == []
    for charge in (True, False):
        refresh(state)
        put(state, 0, (68, 20, 90))
        put(state, 2, (68, 30, 270))
        assault(state, Assault(0, 2, charge))
        assert assassins(state) == [0]
    refresh(state)
    put(state, 0, (68, 20, 90))
    assault(state, Assault(0, 2, True, answer=p.COUNTER_CHARGE))
    assert assassins(state) == [0, 4]
    state.moods[0] = p.ROUT  # rule: rout.no-attacks
    assert assassins(state) == [4]


def stab(state: RagNarok, number: int, difficulty: int) -> None:
    foe = fighter(state, contacts(state)[number][0]).id
    ask(state, Stab(fighter(state, number).seat, number))
    play(state, foe, f"difficulty:{difficulty}")


def test_a_stab_is_an_attack_like_any_other() -> None:
    # rule: ruling.assassin-effect, flight.dive-bonus, miracle.vengeance-masterstroke
    # rule: miracle.bewitchment-six
    state = knives()
    state.phase, state.dives[2] = p.MELEE, 0
    reaper = fighter(state, 4).card
    roll_next(state, 5, 1)
    stab(state, 4, reaper.att + 2 + 3)
    assert f"STR {reaper.strength + 2} against" in words(state)  # it dived
    lay(state, "bewitchment-of-salatiel", 4)
    roll_next(state, 5, 6, 5)
    stab(state, 4, reaper.att + 2 + 2 + 3)
    assert state.hurt[0] > 0
    assert state.fates[4] == p.DEAD  # of its own 6
    state = knives()
    state.phase, executor = p.MELEE, fighter(state, 0).card
    lay(state, "vengeance-of-the-temple", 0)
    roll_next(state, 5, 1)
    stab(state, 0, executor.att + 3)
    assert f"STR {executor.strength + executor.att + 3} against" in words(state)


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
    assert k.Strike(0).heroes(state) == []
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) + duel.attack(state, 0) == [7, 7]  # any number, 5 above
    state.combat = None
    assert dice_of(state, knight) == 2
    ask(state, m.Melee())
    assert options(state) == ("button:keep-banner", "button:raise-banner")
    play(state, "button:raise-banner")
    assert dice_of(state, knight) == 3  # amid several enemies
    state.combat = Combat((mine, theirs), attack=(4, 0), announced=(7, 0))
    assert len(k.Strike(0).heroes(state)) == 2
    assert k.MASTERSTROKE in k.Strike(0, 1).options(state)  # each of them two dice
    assert k.MASTERSTROKE not in k.Strike(0, 2).options(state)
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) + duel.attack(state, 0) == [0, 0]  # the other rule: two dice, once
    bearer = next(n for n in state.ranks[0] if fighter(state, n).card.kind == "standard")
    assert state.raised == [bearer]
    state.combat, state.agenda = None, []
    ask(state, m.Melee())
    assert "button:raise-banner" not in options(state)  # once a game


def test_every_bearer_of_a_lion_banner_is_asked() -> None:  # rule: ruling.lion-banner
    knights = "2 lion-knight, 1 alahan-standard lion-banner"
    state = battle([knights, knights], ["4 morbid-puppet", "4 morbid-puppet"])
    for unit in (0, 1):
        put(state, unit, (20 + 30 * unit, 20, 90))
        put(state, 2 + unit, (20 + 30 * unit, 23.9, 270))
    ask(state, m.Melee())
    assert state.open[0].prompt == "Unit 0: raise the Lion Banner?"
    play(state, "button:keep-banner")
    assert state.open[0].prompt == "Unit 1: raise the Lion Banner?"
    play(state, "button:raise-banner")
    assert [lies_on(state.charms, "lion-banner", unit) for unit in (0, 1)] == [False, True]


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


@pytest.mark.parametrize("state_of", ["moods", "shaken"])
def test_who_may_not_shoot_does_not_erupt(state_of: str) -> None:
    # rule: state.rout, state.disorganised, ruling.eruption-fractions
    state = battle(["1 fire-elemental"], ["1 alahan-guard"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (40, 38, 270))
    assert e.eruptions(state, 0)
    getattr(state, state_of)[0] = p.ROUT if state_of == "moods" else 1
    assert not e.eruptions(state, 0)


@pytest.mark.parametrize(("die", "hits"), [(3, 0), (4, 1)])
def test_the_eruption_has_no_aim_and_its_own_strength(die: int, hits: int) -> None:
    # rule: ability.eruption-no-modifiers, ruling.eruption-fractions
    state = battle(["1 fire-elemental"], ["1 morbid-puppet"])
    put(state, 0, (68, 20, 90))
    put(state, 1, (68, 25, 270))
    roll_next(state, die, 4)
    e.erupt(state, 0)
    assert f"{hits} of 1 are hit" in words(state)
    assert ("STR 8 against" in words(state)) == bool(hits)


def test_the_eruption_reaches_low_flight_and_no_higher() -> None:
    # rule: ability.eruption-bands, flight.shoot-adjacent-level
    state = battle(["1 fire-elemental"], ["3 morbid-angel"])
    put(state, 0, (68, 20, 90))
    for level, burnt in ((p.LOW, 3), (p.HIGH, 0)):
        fly(state, 1, (68, 26, 270), level)
        assert len(e.burnt(state, 0)) == burnt


def test_a_familiar_that_vanishes_with_its_magician_burns_no_more() -> None:
    # rule: ability.eruption-bands, familiar.reaction
    magic = "4 thermo-warrior, 1 magnus-the-mystic, 1 clairvoyant-familiar"
    state = battle(["1 fire-elemental"], [magic])
    put(state, 0, (68, 20, 90))
    put(state, 1, (68, 27, 270))
    magnus, familiar = state.ranks[1][-2:]
    state.hurt[magnus] = fighter(state, magnus).card.wounds - 1
    gone = 0
    for seed in range(300):
        trial = state.clone()
        trial.seed = seed
        e.erupt(trial, 0)
        gone += trial.fates[familiar] == p.FLED
    assert gone


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


def test_harassers_may_turn_a_quarter_first() -> None:
    # rule: shoot.quarter-turn-before, ruling.harassment
    state = javelins(p.MARCH)
    put(state, 1, (18, 10, 0))
    ask(state, Harass(0))
    play(state, "token:0-unit-0-1")
    assert "unit:1-unit-0" not in options(state)
    play(state, "turn:90", "unit:1-unit-0")
    assert (state.shot[0], state.orders[0]) == (1, (p.MARCH,))


@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_tactics_roll_harasses_first(winner: int) -> None:
    # rule: ruling.harassment
    state = battle(["4 fianna"], ["4 fianna"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 22, 270))
    state.phase, state.winner, state.orders = p.FIRST_SHOOTING, winner, [(p.MARCH,), (p.MARCH,)]
    ask(state, Harassment())
    assert state.open[0].seat == 1 - winner


def test_who_shot_before_the_march_only_marches() -> None:  # rule: ruling.harassment
    state = javelins(p.MARCH)
    state.orders[0] = (p.MARCH, p.CHARGE)
    ask(state, Harass(0))
    play(state, "token:0-unit-0-1", "unit:1-unit-0")
    assert list(can_activate(state, 0)) == ["token:0-unit-0-1"]


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


def test_who_is_in_a_melee_does_not_harass() -> None:
    # rule: disengage.harassment-no-first-phase, ruling.harassment
    state = battle(["4 fianna"], ["1 melmoth", "7 morbid-puppet"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (37, 10, 180))
    put(state, 2, (30, 22, 270))
    state.phase, state.orders[0] = p.FIRST_SHOOTING, (p.MARCH,)
    assert sh.has_shot(state, 0, 2)  # not all of them are held, but their Unit is
    ask(state, Harass(0))
    assert not state.open


def test_they_shoot_as_well_after_a_march() -> None:  # rule: ruling.harassment, shoot.modifiers
    state = javelins(p.MARCH)
    state.moved[0] = p.MARCHED
    assert sh.modifiers(state, 0, 1, False) == []
    state.left[0] = 1  # it disengaged: that is no March
    assert [one.text for one in sh.modifiers(state, 0, 1, False)] == ["moved this turn"]
    other = battle(["3 griffin-fusilier"], ["7 morbid-puppet"])
    put(other, 0, (30, 10, 90))
    put(other, 1, (30, 22, 270))
    other.moved[0] = p.MARCHED
    assert [one.text for one in sh.modifiers(other, 0, 1, False)] == ["moved this turn"]


@pytest.mark.parametrize(
    ("dice", "sacred", "alive"),
    [((3, 6), False, True), ((3, 5), False, False), ((3, 6), True, False), ((2, 6), False, True)],
)
def test_the_hard_boiled_shrug_off_a_wound(
    dice: tuple[int, int], sacred: bool, alive: bool
) -> None:
    # rule: melee.wound-roll, ability.praetorian-sacred
    state = fight("1 griffin-praetorian", "1 gravekeeper")
    roll_next(state, *dice)
    land(state, 0, 1, Stroke(fighter(state, 1).card.res, sacred=sacred))
    assert (state.places[1] is not None) == alive
    thrown = len([event for event in state.events if isinstance(event, Rolled)])
    assert thrown == 1 + (dice[0] == 3 and not sacred)  # only a wound is shrugged off


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
        state.conjured = [(NUMBER["wall-of-earth"], 3000, 1700, 90, 9)]
        assert is_open(state, 0, 270, 800) == through


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
