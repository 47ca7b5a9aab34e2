"""Cards in the terminal: what is printed and what we made up, and an owner's own file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import fimbul
from fimbul.kernel import chapters
from tests.cli.conftest import Run

OWNED = [
    name
    for name in fimbul.game_names()
    if (origin := fimbul.game(name).rulebook.provenance) is not None and origin.options
]


def said(text: str) -> str:
    return " ".join(text.split())


def written(run: Run, game: str) -> str:
    """The file to start from, where the test can change it."""
    text = run("cards", game).output
    Path("my-cards.toml").write_text(text, encoding="utf-8")
    return text


def test_games_with_made_up_cards_have_a_file_for_owners() -> None:
    assert set(OWNED) >= {"nine_realms", "drakkar", "ragnarok_star", "rag_narok"}


@pytest.mark.parametrize("name", fimbul.game_names())
def test_the_rulebook_says_where_it_comes_from_in_short_and_at_its_end(run: Run, name: str) -> None:
    shown, origin = said(run("rules", name).output), fimbul.game(name).rulebook.provenance
    assert origin is not None
    for words in ("Printed and made up", origin.source, origin.given, origin.made):
        assert said(words) in shown
    assert (f"fimbul cards {name} > my-cards.toml" in shown) == (name in OWNED)
    first = chapters(fimbul.game(name)).chapter[0].title["en"]
    if origin.short:
        assert shown.index(said(origin.short)) < shown.index(first) < shown.index("Made up:")


def test_the_rulebook_tells_the_box_with_marks(run: Run) -> None:
    shown = run("rules", "nine_realms").output
    assert "Norse God cards\n" in shown, "what is printed has no mark"
    assert "Thor  (reconstructed)\n" in shown
    assert "Odin  (partly reconstructed)\n" in shown
    assert "Source: the sample Norse God has Strength 9" in said(shown)
    assert "faces_by_shield" not in run("rules", "drakkar").output
    ours = next(r for r in fimbul.game("rag_narok").rulebook.rules.values() if r.reconstructed)
    assert f"{ours.title} (reconstructed)" in said(run("rules", "rag_narok", ours.id).output)


def test_cards_are_found_by_their_words(run: Run) -> None:
    assert "Muspelheim" in run("rules", "nine_realms", "muspelheim", "treasure").output
    assert "Miklagard" in run("rules", "drakkar", "strength", "7").output


@pytest.mark.parametrize("name", OWNED)
def test_a_file_is_written_checked_and_played(run: Run, name: str) -> None:
    origin = fimbul.game(name).rulebook.provenance
    assert origin is not None
    written(run, name)
    checked = run("cards", name, "--check", "my-cards.toml")
    assert "all is well" in checked.output
    options = [f"--option={option}=@my-cards.toml" for option in origin.options]
    answer = run("play", name, "--seed=3", "--seat=all", "--plain", *options, lines="quit\n")
    assert answer.exit_code == 0, answer.output
    assert "Farewell" in answer.output


def test_own_cards_are_on_the_table(run: Run) -> None:
    text = written(run, "nine_realms")
    Path("my-cards.toml").write_text(text.replace('name = "Asgard"', 'name = "My Asgard"'))
    words = ("play", "nine_realms", "--seed=3", "--plain", "-o", "cards=@my-cards.toml")
    assert "My Asgard" in run(*words, lines="quit\n").output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "there is none of [[realm]], [[hero]], [[card]] in it"),
        ("[[card", "there is none of"),
        ("[[card]]\nid = ", "the file breaks off in the middle"),
        ("[[card]]\nid = ?\n", "line 2, column 6: this cannot be read"),
        ('[[card]]\nid = "x"\n', "realm: a list of records is needed"),
    ],
)
def test_a_bad_file_is_told_plainly(run: Run, text: str, told: str) -> None:
    Path("bad.toml").write_text(text)
    answer = run("cards", "nine_realms", "--check", "bad.toml")
    assert answer.exit_code == 2
    assert told in answer.output
    refused = run("play", "nine_realms", "-o", "cards=@bad.toml")
    assert refused.exit_code == 2
    assert "cards: " in refused.output


def test_files_that_are_not_there_and_games_without_cards(run: Run) -> None:
    missing = ("cards", "drakkar", "--check", "nowhere.toml")
    for words in (missing, ("play", "drakkar", "-o", "cards=@nowhere.toml")):
        answer = run(*words)
        assert answer.exit_code == 2
        assert "nowhere.toml: no such file" in answer.output
    Path("bytes").write_bytes(bytes(range(256)))
    assert "no text file" in run("play", "drakkar", "-o", "cards=@bytes").output
    assert "no cards that an owner could bring" in run("cards", "brandub").output


def test_another_games_file_is_not_told_row_by_row(run: Run) -> None:
    written(run, "nine_realms")
    told = run("play", "drakkar", "-o", "cards=@my-cards.toml").output
    assert "no row can be read (27)" in told
    assert len(told.splitlines()) < 25


def test_a_wrong_word_is_answered_with_the_right_ones(run: Run) -> None:
    text = written(run, "nine_realms").replace('icon = "square"', 'icon = "star"', 1)
    Path("my-cards.toml").write_text(text, encoding="utf-8")
    told = run("cards", "nine_realms", "--check", "my-cards.toml").output
    assert "icon: must be circle or square, not 'star'" in told


# rule: team.offer
def test_help_is_offered_in_the_terminal(run: Run) -> None:
    """From a known table: everybody is called by name, in the question too."""
    game = fimbul.game("drakkar")
    match: fimbul.Match[Any] = fimbul.Match(game, game.setup(seats=4), 28)
    dice = Random(28)
    while (asked := match.state.open[0]).rule != "team.offer" or asked.seat:
        match.choose(asked.seat, dice.choice(asked.options))
    Path("offer.saga").write_text(fimbul.write_saga(match.record()), encoding="utf-8")
    words = ("play", "--load", "offer.saga", "--vs", "random", "--plain")
    shown = run(*words, lines="raven\ngoat\noffer\nquit\n").output
    assert "Offer your Vikings and Beer to a player who needs them" in shown
    assert "What do you want from Raven for your help? So far 1 goat." in shown
    assert "Axe offers to help Raven for 1 goat" in shown
    assert "{" not in shown
