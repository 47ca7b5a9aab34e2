"""What a card does is data, what it says is text: its numbers are written once, and told."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from msgspec import structs

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army.levy import share
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.deeds import LATER, Deed, Stakes
from fimbul.games.rag_narok.measure.geometry import in_arc
from fimbul.games.rag_narok.rules.ending import margin
from fimbul.games.rag_narok.rules.faith.miracles import AIMS
from fimbul.games.rag_narok.rules.magic.spells import EFFECTS
from tests.games.rag_narok.drawn import army, battle
from tests.games.rag_narok.printed import BOOK, LIST, printed

PLAIN = ("spell", "ritual", "miracle", "communion", "artefact", "skill", "order", "manoeuvre")
TELLING = (*PLAIN, "state", "terrain", "scenario")
ROWS = [(kind, row) for kind in TELLING for row in BOOK[kind]]
NAMES = [f"{kind}-{row['id']}" for kind, row in ROWS]
# Dice, faces of dice and levels are words of the game, not numbers of a card.
IDIOM = re.compile(r"\b[12]d6|to a 1\b|natural 6\b|level [01]\b|VII\.A\.4")
CARDS = (t.Spell, t.Miracle, t.Artefact, t.Skill, t.OrderCard, t.Mood, t.Manoeuvre, t.Terrain)
IDS = {"id", "name", "path", "cult", "family", "phase", "kind", "faq"}
PROSE = {
    field.name
    for card in (*CARDS, t.Scenario)
    for field in structs.fields(card)
    if field.type in (str, "str") and field.name not in IDS
}
SOURCES = sorted(GAME.folder.rglob("*.py"))


def words_of(row: dict[str, Any]) -> Iterator[str]:
    """Every text that a row tells its reader."""
    for key, value in row.items():
        if key not in ("id", "faq", "deeds", "armies", "orders", "elements"):
            yield from (part for part in (value if isinstance(value, list) else [value]))


def told(row: dict[str, Any]) -> set[str]:
    """The deeds that its texts name, as they name them: `adds[ATT]`."""
    texts = [text for text in words_of(row) if isinstance(text, str)]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def numbers(deeds: dict[str, Any]) -> Iterator[str]:
    for key, value in deeds.items():
        inner = value if isinstance(value, dict) else {}
        inner = dict(enumerate(value)) if isinstance(value, list) else inner
        yield from (f"{key}[{part}]" for part, n in inner.items() if isinstance(n, int | float))
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield key


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=NAMES)
def test_every_number_that_a_card_does_is_told_from_it(row: dict[str, Any]) -> None:
    assert set(numbers(row.get("deeds", {}))) == told(row)


@pytest.mark.parametrize(("kind", "row"), ROWS, ids=NAMES)
def test_no_card_tells_a_number_of_its_own(kind: str, row: dict[str, Any]) -> None:
    if kind == "scenario" or not row.get("usable", True):
        return  # what cannot be used has no effect to tell
    for text in (text for text in words_of(row) if isinstance(text, str)):
        bare = "".join(literal for literal, *_ in Formatter().parse(text))
        assert not re.search(r"\d", IDIOM.sub("", bare)), text


def test_no_number_of_a_card_changes_unnoticed() -> None:
    assert LIST.read_text(encoding="utf-8").splitlines() == list(printed())


def test_readers_have_the_numbers_in_the_words() -> None:
    spells = {row["id"]: row for row in GAME.rulebook.tables["spell"]}
    lash = spells["dark-lash"]
    assert (lash["cost"], lash["range"], lash["frequency"]) == ("2", "20 cm", "2")
    assert lash["effect"].startswith("Wound roll of STR 8. ")
    assert t.SPELLS["dark-lash"].effect == lash["effect"]
    assert t.SPELLS["injection-of-rage"].effect == "ATT +1, DEF -1."
    assert t.SPELLS["tornado"].area.startswith("the card, a rectangle of 9 \u00d7 6 cm")
    assert t.MANOEUVRES["u-turn"].test == "DIS 6"
    for name in TELLING:
        for row in GAME.rulebook.tables[name]:
            assert "deeds" not in row, f"{name} shows its reader raw data"
            assert not any("{" in str(text) for text in words_of(row))


def test_a_scenario_tells_its_margin() -> None:  # rule: victory.points
    for scenario, card in t.SCENARIOS.items():
        state = battle(["3 griffin-duelist"], ["3 griffin-duelist"])
        state.scenario = scenario
        assert f"below {margin(state)} " in card.victory
    shares = [share(army("3 griffin-duelist"), what) for what in ("characters", "machines")]
    assert shares == [100, 50]  # rule: army.characters-50, army.machines-25


def test_the_arc_is_the_one_of_the_book() -> None:  # rule: los.arc-90
    half = int(t.CONSTANTS["arc_degrees"]) // 2
    assert half == 45
    assert in_arc((0, 0, 0), (1000, 1000))
    assert not in_arc((0, 0, 0), (1000, 1010))


def is_phrase(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "phrase"


def attributes(path: Path) -> Iterator[tuple[ast.Attribute, bool]]:
    """Every attribute that a file reads, and whether it only tells it, in a text or a phrase."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    telling = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) or is_phrase(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node, id(node) in telling


def is_card(node: ast.expr) -> bool:
    """Whether something is called a card, as what has a price in AP is not."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("card", "prayer", "spell")


def test_no_rule_is_decided_by_prose() -> None:
    """Texts are put into sentences for a reader; nothing else ever looks at them."""
    assert {"effect", "range", "area", "cost", "frequency", "movement"} <= PROSE
    for path in SOURCES:
        for node, telling in attributes(path):
            prose = node.attr in PROSE - {"cost"} or (node.attr == "cost" and is_card(node.value))
            assert not prose or telling, f"{path.name}:{node.lineno} looks into a text"


def test_no_rule_reads_texts_by_patterns() -> None:
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for name in node.names
        }
        # what players and scenes write; and learners are told the numbers in the ids of options
        allowed = path.name in ("army.py", "terms.py", "roster.py", "learning.py")
        assert "re" not in names or allowed, path


def test_all_that_a_card_can_do_is_done() -> None:
    read = {node.attr for path in SOURCES for node, _ in attributes(path)}
    for deeds in (Deed, Stakes):
        assert {field.name for field in structs.fields(deeds)} <= read


def test_every_card_has_what_its_effect_needs() -> None:
    for spell in (*t.SPELLS.values(), *t.RITUALS.values()):
        assert (spell.id in EFFECTS) == spell.usable
        lasting = spell.duration in LATER or spell.duration in ("", "instant", "until taken back")
        assert not spell.usable or (spell.deeds.gems and lasting)
    for miracle in t.MIRACLES.values():
        assert not miracle.usable or (miracle.deeds.touches, miracle.deeds.whom) in AIMS
    for name in ("primal-bolt", "dark-lash", "tornado"):
        assert t.SPELLS[name].deeds.strength
