"""Rituals: from the start in one incantation phase to the final roll in the next."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import close_ranks
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.magic import rituals as r
from fimbul.games.rag_narok.rules.magic.casting import rivals
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.state import RagNarok, card_mov, df, fighter, place_of
from fimbul.games.rag_narok.state.magic import Casting, Council
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import (
    ask,
    fly,
    options,
    play,
    put,
    roll_next,
    set_those,
    those,
    words,
)
from tests.games.rag_narok.spellbook import chant, duel, gems, give, id_of, named, spells

FOE = "unit:1-unit-0"
MAGE = "1 alahan-mage column-of-light healing-light"


def begun(ours: list[str], ritual: str, *things: str, apart: float = 20) -> RagNarok:
    """A Ritual is started; it is then the incantation phase of the next turn."""
    state = duel(ours, ["9 morbid-puppet"], apart)
    for number, one in enumerate(state.roster.fighters):
        if one.seat == 0 and state.fighters[number].pool:
            give(state, number, **{one.card.elements[0].lower(): 2 * (one.card.power or 0)})
    play(chant(state, 0), f"ritual:{ritual}", FOE, *things)
    state.turn += 1
    return state


def finish(state: RagNarok) -> RagNarok:
    return ask(state, sh.SecondShooting())


def test_a_ritual_takes_two_phases() -> None:
    # rule: ritual.procedure, ritual.gems-at-start, ritual.magister-any
    state = begun([MAGE], "column-of-light")
    assert fighter(state, 0).card.kind == "troop"
    assert gems(state, 0) == {"light": 2}
    assert those(state.fighters, "chanted") == [0]
    assert state.magic.councils[0].members == (0,)
    roll_next(state, 6, 2, 3)
    finish(state)
    assert "Column of Light, Power 3 + 6 = 9 against 9, passed" in words(state)
    assert state.open[0].prompt == "Choose the centre of the Column of Light"
    assert not state.magic.councils


def test_a_ritual_comes_to_nothing_when_nobody_sees_its_target() -> None:
    # example: example.ritual-flow
    # rule: ritual.los-twice, ritual.interrupted, ritual.gems-at-start, ritual.magister-any
    state = begun([MAGE], "column-of-light")
    put(state, 1, (66, 4, 90))  # behind the mage
    finish(state)
    assert "Column of Light is interrupted: nobody sees the target" in words(state)
    assert gems(state, 0) == {"light": 2}
    assert not [event for event in state.events if isinstance(event, Rolled)]


def test_a_ritual_comes_to_nothing_when_its_target_is_too_far() -> None:
    # rule: ritual.interrupted, ruling.ritual-council
    state = begun([MAGE], "column-of-light", apart=30)
    put(state, 0, (66, 3, 90))
    begun_ = state.magic.councils[0].ritual
    state.magic.councils = (Council(begun_, state.units[1].ranks, 1, (0,), ((6600, 300),)),)
    put(state, 1, (66, 56, 270), files=9)
    finish(state)
    assert "the target is out of range" in words(state)


def test_a_ritual_needs_sight_at_its_start() -> None:  # rule: ritual.los-twice
    state = duel([MAGE], ["9 morbid-puppet"], 20)
    give(state, 0, light=6)
    assert "column-of-light" in spells(state, 0)
    give(state, 0, light=3, earth=3)
    assert "column-of-light" not in spells(state, 0)
    give(state, 0, light=6)
    put(state, 0, (66, 10, 270))
    assert "column-of-light" not in spells(state, 0)


def test_the_council_sees_and_each_acolyte_is_a_die() -> None:
    # rule: ritual.procedure, ritual.los-twice, spell.mastery
    state = duel([MAGE, "1 alahan-mage", "1 alahan-mage"], ["9 morbid-puppet"], 20)
    for number, (x, heading) in enumerate(((66, 270), (63, 90), (53, 90))):
        give(state, number, light=6)
        put(state, number, (x, 10, heading))
    play(chant(state, 0), "ritual:column-of-light", FOE)
    # the Magister looks away, so it cannot begin alone; the third stands 10.5 cm away
    assert options(state) == (id_of(state, 1),)
    play(state, id_of(state, 1))
    assert state.magic.councils[0].members == (0, 1)
    assert those(state.fighters, "chanted") == [0, 1]
    state.turn += 1
    roll_next(state, 2, 6, 5)
    finish(state)
    assert "Power 3 + 6 = 9 against 9, passed" in words(state)
    assert len([event for event in state.events if isinstance(event, Rolled)]) == 2


def test_a_dead_magister_or_a_member_that_moved_ends_it() -> None:
    # example: example.council-stays
    # rule: ritual.procedure, ritual.warmage-no-move
    state = begun(["1 questor-of-acheron weight-of-the-grave"], "weight-of-the-grave")
    go_on(state, 0, 90, 300)  # his Unit marches
    finish(state)
    assert "Weight of the Grave is interrupted: a member moved" in words(state)
    assert not state.charms
    state = begun([MAGE, "1 alahan-mage"], "column-of-light", "fighter:0-unit-1-1")
    kill(state, 0)
    finish(state)
    assert "its Magister is dead" in words(state)
    state = begun([MAGE, "1 alahan-mage"], "column-of-light", "fighter:0-unit-1-1")
    kill(state, 1)
    assert r.interrupted(state, state.magic.councils[0], 2) == ""


def test_ranks_that_close_after_losses_are_no_move() -> None:
    # rule: ruling.ritual-council, ritual.warmage-no-move
    for march in (False, True):
        state = duel([f"5 alahan-guard, {MAGE}"], ["9 morbid-puppet"], 20)
        mage = named(state, "alahan-mage")
        give(state, mage, light=6)
        play(chant(state, mage), "ritual:column-of-light", FOE)
        state.turn += 1
        stood = place_of(state, mage)
        if march:
            go_on(state, 0, 90, 100)
        kill(state, state.units[0].ranks[2])
        close_ranks(state, 0)
        assert place_of(state, mage) != stood
        finish(state)
        assert ("a member moved" in words(state)) == march


def test_what_depends_on_the_target_is_paid_at_the_end() -> None:
    # example: example.ritual-variable-cost
    # rule: ritual.variable-cost-at-end, ritual.interrupted-still-pays
    state = begun(["1 questor-of-acheron weight-of-the-grave"], "weight-of-the-grave")
    assert gems(state, 0) == {"darkness": 6}
    assert df(state, 1) == 9
    for number in state.units[1].ranks[:2]:
        kill(state, number)
    put(state, 1, (66, 4, 90))
    finish(state)
    assert "interrupted: nobody sees the target" in words(state)
    assert gems(state, 0) == {"darkness": 2}  # 7 / 2, rounded up


def test_the_weight_of_the_grave() -> None:
    # rule: ritual.variable-cost-at-end, ruling.lost-question
    state = begun(["1 questor-of-acheron weight-of-the-grave"], "weight-of-the-grave")
    roll_next(state, 5)
    finish(state)
    assert gems(state, 0) == {"darkness": 1}
    assert card_mov(state, 1) == 350  # half of 7.5, rounded down to half a centimetre
    assert state.charms[0][2] == state.turn + 1


def test_the_weight_of_the_grave_draws_flyers_down() -> None:
    # rule: ritual.variable-cost-at-end, flight.two-mov
    state = duel(["1 questor-of-acheron"], ["3 morbid-angel"])
    fly(state, 1, (66, 30, 270), p.LOW)
    assert card_mov(state, 1) == 1750
    lay(state, "weight-of-the-grave", 1, 1)
    assert card_mov(state, 1) == 850


@pytest.mark.parametrize("winner", [0, 1])
def test_rituals_of_the_tactics_winner_come_first(winner: int) -> None:
    # rule: ruling.ritual-council
    questor = "1 questor-of-acheron weight-of-the-grave"
    state = duel([questor], [questor])
    for number in (0, 1):
        give(state, number, darkness=6)
        play(chant(state, number), "ritual:weight-of-the-grave", f"unit:{1 - number}-unit-0")
    state.turn, state.winner = 2, winner
    roll_next(state, 1, 1)
    finish(state)
    told = [event.seat for event in state.events if "Weight of the Grave, Power" in event.words]
    assert told == [winner, 1 - winner]


def test_too_few_gems_at_the_end() -> None:
    # rule: ritual.variable-cost-at-end
    state = begun(["1 questor-of-acheron weight-of-the-grave"], "weight-of-the-grave")
    give(state, 0, darkness=4)
    finish(state)
    assert "there are not enough gems" in words(state)
    assert not gems(state, 0)


def test_the_column_grows_with_the_gems_of_the_council_only() -> None:
    # example: example.column-of-light-stored-gems
    # rule: ritual.column-of-light-gems
    state = begun([MAGE, "1 alahan-mage", "5 alahan-guard"], "column-of-light", "button:begin")
    give(state, 0, light=3)
    give(state, 1, light=6)  # no member of the Council
    state.magic.stored = tuple([(0, number) for number in state.units[2].ranks])
    roll_next(state, 6)
    finish(state)
    assert getattr(state.agenda[-1][0], "strength", 0) == 4 + 3
    centre = state.units[3].ranks[4]
    roll_next(state, 5, 5, 5)
    play(state, id_of(state, centre))
    assert len([event for event in state.events if isinstance(event, Rolled)]) == 3
    assert {number for number, *_ in state.fallen} == {centre - 1, centre, centre + 1}


@pytest.mark.parametrize(("light", "strength"), [(1, 4 + 3), (3, 4 + 7), (5, 4 + 8)])
def test_the_column_grows_by_eight_at_most(light: int, strength: int) -> None:
    # rule: ritual.column-of-light-gems
    crews = [MAGE, "1 alahan-mage", "1 alahan-mage"]
    state = duel(crews, ["9 morbid-puppet"], 20)
    for number in range(3):
        give(state, number, light=6)
        put(state, number, (66 - 4 * number, 10, 90))
    play(chant(state, 0), "ritual:column-of-light", FOE, id_of(state, 1), id_of(state, 2))
    give(state, 0, light=1)
    give(state, 1, light=light)
    give(state, 2, light=light)
    state.turn += 1
    roll_next(state, 6, 6, 6)
    finish(state)
    assert getattr(state.agenda[-1][0], "strength", 0) == strength


@pytest.mark.parametrize("helped", [False, True])
def test_lightning_strikes_the_nearest_to_the_council(helped: bool) -> None:
    # rule: ritual.procedure, ruling.ritual-council
    crews = ["1 kayl-kartan-ii lightning-from-the-abyss", "1 biopsist"]
    state = duel(crews, ["9 morbid-puppet"], 20)
    give(state, 0, darkness=12)
    give(state, 1, darkness=6)
    put(state, 0, (62, 10, 90))
    put(state, 1, (74, 10, 90))
    put(state, 2, (66, 25, 270))
    play(chant(state, 0), "ritual:lightning-from-the-abyss", FOE)
    play(state, *([id_of(state, 1)] if helped else ["button:begin"]))
    assert gems(state, 0) == {"darkness": 7}
    state.turn += 1
    roll_next(state, *([5, 5] if helped else [5]), 2, 5, 5)
    finish(state)
    assert "casts Lightning from the Abyss on Unit 0" in words(state)
    right = {at[1] for at in state.fallen}
    assert right == ({6100, 7350} if helped else {6100, 6350})


def test_a_ritual_reaches_no_further_than_the_next_level() -> None:
    # rule: flight.magic-same-limits, communion.is-miracle, ritual.interrupted
    state = duel(["1 questor-of-acheron weight-of-the-grave"], ["3 morbid-angel"], 20)
    give(state, 0, darkness=6)
    fly(state, 1, (66, 30, 270), p.HIGH)
    assert spells(state, 0) == set()
    fly(state, 1, (66, 30, 270), p.LOW)
    play(chant(state, 0), "ritual:weight-of-the-grave", FOE)
    state.turn += 1
    fly(state, 1, (66, 30, 270), p.HIGH)
    finish(state)
    assert "the target is out of range" in words(state)


def test_members_of_a_council_do_nothing_else() -> None:  # rule: ruling.ritual-council
    mage = "1 alahan-mage column-of-light primal-bolt"
    state = duel([mage, "1 alahan-mage primal-bolt"], ["4 morbid-puppet", "1 questor-of-acheron"])
    for number in (0, 1):
        give(state, number, light=6)
    put(state, 3, (60, 27.5, 270))
    assert r.acolytes(state, 0) == [1]
    set_those(state.fighters, "chanted", [1])
    assert r.acolytes(state, 0) == []  # it has had its activation
    set_those(state.fighters, "chanted", [])
    chant(state, 0)
    assert "ritual:column-of-light" in options(state)
    play(state, "spell:primal-bolt", id_of(state, 2), "button:cast")
    assert "spell:primal-bolt" in options(state)
    assert "ritual:column-of-light" not in options(state)  # it has cast
    play(chant(state, 0), "ritual:column-of-light", FOE, id_of(state, 1))
    assert those(state.fighters, "chanted") == [0, 1]
    state.magic.casting = Casting(named(state, "questor-of-acheron"), NUMBER["primal-bolt"], 0)
    assert rivals(state, 0) == []
    state.turn += 1
    assert rivals(state, 0) == [0, 1]


@pytest.mark.parametrize("phase", [p.MOVEMENT, p.SECOND_SHOOTING])
def test_rituals_begin_in_the_incantation_phase(phase: int) -> None:  # rule: ritual.procedure
    state = duel([MAGE], ["9 morbid-puppet"], 20)
    give(state, 0, light=6)
    state.phase = phase
    assert ("column-of-light" in spells(state, 0)) == (phase == p.SECOND_SHOOTING)


def test_rituals_are_countered_like_spells() -> None:
    # rule: counter.procedure, counter.absorb
    state = duel([MAGE], ["9 morbid-puppet, 1 questor-of-acheron"], 20)
    questor = named(state, "questor-of-acheron")
    give(state, 0, light=6)
    give(state, questor, darkness=6)
    play(chant(state, 0), "ritual:column-of-light", FOE)
    state.turn += 1
    finish(state)
    assert state.open[0].prompt == "Absorb Column of Light?"
    play(state, id_of(state, questor))
    assert gems(state, questor) == {"darkness": 2}
