"""Windows and macOS, as far as they can be had here: with the parts that only POSIX has taken
away, everything is imported, a match is played, bots think in processes and a server answers."""

from __future__ import annotations

import io
import os
import re
import runpy
import subprocess
import sys
import tarfile
from pathlib import Path, PurePath

import pytest

from fimbul.agents.far_server import FarServer
from fimbul.cli.engines import uncompiled
from fimbul.server.ops.politeness import stand_back
from tests.interpreters import PROJECT, asked, candidates, promised
from tests.release import (
    Unready,
    check_contents,
    check_description,
    check_version,
    next_step,
    the_one,
)
from tests.server import outsiders
from tests.server.process import served

ROOT = Path(__file__).parents[1]
GONE = """
import os, sys
for name in ("nice", "fork", "forkpty", "getuid", "geteuid", "setsid", "killpg", "getpgid", "wait",
             "getpriority", "setpriority", "sched_getaffinity", "sched_setaffinity", "mkfifo"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "uvloop"):
    sys.modules[name] = None
import asyncio
def refused(self, *words):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = refused
for name in ("create_unix_connection", "create_unix_server"):
    setattr(asyncio.SelectorEventLoop, name, refused)
"""
IMPORTED = """
import pkgutil, importlib, fimbul
left = ("conformance", "agents", "postgres", "bus.nats", "__main__")  # extras, and programs
for found in pkgutil.walk_packages(fimbul.__path__, "fimbul."):
    if not any(f".{part}" in found.name for part in left):
        importlib.import_module(found.name)
"""
PLAYED = """
from fimbul.arena import play_series
assert len(list(play_series("brandub", ["greedy", "random"], 1))) == 1
from fimbul.cli import main
main(["play", "brandub", "--plain", "--seed", "1"], standalone_mode=False)
"""


