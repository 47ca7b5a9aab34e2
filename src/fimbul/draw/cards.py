"""Zones without places of their own: hands, rows, stacks and buttons, as labelled cards."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.draw.board import badge, badge_width
from fimbul.draw.shapes import Drawing, Ink, Spot, box, label, shortened, use, words
from fimbul.kernel import Thing, Zone

CARD, BUTTON = (104, 124), 40  # width and height of a card, height of a button
FEW, FANNED = 4, 30  # a pile of more cards than that is fanned: so much is seen of each
GAP, PAD, HEAD = 10, 14, 30


def cards_width(zone: Zone, most: float) -> float:
    """How wide the zone would like to be."""
    row = sum(_step(zone, thing) for thing in zone.things) + 2 * PAD
    row += _size(zone.things[-1])[0] - _step(zone, zone.things[-1])
    return min(most, max(row, 2 * PAD + 9.5 * len(zone.title or zone.id)))


def draw_cards(zone: Zone, ink: Ink, width: float) -> Drawing:
    """The things of a zone in rows, under its title."""
    drawn: list[str] = []
    x, y, deepest = float(PAD), float(PAD + HEAD), 0.0
    for thing in zone.things:
        wide, high = _size(thing)
        if x > PAD and x + wide > width - PAD:
            x, y, deepest = float(PAD), y + deepest + GAP, 0.0
        drawn.append(_card(thing, (x, y), (wide, high), ink))
        x, deepest = x + _step(zone, thing), max(deepest, high)
    title = label(zone.title or zone.id, (PAD + 2, PAD + 14), "head")
    return Drawing(width, y + deepest + PAD, title + "".join(drawn))


def _size(thing: Thing) -> tuple[float, float]:
    if thing.kind == "button":
        return max(88.0, 36 + 9.0 * len(thing.label)), BUTTON
    return CARD


def _step(zone: Zone, thing: Thing) -> float:
    """How far it is from a thing to the next: cards of a pile lie on top of each other."""
    fanned = zone.kind == "stack" and len(zone.things) > FEW
    return FANNED if fanned else _size(thing)[0] + GAP


def _card(thing: Thing, at: Spot, size: tuple[float, float], ink: Ink) -> str:
    said = f"{thing.label}: {thing.tip}" if thing.tip else thing.label
    return (
        f'<g class="t-{thing.tone}" data-id="{words(thing.id)}"><title>{words(said)}</title>'
        f"{''.join(_parts(thing, at, size, ink))}</g>"
    )


def _parts(thing: Thing, at: Spot, size: tuple[float, float], ink: Ink) -> Iterator[str]:
    (x, y), (width, height) = at, size
    radius = 6 if thing.kind == "button" else 10
    if thing.id in ink.options or "selected" in thing.state:
        yield box(at, size, "glow", radius)
    yield box(at, size, "card", radius)
    if thing.kind != "button":
        yield from _face(thing, at, size, ink)
    else:
        yield label(thing.label, (x + width / 2, y + height / 2 + 6), "mid")
    if {"sealed", "face-down"} & set(thing.state):
        yield box(at, size, "sealed", radius)
    if "selected" in thing.state:
        yield box(at, size, "picked", radius)
    elif thing.id in ink.options:
        yield box(at, size, "may", radius)
    if thing.badge:
        yield badge(thing.badge, (x + width - max(14, badge_width(thing.badge) / 2), y + 14))


def _face(thing: Thing, at: Spot, size: tuple[float, float], ink: Ink) -> Iterator[str]:
    """Picture above, name on a banner below; without a picture its sign stands large."""
    (x, y), (width, height) = at, size
    middle = x + width / 2
    if thing.art in ink.arts:
        yield use(thing.art, (middle, y + (height - 30) / 2 + 2), 68)
    elif thing.art == "back":
        yield box((x + 10, y + 10), (width - 20, height - 52), "sealed", 6)
    else:
        short = thing.label if len(thing.label) < 4 else thing.label[:1]
        yield label(thing.glyph or short, (middle, y + 58), "big mid")
    yield box((x, y + height - 32), (width, 32), "banner")
    name = shortened(thing.label, width - 12, 7.5)
    yield label(name, (middle, y + height - 11), "small mid")
