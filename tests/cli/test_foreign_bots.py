"""Bots from outside: found where they are, named as they were asked for, and never by visitors."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from fimbul.arena import play_series
from fimbul.bots import Outlook, bot, make_bot, outlook
from fimbul.bots import foreign as subject
from fimbul.kernel import NoSuchBot
from tests.cli.conftest import Run

MODULE = '''
class Last:
    """Takes what is offered last."""

    def pick(self, outlook):
        return outlook.decision.options[-1]


class Seeded:
    def __init__(self, seed):
        self.seed = seed

    def pick(self, outlook):
        options = outlook.decision.options
        return options[self.seed % len(options)]


class Silent:
    """No bot."""


last = Last()
broken = 3
'''


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "my_bots.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "my_torn.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("my_bots", None)


class Last:
    name = "the last one"

    def pick(self, outlook: Outlook) -> str:
        return outlook.decision.options[-1]


def test_a_series_takes_classes_objects_and_descriptions() -> None:
    found = list(play_series("brandub", [Last, "random"], 2, seed=1))
    assert [ended.bots for ended in found] == [
        ("the last one", "random"),
        ("random", "the last one"),
    ]
    again = list(play_series("brandub", [Last(), "random"], 2, seed=1))
    assert [ended.places for ended in again] == [ended.places for ended in found]
    assert not any(ended.troubles for ended in found)
    record = found[0].record
    assert record
    assert record.tags["Seat0"] == "the last one"


@pytest.mark.usefixtures("mine")
def test_the_command_line_finds_a_module_of_this_folder(run: Run) -> None:
    shown = run("match", "brandub", "my_bots:Last", "my_bots:Seeded", "--games", "2")
    assert shown.exit_code == 0, shown.output
    assert "1/2  my_bots:Last - my_bots:Seeded: " in shown.output
    one = run("play", "brandub", "--vs", "my_bots:last", "--plain", lines="quit\n")
    assert one.exit_code == 0, one.output


def test_the_seed_is_handed_to_what_takes_one(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(mine))
    import fimbul

    game = fimbul.game("brandub")
    state = game.new()
    options = state.open[0].options
    for seed in range(3):
        look = outlook(game, state, state.open[0].seat)
        assert make_bot("my_bots:Seeded", seed).pick(look) == options[seed % len(options)]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no_module_here:Bot", "there is no module 'no_module_here' to take Bot from"),
        ("my_bots:First", r"there is no First in .*my_bots.py"),
        ("my_bots:Silent", r"my_bots:Silent is no bot: it has no method pick\(outlook\)"),
        ("my_bots:broken", r"my_bots:broken is no bot: it has no method pick\(outlook\)"),
        ("my_torn:Bot", "the module 'my_torn' cannot be imported: ZeroDivisionError"),
        ("mcts:soon", "there is no bot 'mcts:soon'"),
        ("earl", "there is no bot 'earl'"),
    ],
)
def test_what_is_no_bot_is_told_in_a_sentence(
    mine: Path, monkeypatch: pytest.MonkeyPatch, name: str, problem: str
) -> None:
    monkeypatch.syspath_prepend(str(mine))
    with pytest.raises(NoSuchBot, match=problem):
        make_bot(name)


def test_packages_bring_bots_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    good = EntryPoint("patient", "tests.cli.test_foreign_bots:Last", subject.GROUP)
    bad = EntryPoint("torn", "tests.bots.nothing:Here", subject.GROUP)
    monkeypatch.setattr(subject, "entry_points", lambda group: [good, bad])
    assert make_bot("patient").name == "patient"
    with pytest.raises(NoSuchBot, match=r"bot 'torn' of tests\.bots\.nothing:Here is broken: Mod"):
        make_bot("torn")
    twin = EntryPoint("patient", "elsewhere:Bot", subject.GROUP)
    monkeypatch.setattr(subject, "entry_points", lambda group: [good, twin])
    with pytest.raises(NoSuchBot, match="two packages bring a bot 'patient': elsewhere:Bot and te"):
        make_bot("patient")


@pytest.mark.parametrize("name", ["os:system", "tests.cli.test_foreign_bots:Last", "patient"])
def test_what_a_visitor_names_is_never_imported(name: str) -> None:
    """The server makes its bots by `bot`, which knows only its own."""
    with pytest.raises(NoSuchBot):
        bot(name)


@pytest.mark.usefixtures("mine")
def test_a_loaded_match_keeps_its_levels(run: Run) -> None:
    start = ("play", "brandub", "--seat", "1", "--seed", "4", "--plain")
    run(*start, "--vs", "thrall", lines="save one\nquit\n")
    assert '[Seat0 "thrall"]' in Path("one.saga").read_text(encoding="utf-8")
    run("play", "--load", "one.saga", "--plain", lines="save two\nquit\n")
    text = Path("two.saga").read_text(encoding="utf-8")
    assert '[Seat0 "thrall"]' in text
    assert '[Seat1 "a person"]' in text
    strange = text.replace('"thrall"', '"my_torn:Bot"')
    Path("strange.saga").write_text(strange, encoding="utf-8")
    loaded = run("play", "--load", "strange.saga", "--plain", lines="save three\nquit\n")
    assert loaded.exit_code == 0, loaded.output
    assert '[Seat0 "jarl"]' in Path("three.saga").read_text(encoding="utf-8")
