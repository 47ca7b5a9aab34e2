"""The table in a terminal: boards as coloured characters, plates, rows, notes.

Nothing is told by colour alone: what may be touched has `>` before it, the last move `'`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct
from rich.box import ROUNDED
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fimbul.cli.signs import signs
from fimbul.draw.shapes import inside
from fimbul.draw.theme import TOKENS
from fimbul.kernel import Cell, Note, Plate, Point, Scene, Thing, Tone, Zone, phrase, zone_cells
from fimbul.words import ENGLISH, voice_of

GROUND = "#1b2530"
TONES: dict[Tone, str] = {  # on the ground; outside of it the terminal's own colours are used
    "bone": TOKENS["bone"][0],
    "blood": "#ef6a5f",  # a letter is thinner than a piece and needs more light
    "gold": TOKENS["gold"][0],
    "ice": TOKENS["ice"][0],
    "aurora": TOKENS["aurora"][0],
    "violet": TOKENS["violet"][0],
    "ink": TOKENS["ink"][0],
    "mute": TOKENS["mute"][0],
    "line": "#617486",
    "board": "#617486",
    "stone": TOKENS["stone"][0],
}
BARE: tuple[Tone, ...] = ("line", "board")  # the tones of spaces that nobody owns
LAND: dict[Tone, str] = {
    "bone": ":",
    "blood": "/",
    "aurora": "+",
    "violet": "~",
    "ice": "=",
    "gold": "%",
}
SIDE_BY_SIDE = 84  # columns from which the seats fit beside the board


class TableLook(Struct, frozen=True):
    """What is shown besides the scene itself."""

    options: frozenset[str] = frozenset()
    asked: tuple[int, ...] = ()  # seats that must choose
    players: Mapping[int, str] = {}  # who sits where
    news: tuple[str, ...] = ()  # what happened since the last look
    plain: bool = False
    fewer: int = 0  # so many rows at the end are left out, for want of room
    language: str = ENGLISH

    def tell(self, words: str) -> str:
        return voice_of(self.language).tell(words)


class Indented:
    """Text that stays two columns in when it is wrapped, with nothing behind its lines."""

    def __init__(self, text: str, style: str = "") -> None:
        self.text = Text(text, style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.text.wrap(console, max(options.max_width - 2, 20)):
            line.rstrip()
            yield Text("  ").append_text(line)


def screen(plain: bool = False) -> Console:
    """A console that prints text as it is; NO_COLOR and pipes are respected by rich."""
    return Console(
        highlight=False, markup=False, emoji=False, color_system=None if plain else "auto"
    )


def table(scene: Scene, look: TableLook, width: int) -> RenderableType:
    """The whole scene. What happened stands beside the board where there is room, else above it:
    the question that follows is about what lies there now. Buttons are named with the question."""
    boards = [board(zone, look) for zone in scene.zones if zone.kind == "board"]
    seats = [plate(one, look) for one in scene.plates]
    rows = [row(zone, look) for zone in rows_of(scene)]
    rows = rows[: len(rows) - look.fewer]
    notes = [line for note in scene.notes for line in _note(note)]
    news = [_told(line, look.plain) for line in look.news]
    if look.plain or width < SIDE_BY_SIDE or not boards:
        return Group(*news, *seats, *boards, *rows, *notes)
    grid = Table.grid(padding=(0, 3))
    grid.add_row(Group(*boards), Padding(Group(*seats, *rows, *notes, "", *news), (1, 0)))
    return grid


def marked_in(scene: Scene) -> frozenset[str]:
    """What stands in rows, by its name and in words: if it may be touched, it is marked there."""
    return frozenset(thing.id for zone in rows_of(scene) for thing in zone.things)


def rows_of(scene: Scene) -> list[Zone]:
    """The zones that are told in a row of words; those that matter less come later."""
    return [zone for zone in scene.zones if zone.things and zone.kind not in ("board", "buttons")]


def board(zone: Zone, look: TableLook) -> RenderableType:
    """A board as characters, a line of text for each of its lines."""
    lines = Text("\n").join(_lines(zone, look))
    if look.plain:
        return lines
    lines.stylize_before(f"on {GROUND}")
    frame = f"{TOKENS['wood-line'][0]} on {GROUND}"
    return Panel.fit(
        lines, box=ROUNDED, style=f"on {GROUND}", border_style=frame, padding=(0, 2, 0, 1)
    )


def _lines(zone: Zone, look: TableLook) -> Iterator[Text]:
    drawn = {at: cell for at, cell in signs(zone, partial(_spot, zone)).items() if min(at) >= 0}
    cells = {**drawn, **zone_cells(zone), **_land(zone)}
    touched = {_spot(zone, thing.at) for thing in zone.things if thing.id in look.options}
    traced = {
        _spot(zone, point) for mark in zone.marks if mark.kind == "trace" for point in mark.points
    }
    first = min((column for _, column in cells), default=0) - 1  # room for a marker
    for line in range(max((line for line, _ in cells), default=-1) + 1):
        text = Text()
        for column in range(first, max((c for at, c in cells if at == line), default=first) + 1):
            here, next_to = (line, column), (line, column + 1)
            if cell := cells.get(here):
                text.append(cell.glyph, _style(cell, here in touched, here in traced))
            elif next_to in touched:
                text.append(">", f"bold {TONES['gold']}")
            else:
                text.append("'" if next_to in traced else " ", TONES["ice"])
        yield text


def _land(zone: Zone) -> dict[Point, Cell]:
    """Bare spaces on tinted land: in the colour of its owner, and with a sign of its own."""
    top = {thing.at: thing for thing in zone.things if thing.glyph}
    bare = [thing for thing in top.values() if thing.tone in BARE]
    return {
        _spot(zone, thing.at): Cell(LAND.get(mark.tone, thing.glyph), mark.tone, thing.id)
        for mark in zone.marks
        if mark.kind == "tint"
        for thing in bare
        if inside(thing.at, mark.points)
    }


def _style(cell: Cell, touched: bool, traced: bool) -> str:
    """Pieces keep their colour when they may be touched; bare spaces turn gold."""
    tone: Tone = "gold" if touched and cell.tone in BARE else cell.tone
    return f"{'bold ' * touched}{'underline ' * traced}{TONES[tone]}"


def _spot(zone: Zone, at: Point) -> Point:
    """Line and column of a place, as `zone_cells` counts them."""
    return (at[1] - zone.box[1]) // zone.grain[1], (at[0] - zone.box[0]) // zone.grain[0]


def plate(one: Plate, look: TableLook) -> Text:
    """A seat in one line: who is asked, its name, who sits there, facts and score."""
    text = Text()
    text.append("> " if one.seat in look.asked else "  ", "bold green")
    if not look.plain:
        text.append("●", f"{TONES[one.tone]} on {GROUND}").append(" ")
    text.append(one.name, "bold")
    if player := look.players.get(one.seat):
        text.append(f" ({player})")
    score = () if one.score is None else (look.tell(phrase("score {score}", score=one.score)),)
    facts = [*one.facts, *score]
    return text.append(f"{look.tell(':')} {', '.join(facts)}" if facts else "")


def row(zone: Zone, look: TableLook) -> Text:
    """A zone without places: its things by name; whom a seat leads one below the other."""
    leads = zone.role == "roster"
    text = Text(f"{zone.title or zone.id}{look.tell(':')}{'' if leads else ' '}")
    for place, thing in enumerate(zone.things):
        may = thing.id in look.options or thing.whole in look.options
        name = f"{thing.label} ({thing.badge})" if thing.badge else thing.label
        said = [word for word in map(look.tell, thing.state) if word != thing.badge] + [*thing.said]
        states = f" ({', '.join(said)})" if said else ""
        text.append("\n  " if leads else ", " if place else "")
        text.append(f">{name}{states}" if may else f"{name}{states}", "bold yellow" if may else "")
        text.append(_profile(thing) if leads else "")
    return text


def _profile(thing: Thing) -> str:
    """What is said of somebody who is led, and its numbers."""
    numbers = " ".join(f"{name} {value}" for name, value in thing.values)
    return f": {thing.tip}" * bool(thing.tip) + f"\n    {numbers}" * bool(numbers)


def _note(note: Note) -> Iterator[Text]:
    yield Text(note.title, "bold")
    for fact in note.facts:
        amount = "" if fact.amount is None else f" {fact.amount:+d}"
        yield Text(f"  {fact.text}").append(amount, "bold")


def _told(line: str, plain: bool) -> Text:
    return Text("- " if plain else "• ", "cyan").append(line, "default")
