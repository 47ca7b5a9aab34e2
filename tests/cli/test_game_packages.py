"""Games from packages: found by name, imported only when asked for, and blamed when broken."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import fimbul
from fimbul import games
from fimbul.arena import play_series
from fimbul.kernel import BrokenGame, NoSuchGame, decode, encode
from fimbul.server.keeping import opened
from fimbul.server.run import services_of
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from tests.cli.conftest import Run

BRANDUB = Path(games.__file__).parent / "brandub"


def package(into: Path, name: str, *, of: str = "", value: str = "", source: str = "") -> None:
    """A package that is installed: its code and what pip writes beside it."""
    distribution = into / f"{of or name}-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {of or name}\nVersion: 1.0\n", encoding="utf-8"
    )
    points = f"[fimbul.games]\n{name} = {value or name}\n"
    (distribution / "entry_points.txt").write_text(points, encoding="utf-8")
    if source:
        (into / f"{name}.py").write_text(source, encoding="utf-8")


def copy_of_brandub(into: Path, name: str) -> None:
    for path in BRANDUB.rglob("*"):
        if path.suffix in (".py", ".toml", ".svg", ".json"):
            there = into / name / path.relative_to(BRANDUB)
            there.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
            text = text.replace("fimbul.games.brandub", name).replace("brandub", name)
            there.write_text(text, encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    games.installed.cache_clear()
    yield tmp_path
    games.installed.cache_clear()
    for name in [one for one in sys.modules if one.split(".")[0] in ("outsider", "torn")]:
        del sys.modules[name]


def test_a_game_of_a_package_is_a_game_like_any_other(site: Path, run: Run) -> None:
    copy_of_brandub(site, "outsider")
    package(site, "outsider")
    assert fimbul.game_names() == (*games.own_names(), "outsider")
    assert "outsider" not in sys.modules, "it was only named"
    game = fimbul.game("outsider")
    (ended,) = play_series("outsider", ["greedy", "random"], 1)
    assert ended.record
    again = fimbul.replay(fimbul.read_saga(fimbul.write_saga(ended.record)))
    assert again.state.result
    assert decode(game, encode(again.state)) == again.state
    assert "outsider" in run("games").output
    assert run("play", "outsider", "--plain", lines="quit\n").exit_code == 0


def served(settings: Settings) -> Services:
    with opened(settings) as keeping:
        try:
            return services_of(settings, keeping)
        finally:
            asyncio.run(keeping.store.close())


def test_a_server_serves_only_what_its_operator_trusts(site: Path, tmp_path: Path) -> None:
    copy_of_brandub(site, "outsider")
    package(site, "outsider")
    closed = served(Settings(data=tmp_path / "one.db"))
    assert "outsider" not in closed.names()
    with pytest.raises(NoSuchGame, match="outsider"):
        closed.find("outsider")
    open_to_all = served(Settings(data=tmp_path / "two.db", games=("outsider",)))
    assert open_to_all.names() == (*games.own_names(), "outsider")
    assert open_to_all.find("outsider").id == "outsider"
    with pytest.raises(NoSuchGame, match="did you mean 'outsider'"):
        served(Settings(data=tmp_path / "three.db", games=("outsidr",)))


@pytest.mark.parametrize(
    ("source", "value", "problem"),
    [
        ("1 / 0", "torn", "the game 'torn' of torn is broken: ZeroDivisionError: division by zero"),
        ("GAME = 1", "torn", "torn must define GAME = Game"),
        ("", "no_module_of_this_name", "broken: ModuleNotFoundError"),
        ("from fimbul.games.brandub import GAME", "torn", "its folder is 'brandub', so that is"),
    ],
)
def test_a_broken_package_is_one_warning(
    site: Path, run: Run, source: str, value: str, problem: str
) -> None:
    package(site, "torn", value=value, source=source)
    with pytest.raises(BrokenGame, match=problem):
        fimbul.game("torn")
    shown = run("games")
    assert shown.exit_code == 0
    assert shown.stderr.count("cannot be loaded") == 1
    assert "ragnarocks" in shown.output
    told = run("play", "torn")
    assert told.exit_code == 2
    assert "of torn is broken" in told.output


def test_a_server_leaves_a_broken_package_out_and_says_so(
    site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    package(site, "torn", source="1 / 0")
    services = served(Settings(data=tmp_path / "db", games=("torn",)))
    assert services.names() == games.own_names()
    assert services.find("brandub").id == "brandub"
    (line,) = caplog.messages
    assert line.startswith("the game 'torn' of torn is broken: ZeroDivisionError")


def test_a_clash_names_both_packages(site: Path) -> None:
    package(site, "torn", of="one")
    package(site, "torn", of="two")
    with pytest.raises(BrokenGame, match="one and two both bring a game 'torn'"):
        fimbul.game("torn")
    package(site, "brandub", of="three")
    games.installed.cache_clear()
    with pytest.raises(BrokenGame, match="fimbul and three both bring a game 'brandub'"):
        fimbul.game("brandub")
