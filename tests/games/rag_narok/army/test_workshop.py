"""Armies put together by hand: what is offered, what it costs, everything that is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.games import find
from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army import levy
from fimbul.games.rag_narok.measure import tables as t
from fimbul.kernel import BadSetup
from fimbul.kit.workshop import Draft, Judged, Section, Taken, Workshop

SHOP: Workshop = find("rag_narok").workshops["army"]
HEADS = {"name": "Patrol", "people": "griffons", "budget": "200", "commander": "abel"}


def judged(*taken: Taken, **heads: str) -> Judged:
    return SHOP.judge(Draft({**HEADS, **heads}, (Section("Blades", taken),)))


def rules(found: Judged) -> list[str]:
    return [problem.rule for problem in found.problems]


@pytest.mark.parametrize("name", armies.READY)
def test_a_ready_army_is_a_draft_and_a_text(name: str) -> None:
    found, army = SHOP.read(name), armies.READY[name]
    assert found.text == armies.write(army)
    assert (found.points, found.limit) == (army.cost, army.budget)
    assert [sum(costs) for costs in found.costs] == [unit.cost for unit in army.units]
    assert SHOP.read(found.text) == SHOP.judge(found.draft) == found
    assert all(not rule for rule in rules(found)), "nothing that a rule forbids"


def test_everything_that_can_be_bought_is_offered_at_its_price() -> None:
    offered = {ware.id: ware for ware in SHOP.catalogue().wares}
    assert offered.keys() == t.PROFILES.keys()
    for ware in offered.values():
        for extra in ware.extras:
            with_it = SHOP.judge(
                Draft(sections=(Section("One", (Taken(ware.id, 1, (extra.id,)),)),))
            )
            assert with_it.points == ware.points + extra.points, (ware.id, extra.id)
    assert "leader" in [extra.id for extra in offered["griffin-duelist"].extras]
    assert not offered["abel"].extras
    assert "leader" not in [extra.id for extra in offered["morbid-puppet"].extras]


# rule: army.budget, unit.min-max, army.unique, army.commander
def test_every_problem_is_told_at_once_with_its_rule() -> None:
    found = judged(Taken("abel", 4), Taken("griffin-duelist", 21))
    assert set(rules(found)) == {
        "army.budget",
        "army.characters-50",
        "army.unique",
        "unit.min-max",
    }
    assert found.points == 4 * 60 + 21 * 11
    assert rules(judged(Taken("griffin-duelist", 6), Taken("abel"))) == []
    assert rules(judged(Taken("griffin-duelist", 6))) == ["army.commander"]


def test_what_is_missing_is_told_beside_what_is_wrong() -> None:
    empty = SHOP.judge(Draft())
    assert [problem.text for problem in empty.problems] == [
        "the army does not name its people",
        "the army does not name its budget",
        "the army does not name its commander",
        "there is no Unit: a name, then a line for each kind of fighter",
    ]
    found = SHOP.judge(
        Draft(
            {**HEADS, "commander": ""},
            (Section("Blades", (Taken("griffin-duelist", 1),)), Section("Nobody")),
        )
    )
    told = [(problem.text, problem.rule) for problem in found.problems]
    assert told == [
        ("the army does not name its commander", "army.commander"),
        ("the Unit 'Nobody' has no fighters", "unit.min-max"),
        ("Blades: a Unit costs at least 50 AP", "unit.min-max"),
    ]


def test_what_is_on_offer_is_told_in_words() -> None:
    words = {ware.id: ware.text for ware in SHOP.catalogue().wares}
    assert words["alderan"].endswith("DEF/RES 6/8; Command 20")
    assert words["lion-knight"].endswith("Bestial Charge; Masterstroke")
    assert "AIM 2, " in words["griffin-fusilier"]
    assert not any("/X" in text or "X " in text for text in words.values())


def test_whoever_cannot_lead_is_told_so() -> None:
    # rule: leader.undead-excluded
    found = judged(
        Taken("morbid-puppet", 3, ("leader",)),
        Taken("morbid-puppet", 9),
        people="acheron",
        commander="morbid-puppet",
    )
    assert "leader.undead-excluded" in rules(found)
    assert levy.Problem("leader.undead-excluded", found.problems[-1].text) in list(
        levy.problems(armies.read(found.text))
    )


def test_a_text_that_is_no_army_is_refused_line_by_line() -> None:
    with pytest.raises(BadSetup) as refused:
        SHOP.read(
            "Patrol\npeople griffons\nbudget many\ncommander abel\n\nBlades\n3 grifin-duelist\n"
        )
    assert [problem.partition(":")[0] for problem in refused.value.problems][:1] == ["line 3"]
    assert refused.value.problems[-1] == (
        "line 7: there is no profile 'grifin-duelist' (did you mean 'griffin-duelist'?)"
    )


WORDS = st.text(max_size=12) | st.sampled_from(["abel", "leader", "griffin-duelist", "200", "\n\n"])
TAKEN = st.builds(Taken, WORDS, st.integers(1, 99), st.lists(WORDS, max_size=3).map(tuple))
SECTIONS = st.builds(Section, WORDS, st.lists(TAKEN, max_size=3).map(tuple))
DRAFTS = st.builds(
    Draft,
    st.dictionaries(st.sampled_from(["name", "people", "budget", "commander", "x"]), WORDS),
    st.lists(SECTIONS, max_size=3).map(tuple),
)


@given(DRAFTS)
def test_whatever_is_typed_is_judged_and_never_becomes_something_else(draft: Draft) -> None:
    found = SHOP.judge(draft)
    assert found.draft == draft
    assert [len(costs) for costs in found.costs] == [len(one.taken) for one in draft.sections]
    if not found.problems:
        assert SHOP.read(found.text).points == found.points
