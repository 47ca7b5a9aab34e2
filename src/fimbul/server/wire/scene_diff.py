"""From one scene to the next: only what changed is sent. The page applies it the same way."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TypeVar

from msgspec import structs

from fimbul.kernel import Preview, Scene, Thing, Zone
from fimbul.server.wire.messages import NONE_KEPT, PreviewChange, SceneChange, ZoneChange

T = TypeVar("T")
Places = tuple[tuple[str, int], ...]
NOTHING: tuple[str, ...] = ()
NOWHERE: Places = ()
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

    def change(self, old: Zone, new: Zone) -> ZoneChange:
        """Of two zones that differ in nothing but their things and marks."""
        lists = (id(old.things), id(new.things), id(old.marks), id(new.marks))
        found = self._found.get((new.id, *lists))
        if found is None:  # both are kept: as long as they are, nothing else has their ids
            found = self._found[new.id, *lists] = (old, new, _inner_change(old, new))
        return found[2]


def scene_change(old: Scene, new: Scene, known: Known | None = None) -> SceneChange:
    """What must be sent to whoever has the old scene."""
    before = {zone.id: zone for zone in old.zones}
    names = [zone.id for zone in new.zones]
    same = names == list(before)
    notes, kept = _between(old.notes, new.notes)
    change = SceneChange(
        zones=tuple(_zone_changes(before, new.zones, known or Known())),
        gone_zones=() if same else tuple([name for name in before if name not in names]),
        order=None if same or _implied(old, names) == names else tuple(names),
        plates=_news(old.plates, new.plates),
        notes=notes,
        kept_notes=kept,
        reaches=_news(old.reaches, new.reaches),
        terms=_news(old.terms, new.terms),
        usual=_news(old.usual, new.usual),
    )
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
            marks, notes = _between(known.marks, one.marks), _between(known.notes, one.notes)
            changed.append(PreviewChange(one.thing, *marks, *notes))
    left = set(names)
    return structs.replace(
        change,
        previews=tuple(put),
        changed_previews=tuple(changed),
        gone_previews=tuple([name for name in before if name not in left]),
        preview_places=_elsewhere(list(before), names),
    )


def _zone_changes(
    before: Mapping[str, Zone], zones: Sequence[Zone], known: Known
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
            yield known.change(old, zone)


def _implied(old: Scene, names: list[str]) -> list[str]:
    """How the zones stand if nothing is said: those that stay, then the new ones."""
    stay = [zone.id for zone in old.zones if zone.id in names]
    return stay + [name for name in names if name not in stay]


def _news(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[T, ...] | None:
    return None if old == new else new


def _inner_change(old: Zone, new: Zone) -> ZoneChange:
    put, gone, places = _in_place(old.things, new.things), NOTHING, NOWHERE
    if put is None:
        put, gone, places = _moved(old.things, new.things)
    marks, kept = _between(old.marks, new.marks)
    return ZoneChange(new.id, put, gone, places, marks, kept)


def _between(old: Sequence[T], new: Sequence[T]) -> tuple[tuple[T, ...] | None, tuple[int, int]]:
    """A change of marks, which have no ids: those at the beginning and the end stay if they are
    equal."""
    if old == new:
        return None, NONE_KEPT
    front = _alike(old, new)
    shorter = min(len(old), len(new)) - front
    back = min(_alike(old[::-1], new[::-1]), shorter)
    return tuple(new[front : len(new) - back]), (front, back) if front or back else NONE_KEPT


def _alike(one: Sequence[T], other: Sequence[T]) -> int:
    """How many are the same from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a is not b and a != b), min(len(one), len(other)))


def _moved(
    old: Sequence[Thing], new: Sequence[Thing]
) -> tuple[tuple[Thing, ...], tuple[str, ...], Places]:
    """What is put, what is gone, and the fewest things to lay elsewhere after that."""
    lying, names = {thing.id: thing for thing in old}, [thing.id for thing in new]
    here = set(names)
    put = tuple([thing for thing in new if lying.get(thing.id) != thing])
    gone = tuple([name for name in lying if name not in here])
    return put, gone, _elsewhere(list(lying), names)


def _elsewhere(old: Sequence[str], new: Sequence[str]) -> Places:
    """The fewest to lay elsewhere, where what is gone was taken and what is new was put last."""
    here = set(new)
    rank = {name: n for n, name in enumerate(name for name in old if name in here)}
    for name in new:
        rank.setdefault(name, len(rank))
    ranks = [rank[name] for name in new]
    if ranks == sorted(ranks):
        return NOWHERE
    stay = _rising(ranks)
    return tuple([(new[n], n) for n, at in enumerate(ranks) if at not in stay])


def _rising(numbers: Sequence[int]) -> set[int]:
    """The longest run of rising numbers, others in between left out."""
    lowest: list[int] = []  # the lowest number that a run of that length can end with
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(lowest, number)
        before[number] = lowest[length - 1] if length else None
        lowest[length : length + 1] = [number]
    found, last = set[int](), lowest[-1] if lowest else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found


def _in_place(old: Sequence[Thing], new: Sequence[Thing]) -> tuple[Thing, ...] | None:
    """The things that changed and those that came last, if the others lie in the same order; nearly
    always they do."""
    if len(old) > len(new):
        return None
    changed = [(a, b) for a, b in zip(old, new, strict=False) if a is not b and a != b]
    if any(before.id != after.id for before, after in changed):
        return None
    return (*[after for _, after in changed], *new[len(old) :])


def _same_but_for_things(old: Zone, new: Zone) -> bool:
    return bool(_all_else(old) == _all_else(new))


def _applied(
    things: Sequence[Thing], put: Sequence[Thing], gone: Sequence[str], places: Places = ()
) -> tuple[Thing, ...]:
    lying = {thing.id: thing for thing in things if thing.id not in gone}
    lying.update((thing.id, thing) for thing in put)
    return _laid(lying, places)


def _laid(lying: dict[str, T], places: Places) -> tuple[T, ...]:
    elsewhere = [(at, lying.pop(name)) for name, at in places]
    order = list(lying.values())
    for at, one in elsewhere:
        order.insert(at, one)
    return tuple(order)


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
        notes=_applied_between(scene.notes, change.notes, change.kept_notes),
        previews=_applied_previews(scene.previews, change),
        reaches=scene.reaches if change.reaches is None else change.reaches,
        terms=scene.terms if change.terms is None else change.terms,
        usual=scene.usual if change.usual is None else change.usual,
    )


def _applied_previews(before: Sequence[Preview], change: SceneChange) -> tuple[Preview, ...]:
    left = {one.thing: one for one in before if one.thing not in change.gone_previews}
    left.update((one.thing, one) for one in change.previews)
    for news in change.changed_previews:
        one = left[news.thing]
        left[news.thing] = structs.replace(
            one,
            marks=_applied_between(one.marks, news.marks, news.kept),
            notes=_applied_between(one.notes, news.notes, news.kept_notes),
        )
    return _laid(left, change.preview_places)


def _apply_zone(zone: Zone | None, news: ZoneChange) -> Zone:
    if news.whole is not None:
        return news.whole
    assert zone is not None, "a zone that was not there is sent whole"
    things = _applied(zone.things, news.put, news.gone, news.places)
    return structs.replace(
        zone, things=things, marks=_applied_between(zone.marks, news.marks, news.kept)
    )


def _applied_between(
    before: tuple[T, ...], news: tuple[T, ...] | None, kept: tuple[int, int]
) -> tuple[T, ...]:
    if news is None:
        return before
    front, back = kept
    return (*before[:front], *news, *before[len(before) - back :])
