"""No example of the rulebook is forgotten: a test plays it, or the list says what it waits for."""

from __future__ import annotations

from pathlib import Path

from tests.games.rag_narok.examples import EXAMPLES, LIST, chapter, played, waiting

MATCHES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_the_list_of_waiting_examples_is_true() -> None:
    assert LIST.read_text(encoding="utf-8").splitlines() == waiting()


def test_examples_of_rules_in_play_are_played() -> None:
    due = {example["id"] for example in EXAMPLES if not chapter(example)}
    assert due <= played()
    assert len(due) >= 90


def test_only_known_examples_are_named() -> None:
    assert played() <= {example["id"] for example in EXAMPLES}


def test_every_example_cites_rules_of_the_book() -> None:
    assert len(EXAMPLES) == 189
    assert all(example["given"] and example["when"] and example["then"] for example in EXAMPLES)


def test_the_recorded_matches_show_much_of_the_game() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in MATCHES)
    for words in (
        "wins the Tactics roll", "deploys", "gives", "reveals", "moves", "charges", "Courage",
        "shots at", "Initiative", "dice in attack", "falls", "Disorganised",
    ):  # fmt: skip
        assert words in told, f"no match tells of {words!r}"
