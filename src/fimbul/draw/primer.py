"""What a primer or a chapter shows: the table of a lesson, as much of it as a picture asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from fimbul.kernel import (
    PANELS,
    BadLesson,
    Chapters,
    Game,
    Picture,
    Primer,
    Scene,
    lesson,
    lesson_match,
    misplaced,
    named,
    reworded,
    unsaid,
)


def pictured(game: Game[Any], picture: Picture) -> Scene:
    """That part of the table, and nothing else; BadLesson if there is no such task."""
    taught = lesson(game)
    if taught is None or not 1 <= picture.task <= len(taught.task):
        raise BadLesson([f"picture: the lesson has no task {picture.task}"])
    match = lesson_match(game, taught, picture.task - 1, picture.picks)
    scene = game.scene(match.state, taught.seat)
    zones = [zone for zone in scene.zones if not picture.zones or zone.id in picture.zones]
    filled = tuple(zone for zone in zones if zone.things)
    return structs.replace(scene, zones=filled, notes=(), previews=(), reaches=(), usual=())


def framed(scene: Scene) -> Scene:
    """As it is drawn, when it is told: players by their names, and no plates beside it."""
    names = scene.names()
    return reworded(structs.replace(scene, plates=()), lambda text: named(text, names))


def primer_problems(game: Game[Any], primer: Primer) -> Iterator[str]:
    """All that keeps somebody from reading it, or its pictures from being drawn."""
    for about in PANELS:
        panel = primer.panel(about)
        yield from unsaid(f"{about}, text", panel.text)
        yield from (f"{about}, {problem}" for problem in _undrawn(game, panel.picture))


def chapter_problems(game: Game[Any], order: Chapters) -> Iterator[str]:
    """All that keeps somebody from reading the book from its beginning to its end."""
    yield from misplaced(game.rulebook, order)
    for number, chapter in enumerate(order.chapter, start=1):
        where = f"chapter {number}"
        yield from unsaid(f"{where}, title", chapter.title)
        if chapter.picture:
            yield from unsaid(f"{where}, caption", chapter.caption)
            yield from (f"{where}, {problem}" for problem in _undrawn(game, chapter.picture))


def _undrawn(game: Game[Any], picture: Picture) -> Iterator[str]:
    try:
        scene = pictured(game, picture)
    except BadLesson as bad:
        yield from bad.problems
        return
    shown = {zone.id for zone in scene.zones}
    for missing in (zone for zone in picture.zones if zone not in shown):
        yield f"picture: the zone {missing!r} is not there, or empty"
    things = {thing.id for thing in scene.things()}
    for lost in (thing for thing in picture.mark if thing not in things):
        yield f"picture: {lost!r} is not in it"
