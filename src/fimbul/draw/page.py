"""The whole scene on one page: plates, zones, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from fimbul.draw.art import emblems, names, needed
from fimbul.draw.board import draw_board
from fimbul.draw.cards import cards_width, draw_cards
from fimbul.draw.shapes import Drawing, Ink, box, circle, label, number, shortened, use, words
from fimbul.draw.theme import THEMES, style
from fimbul.kernel import SEAT_TONES, Note, Plate, Scene, Zone, named, reworded

MARGIN, GAP, LEAST = 24, 16, 640  # pixels
WIDER = (1040, 1392)  # what a page grows to that is higher than a screen
SCREEN = (1440, 1000)
SHRUNK = (1760, 2000, 2240)  # a page of cards alone grows even more, and is shrunk to the screen
PLATE, PLATED = 64, 320  # its height, its least width but for three in a line
FACT, NOTE = 22, 420  # height of a line, least width of a note


class Sheet(Struct, frozen=True):
    """One scene as it lies on its page."""

    scene: Scene
    width: float
    height: float
    body: str


def svg(
    scene: Scene, symbols: str = "", *, theme: str = "dark", options: Sequence[str] = ()
) -> str:
    """A static, self-contained SVG of the scene; what may be touched glows in gold."""
    laid = sheet(scene, symbols, theme=theme, options=options)
    return whole([laid], laid.body, symbols, theme)


def sheet(
    scene: Scene, symbols: str = "", *, theme: str = "dark", options: Sequence[str] = ()
) -> Sheet:
    """The scene on a page as wide as it takes to fit on a screen."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r} (there is {', '.join(THEMES)})")
    seats = scene.names()
    scene = reworded(scene, lambda text: named(text, seats))
    ink = Ink(theme, names(f"{symbols}\n{emblems()}"), frozenset(options))
    boards = [draw_board(zone, ink) for zone in scene.zones if _has_places(zone)]
    least = max([LEAST, *(board.width for board in boards)])
    wider = WIDER if any(zone.kind == "board" for zone in scene.zones) else (*WIDER, *SHRUNK)
    for width in (least, *(width for width in wider if width > least)):
        parts = [*_plates(scene.plates, width), *_beside(boards, width)]
        parts += _flow(list(_panels(scene, ink, width)), width)
        if _height(parts) * _shrunk(width) <= SCREEN[1]:
            break
    return Sheet(scene, width, _height(parts), _stacked(parts, width))


def _height(parts: Sequence[Drawing]) -> float:
    return sum(part.height + GAP for part in parts) - GAP + 2 * MARGIN


def _shrunk(width: float) -> float:
    return min(1.0, SCREEN[0] / (width + 2 * MARGIN))


def _beside(boards: Sequence[Drawing], width: float) -> Iterator[Drawing]:
    """Boards side by side as far as they fit."""
    ahead = list(boards)
    while ahead:
        line = [ahead.pop(0)]
        while ahead and sum(one.width + GAP for one in (*line, ahead[0])) - GAP <= width:
            line.append(ahead.pop(0))
        starts = [sum(one.width + GAP for one in line[:place]) for place in range(len(line))]
        body = "".join(one.at(x, 0) for one, x in zip(line, starts, strict=True))
        yield Drawing(starts[-1] + line[-1].width, max(one.height for one in line), body)


def _has_places(zone: Zone) -> bool:
    return zone.kind == "board" or zone.box[2] > 0


def _stacked(parts: Sequence[Drawing], width: float) -> str:
    body, y = [], float(MARGIN)
    for part in parts:
        body.append(part.at(MARGIN + (width - part.width) / 2, y))
        y += part.height + GAP
    return "\n".join(body)


def whole(sheets: Sequence[Sheet], body: str, symbols: str, theme: str, more: str = "") -> str:
    """The SVG in which these sheets lie; screen readers are told the last one. `more` goes to its
    style."""
    width, high = max(one.width for one in sheets), max(one.height for one in sheets)
    wide = width + 2 * MARGIN
    shown = [number(side * _shrunk(width)) for side in (wide, high)]
    scenes = [one.scene for one in sheets]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fimbul" role="img" '
        f'aria-label="{words(_said(scenes[-1]))}" width="{shown[0]}" height="{shown[1]}" '
        f'viewBox="0 0 {number(wide)} {number(high)}">\n'
        f"{_defs(scenes, symbols, theme, more)}\n"
        f"{ground(wide, high)}\n{body}\n</svg>\n"
    )


def ground(wide: float, high: float) -> str:
    return f'<rect class="night" width="{number(wide)}" height="{number(high)}"/>'


def _said(scene: Scene) -> str:
    """The table in one sentence, for screen readers."""
    seats = [", ".join([plate.name, *plate.facts, *_points(plate)]) for plate in scene.plates]
    zones = [zone.title or zone.id for zone in scene.zones if zone.things]
    return f"The table. {'; '.join(seats)}. {', '.join(zones)}."


def _points(plate: Plate) -> tuple[str, ...]:
    return () if plate.score is None else (f"score {plate.score}",)


