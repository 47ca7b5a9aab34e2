"""What a look shows before anything is touched: arcs, reach, places, and what a roll needs."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Charge, Engage, Pursue, React
from fimbul.games.rag_narok.rules.charge.meeting import make_contact
from fimbul.games.rag_narok.rules.charge.withdraw import Disengage
from fimbul.games.rag_narok.rules.command.orders import GiveOrders
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle, Censor, StakeFaith
from fimbul.games.rag_narok.rules.faith.miracles import Call
from fimbul.games.rag_narok.rules.flight.airborne import Face, Glide
from fimbul.games.rag_narok.rules.machines.artillery import LayGun
from fimbul.games.rag_narok.rules.machines.rush import Brake
from fimbul.games.rag_narok.rules.machines.steam import Pressure
from fimbul.games.rag_narok.rules.magic.casting import CounterSpell
from fimbul.games.rag_narok.rules.magic.fury import Fury
from fimbul.games.rag_narok.rules.melee.fights import combats
from fimbul.games.rag_narok.rules.melee.phase import Melee, NextCombat
from fimbul.games.rag_narok.rules.movement.activation import Activate, Announce
from fimbul.games.rag_narok.rules.movement.marches import Advance
from fimbul.games.rag_narok.rules.rolls import chance, unparried
from fimbul.games.rag_narok.rules.set_up.deploy import ChooseEdge
from fimbul.games.rag_narok.rules.shooting.eruption import eruptions
from fimbul.games.rag_narok.rules.shooting.volleys import Shoot, Volley, shots
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.scene import show
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.scene.foretell.needs import needs, of_hits, percent
from fimbul.games.rag_narok.scene.previews import previews
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Fact, Preview
from tests.games.rag_narok.drawn import ask, battle, fly, options, play, put, roll_next, set_each
from tests.games.rag_narok.spellbook import cast, duel, give, id_of, named

BLADES, DEAD, GUNS = "1 abel, 6 griffin-duelist", "7 morbid-puppet", "4 griffin-fusilier leader"


def before(gap: float, first: str = BLADES) -> RagNarok:
    state = battle([first], [DEAD])
    put(state, 0, (70, 10, 90), files=4)
    put(state, 1, (70, 10 + gap + 5, 270), files=4)
    return state


def look(state: RagNarok, thing: str) -> Preview:
    return next(one for one in previews(state, 0) if one.thing == thing)


def test_a_unit_shows_its_arc_and_its_charge() -> None:  # rule: los.arc-90, charge.procedure
    state = ask(before(20), Advance(0, 0, p.RUN))
    sight, arc = look(state, "unit:0-unit-0").marks
    assert sight.kind == "path", "the edges of the arc, to the edges of the table"
    assert sight.points[0][1] < 5
    assert sight.points[2][0] > 795
    assert (arc.kind, arc.text) == ("arc", "charge 20 cm")
    eye, right, left = arc.points[0], arc.points[1], arc.points[-1]
    assert eye[0] - left[0] in (159, 160)  # 20 cm and half its depth at 45 degrees, in millimetres
    assert eye[1] - left[1] in (159, 160), "it turns where it stands, then goes on by 20 cm"
    assert 795 <= right[0] <= 800, "the table ends before the charge does"
    guns = look(ask(before(20, GUNS), Advance(0, 0, p.RUN)), "unit:0-unit-0")
    assert [mark.text for mark in guns.marks[2:]] == ["15 cm", "30 cm", "45 cm"]


def test_a_flying_unit_is_shown_at_its_token() -> None:
    # rule: flight.token, flight.charge-measured-from-token, los.arc-90
    state = battle(["6 morbid-angel"], [GUNS])
    fly(state, 0, (68, 20, 90))
    put(state, 1, (15, 50, 270), files=2)
    state.units[0].files = 3
    ask(state, Glide(0, 0, 1750))
    arc = look(state, "unit:0-unit-0").marks[1]
    assert (arc.points[0], arc.text) == ((680, 387), "charge 35 cm")
    path, shown, _ = look(state, "advance:10").marks
    assert path.points == ((680, 400), (680, 300))
    assert len(shown.points) == 8  # a token
    ask(state, Face(0, 0, 1750))
    assert look(state, "turn:90").marks[1].points[0] == (680, 400)
    ask(state, Glide(0, 0, 1250, p.MARCHED, True))
    down = look(state, "advance:10").marks[1]
    rows = sorted({y for _, y in down.points})
    assert rows == [287, 337]  # its first rank where the token would be


def test_who_stands_in_no_ranks_is_shown_turning() -> None:
    state = before(20, GUNS)
    state.units[0].files = 0
    turning = look(ask(state, Volley(0, 0)), "turn:90")
    assert [mark.kind for mark in turning.marks] == ["outline", "arrow"]


@pytest.mark.parametrize(
    "place", [(3, 3, 90), (75, 3, 90), (77, 57, 270), (3, 30, 0), (40, 3, 180)]
)
def test_flag_and_orders_lie_apart_and_on_the_table(place: tuple[int, int, int]) -> None:
    state = battle([GUNS], [DEAD])
    put(state, 0, place, files=2)
    put(state, 1, (40, 30, 270), files=4)
    state.units[0].orders = (p.MARCH, p.CHARGE)
    things = {thing.id: thing for thing in show(state, 0).zones[0].things}
    spots = [things[name].at for name in things if name.startswith(("token:0", "unit:0"))]
    assert len(spots) == 3
    for number, (x, y) in enumerate(spots):
        assert 10 <= x <= 790
        assert 10 <= y <= 590
        for a, b in spots[:number]:
            assert max(abs(x - a), abs(y - b)) >= 36, "as wide as they are"


def test_a_flag_lies_on_nobody_elses_bases() -> None:
    state = battle([GUNS, GUNS], [DEAD])
    put(state, 0, (30, 20, 90), files=4)
    put(state, 1, (40.5, 20, 90), files=4)  # its left flank touches the others
    put(state, 2, (40, 50, 270), files=4)
    flag = next(one for one in show(state, 0).zones[0].things if one.id == "unit:0-unit-1")
    assert flag.at[0] > 455, "it has gone to the right flank"


def test_names_of_units_that_stand_close_do_not_cover_each_other() -> None:
    state = battle([GUNS, GUNS], [DEAD])
    put(state, 0, (40, 20, 90), files=4)
    put(state, 1, (41, 21, 90), files=4)
    put(state, 2, (40, 19, 90), files=4)
    marks = [mark for mark in show(state, 0).zones[0].marks if mark.kind == "caption"]
    rows = sorted(mark.points[0][1] for mark in marks)
    assert len(rows) == 3
    assert min(low - high for high, low in pairwise(rows)) >= 16


def test_a_name_stands_beside_its_unit_where_others_are_behind_and_before_it() -> None:
    state = battle([GUNS, GUNS], [DEAD])
    put(state, 0, (40, 1.5, 90), files=4)  # behind it the table ends
    put(state, 1, (40, 7, 90), files=4)
    table = show(state, 0).zones[0]
    x, y = next(mark.points[0] for mark in table.marks if mark.kind == "caption")
    bases = [one.at for one in table.things if one.whole == "unit:0-unit-0"]
    assert min(abs(x - left) for left, _ in bases) > 30, "to the side of all of them"
    assert abs(y - bases[0][1]) <= 1, "level with them"


def test_flags_and_scenery_stay_upright_and_the_scale_lies_at_the_lower_left() -> None:
    state = battle([GUNS], [DEAD])
    put(state, 0, (40, 20, 90), files=4)
    near, far = (show(state, seat).zones[0] for seat in (state.south, 1 - state.south))
    assert (near.half, far.half) == (False, True)
    upright = {one.art for one in far.things if one.upright}
    assert "unit" in upright, "a flag has no front"
    assert "fighter" not in {one.art for one in far.things if one.upright}
    scales = [next(one for one in zone.marks if one.text == "10 cm") for zone in (near, far)]
    (left, low), (right, high) = (scale.points[0] for scale in scales)
    assert left < right, "it is drawn turned by half"
    assert low > high


def test_everybody_sees_the_arcs_and_only_who_is_asked_the_options() -> None:
    state = ask(before(20), Advance(0, 0, p.RUN))
    units = {one.thing for one in show(state, None).previews}
    assert units == {"unit:0-unit-0", "unit:1-unit-0"}
    assert {one.thing for one in show(state, 1).previews} == units
    assert "advance:5" in {one.thing for one in show(state, 0).previews}


def test_nobody_measures_while_a_charge_is_answered() -> None:  # rule: ruling.measuring
    state = before(15)
    state.units[1].orders = (p.RECEIVE_CHARGE,)
    ask(state, Charge(0, 0))
    assert look(state, "unit:0-unit-0").marks
    play(state, "unit:1-unit-0")
    assert isinstance(state.agenda[-1][0], React)
    for seat in (0, 1, None):
        assert not any(one.marks for one in show(state, seat).previews)


def test_a_move_is_shown_where_it_ends() -> None:  # rule: move.march
    state = ask(before(20), Advance(0, 0, p.MARCH))
    path, outline, arrow = look(state, "advance:5").marks
    assert path.points[0][1] - path.points[1][1] == 50
    assert (outline.kind, arrow.kind) == ("outline", "arrow")
    assert min(y for _, y in outline.points) == 600 - 100 - 25 - 50


def test_percentages_are_those_of_the_dice() -> None:  # rule: test.natural-one, test.six-reroll
    assert [percent(needed) for needed in (0, 2, 4, 6, 8)] == [83, 83, 50, 16, 13]
    note = needs("Courage", Fact("Courage", "", 4), Fact("Fear", "", 8), (Fact("Dark", "", 1),))
    assert note.title == "Courage: 5 or more, 33 %"
    assert (
        needs("Aim", Fact("AIM", "", 2), Fact("Long", "", 10)).title == "Aim: a 6 and 2 more, 13 %"
    )


def test_orders_and_manoeuvres_tell_their_tests() -> None:  # rule: order.cancel, manoeuvre.tests
    state = ask(before(20), Announce(0, 0, p.RUN))
    note = look(state, "button:cancel").notes[0]
    assert [fact.rule for fact in note.facts] == ["order.cancel", "test.unit-value"]
    assert note.facts[0].amount == 8
    assert look(state, "manoeuvre:u-turn").notes[0].facts[0].amount == 6


def test_a_charge_tells_the_fear_it_meets() -> None:  # rule: fear.test, fear.when-charging
    state = ask(before(15), Charge(0, 0))
    way, note = look(state, "unit:1-unit-0").notes
    assert (way.title, way.facts[0].value) == ("If you charge Unit 0", "15 of 20 cm")
    assert note.facts[0] == Fact("Fear of Unit 0", "fear.test", 5)
    assert note.facts[1].amount == -6, "what one has is taken off: the facts are a sum"
    far = ask(before(25), Charge(0, 0))
    assert look(far, "unit:1-unit-0").notes[0].facts[0].value == "25 cm, 5 too far"


def test_shots_tell_every_modifier() -> None:  # rule: shoot.modifiers, shoot.difficulty
    state = before(20, GUNS)
    state.units[0].moved = p.MARCHED
    ask(state, Volley(0, 0))
    *notes, wound = look(state, "unit:1-unit-0").notes
    assert wound.facts[0].amount == 7, "the STR of the rifle"
    for note in notes:
        assert ("Moved this turn", 1) in [(fact.text, fact.amount) for fact in note.facts]
    told = {sum(fact.amount or 0 for fact in note.facts[:-1]) for note in notes}
    assert told == {shot.difficulty for shot in shots(state, 0, 1)}


def test_blows_tell_attack_and_parry() -> None:  # rule: melee.attack, melee.defence, charge.penalty
    state = before(0.5, "6 griffin-duelist")
    make_contact(state, Assault(0, 1, True))
    ask(state, Melee())
    while "difficulty:5" not in state.open[0].options or state.open[0].seat:
        play(state, state.open[0].options[0])
    attack, parry, hits, wound = look(state, "difficulty:8").notes
    assert wound.title.startswith("Each hit on Morbid Puppet: wounds ")
    assert attack.title == "Attack: 4 or more, 50 %"
    assert parry.facts[1:] == (
        Fact("Charged this turn", "charge.penalty", 1),
        Fact("DEF", "melee.defence", -2),
    )
    assert hits.facts[0].text == "5 attack dice"


def test_unparried_hits_are_the_mean_of_all_throws() -> None:  # rule: ruling.test-policy-shown
    assert chance(4) == Fraction(1, 2)
    assert chance(8, 2) == Fraction(11, 36) * Fraction(5, 6)  # a 6 among two, then 2 or more
    assert unparried((3, 0), (4, 4)) == Fraction(3, 2)
    assert unparried((3, 9), (4, 4)) == Fraction(3, 4)
    # two dice, one of which can be parried: 2 hits leave 3/2, 1 hit leaves 1/2
    assert unparried((2, 1), (4, 4)) == Fraction(1, 4) * Fraction(3, 2) + Fraction(1, 4)
    assert of_hits((3, 0), (4, 4)).title == "Unparried hits expected: 1.5"


def titles(state: RagNarok, step: object, thing: str) -> list[str]:
    return [note.title for note in foretold(state, step, thing)]


def test_a_diver_is_told_how_far_it_really_comes() -> None:
    # rule: charge.procedure, flight.level-change-cost, flight.max-distance-double
    state = battle(["3 morbid-angel"], ["6 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 32, 270), files=3)
    told = next(iter(foretold(state, Charge(0, 0), "unit:1-unit-0")))
    assert told.facts[0].value.endswith(" of 25 cm")  # 2 x (17.5 - 5)


def test_a_war_cry_spares_chargers_the_test() -> None:  # rule: ruling.war-cry-brave
    state = battle(["4 orc-warrior"], ["1 melmoth"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 20, 270))
    assert len(titles(state, Charge(0, 0), "unit:1-unit-0")) == 1
    assert titles(state, Engage(0, 0), "unit:1-unit-0")[1].startswith("Courage")


def test_a_pursuit_has_no_impact() -> None:  # rule: pursuit.procedure, machine.impact
    state = battle(["1 brontops"], ["6 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 20, 270), files=3)
    assert any("Impact" in title for title in titles(state, Charge(0, 0), "unit:1-unit-0"))
    found = list(foretold(state, Pursue(0, 0), "unit:1-unit-0"))
    assert not any("Impact" in note.title for note in found)
    assert found[0].facts[0].rule == "pursuit.procedure"


def test_every_pick_that_rolls_tells_what_it_needs() -> None:  # rule: ruling.test-policy-shown
    tank = battle(["1 dwarf-armoured-tank"], [DEAD])
    put(tank, 0, (68, 10, 90))
    put(tank, 1, (68, 50, 270))
    assert titles(tank, Brake(0, 0), "button:brake") == ["Discipline: 2 or more, 83 %"]
    (steam,) = foretold(tank, Pressure(0), "group:0-unit-0-0")
    assert [fact.amount for fact in steam.facts] == [-1, 1, 1, 2, 2, 3]
    rage = duel(["8 danu-warrior"], ["1 abel"])
    assert titles(rage, Fury(0, 0), "button:spasm-of-fury") == ["Each: 5 or more, 33 %"]
    close = before(0.5, "6 griffin-duelist")
    assert titles(close, Disengage(0, 0), "button:dodge") == ["Break away: 2 or more, 83 %"]
    assert titles(close, Disengage(0, 0), "button:force") == ["Break away: 4 or more, 50 %"]
    close.units[0].mood = p.ROUT
    assert titles(close, Activate(0), "unit:0-unit-0") == ["Break away: 4 or more, 50 %"]
    close.units[0].mood = p.CALM
    assert titles(close, Activate(0), "unit:0-unit-0") == []
    (fear,) = foretold(close, React(0, 1, 0), "button:no-reaction")
    close.units[0].orders = (p.COUNTER_CHARGE,)
    table = show(ask(close, React(0, 1, 0)), 0).zones[0]
    assert [one.id for one in table.things if "selected" in one.state] == ["unit:0-unit-0"]
    assert fear.facts[0] == Fact("Fear of Unit 0", "fear.test", 5)
    fire = duel(["1 fire-elemental"], ["3 griffin-duelist"], apart=6)
    burning, wound = foretold(fire, Shoot(0), next(iter(eruptions(fire, 0))))
    assert wound.facts[0] == Fact("STR", "melee.wound-roll", 8)
    assert burning.title == "3 near it: a 6 and 1 more, 13 %"
    shell = LayGun(0, 0, 0, ((6, 9),))
    guns = before(20, GUNS)
    assert next(foretold(guns, shell, id_of(guns, 6))).facts[0].amount == 9


def test_magic_tells_its_power_roll() -> None:  # rule: ruling.test-policy-shown
    state = duel(["1 questor-of-acheron dark-lash"], ["1 alahan-mage"])
    give(state, 0, darkness=4)
    give(state, named(state, "alahan-mage"), light=2, earth=1)
    cast(state, 0, "dark-lash")
    target = options(state)[0]
    assert look(state, target).notes[0].title == "Power: 4 or more, 50 %"  # POW 3 against 7
    play(state, target)
    gem = next(thing for thing in options(state) if thing != "button:cast")
    assert look(state, gem).notes[0].title == "Power: 4 or more, 75 %"  # with that gem
    play(state, gem)
    assert look(state, "button:cast").notes[0].title == "Power: 4 or more, 75 %"  # two dice
    roll_next(state, 4, 5)
    play(state, "button:cast", "button:cast")  # nothing in addition
    rival = next(thing for thing in options(state) if thing.startswith("fighter:"))
    note = next(foretold(state, CounterSpell(1), rival))
    assert note.title == "Counter: 5 or more, 33 %"  # POW 3 against 3 + 5


def test_prayers_tell_what_they_need() -> None:  # rule: ruling.test-policy-shown
    state = battle(["6 griffin-templar, 1 sered divine-wrath"], ["1 croquemitaine"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 20, 270))
    state.phase = p.DIVINATION
    set_each(state.fighters, "faith", [9] * len(state.places))
    call = Call(named(state, "sered"), "divine-wrath", (id_of(state, 7),))
    assert titles(state, StakeFaith(0, call), "dice:1") == ["Divine Wrath: 3 or more, 66 %"]
    assert titles(state, StakeFaith(0, call), "dice:2") == ["Divine Wrath: 3 or more, 88 %"]
    bare = Call(call.cleric, call.miracle)
    assert titles(state, AimMiracle(0, bare), id_of(state, 7)) == ["Divine Wrath: 3 or more, 66 %"]
    deny = titles(state, Censor(1, call, 8), id_of(state, 7))
    assert deny == ["Denial: 4 or more, 50 %"]


def test_the_unit_that_is_asked_about_is_marked_and_keeps_its_reach_in_sight() -> None:
    # rule: los.arc-90, charge.procedure
    state = ask(before(20), Charge(0, 0))
    table = show(state, 0).zones[0]
    flags = {thing.id: thing.state for thing in table.things if thing.art == "unit"}
    assert flags == {"unit:0-unit-0": ("selected",), "unit:1-unit-0": ()}
    assert [mark.text for mark in table.marks if mark.kind == "arc"] == ["charge 20 cm"]
    ruler = look(state, "unit:1-unit-0").marks[-1]
    assert (ruler.kind, ruler.text) == ("ruler", "20 of 20 cm")
    assert abs(ruler.points[0][1] - ruler.points[1][1]) == 200
    others = show(state, 1).zones[0]
    assert not [mark for mark in others.marks if mark.kind == "arc"]


def test_every_unit_is_named_and_its_orders_are_counters() -> None:
    # rule: order.hidden, ruling.hidden-information
    state = before(20)
    state.units[0].orders, state.units[0].revealed = (p.CHARGE,), p.MARCH
    table = show(state, 1).zones[0]
    assert [mark.text for mark in table.marks if mark.kind == "caption"] == ["Unit 0", "Unit 0"]
    arts = {thing.id: (thing.art, thing.tone) for thing in table.things}
    assert arts["token:0-unit-0-1"] == ("order-back", "violet")
    assert arts["revealed:0-unit-0"] == ("order-march", "bone")


def test_who_gives_orders_sees_what_he_has_given() -> None:
    # rule: order.hidden, ruling.hidden-information
    state = before(20)
    ask(state, (GiveOrders(0, order_sources(state, 0)), GiveOrders(1, order_sources(state, 1))))
    play(state, "unit:0-unit-0", "order:charge")

    def backs(seat: int | None) -> list[str]:
        things = show(state, seat).zones[0].things
        return [thing.art for thing in things if thing.id.startswith("token:0")]

    assert backs(0) == ["order-charge"]
    assert backs(1) == backs(None) == []


def test_who_meets_whom_first_tells_both_initiatives() -> None:  # rule: melee.ini
    state = before(0.5)
    make_contact(state, Assault(0, 1, True))
    step = NextCombat(0, 0, 1)
    for thing in step.options(state) or combats(state, 0, 1):
        (note,) = foretold(state, step, thing)
        assert [fact.rule for fact in note.facts] == ["melee.ini", "melee.ini"]
        assert all("a die + INI" in fact.text for fact in note.facts)
    (tactics,) = foretold(state, ChooseEdge(0), "button:lower-edge")
    assert [fact.rule for fact in tactics.facts] == ["turn.tactics-roll"] * 2
