"""The book and the box are told in every language there is, and all that is wrong with an army."""

from __future__ import annotations

from pathlib import Path

import pytest

from fimbul.conformance.words import check_typography, read_beside, said
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army import catalogue, levy
from fimbul.games.rag_narok.army.army import BadArmy
from fimbul.games.rag_narok.army.setup import RagSetup, army_problems
from fimbul.games.rag_narok.measure import tables as t
from fimbul.kernel import Phrase, Rule, Ruling
from fimbul.kit.workshop import Draft
from fimbul.words import LANGUAGES, Teller, lexicon_of, teller_of
from tests.words.sources import sentences

ARMY = Path(armies.__file__).parent
BOOK, WORKSHOP = GAME.rulebook, GAME.workshops["army"]
OTHERS = LANGUAGES[1:]
OF_THE_DATA = {"2 compressors"}  # so an option of a ready army is written, and nobody reads it
HEADS = "Crusade\npeople griffons\nbudget 200\ncommander {}\n"


@pytest.fixture(params=OTHERS)
def teller(request: pytest.FixtureRequest) -> Teller:
    return teller_of(GAME, request.param)


def test_what_is_read_beside_a_match_is_told(teller: Teller) -> None:
    """The game in a few words, options, presets, chapters, the box and where it comes from."""
    read = list(read_beside(GAME))
    assert len(read) > 1000
    assert [text for text in read if teller.lacks(text)] == []


def test_every_name_on_a_card_is_told(teller: Teller) -> None:
    tables = (t.PEOPLES, t.PROFILES, t.ORDERS, t.MANOEUVRES, t.SKILLS, t.MOODS, t.SPELLS, t.RITUALS)
    more = (t.MIRACLES, t.COMMUNIONS, t.ARTEFACTS, t.MODULES, t.TERRAINS, t.SCENARIOS)
    names = {row.name for table in (*tables, *more) for row in table.values()}
    names |= {card.weapon.name for card in t.PROFILES.values() if card.weapon}
    names |= {army.name for army in armies.READY.values()}
    names |= {unit.name for army in armies.READY.values() for unit in army.units}
    names |= {*t.CATEGORIES, *t.SIZES, *(card.kind for card in t.PROFILES.values())}
    assert sorted(name for name in names if teller.lacks(name)) == []


def test_nouns_bring_what_templates_agree_with() -> None:
    """Whoever speaks of a fighter or a Unit knows its gender and its number."""
    words = lexicon_of(GAME.folder / "words", "fr")
    names = {card.name for card in t.PROFILES.values()}
    names |= {unit.name for army in armies.READY.values() for unit in army.units}
    for name in names:
        found = words.say(name, {})
        assert found is not None
        assert found[1].keys() >= {"gender", "number", "the", "of", "to"}, name
        assert found[1]["gender"] in ("masculine", "feminine")


def test_the_workshop_is_told(teller: Teller) -> None:
    read = said(WORKSHOP.catalogue())
    assert len(read) > 500
    assert [text for text in read if teller.lacks(text)] == []
    assert teller.told(WORKSHOP.catalogue()).section != "Unit"


@pytest.mark.parametrize("name", armies.READY)
def test_an_army_is_shown_in_every_language(teller: Teller, name: str) -> None:
    army = armies.READY[name]
    rows = [cell for card in catalogue.cards_of(army.people) for cell in catalogue.row(card)[2:]]
    read = [*catalogue.summary(army), *rows]
    assert [text for text in read if teller.lacks(text)] == []


def test_every_rule_has_its_title_and_every_ruling_its_question(teller: Teller) -> None:
    told = lexicon_of(GAME.folder / "words", teller.language).rules
    assert told.keys() == BOOK.ids
    for entry in BOOK.entries():
        name = "title" if isinstance(entry, Rule) else "question"
        assert told[entry.id].get(name), f"{entry.id} lacks its {name}"
        for text in told[entry.id].values():
            check_typography(teller.language, text)
    assert not [rule.id for rule in BOOK.rules.values() if teller.lacks(rule.section)]
    ruling = teller.rule(BOOK.rulings["ruling.reroll-default"])
    assert isinstance(ruling, Ruling)
    assert ruling.question != BOOK.rulings["ruling.reroll-default"].question