def _plates(plates: Sequence[Plate], width: float) -> Iterator[Drawing]:
    """Seats in lines, three beside each other, or as many as there is room for."""
    most = max(3, int((width + GAP) / (PLATED + GAP)))
    for first in range(0, len(plates), most):
        line = plates[first : first + most]
        each = (width - GAP * (len(line) - 1)) / len(line)
        drawn = [_plate(plate, each).at(n * (each + GAP), 0) for n, plate in enumerate(line)]
        yield Drawing(width, PLATE, "".join(drawn))


def _plate(plate: Plate, width: float) -> Drawing:
    emblem = use(f"seat-{plate.emblem}", (38, PLATE / 2), 26)
    medal = f'<g class="medal">{circle((38, PLATE / 2), 21)}{emblem}</g>'
    room = width - 72 - (60 if plate.score is not None else 12)
    name = label(shortened(plate.name, room, 10.5), (72, 28 if plate.facts else 38), "name")
    facts = label(shortened(" · ".join(plate.facts), room, 7.5), (72, 49), "side")
    score = "" if plate.score is None else label(str(plate.score), (width - 16, 40), "score")
    frame = box((0, 0), (width, PLATE), "panel") + box((0, 0), (6, PLATE), "edge", 3)
    said = f"<title>{words(', '.join([plate.name, *plate.facts, *_points(plate)]))}</title>"
    group = f'<g class="t-{plate.tone}">{said}{frame}{medal}{name}{facts}{score}</g>'
    return Drawing(width, PLATE, group)


class Panel(Struct, frozen=True):
    """A part of the page that stands beside others: the width it needs, and how it is drawn."""

    width: float
    draw: Callable[[float], Drawing]


def _panels(scene: Scene, ink: Ink, width: float) -> Iterator[Panel]:
    for zone in scene.zones:
        if zone.things and not _has_places(zone):
            yield Panel(cards_width(zone, width), partial(draw_cards, zone, ink))
    for note in scene.notes:
        yield Panel(NOTE, partial(_note, note))


def _flow(panels: list[Panel], width: float) -> Iterator[Drawing]:
    """Panels side by side as far as they fit; the last of a line takes the room that is left."""
    while panels:
        line = [panels.pop(0)]
        used = line[0].width
        while panels and used + GAP + panels[0].width <= width:
            line.append(panels.pop(0))
            used += GAP + line[-1].width
        drawn = [panel.draw(panel.width) for panel in line[:-1]]
        drawn.append(line[-1].draw(line[-1].width + width - used))
        yield _line_of(drawn, width)


def _line_of(drawn: list[Drawing], width: float) -> Drawing:
    height = max(part.height for part in drawn)
    body, x = "", 0.0
    for part in drawn:
        frame = box((0, 0), (part.width, height), "panel")
        body += Drawing(part.width, height, frame + part.body).at(x, 0)
        x += part.width + GAP
    return Drawing(width, height, body)


def _note(note: Note, width: float) -> Drawing:
    """A title and its facts, amounts and rules at the right."""
    lines = [label(note.title, (16, 28), "head")]
    for place, fact in enumerate(note.facts):
        y = 54 + FACT * place
        amount = "" if fact.amount is None else f"  {fact.amount:+d}"
        room = width - 32 - 7.5 * (len(fact.rule) + len(amount))
        lines.append(label(shortened(fact.text, room, 7.5) + amount, (16, y), "side"))
        lines.append(label(fact.rule, (width - 16, y), "rule end"))
    return Drawing(width, 46 + FACT * len(note.facts), "".join(lines))


def _defs(scenes: Sequence[Scene], symbols: str, theme: str, more: str) -> str:
    """Only what these scenes use, so that a drawing stays small."""
    arts = {thing.art for scene in scenes for thing in scene.things()}
    arts |= {f"seat-{plate.emblem}" for scene in scenes for plate in scene.plates}
    patterns = "".join(_PATTERNS[tone] for tone in SEAT_TONES)
    drawn = needed(f"{symbols}\n{emblems()}", frozenset(arts))
    return f"<style>{style(theme)}{more}</style>\n<defs>{patterns}{_SEALED}\n{drawn}\n</defs>"


def _pattern(name: str, side: int, body: str) -> str:
    return (
        f'<pattern id="fimbul-{name}" width="{side}" height="{side}" '
        f'patternUnits="userSpaceOnUse">{body}</pattern>'
    )


def _strokes(tone: str, path: str) -> str:
    stroke = f'fill="none" stroke="var(--{tone})" stroke-width="2" opacity=".5"'
    return f'<path d="{path}" {stroke}/>'


_DOTS = "".join(
    f'<circle cx="{at}" cy="{at}" r="1.5" fill="var(--bone-tone)" opacity=".55"/>' for at in (3, 9)
)
_PATTERNS = {  # land of each seat: never by colour alone
    "bone": _pattern("bone", 12, _DOTS),
    "blood": _pattern("blood", 12, _strokes("blood", "M-3 3 3-3M0 12 12 0M9 15l6-6")),
    "aurora": _pattern("aurora", 12, _strokes("aurora", "M0 0 12 12M0 12 12 0")),
    "violet": _pattern("violet", 10, _strokes("violet", "M0 5h10")),
    "ice": _pattern("ice", 10, _strokes("ice", "M5 0v10")),
    "gold": _pattern("gold", 12, _strokes("gold", "M6 2 10 6 6 10 2 6z")),
}
_SEALED = _pattern("sealed", 12, _strokes("violet", "M-3 9l6 6M0 0l12 12M9-3l6 6"))
