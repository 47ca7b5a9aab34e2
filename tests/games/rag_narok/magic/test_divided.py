"""Units that divide by magic: Storm Spirit, and what becomes of Rituals and their effects."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.magic.fury import Fury
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.movement.parties import divide, join
from fimbul.games.rag_narok.rules.shooting.volleys import SecondShooting
from fimbul.games.rag_narok.state import RagNarok, fighter, owner, place_of, squad
from tests.games.rag_narok.drawn import ask, options, play, put, roll_next, stand, words
from tests.games.rag_narok.spellbook import chant, duel, give, id_of

PAIR, FOE = "unit:0-unit-1", "unit:1-unit-0"


def herd() -> RagNarok:
    """A Shaman Animist and two Brontops that hold a March."""
    state = duel(["1 shaman-animist-brontops storm-spirit", "2 brontops"], ["3 griffin-templar"])
    give(state, 0, air=4)
    stand(state, 0, (50, 8, 90))
    put(state, 1, (50, 15, 90), spread=1)
    put(state, 2, (50, 33, 270))
    state.phase, state.units[1].orders = p.MOVEMENT, (p.MARCH,)
    return state


def test_storm_spirit_makes_one_brontops_charge_alone() -> None:
    # example: example.brontops-pair
    # rule: spell.storm-spirit-alone, spell.storm-spirit-other-order
    state = herd()
    calm, wild = state.units[1].ranks
    ask(state, Activate(0))
    play(state, id_of(state, 0), "spell:storm-spirit")
    assert set(options(state)) == {id_of(state, calm), id_of(state, wild)}
    roll_next(state, 5)
    play(state, id_of(state, wild), "button:cast")
    start = place_of(state, calm)
    play(state, "token:0-unit-1-1")
    assert fighter(state, wild).unit == 3
    assert (state.units[1].ranks, state.units[3].ranks) == ((calm,), (wild,))
    roll_next(state, 6)
    play(state, "button:carry-out", FOE)  # it charges, and its companion then marches
    assert state.units[3].charging == 1
    assert state.units[1].charging == 0
    assert "unit-1" in squad(state, 3).id
    play(state, "button:carry-out", "turn:0", "advance:5", "turn:0")
    assert place_of(state, calm) == (start[0], start[1] + 500, start[2])
    assert state.units[1].revealed == p.MARCH


def test_storm_spirit_is_for_the_movement_phase() -> None:  # rule: spell.storm-spirit-alone
    state = herd()
    assert "spell:storm-spirit" in options(chant(state, 0))
    state.phase = p.SECOND_SHOOTING
    assert "spell:storm-spirit" not in options(chant(state, 0))


def test_a_unit_that_is_all_spirit_charges_as_one() -> None:  # rule: spell.storm-spirit-alone
    state = herd()
    for number in state.units[1].ranks:
        lay(state, "storm-spirit", number)
    ask(state, Activate(0))
    play(state, "token:0-unit-1-1")
    assert len(state.units) == 3
    assert state.units[1].revealed == p.CHARGE


def test_a_free_number_may_be_below_its_parents() -> None:  # rule: ruling.divided-units
    state = duel(["6 wolfen-warrior"], ["1 abel"])
    second = divide(state, 0, (3, 4, 5))
    third = divide(state, second, (4, 5))
    join(state, second, 0)
    again = divide(state, third, (5,))
    assert (again, state.units[again].ranks, state.units[third].ranks) == (second, (5,), (4,))
    parts = [squad(state, one) for one in (again, third)]
    assert [one.id for one in parts] == ["unit:0-unit-0-3", "unit:0-unit-0-4"]
    assert [one.name for one in parts] == ["Wolfen Warrior", "Wolfen Warrior II"]


def test_both_parts_keep_what_the_unit_had() -> None:
    # rule: ruling.divided-units, ruling.resisted-duration, ritual.effect-lost-on-split
    state = duel(["6 wolfen-warrior"], ["1 abel"])
    lay(state, "stone-skin", 0)
    lay(state, "weight-of-the-grave", 0, 1)
    state.units[0].resisted, state.units[0].done, state.units[0].orders = 5, 1, (p.RECEIVE_CHARGE,)
    places = list(state.places)
    new = divide(state, 0, state.units[0].ranks[4:])
    assert (state.units[0].ranks, state.units[new].ranks) == ((0, 1, 2, 3), (4, 5))
    assert (state.units[new].resisted, state.units[new].done, state.units[new].orders) == (5, 1, ())
    assert (state.units[0].files, state.units[new].files) == (0, 0)
    assert state.places == places
    assert owner(state, new) == 0
    card = fighter(state, 5).card
    assert (card.res, card.mov) == (fighter(state, 0).card.res, 1250)  # the Ritual is gone
    assert squad(state, new).ap == 2 * fighter(state, 5).ap
    assert fighter(state, 5).group != fighter(state, 0).group
    state.units[new].resisted = 3
    join(state, new, 0)
    assert (state.units[0].ranks, state.units[new].ranks) == ((0, 1, 2, 3, 4, 5), ())
    assert fighter(state, 5).unit == 0
    assert state.units[0].resisted == 3


def test_the_effects_of_rituals_end_with_the_unit_they_lay_on() -> None:
    # rule: ritual.effect-lost-on-split
    for change in (lambda s: divide(s, 1, s.units[1].ranks[:2]), lambda s: join(s, 0, 1)):
        state = duel(["3 wolfen-warrior", "4 wolfen-warrior"], ["1 abel"])
        lay(state, "weight-of-the-grave", 1, 1)
        lay(state, "stone-skin", 1)
        assert fighter(state, 3).card.mov == 600
        change(state)
        assert fighter(state, 3).card.mov == 1250
        assert fighter(state, 3).card.res == 9


def test_a_communion_ends_for_both_parts() -> None:
    # example: example.effect-dissipates
    # rule: ritual.effect-lost-on-split
    state = duel(["6 fianna"], ["1 abel"])
    res = fighter(state, 0).card.res
    lay(state, "chorus-of-aegis", 0, 1)
    assert {fighter(state, n).card.res for n in range(6)} == {res + 2}
    divide(state, 0, (4, 5))
    assert {fighter(state, n).card.res for n in range(6)} == {res}


def grave() -> RagNarok:
    """A Ritual against six Wolfen, in the incantation phase of the next turn."""
    state = duel(["1 questor-of-acheron weight-of-the-grave"], ["6 wolfen-warrior", "1 abel"])
    give(state, 0, darkness=6)
    put(state, 2, (20, 50, 270))
    play(chant(state, 0), "ritual:weight-of-the-grave", FOE)
    state.turn += 1
    return state


def test_the_council_picks_a_part_of_a_target_that_divided() -> None:
    # example: example.ritual-target-split
    # rule: ritual.target-splits, ritual.variable-cost-at-end
    state = grave()
    new = divide(state, 1, state.units[1].ranks[4:])
    ask(state, SecondShooting())
    assert state.open[0].seat == 0
    assert options(state) == (FOE, squad(state, new).id)
    roll_next(state, 5)
    play(state, squad(state, new).id)
    assert state.fighters[0].pool[p.DARKNESS] == 4  # two Large ones have DF 4
    assert [fighter(state, n).card.mov for n in (1, 5)] == [1250, 600]


def test_a_target_that_joined_is_the_whole_new_unit() -> None:
    # rule: ritual.target-joins
    state = duel(["1 questor-of-acheron weight-of-the-grave"], ["2 wolfen-warrior"] * 2)
    give(state, 0, darkness=6)
    put(state, 2, (60, 30, 270))
    put(state, 1, (66, 30, 270))
    play(chant(state, 0), "ritual:weight-of-the-grave", FOE)
    state.turn += 1
    join(state, 1, 2)
    roll_next(state, 5)
    ask(state, SecondShooting())
    assert "on Unit 1" in words(state)
    assert state.fighters[0].pool[p.DARKNESS] == 2  # for all four
    assert {fighter(state, n).card.mov for n in state.units[2].ranks} == {600}


def test_a_target_that_is_dead_is_none() -> None:  # rule: ritual.interrupted
    state = grave()
    for number in state.units[1].ranks:
        kill(state, number)
    ask(state, SecondShooting())
    assert "its target is gone" in words(state)


@pytest.mark.parametrize(
    ("dice", "changed"),
    [((5, 6, 5, 5, 1, 2, 3, 4), 8), ((5, 6, 5, 1, 1, 2, 3, 4), 3), ((4,) * 8, 0)],
)
def test_half_a_unit_in_fury_is_the_whole(dice: tuple[int, ...], changed: int) -> None:
    # example: example.lamentations-half-unit
    # rule: spell.lovers-of-the-earth, spell.lamentations-no-spread
    state = duel(["8 danu-warrior"], ["1 abel"])
    state.phase, state.units[0].orders = p.MOVEMENT, (p.MARCH,)
    ask(state, Activate(0))
    play(state, "token:0-unit-0-1")
    roll_next(state, *dice)
    play(state, "button:spasm-of-fury")
    assert sum(fighter(state, n).card.att == 4 for n in range(8)) == changed


def test_those_changed_by_the_lamentations_change_nobody_else() -> None:
    # rule: spell.lamentations-no-spread, spell.lovers-of-the-earth
    state = duel(["8 danu-warrior"], ["1 abel"])
    state.phase = p.MOVEMENT
    for number in range(4):
        lay(state, "spasm", number)
    assert [fighter(state, n).card.att for n in range(8)] == [4] * 4 + [3] * 4
    ask(state, Fury(0, 0))
    roll_next(state, 5, 5, 5, 1)  # three of the others: less than half of eight
    play(state, "button:spasm-of-fury")
    assert sum(fighter(state, n).card.att == 4 for n in range(8)) == 7
