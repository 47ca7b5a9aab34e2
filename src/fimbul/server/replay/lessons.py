"""Lessons at the server: how the table lies in each task."""

from __future__ import annotations

from functools import cache
from typing import Any

from fimbul.draw import svg, symbols
from fimbul.draw.primer import framed, pictured
from fimbul.kernel import (
    PANELS,
    Event,
    Game,
    Lesson,
    Match,
    Picture,
    State,
    Task,
    chapters,
    find_lesson,
    find_primer,
    lesson_match,
)
from fimbul.server.match.viewpoint import Viewpoint
from fimbul.server.wire.bodies import WhyNot
from fimbul.server.wire.errors import Malformed
from fimbul.server.wire.learning import (
    LessonCard,
    LessonScene,
    LessonTask,
    PrimerCard,
    PrimerPanel,
)
from fimbul.words import Teller

kept = cache(find_lesson)  # by game: read once
_primer = cache(find_primer)
_chapters = cache(chapters)


def card(game: Game[Any]) -> LessonCard:
    found = kept(game)
    tasks = tuple(map(_told, found.task))
    return LessonCard(game.id, game.title, found.title, found.next, found.seat, tasks)


def primer_card(game: Game[Any]) -> PrimerCard:
    found = _primer(game)
    panels = tuple(PrimerPanel(about, found.panel(about).text) for about in PANELS)
    return PrimerCard(game.id, game.title, panels)


def panel_drawn(teller: Teller, about: str, theme: str) -> bytes:
    """The picture of a panel; Malformed if there is no such panel."""
    found = next((one for one in PANELS if one == about), None)
    if found is None:
        raise Malformed(f"panel: must be {' or '.join(PANELS)}, not {about[:20]!r}")
    return _drawn(teller, _primer(teller.game).panel(found).picture, theme)


def chapter_drawn(teller: Teller, number: int, theme: str) -> bytes:
    """The picture of a chapter of the rulebook, counted from 1; Malformed if it has none."""
    read = _chapters(teller.game).chapter
    picture = read[number - 1].picture if 1 <= number <= len(read) else None
    if picture is None:
        raise Malformed(f"chapter: {number} has no picture")
    return _drawn(teller, picture, theme)


def _drawn(teller: Teller, picture: Picture, theme: str) -> bytes:
    game = teller.game
    shown = framed(teller.told(pictured(game, picture)))
    return svg(shown, symbols(game), theme=theme, options=picture.mark).encode()


def scene(game: Game[Any], task: int, picks: int) -> LessonScene:
    """As the learner sees it, with what has happened since the last touch."""
    lesson = kept(game)
    match, news = _at(game, lesson, task, picks)
    sight = Viewpoint(game, lesson.seat).sight(match.state, news)
    return LessonScene(sight, game.turns(match.state) + 1)


def why(game: Game[Any], task: int, picks: int, thing: str) -> WhyNot:
    lesson = kept(game)
    state: State = _at(game, lesson, task, picks)[0].state
    return WhyNot(*(game.why(state, lesson.seat, thing) or ("", "")))


def _told(task: Task) -> LessonTask:
    return LessonTask(task.goal, task.how, task.why, task.done, task.look, task.touch)


def _at(
    game: Game[Any], lesson: Lesson, task: int, picks: int
) -> tuple[Match[Any], tuple[Event, ...]]:
    """The match there, and the events of the choice that led there."""
    if task >= len(lesson.task):
        raise Malformed(f"task: there are {len(lesson.task)}, counted from 0")
    one = lesson.task[task]
    if picks > len(one.touch):
        raise Malformed(f"picks: this task has {len(one.touch)}")
    match = lesson_match(game, lesson, task, picks)
    return match, tuple(match.state.events) if picks or one.turns else ()
