"""Lessons: read with care, played from task to task, and their mistakes told."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

import fimbul
from fimbul.conformance.words import said
from fimbul.draw.primer import framed, pictured, primer_problems
from fimbul.kernel import (
    PANELS,
    BadLesson,
    Lesson,
    NoSuchLesson,
    Picture,
    Task,
    Topic,
    chapters,
    find_lesson,
    find_primer,
    lesson,
    lesson_match,
    lesson_problems,
    primer,
    read_lesson,
    read_primer,
)
from fimbul.words import LANGUAGES, teller_of
from tests.wager import GAME as WAGER

GAME = fimbul.game("brandub")
TAUGHT = ("brandub", "drakkar", "nine_realms", "rag_narok", "ragnarocks", "ragnarok_star")
SAID = {"en": "Do it.", "fr": "Faites-le."}
GUARD, THERE = "piece:guard-10", "cell:c1"
FIRST = "0 piece:raider-1 cell:b1"


def taught(*tasks: Task) -> list[str]:
    return list(lesson_problems(GAME, Lesson(seat=1, title=SAID, next=SAID, task=tasks)))


@pytest.mark.parametrize("name", TAUGHT)
def test_these_games_have_a_lesson(name: str) -> None:
    assert lesson(fimbul.game(name)), f"{name} teaches nobody"


def test_a_lesson_goes_on_from_task_to_task() -> None:
    found = find_lesson(GAME)
    before, after = lesson_match(GAME, found, 3), lesson_match(GAME, found, 3, 1)
    assert [thing for _, thing in before.choices] == ["piece:raider-1", "cell:b1", GUARD]
    assert after.choices == [*before.choices, (1, THERE)]


def test_a_task_may_lay_a_table_of_its_own() -> None:
    one = Task(goal=SAID, turns=(FIRST,), touch=(GUARD, THERE))
    new = Task(goal=SAID, setup={}, turns=(FIRST,), touch=(GUARD,))
    found = Lesson(seat=1, title=SAID, next=SAID, task=(one, new))
    assert len(lesson_match(GAME, found, 1, 1).choices) == 3
    assert taught(one, new) == []


@pytest.mark.parametrize(
    ("task", "told"),
    [
        (Task(goal={"en": "Do it."}), "goal: says nothing in 'fr'"),
        (Task(goal={**SAID, "xx": "?"}), "'xx' is no language"),
        (Task(goal=SAID, how={"fr": "Ici."}), "how: says nothing in 'en'"),
        (Task(goal=SAID, look=("piece:dragon",)), "'piece:dragon' does not lie on the table"),
        (Task(goal=SAID, touch=(GUARD,)), "seat 1 is not asked; seat 0: "),
        (Task(goal=SAID, turns=(FIRST,), touch=(GUARD, "cell:a1")), "Only the king may stop"),
        (Task(goal=SAID, turns=("raider",)), "is not a seat and the things it touched"),
        (Task(goal=SAID, setup={"seats": 9}), "seats: 2 can play, not 9"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_told(task: Task, told: str) -> None:
    problems = taught(task)
    assert any(told in problem for problem in problems), problems
    assert problems[0].startswith("task 1")


def test_what_comes_after_a_mistake_is_not_looked_at() -> None:
    assert len(taught(Task(goal=SAID, turns=("x",)), Task(goal={}))) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seat = ", "lessons.toml: "),
        ('[[task]]\ngoal = "Do it."', "Expected `object`"),
        ("[[task]]\ngaol = {en = 'x'}", "unknown field `gaol`"),
    ],
)
def test_a_file_that_is_no_lesson_is_refused(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadLesson, match=told):
        read_lesson(path)


def test_these_games_have_a_primer() -> None:
    for name in TAUGHT:
        assert primer(fimbul.game(name)), f"{name} has no primer"


def test_a_primer_is_drawn_from_the_lesson() -> None:
    found = find_primer(GAME)
    scene = pictured(GAME, found.aim.picture)
    assert [zone.id for zone in scene.zones] == ["board"]
    assert not framed(scene).plates
    odd = Picture(task=1, zones=("sea",), mark=("piece:dragon",))
    wrong = structs.replace(found, aim=Topic(text={"en": "Win."}, picture=odd))
    assert list(primer_problems(GAME, wrong)) == [
        "aim, text: says nothing in 'fr'",
        "aim, picture: the zone 'sea' is not there, or empty",
        "aim, picture: 'piece:dragon' is not in it",
    ]
    with pytest.raises(BadLesson, match="the lesson has no task 99"):
        pictured(GAME, Picture(task=99))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_players_are_named_in_pictures(name: str, language: str) -> None:
    teller = teller_of(fimbul.game(name), language)
    found = find_primer(teller.game)
    panels = (found.panel(about).picture for about in PANELS)
    more = (chapter.picture for chapter in chapters(teller.game).chapter)
    for picture in (*panels, *filter(None, more)):
        drawn = framed(teller.told(pictured(teller.game, picture)))
        assert not [text for text in said(drawn) if "{" in text], picture


def test_a_file_that_is_no_primer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "primer.toml"
    assert read_primer(path) is None
    path.write_text("[aim]\ntext = {en = 'x'}\n", encoding="utf-8")
    with pytest.raises(BadLesson, match=r"primer\.toml: Object missing required field"):
        read_primer(path)
    with pytest.raises(NoSuchLesson, match="has no primer yet"):
        find_primer(WAGER)


def test_a_game_need_not_teach(tmp_path: Path) -> None:
    assert read_lesson(tmp_path / "lessons.toml") is None
    with pytest.raises(NoSuchLesson, match="has no lesson yet"):
        find_lesson(WAGER)
