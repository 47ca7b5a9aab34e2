"""From the things of a zone to those of the next: of a thing that lay on the table already, here or
in another zone, only what is different is sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from operator import is_not

from msgspec import UNSET, structs

from fimbul.kernel import Mark, Scene, Thing, Zone
from fimbul.server.wire.changes import ThingChange, ZoneChange
from fimbul.server.wire.list_diff import NOWHERE, applied_between, between, elsewhere, laid, picked

FIELDS = Thing.__struct_fields__
NOTHING: tuple[str, ...] = ()
Compared = tuple[list[tuple[Thing, Thing]], Sequence[Thing]]  # which are others now, which new


class OnTable:
    """The things of a scene by their ids, looked for once somebody asks."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    @cached_property
    def all(self) -> dict[str, Thing]:
        return {thing.id: thing for zone in self._scene.zones for thing in zone.things}


def thing_change(old: Thing, new: Thing) -> ThingChange:
    """Most fields are the same objects: those are passed over without a look."""
    before, after = structs.astuple(old), structs.astuple(new)
    others = compress(range(len(after)), map(is_not, before, after))
    fields = {FIELDS[n]: after[n] for n in others if before[n] != after[n]}
    return ThingChange(**{**fields, "id": new.id})


def changed_thing(old: Thing, change: ThingChange) -> Thing:
    values = zip(FIELDS, structs.astuple(change), strict=True)
    return structs.replace(old, **{name: value for name, value in values if value is not UNSET})


def zone_change(old: Zone, new: Zone, lying: OnTable) -> tuple[ZoneChange, bool]:
    """Of two zones that differ in nothing but their things and marks; and whether anything came
    from another zone."""
    marks = _marks_between(old.marks, new.marks)
    quick = _in_order(old.things, new.things)
    pairs, fresh = quick or _compared(old.things, new.things)
    known = [(lying.all.get(thing.id), thing) for thing in fresh]
    put = tuple([thing for before, thing in known if before is None])
    came = [thing_change(before, thing) for before, thing in known if before is not None]
    told = (*[thing_change(before, after) for before, after in pairs], *came)
    gone, places = NOTHING, NOWHERE
    if quick is None or (put and came):
        before, names = [thing.id for thing in old.things], [thing.id for thing in new.things]
        here = set(names)
        gone = tuple([name for name in before if name not in here])
        places = elsewhere([*before, *(one.id for one in put), *(one.id for one in came)], names)
    return ZoneChange(new.id, put, told, gone, places, *marks), bool(came)


def _marks_between(
    old: Sequence[Mark], new: Sequence[Mark]
) -> tuple[tuple[Mark, ...] | None, tuple[int, int], tuple[int, ...]]:
    """What is new between those that stay, and how that lies among others of before."""
    news, kept = between(old, new)
    if not news or sum(kept) == len(old):
        return news, kept, ()
    fresh, order = picked(old, news)
    return fresh, kept, order


def _in_order(old: Sequence[Thing], new: Sequence[Thing]) -> Compared | None:
    """If none is gone, and new ones come last; nearly always so it is."""
    if len(old) > len(new):
        return None
    others = compress(zip(old, new, strict=False), map(is_not, old, new))
    pairs = [(before, after) for before, after in others if before != after]
    if any(before.id != after.id for before, after in pairs):
        return None
    return pairs, new[len(old) :]


def _compared(old: Sequence[Thing], new: Sequence[Thing]) -> Compared:
    before = {thing.id: thing for thing in old}
    pairs, fresh = list[tuple[Thing, Thing]](), list[Thing]()
    for thing in new:
        known = before.get(thing.id)
        if known is None:
            fresh.append(thing)
        elif known is not thing and known != thing:
            pairs.append((known, thing))
    return pairs, fresh


def changed_zone(zone: Zone | None, news: ZoneChange, before: OnTable) -> Zone:
    if news.whole is not None:
        return news.whole
    assert zone is not None, "a zone that was not there is sent whole"
    things = {thing.id: thing for thing in zone.things if thing.id not in news.gone}
    things.update((thing.id, thing) for thing in news.put)
    for one in news.changed:
        things[one.id] = changed_thing(things.get(one.id) or before.all[one.id], one)
    told = news.marks
    if told is not None and news.order:
        told = tuple([(*zone.marks, *told)[n] for n in news.order])
    marks = applied_between(zone.marks, told, news.kept)
    return structs.replace(zone, things=laid(things, news.places), marks=marks)
