"""From one scene to the next: only what changed is sent. The page applies it the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TypeVar

from msgspec import structs

from fimbul.kernel import Scene, Thing, Zone
from fimbul.server.wire.messages import SceneChange, ZoneChange

T = TypeVar("T")
NOTHING: tuple[str, ...] = ()
_all_else = attrgetter(
    *(name for name in Zone.__struct_fields__ if name not in ("things", "marks"))
)


SAME = SceneChange()


def scene_change(old: Scene, new: Scene) -> SceneChange:
    """What must be sent to whoever has the old scene."""
    before = {zone.id: zone for zone in old.zones}
    names = [zone.id for zone in new.zones]
    same = names == list(before)
    return SceneChange(
        zones=tuple(_zone_changes(before, new.zones)),
        gone_zones=() if same else tuple([name for name in before if name not in names]),
        order=None if same or _implied(old, names) == names else tuple(names),
        plates=_news(old.plates, new.plates),
        notes=_news(old.notes, new.notes),
        previews=_news(old.previews, new.previews),
    )


def _zone_changes(before: Mapping[str, Zone], zones: Sequence[Zone]) -> Iterator[ZoneChange]:
    """Most zones are the same as before: those are told apart without a look at their things."""
    for zone in zones:
        old = before.get(zone.id)
        if old is not zone and old != zone:
            yield zone_change(old, zone)


def _implied(old: Scene, names: list[str]) -> list[str]:
    """How the zones stand if nothing is said: those that stay, then the new ones."""
    stay = [zone.id for zone in old.zones if zone.id in names]
    return stay + [name for name in names if name not in stay]


def _news(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[T, ...] | None:
    return None if old == new else new


def zone_change(old: Zone | None, new: Zone) -> ZoneChange:
    """Of a zone that has changed. One whose things change places in the list is sent whole."""
    if old is None or not _same_but_for_things(old, new):
        return ZoneChange(new.id, whole=new)
    put, gone = _in_place(old.things, new.things), NOTHING
    if put is None:
        put, gone = _put_and_gone(old.things, new.things)
        if _applied(old.things, put, gone) != new.things:
            return ZoneChange(new.id, whole=new)
    return ZoneChange(new.id, put, gone, _news(old.marks, new.marks))


def _in_place(old: Sequence[Thing], new: Sequence[Thing]) -> tuple[Thing, ...] | None:
    """The things that changed, if the same things lie in the same order; nearly always they do."""
    if len(old) != len(new):
        return None
    pairs = zip(old, new, strict=True)
    changed = [(a, b) for a, b in pairs if a is not b and a != b]
    if any(before.id != after.id for before, after in changed):
        return None
    return tuple([after for _, after in changed])


def _put_and_gone(
    old: Sequence[Thing], new: Sequence[Thing]
) -> tuple[tuple[Thing, ...], tuple[str, ...]]:
    lying = {thing.id: thing for thing in old}
    here = {thing.id for thing in new}
    put = tuple(thing for thing in new if lying.get(thing.id) != thing)
    return put, tuple(thing.id for thing in old if thing.id not in here)


def _same_but_for_things(old: Zone, new: Zone) -> bool:
    return bool(_all_else(old) == _all_else(new))


def _applied(
    things: Sequence[Thing], put: Sequence[Thing], gone: Sequence[str]
) -> tuple[Thing, ...]:
    lying = {thing.id: thing for thing in things if thing.id not in gone}
    lying.update((thing.id, thing) for thing in put)
    return tuple(lying.values())


def apply_change(scene: Scene, change: SceneChange) -> Scene:
    """The new scene, from the old one and what changed."""
    zones = {zone.id: zone for zone in scene.zones if zone.id not in change.gone_zones}
    for news in change.zones:
        zones[news.id] = _apply_zone(zones.get(news.id), news)
    order = change.order if change.order is not None else tuple(zones)
    return structs.replace(
        scene,
        zones=tuple(zones[name] for name in order),
        plates=scene.plates if change.plates is None else change.plates,
        notes=scene.notes if change.notes is None else change.notes,
        previews=scene.previews if change.previews is None else change.previews,
    )


def _apply_zone(zone: Zone | None, news: ZoneChange) -> Zone:
    if news.whole is not None:
        return news.whole
    assert zone is not None, "a zone that was not there is sent whole"
    marks = zone.marks if news.marks is None else news.marks
    return structs.replace(zone, things=_applied(zone.things, news.put, news.gone), marks=marks)
