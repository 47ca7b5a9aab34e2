"""The Howling Toga of the Great Skull: when it howls, whom it breaks, how long it lasts."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import Way, loosen
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import assault, begin_contact, charge_ahead
from fimbul.games.rag_narok.rules.charge.withdraw import march_away
from fimbul.games.rag_narok.rules.fear.toga import auras, dares, host
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.magic.mana import FillPools, has_mana
from fimbul.games.rag_narok.rules.melee.push import Push, Regroup
from fimbul.games.rag_narok.rules.melee.regrowth import heal
from fimbul.games.rag_narok.rules.movement.activation import Activate, Resolve
from fimbul.games.rag_narok.rules.movement.marches import Advance, Reshape, Wheel
from fimbul.games.rag_narok.rules.shooting.volleys import Volley
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    options,
    play,
    put,
    roll_next,
    set_each,
    stand,
    words,
)


def legend(gap: float = 20, guards: str = "8 alahan-guard") -> RagNarok:
    """The Great Skull with ten Puppets beside him, and Guards so far ahead."""
    state = battle(["1 great-skull", "10 morbid-puppet"], [guards])
    put(state, 0, (68, 8, 90))
    put(state, 1, (45, 8, 90), files=5)
    front = 8 + fighter(state, 0).card.base[1] / 200
    back = fighter(state, state.units[2].ranks[0]).card.base[1] / 200
    put(state, 2, (68, front + gap + back, 270), files=8)
    return state


def howl(state: RagNarok) -> None:
    state.units[0].orders = (p.IMMOBILE,)
    ask(state, Activate(0))
    play(state, "token:0-unit-0-1", "button:carry-out")


def test_it_howls_when_an_order_is_carried_out() -> None:
    # example: example.toga-aura
    # rule: toga.trigger, toga.courage-12, toga.df, toga.persists
    state = legend()
    put(state, 1, (52, 8, 90), files=5)
    assert host(state, 0) == 2 + 10
    howl(state)
    assert options(state) == ("button:keep-silent", "button:howl")
    roll_next(state, 4)
    play(state, "button:howl")
    assert "Courage: 5 + 4 = 9 against the Toga's 12, failed" in words(state)
    assert state.units[2].mood == p.ROUT  # DF 8 against 12
    assert state.units[2].left == 1  # it ran at once
    assert auras(state, 1) == [0]
    x, y, heading = place_of(state, 0)
    state.places[0] = (x, y + 50, heading)  # a push will do
    assert auras(state, 1) == []


def test_silence_frightens_nobody_and_the_living_far_away_hear_nothing() -> None:
    # rule: toga.trigger, toga.courage-12
    state = legend()
    howl(state)
    play(state, "button:keep-silent")
    assert (state.magic.toga, state.units[2].mood) == ((), p.CALM)
    far = legend(25.1)
    howl(far)
    play(far, "button:howl")
    assert (far.units[2].mood, "Courage" in words(far)) == (p.CALM, False)
    near_ = legend(25)
    howl(near_)
    play(near_, "button:howl")
    assert "Courage" in words(near_)


def test_who_resisted_such_fear_or_knows_none_does_not_test() -> None:
    # rule: toga.courage-12
    state = legend()
    state.units[2].resisted = 12
    howl(state)
    play(state, "button:howl")
    assert "Courage" not in words(state)
    dead = legend(guards="8 skull-warrior")
    howl(dead)
    play(dead, "button:howl")
    assert "Courage" not in words(dead)
    for mixed, tests in (("1 provost-of-uren, 5 thermo-warrior", False), ("2 son-of-uren", True)):
        state = legend(guards=mixed)
        howl(state)
        play(state, "button:howl")
        assert ("Courage" in words(state)) == tests
    bold = legend()
    howl(bold)
    roll_next(bold, 6, 2)
    play(bold, "button:howl")
    assert bold.units[2].resisted == 12


def test_only_undead_near_him_count() -> None:  # rule: toga.df
    state = legend()
    put(state, 1, (12, 50, 90), files=5)
    assert host(state, 0) == 2


def test_coming_near_needs_courage() -> None:
    # example: example.toga-entering
    # rule: toga.entering, toga.trigger, toga.df
    state = legend(27)
    put(state, 1, (52, 8, 90), files=5)
    state.magic.toga = ((0, *place_of(state, 0)),)
    state.units[2].orders = (p.MARCH,)
    ask(state, Activate(1))
    play(state, "token:1-unit-0-1", "button:carry-out", "turn:0")
    roll_next(state, 4)
    play(state, "advance:5")
    assert "against the Toga's 12, failed" in words(state)
    assert state.units[2].mood == p.ROUT
    assert "Unit 0 flees" in words(state)
    assert state.units[2].left == 1


def test_who_dares_goes_on() -> None:  # rule: toga.entering
    state = legend(27)
    state.magic.toga = ((0, *place_of(state, 0)),)
    roll_next(state, 6, 1)
    assert not dares(state, 2, 270, 500)
    state = legend(27)
    state.magic.toga = ((0, *place_of(state, 0)),)
    assert dares(state, 2, 270, 100)  # 26 cm away it need not ask
    assert state.units[2].resisted == 0
    ask(state, Advance(1, 2))
    roll_next(state, 6, 2)
    play(state, "advance:5")
    assert (state.units[2].resisted, state.units[2].paces) == (12, 500)
    inside = legend(20)
    inside.magic.toga = ((0, *place_of(inside, 0)),)
    assert dares(inside, 2, 270, 500)  # it is there already
    assert inside.units[2].resisted == 0


def awake(gap: float, guards: str = "8 alahan-guard") -> RagNarok:
    """The same, and the Toga howls already."""
    state = legend(gap, guards)
    state.magic.toga = ((0, *place_of(state, 0)),)
    return state


def test_who_rises_again_where_he_fell_has_no_aura() -> None:  # rule: toga.persists
    state = awake(20)
    before = place_of(state, 0)
    state.fighters[0].hurt = 4
    kill(state, 0)
    heal(state, 0)
    assert place_of(state, 0) == before
    assert auras(state, 1) == []


def test_who_moved_and_comes_back_has_no_aura() -> None:  # rule: toga.persists
    state = awake(20)
    x, y, heading = before = place_of(state, 0)
    refresh(state)
    assert auras(state, 1) == [0]
    state.places[0] = (x, y + 50, heading)
    refresh(state)
    state.places[0] = before
    assert auras(state, 1) == []


def test_it_howls_for_a_reaction_order_too() -> None:  # rule: toga.trigger
    state = legend(8)
    state.units[0].orders = (p.RECEIVE_CHARGE,)
    begin_contact(state, Assault(2, 0, True))
    ask(state, *[row[0] for row in reversed(state.agenda)])
    play(state, "token:0-unit-0-1")
    assert options(state) == ("button:keep-silent", "button:howl")
    quiet = state.clone()
    roll_next(quiet, 6, 4)
    play(quiet, "button:keep-silent")
    assert "Courage: 5 + 6 + 4 = 15 against 12, passed" in words(quiet)  # it charges him
    roll_next(state, 2)
    play(state, "button:howl")
    assert "Courage: 5 + 2 = 7 against the Toga's 12, failed" in words(state)
    assert (state.units[2].mood, state.units[2].left) == (p.ROUT, 1)
    assert "does not reach" not in words(state)  # the charge is over


def test_who_only_passes_through_must_dare_as_well() -> None:  # rule: toga.entering
    state = awake(20, "3 alahan-guard")
    x, y, _ = place_of(state, 0)
    put(state, 2, (x / 100 - 30, y / 100 + 27, 0), files=1)
    roll_next(state, 2)
    assert not dares(state, 2, 0, 6000)
    other = awake(20, "3 alahan-guard")
    put(other, 2, (x / 100 - 30, y / 100 + 31, 0), files=1)
    assert dares(other, 2, 0, 6000)
    assert other.units[2].resisted == 0


def test_turning_into_the_aura_is_coming_near() -> None:  # rule: toga.entering
    state = awake(26)
    before = place_of(state, state.units[2].ranks[0])
    ask(state, Wheel(1, 2))
    roll_next(state, 2)
    play(state, "turn:45")
    assert "against the Toga's 12, failed" in words(state)
    assert place_of(state, state.units[2].ranks[0]) == before
    assert not state.open  # and it does not march


def test_forming_up_into_the_aura_is_coming_near() -> None:  # rule: toga.entering
    state = awake(26)
    ask(state, Reshape(1, 2), Resolve(1, 2, p.MARCH))
    play(state, "shape:close-3")
    roll_next(state, 2)
    play(state, "turn:0")
    assert "against the Toga's 12, failed" in words(state)
    assert (state.units[2].files, state.open) == (8, ())  # neither formed up nor on its way


def test_a_quarter_turn_before_a_shot_counts_too() -> None:  # rule: toga.entering
    state = awake(20, "8 griffin-fusilier")
    put(state, 2, (68, 8 + 2 + 26 + 1.25, 270), files=8)
    loosen(state, 2)
    ask(state, Volley(1, 2))
    roll_next(state, 2)
    play(state, "turn:90")
    assert (state.units[2].mood, state.units[2].left) == (p.ROUT, 1)


def test_no_charge_goes_blindly_into_terror() -> None:  # rule: toga.entering
    state = awake(27)
    roll_next(state, 2)
    charge_ahead(state, 2)
    assert (state.units[2].mood, state.units[2].left, state.units[2].shaken) == (p.ROUT, 1, 0)


def test_a_counter_charge_into_terror_is_given_up() -> None:
    # rule: toga.entering, countercharge.procedure
    state = awake(27, "12 alahan-guard")
    put(state, 1, (68, 8 + 2 + 27 - 15, 90), files=5)
    roll_next(state, 3)
    assault(state, Assault(1, 2, True, answer=p.COUNTER_CHARGE))
    assert "Courage: 5 + 3 = 8 against the Toga's 12, failed" in words(state)
    assert state.units[2].mood == p.CONTROL  # DF 12 against 12
    assert state.units[2].charging == 0


def brawl(apart: float) -> RagNarok:
    """The Toga howls, and so far from him his Puppets fight two Guards, a third one beside."""
    state = battle(["1 great-skull", "2 morbid-puppet"], ["3 alahan-guard"])
    put(state, 0, (70, 8, 90))
    edge = 8 + fighter(state, 0).card.base[1] / 200 + apart
    for number, x in zip(state.units[1].ranks, (70, 72.5), strict=True):
        stand(state, number, (x, edge - 1.25, 90))
    for number, (x, back) in zip(state.units[2].ranks, ((70, 0), (72.5, 0), (75, 3)), strict=True):
        stand(state, number, (x, edge + 1.25 + back, 270))
    state.magic.toga = ((0, *place_of(state, 0)),)
    state.phase = p.MELEE
    set_each(state.units, "brawl", [-1, 0, 0])
    return state


def test_a_push_into_terror_needs_courage() -> None:  # rule: toga.entering
    state = brawl(25.1)
    third = state.units[2].ranks[2]
    before = place_of(state, third)
    ask(state, Push(1, 2))
    broken = state.clone()
    roll_next(broken, 2)
    play(broken, "button:push")
    assert "against the Toga's 12, failed" in words(broken)
    assert (place_of(broken, third), broken.units[2].mood) == (before, p.ROUT)  # DF 3 against 4
    roll_next(state, 6, 2)
    play(state, "button:push")
    assert state.units[2].resisted == 12
    assert place_of(state, third) != before
    far = brawl(40)
    ask(far, Push(1, 2))
    play(far, "button:push")
    assert "Toga" not in words(far)


def test_regrouping_into_terror_needs_courage() -> None:  # rule: toga.entering
    state = battle(["1 great-skull", "2 morbid-puppet"], ["4 alahan-guard"])
    put(state, 0, (58, 8, 90))
    put(state, 1, (40, 8, 90))
    y = 8 + 2 + 25.5 + 1.25
    for number, at in enumerate(((57.5, y), (60, y), (60.5, y + 2.5), (53.4, y))):
        stand(state, state.units[2].ranks[number], (*at, 90))
    state.magic.toga = ((0, *place_of(state, 0)),)
    state.phase = p.MELEE
    ask(state, Regroup(1, 2))
    rear = state.units[2].ranks[3]
    broken, before = state.clone(), place_of(state, rear)
    roll_next(broken, 2)
    play(broken, fighter(broken, state.units[2].ranks[0]).id)
    assert "against the Toga's 12, failed" in words(broken)
    assert (place_of(broken, rear), broken.units[2].files) == (before, 0)
    roll_next(state, 6, 2)
    play(state, fighter(state, state.units[2].ranks[0]).id)
    assert (state.units[2].resisted, state.units[2].files) == (12, 3)
    assert place_of(state, rear)[1] < before[1]


def test_nobody_breaks_away_into_terror() -> None:  # rule: toga.entering, disengage.march-only
    for routed in (False, True):
        state = brawl(30)
        state.phase, state.units[2].mood = p.MOVEMENT, p.ROUT if routed else p.CALM
        before = place_of(state, state.units[2].ranks[0])
        roll_next(state, 2)
        assert march_away(state, 2, [270], Way()) == routed
        assert ("against the Toga's 12, failed" in words(state)) != routed
        assert (place_of(state, state.units[2].ranks[0]) == before) != routed


def test_the_horns_of_the_great_skull_are_in_his_price() -> None:
    # rule: horns.commander-gems, ruling.horns-holders
    state = legend()
    state.phase = p.DEPLOYMENT
    assert has_mana(state)
    roll_next(state, 5)
    ask(state, FillPools())
    assert state.fighters[0].horns == 5
