"""A zone with places of its own: spaces on a carved rim, marks, pieces, what may be touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from fimbul.draw.marks import UNDER, draw_mark, tally
from fimbul.draw.shapes import (
    Drawing,
    Ink,
    Spot,
    box,
    circle,
    corners,
    inside,
    label,
    number,
    polygon,
    use,
    words,
)
from fimbul.draw.theme import mixed
from fimbul.kernel import SEAT_TONES, Mark, Point, Thing, Zone

SPACE, NARROW, WIDE = 64, 480, 960  # pixels: a space, and a whole board at least and at most
HEAD = 24  # above what is no board
BESIDE = 336  # what is no board, a ship for one, is at least so wide: four beside each other


class Pixels(Struct, frozen=True):
    """How a zone's own coordinates become pixels."""

    left: float
    top: float
    scale: float
    space: tuple[str, float]  # the art and width of an ordinary space

    def spot(self, at: Point) -> Spot:
        return (at[0] - self.left) * self.scale, (at[1] - self.top) * self.scale

    def across(self, thing: Thing) -> float:
        return thing.size * self.scale or self.space[1]


def draw_board(zone: Zone, ink: Ink) -> Drawing:
    """The zone as large as its box, or larger where things stick out of it."""
    unit = _unit(zone)
    left, top, right, bottom = _bounds(zone, unit)
    narrow = NARROW if zone.kind == "board" else BESIDE
    scale = min(max(SPACE / unit, narrow / (right - left)), WIDE / (right - left))
    art = next((thing.art for thing in zone.things if thing.kind == "space"), "square")
    pixels = Pixels(left, top, scale, (art, unit * scale))
    body = "".join(_layers(zone, pixels, ink))
    drawn = Drawing((right - left) * scale, (bottom - top) * scale, body)
    return drawn if zone.kind == "board" else _headed(zone, drawn)


def _headed(zone: Zone, drawn: Drawing) -> Drawing:
    """There may be several of its kind: its title says whose it is."""
    title = label(zone.title or zone.id, (4, 16), "head")
    return Drawing(drawn.width, drawn.height + HEAD, title + drawn.at(0, HEAD))


def _layers(zone: Zone, pixels: Pixels, ink: Ink) -> Iterator[str]:
    spaces = [thing for thing in zone.things if thing.kind == "space"]
    pieces = [thing for thing in zone.things if thing.kind != "space"]
    yield from _rim(spaces, pixels)
    for thing in spaces:
        yield _titled(thing, f'<g class="ground">{_space(thing, pixels, ink)}</g>')
    yield from _marks((mark for mark in zone.marks if mark.kind in UNDER), pixels)
    taken = {thing.at for thing in pieces}
    for thing in spaces:
        yield _glow(thing, thing, pixels, ink)
        if thing.id in ink.options and thing.at not in taken:
            yield circle(pixels.spot(thing.at), pixels.across(thing) * 0.1, "may-dot")
    shapes = {thing.at: thing for thing in spaces}
    for thing in pieces:
        yield _glow(thing, shapes.get(thing.at, thing), pixels, ink)
        yield _titled(thing, _piece(thing, pixels, ink))
    yield from _tallies(zone, spaces, taken, pixels)
    yield from _marks((mark for mark in zone.marks if mark.kind not in UNDER), pixels)


def _tallies(zone: Zone, spaces: list[Thing], taken: set[Point], pixels: Pixels) -> Iterator[str]:
    """What tinted land counts: on its most central bare space, or as a badge beside a piece."""
    for mark in zone.marks:
        if mark.kind == "tint" and mark.text and mark.points:
            x, y = (sum(values) / len(mark.points) for values in zip(*mark.points, strict=True))
            land = [thing.at for thing in spaces if inside(thing.at, mark.points)]
            bare = [at for at in land if at not in taken]
            best = min(
                bare or land or [mark.points[0]],
                key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2,
            )
            (left, top), across = pixels.spot(best), pixels.space[1]
            shift, size = (0.0, across) if bare else (across * 0.3, across * 0.6)
            yield tally(mark, (left + shift, top + shift), size)


def _unit(zone: Zone) -> float:
    """The width most spaces have (without spaces: most things); else the zone's grid."""
    sizes = [thing.size for thing in zone.things if thing.size and thing.kind == "space"]
    sizes = sizes or [thing.size for thing in zone.things if thing.size]
    return Counter(sizes).most_common(1)[0][0] if sizes else max(min(zone.grain), 1)


