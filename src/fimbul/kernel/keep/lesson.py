"""A lesson: a first match on a known table, task by task. Kept beside its game, in its words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel.game import Game
from fimbul.kernel.keep.match import Match
from fimbul.kernel.play.errors import BadLesson, BadSetup, IllegalChoice, NoSuchLesson
from fimbul.kernel.play.phrase import phrase
from fimbul.kernel.play.play import answerable, decision_of

FILE = "lessons.toml"
LANGUAGES = ("en", "fr")
Tongues = dict[str, str]  # the same text by language: en, fr


class Task(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to learn: what is played before it, what is said, and what is then touched."""

    setup: dict[str, Any] | None = None  # a new table is laid for it
    turns: tuple[str, ...] = ()  # what others do first, in the game's notation
    goal: Tongues  # in one sentence
    how: Tongues = {}  # where to look, what to touch
    why: Tongues = {}  # what it is good for
    done: Tongues = {}  # what has come of it
    look: tuple[str, ...] = ()  # things to point at while nothing is touched
    touch: tuple[str, ...] = ()  # what the learner picks, one after the other; none: only read


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table laid by its setup and seed, and what is learned there in order."""

    seat: int = 0
    seed: int = 0
    setup: dict[str, Any] = {}
    title: Tongues = {}
    next: Tongues = {}  # what to try afterwards
    task: tuple[Task, ...] = ()


def lesson(game: Game[Any]) -> Lesson | None:
    """The lesson of a game; None if it has none, or an empty one. BadLesson says what is wrong."""
    found = read_lesson(game.folder / FILE)
    return found if found and found.task else None


def find_lesson(game: Game[Any]) -> Lesson:
    """The same; NoSuchLesson if there is none."""
    if (found := lesson(game)) is None:
        raise NoSuchLesson(phrase("{game} has no lesson yet", game=game.title))
    return found


def read_lesson(path: Path) -> Lesson | None:
    if not path.exists():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BadLesson([f"{path.name}: {wrong}"]) from None


def lesson_match(game: Game[Any], lesson: Lesson, task: int, picks: int = 0) -> Match[Any]:
    """The match as it stands in a task, counted from 0, after so many of its picks."""
    tasks = list(enumerate(lesson.task[: task + 1]))
    laid = max((number for number, one in tasks if one.setup is not None), default=0)
    setup = lesson.task[laid].setup
    match = Match(game, game.setup(**(lesson.setup if setup is None else setup)), lesson.seed)
    for number, one in tasks[laid:]:
        for turn in one.turns:
            for seat, thing in game.notation.read(match.state, turn):
                match.choose(seat, thing)
        for thing in one.touch if number < task else one.touch[:picks]:
            match.choose(lesson.seat, thing)
    return match


def lesson_problems(game: Game[Any], lesson: Lesson) -> Iterator[str]:
    """All that keeps somebody from playing the lesson to its end, or from reading it."""
    yield from unsaid("title", lesson.title)
    yield from unsaid("next", lesson.next)
    for number, task in enumerate(lesson.task):
        where = f"task {number + 1}"
        yield from unsaid(f"{where}, goal", task.goal)
        for name in ("how", "why", "done"):
            if words := getattr(task, name):
                yield from unsaid(f"{where}, {name}", words)
        if problems := list(_unplayable(game, lesson, number)):
            yield from (f"{where}: {problem}" for problem in problems)
            return  # what comes after it cannot be reached


def unsaid(where: str, words: Tongues) -> Iterator[str]:
    """The languages in which a text is missing, and those that we do not speak."""
    for language in LANGUAGES:
        if not words.get(language, "").strip():
            yield f"{where}: says nothing in {language!r}"
    for language in sorted(set(words) - set(LANGUAGES)):
        yield f"{where}: {language!r} is no language of the table ({', '.join(LANGUAGES)})"


def _unplayable(game: Game[Any], lesson: Lesson, number: int) -> Iterator[str]:
    task = lesson.task[number]
    try:
        match = lesson_match(game, lesson, number)
        known = {thing.id for thing in game.scene(match.state, lesson.seat).things()}
        for thing in (*task.look, *task.touch[:1]):
            if thing not in known:
                yield f"{thing!r} does not lie on the table"
        if task.touch and answerable(match.state, lesson.seat) is None:
            yield f"seat {lesson.seat} is not asked; {_asked(match)}"
            return
        lesson_match(game, lesson, number, len(task.touch))
    except (BadSetup, IllegalChoice, ValueError) as wrong:
        yield str(wrong)


def _asked(match: Match[Any]) -> str:
    state = match.state
    asked = [decision_of(state, decision.seat) for decision in state.open]
    told = [f"seat {one.seat}: {one.prompt}" for one in asked if one]
    return "; ".join(told) or "the match is over"
