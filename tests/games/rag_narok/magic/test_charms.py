"""Charms: what a spell changes on the cards of those it lies on."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.machines.steam import steam_strength
from fimbul.games.rag_narok.rules.magic import spells as sp
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.rules.magic.reach import suits
from fimbul.games.rag_narok.rules.melee.fights import attack_value, defence_value, initiative
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.state import RagNarok, card_mov, fighter
from fimbul.games.rag_narok.state.magic import Casting
from tests.games.rag_narok.drawn import ask, happen, options, play, put, roll_next, set_each, stand
from tests.games.rag_narok.magic.drawn import end_turn
from tests.games.rag_narok.spellbook import cast, chant, duel, gems, give, id_of, named, spells


def succeed(state: RagNarok, caster: int, spell: str, target: int = -1) -> None:
    """The spell takes effect at once."""
    sp.take_effect(state, Casting(caster, NUMBER[spell], target))
    happen(state)


def test_charms_change_the_cards_of_a_unit_until_the_turn_ends() -> None:
    # rule: ruling.same-effect-once, end.sequence
    state = duel(["3 wolfen-warrior, 1 wolfen-shaman stone-skin"], ["3 griffin-templar"])
    before = [fighter(state, n).card.res for n in state.units[0].ranks]
    succeed(state, 3, "stone-skin", 0)
    succeed(state, 3, "stone-skin", 0)
    assert [fighter(state, n).card.res for n in state.units[0].ranks] == [res + 1 for res in before]
    assert fighter(state, state.units[1].ranks[0]).card.res == 8
    end_turn(state)
    assert [fighter(state, n).card.res for n in state.units[0].ranks] == before


@pytest.mark.parametrize(
    ("spell", "ours", "changes"),
    [
        ("injection-of-rage", "3 biopsist", (0, 1, -1)),
        ("gift-of-the-jackal", "3 orc-warrior", (1, 1, 0)),
    ],
)
def test_charms_count_in_combat(spell: str, ours: str, changes: tuple[int, int, int]) -> None:
    # rule: spell.casting
    state = duel([ours], ["3 griffin-templar"])
    mine, theirs = fighter(state, 0).group, fighter(state, 3).group
    values = [f(state, mine, theirs) for f in (initiative, attack_value, defence_value)]
    succeed(state, 0, spell, 0)
    after = [f(state, mine, theirs) for f in (initiative, attack_value, defence_value)]
    assert tuple(new - old for old, new in zip(values, after, strict=True)) == changes
    other = fighter(state, 3)
    assert not suits(state, FORMULAS[NUMBER[spell]], other.unit)


def test_one_who_is_changed_alone_fights_apart() -> None:
    # rule: spell.lamentations-no-spread, spell.range-zero-personal
    state = duel(["4 danu-warrior"], ["3 griffin-templar"])
    plain = fighter(state, 0).group
    lay(state, "spasm", 1)
    lay(state, "spasm", 2)
    assert [fighter(state, n).group == plain for n in range(4)] == [True, False, False, True]
    assert fighter(state, 1).group == fighter(state, 2).group
    card = fighter(state, 1).card
    assert (card.att, card.strength, card.defence) == (4, 7, 2)
    groups = state.roster.groups
    assert [groups[fighter(state, n).group].members for n in (0, 1)] == [(0, 3), (1, 2)]


def danu(count: int = 8) -> RagNarok:
    ours = [f"{count} danu-warrior, 1 wolfen-shaman lamentations-of-danu"]
    state = duel(ours, ["3 griffin-templar"])
    give(state, count, earth=4)
    put(state, 0, (50, 10, 90), files=4)
    stand(state, count, (50, 3, 90))
    return state


def test_lamentations_change_one_warrior_and_never_spread() -> None:
    # example: example.lamentations-gems
    # rule: spell.lamentations-no-spread, spell.lamentations-cost, spell.frequency
    state = danu()
    state.phase = p.MOVEMENT
    chant(state, 8)
    for _ in range(4):
        play(state, "spell:lamentations-of-danu")
        target = next(thing for thing in options(state) if thing.startswith("fighter:"))
        roll_next(state, 3, 4)
        play(state, target)
        if "button:cast" in options(state):
            play(state, "button:cast")
    changed = [n for n in range(8) if fighter(state, n).card.att == 4]
    assert not gems(state, 8)
    assert len(state.magic.casts) == 4
    assert len(changed) == 4  # half of the Unit, and still nobody else


@pytest.mark.parametrize(("die", "changes"), [(3, False), (4, True)])
def test_lamentations_want_a_four(die: int, changes: bool) -> None:
    # rule: spell.lamentations-no-spread
    state = danu()
    roll_next(state, die)
    succeed(state, 8, "lamentations-of-danu", 0)
    assert bool(state.charms) == changes


def test_some_spells_are_cast_in_the_movement_phase() -> None:
    # rule: spell.lamentations-cost, turn.activation
    state = danu()
    state.phase, state.units[0].orders = p.MOVEMENT, (p.MARCH,)
    ask(state, Activate(0))
    assert set(options(state)) == {"token:0-unit-0-1", id_of(state, 8)}
    play(state, id_of(state, 8), "button:done")
    assert options(state) == ("token:0-unit-0-1",)
    other = duel(["1 wolfen-shaman stone-skin"], ["3 griffin-templar"])
    give(other, 0, earth=4)
    other.phase, other.units[0].orders = p.MOVEMENT, (p.MARCH,)
    ask(other, Activate(0))
    assert options(other) == ("token:0-unit-0-1",)


def test_who_has_moved_is_no_target_until_the_phase_is_over() -> None:
    # rule: spell.lamentations-cost, spell.thermo-acceleration-area, spell.storm-spirit-alone
    ours = ["4 danu-warrior", "4 danu-warrior", "1 wolfen-shaman lamentations-of-danu"]
    state = duel(ours, ["3 griffin-templar"])
    for unit, (x, y) in enumerate(((46, 24), (58, 24), (52, 10))):
        put(state, unit, (x, y, 90))
    give(state, named(state, "wolfen-shaman"), earth=4)
    state.phase, state.units[1].done = p.MOVEMENT, 1
    cast(state, 8, "lamentations-of-danu")
    assert set(options(state)) == {id_of(state, n) for n in state.units[0].ranks}
    state.units[0].done = 1
    assert not spells(state, 8)
    state.phase = p.SECOND_SHOOTING
    cast(state, 8, "lamentations-of-danu")
    assert len(options(state)) == 8


def test_spells_are_cast_before_one_unit_and_then_before_the_next() -> None:
    # rule: spell.lamentations-cost, spell.frequency, turn.activation
    ours = ["4 danu-warrior", "4 danu-warrior", "1 wolfen-shaman lamentations-of-danu"]
    state = duel(ours, ["3 griffin-templar"], 30)
    for unit, (x, y) in enumerate(((46, 24), (58, 24), (52, 10))):
        put(state, unit, (x, y, 90))
    mage = id_of(state, named(state, "wolfen-shaman"))
    give(state, named(state, "wolfen-shaman"), earth=4)
    state.phase, state.units[0].orders, state.units[1].orders = (
        p.MOVEMENT,
        (p.IMMOBILE,),
        (p.IMMOBILE,),
    )
    ask(state, Activate(0))
    play(state, mage, "button:done")
    assert mage not in options(state)  # it is done, until somebody has moved
    play(state, "token:0-unit-0-1", "button:stay-calm", "button:carry-out")
    assert mage in options(state)
    play(state, mage, "spell:lamentations-of-danu")
    assert set(options(state)) == {id_of(state, n) for n in state.units[1].ranks}


def razorbacks() -> RagNarok:
    riders = "2 razorback-rider accelerator"
    priest = "1 thermo-priest-razorback thermo-acceleration thermo-compression"
    state = duel([riders, priest, "6 thermo-warrior compressor"], ["1 melmoth"])
    give(state, 2, fire=2)
    for number, x in enumerate((50, 53)):
        stand(state, number, (x, 12, 90))
    stand(state, 2, (51, 5, 90))
    put(state, 2, (60, 12, 90), files=3)
    state.phase = p.MOVEMENT
    return state


def test_a_unit_is_faster_when_all_of_it_is_accelerated() -> None:
    # example: example.two-thermo-accelerations
    # rule: spell.thermo-acceleration-area, spell.thermo-acceleration-twice
    state = razorbacks()
    assert card_mov(state, 0) == 1750
    cast(state, 2, "thermo-acceleration")
    roll_next(state, 4)
    play(state, id_of(state, 0))
    play(state, *(["button:cast"] if "button:cast" in options(state) else []))
    assert card_mov(state, 0) == 1750
    play(state, "spell:thermo-acceleration")
    roll_next(state, 4)
    play(state, id_of(state, 1))
    assert card_mov(state, 0) == 2250
    assert not gems(state, 2)


def test_acceleration_is_no_help_to_who_has_less_steam_than_the_others() -> None:
    # rule: spell.thermo-acceleration-area, boiler.pressure
    state = duel(["2 razorback-rider accelerator, 1 thermo-priest-razorback"], ["1 melmoth"])
    # the riders have rolled a 6, the Priest has not rolled
    set_each(state.fighters[:2], "steam", [3, 3])
    assert card_mov(state, 0) == 1750
    lay(state, "thermo-acceleration", 2)
    assert card_mov(state, 0) == 1750  # not all of them are accelerated
    lay(state, "thermo-acceleration", 0)
    lay(state, "thermo-acceleration", 1)
    assert card_mov(state, 0) == 2250


def test_only_fitted_boilers_are_accelerated() -> None:
    # rule: spell.thermo-acceleration-area
    state = razorbacks()
    cast(state, 2, "thermo-acceleration")
    assert set(options(state)) == {id_of(state, n) for n in (0, 1, 2)}
    state.phase = p.SECOND_SHOOTING
    cast(state, 2, "thermo-compression")
    assert options(state) == ("unit:0-unit-2",)
    put(state, 1, (51, 5, 90))
    mixed = duel(["5 thermo-warrior compressor, 1 thermo-warrior"], ["1 melmoth"])
    assert not suits(mixed, FORMULAS[NUMBER["thermo-compression"]], 0)


@pytest.mark.parametrize(("steam", "raised"), [(-1, -1), (0, 0), (1, 2), (3, 4)])
def test_one_compression_serves_the_whole_unit(steam: int, raised: int) -> None:
    # example: example.thermo-areas
    # rule: spell.thermo-compression-unit, spell.thermo-acceleration-area
    state = duel(["6 thermo-warrior compressor", "2 razorback-rider accelerator"], ["1 melmoth"])
    set_each(state.fighters[:6], "steam", [steam] * 6)
    mine = fighter(state, 0).group
    assert steam_strength(state, mine) == steam
    lay(state, "thermo-compression", 0)
    assert all(fighter(state, n).group == mine for n in range(6))
    assert steam_strength(state, mine) == raised
    lay(state, "thermo-acceleration", 6)
    assert card_mov(state, 1) == 1750
    lay(state, "thermo-acceleration", 7)
    assert card_mov(state, 1) == 2250
