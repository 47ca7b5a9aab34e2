"""Armies: what they cost, what they may hold, and every problem at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army import levy
from fimbul.games.rag_narok.army.army import PRICES, READY, BadArmy, Enlisted, Troop, read, write
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.harm import inflict
from fimbul.games.rag_narok.rules.movement.parties import divide, join
from fimbul.kernel import BadSetup
from tests.games.rag_narok.drawn import army, battle, put, troop


def rules(found: armies.Army, shadows: bool = False) -> set[str]:
    return {problem.rule for problem in levy.problems(found, shadows)}


def of_unit(told: str) -> set[str]:
    """The problems of one Unit, whatever the rest of its army would say."""
    ours = {"army.commander", "army.budget", "army.characters-50", "army.machines-25"}
    return rules(army(told, budget=9999)) - ours


def test_the_tables_are_sound() -> None:
    # rule: char.list, rank.categories, df.by-size, dice.by-size, wounds.by-size
    # rule: ruling.profile-numbers, ruling.very-large-df
    assert t.problems() == []
    assert (len(t.PROFILES), len(t.PEOPLES), len(t.SKILLS), len(t.ORDERS)) == (86, 18, 40, 11)
    assert t.PROFILES["morbid-puppet"].mov == 750
    assert t.PROFILES["griffin-fusilier"].fear is None
    assert t.PROFILES["belial"].df == 4


def test_wound_levels() -> None:
    # example: example.large-warrior-mage-5-wounds, example.monk-and-mage-one-level
    # example: example.warrior-skill-not-for-troops
    # rule: wounds.large-warrior-mage-five, wounds.warrior-skills-no-stack
    # rule: wounds.warrior-skill-extra
    assert t.wound_levels(t.PROFILES["shaman-animist-brontops"]) == 5
    state = battle(["1 shaman-animist-brontops"], ["1 abel"])
    put(state, 0, (20, 20, 90))
    for _ in range(4):
        inflict(state, 0, 1)
    assert (state.fighters[0].fate, state.fighters[0].hurt) == (p.STANDING, 4)
    inflict(state, 0, 1)
    assert (state.fighters[0].fate, state.units[0].ranks) == (p.DEAD, ())
    both = structs.replace(t.PROFILES["sered"], skills=("warrior-mage", "warrior-monk"))
    assert t.wound_levels(both) == 4
    assert [t.wound_levels(t.PROFILES[n]) for n in ("oracle-of-danu", "sered")] == [1, 4]


def test_sizes_and_bases() -> None:  # rule: size.four-categories, ruling.bases
    names = ("elghir", "golborak", "baron-samedi", "melmoth", "formor-minion", "sophet-drahas")
    sizes = ["Small", "Small", "Small", "Normal", "Normal", "Large"]
    assert [t.PROFILES[name].size for name in names] == sizes
    assert {card.size for card in t.PROFILES.values()} == set(t.SIZES)
    assert t.PROFILES["lion-knight"].base == (250, 500)
    assert t.PROFILES["wolfen-warrior"].base == (400, 400)


@pytest.mark.parametrize("name", READY)
def test_ready_armies_are_legal_and_cost_what_the_book_says(name: str) -> None:
    # rule: army.budget, army.characters-50, army.leader-surcharge, army.commander
    ready = READY[name]
    assert list(levy.problems(ready)) == []
    assert ready.cost == t.LISTED_ARMIES[name].cost
    assert read(write(ready)) == ready


def test_the_learning_skirmish_is_legal() -> None:
    # example: example.learning-skirmish-legal
    # rule: army.budget, army.characters-50, unit.min-max
    ready = READY["acheron-200"]
    heroes = [entry.cost for entry in ready.entries() if entry.card.kind == "character"]
    assert (ready.cost, sum(heroes)) == (175, 95)
    assert [unit.cost for unit in ready.units] == [95, 80]


def test_every_problem_is_listed_at_once() -> None:
    bad = army("2 abel, 1 griffin-conscript", "1 alahan-guard", commander="sered", budget=100)
    assert rules(bad) >= {
        "army.budget", "army.characters-50", "army.unique", "army.commander", "unit.min-max",
    }  # fmt: skip


def test_units_cost_fifty_at_least() -> None:
    # example: example.gravekeeper-leader-alone, example.single-troop-50
    # example: example.leader-50-of-leaders
    # rule: unit.gravekeeper-leader-alone, unit.leader-cost-counts, unit.single-troop-50ap
    # rule: leader.alone-50ap, leader.unit-of-leaders, unit.min-max, army.leader-surcharge
    assert troop("1 gravekeeper leader").cost == 52
    assert of_unit("1 gravekeeper leader") == set()
    assert of_unit("1 gravekeeper") == {"unit.min-max"}
    assert of_unit("1 lion-knight") == set()
    assert of_unit("1 wolfen-warrior") == {"unit.min-max"}
    assert of_unit("1 wolfen-warrior leader") == set()
    assert troop("3 griffin-duelist leader").cost == 57
    assert of_unit("3 griffin-duelist leader") == set()
    assert of_unit("21 griffin-duelist") == {"unit.min-max"}
    assert of_unit("20 griffin-duelist") == set()
    assert of_unit("6 griffin-templar, 2 templar-standard") == {"unit.min-max"}
    assert of_unit("6 griffin-templar, 2 templar-musician") == {"unit.min-max"}
    assert of_unit("6 griffin-templar, 1 templar-standard, 1 templar-musician") == set()


def test_one_people_and_one_kind_of_base() -> None:
    # example: example.one-people-unit
    # rule: unit.one-people, unit.mixed
    assert "unit.one-people" in of_unit("4 griffin-templar, 1 alahan-guard")
    assert of_unit("4 alahan-guard, 2 lion-knight") == set()
    assert of_unit("5 alahan-guard, 2 lion-knight") == {"unit.mixed"}
    assert of_unit("6 goblin-warrior, 2 troll") == {"unit.mixed"}
    assert of_unit("2 razorback-rider, 2 son-of-uren") == set()
    assert of_unit("2 razorback-rider, 2 son-of-uren, 1 thermo-warrior") == {"unit.mixed"}


def test_who_may_lead() -> None:
    # example: example.leader-bans, example.sophet-leads-puppets
    # rule: leader.excluded, leader.undead-excluded, toad.independent, leader.sophet-puppets
    # rule: leader.undead-exception-precedence
    names = (
        "templar-musician", "templar-standard", "mechanical-familiar", "alahan-mage",
        "mid-nor-faithful", "morbid-puppet", "battle-toad", "oracle-of-danu", "questor-of-acheron",
    )  # fmt: skip
    able = [levy.may_lead(t.PROFILES[name]) for name in names]
    assert able == [False] * 7 + [True] * 2
    assert not levy.may_lead(structs.replace(t.PROFILES["troll"], skills=("construct",)))
    assert of_unit("7 morbid-puppet, 1 sophet-drahas leader") == set()
    assert of_unit("7 morbid-puppet, 1 morbid-puppet leader") == {"leader.undead-excluded"}
    assert of_unit("1 sophet-drahas leader") == set()
    assert of_unit("3 gravekeeper, 1 sophet-drahas leader") == {"leader.excluded"}


def test_leaders_are_bought_among_troops() -> None:  # rule: army.leader-surcharge
    heroes = ("abel", "alderan", "executor", "sered", "shaman-animist-brontops")
    assert [levy.may_lead(t.PROFILES[name]) for name in heroes] == [False] * 3 + [True] * 2
    assert of_unit("1 abel leader, 6 griffin-duelist") == {"leader.excluded"}
    cards = ("griffin-duelist", "griffin-templar", "sophet-drahas")
    prices = [Enlisted(1, name, True).each - t.PROFILES[name].ap for name in cards]
    assert prices == [8, 10, 10]
    state = battle(["1 griffin-duelist leader", "1 gravekeeper leader"], ["7 morbid-puppet"])
    duelist, keeper = state.roster.fighters[:2]
    assert (duelist.cou, duelist.fear, duelist.dis) == (5, None, 5)
    assert (keeper.cou, keeper.fear, keeper.dis) == (None, 8, 5)


def test_which_units_a_leader_may_accompany() -> None:
    # example: example.warrior-monk-higher-unit, example.leaders-grouped
    # rule: leader.warrior-any-category, leader.category-limit, leader.unlimited
    # rule: leader.identical-together
    assert of_unit("3 skull-warrior, 1 gravedigger-of-salaliel leader") == set()
    assert of_unit("3 keratis, 1 skorize leader") == {"leader.category-limit"}
    state = battle(["3 griffin-duelist leader, 3 griffin-duelist"], ["7 morbid-puppet"])
    groups = [group.members for group in state.roster.groups[:2]]
    assert groups == [(0, 1, 2), (3, 4, 5)]


def test_identical_leaders_are_one_group_however_they_came_together() -> None:
    # rule: leader.identical-together
    pair = "1 griffin-duelist leader, 4 griffin-duelist"
    state = battle([f"1 griffin-duelist leader, {pair}", pair], ["7 morbid-puppet"])
    assert [group.members for group in state.roster.groups[:2]] == [(0, 1), (2, 3, 4, 5)]
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 15, 90))
    join(state, 1, 0)
    led, others = (state.roster.fighters[n].group for n in (0, 2))
    assert state.roster.groups[led].members == (0, 1, 6)
    assert state.roster.groups[others].members == (2, 3, 4, 5, 7, 8, 9, 10)
    new = divide(state, 0, (6, 7, 8, 9, 10))
    again = {state.roster.fighters[n].group for n in state.units[new].ranks}
    assert [state.roster.groups[n].members for n in sorted(again)] == [(6,), (7, 8, 9, 10)]


def test_machines_and_artillery() -> None:
    # example: example.artillery-character-limits
    # rule: army.artillery-character-both-limits, army.machines-25
    found = army("1 golborak", "6 thermo-warrior leader", commander="thermo-warrior", budget=400)
    assert rules(found) == {"army.machines-25"}
    column = ("6 thermo-warrior leader", "1 dwarf-armoured-tank")
    assert rules(army(*column, budget=400)) == set()  # a quarter exactly
    assert rules(army(*column, budget=399)) == {"army.machines-25"}
    assert not levy.is_machine(t.PROFILES["griffin-fusilier"])


def test_allies_and_mercenaries() -> None:
    # example: example.hyperian-ally, example.migail, example.shadow-option
    # rule: army.hyperians-cynwall, army.allies-25, army.lunatics-wolfen, ruling.allied-share
    # rule: army.shadows-agreement
    elves = "4 cynwall-equanime, 1 cynwall-magistrate"
    assert rules(army(elves, "1 kelen-thirteenth-voice", budget=600)) == set()
    more = army(elves, "1 kelen-thirteenth-voice", "10 griffin-duelist", budget=600)
    assert rules(more) == {"army.allies-25"}
    orcs = "6 orc-warrior, 1 orc-warrior leader"  # 106 AP
    assert rules(army("1 wolfen-alpha", "1 migail", budget=600)) == set()
    assert rules(army("1 wolfen-alpha", orcs, budget=600)) == set()
    assert rules(army("1 wolfen-alpha", "1 migail", orcs, budget=600)) == {"army.allies-25"}
    assert rules(army("1 wolfen-alpha", "7 morbid-puppet", budget=600)) == {"army.allies-25"}
    temple = "1 sered"
    assert rules(army(temple, "1 alderan", budget=600)) == {"army.allies-25"}  # he comes alone
    assert rules(army(temple, "1 alderan", "5 alahan-guard", budget=600)) == set()
    assert rules(army(temple, "5 giant-barbarian", budget=600)) == set()  # hired, of any Path
    assert rules(army(temple, "6 giant-barbarian", budget=600)) == {"army.allies-25"}
    assert rules(army(temple, "1 goreth-the-massive", "10 griffin-conscript", budget=600)) == set()
    dark = army("1 melmoth", "4 shadow", budget=600)
    assert rules(dark) == {"army.shadows-agreement"}
    assert rules(dark, shadows=True) == set()
    alone = army("4 shadow, 1 shadow leader", budget=600)
    assert rules(alone) == {"army.shadows-agreement"}


def test_shadows_are_a_choice_of_the_match() -> None:
    # example: example.shadow-option
    # rule: army.shadows-agreement
    dark = write(army("1 melmoth", "4 shadow", budget=600))
    setup = RagSetup(scenario=PITCHED, first="griffons-600", second=dark)
    with pytest.raises(BadSetup, match="Shadows need the opponent's agreement"):
        GAME.new(setup)
    state = GAME.new(structs.replace(setup, shadows=True))
    assert list(state.problems()) == []


def test_characters_are_unique() -> None:  # rule: army.unique, army.commander
    assert "army.unique" in rules(army("1 abel", "1 abel", budget=600))
    plain = army("10 griffin-duelist", budget=600)
    assert rules(plain) == {"army.commander"}


def test_spells() -> None:
    # example: example.spell-paths, example.spell-once, example.orc-spells
    # example: example.questor-rituals, example.spark-refused, example.fear-effect-no-df
    # rule: spell.allowed-paths, spell.mixed-paths, spell.no-duplicates, orc.primagic
    # rule: orc.warrior-mage-spells, warmage.questor-two-rituals, army.spell-limit
    # rule: unusable.spark-of-life, special.fear-effects-need-df, ruling.unusable-in-data
    shaman = "1 wolfen-shaman stone-skin thousand-tears primal-bolt"
    assert of_unit(shaman) == set()
    assert of_unit(f"{shaman} dark-lash") == {"spell.allowed-paths"}
    assert of_unit("1 wolfen-shaman primal-bolt primal-bolt") == {"spell.no-duplicates"}
    assert of_unit("1 tork primal-bolt gift-of-the-jackal") == set()
    assert of_unit("1 tork mark-of-the-caste") == {"spell.allowed-paths"}
    assert of_unit("1 shaman-animist-brontops gift-of-the-jackal") == set()
    assert of_unit("1 wolfen-shaman gift-of-the-jackal") == {"spell.allowed-paths"}
    spells = "dark-lash bone-mending primal-bolt"
    two = f"2 questor-of-acheron {spells} weight-of-the-grave"
    assert of_unit(two) == set()
    assert of_unit(f"{two} primal-bolt dark-lash") >= {"army.spell-limit"}
    light = "4 alahan-guard, 1 alahan-mage healing-light primal-bolt column-of-light"
    assert of_unit(light) == set()
    assert of_unit(f"{light} wall-of-earth") == {
        "army.spell-limit"
    }  # elsewhere Rituals count against POW
    rituals = "weight-of-the-grave column-of-light"  # the second is of another Path
    three = f"{rituals} lightning-from-the-abyss"
    assert of_unit(f"2 questor-of-acheron {spells} {rituals}") == {"spell.allowed-paths"}
    limits = {"spell.allowed-paths", "army.spell-limit"}
    assert of_unit(f"2 questor-of-acheron {spells} {three}") == limits
    mage = "1 alahan-mage spark-of-life, 4 alahan-guard"
    assert "unusable.spark-of-life" in of_unit(mage)
    assert "special.fear-effects-need-df" in of_unit("1 sophet-drahas dread-whisper")


def test_miracles_and_communions() -> None:
    # example: example.monk-communions
    # rule: monk.may-own-communions, monk.oracle-two-communions, monk.communion-cult
    # rule: communion.not-miracle-limit, communion.number-by-rank, army.miracle-limit
    # rule: miracle.odnir-unusable
    three = "2 oracle-of-danu shield-of-faith hearth-oath sudden-fervour"
    assert of_unit(f"{three} embrace-of-danu chorus-of-aegis") == set()
    wrong = of_unit(f"{three} embrace-of-danu judgement-of-merin")
    assert wrong == {"monk.communion-cult", "army.miracle-limit"}
    assert "army.miracle-limit" in of_unit(f"{three} occult-knighting")
    assert "miracle.odnir-unusable" in of_unit("1 elghir odnirs-forge")
    many = "1 gravedigger-of-salaliel chorus-of-aegis chorus-of-aegis, 3 skull-warrior"
    assert "communion.number-by-rank" in of_unit(many)


def test_artefacts_and_equipment() -> None:
    # example: example.warmage-artefact, example.horns-price
    # rule: warmage.artefact, army.artefact-limit, horns.cost-17, unalterable.no-equipment
    # rule: unalterable.fixed-profile, tank.no-optional-equipment, familiar.same-unit
    # rule: familiar.independent, unit.independents
    assert of_unit("2 questor-of-acheron source-of-fire") == {"warmage.artefact"}
    assert of_unit("1 gravekeeper leader black-diamond") == set()
    assert of_unit("1 melmoth black-diamond") == {"army.artefact-limit"}
    three = "1 kayl-kartan-ii source-of-fire source-of-fire source-of-fire"
    assert of_unit(three) == {"spell.no-duplicates", "army.artefact-limit"}
    assert of_unit("1 magnus-the-mystic" + " source-of-fire" * 3) == {"spell.no-duplicates"}
    assert Enlisted(1, "skull-warrior", False, ("horns-of-damnation",)).cost == 39
    assert Enlisted(1, "melmoth", False, ("horns-of-damnation",)).cost == 95 + 17
    assert Enlisted(1, "great-skull", False, ("horns-of-damnation",)).cost == 290  # in his price
    assert of_unit("1 dwarf-armoured-tank caduceus") == {"unalterable.no-equipment"}
    assert of_unit("5 thermo-warrior, 1 mechanical-familiar") == {"familiar.same-unit"}
    assert t.PROFILES["mechanical-familiar"].independent
    assert t.PROFILES["battle-toad"].independent
    assert not t.PROFILES["griffin-duelist"].independent


def test_a_text_that_is_no_army_is_refused_line_by_line() -> None:
    with pytest.raises(BadArmy) as bad:
        read("Mine\npeople elves\nbudget lots\ngeneral me\n\nUnit\n3 nobodies\nx\n")
    said = " ".join(bad.value.problems)
    for part in ("elves", "'lots'", "'general'", "'nobodies'", "line 8"):
        assert part in said


def test_a_unit_without_a_name_loses_nobody() -> None:
    heads = "Mine\npeople griffons\nbudget 200\ncommander abel\n\n"
    with pytest.raises(BadArmy) as bad:
        read(f"{heads}6 griffin-duelist\n1 abel\n")
    assert bad.value.problems == [
        "line 6: the name of the Unit is missing before '6 griffin-duelist'"
    ]


def test_the_mark_of_some_editors_is_no_part_of_the_name() -> None:
    assert read("\ufeff" + write(READY["griffons-200"])) == READY["griffons-200"]


def test_the_setup_names_every_problem_of_both_armies() -> None:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(first="nothing", second="dwarves-600")
    said = str(bad.value)
    assert "first: " in said
    assert "second: First blood (learning skirmish) is for 200 AP, not 600" in said


def test_whatever_is_offered_can_be_brought() -> None:
    skull = army("1 great-skull howling-toga horns-of-damnation, 9 morbid-puppet", budget=1000)
    setup = GAME.setup(scenario="three-stones", first=write(skull), second="acheron-1000")
    assert list(setup.problems()) == []


EXTRAS = sorted(PRICES)
NAMES = st.sampled_from(sorted(t.PROFILES))
TITLES = st.text(min_size=1, max_size=20).map(lambda told: " ".join(told.split())).filter(bool)
OWNED = st.lists(st.sampled_from(EXTRAS), max_size=3).map(tuple)
ENTRIES = st.builds(Enlisted, st.integers(1, 20), NAMES, st.booleans(), OWNED)
UNITS = st.builds(Troop, TITLES, st.tuples(ENTRIES, ENTRIES))


@given(st.builds(armies.Army, TITLES, st.just("lions"), st.integers(1, 999), NAMES,
                 st.lists(UNITS, min_size=1, max_size=3).map(tuple)))  # fmt: skip
def test_armies_survive_as_text_and_are_always_judged(found: armies.Army) -> None:
    assert read(write(found)) == found
    for problem in levy.problems(found):
        assert problem.text
