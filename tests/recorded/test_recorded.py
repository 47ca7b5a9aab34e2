"""Recorded matches: those of today's rules play as they did, those of other rules can be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import fimbul
from fimbul.cli import main as fimbul_command
from fimbul.kernel import BadRecord, read_as_written
from fimbul.server.match.viewpoint import OPEN
from fimbul.server.replay.reel import Reel
from fimbul.server.replay.replays import reel_of
from fimbul.server.replay.tale import TALE, ToldReel, tale_of, unfold_text
from fimbul.server.wire.bodies import RulesNote
from tests.recorded.course import COURSE, FILES, HERE, course_of, rules_of

GAMES = fimbul.games.names()


def game_of(file: Path) -> str:
    return file.parents[1].name


def is_today(file: Path) -> bool:
    return rules_of(file) == fimbul.game(game_of(file)).rules


def named(files: list[Path]) -> pytest.MarkDecorator:
    ids = [str(file.relative_to(HERE).with_suffix("")) for file in files]
    return pytest.mark.parametrize("file", files, ids=ids)


TODAY, OTHER = [f for f in FILES if is_today(f)], [f for f in FILES if not is_today(f)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_recorded_by_the_rules_it_has(name: str) -> None:
    folder = HERE / name / f"rules-{fimbul.game(name).rules}"
    wanted = f"`python -m tests.recorded {name}` records the rules of today"
    assert list(folder.glob("*.saga")), wanted


@named(TODAY)
def test_a_match_of_todays_rules_goes_as_it_went(file: Path) -> None:
    """If this fails, the rules of the game have changed: give them the next number in rules.toml
    and record matches by them. The old ones stay."""
    record = fimbul.read_saga(file.read_text("utf-8"))
    assert course_of(fimbul.game(record.game), record) == record.tags[COURSE]


@named(OTHER)
def test_a_match_of_other_rules_can_be_looked_at(file: Path) -> None:
    text = file.read_text("utf-8")
    reel = reel_of(text, fimbul.game)
    assert isinstance(reel, ToldReel)
    about = reel.about()
    assert about.note == RulesNote(rules_of(file), "told", unchecked=True)
    for count in range(about.choices + 1):
        shown = reel.scene(count, OPEN)
        assert shown.seen.scene is not None
        assert shown.seen.scene.zones
    assert about.result is not None
    assert shown.log
    assert shown.seen.result is not None
    assert shown.seen.result.places == about.result.places


@named(OTHER)
def test_the_terminal_shows_it_too(file: Path, tmp_path: Path) -> None:
    saga = tmp_path / "old.saga"
    for text in (file.read_text("utf-8"), untold(file.read_text("utf-8"))):
        saga.write_text(text, encoding="utf-8")
        shown = CliRunner().invoke(fimbul_command, ["replay", str(saga), "--plain"])
        assert shown.exit_code == 0, shown.output
        assert f"Played by rules {rules_of(file)}" in shown.output
        assert ("no rules have checked that" in shown.output) is (TALE in text)


def untold(text: str) -> str:
    """The same record without its tale."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(f"[{TALE} "))


def test_a_tale_of_another_game_is_no_tale_of_this_match() -> None:
    drakkar, battle = (
        next(file for file in OTHER if game_of(file) == game).read_text("utf-8")
        for game in ("drakkar", "rag_narok")
    )
    told = next(line for line in battle.splitlines() if line.startswith(f"[{TALE} "))
    with pytest.raises(BadRecord, match="another game"):
        reel_of(f"{untold(drakkar)}\n{told}\n", fimbul.game)


def test_two_versions_of_the_same_rules_really_differ() -> None:
    """So the test above is worth something: today's rules cannot repeat these."""
    left = [read_as_written(f.read_text("utf-8"), fimbul.game).rest for f in OTHER]
    assert any(left)
    assert {game_of(file) for file in OTHER} >= {"drakkar", "rag_narok"}


@named([file for file in TODAY if file.stem == "plain" and game_of(file) != "rag_narok"])
def test_a_tale_shows_what_a_replay_by_the_rules_shows(file: Path) -> None:
    record = fimbul.read_saga(file.read_text("utf-8"))
    reel = Reel(fimbul.game(record.game), record)
    told = ToldReel(tale_of(reel), record.rules)
    for viewer in (OPEN, None, *range(reel.seats)):
        played, kept = (one.scene(len(reel.rows), viewer) for one in (reel, told))
        assert kept.seen == played.seen
        assert [line.words for line in kept.log] == [line.words for line in played.log]
    assert unfold_text(record.tags[TALE]).about.choices == len(record.choices)
