"""Sentences of the book that small battlefields hold to their word, one line of rules each."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.levy import category, problems
from fimbul.games.rag_narok.ground.contact import contacts, near
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.ground.sight import NONE, sees
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.approach import first_ahead
from fimbul.games.rag_narok.rules.charge.charges import Engage, in_sight
from fimbul.games.rag_narok.rules.charge.withdraw import DODGE, FORCE, Flight, forced_way
from fimbul.games.rag_narok.rules.command.grasp import grasper
from fimbul.games.rag_narok.rules.faith.communions import final_call
from fimbul.games.rag_narok.rules.faith.faithful import believes, count_faith
from fimbul.games.rag_narok.rules.fear.toga import host
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.melee.combat import Split, attacks
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.shooting.volleys import modifiers
from fimbul.games.rag_narok.rules.values import fearless, is_undead, may_order
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.affairs import Combat, Conclave
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import (
    army,
    ask,
    battle,
    fight,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)
from tests.games.rag_narok.drawn import troop as unit_of
from tests.games.rag_narok.spellbook import named

# -- armies ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guest", "host_", "stranger"),
    [
        ("migail", "8 wolfen-warrior", "8 orc-warrior"),
        ("kelen-thirteenth-voice", "20 cynwall-equanime", "20 alahan-guard"),
        ("deacon-tiberius", "20 cynwall-equanime", "20 griffin-templar"),
    ],
)
def test_some_guests_are_welcome_without_their_troops(
    guest: str, host_: str, stranger: str
) -> None:
    # rule: army.lunatics-wolfen, army.hyperians-cynwall
    def turned_away(first: str) -> bool:
        found = problems(army(first, f"1 {guest}", budget=400))
        return any("comes only with troops of his people" in problem.text for problem in found)

    assert not turned_away(host_)
    assert turned_away(stranger)  # of the same Alliance Path, and yet


def test_an_even_mix_of_ranks_counts_as_the_higher() -> None:
    # rule: leader.category-limit
    assert category(unit_of("3 griffin-conscript, 2 griffin-templar").entries) == 1
    assert category(unit_of("3 griffin-conscript, 3 griffin-templar").entries) == 2
    assert category(unit_of("3 griffin-templar, 3 griffin-conscript").entries) == 2


# -- the dead --------------------------------------------------------------------------------


def test_only_undead_count_for_the_toga() -> None:  # rule: toga.df
    state = battle(["1 great-skull", "4 gravekeeper", "3 morbid-puppet"], ["8 alahan-guard"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (50, 30, 90))
    put(state, 2, (30, 30, 90))
    put(state, 3, (40, 55, 270))
    assert all(near(state, 0, member, 2500) for member in state.ranks[1])
    assert host(state, 0) == 2 + 3


def test_one_undead_makes_its_unit_one_of_undead() -> None:
    # rule: order.undead, artefact.black-diamond-undead-orders, skill.undead-fearless
    mixed, living = "1 melmoth, 3 gravekeeper", "3 gravekeeper"
    state = battle([mixed, living, "1 ejhin-de-vanth"], ["8 alahan-guard"])
    ejhin, melmoth = (fighter(state, named(state, who)) for who in ("ejhin-de-vanth", "melmoth"))
    assert (is_undead(state, 0), is_undead(state, 1)) == (True, False)
    assert not may_order(state, ejhin, 0)
    assert may_order(state, ejhin, 1)
    assert may_order(state, melmoth, 0)
    assert not fearless(state, 0)  # the living among them still fear


@pytest.mark.parametrize(
    ("units", "has"),
    [
        (["1 melmoth", "6 morbid-puppet"], True),
        (["1 ejhin-de-vanth", "6 morbid-puppet"], False),
        (["1 ejhin-de-vanth black-diamond", "6 morbid-puppet"], True),
        (["5 skull-warrior leader", "6 morbid-puppet"], False),  # leads, and commands nobody
        (["1 alderan", "6 alahan-guard"], False),
    ],
)
def test_who_has_dark_grasp(units: list[str], has: bool) -> None:
    # rule: darkgrasp.two-effects, artefact.black-diamond-undead-orders
    state = battle(units, ["8 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (20, 10, 90))
    assert state.generals[0] == 0
    assert grasper(state, 0) == (0 if has else -1)
    if has:
        kill(state, 0)
        assert state.generals[0] != 0 or grasper(state, 0) == -1


def test_a_commander_who_has_left_the_table_grasps_nothing() -> None:
    # rule: darkgrasp.two-effects
    state = battle(["1 melmoth", "6 morbid-puppet"], ["8 alahan-guard"])
    put(state, 0, (40, 10, 90))
    assert grasper(state, 0) == 0
    state.places[0] = None
    assert grasper(state, 0) == -1


# -- faith -----------------------------------------------------------------------------------


def test_hired_mercenaries_believe_with_the_people_they_come_from() -> None:
    # rule: tf.mercenaries, tf.unaffiliated-mercenaries, tf.allies-stateless
    hired = ["1 sered", "3 giant-barbarian", "1 oracle-of-danu", "3 danu-warrior", "1 baron-samedi"]
    state = battle(hired, ["1 croquemitaine", "1 baron-samedi", "1 goreth-the-massive"])
    for unit in range(len(state.ranks)):
        put(state, unit, (10 + 8 * unit, 30, 90))
    one = {fighter(state, n).card.id: fighter(state, n) for n in range(len(state.places))}
    barbarian = one["giant-barbarian"]
    assert believes(state, barbarian, one["oracle-of-danu"])  # a Kelt, whoever pays him
    assert not believes(state, barbarian, one["sered"])
    assert not believes(state, one["danu-warrior"], one["oracle-of-danu"])  # Allies do not count
    mine, theirs = (fighter(state, named(state, "baron-samedi", nth)) for nth in (0, 1))
    assert not believes(state, mine, one["sered"])  # of Darkness, not of Light
    assert believes(state, theirs, one["croquemitaine"])
    assert not believes(state, mine, one["croquemitaine"])  # the other side's
    assert not believes(state, one["goreth-the-massive"], one["croquemitaine"])
    oracle = named(state, "oracle-of-danu")
    put(state, 1, (26, 27, 90))
    assert count_faith(state, oracle) == 3 + 1 + 3  # Barbarians, itself, its aspects


def test_dead_disciples_lend_no_die() -> None:  # rule: communion.procedure
    state = battle(["1 oracle-of-danu chorus-of-aegis", "2 oracle-of-danu"], ["1 croquemitaine"])
    state.phase = p.DIVINATION
    put(state, 0, (20, 10, 90))
    put(state, 1, (27.5, 10, 90))
    put(state, 2, (60, 50, 270))
    state.faith = [9] * len(state.faith)
    state.conclaves = [Conclave("chorus-of-aegis", 0, (1, 2), 1)]
    roll_next(state, 2, 3, 4)
    assert dice_thrown(state) == 3
    kill(state, 2)
    assert dice_thrown(state) == 2


def dice_thrown(state: RagNarok) -> int:
    """How many dice the final call of the first Conclave throws."""
    trial = state.clone()
    trial.events = []
    final_call(trial, trial.conclaves[0])
    return sum(isinstance(event, Rolled) for event in trial.events)


# -- orders and movement ---------------------------------------------------------------------


def test_nobody_cancels_an_order_to_stand_still() -> None:  # rule: order.cancel
    state = battle(["6 griffin-duelist"], ["6 alahan-guard"])
    put(state, 0, (40, 20, 90), files=3)
    put(state, 1, (40, 45, 270), files=3)
    for order in p.ACTIONS:
        ask(state, Announce(0, 0, order))
        assert ("button:cancel" in options(state)) == (order != p.IMMOBILE)


def test_a_counter_charge_over_a_wall_is_a_feat() -> None:
    # rule: move.feat, countercharge.procedure
    for x, moved in ((55, p.FEATED), (12, p.FAST)):
        state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
        put(state, 0, (x, 25.25, 90), files=3)
        put(state, 1, (x, 32.75, 270), files=3)
        state.orders[1] = (p.COUNTER_CHARGE,)
        ask(state, c.Charge(0, 0))
        play(state, "unit:1-unit-0", "token:1-unit-0-1")
        assert state.paces[1] == 500
        assert state.moved[1] == moved


def test_who_was_struck_unseen_charges_only_those_without_the_mask() -> None:
    # rule: artefact.mask-receive-charge
    pair = "3 griffin-duelist, 1 executor mask-of-high-works"
    state = battle([pair], ["3 tiger-of-dirz"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 22, 270))
    state.masked = [(named(state, "executor"), 1)]
    assert in_sight(state, 1) == [0]  # the Duelists beside him may be charged
    assert first_ahead(state, 1, 3000) == 0
    alone = battle(["1 executor mask-of-high-works"], ["3 tiger-of-dirz"])
    put(alone, 0, (40, 10, 90))
    put(alone, 1, (40, 18, 270))
    for step in (c.Charge(1, 1), Engage(1, 1)):
        free, barred = alone.clone(), alone.clone()
        barred.masked = [(0, 1)]
        assert "unit:0-unit-0" in options(ask(free, step))
        assert "unit:0-unit-0" not in options(ask(barred, step))
        assert (first_ahead(free, 1, 3000), first_ahead(barred, 1, 3000)) == (0, None)


# -- sight and shooting ----------------------------------------------------------------------


@pytest.mark.parametrize(("apart", "seen"), [(24.9, True), (25.0, True), (25.1, False)])
def test_magnus_sees_as_far_as_his_familiar_does(apart: float, seen: bool) -> None:
    # rule: tank.clairvoyant-familiar
    crew = "1 magnus-the-mystic, 1 clairvoyant-familiar"
    state = battle(["1 dwarf-armoured-tank", crew], ["1 griffin-duelist"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (45, 20, 90))
    stand(state, 3, (40, 20, 270))
    stow(state, 1, 0)
    magnus = named(state, "magnus-the-mystic")
    low = 20.0
    while near(state, magnus, 3, 0):  # the front of the cockpit
        low += 0.1
        stand(state, 3, (40, low, 270))
    stand(state, 3, (40, low - 0.1 + apart, 270))
    assert (sees(state, magnus, 3) != NONE) == seen


def test_who_has_left_a_melee_shoots_worse() -> None:  # rule: shoot.modifiers, ruling.harassment
    def tired(moved: int, left: int, shooters: str) -> bool:
        state = battle([f"6 {shooters}"], ["6 alahan-guard"])
        put(state, 0, (40, 20, 90), files=3)
        put(state, 1, (40, 35, 270), files=3)
        state.moved[0], state.left[0] = moved, left
        return "moved this turn" in [found.text for found in modifiers(state, 0, 1, False)]

    assert not tired(p.STILL, 0, "griffin-fusilier")
    assert tired(p.STILL, 1, "griffin-fusilier")
    assert tired(p.MARCHED, 0, "griffin-fusilier")
    assert not tired(p.MARCHED, 0, "fianna")  # Harassment
    assert tired(p.MARCHED, 1, "fianna")
    assert tired(p.FAST, 0, "fianna")


# -- melee -----------------------------------------------------------------------------------


def test_a_routed_unit_as_quick_as_strong_dodges() -> None:
    # rule: rout.forced-disengage-type, ruling.disengage-values
    ways = {"3 cynwall-equanime": DODGE, "3 cynwall-magistrate": DODGE, "3 alahan-guard": FORCE}
    for crew, way in ways.items():
        state = fight(crew, "3 orc-warrior")
        state.moods[0] = p.ROUT  # costs INI, which does not count for the way
        state.phase = p.MOVEMENT
        assert forced_way(state, 0) == way
        ask(state, Flight(0, 0))
        assert ("INI to dodge away" if way == DODGE else "STR to break away") in words(state)


def test_attack_dice_are_only_those_of_fighters_in_contact() -> None:
    # rule: melee.remove-attack-dice
    state = battle(["4 griffin-duelist"], ["2 alahan-guard"])
    stand(state, 0, (40, 30, 90))
    stand(state, 1, (44, 30, 90))
    stand(state, 2, (36, 22, 90))
    stand(state, 3, (44, 22, 90))
    stand(state, 4, (40, 33, 270))
    stand(state, 5, (44, 33, 270))
    state.phase = p.MELEE
    Melee().run(state, None)
    state.agenda.clear()
    assert sorted(contacts(state)) == [0, 1, 4, 5]
    state.combat = Combat((0, 1), dice=(2, 0), attack=(2, 0))
    assert attacks(state, 0) == 2
    kill(state, 0)
    assert attacks(state, 0) == 1  # the two behind strike nobody
    kill(state, 1)
    assert attacks(state, 0) == 0


def test_who_kept_a_die_on_guard_does_not_rage() -> None:
    # rule: ruling.war-fury, melee.additional-dice, devastating.defence-dice-stay
    for guard, dice, kept in ((0, 2, 0), (1, 1, 1)):
        state = fight("2 griffin-templar", "2 alahan-guard")
        state.combat = Combat((0, 1), dice=(2, 0))
        state.spent[0] = state.spent[1] = 1
        state.guard[0] = guard
        ask(state, Split(0))
        play(state, "split:2-0")
        assert state.combat is not None
        assert state.combat.attack[0] == 2 + dice
        assert state.combat.defence[0] == kept
        assert state.guard[0] == 0
