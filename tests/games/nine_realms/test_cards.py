"""Owners of the printed game bring their own cards; what is wrong with a file is said at once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import COLOURS, KINDS, WISDOM, read_cards
from fimbul.games.nine_realms.rules.strength import BattleLine, base, dice_count
from fimbul.kernel import BadSetup, BadState, Match, decode, encode, replay
from tests.games.nine_realms import table as t

OUR_TABLES: dict[str, Any] = {
    name: GAME.rulebook.tables[name] for name in ("realm", "hero", "card")
}


@pytest.fixture
def tables() -> dict[str, Any]:
    return copy.deepcopy(OUR_TABLES)


def problems(tables: Any) -> list[str]:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(cards=tables)
    return list(bad.value.problems)


def test_our_own_tables_are_a_card_file(tables: dict[str, Any]) -> None:
    # rule: ruling.card-content
    file, wrong = read_cards(tables)
    assert wrong == []
    assert file == t.BOX.file
    ours, same = GAME.new(seed=4), GAME.new(GAME.setup(cards=tables), seed=4)
    assert same.cards == file
    for name in ("row", "hands", "sets", "drawn", "pile", "seed", "asked"):
        assert getattr(ours, name) == getattr(same, name)


def test_other_values_are_played(tables: dict[str, Any]) -> None:
    tables["hero"][0] |= {"name": "Alföðr", "strength": 12, "reconstructed": False}
    tables["card"][0]["strength"] = 7
    tables["realm"][0] |= {"icon": "circle", "type": "monster", "colour": "red"}
    state = GAME.new(GAME.setup(sides="choose", cards=tables), seed=1)
    box = state.box
    line = BattleLine(box.hero_number["hero:odin"], (box.card_number["card:yggdrasil"],))
    assert base(box, 0, line) == 19
    fenrir = box.card_number["card:fenrir"]
    assert box.card_points[0][fenrir] == 1  # rule: realm.circle, ruling.circle-scope
    assert dice_count(box, 0, (fenrir,)) == 3
    t.play_on(state, 1)
    assert state.result
    match = Match(GAME, GAME.setup(cards=tables), seed=3)
    t.play_on(match.state, 3, 20)
    again = decode(GAME, encode(match.state))
    assert again == match.state
    assert replay(GAME, match.record()).setup == match.setup


def test_nothing_else_is_a_card_file() -> None:
    assert problems({}) == [
        f"cards: {name}: a list of records is needed" for name in ("realm", "hero", "card")
    ]
    assert "cards: there is no table 'realms'" in problems({**OUR_TABLES, "realms": []})
    assert problems({**OUR_TABLES, "card": ["garm"]})[0].startswith("cards: card 1: fields")


def test_every_problem_is_listed_at_once(tables: dict[str, Any]) -> None:
    """Mistyped, unknown and missing fields, of all records."""
    tables["hero"][2]["strength"] = "seven"
    tables["hero"][3]["strenght"] = 7
    del tables["card"][5]["name"]
    tables["realm"][1]["icon"] = "triangle"
    found = problems(tables)
    assert len(found) == 4
    wrong = {"realm": (1, "icon"), "hero": (2, "strength"), "card": (5, "name")}
    starts = [f"{table} {tables[table][n]['id']}: {field}" for table, (n, field) in wrong.items()]
    for start in (*starts, f"hero {tables['hero'][3]['id']}: strenght"):
        assert any(problem.startswith(f"cards: {start}") for problem in found), start


WRONG: dict[str, tuple[str, int, dict[str, Any], str]] = {
    "id": ("card", 0, {"id": "Ygg drasil"}, "is no id"),
    "twice": ("card", 1, {"id": "yggdrasil"}, "card yggdrasil is there 2 times"),
    "braces": ("hero", 0, {"name": "{0}"}, "is no name"),
    "square": ("realm", 5, {"type": "wonder", "colour": "purple"}, "a square favours one of"),
    "colour": ("card", 4, {"colour": "blue"}, "monster is red, not blue"),
    "side": ("hero", 0, {"side": "jotunn"}, "9 of the aesir are needed, not 8"),
    "hero type": ("hero", 0, {"type": "frost_giant"}, "a hero of the aesir is a norse_god"),
    "no trickster": ("hero", 8, {"power": "none"}, "one of the aesir has the power exchange"),
    "two tricksters": ("hero", 0, {"power": "exchange"}, "has the power exchange, not 2"),
    "strong": ("hero", 0, {"strength": 21}, "strength is 21, but must be 0 to 20"),
    "type": ("card", 0, {"type": "norse_god", "colour": "blue"}, "is a type of heroes"),
    "count": ("card", 0, {"count": 2}, "every card is in the box once"),
    "wonder dice": ("card", 0, {"dice": 1}, "dice is 1, but must be 0"),
    "monster strength": ("card", 4, {"strength": 1}, "strength is 1, but must be 0"),
    "no dice": ("card", 4, {"dice": 0}, "dice is 0, but must be 1 to 9"),
    "wonder cunning": ("card", 0, {"cunning": {"kind": "plus", "amount": 1}}, "of kind none"),
    "steps": ("card", 8, {"cunning": {"kind": "rotate", "steps": 4}}, "must be 1 to 3"),
    "extra": ("card", 8, {"cunning": {"kind": "rotate", "steps": 1, "dice": 2}}, "must be 0"),
    "types": ("card", 4, {"cunning": {"kind": "dice", "dice": 1, "types": ["dwarven"]}}, "types"),
    "match": ("card", 15, {"cunning": {"kind": "match", "types": ["wonder"]}}, "types among"),
    "double": ("card", 15, {"cunning": {"kind": "match", "types": ["monster"] * 2}}, "twice"),
    "unknown": ("card", 8, {"cunning": {"kind": "rotate", "step": 1}}, "step"),
}  # fmt: skip


# rule: comp.fifty-four, ruling.caption-columns, card.wonder-no-cunning, ruling.wonder-no-dice
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(tables: dict[str, Any], name: str) -> None:
    table, number, change, sentence = WRONG[name]
    tables[table][number] |= change
    assert any(sentence in problem for problem in problems(tables)), problems(tables)


def test_a_missing_card_is_counted(tables: dict[str, Any]) -> None:  # rule: comp.fifty-four
    del tables["card"][0], tables["realm"][0], tables["hero"][0]
    found = problems(tables)
    assert "cards: realm: 9 are needed, not 8" in found
    assert "cards: card: 4 of type wonder are needed, not 3" in found
    assert "cards: hero: 9 of the aesir are needed, not 8" in found


def test_stored_cards_are_checked_too(tables: dict[str, Any]) -> None:
    state = GAME.new(GAME.setup(cards=tables), seed=1)
    data = encode(state).replace(b'"dice":4', b'"dice":40')
    with pytest.raises(BadState, match="dice is 40"):
        decode(GAME, data)


def test_types_and_colours() -> None:  # rule: ruling.colours, ruling.wisdom-card
    told = {kind["id"]: kind for kind in GAME.rulebook.tables["card_type"]}
    assert {name: kind["colour"] for name, kind in told.items()} == COLOURS
    assert tuple(told) == KINDS
    assert {name for name, kind in told.items() if kind["wisdom_card"]} == set(WISDOM)
    names = tuple(kind["name"] for kind in told.values())
    assert names == p.KIND_NAMES
