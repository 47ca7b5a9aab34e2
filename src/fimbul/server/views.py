"""What each viewer is told, and nothing else. Computed once for a group, not for a socket."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, cast

from msgspec import Struct, structs

from fimbul.kernel import Scene
from fimbul.kernel.event import AnyEvent
from fimbul.server.cards import TableCard
from fimbul.server.change import scene_change
from fimbul.server.groups import Group
from fimbul.server.messages import (
    Beat,
    Clocks,
    Over,
    SceneChange,
    Sight,
    UndoLeave,
    Update,
    Welcome,
)

if TYPE_CHECKING:
    from fimbul.server.course import Course, Pace
    from fimbul.server.table import Table


def sight(table: Table, course: Course, viewer: int | None) -> Sight:
    """All that the kernel lets this viewer know, at a table that may have ended by itself."""
    seen = table.game.seen(course.state, viewer)
    events = (event.seen_by(viewer) for event in course.told)
    over = table.standing.state == "over"
    return Sight(
        number=seen.number,
        seat=viewer,
        waiting=() if over else seen.waiting,
        sealed=() if over else seen.sealed,
        events=cast("tuple[AnyEvent, ...]", tuple([e for e in events if e is not None])),
        scene=seen.scene,
        decision=None if over or table.tempo.held else seen.decision,
        picked=seen.picked,
        result=seen.result,
    )


def undo_leave(table: Table, viewer: int | None) -> UndoLeave:
    """Where only bots would have to agree, it is free."""
    if viewer is None or table.course is None or table.standing.state != "running":
        return "no"
    leave = table.course.undo_leave(viewer)
    alone = all(seat == viewer for seat in table.people())
    return "free" if leave == "ask" and alone else leave


def whole_update(table: Table, group: Group, revision: int) -> Update | None:
    """The scene whole, and the log from that revision on; all of it, if it is unknown."""
    course = table.course
    if course is None:
        return None
    if group.sight is None:
        group.sight = sight(table, course, group.viewer)
    known = revision if revision <= table.pace.wire(group.viewer) else 0
    return _update(table, course, group.viewer, News(group.sight, known))


class News(Struct, frozen=True):
    """What a group is told beside what follows from the table alone."""

    seen: Sight
    known: int  # the revision it has
    change: SceneChange | None = None
    beats: tuple[Beat, ...] = ()
    card: TableCard | None = None


def _update(table: Table, course: Course, viewer: int | None, news: News) -> Update:
    kept = course.since(viewer, news.known) if news.known else 0
    return Update(
        revision=table.pace.wire(viewer),
        count=course.state.number - 1,
        part=0 if viewer is None else course.part(viewer),
        undo=undo_leave(table, viewer),
        since=course.log[kept - 1].at if kept else -1,
        log=tuple(course.lines(viewer, kept)),
        seen=news.seen,
        change=news.change,
        beats=news.beats,
        clocks=shown_clocks(table),
        table=news.card,
        hurry=table.tempo.may_call(course.state, viewer) and bool(table.waiting()),
    )


def shown_clocks(table: Table) -> Clocks | None:
    if table.course is None:
        return None
    count = table.tempo.shown(table.course.state, monotonic())
    return count or table.clocks.shown(monotonic())


def publish_match(table: Table, before: Pace, quiet_for: int | None, *, news: bool) -> None:
    """Tell every group what is new to it; a quiet change is told to its own seat alone."""
    course, card = table.course, table.card() if news else None
    assert course is not None, "a match that moves on has begun"
    for group in table.groups.values():
        if quiet_for is None or group.viewer == quiet_for:
            told = _look_again(table, course, group, before.wire(group.viewer))
            if quiet_for is not None:
                told = structs.replace(told, seen=structs.replace(told.seen, events=()))
            told = structs.replace(told, card=card)
            group.tell(_update(table, course, group.viewer, told), "published")


def _look_again(table: Table, course: Course, group: Group, known: int) -> News:
    """What the group sees now, its scene as the difference from what it saw before."""
    old, new = group.sight, sight(table, course, group.viewer)
    group.sight = new
    if old is None:
        return News(new, known)
    change = scene_change(_scene(old), _scene(new))
    beats = tuple(_beats(table, course, old)) if new.number != old.number else ()
    return News(structs.replace(new, scene=None), known, change, beats)


def _beats(table: Table, course: Course, old: Sight) -> Iterator[Beat]:
    """What this viewer could see between its last sight and this one."""
    scene, told = _scene(old), 0
    for state in course.beats:
        after = table.game.scene(state, old.seat)
        events = [event.seen_by(old.seat) for event in state.events[told:]]
        yield Beat(
            scene_change(scene, after),
            cast("tuple[AnyEvent, ...]", tuple([e for e in events if e is not None])),
        )
        scene, told = after, len(state.events)


def _scene(seen: Sight) -> Scene:
    assert seen.scene is not None, "what a group sees is kept whole"
    return seen.scene


def resend(table: Table) -> None:
    """Everything, to everybody: what they knew may have been overtaken by another process."""
    for group in table.groups.values():
        group.sight = None
        update = whole_update(table, group, 0)
        if update is not None:
            group.tell(structs.replace(update, table=table.card()), "published")


def welcome(table: Table, group: Group, revision: int) -> Welcome:
    seated = group.viewer is not None
    return Welcome(
        table=table.card(),
        seat=group.viewer,
        revision=table.pace.wire(group.viewer),
        update=whole_update(table, group, revision),
        chat=tuple(table.chat),
        ask=table.asked(),
        over=over(table) if table.standing.result is not None else None,
        invite=table.facts.invite if seated else "",
        watch=table.facts.watch if seated else "",
    )


def over(table: Table) -> Over:
    """The end. Only now may the secret be told."""
    result = table.standing.result
    assert table.standing.state == "over", "the secret is kept until the end"
    assert result is not None, "what is over has a result"
    if table.facts.seed is not None:  # it went on from a record: nothing was promised
        return Over(result, True, "", str(table.seed), ())
    return Over(result, True, table.facts.secret, str(table.seed), table.contributions)