# -- what is wrong with an army ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["army", "levy", "printed", "own_cards", "setup", "workshop"])
def test_every_sentence_of_these_files_is_told(teller: Teller, name: str) -> None:
    found = set(sentences(ARMY / f"{name}.py")) - OF_THE_DATA
    assert sorted(text for text in found if not told(teller, text)) == []


def told(teller: Teller, template: str) -> bool:
    return any(template in lexicon.words for lexicon in teller.lexicons)


def written(*units: str, commander: str = "abel") -> str:
    return HEADS.format(commander) + "".join(f"\n{unit}\n" for unit in units)


WRONG = {
    "too dear": written("Duelists\n40 griffin-duelist\n1 abel\n1 abel"),
    "nobody commands": written("Duelists\n1 griffin-duelist", commander="melmoth"),
    "no such fighter commands": written("Duelists\n1 griffin-duelist", commander="abel"),
    "a Leader commands": written("Duelists\n9 griffin-duelist leader\n1 abel", commander="abel"),
    "strangers": written("Duelists\n1 abel", "Skulls\n9 skull-warrior\n1 melmoth\n4 shadow"),
    "bearers": written("Temple guard\n2 templar-standard\n2 templar-musician\n1 lion-knight"),
    "familiars": written("Tank\n1 mechanical-familiar leader\n1 dwarf-armoured-tank with caduceus"),
    "spells": written(
        "Dead men\n1 melmoth with dark-lash, dark-lash, bone-mending, stone-skin, thousand-tears,"
        " spark-of-life, column-of-light, weight-of-the-grave, lightning-from-the-abyss,"
        " healing-light, primal-bolt, compressor, black-diamond, howling-toga, lion-banner"
    ),
    "miracles": written(
        "Temple guard\n1 sered with odnirs-forge, shield-of-faith, divine-wrath, hearth-oath,"
        " call-of-the-reapers, chorus-of-aegis, judgement-of-merin, embrace-of-danu, caduceus\n"
        "1 griffin-duelist with lion-banner"
    ),
    "lines": "Crusade\npeople elves\nbudget lots\nabel abel\n\n6 griffin-duelist\n",
    "no units": "Crusade\n",
    "fighters": written("Duelists", "Skulls\n3 abels\nabel\n1 abel with spark"),
}


@pytest.mark.parametrize("name", WRONG)
def test_whatever_is_wrong_with_an_army_is_told(teller: Teller, name: str) -> None:
    found = list(army_problems(WRONG[name]))
    assert found
    for problem in found:
        assert isinstance(problem, Phrase) or told(teller, problem)
        assert teller.tell(problem) != problem
        templates = [problem.template] if isinstance(problem, Phrase) else [problem]
        assert all(told(teller, template) for template in templates), problem


def test_the_bench_tells_every_remark(teller: Teller) -> None:
    judged = teller.told(WORKSHOP.judge(Draft()))
    assert judged.problems
    plain = {remark.text for remark in WORKSHOP.judge(Draft()).problems}
    assert not {remark.text for remark in judged.problems} & plain


def test_a_text_that_is_no_army_is_refused_in_every_language(teller: Teller) -> None:
    with pytest.raises(BadArmy) as bad:
        armies.read("Crusade\npeople elves\nbudget 5\ncommander abel\n\nDuelists\n1 abell\n")
    assert [problem for problem in bad.value.problems if teller.tell(problem) == problem] == []
    assert any("abel" in teller.tell(problem) for problem in bad.value.problems)


def test_an_owners_mistakes_are_told(teller: Teller) -> None:
    row = {"id": "dark-lash", "AP": 999, "path": "primagic", "deeds": {"adds": 3, "strength": 99}}
    units = ({"id": "abel"}, {"id": "able"})
    setup = RagSetup(units=units, cards={"spell": [row, {"id": "dark"}], "artefact": [{}]})
    problems = list(setup.problems())
    assert len(problems) > 4
    for problem in problems:
        assert isinstance(problem, Phrase)
        field, inner = problem.parts["field"], problem.parts["problem"]
        assert isinstance(inner, Phrase), problem
        assert teller.tell(inner) != inner
        assert teller.tell(problem).startswith(f"{field}: "), "the page looks for the option's name"


def test_levies_say_what_they_are_called(teller: Teller) -> None:
    assert [extra for extra in armies.PRICES if teller.lacks(levy.called(extra))] == []
