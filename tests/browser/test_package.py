"""A game of another package, installed from wheels into an empty environment: it keeps the word of
every game, and is played in the terminal and in the browser."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import whim
from tests.browser.server import Server
from tests.examples.installed import NAME, QUIET, installed
from tests.new_game.outside import PYTEST, done

LONG = 1500  # seconds; two wheels are built and a whole suite is run, on a busy machine
pytestmark = [pytest.mark.slow, pytest.mark.timeout(LONG)]
WHOLE = f"""
import fimbul
from random import Random
game, dice = fimbul.game("{NAME}"), Random(4)
state = game.new(game.setup(), 1)
while state.open:
    thing = dice.choice(state.open[0].options)
    fimbul.choose(state, state.open[0].seat, thing)
    print(thing)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def their_server(python: Path, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, "--game", NAME, python=python).start()
    yield server
    server.stop()


def test_it_is_the_installed_one_and_keeps_the_word_of_every_game(python: Path) -> None:
    folder = python.parents[2]
    where = f"import fimbul, {NAME}; print(fimbul.__file__, {NAME}.__file__)"
    found = done(folder, QUIET, python, "-c", where).split()
    assert all(path.startswith(str(folder / "env")) for path in found), found
    suite = ("--pyargs", "fimbul.conformance", "--game", NAME)
    assert " passed" in done(folder / NAME, QUIET, python, *PYTEST, *suite, patience=LONG)
    match = ("match", NAME, "random", "random", "--games", "1")
    assert "1 match" in done(folder, QUIET, python, "-m", "fimbul", *match)


def test_a_whole_match_in_the_terminal(python: Path, tmp_path: Path) -> None:
    picks = done(tmp_path, QUIET, python, "-c", WHOLE)
    command = (python, "-m", "fimbul", "play", NAME, "--seat", "all", "--seed", "1", "--plain")
    run = subprocess.run(
        command, cwd=tmp_path, env=QUIET, input=picks, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert re.search(r"1st|first|wins|draw", run.stdout[-600:], re.IGNORECASE), run.stdout[-600:]
    assert "you cannot" not in run.stdout.lower()


def test_a_whole_match_in_the_browser(seat: Sitting, their_server: Server) -> None:
    desk = seat(server=their_server).new_table(NAME, ["me", "bot random"])
    assert desk.play_out(whim(5)) >= 9
    expect(desk.page.get_by_role("button", name="Rematch")).to_be_visible()
