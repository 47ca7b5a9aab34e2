"""Every command but `play`: what it says, and what it says about bad input."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import fimbul
from fimbul.cli import COMMANDS, main
from tests.cli.conftest import Run


def test_help_lists_every_command(run: Run) -> None:
    shown = run("--help").output
    assert all(
        re.search(rf"^  {name} +{re.escape(text)}", shown, re.M)
        for name, (_, text) in COMMANDS.items()
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run: Run, name: str) -> None:
    answer = run(name, "--help")
    assert answer.exit_code == 0
    assert answer.output.startswith(f"Usage: main {name}")


def test_python_runs_it_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fimbul", "games"], capture_output=True, text=True, check=True
    )
    assert all(name in done.stdout for name in fimbul.game_names())


HEAVY = (
    "rich",
    "fimbul.arena",
    "fimbul.bots",
    "fimbul.cli.play",
    "fimbul.draw",
    "fimbul.games.brandub",
    "fimbul.games.ragnarocks",
)


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from fimbul.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"


def test_version(run: Run) -> None:
    assert run("--version").output == f"fimbul, version {fimbul.__version__}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["paly"], "there is no command 'paly' (did you mean 'play'?)"),
        (["zzz"], "there is no command 'zzz' (there is army, bench, cards"),
        (["--bogus"], "No such option"),
        (["rules"], "Missing argument 'GAME'"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["perft", "brandub"], "Missing argument 'DEPTH'"),
        (["perft", "brandub", "0"], "0 is not in the range"),
        (["perft", "brandub", "two"], "'two' is not a valid integer"),
        (["perft", "brandub", "1", "--seed", "-3"], "seed: must be a whole number"),
        (["perft", "brandub", "1", "-o", "x=1"], "x: there is no such option"),
        (["bench", "nothing"], "there is no game 'nothing'"),
        (["bench", "brandub", "--seconds", "-1"], "-1.0 is not in the range"),
        (["match", "brandub"], "Missing argument"),
        (["match", "brandub", "random"], "seats: 2 can play, not 1"),
        (["match", "brandub", "random", "bob"], "there is no bot 'bob'"),
        (["match", "brandub", "random", "random", "--games", "0"], "0 is not in the range"),
        (["match", "brandub", "random", "random", "--workers", "0"], "0 is not in the range"),
        (["match", "brandub", "random", "random", "-o", "a=1", "-o", "b=2"], "  b: there is no"),
        (["replay"], "Missing argument 'FILE'"),
        (["replay", "none.saga"], "none.saga: no such file or directory"),
        (["replay", "."], ".: is a directory"),
        (["replay", "bytes"], "this is no text, so it is no .saga file"),
        (["replay", "empty"], "there is no [Game ...] line\n  there is no [Seed ...] line"),
        (["replay", "odd"], "line 1, column 1: neither a [Name"),
    ],
)
def test_bad_input_is_told_plainly(run: Run, words: list[str], message: str) -> None:
    Path("bytes").write_bytes(bytes(range(256)))
    Path("empty").write_text("", encoding="utf-8")
    Path("odd").write_text("what is this\n", encoding="utf-8")
    answer = run(*words)
    assert answer.exit_code == 2
    assert message in answer.output


def test_games(run: Run) -> None:
    shown = run("games").output
    assert re.search(r"^brandub +2 +10 +A king and four guards", shown, re.M)
    assert all(name in shown for name in fimbul.game_names())


def test_the_whole_rulebook(run: Run) -> None:
    for name in fimbul.game_names():
        book = fimbul.game(name).rulebook
        shown = " ".join(run("rules", name).output.split())
        assert all(f"[{cited}]" in shown for cited in book.ids)
        assert shown.count("not yet playable") == len(book.awaited)


def test_rules_by_section_with_rulings_and_their_why(run: Run) -> None:
    shown = run("rules", "brandub").output
    assert shown.index("\nSetup\n") < shown.index("\nCapture\n") < shown.index("\nRulings: our")
    assert "Why: Tradition names no limit" in shown


def test_one_rule(run: Run) -> None:
    assert run("rules", "brandub", "end.no-move").output == (
        "Who cannot move loses  [end.no-move]\n  A side that has no legal move on its turn loses.\n"
    )


def test_a_rule_brings_its_rulings(run: Run) -> None:
    book = fimbul.game("ragnarocks").rulebook
    ruling = next(ruling for ruling in book.rulings.values() if ruling.rules)
    shown = " ".join(run("rules", "ragnarocks", ruling.rules[0]).output.split())
    assert f"[{ruling.rules[0]}]" in shown
    assert f"[{ruling.id}]" in shown


def test_rules_are_searched(run: Run) -> None:
    shown = run("rules", "brandub", "KING", "throne").output
    assert "[capture.king]" in shown
    assert "[end.no-move]" not in shown
    nothing = run("rules", "brandub", "dragon")
    assert nothing.exit_code == 1
    assert "nothing in the rulebook of Brandub holds all of 'dragon'" in nothing.output


def test_replay_tells_every_turn(run: Run, golden: Path) -> None:
    record = fimbul.read_saga(golden.read_text(encoding="utf-8"))
    game = fimbul.game("brandub")
    turns = len(list(game.notation.write(game.new(), record.choices)))
    shown = run("replay", str(golden), "--plain").output
    assert [int(n) for n in re.findall(r"^(\d+)\. ", shown, re.M)] == list(range(turns + 1))
    assert "{a quiet beginning}" in shown
    assert shown.count("a b c d e f g") == turns + 1
    assert record.result, "the golden is a whole match"
    assert f"[{record.result.because}]" in shown


def test_replay_of_one_position(run: Run, golden: Path) -> None:
    shown = run("replay", str(golden), "--at", "0", "--plain", "--seat", "king").output
    assert shown.startswith("0. the beginning\n> Raiders: 8 raiders\n")
    assert shown.count("a b c d e f g") == 1
    beyond = run("replay", str(golden), "--at", "9999")
    assert beyond.exit_code == 2
    assert "so there is none with number 9999" in beyond.output
    assert run("replay", str(golden), "--seat", "9").exit_code == 2


def test_replay_draws(run: Run, golden: Path) -> None:
    assert run("replay", str(golden), "--svg", "drawn", "--theme", "light").exit_code == 0
    drawn = sorted(Path("drawn").iterdir())
    assert [file.name for file in drawn[:2]] == ["turn-000.svg", "turn-001.svg"]
    for file in drawn:
        ElementTree.parse(file)
    assert (
        "drew 1 position, "
        in run("replay", str(golden), "--svg", "one.svg", "--at", "1", "--theme", "light").output
    )
    assert Path("one.svg").read_bytes() == drawn[1].read_bytes()
    assert run("replay", str(golden), "--svg", "one.svg/x").exit_code == 2  # no folder


def test_replay_checks_the_record(run: Run, golden: Path) -> None:
    text = golden.read_text(encoding="utf-8")
    Path("wrong.saga").write_text(text.replace("cell:", "cell:z", 1), encoding="utf-8")
    answer = run("replay", "wrong.saga")
    assert answer.exit_code == 2
    assert re.search(
        r"the record cannot be used:\n  line \d+, column \d+: seat 0 cannot", answer.output
    )
    Path("liar.saga").write_text(re.sub(r'Result "\d \d', 'Result "3 4', text), encoding="utf-8")
    assert "result: the choices lead to" in run("replay", "liar.saga").output


def test_perft(run: Run) -> None:
    shown = run("perft", "brandub", "3", "--divide").output
    assert re.findall(r"perft\((\d)\) = (\d+) ", shown) == [("1", "8"), ("2", "40"), ("3", "160")]
    parts = re.findall(r"^piece:raider-\d +(\d+)$", shown, re.M)
    assert len(parts) == 8
    assert sum(map(int, parts)) == 160


def test_perft_divides_where_a_turn_is_several_choices(run: Run) -> None:
    """From the specification of Ragnarocks: 1119 first turns, 388, 371 and 360 by viking."""
    shown = run("perft", "ragnarocks", "1", "--divide").output
    assert "perft(1) = 1119 " in shown
    assert sorted(map(int, re.findall(r"^viking\S+ +(\d+)$", shown, re.M))) == [360, 371, 388]


def test_bench(run: Run) -> None:
    shown = run("bench", "brandub", "--seconds", "0.05", "--rounds", "2").output
    for name in ("random choices", "clone + choose", "playouts"):
        found = re.search(rf"{re.escape(name)} +\S +([\d,]+)", shown)
        assert found, name
        assert int(found[1].replace(",", "")) > 0


def test_match(run: Run) -> None:
    shown = run("match", "brandub", "greedy", "random", "--games", "4", "--seed", "2").output
    assert [line[:3] for line in shown.splitlines()[:4]] == ["1/4", "2/4", "3/4", "4/4"]
    assert "1/4  greedy - random: " in shown
    assert "2/4  random - greedy: " in shown
    row = re.search(r"greedy +\S +4 \S +\d \S +\d \S +\d \S +\d+% \S +\d+% to \d+%", shown)
    assert row, shown


def test_a_series_at_a_terminal_has_a_bar(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run("match", "brandub", "random", "random", "--games", "2").output
    assert "playing" in shown
    assert "1/2" not in shown
    assert "95 % interval" in shown


def test_nobody_reads_on(golden: Path) -> None:
    code = f"import sys; from fimbul.cli import main; main(['replay', {str(golden)!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout, "it has a pipe"
        assert process.stderr, "and another"
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_poor_terminal_is_enough(golden: Path) -> None:
    runner = CliRunner(charset="ascii")
    answer = runner.invoke(main, ["replay", str(golden), "--at", "1"])
    assert answer.exit_code == 0, answer.exception
