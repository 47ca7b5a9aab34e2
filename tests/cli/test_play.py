"""`fimbul play`: whole matches through a pipe, and every order a person may give."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fimbul
from fimbul.bots import Outlook
from fimbul.bots.description import PLAIN
from tests.cli.conftest import Run, brandub_sitting, whole_match

START = """\
 7 x . .>r . . x
 6 . . .>r . . .
 5 . . . g . . .
 4>r>r g k g>r>r
 3 . . . g . . .
 2 . . .>r . . .
 1 x . .>r . . x
   a b c d e f g
"""
BRANDUB = ("play", "brandub", "--vs", "random", "--seed", "3", "--plain")


def test_the_first_table(run: Run) -> None:
    shown = run(*BRANDUB).output
    assert START in shown
    assert "> Raiders (you): 8 raiders" in shown
    assert "  King (random): 4 guards" in shown
    assert "Raiders: Choose a piece to move. The king must reach a corner; the" in shown
    assert "raider on d1, d2, a4, b4, f4, g4, d6, d7" in shown
    assert "Farewell." in shown


@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_match_through_a_pipe(run: Run, seat: int) -> None:
    sitting = brandub_sitting(11, seat)
    lines = whole_match(sitting)
    result = sitting.state.result
    assert result, "a whole match has one"
    words = ("play", "brandub", "--vs", "random", "--seed", "11", "--seat", str(seat), "--plain")
    answer = run(*words, lines="\n".join([*lines, "save over", "quit"]))
    assert answer.exit_code == 0
    book = fimbul.game("brandub").rulebook
    winner = ("Raiders", "King")[result.places.index(1)]
    assert f"{winner} wins.\n{book.sentence(result.because)}" in answer.output.replace("\n[", " [")
    assert "The match is over" in answer.output
    saved = fimbul.read_saga(Path("over.saga").read_text(encoding="utf-8"))
    assert saved.choices == tuple(sitting.match.choices)
    assert saved.result == result


def test_several_words_answer_several_questions(run: Run) -> None:
    shown = run(*BRANDUB, "--seat", "all", lines="d1 c1 d5 d7\n").output
    assert "- Raiders: d1 to c1" not in shown  # one word of four is wrong, so none is played
    shown = run(*BRANDUB, "--seat", "all", lines="d1 c1 d5 e5\n").output
    assert "- Raiders: d1 to c1\n- King: d5 to e5" in shown


@pytest.mark.parametrize(
    "line",
    ["piece:raider-1", "raider-1", "raider on d1", "RAIDER ON D1", "d1", "raider d1"],
)
def test_a_thing_has_many_names(run: Run, line: str) -> None:
    shown = run(*BRANDUB, lines=f"{line}\n").output
    assert "Choose where it goes along its row or column.\n  e1, f1, c1, b1" in shown


def test_plain_notation_is_read(run: Run) -> None:
    shown = run(*BRANDUB, "--seat", "all", lines="0 piece:raider-1 cell:c1\n").output
    assert "- Raiders: d1 to c1" in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("a3-d3/d7", "- Ivory: a3 to d3\n- Ivory: stone on d7\n"),
        ("a3-d3/z9", "there is no hex z9 on this board.\n"),
        ("a3-d3-d7", "'a3-d3-d7' is no turn: write a3-d3/d7"),
        (
            "j6-j5/j4",
            "viking on j6: The viking on j6 is red, not yours.\n",
        ),
        ("a3-d4/d5", "d4: "),
    ],
)
def test_the_games_own_notation(run: Run, line: str, answer: str) -> None:
    words = ("play", "ragnarocks", "--seat", "all", "--seed", "0", "--plain")
    shown = run(*words, lines=f"{line}\n").output
    assert answer in shown
    assert ("stone on d7" in shown) == line.endswith("d3/d7")


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("raider\n", "`raider` may mean `raider on d1`, `raider on d2`"),
        ("raiders\n", "There is no `raiders` to touch."),
        ("raider on d8\n", "may mean"),
        ("rader on d1\n", "There is no `rader` to touch."),
        ("d4\n", "king on d4: Choose one of your own pieces first."),
        ("c3\n", "c3: Choose one of your own pieces first."),
        ("d1\nd4\n", "d4: Only the king may stop there."),
        (
            "d1\nd5\n",
            "d5: A piece walks along free squares of its row or column.",
        ),
        ("d1\ng1\n", "g1: Only the king may stop there."),
        ("d1 g1\n", "there. Nothing was played."),
        ("d1 c1 e1\n", "`e1` is too much: the turn is over before it. Nothing was played."),
        ("a4 a4\n", "Nothing was played."),
        ("d11\n", "There is no `d11` to touch. Did you mean"),
    ],
)
def test_what_cannot_be_played_says_why(run: Run, lines: str, answer: str) -> None:
    shown = " ".join(run(*BRANDUB, lines=lines + "save as\n").output.split())
    assert answer in shown
    expected = 1 if lines.startswith("d1\n") else 0
    assert len(fimbul.read_saga(Path("as.saga").read_text(encoding="utf-8")).choices) == expected


def test_look_tells_all_that_a_card_says(run: Run) -> None:
    draft = (
        "ragnarocks",
        "--vs",
        "random",
        "--seed",
        "1",
        "--plain",
        "-o",
        "powers=draft",
        "-o",
        "ivory=0",
    )
    shown = " ".join(run("play", *draft, lines="look nerthus\nlook\nlook z9\n").output.split())
    assert "Nerthus: Your opponent's selected viking may not create a region" in shown
    assert "The further stones of Ymir and Forseti at the end of a turn are free" in shown
    assert "Njord: If your viking is your only nomad" in shown, (
        "without a name all cards tell a line"
    )
    assert "There is no `z9` on the table." in shown


def test_why(run: Run) -> None:
    shown = " ".join(
        run(*BRANDUB, lines="why d4\nwhy d1\nwhy cell:d1\nwhy\nwhy z9\n").output.split()
    )
    assert "king on d4: Choose one of your own pieces first. The raid" in shown
    assert "> why d1 raider on d1 can be touched now." in shown
    assert "> why cell:d1 d1: Choose one of your own pieces first." in shown
    assert "why what?" in shown
    assert "There is no `z9` on the table." in shown


def test_undo_takes_the_bots_answer_back_too(run: Run) -> None:
    shown = run(*BRANDUB, lines="undo\nd1 c1\nundo\nundo\nsave back\n").output
    assert "You have not chosen anything yet." in shown
    assert shown.count(START) == 2
    assert fimbul.read_saga(Path("back.saga").read_text(encoding="utf-8")).choices == ()


def test_undo_goes_back_to_the_last_own_decision(run: Run) -> None:
    run(*BRANDUB, lines="d1 c1\na4 a3\nundo\nsave back\n")
    kept = fimbul.read_saga(Path("back.saga").read_text(encoding="utf-8")).choices
    assert [seat for seat, _ in kept] == [0, 0, 1, 1, 0]
    assert kept[-1] == (0, "piece:raider-3")


def test_hint_names_things_that_can_be_played(run: Run) -> None:
    shown = run(*BRANDUB, lines="hint\n").output
    line = next(line for line in shown.splitlines() if line.startswith("A bot would touch "))
    first, _, second = line.removeprefix("A bot would touch ").rstrip(".").partition(", then ")
    assert "Raiders: " in run(*BRANDUB, lines=f"{first}\n{second}\n").output
    assert "There is no" not in run(*BRANDUB, lines=f"{first}\n{second}\n").output


def test_rules_at_the_table(run: Run) -> None:
    shown = run(*BRANDUB, lines="rules\nrules capture.king\nrules hostile\nrules zzz\n").output
    assert "Raiders first, then in turn\n" in shown
    assert "The king is harder to take\n" in shown
    assert "Marked squares are hostile\n" in shown
    assert "Nothing in the rulebook contains all of `zzz`." in shown


def test_help_board_options_and_nothing(run: Run) -> None:
    shown = run(*BRANDUB, lines="help\n?\nboard\noptions\n\n").output
    assert shown.count("why THING") == 2
    assert shown.count(START) == 2
    assert shown.count("raider on d1, d2") == 4  # at first, board, options, an empty line


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_quit_leaves_and_says_how_to_save(run: Run, word: str) -> None:
    answer = run(*BRANDUB, lines=f"d1\n{word}\nd1\n")
    assert answer.exit_code == 0
    assert answer.output.endswith("Farewell.\nTo keep a match, `save FILE` before you leave.\n")


def test_save_and_load_go_on_with_the_same_match(run: Run) -> None:
    run(*BRANDUB, lines="d1 c1\nd2\nsave one.saga\n")
    shown = run("play", "--load", "one.saga", "--vs", "random", "--plain", lines="e2\nsave one\n")
    assert "Saved as one.saga" in shown.output  # its own file may be replaced
    kept = fimbul.read_saga(Path("one.saga").read_text(encoding="utf-8"))
    assert kept.choices[4:6] == ((0, "piece:raider-2"), (0, "cell:e2"))
    assert kept.seed == 3
    assert kept.tags == {"Seat0": "a person", "Seat1": "random"}


def test_save_overwrites_nothing_of_others(run: Run) -> None:
    Path("mine.saga").write_text("precious", encoding="utf-8")
    shown = run(*BRANDUB, lines="save mine\nsave\nsave no/such/folder/x\nsave new\nsave new\n")
    assert "mine.saga exists already" in shown.output
    assert "save where?" in shown.output
    assert "no such file or directory" in shown.output
    assert shown.output.count("Saved as new.saga") == 2
    assert Path("mine.saga").read_text(encoding="utf-8") == "precious"


def test_a_finished_match_can_be_looked_at(run: Run, golden: Path) -> None:
    lines = "d1\noptions\nhint\nwhy d4\nrules\nundo\n"
    shown = run("play", "--load", str(golden), "--seat", "all", "--plain", lines=lines).output
    assert "There is nothing to choose now." in shown
    assert "The match is over." in shown
    assert "Raiders: " in shown.rpartition("> undo")[2] or "King: " in shown.rpartition("> undo")[2]


def test_seats_have_names_too(run: Run) -> None:
    shown = run("play", "brandub", "--vs", "random", "--seat", "king", "--plain").output
    assert "King (you)" in shown
    assert "Raiders (random)" in shown
    assert "- Raiders: " in shown  # the raiders have moved first


def test_colour_is_not_needed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich: this is a terminal
    shown = run("play", "brandub", "--vs", "random", "--seed", "3").output
    assert "\x1b[38" not in shown
    assert "4>r>r g k g>r>r" in re.sub(r"\x1b\[\d*m", "", shown)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in run("play", "brandub", "--vs", "random", "--seed", "3").output


def test_plain_has_neither_colour_nor_frames(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # not even at a terminal with colours
    shown = run(*BRANDUB, lines="d1 c1\nhelp\nrules\nwhy d4\n").output
    assert shown.isascii()
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "brandub", "--vs", "bob"], "there is no bot 'bob'"),
        (["play", "brandubb"], "there is no game 'brandubb' (did you mean 'brandub'?)"),
        (["play", "brandub", "--seat", "2"], "there is no seat '2', only 0 (Raiders), 1 (King)"),
        (["play", "brandub", "--seat", "-1"], "there is no seat '-1'"),
        (["play", "brandub", "--seed", "x"], "'x' is not a valid integer"),
        (["play", "brandub", "--seed", "-1"], "seed: must be a whole number from 0"),
        (["play", "brandub", "-o", "seats"], "'seats': an option is written name=value"),
        (["play", "brandub", "-o", "seats=2", "-o", "seats=2"], "seats: given twice"),
        (["play", "brandub", "-o", "seats=many"], "seats: must be a whole number, not text"),
        (["play", "brandub", "-o", "seats=3"], "seats: 2 can play, not 3"),
        (["play", "brandub", "-o", "colour=red"], "colour: there is no such option"),
        (["play", "brandub", "--load", "nowhere.saga"], "nowhere.saga: no such file"),
        (["play", "brandub", "--load", "."], ".: is a directory"),
        (["play", "--load", "bytes"], "this is no text, so it is no .saga file"),
        (["play", "--load", "x.saga", "--seed", "1"], "--load brings its own seed and options"),
        (["play", "--load", "empty"], "there is no [Game ...] line\n  there is no [Seed ...] line"),
        (["play", "--bogus"], "No such option"),
    ],
)
def test_bad_input_is_told_plainly(run: Run, words: list[str], message: str) -> None:
    Path("bytes").write_bytes(b"\xff\xfe\x00")
    Path("empty").write_text("", encoding="utf-8")
    answer = run(*words)
    assert answer.exit_code == 2
    assert message in answer.output


def test_a_match_of_another_game_is_refused(run: Run, golden: Path) -> None:
    answer = run("play", "ragnarocks", "--load", str(golden))
    assert answer.exit_code == 2
    assert "holds a match of brandub, not of ragnarocks" in answer.output


class Falls:
    """A bot that has no answer to anything."""

    name = "falls"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def pick(self, outlook: Outlook) -> str:
        raise ZeroDivisionError("no {0} left")


def test_no_error_of_a_bot_ends_a_match(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAIN, "falls", Falls)
    shown = run("play", "brandub", "--vs", "falls", "--seed", "1", lines="d1 c1\nquit\n")
    assert shown.exit_code == 0
    assert "King was left to chance: ZeroDivisionError: no (0) left" in shown.output
    assert shown.output.count("Raiders: Choose") == 2, "and the match goes on"
    series = run("match", "brandub", "falls", "random", "--games", "2")
    assert series.exit_code == 0
    assert "x, falls: ZeroDivisionError: no {0} left" in series.output
    assert "95 % interval" in series.output


def test_a_hint_that_fails_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAIN, "falls", Falls)
    monkeypatch.setattr("fimbul.cli.sitting.HINT", "falls")
    shown = run(*BRANDUB, lines="hint\nd1 c1\nquit\n")
    assert shown.exit_code == 0
    assert "No bot knows what to do here: ZeroDivisionError" in shown.output
