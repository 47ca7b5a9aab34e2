"""`fimbul army`: armies written, checked and shown; every problem at once with its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from fimbul.games.rag_narok.army.army import READY, read, write
from fimbul.games.rag_narok.army.catalogue import extras_of
from fimbul.games.rag_narok.army.levy import problems
from fimbul.games.rag_narok.measure.tables import PROFILES
from tests.cli.conftest import Run

HEADS = ("--people", "griffons", "--commander", "abel")


def test_ready_armies_peoples_and_fighters_are_listed(run: Run) -> None:
    assert all(name in run("army", "list").output for name in READY)
    assert "Griffons of Akkylannie" in run("army", "peoples").output
    shown = run("army", "units", "griffons").output
    assert "griffin-duelist" in shown
    assert "morbid-puppet" not in shown
    wrong = run("army", "units", "grifons")
    assert wrong.exit_code == 2
    assert "griffons" in wrong.output


def test_an_army_is_written_loaded_and_shared(run: Run, tmp_path: Path) -> None:
    unit = ("--unit", "Guard: 1 abel, 6 griffin-duelist")
    saved = run("army", "new", "Mine", *HEADS, *unit, "--save", "mine.army")
    assert saved.output == "written to mine.army\n"
    text = (tmp_path / "mine.army").read_text(encoding="utf-8")
    assert run("army", "new", "Mine", *HEADS, *unit).output == text
    assert run("army", "show", "mine.army", "--text").output == write(read(text))
    assert "6 Griffin Duelist: 66 AP" in run("army", "show", "-", lines=text).output
    assert run("army", "check", "mine.army").output == "Mine may take the field: 126 of 200 AP\n"


def test_every_problem_is_told_with_its_rule_and_nothing_is_saved(run: Run, tmp_path: Path) -> None:
    # rule: army.characters-50, army.unique
    bad = ("--unit", "Guard: 2 abel, 1 griffin-conscript", "--save", "bad.army")
    refused = run("army", "new", "Bad", *HEADS, *bad)
    assert refused.exit_code == 1
    assert "Characters cost 120 of 100 AP (Characters at most 50 %)" in refused.output
    assert "(Characters are unique)" in refused.output
    assert not (tmp_path / "bad.army").exists()


def test_extras_of_one_fighter_stay_with_it(run: Run) -> None:
    heads = ("--people", "lions", "--commander", "alahan-guard", "--budget", "300")
    unit = "Guard: 1 alahan-mage with column-of-light, healing-light, 6 alahan-guard leader"
    text = run("army", "new", "Light", *heads, "--unit", unit).output
    assert "1 alahan-mage with column-of-light, healing-light\n6 alahan-guard leader" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "nobody"), "neither a file nor a ready army"),
        (("new", "M", *HEADS, "--unit", "1 abel"), "a Unit is written"),
        (("new", "M", *HEADS, "--unit", "Guard: 1 nobody"), "'nobody'"),
        (("new", "M", *HEADS, "--unit", ": 6 griffin-duelist, 1 abel"), "a Unit is written"),
        (("new", " ", *HEADS, "--unit", "Guard: 1 abel"), "an army has a name"),
        (("new", "M", *HEADS, "--unit", "G: 6 griffin-duelis"), "did you mean 'griffin-duelist'?"),
        (("new", "M", *HEADS, "--unit", "G: 1 abel with shield-of-fate"), "'shield-of-faith'"),
        (("extras", "abels"), "there is no fighter 'abels'"),
    ],
)
def test_what_is_no_army_is_refused_in_words(run: Run, words: tuple[str, ...], said: str) -> None:
    answer = run("army", *words)
    assert answer.exit_code == 2
    assert said in answer.output


def test_extras_are_those_the_rules_allow(run: Run) -> None:  # rule: spell.allowed-paths
    mage = {extra.id for extra in extras_of(PROFILES["alahan-mage"])}
    assert {"healing-light", "column-of-light"} <= mage
    assert "dark-lash" not in mage
    assert "healing-light" in run("army", "extras", "alahan-mage").output
    assert run("army", "extras", "morbid-puppet").exit_code == 1


@pytest.mark.parametrize("name", READY)
def test_ready_armies_pass_their_own_check(run: Run, name: str) -> None:
    assert not list(problems(READY[name]))
    assert run("army", "check", name).exit_code == 0


def test_a_file_that_is_no_text_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "picture.army").write_bytes(b"\x89PNG\xff\xfe")
    answer = run("army", "check", "picture.army")
    assert (answer.exit_code, answer.output) == (2, "Error: picture.army: this is no text file\n")


def test_who_has_ap_of_no_scenario_is_told(run: Run) -> None:  # rule: army.budget
    unit = ("--unit", "Guard: 1 abel, 6 griffin-duelist")
    odd = run("army", "new", "Mine", *HEADS, *unit, "--budget", "300")
    assert "No scenario is for 300 AP" in odd.output
    assert "No scenario" not in run("army", "new", "Mine", *HEADS, *unit).output
    assert "No scenario" in run("army", "check", "-", lines=odd.stdout).output
