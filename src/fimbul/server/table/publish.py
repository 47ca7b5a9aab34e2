"""What each viewer is told, and nothing else. Computed once for a group, not for a socket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, field, structs

from fimbul.kernel import Decision, Scene, Zone
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.match.viewpoint import Viewpoint
from fimbul.server.table.audience import Texts, Viewers
from fimbul.server.table.cards import card_of
from fimbul.server.table.customs import reads, seen_state, undo_leave
from fimbul.server.table.rule_change import asked
from fimbul.server.table.situation import Situation, no_draw
from fimbul.server.wire.changes import SceneChange
from fimbul.server.wire.messages import (
    Beat,
    ChatLine,
    Clocks,
    Over,
    SeenSent,
    UndoLeave,
    Update,
    Welcome,
)
from fimbul.server.wire.scene_diff import SAME, Known, scene_change
from fimbul.server.wire.table_card import TableCard

# -- what a viewer sees ----------------------------------------------------------------------


def sight_of(now: Situation, match: RunningMatch, viewer: int | None) -> SeenSent:
    """All that the kernel lets this viewer know, at a table that may have ended by itself."""
    sight = Viewpoint(now.game, viewer).sight(seen_state(now, match, viewer), match.told)
    if now.standing.state == "over" or now.halted:
        sight = structs.replace(sight, waiting=(), sealed=(), decision=None)
    if now.timing.held:
        sight = structs.replace(sight, decision=None)
    late = now.timing.timing.late if now.timing.timing is not None else ""
    return _unhurried(sight, late) if late else sight


def _unhurried(sight: SeenSent, late: str) -> SeenSent:
    """Without the option that only time picks, which stands for no answer: nobody is offered it, or
    shown its button."""
    scene = _scene(sight)
    zones = [_without(zone, late) for zone in scene.zones]
    kept = tuple([zone for zone in zones if zone is not None])
    return structs.replace(
        sight, scene=structs.replace(scene, zones=kept), decision=_asked(sight.decision, late)
    )


def _without(zone: Zone, late: str) -> Zone | None:
    """None for a zone that held nothing else."""
    things = tuple([thing for thing in zone.things if thing.id != late])
    if len(things) == len(zone.things):
        return zone
    return structs.replace(zone, things=things) if things else None


def _asked(decision: Decision | None, late: str) -> Decision | None:
    if decision is None or late not in decision.options:
        return decision
    rest = tuple([option for option in decision.options if option != late])
    return structs.replace(decision, options=rest)


def _scene(sight: SeenSent) -> Scene:
    assert sight.scene is not None, "what a group sees is kept whole"
    return sight.scene


def _undo_leave(now: Situation, viewer: int | None) -> UndoLeave:
    if viewer is None or now.match is None or now.halted or now.standing.state != "running":
        return "no"
    return undo_leave(now, viewer)


def shown_clocks(now: Situation) -> Clocks | None:
    if now.match is None:
        return None
    at = now.time()
    return now.timing.shown(now.match.state, at) or now.clocks.shown(at)


# -- the match moves on ----------------------------------------------------------------------


class News(Struct, frozen=True):
    """What a group is told besides what follows from the match alone."""

    sight: SeenSent
    known: int  # the revision it has
    revision: int  # the revision it will have
    clocks: Clocks | None
    card: TableCard | None = None


def _update(now: Situation, match: RunningMatch, news: News) -> Update:
    """Its scene is whole, if it has any."""
    viewer = news.sight.seat
    state = seen_state(now, match, viewer)
    kept = match.faded_since(match.since(viewer, news.known)) if news.known else 0
    return Update(
        revision=news.revision,
        count=state.number - 1,
        turn=match.turn_of(state),
        part=0 if viewer is None else match.part(viewer),
        undo=_undo_leave(now, viewer),
        since=match.log[kept - 1].at if kept else -1,
        log=tuple(match.lines(viewer, kept)) if kept < len(match.log) else (),
        seen=news.sight,
        clocks=news.clocks,
        table=news.card,
        hurry=now.timing.may_call(match.state, viewer) and bool(now.waiting),
    )


class Told(Struct, frozen=True):
    """What a group sees from now on, and how it is told."""

    group: Viewers
    sight: SeenSent
    texts: Texts


def tell_match(
    now: Situation,
    groups: Sequence[Viewers],
    before: Progress,
    quiet_for: int | None,
    card: TableCard | None,
) -> list[Told]:
    """What is new to every group; a quiet change is told to its own seat alone."""
    match, clocks, found = now.match, shown_clocks(now), Found()
    assert match is not None, "a match that moves on has begun"
    told = []
    for group in groups:
        viewer = group.viewer
        if quiet_for is not None and viewer != quiet_for:
            continue
        old, new = group.sight, sight_of(now, match, viewer)
        quiet = new if quiet_for is None else structs.replace(new, events=())
        known, revision = before.wire(viewer), now.progress.wire(viewer)
        update = _update(now, match, News(quiet, known, revision, clocks, card))
        short = update if old is None else _shortened(now, old, update, found)
        told.append(Told(group, new, group.texts(short, whole=update)))
    return told


class Found(Struct):
    """The difference between two scenes that was found last, and between all zones. Where there
    are no secrets everybody sees the same, and it need not be looked for twice."""

    old: Scene | None = None
    new: Scene | None = None
    change: SceneChange = SAME
    known: Known = field(default_factory=Known)

    def between(self, old: Scene, new: Scene) -> SceneChange:
        if not (_is_alike(new, self.new) and _is_alike(old, self.old)):
            self.old, self.new, self.change = old, new, scene_change(old, new, self.known)
        return self.change


def _is_alike(one: Scene, other: Scene | None) -> bool:
    """Previews are looked at first: mostly only one seat has them."""
    return other is not None and one.previews == other.previews and one == other


def _shortened(now: Situation, old: SeenSent, update: Update, found: Found) -> Update:
    """The same, its scene as the difference from what the group saw before, beat by beat."""
    new, last = update.seen, _scene(old)
    seen, beats = structs.replace(new, scene=None), tuple[Beat, ...]()
    if now.match is not None and now.match.beats and old.number != new.number:
        eyes = Viewpoint(now.game, new.seat)
        beats, last = eyes.beats(last, now.match.beats, found.known)
    change = found.between(last, _scene(new))
    if beats:
        return structs.replace(update, seen=seen, beats=beats, rest=change)
    return structs.replace(update, seen=seen, change=change)


# -- everything, from the beginning ------------------------------------------------------------


def whole_update(now: Situation, group: Viewers, revision: int) -> Update | None:
    """The scene whole, and the log from that revision on; all of it, if it is unknown."""
    match = now.match
    if match is None:
        return None
    if group.sight is None:
        group.sight = sight_of(now, match, group.viewer)
    current = now.progress.wire(group.viewer)
    known = revision if revision <= current else 0
    return _update(now, match, News(group.sight, known, current, shown_clocks(now)))


def resend(now: Situation, groups: Iterable[Viewers]) -> None:
    """Everything, to everybody: what they knew may have been overtaken by another process."""
    card = card_of(now)
    for group in groups:
        group.sight = None
        update = whole_update(now, group, 0)
        if update is not None:
            group.tell(structs.replace(update, table=card), "published")


def welcome(now: Situation, group: Viewers, revision: int, chat: Iterable[ChatLine]) -> Welcome:
    viewer, ask = group.viewer, now.standing.ask
    seated = viewer is not None
    return Welcome(
        table=card_of(now),
        seat=viewer,
        revision=now.progress.wire(viewer),
        update=whole_update(now, group, revision),
        chat=tuple(line for line in chat if reads(now, viewer, line)),
        ask=None if ask is None else asked(now, ask),
        over=over(now) if now.standing.result is not None else None,
        invite=now.facts.invite if seated else "",
        watch=now.facts.watch if seated else "",
        draws=viewer is not None and not no_draw(now, viewer),
    )


def over(now: Situation) -> Over:
    """The end. Only now may the secret be told."""
    result = now.standing.result
    assert now.standing.state == "over", "the secret is kept until the end"
    assert result is not None, "what is over has a result"
    if now.facts.seed is not None:  # it went on from a record: nothing was promised
        return Over(result, True, "", str(now.seed), ())
    return Over(result, True, now.facts.secret, str(now.seed), now.contributions)
