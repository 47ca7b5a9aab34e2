"""Mana: pools, other sources, recovery; Familiars; Horns of Damnation."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import capacity
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.magic import mana as m
from fimbul.games.rag_narok.rules.magic.familiars import familiar_of, ready_familiar
from fimbul.games.rag_narok.rules.magic.rituals import FinalIncantations
from fimbul.games.rag_narok.rules.movement.leaving import departures
from fimbul.games.rag_narok.rules.movement.parties import hand_over
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import (
    ask,
    options,
    play,
    put,
    roll_next,
    set_those,
    stand,
    those,
    words,
)
from tests.games.rag_narok.spellbook import cast, chant, duel, gems, give, id_of, named, spells


def test_pools_are_full_at_the_start_as_the_player_divides_them() -> None:
    # rule: mana.capacity, mana.pool-limit
    state = duel(["1 magnus-the-mystic"], ["1 questor-of-acheron"])
    state.phase = p.DEPLOYMENT
    ask(state, m.FillPools())
    assert options(state)[0] == "gems:14"
    play(state, "gems:5")
    assert options(state) == tuple(f"gems:{count}" for count in range(9, -1, -1))
    play(state, "gems:2")
    assert gems(state, 0) == {"air": 5, "earth": 2, "fire": 7}
    assert gems(state, 1) == {"darkness": 6}
    assert not state.open


def test_gems_beyond_the_pool_come_from_a_source() -> None:
    # example: example.pool-limit
    # rule: mana.pool-limit, mana.other-sources, mana.capacity, ruling.mana-sources
    state = duel(["1 alahan-mage thousand-tears source-of-fire"], ["1 melmoth"])
    give(state, 0, light=6)
    assert (capacity(fighter(state, 0)), m.room(state, 0)) == (6, 0)
    m.gain(state, 0, p.LIGHT, 3)
    assert gems(state, 0) == {"light": 6}
    tork = duel(["1 tork primal-bolt"], ["1 melmoth"])
    tork.phase = p.DEPLOYMENT
    tork.magic.springs = ((0, 6600, 1125, 4),)
    give(tork, 0, earth=6)
    tork.phase = p.SECOND_SHOOTING
    cast(tork, 0, "primal-bolt", id_of(tork, 1), "gem:0-unit-0-1-earth")
    play(tork, *["gem:0-unit-0-1-earth"] * 2, *["spring:0-unit-0-1-fire"] * 2)
    assert tork.magic.casting is not None
    assert sum(tork.magic.casting.paid) == 5
    assert gems(tork, 0) == {"earth": 3}
    assert tork.magic.springs[0][3] == 2


def test_a_source_of_fire_lies_where_it_was_laid() -> None:
    # rule: mana.other-sources, ruling.mana-sources
    state = duel(["1 tork primal-bolt source-of-fire"], ["1 melmoth"])
    state.phase = p.DEPLOYMENT
    ask(state, m.FillPools())
    play(state, "gems:10")
    ((owner, x, y, held),) = state.magic.springs
    assert (owner, held) == (0, 4)
    assert m.Well(m.SPRING, 0, p.FIRE, 4) in m.wells(state, 0)
    stand(state, 0, (x / 100, y / 100 + 3.7, 90))
    assert m.Well(m.SPRING, 0, p.FIRE, 4) in m.wells(state, 0)
    stand(state, 0, (x / 100, y / 100 + 3.8, 90))
    assert m.wells(state, 0) == m.own_wells(state, 0)
    state.magic.springs = ((0, x, y, 1),)
    state.phase = p.END
    for full in (2, 3, 4, 4):
        ask(state, m.Recover())
        assert state.magic.springs[0][3] == full


def toad() -> RagNarok:
    state = duel(["1 tork primal-bolt", "1 battle-toad"], ["1 melmoth"])
    stand(state, 0, (60, 10, 90))
    stand(state, 1, (60, 7.5, 90))
    stand(state, 2, (60, 25, 270))
    give(state, 0, fire=10)
    give(state, 1, earth=4)
    return state


def test_a_battle_toad_is_used_in_contact_and_only_while_casting() -> None:
    # example: example.full-pool-toad
    # rule: mana.full-pool-extra, mana.full-pool-no-carry, mana.other-sources
    state = toad()
    assert m.room(state, 0) == 0
    cast(state, 0, "primal-bolt", id_of(state, 2), *["gem:0-unit-1-1-earth"] * 2)
    assert (gems(state, 0), gems(state, 1)) == ({"fire": 10}, {"earth": 2})
    assert state.magic.casting is not None
    assert sum(state.magic.casting.paid) == 2
    state = toad()
    stand(state, 0, (60, 12.6, 90))  # he goes away: nothing came with him
    assert {well.holder for well in m.wells(state, 0)} == {0}
    assert gems(state, 0) == {"fire": 10}
    assert all(thing.startswith(("spell:", "button:")) for thing in options(chant(state, 0)))


def test_sources_serve_every_magician_of_their_side_and_no_other() -> None:
    # rule: ruling.mana-sources, ruling.horns-holders
    ours = ["1 tork", "1 tamaor", "1 battle-toad", "1 skull-warrior horns-of-damnation"]
    state = duel(ours, ["1 sophet-drahas"])
    for number, x in enumerate((60, 55, 57.5, 62.5)):
        stand(state, number, (x, 10, 90))
    stand(state, 4, (57.5, 14, 270))  # an enemy beside them
    give(state, 2, earth=4)
    state.fighters[3].horns = 2
    state.magic.springs = ((0, 5750, 1125, 4),)
    for mage in (0, 1):
        kinds = [(well.kind, well.holder) for well in m.wells(state, mage)]
        assert kinds == [(m.POOL, 2), (m.HORNS, 3), (m.SPRING, 0)]
    assert m.wells(state, 4) == []


def test_a_toad_holds_gems_that_its_side_can_use() -> None:  # rule: mana.other-sources
    state = duel(["1 tork", "1 battle-toad"], ["1 melmoth"])
    state.phase = p.DEPLOYMENT
    ask(state, m.FillPools())
    play(state, "gems:10", "gems:1")
    assert gems(state, 1) == {"earth": 1, "fire": 3}


@pytest.mark.parametrize(
    ("dice", "back"),
    [((1,), 0), ((2,), 1), ((3,), 2), ((5,), 2), ((6, 1), 0), ((6, 2), 3), ((6, 3), 4)],
)
def test_recovering_mana(dice: tuple[int, ...], back: int) -> None:
    # rule: mana.recovery, power.natural-one
    state = duel(["1 questor-of-acheron"], ["1 melmoth"])
    give(state, 0)
    state.phase = p.END
    roll_next(state, *dice)
    ask(state, m.Recover())
    assert sum(gems(state, 0).values()) == back


def test_recovery_stops_at_the_brim_and_asks_for_the_elements() -> None:
    # rule: mana.recovery, mana.pool-limit
    state = duel(["1 alahan-mage"], ["1 melmoth"])
    give(state, 0, light=5)
    state.phase = p.END
    roll_next(state, 6)
    ask(state, m.Recover())
    assert options(state) == ("element:earth", "element:light")
    play(state, "element:earth")
    assert gems(state, 0) == {"earth": 1, "light": 5}
    assert not state.open  # of the three gems only one found room
    assert len([e for e in state.events if isinstance(e, Rolled)]) == 0
    ask(state, m.Recover())
    assert not state.open


# -- Horns of Damnation ----------------------------------------------------------------------


@pytest.mark.parametrize("die", [1, 6])
def test_a_commanders_horns_hold_what_a_die_shows(die: int) -> None:
    # example: example.horns-commander-die
    # rule: horns.commander-gems
    state = duel(["1 sophet-drahas dark-lash horns-of-damnation"], ["1 abel"])
    state.phase = p.DEPLOYMENT
    roll_next(state, die)
    ask(state, m.FillPools())
    assert state.fighters[0].horns == die
    assert len([e for e in state.events if isinstance(e, Rolled)]) == 1
    give(state, 0)
    state.phase = p.SECOND_SHOOTING
    state.fighters[0].horns = 2
    assert "dark-lash" in spells(state, 0)


def test_horns_of_another_commander_hold_two() -> None:
    # rule: horns.commander-gems, ruling.horns-holders
    state = duel(["1 great-skull", "1 melmoth horns-of-damnation"], ["1 abel"])
    state.phase = p.DEPLOYMENT
    for seed in range(4):
        state.seed = seed
        ask(state, m.FillPools())
        assert state.fighters[named(state, "melmoth")].horns == 2


def test_a_skull_warriors_horns_serve_magicians_nearby() -> None:
    # rule: ruling.horns-holders
    state = duel(
        ["1 questor-of-acheron dark-lash", "1 skull-warrior horns-of-damnation"], ["1 abel"]
    )
    state.phase = p.DEPLOYMENT
    ask(state, m.FillPools())
    skull = named(state, "skull-warrior")
    assert state.fighters[skull].horns == 2
    give(state, 0)
    state.phase = p.SECOND_SHOOTING
    stand(state, skull, (66 - 12.5, 10, 90))  # 10 cm between the bases
    stand(state, 0, (66, 10, 90))
    assert near(state, 0, skull, 1000)
    cast(state, 0, "dark-lash", id_of(state, 2))
    assert state.fighters[skull].horns == 0
    state.fighters[skull].horns = 2
    stand(state, skull, (66 - 12.6, 10, 90))
    assert not spells(state, 0)


def test_a_gem_of_the_horns_tells_what_it_buys() -> None:
    # rule: ruling.horns-holders, ruling.test-policy-shown
    crews = ["1 questor-of-acheron dark-lash", "1 skull-warrior horns-of-damnation"]
    state = duel(crews, ["1 abel"])
    give(state, 0, darkness=2)
    state.fighters[1].horns = 2
    stand(state, 1, (66 - 5, 10, 90))
    cast(state, 0, "dark-lash", id_of(state, 2))
    told = [list(foretold(state, state.agenda[-1][0], thing)) for thing in options(state)]
    assert options(state)[-1].startswith("horns:")
    assert told[0] == told[-1] != []


def test_a_commanders_horns_serve_nobody_else() -> None:  # rule: ruling.horns-holders
    state = duel(["1 questor-of-acheron dark-lash", "1 melmoth horns-of-damnation"], ["1 abel"])
    melmoth = named(state, "melmoth")
    give(state, 0)
    state.phase, state.fighters[melmoth].horns = p.SECOND_SHOOTING, 2
    stand(state, melmoth, (66 - 5, 10, 90))
    stand(state, 0, (66, 10, 90))
    assert not spells(state, 0)


# -- Familiars -------------------------------------------------------------------------------

MAGNUS = "4 thermo-warrior, 1 magnus-the-mystic tornado, 1 clairvoyant-familiar"


def bound() -> RagNarok:
    state = duel([MAGNUS], ["1 abel"])
    give(state, named(state, "magnus-the-mystic"), air=14)
    return state


def test_a_familiar_stands_close_in_a_dispersed_unit() -> None:
    # example: example.familiar-place
    # rule: familiar.dispersed-contact, familiar.same-unit, familiar.independent
    state = bound()
    put(state, 0, (60, 10, 90), files=4, spread=1)
    magnus, familiar = named(state, "magnus-the-mystic"), named(state, "clairvoyant-familiar")
    first = state.units[0].ranks[0]
    assert near(state, magnus, familiar, p.TOUCH)
    assert not near(state, first, state.units[0].ranks[1], p.SPREAD - 1)
    assert state.units[0].spread == 1
    assert fighter(state, familiar).unit == fighter(state, magnus).unit
    assert fighter(state, familiar).card.independent
    offered = departures(state, 0)
    assert {crew for crew, _ in offered.values()} == {(magnus, familiar)}  # never it alone


def test_a_familiar_gives_a_die_once_a_turn() -> None:  # rule: familiar.reaction
    state = bound()
    magnus, familiar = named(state, "magnus-the-mystic"), named(state, "clairvoyant-familiar")
    cast(state, magnus, "tornado", id_of(state, named(state, "abel")))
    assert id_of(state, familiar) in options(state)
    play(state, id_of(state, familiar))
    assert id_of(state, familiar) not in options(state)
    assert gems(state, magnus) == {"air": 12}
    roll_next(state, 1, 2)
    play(state, "button:cast")
    assert "Power 7 + 2 = 9 against 8, passed" in words(state)
    assert ready_familiar(state, magnus) == -1
    set_those(state.fighters, "helped", [])
    assert ready_familiar(state, magnus) == familiar


def test_each_familiar_has_its_magician() -> None:  # rule: ruling.familiar-bond
    told = "1 magnus-the-mystic, 1 thermo-priest-razorback, 2 mechanical-familiar"
    state = duel([told], ["1 abel"])
    first, second = (named(state, "mechanical-familiar", nth) for nth in (0, 1))
    assert familiar_of(state, named(state, "magnus-the-mystic")) == first
    assert familiar_of(state, named(state, "thermo-priest-razorback")) == second


def test_a_bond_outlives_the_unit() -> None:  # rule: ruling.familiar-bond, familiar.same-unit
    lone, paired = "4 alahan-guard, 1 alahan-mage", "3 alahan-guard, 1 alahan-mage"
    state = duel([lone, f"{paired}, 1 familiar-of-light"], ["1 abel"])
    stranger, mage = (named(state, "alahan-mage", nth) for nth in (0, 1))
    familiar = named(state, "familiar-of-light")
    hand_over(state, (stranger,), 1)  # the first magician of that Unit, by its number
    assert fighter(state, stranger).unit == fighter(state, mage).unit
    assert familiar_of(state, mage) == familiar
    assert familiar_of(state, stranger) == -1
    kill(state, stranger)
    assert state.places[familiar] is not None


def test_a_familiar_helps_to_counter() -> None:  # rule: familiar.reaction, counter.procedure
    state = duel(["1 sophet-drahas dark-lash"], ["1 alahan-mage, 1 familiar-of-light"])
    mage, familiar = named(state, "alahan-mage"), named(state, "familiar-of-light")
    give(state, 0, darkness=2)
    give(state, mage, light=1)
    roll_next(state, 3)
    cast(state, 0, "dark-lash", id_of(state, mage))
    play(state, id_of(state, mage))  # its one gem is paid
    assert options(state) == ("button:enough", id_of(state, familiar))
    roll_next(state, 2, 6)
    play(state, id_of(state, familiar))
    assert "counter, Power 3 + 6 = 9 against 9, passed" in words(state)
    assert those(state.fighters, "helped") == [familiar]


def test_a_familiar_helps_with_a_ritual() -> None:  # rule: familiar.reaction, ritual.procedure
    ours = ["1 alahan-mage column-of-light, 1 familiar-of-light"]
    for helps, dice in ((True, 2), (False, 1)):
        state = duel(ours, ["3 morbid-puppet"], 20)
        give(state, 0, light=6)
        play(chant(state, 0), "ritual:column-of-light", "unit:1-unit-0")
        state.turn += 1
        ask(state, FinalIncantations())
        familiar = id_of(state, named(state, "familiar-of-light"))
        assert options(state) == (familiar, "button:without-it")
        roll_next(state, 2, 3)
        play(state, familiar if helps else "button:without-it")
        assert len([e for e in state.events if isinstance(e, Rolled)]) == dice
        assert (ready_familiar(state, 0) < 0) == helps


@pytest.mark.parametrize(("die", "stays"), [(1, False), (3, False), (4, True), (5, True)])
def test_a_familiar_whose_magician_dies(die: int, stays: bool) -> None:
    # rule: familiar.reaction, power.natural-one
    state = bound()
    magnus, familiar = named(state, "magnus-the-mystic"), named(state, "clairvoyant-familiar")
    roll_next(state, die)
    kill(state, magnus)
    assert (state.places[familiar] is not None) == stays
    assert (familiar in state.units[0].ranks) == stays
    assert familiar_of(state, magnus) == (familiar if stays else -1)
