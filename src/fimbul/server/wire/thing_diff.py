"""From the things of a zone to those of the next: of a thing that lay on the table already, here or
in another zone, only what is different is sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

from msgspec import UNSET, structs

from fimbul.kernel import Scene, Thing, Zone
from fimbul.server.wire.changes import ThingChange, ZoneChange
from fimbul.server.wire.list_diff import applied_between, between, elsewhere, laid

FIELDS = Thing.__struct_fields__[1:]  # all but the id
values_of = attrgetter(*FIELDS)


class Lying:
    """The things of a scene by their ids, looked for once somebody asks."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    @cached_property
    def all(self) -> dict[str, Thing]:
        return {thing.id: thing for thing in self._scene.things()}


def thing_change(old: Thing, new: Thing) -> ThingChange:
    values = zip(FIELDS, values_of(old), values_of(new), strict=True)
    return ThingChange(new.id, **{name: b for name, a, b in values if a is not b and a != b})


def changed_thing(old: Thing, change: ThingChange) -> Thing:
    values = zip(FIELDS, values_of(change), strict=True)
    return structs.replace(old, **{name: value for name, value in values if value is not UNSET})


def zone_change(old: Zone, new: Zone, lying: Lying) -> tuple[ZoneChange, bool]:
    """Of two zones that differ in nothing but their things and marks; and whether anything came
    from another zone."""
    marks, kept = between(old.marks, new.marks)
    same = _in_place(old.things, new.things)
    if same is not None:
        return ZoneChange(new.id, changed=same, marks=marks, kept=kept), False
    before = {thing.id: thing for thing in old.things}
    here = {thing.id: thing for thing in new.things}
    fresh = [thing for name, thing in here.items() if name not in before]
    put = tuple([thing for thing in fresh if thing.id not in lying.all])
    came = [thing_change(lying.all[one.id], one) for one in fresh if one.id in lying.all]
    stay = [(before[name], thing) for name, thing in here.items() if name in before]
    changed = (*[thing_change(a, b) for a, b in stay if a is not b and a != b], *came)
    gone = tuple([name for name in before if name not in here])
    order = [*before, *(one.id for one in put), *(one.id for one in came)]
    places = elsewhere(order, list(here))
    return ZoneChange(new.id, put, changed, gone, places, marks, kept), bool(came)


def _in_place(old: Sequence[Thing], new: Sequence[Thing]) -> tuple[ThingChange, ...] | None:
    """The things that changed, if none came, went or lies elsewhere; nearly always so it is."""
    if len(old) != len(new):
        return None
    pairs = [(a, b) for a, b in zip(old, new, strict=True) if a is not b and a != b]
    if any(before.id != after.id for before, after in pairs):
        return None
    return tuple([thing_change(before, after) for before, after in pairs])


def changed_zone(zone: Zone | None, news: ZoneChange, before: Lying) -> Zone:
    if news.whole is not None:
        return news.whole
    assert zone is not None, "a zone that was not there is sent whole"
    things = {thing.id: thing for thing in zone.things if thing.id not in news.gone}
    things.update((thing.id, thing) for thing in news.put)
    for one in news.changed:
        things[one.id] = changed_thing(things.get(one.id) or before.all[one.id], one)
    marks = applied_between(zone.marks, news.marks, news.kept)
    return structs.replace(zone, things=laid(things, news.places), marks=marks)
