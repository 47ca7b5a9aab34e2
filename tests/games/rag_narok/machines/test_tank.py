"""The Tank, who sits in it, and what is Unalterable."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.setup import army_problems
from fimbul.games.rag_narok.ground import sight
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.measure.tables import MIRACLES
from fimbul.games.rag_narok.rules.charge.withdraw import Flight
from fimbul.games.rag_narok.rules.faith.communions import judge
from fimbul.games.rag_narok.rules.faith.faithful import count_faith, perceives
from fimbul.games.rag_narok.rules.faith.miracles import targets
from fimbul.games.rag_narok.rules.harm import inflict
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.machines import steam as m
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.rules.magic.incantation import castable
from fimbul.games.rag_narok.rules.magic.reach import (
    fighters_in_reach,
    reaches,
    spots_in_reach,
    units_in_reach,
)
from fimbul.games.rag_narok.rules.magic.rituals import has_moved
from fimbul.games.rag_narok.rules.magic.spells import blast
from fimbul.games.rag_narok.rules.melee.fights import attack_value
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.shooting.eruption import burnt
from fimbul.games.rag_narok.rules.shooting.volleys import has_shot
from fimbul.games.rag_narok.state import fighter, spot_of
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.games.rag_narok.state.faith import Conclave
from fimbul.games.rag_narok.state.magic import Council
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    happen,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)
from tests.games.rag_narok.machines.drawn import FOES, TANK, aboard, column
from tests.games.rag_narok.spellbook import chant, give, id_of, named


def test_passengers_are_healed_but_not_moved() -> None:
    # example: example.passengers
    # rule: transport.not-unalterable, transport.no-forced-movement
    state = battle([TANK, "1 alahan-mage healing-light, 1 alderan"], [FOES])
    put(state, 0, (40, 30, 90))
    put(state, 1, (45, 30, 90))
    put(state, 2, (40, 55, 270))
    stow(state, 1, 0)
    mage, hero = named(state, "alahan-mage"), named(state, "alderan")
    give(state, mage, light=3)
    state.fighters[hero].hurt, state.phase = 1, p.SECOND_SHOOTING
    chant(state, mage)
    roll_next(state, 5)
    play(state, "spell:healing-light", id_of(state, hero), "button:cast")
    assert state.fighters[hero].hurt == 0
    before = list(state.places)
    state.units[1].mood, state.phase = p.ROUT, p.MOVEMENT
    ask(state, Flight(0, 1))
    assert "stays aboard" in words(state)
    lay(state, "storm-spirit", hero)
    state.units[1].mood, state.units[1].orders = p.CALM, (p.MARCH,)
    ask(state, Activate(0))
    play(state, "token:0-unit-1-1")
    assert "button:stay-aboard" in options(state)  # it does not charge
    assert state.places == before
    assert len(state.units) == 3


def test_awareness_reaches_out_of_the_tank_and_into_it() -> None:
    # example: example.awareness-tank
    # rule: tank.awareness-outwards, tank.awareness-inwards, ruling.awareness-range
    state = battle([TANK, "1 elghir divine-wrath"], ["1 griffin-duelist", "1 griffin-duelist"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (45, 30, 90))
    stand(state, 2, (40, 30 + 14 + 1.25, 270))
    stand(state, 3, (40, 30 - 16 - 1.25, 90))
    stow(state, 1, 0)
    assert targets(state, 1, MIRACLES["divine-wrath"]) == [id_of(state, 2)]
    assert not sight.sees(state, 1, 2)  # he feels it, and sees nothing
    for apart, felt in ((14, True), (16, False)):
        other = battle([TANK, "1 provost-of-uren"], ["1 elghir"])
        put(other, 0, (40, 30, 90))
        put(other, 1, (45, 30, 90))
        stand(other, 2, (40, 30 + apart + 1.25, 270))
        stow(other, 1, 0)
        assert perceives(other, 2, 1) == felt
        assert not sight.sees(other, 2, 1)
    blind = battle([TANK, "1 provost-of-uren"], ["1 abel"])
    put(blind, 0, (40, 30, 90))
    put(blind, 1, (45, 30, 90))
    stand(blind, 2, (40, 36, 270))
    stow(blind, 1, 0)
    assert not perceives(blind, 2, 1)


def test_magnus_sees_out_by_his_familiar() -> None:
    # example: example.magnus-in-tank
    # rule: tank.clairvoyant-familiar, tank.no-sight-through-hull
    crew = "1 magnus-the-mystic veil-of-soot primal-bolt, 1 clairvoyant-familiar"
    state = battle([TANK, crew], ["1 griffin-duelist", "1 griffin-duelist"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (45, 30, 90))
    stand(state, 3, (40, 30 + 24 + 1.25, 270))
    stand(state, 4, (40 + 26 + 1.25, 30, 180))
    stow(state, 1, 0)
    magnus = named(state, "magnus-the-mystic")
    far = FORMULAS[NUMBER["primal-bolt"]]._replace(reach=3000)
    assert reaches(state, magnus, 3, far)
    assert not reaches(state, magnus, 4, far)
    stand(state, 4, (40 + 24 + 1.25, 30, 180))  # beside the Tank's front is as good
    assert reaches(state, magnus, 4, far)
    veil = FORMULAS[NUMBER["veil-of-soot"]]
    assert veil.reach == 3000
    assert any(spots_in_reach(state, magnus, veil))
    assert {int(spot.rpartition("-")[2]) for spot in spots_in_reach(state, magnus, veil)} <= set(
        range(26)
    )
    inflict(state, named(state, "clairvoyant-familiar"), 1)
    assert not reaches(state, magnus, 3, far)
    assert not spots_in_reach(state, magnus, veil)


def test_magnus_alone_sees_nothing() -> None:  # rule: tank.no-sight-through-hull
    state = aboard("1 magnus-the-mystic primal-bolt, 1 mechanical-familiar", "1 griffin-duelist")
    put(state, 2, (40, 36, 270))
    magnus = named(state, "magnus-the-mystic")
    assert not sight.sees(state, magnus, 4 - 1)
    assert not sight.sees(state, 3, magnus)
    assert sight.sees(state, magnus, named(state, "mechanical-familiar")) == sight.FULL
    give(state, magnus, fire=5)
    assert not castable(state, magnus, NUMBER["primal-bolt"])


def test_faith_is_counted_from_the_cockpit() -> None:  # rule: tf.amount, machine.transport
    state = battle([TANK, "1 elghir", "2 provost-of-uren"], [FOES])
    put(state, 0, (40, 30, 90))
    put(state, 1, (45, 30, 90))
    put(state, 2, (40, 38, 90))
    stow(state, 1, 0)
    assert count_faith(state, named(state, "elghir")) == 3 + 1 + 1 + 2  # the Tank and two Provosts


def test_a_council_that_rides_has_moved() -> None:  # rule: ritual.warmage-no-move
    state = aboard("1 magnus-the-mystic")
    spot = spot_of(state, 1)[:2]
    council = Council(NUMBER["column-of-light"], (), 1, (1,), (spot,))
    assert not has_moved(state, council)
    go_on(state, 0, 90, 500)
    assert has_moved(state, council)


def test_magic_does_nothing_to_the_tank_but_a_wall_stops_it() -> None:
    # example: example.tank-magic
    # rule: unalterable.immune, unalterable.environment
    state = column()
    res = fighter(state, 0).card.res
    lay(state, "stone-skin", 0)
    lay(state, "weight-of-the-grave", 0, 1)
    assert lies_on(state.charms, "stone-skin", 0)
    assert (fighter(state, 0).card.res, fighter(state, 0).card.mov) == (res, 1000)
    assert distances(state, 0, 90, 1000, Way())[-1] == 1000
    state.magic.conjured += ((NUMBER["wall-of-earth"], 4000, 3000 + 375 + 300, 90, 1),)
    assert distances(state, 0, 90, 1000, Way())[-1] == 200
    veiled = column()
    put(veiled, 2, (40, 45, 270))
    assert has_shot(veiled, 0, 2)
    veiled.magic.conjured += ((NUMBER["veil-of-soot"], 4000, 3800, 90, 1),)
    assert not has_shot(veiled, 0, 2)
    misty = column()
    put(misty, 2, (40, 45, 270))
    misty.magic.conjured += ((NUMBER["veil-of-mist"], 4000, 3800, 90, 1),)
    assert not has_shot(misty, 0, 2)


def test_no_blast_fire_or_judgement_harms_it() -> None:
    # rule: unalterable.immune, ruling.unalterable-abilities
    state = column("3 thermo-warrior", "1 sered divine-wrath")
    put(state, 2, (40, 42, 270))
    blast(state, 4, [0], 20)
    happen(state)
    assert state.fighters[0].hurt == 0
    assert id_of(state, 0) not in targets(state, 4, MIRACLES["divine-wrath"])
    assert id_of(state, 1) in targets(state, 4, MIRACLES["divine-wrath"])
    friends = column("1 elghir")
    put(friends, 1, (40, 30 - 3.75 - 1.25, 90))
    assert targets(friends, 1, MIRACLES["occult-knighting"]) == []
    judge(state, Conclave("judgement-of-merin", 4, (), 0))
    happen(state)
    assert "STR 8" not in words(state)
    mage = column("3 thermo-warrior", "1 questor-of-acheron dark-lash")
    put(mage, 2, (40, 42, 270))
    assert set(fighters_in_reach(mage, 4, FORMULAS[NUMBER["dark-lash"]])) == {1, 2, 3}
    fire = battle([TANK, "2 thermo-warrior"], ["1 fire-elemental"])
    put(fire, 0, (40, 30, 90))
    put(fire, 1, (45, 30, 90))
    put(fire, 2, (40, 38, 270))
    assert set(burnt(fire, 3)) == {1, 2}
    stow(fire, 1, 0)
    assert not burnt(fire, 3)


def test_a_charge_weighs_on_the_tank_too() -> None:  # rule: ruling.unalterable-abilities
    state = column()
    mine, theirs = fighter(state, 0).group, fighter(state, state.units[2].ranks[0]).group
    before = attack_value(state, mine, theirs)
    state.units[0].charged_by = (2,)
    assert attack_value(state, mine, theirs) == before - 1


def test_no_spell_for_boilers_finds_the_tank() -> None:
    # example: example.tank-options
    # rule: tank.no-boiler-effects, tank.no-mechanical-familiar
    # rule: unalterable.fixed-profile, unalterable.no-equipment, tank.no-optional-equipment
    priest = "1 thermo-priest-razorback thermo-acceleration thermo-compression"
    state = battle([TANK, "1 mechanical-familiar", priest], [FOES])
    put(state, 0, (40, 30, 90))
    put(state, 1, (45, 30, 90))
    put(state, 2, (40, 20, 90))
    put(state, 3, (40, 55, 270))
    give(state, 2, fire=4)
    mage = named(state, "thermo-priest-razorback")
    chant(state, mage)
    play(state, "spell:thermo-acceleration")
    assert options(state) == (id_of(state, mage),)  # its own Boiler, not the Tank's
    assert 0 not in units_in_reach(state, mage, FORMULAS[NUMBER["thermo-compression"]])
    stow(state, 1, 0)
    assert not m.has_mechanic(state, state.roster.groups[0])
    for extra in ("caduceus", "pressure-regulator", "accelerator"):
        told = "A\npeople dwarves\nbudget 600\ncommander golborak\n\nB\n1 dwarf-armoured-tank with "
        told += extra
        assert any("can have no equipment" in problem for problem in army_problems(told))
