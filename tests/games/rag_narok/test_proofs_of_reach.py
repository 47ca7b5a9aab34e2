"""Who is reached, from where and how far: borders that a change by a little would move."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import price
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.ground.air import rise
from fimbul.games.rag_narok.ground.conjured import WALLS
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.ground.sight import NONE, sees
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.aims import aims
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.withdraw import ways_out
from fimbul.games.rag_narok.rules.command.grasp import PayGems
from fimbul.games.rag_narok.rules.command.staffs import may_serve
from fimbul.games.rag_narok.rules.faith.miracles import Call, grant, targets
from fimbul.games.rag_narok.rules.flight.airborne import DOWN, STAY, UP, level_changes
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.machines import artillery as g
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER, SUITS
from fimbul.games.rag_narok.rules.magic.reach import may_answer
from fimbul.games.rag_narok.rules.melee.duel import likeliest
from fimbul.games.rag_narok.rules.melee.regrowth import heal
from fimbul.games.rag_narok.state import place_of
from tests.games.rag_narok.drawn import ask, battle, begin, fight, fly, play, put, stand, words
from tests.games.rag_narok.spellbook import give, named


def test_templates_are_as_wide_as_their_cards_say() -> None:  # rule: artillery.area
    assert g.radius(t.PROFILES["lor-arkhon"]) == 300
    assert g.radius(t.PROFILES["griffin-bombard"]) == 500
    state = battle(["1 lor-arkhon"], ["2 alahan-guard"])
    put(state, 0, (40, 10, 90))
    wide = (g.radius(t.PROFILES["lor-arkhon"]), p.GROUND)
    for gap, hit in ((2.9, True), (3.1, False)):
        stand(state, 1, (40, 40, 270))
        stand(state, 2, (40 + gap + 1.25, 40, 270))
        assert (2 in g.touched(state, (4000, 4000), wide)) == hit


def test_ways_out_begin_towards_the_own_edge() -> None:
    # rule: disengage.sensible-path, ruling.disengage-path
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (12, 30, 90))
    put(state, 1, (70, 50, 270))
    for south, heading in ((0, 270), (1, 90)):
        state.south = south
        assert ways_out(state, 0)[0] == heading


def test_vengeance_reaches_only_templars_near_enough() -> None:  # rule: miracle.los-and-range
    units = ["1 sered vengeance-of-the-temple", "4 griffin-templar", "4 griffin-duelist"]
    state = battle(units, ["3 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 2, (20, 15, 90))
    put(state, 3, (70, 50, 270))
    vengeance = t.MIRACLES["vengeance-of-the-temple"]
    for gap, reached in ((14.9, True), (15.1, False)):
        put(state, 1, (41.25, 11.25 + gap + 1.25, 90))
        assert targets(state, 0, vengeance) == (["unit:0-unit-1"] if reached else [])


def test_only_aides_serve_in_a_staff() -> None:  # rule: staff.composition, staff.eligibility
    crew = "1 abel, 1 templar-musician, 1 templar-standard, 3 griffin-templar"
    state = battle([crew], ["3 morbid-puppet"])
    able = {who: may_serve(state, named(state, "abel"), named(state, who)) for who in WHO}
    assert able == {"templar-musician": True, "templar-standard": True, "griffin-templar": False}


WHO = ("templar-musician", "templar-standard", "griffin-templar")


def test_personal_spells_are_answered_at_arms_length() -> None:
    # rule: counter.contact-personal, spell.range-zero-personal
    mark = FORMULAS[NUMBER["mark-of-the-caste"]]
    state = battle(["1 tork mark-of-the-caste"], ["1 tamaor"])
    put(state, 0, (40, 20, 90))
    for gap, answers in ((0.0, True), (0.1, True), (0.2, False), (2.5, False)):
        put(state, 1, (40, 22.5 + gap, 270))
        assert may_answer(state, 1, 0, mark) == answers


def test_a_wall_of_earth_stops_a_charge() -> None:  # rule: move.no-interpenetration
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (12, 20, 90))
    put(state, 1, (12, 32, 270))
    assert reach(state, Assault(0, 1, True)) == 950
    (wall,) = WALLS
    state.conjured = [(wall, 1200, 2600, 90, 9)]
    assert reach(state, Assault(0, 1, True)) is None


def test_nobody_has_reached_a_strip_before_the_battle() -> None:
    # rule: victory.points, ruling.pitched-aims
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (40, 75, 90))
    put(state, 1, (80, 40, 270))
    assert aims(state, 0) == 40
    state.phase = p.DEPLOYMENT
    assert aims(state, 0) == 0


def test_who_has_risen_changes_no_more_level() -> None:  # rule: flight.one-level-change
    state = battle(["3 morbid-angel"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 50, 270))
    assert level_changes(state, 0) == [STAY, UP]
    rise(state, 0)
    assert level_changes(state, 0) == [STAY]
    fly(state, 0, (40, 20, 90), 1)
    state.shifted[0] = 0
    assert level_changes(state, 0) == [STAY, UP, DOWN]


def test_who_fell_far_from_its_unit_rises_beside_it() -> None:  # rule: end.regeneration
    for far, back in ((8.0, False), (3.0, True)):
        state = battle(["3 skull-warrior"], ["3 alahan-guard"])
        stand(state, 0, (12 + far, 20, 90))
        stand(state, 1, (12, 20, 90))
        stand(state, 2, (12, 17, 90))
        put(state, 1, (40, 50, 270))
        kill(state, 0)
        state.hurt[0] = 1
        heal(state, 0)
        assert (place_of(state, 0)[:2] == (round((12 + far) * 100), 2000)) == back
        assert any(near(state, 0, member, p.CHAIN) for member in (1, 2))


@pytest.mark.parametrize(
    ("mine", "defence", "due"),
    [("3 lion-knight", 0, 7), ("3 lion-knight", 6, 9), ("3 griffin-duelist", 3, 8)],
)
def test_the_difficulty_that_pays_most_is_proposed(mine: str, defence: int, due: int) -> None:
    # rule: ruling.announced-difficulty-range
    state = begin(fight(mine, "3 alahan-guard"), attack=(3, 0), defence=(0, defence))
    assert likeliest(state, 0, 3) == f"difficulty:{due}"


def test_only_boilers_with_an_accelerator_are_hastened() -> None:
    # rule: spell.thermo-acceleration-area
    crews = {
        "1 magnus-the-mystic": False,
        "1 thermo-priest-razorback": True,
        "1 razorback-rider": False,
        "1 razorback-rider accelerator": True,
        "1 thermo-warrior": False,
    }
    state = battle(list(crews), ["3 alahan-guard"])
    found = [SUITS["thermo-acceleration"](state, number) for number in range(len(crews))]
    assert found == list(crews.values())


def test_everybody_is_told_of_reapers_that_rise() -> None:  # rule: ruling.reapers-summoned
    state = battle(["1 mid-nor-faithful call-of-the-reapers"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 2, (40, 50, 270))
    state.events = []
    spot = targets(state, 0, t.MIRACLES["call-of-the-reapers"])[0]
    grant(state, Call(0, "call-of-the-reapers", (spot,)))
    assert "rise from the ground" in words(state)
    assert [state.fates[number] for number in state.ranks[1]] == [p.STANDING] * 2


def test_whose_gems_pay_for_dark_grasp_is_chosen() -> None:  # rule: darkgrasp.buy-orders
    for pick, left in (("horns:0-unit-0-1-darkness", (3, 1)), ("gem:0-unit-0-1-darkness", (2, 2))):
        state = battle(["1 sophet-drahas horns-of-damnation"], ["3 alahan-guard"])
        put(state, 0, (40, 20, 90))
        give(state, 0, darkness=3)
        state.horns[0] = 2
        ask(state, PayGems(0, 1))
        play(state, pick)
        assert (state.pools[0][p.DARKNESS], state.horns[0]) == left


def test_horns_cost_what_their_card_says_unless_they_are_included() -> None:
    # rule: horns.cost-17
    assert price("horns-of-damnation") == t.ARTEFACTS["horns-of-damnation"].ap == 17
    assert price("horns-of-damnation", t.PROFILES["skull-warrior"]) == 17
    included = [card for card in t.PROFILES.values() if "horns-of-damnation" in card.artefacts]
    assert [price("horns-of-damnation", bearer) for bearer in included] == [0] * len(included)


def test_not_even_magnus_sees_into_another_machine() -> None:
    # rule: tank.no-sight-through-hull, tank.clairvoyant-familiar
    crew = "1 magnus-the-mystic, 1 clairvoyant-familiar"
    tank = "1 dwarf-armoured-tank"
    state = battle([tank, "1 griffin-duelist"], [tank, crew])
    put(state, 0, (40, 20, 90))
    put(state, 1, (46, 20, 90))
    put(state, 2, (40, 35, 270))
    put(state, 3, (46, 35, 270))
    magnus = named(state, "magnus-the-mystic")
    stow(state, 3, named(state, "dwarf-armoured-tank", 1))
    assert sees(state, magnus, 1) != NONE
    stow(state, 1, 0)
    assert sees(state, magnus, 1) == NONE
