"""From one scene to the next: only what changed is sent. The page applies it the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TypeVar

from msgspec import structs

from fimbul.kernel import Preview, Scene, Zone
from fimbul.server.wire.changes import PreviewChange, SceneChange, ZoneChange
from fimbul.server.wire.list_diff import applied_between, between, elsewhere, laid
from fimbul.server.wire.reach_diff import reaches_sent, reaches_told
from fimbul.server.wire.thing_diff import OnTable, changed_zone, zone_change

T = TypeVar("T")
_all_else = attrgetter(
    *(name for name in Zone.__struct_fields__ if name not in ("things", "marks"))
)
_all_but_told = attrgetter(
    *(name for name in Preview.__struct_fields__ if name not in ("marks", "notes"))
)


SAME = SceneChange()


class Known:
    """What has changed in zones, as it was found before. Several viewers see most zones alike, and
    what they see alike is found once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, int, int, int], tuple[Zone, Zone, ZoneChange]] = {}

    def change(self, old: Zone, new: Zone, lying: OnTable) -> ZoneChange:
        """Of two zones that differ in nothing but their things and marks. What came from another
        zone not everybody has seen there."""
        lists = (id(old.things), id(new.things), id(old.marks), id(new.marks))
        found = self._found.get((new.id, *lists))
        if found is not None:
            return found[2]
        change, came = zone_change(old, new, lying)
        if not came:  # both are kept: as long as they are, nothing else has their ids
            self._found[new.id, *lists] = (old, new, change)
        return change


def scene_change(old: Scene, new: Scene, known: Known | None = None) -> SceneChange:
    """What must be sent to whoever has the old scene."""
    before = {zone.id: zone for zone in old.zones}
    names = [zone.id for zone in new.zones]
    same = names == list(before)
    notes, kept = between(old.notes, new.notes)
    change = SceneChange(
        zones=tuple(_zone_changes(before, new.zones, known or Known(), OnTable(old))),
        gone_zones=() if same else tuple([name for name in before if name not in names]),
        order=None if same or _implied(old, names) == names else tuple(names),
        plates=_news(old.plates, new.plates),
        notes=notes,
        kept_notes=kept,
        terms=_news(old.terms, new.terms),
        usual=_news(old.usual, new.usual),
    )
    if old.reaches != new.reaches:
        ends, reached = reaches_sent(old, new)
        change = structs.replace(change, ends=ends, reached=reached)
    return change if old.previews == new.previews else _with_previews(change, old, new)


def _with_previews(change: SceneChange, old: Scene, new: Scene) -> SceneChange:
    """Most stay as they are, and of most others only a mark or a line has changed."""
    before, names = {one.thing: one for one in old.previews}, [one.thing for one in new.previews]
    put, changed = list[Preview](), list[PreviewChange]()
    for one in new.previews:
        known = before.get(one.thing)
        if known is None or _all_but_told(known) != _all_but_told(one):
            put.append(one)
        elif known != one:
            marks, notes = between(known.marks, one.marks), between(known.notes, one.notes)
            changed.append(PreviewChange(one.thing, *marks, *notes))
    left = set(names)
    return structs.replace(
        change,
        previews=tuple(put),
        changed_previews=tuple(changed),
        gone_previews=tuple([name for name in before if name not in left]),
        preview_places=elsewhere([*before, *(name for name in names if name not in before)], names),
    )


def _zone_changes(
    before: Mapping[str, Zone], zones: Sequence[Zone], known: Known, lying: OnTable
) -> Iterator[ZoneChange]:
    """Most zones are the same as before: those are told apart without a look at their things. Where
    more than things and marks has changed, all of a zone is sent."""
    for zone in zones:
        old = before.get(zone.id)
        if old is zone or old == zone:
            continue
        if old is None or not _same_but_for_things(old, zone):
            yield ZoneChange(zone.id, whole=zone)
        else:
            yield known.change(old, zone, lying)


def _implied(old: Scene, names: list[str]) -> list[str]:
    """How the zones stand if nothing is said: those that stay, then the new ones."""
    stay = [zone.id for zone in old.zones if zone.id in names]
    return stay + [name for name in names if name not in stay]


def _news(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[T, ...] | None:
    return None if old == new else new


def _same_but_for_things(old: Zone, new: Zone) -> bool:
    return bool(_all_else(old) == _all_else(new))


def apply_change(scene: Scene, change: SceneChange) -> Scene:
    """The new scene, from the old one and what changed."""
    zones = {zone.id: zone for zone in scene.zones if zone.id not in change.gone_zones}
    lying = OnTable(scene)
    for news in change.zones:
        zones[news.id] = changed_zone(zones.get(news.id), news, lying)
    order = change.order if change.order is not None else tuple(zones)
    new = structs.replace(
        scene,
        zones=tuple(zones[name] for name in order),
        plates=scene.plates if change.plates is None else change.plates,
        notes=applied_between(scene.notes, change.notes, change.kept_notes),
        previews=_applied_previews(scene.previews, change),
        terms=scene.terms if change.terms is None else change.terms,
        usual=scene.usual if change.usual is None else change.usual,
    )
    if change.reached is None:
        return new
    told = reaches_told(scene, new, change.ends, change.reached)
    return structs.replace(new, reaches=told)


def _applied_previews(before: Sequence[Preview], change: SceneChange) -> tuple[Preview, ...]:
    left = {one.thing: one for one in before if one.thing not in change.gone_previews}
    left.update((one.thing, one) for one in change.previews)
    for news in change.changed_previews:
        one = left[news.thing]
        left[news.thing] = structs.replace(
            one,
            marks=applied_between(one.marks, news.marks, news.kept),
            notes=applied_between(one.notes, news.notes, news.kept_notes),
        )
    return laid(left, change.preview_places)