def _bounds(zone: Zone, unit: float) -> tuple[float, float, float, float]:
    left, top, width, height = zone.box
    reach = {thing.at: _far(thing, unit) for thing in zone.things}
    return (
        min([left, *(at[0] - far for at, far in reach.items())]),
        min([top, *(at[1] - far for at, far in reach.items())]),
        max([left + width, *(at[0] + far for at, far in reach.items())]),
        max([top + height, *(at[1] + far for at, far in reach.items())]),
    )


def _far(thing: Thing, unit: float) -> float:
    """How far a thing reaches from its middle, however it is turned; one as large as a sea gets no
    rim."""
    size = max(thing.size or unit, unit)
    return size * (0.5 if size > 3 * unit and not thing.turn else 0.72)


def _marks(marks: Iterable[Mark], pixels: Pixels) -> Iterator[str]:
    for mark in marks:
        yield draw_mark(mark, [pixels.spot(point) for point in mark.points], pixels.space)


def _titled(thing: Thing, body: str) -> str:
    """A thing with its name for pointers and screen readers."""
    said = f"{thing.label}: {thing.tip}" if thing.tip else thing.label
    return (
        f'<g class="t-{thing.tone}" data-id="{words(thing.id)}">'
        f"<title>{words(said)}</title>{body}</g>"
    )


def _rim(spaces: list[Thing], pixels: Pixels) -> Iterator[str]:
    """Carved wood around the whole board: every space drawn larger, in two shades."""
    for classes, wider in (("rim", 14.0), ("rim2", 7.0)):
        for thing in spaces:
            yield polygon(
                corners(thing.art, pixels.spot(thing.at), pixels.across(thing) + wider), classes
            )


def _space(thing: Thing, pixels: Pixels, ink: Ink) -> str:
    at, across = pixels.spot(thing.at), pixels.across(thing)
    ring = corners(thing.art, at, across * 0.97)
    if thing.art in ink.arts:
        drawn = use(thing.art, at, across)
    else:
        fill = f' style="fill:{mixed(ink.theme, thing.tone, 0.21)}"' if _owned(thing) else ""
        drawn = polygon(ring, "space", fill)
    if _owned(thing):
        drawn += polygon(ring, "land", f' fill="url(#fimbul-{thing.tone})"')
    return drawn + _badge(thing, at, across)


def _owned(thing: Thing) -> bool:
    return thing.tone in SEAT_TONES


def _glow(thing: Thing, ground: Thing, pixels: Pixels, ink: Ink) -> str:
    """Gold for what may be touched, in the shape of the space it stands on."""
    picked = "selected" in thing.state
    if not picked and thing.id not in ink.options:
        return ""
    at, across, kind = pixels.spot(thing.at), pixels.across(ground), "picked" if picked else "may"
    if ground.kind == "space":
        ring = corners(ground.art, at, across * 0.88)
        return polygon(ring, "glow") + polygon(ring, kind)
    return circle(at, across * 0.56, "glow") + circle(at, across * 0.56, kind)


def _piece(thing: Thing, pixels: Pixels, ink: Ink) -> str:
    at, across = pixels.spot(thing.at), pixels.across(thing)
    drawn = use(thing.art, at, across) if thing.art in ink.arts else _unknown(thing, at, across)
    if thing.turn:
        drawn = f'<g transform="rotate({thing.turn} {number(at[0])} {number(at[1])})">{drawn}</g>'
    if "sealed" in thing.state or "face-down" in thing.state:
        half = across / 2
        drawn += box((at[0] - half, at[1] - half), (across, across), "sealed", 6)
    if "exhausted" in thing.state:
        drawn = f'<g class="exhausted">{drawn}</g>'
    return drawn + _badge(thing, at, across)


def _unknown(thing: Thing, at: Spot, across: float) -> str:
    """A piece without a symbol: a plain disc with its letter."""
    letter = thing.glyph or thing.label[:1]
    size = f' font-size="{number(across * 0.45)}"'
    spot = (at[0], at[1] + across * 0.16)
    return circle(at, across * 0.42, "plain") + label(letter, spot, "plain-name", size)


def _badge(thing: Thing, at: Spot, across: float) -> str:
    return badge(thing.badge, (at[0] + across * 0.36, at[1] + across * 0.36)) if thing.badge else ""


def badge(text: str, at: Spot) -> str:
    """A number, an order or an emblem beside a thing."""
    width = badge_width(text)
    edge = box((at[0] - width / 2, at[1] - 11), (width, 22), "", 11)
    return f'<g class="badge">{edge}{label(text, (at[0], at[1] + 5))}</g>'


def badge_width(text: str) -> float:
    return max(22.0, 12 + 8 * len(text))
