"""The examples of the rulebook, played. A field that no test reads is a mistake here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks
from tests.games.ragnarocks import table as t

Example = dict[str, Any]
EXAMPLES: list[Example] = GAME.rulebook.tables["example"]
BASIC = [example for example in EXAMPLES if "awaits" not in example]
PROSE = {"id", "derived", "rules", "given", "when", "then"}


def before(example: Example) -> Ragnarocks:
    return t.laid(example["pos"] if "pos" in example else t.POSITIONS[example["position"]])


def after(example: Example) -> Ragnarocks:
    """The state that `regions`, `score` and `winner` speak of."""
    legal = example.get("legal", False)
    return t.play(before(example), example["turn"]) if legal else before(example)


def to_move(example: Example) -> list[tuple[str, Ragnarocks]]:
    """The turns of the side that the position names; none if it must skip."""
    state = before(example)
    side = p.LETTERS.index(example["pos"].split(" ")[1])
    if not state.asked or state.side(state.asked[0].seat) != side:
        return []
    return list(t.turns(state))


def check_pos(example: Example) -> None:  # the string is what it should be, and can be laid out
    state = t.laid(example["pos"])
    side = p.LETTERS.index(example["pos"].split(" ")[1])
    state.skips = state.stall = 0
    assert t.position(state, side) == example["pos"]


def check_position(example: Example) -> None:
    assert example["position"] in t.POSITIONS


def check_turn(example: Example) -> None:
    if example["legal"]:
        assert after(example).turns == 1
    else:
        with pytest.raises(fimbul.IllegalChoice):
            t.play(before(example), example["turn"])


def check_after(example: Example) -> None:
    side = p.LETTERS.index(example["after"].split(" ")[1])
    assert t.position(after(example), side) == example["after"]


def check_regions(example: Example) -> None:
    assert t.regions(after(example)) == example["regions"]


def check_score(example: Example) -> None:
    assert t.score(after(example)) == example["score"]


def check_count(example: Example) -> None:
    assert len(to_move(example)) == example["count"]


def check_ends(example: Example) -> None:
    ends = {bytes(state.hexes) for _, state in to_move(example)}
    assert len(ends) == example["ends"]


def check_next_count(example: Example) -> None:
    following = list(t.turns(after(example)))
    assert len(following) == example["next_count"]
    assert all(turn in example["then"] for turn, _ in following)


def check_winner(example: Example) -> None:
    result = GAME.result(after(example))
    assert result is not None
    winners = {"ivory": (1, 2), "red": (2, 1), "draw": (1, 1)}
    assert result.places == winners[example["winner"]]
    assert list(result.scores) == example["score"]


def check_destinations(example: Example) -> None:
    state = t.select(before(example), example["selected"])
    assert sorted(t.asked(state)) == sorted(example["destinations"])


def check_nodes(example: Example) -> None:
    assert t.perft(before(example), example["depth"]) == example["nodes"]


CHECKS: dict[str, Callable[[Example], None]] = {
    "pos": check_pos,
    "position": check_position,
    "turn": check_turn,
    "after": check_after,
    "regions": check_regions,
    "score": check_score,
    "count": check_count,
    "ends": check_ends,
    "next_count": check_next_count,
    "winner": check_winner,
    "destinations": check_destinations,
    "nodes": check_nodes,
}
READ_WITH = {"legal": "turn", "selected": "destinations", "depth": "nodes"}


@pytest.mark.parametrize("example", BASIC, ids=lambda example: example["id"])
def test_an_example_of_the_rulebook(example: Example) -> None:
    fields = example.keys() - PROSE
    for field in fields:
        assert READ_WITH.get(field, field) in CHECKS, f"nothing checks {field}"
        assert READ_WITH.get(field, field) in fields
    for field in sorted(fields - READ_WITH.keys()):
        CHECKS[field](example)


def test_every_basic_example_says_something_that_is_checked() -> None:
    assert len(BASIC) == 26
    assert all(example.keys() - PROSE for example in BASIC)


def test_examples_that_await_something_need_it() -> None:
    for example in EXAMPLES:
        parts = {cited.split(".")[0] for cited in example["rules"]}
        needs = "teams" if "team" in parts else "powers"
        is_basic = not parts & {"team", "power", "adv"} and not example.keys() & {
            "power",
            "opp_power",
        }
        assert example.get("awaits") == (None if is_basic else needs), example["id"]


def test_examples_cite_rules_that_exist() -> None:
    for example in EXAMPLES:
        assert set(example["rules"]) <= GAME.rulebook.ids, example["id"]
