"""What each viewer is told, and nothing else. Computed once for a group, not for a socket."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, cast

from msgspec import Struct, structs

from fimbul.kernel import AnyEvent, Decision, Scene
from fimbul.server.live.outbox import Group
from fimbul.server.match.beats import beats_from, eyes_of
from fimbul.server.wire.messages import (
    Beat,
    Clocks,
    Over,
    SceneChange,
    Sight,
    UndoLeave,
    Update,
    Welcome,
)
from fimbul.server.wire.scene_diff import scene_change
from fimbul.server.wire.table_card import TableCard

if TYPE_CHECKING:
    from fimbul.server.match.running import Pace, RunningMatch
    from fimbul.server.table.table import Table


def sight(table: Table, match: RunningMatch, viewer: int | None) -> Sight:
    """All that the kernel lets this viewer know, at a table that may have ended by itself."""
    seen = table.game.seen(match.state, viewer)
    late = table.timing.timing.late if table.timing.timing is not None else ""
    events = (event.seen_by(viewer) for event in match.told)
    over = table.standing.state == "over"
    return Sight(
        number=seen.number,
        seat=viewer,
        waiting=() if over else seen.waiting,
        sealed=() if over else seen.sealed,
        events=cast("tuple[AnyEvent, ...]", tuple([e for e in events if e is not None])),
        scene=_unhurried(seen.scene, late) if late else seen.scene,
        decision=None if over or table.timing.held else _asked(seen.decision, late),
        picked=seen.picked,
        result=seen.result,
    )


def _asked(decision: Decision | None, late: str) -> Decision | None:
    """Time picks what stands for no answer; nobody is offered it."""
    if decision is None or late not in decision.options:
        return decision
    rest = tuple(option for option in decision.options if option != late)
    return structs.replace(decision, options=rest)


def _unhurried(scene: Scene, late: str) -> Scene:
    """The scene without the button for no answer."""
    zones = []
    for zone in scene.zones:
        things = tuple(thing for thing in zone.things if thing.id != late)
        if things or not zone.things:
            zones.append(
                zone if len(things) == len(zone.things) else structs.replace(zone, things=things)
            )
    return Scene(tuple(zones), scene.plates, scene.notes, scene.previews)


def undo_leave(table: Table, viewer: int | None) -> UndoLeave:
    """Where only bots would have to agree, it is free."""
    if viewer is None or table.match is None or table.standing.state != "running":
        return "no"
    leave = table.match.undo_leave(viewer)
    if leave == "ask" and table.people() == [viewer]:
        return "free"
    return leave


def whole_update(table: Table, group: Group, revision: int) -> Update | None:
    """The scene whole, and the log from that revision on; all of it, if it is unknown."""
    match = table.match
    if match is None:
        return None
    if group.sight is None:
        group.sight = sight(table, match, group.viewer)
    now = table.pace.wire(group.viewer)
    known = revision if revision <= now else 0
    return _update(table, match, News(group.sight, known, now, shown_clocks(table)))


class News(Struct, frozen=True):
    """What a group is told beside what follows from the match alone."""

    seen: Sight
    known: int  # the revision it has
    revision: int  # the revision it will have
    clocks: Clocks | None
    change: SceneChange | None = None
    beats: tuple[Beat, ...] = ()
    card: TableCard | None = None


def _update(table: Table, match: RunningMatch, news: News) -> Update:
    viewer = news.seen.seat
    kept = match.faded_since(match.since(viewer, news.known)) if news.known else 0
    return Update(
        revision=news.revision,
        count=match.state.number - 1,
        turn=match.turn,
        part=0 if viewer is None else match.part(viewer),
        undo=undo_leave(table, viewer),
        since=match.log[kept - 1].at if kept else -1,
        log=tuple(match.lines(viewer, kept)) if kept < len(match.log) else (),
        seen=news.seen,
        change=news.change,
        beats=news.beats,
        clocks=news.clocks,
        table=news.card,
        hurry=table.timing.may_call(match.state, viewer) and bool(table.waiting()),
    )


def shown_clocks(table: Table) -> Clocks | None:
    if table.match is None:
        return None
    count = table.timing.shown(table.match.state, monotonic())
    return count or table.clocks.shown(monotonic())


def publish_match(table: Table, before: Pace, quiet_for: int | None, *, news: bool) -> None:
    """Tell every group what is new to it; a quiet change is told to its own seat alone."""
    match, card, clocks = table.match, table.card() if news else None, shown_clocks(table)
    assert match is not None, "a match that moves on has begun"
    found = Found()
    for group in table.groups.values():
        viewer = group.viewer
        if quiet_for is None or viewer == quiet_for:
            old, new = group.sight, sight(table, match, viewer)
            group.sight = new
            beats = tuple(_beats(table, match, old, new)) if match.beats else ()
            seen, change = _compared(old, new, found)
            if quiet_for is not None:
                seen = structs.replace(seen, events=())
            known, now = before.wire(viewer), table.pace.wire(viewer)
            told = News(seen, known, now, clocks, change, beats, card)
            group.tell(_update(table, match, told), "published")


class Found(Struct):
    """The difference between two scenes that was found last. Where there are no secrets everybody
    sees the same, and it need not be looked for twice."""

    old: Scene | None = None
    new: Scene | None = None
    change: SceneChange | None = None

    def between(self, old: Scene, new: Scene) -> SceneChange:
        if self.change is None or old != self.old or new != self.new:
            self.old, self.new, self.change = old, new, scene_change(old, new)
        return self.change


def _compared(old: Sight | None, new: Sight, found: Found) -> tuple[Sight, SceneChange | None]:
    """What a group sees now, its scene as the difference from what it saw before."""
    if old is None:
        return new, None
    return structs.replace(new, scene=None), found.between(_scene(old), _scene(new))


def _beats(table: Table, match: RunningMatch, old: Sight | None, new: Sight) -> Iterator[Beat]:
    """What this viewer could see between its last sight and this one."""
    if old is None or old.number == new.number:
        return
    yield from beats_from(_scene(old), match.beats, eyes_of(table.game, old.seat))


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
        draws=group.viewer is not None and not table.no_draw(group.viewer),
    )


def over(table: Table) -> Over:
    """The end. Only now may the secret be told."""
    result = table.standing.result
    assert table.standing.state == "over", "the secret is kept until the end"
    assert result is not None, "what is over has a result"
    if table.facts.seed is not None:  # it went on from a record: nothing was promised
        return Over(result, True, "", str(table.seed), ())
    return Over(result, True, table.facts.secret, str(table.seed), table.contributions)