def done(program: str, said: str = "") -> str:
    run = subprocess.run(
        [sys.executable, "-c", GONE + program],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_everything_is_imported_where_posix_is_not() -> None:
    done(IMPORTED)


def test_a_match_is_played_where_posix_is_not() -> None:
    assert "raider" in done(PLAYED, "quit\n").lower()


def test_a_server_answers_and_its_bots_think_where_posix_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every process that it starts lacks the same parts."""
    (tmp_path / "sitecustomize.py").write_text(GONE, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with served(tmp_path, "--bot-processes", "1") as process:
        wish = {"game": "brandub", "name": "Ann", "bot": "greedy", "program": True}
        place = outsiders.asked(process.url(), "/api/play", wish)
        far, path = FarServer(process.url()), f"/api/bot/tables/{place['table']}"
        line = far.get(path, place["token"])
        turns = {line["turn"]}
        while len(turns) < 4:  # both sides have had theirs, and again
            if line["options"]:
                far.post(f"{path}/choose", place["token"], {"thing": line["options"][0]["thing"]})
                line = far.get(path, place["token"])
            else:
                query = {"after": line["revision"], "seconds": 25}
                line = far.get(path, place["token"], **query)
            turns.add(line["turn"])


@pytest.mark.parametrize("command", [("games",), ("rules", "ragnarok_star"), ("cards", "drakkar")])
def test_files_and_terminals_need_not_speak_utf_8(command: tuple[str, ...]) -> None:
    """As on Windows: files are opened as what they are, whatever the system's own encoding is, and
    what a terminal cannot show is shown as ?."""
    strict = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning")
    run = subprocess.run(
        [sys.executable, *strict, "-m", "fimbul", *command],
        env={**os.environ, "PYTHONIOENCODING": "cp437:strict"},
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr.decode("cp437")
    assert run.stdout


def test_who_cannot_stand_back_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.nice")
    stand_back(5)


def test_nothing_forks_or_counts_on_signals() -> None:
    words = ("os.nice(", "os.fork(", "import fcntl", "signal.SIGKILL", 'get_context("fork")')
    sources = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")}
    found = [(str(path), word) for path in sources for word in words if word in sources[path]]
    assert not found, "that is not there on Windows"


def test_node_is_found_where_windows_has_it() -> None:
    layout = runpy.run_path(str(ROOT / "web/build.py"))["layout"]
    assert layout(Path("n"), windows=True)[1:] == (
        Path("n/node.exe"),
        Path("n/node_modules/npm/bin/npm-cli.js"),
    )
    assert layout(Path("n"), windows=False)[1] == Path("n/bin/node")


def test_a_built_page_is_known_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are ordered by other rules on Windows; there, too, nothing is built anew."""
    told = runpy.run_path(str(ROOT / "web/build.py"))["fingerprint"]
    here = told()
    monkeypatch.setattr(PurePath, "__lt__", lambda one, other: str(other) < str(one))
    assert told() == here


def test_every_python_that_is_promised_is_built_for_and_found() -> None:
    minors = [minor for _, minor in promised()]
    wheels = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert wheels == [f"cp3{minor}-*" for minor in minors]
    assert PROJECT["project"]["requires-python"] == f">=3.{minors[0]}"
    assert asked([sys.executable, "no-python-at-all"]) == {sys.version_info[:2]: sys.executable}
    assert {f"python3.{minor}" for minor in minors} <= {*candidates()}


def test_engines_that_were_not_compiled_are_noticed(tmp_path: Path) -> None:
    assert not uncompiled()
    for engine in ("nine_realms/engine", "rag_narok/measure", "ragnarocks/engine"):
        (tmp_path / engine).mkdir(parents=True)
    assert uncompiled(tmp_path)


def test_the_long_description_shows_nothing_broken() -> None:
    """With an address pictures and links lead there; without one words are all there is."""
    described = runpy.run_path(str(ROOT / "web/describe.py"))["described"]
    readme = (ROOT / "README.md").read_text("utf-8")
    alone, linked = (
        described(readme, "", "1.2"),
        described(readme, "https://code.example/f/", "1.2"),
    )
    assert "https://code.example/f/raw/v1.2/docs/pictures/brandub.svg" in linked
    assert "https://code.example/f/blob/v1.2/CONTRIBUTING.md" in linked
    assert "![" not in alone
    assert "| **Drakkar" in alone
    assert "(more)" not in alone
    for told in (alone, linked):
        assert "pip install fimbul\nfimbul serve" in told
        assert "`make " not in told, "an index has no Makefile"
        assert not re.findall(r"\]\((?!https?://)", told)
        assert not re.findall(r"\n\|[ |]*\n\|(?!-)", told), "an empty row of a table"


@pytest.mark.parametrize(
    ("told", "problem"),
    [("# Fimbul\n![a](docs/a.svg)\n", "lead nowhere"), ("Name: fimbul\n", "no long description")],
)
def test_a_description_that_is_broken_is_not_published(
    tmp_path: Path, told: str, problem: str
) -> None:
    with pytest.raises(Unready, match=problem):
        check_description(packed(tmp_path, told))


def test_what_has_no_address_is_not_to_be_published_yet(tmp_path: Path) -> None:
    assert "`Source`" in next_step(packed(tmp_path, "Name: fimbul\n"))
    named = "Name: fimbul\nProject-URL: Source, https://code.example/f\n"
    assert "twine upload" in next_step(packed(tmp_path, named))


def packed(folder: Path, told: str) -> Path:
    """An sdist that tells only this of itself."""
    path = folder / "fimbul-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        about = tarfile.TarInfo("fimbul-1.0/PKG-INFO")
        about.size = len(told)
        archive.addfile(about, io.BytesIO(told.encode()))
    return path


def test_what_is_not_ready_is_not_published(tmp_path: Path) -> None:
    with pytest.raises(Unready, match="holds 0"):
        the_one(tmp_path, "*.whl")
    with pytest.raises(Unready, match="not version"):
        check_version(tmp_path / "fimbul-99.tar.gz")
    with tarfile.open(tmp_path / "x.tar.gz", "w:gz"):
        pass
    with pytest.raises(Unready, match=r"lacks .*index\.html"):
        check_contents(tmp_path / "x.tar.gz")
