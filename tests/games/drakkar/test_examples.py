"""Every example of the rulebook that carries a check is run as it is written there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OUR_CARDS, OURS
from fimbul.games.drakkar.rules.brawl import resolve
from fimbul.games.drakkar.rules.quest import spears_needed
from fimbul.games.drakkar.rules.team import Reply, helpers
from fimbul.games.drakkar.state.table import loot_due, points
from fimbul.kernel import Dice, choose, settle
from tests.games.drakkar.drawn import Box, play, revealed, table, written

EXAMPLES: list[dict[str, Any]] = GAME.rulebook.tables["example"]
CHECKS = [
    pytest.param(check, id=f"{example['id']}-{number}")
    for example in EXAMPLES
    for number, check in enumerate(example.get("check", []), start=1)
]
QUEST_NUMBERS = {quest.id: number for number, quest in enumerate(OURS.quests)}


def check_trick(check: dict[str, Any]) -> None:
    state = revealed(check["before"], check["reveal"])
    play(state, check["choices"])
    expected = table(check["after"])
    for seat in range(state.seats):
        assert written(state, seat) == written(expected, seat)


def check_brawl(check: dict[str, Any]) -> None:  # rule: ruling.brawl-record
    names = sorted(check["finger_ranks"])
    ranks = [check["finger_ranks"].index(name) for name in names]
    grabs = [(key, names.index(name), deck) for key, name, deck in check["grabs"]]
    assert {names[seat]: deck for seat, deck in resolve(grabs, ranks).items()} == check["result"]


def check_quest(check: dict[str, Any]) -> None:
    quest = OURS.quests[QUEST_NUMBERS[check["quest"]]]
    spears = spears_needed(OURS, quest, Box().ship(check["ship"]))
    assert (spears is not None) == check["fulfilled"]
    assert (spears or 0) == check["spears_used"]


def check_help(check: dict[str, Any]) -> None:
    state = table([check["seeker"], check["helper"], "none"])
    state.kept[0] = (QUEST_NUMBERS[check["quest"]],)
    assert helpers(state, 0) == ([1] if check["possible"] else [])


def check_deal(check: dict[str, Any]) -> None:
    """Jorvik is the quest of all these examples; the helper lends the Beer it lacks."""
    state = table(["bow:v3 stern:v1", "stern:beer", "none"])
    jorvik = QUEST_NUMBERS["Q14"]
    assert list(OURS.quest_loots[jorvik]) == check["loot"]
    state.kept[0], state.loot[0] = (jorvik,), tuple(check["seeker_tokens"])
    replies = 0 if check.get("opener") == "helper" else 1
    state.then(Reply(replies, 0, 1, 2, tuple(check["pay"])))
    settle(state)
    choose(state, replies, p.ACCEPT)
    assert list(state.loot[0]) == check["seeker_after"]
    assert list(state.loot[1]) == check["helper_gain"]


def check_loot(check: dict[str, Any]) -> None:  # rule: ruling.loot-runs-out
    got, left = loot_due(check["stacks"], tuple(check["due"]))
    assert list(got) == check["got"]
    assert left == check["left"]


def check_score(check: dict[str, Any]) -> None:
    assert points(tuple(check["tokens"])) == check["expect"]


def check_setup(check: dict[str, Any]) -> None:
    state = GAME.new(GAME.setup(seats=check["players"]), seed=5)
    assert sum(len(deck) for deck in state.decks) == check["cards"]
    assert state.stacks == check["stacks"]
    assert state.loot == [tuple(check["tokens_each"])] * check["players"]
    assert len(state.quests) == p.QUESTS


def check_cards_in_use(check: dict[str, Any]) -> None:
    assert p.cards_in_use(check["players"]) == check["expect"]


def check_card_used(check: dict[str, Any]) -> None:
    ids = [card.id for card in sorted(OUR_CARDS, key=lambda card: card.shield)]
    used = ids.index(check["card"]) < p.cards_in_use(check["players"])
    assert used == check["used"]


def check_quest_deck(check: dict[str, Any]) -> None:
    """How many quests each deal began with, seen while a match is played at random."""
    state, dice, before = GAME.new(GAME.setup(seats=check["players"]), 3), Dice(3), {}
    while state.open:
        dealt = sum(len(quests) for quests in state.offered)
        if dealt == p.DEALT * state.seats:
            before[state.round] = len(state.quests) + dealt
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert [before[number] for number in (1, 2, 3)] == check["before_each_deal"]
    assert len(state.quests) == check["left_at_end"]


KINDS = {
    name.removeprefix("check_"): function
    for name, function in globals().items()
    if name.startswith("check_")
}


@pytest.mark.parametrize("check", CHECKS)
def test_example(check: dict[str, Any]) -> None:
    KINDS[check["kind"]](check)


def test_every_kind_of_check_is_used() -> None:
    used = {check["kind"] for example in EXAMPLES for check in example.get("check", [])}
    assert used == set(KINDS)


def test_no_example_is_left_out() -> None:
    """What carries no check is told by a test of its own, marked `example: id`."""
    folder = Path(__file__).parent.glob("test_*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder)
    told = set(re.findall(r"# example: (example\.[\w-]+)", text))
    unchecked = {example["id"] for example in EXAMPLES if not example.get("check")}
    assert unchecked <= told, f"examples without a test: {sorted(unchecked - told)}"
    assert len(EXAMPLES) == 60
