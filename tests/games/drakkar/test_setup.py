"""Setups: options, and owners' own card files."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.setup import DrakkarSetup, quest_problems
from fimbul.kernel import BadSetup, Dice, Match, choose, decode, encode, replay

CARDS: list[dict[str, Any]] = GAME.rulebook.tables["card"]
QUESTS: list[dict[str, Any]] = GAME.rulebook.tables["quest"]


def refused(**options: Any) -> tuple[str, ...]:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(**options)
    return bad.value.problems


def test_options_are_those_of_the_rulebook() -> None:
    schema = msgspec.json.schema(DrakkarSetup)["$defs"]["DrakkarSetup"]["properties"]
    for option in GAME.rulebook.tables["option"]:
        field = schema[option["id"].removeprefix("option.")]
        assert field["enum"] == option["values"]
        assert field["default"] == option["default"]
        assert field["title"]
        assert field["description"]


def test_every_problem_is_listed_at_once() -> None:
    problems = refused(seats=2, brawl="duel", clock="5s")
    assert [problem.partition(":")[0] for problem in problems] == ["seats", "brawl", "clock"]


# rule: ruling.card-content, ruling.shield-counts
def test_an_own_card_file_is_checked_whole() -> None:
    cards = [dict(row) for row in CARDS]
    cards[0] = {**cards[0], "shield": 4}
    cards[1] = {**cards[1], "a": {"kind": "oar"}}
    cards[2] = {**cards[2], "b": {"kind": "viking", "strength": 9}}
    cards[3] = {**cards[3], "id": "D05"}
    cards[4] = {**cards[4], "b": {"kind": "raid"}}
    cards[5] = {**cards[5], "shield": "six"}
    cards[6] = {**cards[6], "b": {"kind": "boarding", "strength": 2, "order": 5}}
    cards[7] = {**cards[7], "b": {"kind": "beer", "banner": "red", "name": "{0}"}}
    quests = [dict(row) for row in QUESTS[1:]]
    quests[0] = {**quests[0], "loot": {"goat": 99}}
    quests[1] = {**quests[1], "name": " ", "beer": 8}
    text = "\n".join(refused(cards=cards, quests=quests))
    for words in (
        "cards: 30 must have the shield 3+, not 28",
        "cards: card D02, face a: there is no kind 'oar'",
        "card D03, face b: the strength of viking is 1 to 3, not 9",
        "cards: card D05 is there 2 times",
        "card D05, face b: red and blue faces have a number above 0",
        "cards: card D06: shield: must be a whole number, not text",
        "card D07, face b: there must be some loot",
        "card D08, face b: the banner of beer is yellow, not red",
        "card D08, face b: a name is one line of at most 30 letters, without braces",
        "quests: there must be 24, not 23",
        "quest Q02: each kind of loot is 0 to 20",
        "quest Q03: it needs a name",
        "quest Q03: strength is 0 to 20, beer is 0 to 3",
    ):
        assert words in text, f"{words!r} is not in\n{text}"


def with_face(**face: Any) -> list[dict[str, Any]]:
    """Our cards, with such a face on the first one."""
    return [{**CARDS[0], "b": face}, *CARDS[1:]]


def boarding(strength: int, gold: int) -> list[dict[str, Any]]:
    return with_face(kind="boarding", strength=strength, order=5, loot={"gold": gold})


def test_what_a_boarding_may_have_at_most() -> None:  # rule: ruling.card-content
    assert GAME.setup(cards=boarding(20, p.STACK))
    assert "the strength of boarding is 1 to 20, not 21" in refused(cards=boarding(21, 1))[0]
    assert "each kind of loot is 0 to 20" in refused(cards=boarding(20, p.STACK + 1))[0]


def test_which_faces_hold_beer() -> None:  # rule: ruling.card-content
    assert GAME.setup(cards=with_face(kind="beer"))
    assert GAME.setup(cards=with_face(kind="beer", beer=1))
    (problem,) = refused(cards=with_face(kind="viking", strength=2, beer=1))
    assert "viking cannot have beer 1" in problem


@pytest.mark.parametrize(("tokens", "fine"), [(0, True), (1, False), (2, True)])
def test_tokens_are_left_out_or_add_up(tokens: int, fine: bool) -> None:
    # rule: ruling.card-content
    quests = [{**QUESTS[0], "tokens": tokens}, *QUESTS[1:]]
    wrong = tuple(quest_problems(quests))
    assert wrong == (
        () if fine else ("quests: quest Q01: 1 tokens are not what its loot adds up to",)
    )


def test_a_match_with_own_cards_is_played_stored_and_replayed() -> None:
    cards = [{**row, "a": {**row["a"], "name": f"My {row['a']['name']}"}} for row in CARDS]
    quests = [{**row, "name": f"To {row['name']}"} for row in QUESTS]
    match, dice = Match(GAME, GAME.setup(seats=3, cards=cards, quests=quests), 4), Dice(4)
    assert "My Bow" in str(GAME.scene(match.state, 0))
    while match.state.open:
        decision = match.state.open[dice.roll(len(match.state.open))]
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
        if len(match.choices) == 40:
            assert decode(GAME, encode(match.state)) == match.state
    assert replay(GAME, match.record()).state == match.state


def test_what_an_own_file_leaves_out_is_ours() -> None:  # rule: ruling.card-content
    quests = [{**row, "name": f"To {row['name']}"} for row in QUESTS]
    pack = GAME.new(GAME.setup(quests=quests), 1).pack
    assert [quest.name for quest in pack.quests] == [row["name"] for row in quests]
    assert pack.labels == OURS.labels
    cards = with_face(kind="beer", name="Mead")
    pack = GAME.new(GAME.setup(cards=cards), 1).pack
    assert pack.quests == OURS.quests
    assert pack.labels[1] == "Mead"


def test_our_own_tables_pass_as_a_card_file() -> None:
    setup = GAME.setup(seats=6, cards=CARDS, quests=QUESTS)
    ours, theirs = GAME.new(GAME.setup(seats=6), 3), GAME.new(setup, 3)
    assert msgspec.structs.asdict(theirs.pack) == msgspec.structs.asdict(OURS)
    assert ours.decks == theirs.decks
    for _ in range(60):
        decision = ours.open[0]
        for state in (ours, theirs):
            choose(state, decision.seat, decision.options[-1])
    assert ours.loot == theirs.loot
    assert ours.ships == theirs.ships


def test_a_race_is_for_the_same_decks() -> None:
    sealed, race = GAME.setup(brawl="sealed"), GAME.setup(brawl="race")
    assert GAME.new(sealed, 5).decks == GAME.new(race, 5).decks
    assert GAME.new(sealed, 5).ranks == GAME.new(race, 5).ranks
