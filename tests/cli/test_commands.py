"""Every command but `play`: what it says, and what it says about bad input."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import fimbul
from fimbul.cli import COMMANDS, main
from fimbul.words import LANGUAGES
from tests.cli.conftest import Run

CITED = r"\[([a-z0-9-]+\.[a-z0-9.-]+)\]"  # an id beside its title


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
        (["zzz"], "there is no command 'zzz' (there is army, backup, balance, ban, bench"),
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
    for name, language in product(fimbul.game_names(), LANGUAGES):
        book = fimbul.game(name).rulebook
        told = run("rules", name, "--all", "--ids", "--language", language).output
        shown = " ".join(told.split())
        assert all(f"[{cited}]" in shown for cited in book.ids)
        assert shown.count("not yet playable") == len(book.awaited)


def test_the_rulebook_is_read_in_the_same_order_in_french(run: Run) -> None:
    shown, french = (
        run("rules", "drakkar", "--ids", "--language", word).output for word in LANGUAGES
    )
    assert re.findall(CITED, french) == re.findall(CITED, shown) != []
    assert "\nLa mise en place\nLes cartes selon le nombre de joueurs" in french


def test_what_a_card_says_already_is_not_told_twice(run: Run) -> None:
    told = run("rules", "nine_realms").stdout
    assert ">Niflheim (now), Midgard" in told


def test_pictures_of_the_rulebook_name_the_players(run: Run) -> None:
    shown = run("rules", "drakkar").output
    assert "\nLoot of Axe: goat (4)" in shown
    assert "{" not in shown


def test_rules_are_read_in_chapters_with_pictures_and_questions(run: Run) -> None:
    shown = run("rules", "brandub").output
    start, king = shown.index("\nThe board and the two sides\n"), shown.index("4 r r g>k g r r")
    assert start < king < shown.index("\nHow to win\n") < shown.index("\nCapturing\n")
    assert "Questions and answers\nWhat if nobody is captured any more?" in shown
    assert "Why: Tradition names no limit" in shown


def test_the_printed_box_is_folded_away_until_it_is_asked_for(run: Run) -> None:
    folded, unfolded = (run("rules", "ragnarocks", *more).output for more in ([], ["--all"]))
    assert "Tree stand and board" not in folded
    assert "Left out here: 13. `fimbul rules ragnarocks --all` shows everything." in folded
    assert "Tree stand and board" in unfolded
    assert "Tree stand and board" in run("rules", "ragnarocks", "tree", "stand").output


def test_one_rule(run: Run) -> None:
    rule = "  A side that has no legal move on its turn loses.\n"
    plain = run("rules", "brandub", "end.no-move").output
    assert plain == f"No move left, match lost\n{rule}", "players read titles"
    cited = run("rules", "brandub", "end.no-move", "--ids").output
    assert cited == f"No move left, match lost  [end.no-move]\n{rule}"


def test_a_rule_brings_its_rulings(run: Run) -> None:
    book = fimbul.game("ragnarocks").rulebook
    ruling = next(ruling for ruling in book.rulings.values() if ruling.rules)
    shown = " ".join(run("rules", "ragnarocks", ruling.rules[0], "--ids").output.split())
    assert f"[{ruling.rules[0]}]" in shown
    assert f"[{ruling.id}]" in shown


def test_rules_are_searched(run: Run) -> None:
    shown = run("rules", "brandub", "KING", "throne", "--ids").output
    assert "[capture.king]" in shown
    assert "[end.no-move]" not in shown
    nothing = run("rules", "brandub", "dragon")
    assert nothing.exit_code == 1
    assert "nothing in the rulebook of Brandub contains all of 'dragon'" in nothing.output


def test_replay_tells_every_turn(run: Run, golden: Path) -> None:
    record = fimbul.read_saga(golden.read_text(encoding="utf-8"))
    game = fimbul.game("brandub")
    turns = len(list(game.notation.write(game.new(), record.choices)))
    shown = run("replay", str(golden), "--plain").output
    assert [int(n) for n in re.findall(r"^(\d+)\. ", shown, re.M)] == list(range(turns + 1))
    assert "{a quiet beginning}" in shown
    assert shown.count("a b c d e f g") == turns + 1
    assert record.result, "the golden is a whole match"
    assert "(The king wins at a stronghold)" in " ".join(shown.split())


def test_replay_of_one_position(run: Run, golden: Path) -> None:
    shown = run("replay", str(golden), "--at", "0", "--plain", "--seat", "king").output
    assert shown.startswith("0. the beginning\n> Raiders: 8 raiders\n")
    assert shown.count("a b c d e f g") == 1
    beyond = run("replay", str(golden), "--at", "9999")
    assert beyond.exit_code == 2
    assert "has no turn 9999" in beyond.output
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
    wrong = r"the record cannot be used:\n  line \d+, column \d+: 'cell:z\w+' cannot be chosen here"
    assert re.search(wrong, answer.output)
    Path("liar.saga").write_text(re.sub(r'Result "\d \d', 'Result "3 4', text), encoding="utf-8")
    assert "result: the choices lead to" in run("replay", "liar.saga").output


def test_perft(run: Run) -> None:
    shown = run("perft", "brandub", "2", "--divide").output
    assert re.findall(r"perft\((\d)\) = (\d+) ", shown) == [("1", "40"), ("2", "960")]
    parts = re.findall(r"^piece:raider-\d +(\d+)$", shown, re.M)
    assert len(parts) == 8
    assert sum(map(int, parts)) == 960


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


@pytest.mark.parametrize("powers", ["thor,freya", "thor, freya", '["thor", "freya"]'])
def test_a_series_takes_any_option(run: Run, tmp_path: Path, powers: str) -> None:
    whole = tmp_path / "series.json"
    told = run(
        *("match", "ragnarocks", "random", "random", "--games", "1", "-o", "board=sym54"),
        *("-o", f"powers={powers}", "--write", str(whole)),
    )
    assert told.exit_code == 0, told.output
    assert '"thor"' in whole.read_text(encoding="utf-8")
    draft = run("match", "ragnarocks", "random", "random", "--games", "1", "-o", "powers=draft")
    assert draft.exit_code == 0, draft.output


def test_a_stopped_series_goes_on(run: Run, tmp_path: Path) -> None:
    series = ("match", "brandub", "greedy", "random", "--keep", str(tmp_path / "kept.jsonl"))
    first = run(*series, "--games", "2").output
    more = run(*series, "--games", "4").output
    assert "2/2" in first
    assert "2 matches of 4 kept from before\n3/4  " in more
    whole = run("match", "brandub", "greedy", "random", "--games", "4").output
    result = re.compile(r"greedy +\S +4 [^\n]*")
    found, expected = result.search(more), result.search(whole)
    assert found
    assert expected
    assert found[0] == expected[0]
    other = run(*series, "--seed", "3")
    assert other.exit_code == 2
    assert "the file of a series with other seed" in other.output


def test_a_series_stops_when_it_is_clear(run: Run) -> None:
    shown = run("match", "brandub", "greedy", "random", "--games", "200", "--until", "0.7").output
    assert "greedy is stronger (a rate of 70% rather than 50%)" in shown
    assert "200/200" not in shown
    assert "deal by deal: greedy better in" in shown
    fair = run("match", "brandub", "random", "random", "--until", "0.6")
    assert fair.exit_code == 2
    assert "random has 100% by its seats alone" in fair.output


def test_results_go_only_where_they_can(run: Run, tmp_path: Path) -> None:
    refused = run("match", "brandub", "random", "random", "--write", str(tmp_path / "x.xls"))
    assert refused.exit_code == 2
    assert "its name must end in .json, .csv, .parquet, or in /" in refused.output


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
