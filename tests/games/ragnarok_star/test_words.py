"""What the game says: every sentence of its code has its words, and rare ones are told well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.dragon import OWN_TO_EXIT, TO_EXIT
from fimbul.games.ragnarok_star.setup import StarSetup
from fimbul.kernel import phrase
from fimbul.words import teller_of
from fimbul.words.teller import PART
from tests.games.ragnarok_star.drawn import number, program, table

FRENCH = teller_of(GAME, "fr")
SILENT = ("checks.py", "__init__.py")  # what a stored state is refused by; the box as counted
WITHIN = {"fan cards", "Guest Star cards"}  # part of the title of an option, told as a whole


def sentences(path: Path) -> Iterator[str]:
    """Texts of a module that have several words, but for docstrings and what f-strings join."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for node in ast.walk(tree):
        silent += node.values if isinstance(node, ast.JoinedStr) else []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield node.value


def test_every_sentence_of_the_code_has_its_words() -> None:
    modules = [path.relative_to(GAME.folder) for path in GAME.folder.rglob("*.py")]
    loud = [path for path in modules if path.parts[0] != "bots" and str(path) not in SILENT]
    said = {text for path in loud for text in sentences(GAME.folder / path) if " " in text.strip()}
    assert len(said) > 200
    assert not {text for text in said - WITHIN if not has_words(text)}


def has_words(template: str) -> bool:
    signs = PART.sub("", template)
    known = any(template in one.words or one.is_same(template) for one in FRENCH.lexicons)
    return known or not any(sign.isalpha() for sign in signs)


def told(state: Any) -> list[str]:
    return [FRENCH.tell(event.words) for event in state.events]


@pytest.mark.parametrize(
    ("fan", "claim"),
    [
        ("1G", "la dernière fille de Kissholm\u202f: elle reste"),
        ("1M", "le dernier vieux monsieur de Kissholm\u202f: il reste"),
    ],
)
def test_the_last_fan_has_a_gender(fan: str, claim: str) -> None:
    action = "girl1" if fan == "1G" else "man1"
    state = program(table("kiss kiss", "", f"kiss {fan}"), f"1: {action}", f"1: {action}")
    number(state, 1)
    assert f"Deux groupes veulent {claim}" in told(state)


def test_what_is_shared_and_what_stays_is_counted() -> None:
    state = program(table("kiss kiss", "", "kiss 3L"), "1: lady2", "1: lady2")
    number(state, 1)
    shared = (
        "Deux groupes se partagent les 3 vieilles dames de Kissholm\u202f: 1 chacun, et 1 reste"
    )
    assert shared in told(state)


def test_two_thieves_of_one_fan() -> None:
    state = table("kiss kiss kiss", "0,0,0,0 0,0,0,0 0,1,0,0")
    number(program(state, "4: steal", "4: steal"), 4)
    assert (
        told(state)[0]
        == "Deux voleurs visent le même garçon chez {2}\u202f: personne ne l\u2019obtient"
    )


@pytest.mark.parametrize(
    ("tile", "said"),
    [
        ("Pack Ice", "Astrid prend la banquise et devient Maître des glaces"),
        ("Ice Bridge", "Astrid prend le pont de glace et devient Maître des glaces"),
        ("Berg", "Astrid prend l\u2019iceberg et devient Maître des glaces"),
    ],
)
def test_tiles_have_their_articles(tile: str, said: str) -> None:
    template = "{who} takes the {tile} and becomes Ice Master"
    assert FRENCH.tell(phrase(template, who="Astrid", tile=tile)) == said


def test_islands_have_their_prepositions() -> None:
    where = [
        FRENCH.tell(phrase("{fans} on {island}", fans="girl", island=i)) for i in p.ISLAND_NAMES
    ]
    assert where == [
        "fille au Pink Fjord",
        "fille aux Rolling Skerries",
        "fille à Motørhavn",
        "fille à Kissholm",
    ]


def test_whose_angry_fans_are_moved() -> None:
    state = table("sea sea", mode="divalkyrie")
    program(state, "2: bewitch", "2: bewitch")
    number(state, 2, {0: ["exit:0"], 1: ["exit:0"]})
    own, other = phrase(OWN_TO_EXIT, who="{0}"), phrase(TO_EXIT, who="{1}", whom="{0}")
    assert [event.words for event in state.events if "towards" in event.words] == [own, other]
    assert FRENCH.tell(own) == "{0} pousse ses propres fans en colère vers la sortie"


def test_what_is_wrong_with_a_card_file_is_told() -> None:
    """By the name of its field first: so the page finds the field."""
    rows: tuple[dict[str, Any], ...] = (
        {**p.TABLES["contract"][0], "glory": 2, "check": "girl > "},
        {**p.TABLES["contract"][1], "check": "beard >= 2", "difficulty": "epic", "name": ""},
        {**p.TABLES["contract"][2], "check": "1 < 2 < 3", "reveal": "now", "expansion": "more"},
    )
    broken = ({"id": "x", "name": "y", "tone": 1}, rows[0], rows[0])
    problems = list(StarSetup(contracts=rows).problems())
    assert len(problems) == 9
    problems += StarSetup(contracts=broken).problems()
    assert len(problems) == 21
    for problem in problems:
        assert FRENCH.tell(problem).startswith("contracts: ")
        assert FRENCH.tell(problem) != problem
    missing = "contracts: card x: glory: this field is missing"
    assert FRENCH.tell(problems[problems.index(missing)]) == (
        "contracts: carte x: glory: ce champ manque"
    ), "a file has the same fields in every language"
    assert (
        FRENCH.tell(problems[0])
        == "contracts: il faut 25 cartes, pas 2, et 2 de l\u2019extension divalkyrie, pas 1"
    )
