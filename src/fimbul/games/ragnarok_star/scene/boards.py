"""What lies before the bands: the band board, the open programs, concert hall and diss lodge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import lines, pit
from fimbul.games.ragnarok_star.rules.programming import Scrawl, Write
from fimbul.games.ragnarok_star.scene import about
from fimbul.games.ragnarok_star.state import packing
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall
from fimbul.kernel import Mark, Thing, ThingState, Tone, Zone, phrase, step_of

LOOKS: tuple[tuple[Tone, str], ...] = (  # green, yellow, red and blue  # rule: ruling.names
    ("aurora", "raven"),
    ("gold", "tree"),
    ("blood", "wolf"),
    ("ice", "ship"),
)
NAME = 79  # where its name stands in a cell
KEPT = 4096  # cells and halls that are drawn once, and shown again and again
WIDE, HIGH, HEAD, TRAY = 100, 98, 48, 52
FAN_TONES: tuple[Tone, ...] = ("blood", "ice", "gold", "stone")
CELL, LODGE, PLAN = 60, 64, 84  # a seat, the lodge below the hall, the program beside it


def marks_of(state: RagnarokStar, seat: int) -> list[packing.ProgramMark]:
    """What this seat has written so far, or what lies open of it."""
    lane = state.lanes.get(seat)
    marks = lane.marks if isinstance(lane, Write | Scrawl) else state.written[seat]
    return [packing.MARKS[written] for written in marks]


def art_of(action: int) -> str:
    fan = p.FAN_OF[action]
    return f"act-{p.ACTIONS[action]}" if fan == p.NONE else f"fan{p.LIMIT_OF[action]}-{p.FANS[fan]}"


def tone_of(action: int) -> Tone:
    return "bone" if p.FAN_OF[action] == p.NONE else FAN_TONES[p.FAN_OF[action]]


def band_board(state: RagnarokStar, seat: int) -> Zone:  # rule: program.secret, band.free-space
    """The seat's own board: a musician a column, three actions each, numbers as written."""
    musicians = p.NUMBERS[state.mode]
    written = {mark.action: mark for mark in marks_of(state, seat)}
    things = [_musician(number) for number in range(musicians)]
    for column, offer in enumerate(p.OFFERS[:musicians]):
        for row, action in enumerate(offer):
            at = column * WIDE + WIDE // 2, HEAD + row * HIGH + HIGH // 2
            things.append(_cell(action, at, written.get(action)))
    tray = 0 if state.written[seat] else TRAY  # what lies open is not written any more
    if tray:
        things += _numbers(state, seat)
    return Zone(
        f"board:{seat}", phrase("Band board of {band}", band=p.BANDS[seat]), "board",
        (0, 0, musicians * WIDE, HEAD + 3 * HIGH + tray), (25, 98), tuple(things),
        _names(musicians), seat,
    )  # fmt: skip


@cache
def _names(musicians: int) -> tuple[Mark, ...]:
    """What is written in the cells; the art has no words, so that they can be told."""
    return tuple(
        Mark(
            "caption",
            ((column * WIDE + WIDE // 2, HEAD + row * HIGH + NAME),),
            "ink",
            about.SHORT[action],
        )
        for column, offer in enumerate(p.OFFERS[:musicians])
        for row, action in enumerate(offer)
    )


def _numbers(state: RagnarokStar, seat: int) -> Iterator[Thing]:  # rule: program.numbers
    """The numbers in their tray: written ones are spent, those that can go next are in hand."""
    written = {mark.number for mark in marks_of(state, seat)}
    step = None if seat in state.sealed else writing(state, seat)
    for number in range(1, p.NUMBERS[state.mode] + 1):
        held = isinstance(step, Scrawl) or (step is not None and number == len(written) + 1)
        yield Thing(
            p.NUMBER_IDS[number - 1], f"number-{number}", phrase("number {number}", number=number),
            (number * WIDE - WIDE // 2, HEAD + 3 * HIGH + TRAY // 2), 48,
            glyph=str(number), tone="gold" if held else "mute",
            state=("held",) if held else ("exhausted",) if number in written else (),
            more=(about.NUMBER,),
        )  # fmt: skip


def writing(state: RagnarokStar, seat: int) -> Write | Scrawl | None:
    """The board that this seat is writing on just now."""
    step = step_of(state, seat) if state.asked else None
    return step if isinstance(step, Write | Scrawl) else None


@cache
def _musician(number: int) -> Thing:
    return Thing(
        p.MUSICIAN_IDS[number],
        f"band-{p.MUSICIANS[number]}",
        p.MUSICIAN_NAMES[number],
        (number * WIDE + WIDE // 2, HEAD // 2),
        46,
        glyph=p.MUSICIAN_NAMES[number][0],
        tone="mute",
        more=(about.MUSICIAN,),
    )


@lru_cache(maxsize=KEPT)
def _cell(action: int, at: tuple[int, int], mark: packing.ProgramMark | None) -> Thing:
    to, label = mark.to if mark else p.NONE, about.CALLED[action]
    if to != p.NONE:
        label = phrase("{action} to {island}", action=label, island=p.ISLAND_NAMES[to])
    return Thing(
        p.ACT_IDS[action],
        f"cell-{p.ACTIONS[action]}",
        label,
        at,
        92,
        glyph=str(mark.number) if mark else p.ACTIONS[action][0],
        tone="bone",
        badge=str(mark.number) if mark else "",
        state=("selected",) if mark else (),
        tip=about.ACTIONS[action],
    )


def _program(program: Program, seat: int) -> Iterator[Thing]:  # rule: program.reveal
    """An open program, in the order of its numbers; nothing before the reveal."""
    for place, written in enumerate(sorted(program.written)):
        mark = packing.MARKS[written]
        action, number = mark.action, mark.number
        at = 4 * CELL + PLAN // 2, _middle(place, CELL)
        done: tuple[ThingState, ...] = ("exhausted",) if number < program.at else ()
        yield Thing(
            f"plan:{seat}-{p.ACTIONS[action]}",
            art_of(action),
            about.planned(mark),
            at,
            54,
            tone=tone_of(action),
            glyph=str(number),
            badge=str(number),
            state=("selected",) if number == program.at else done,
            more=(about.ACTIONS[action],),
        )


def _middle(place: int, wide: int) -> int:
    return place * wide + wide // 2


# -- concert hall and diss lodge ---------------------------------------------------------------


def hall_board(state: RagnarokStar, seat: int) -> Zone:  # rule: hall.four-columns
    """Four columns of five seats, the stage below, the open program beside them; the lodge."""
    fans = tuple(hall(state, seat))  # rule: ruling.hall-compact
    lodge = state.lodges[seat] if state.mode else None
    return _hall(seat, fans, lodge, Program(state.written[seat], state.at))


class Program(NamedTuple):
    """What has been written, and the number that is played now."""

    written: tuple[int, ...]
    at: int


@lru_cache(maxsize=KEPT)
def _hall(seat: int, fans: tuple[int, ...], lodge: int | None, program: Program) -> Zone:
    height = (p.LINES + 1) * CELL + (0 if lodge is None else LODGE)
    things = [_seats(seat), *_program(program, seat), *_columns(fans, seat), *_seated(fans, seat)]
    if lodge is not None:
        things += _lodge(lodge, seat)
    title, standing = p.BANDS[seat], pit(fans)
    if standing:
        title = phrase("{band}, {count} in the pit", band=title, count=standing)
    return Zone(  # rule: ruling.hall-rows, ruling.fan-colours
        f"hall:{seat}", title, "board",
        (0, 0, 4 * CELL + PLAN, height), (30, 60), tuple(things), tuple(_full(fans)), seat,
    )  # fmt: skip


def _seats(seat: int) -> Thing:
    """The seats of the hall, drawn faintly under those who sit there."""
    wide = p.LINES * CELL
    return Thing(
        f"seats:{seat}", "hall-seats", "seats", (2 * CELL, wide // 2), wide, tone="mute",
        more=(about.HALL,),
    )  # fmt: skip


def _line(line: int) -> int:
    """The top of a line of seats; line 0 is nearest the stage."""
    return (p.LINES - 1 - line) * CELL


def _columns(fans: Sequence[int], seat: int) -> Iterator[Thing]:
    """The foot of each column, with its count: what a thief or the dragon's victim touches."""
    for fan, count in enumerate(fans):
        at = (fan * CELL + CELL // 2, _line(-1) + CELL // 2)
        yield Thing(
            p.COLUMN_IDS[seat][fan], "tally",
            phrase("{fans} of {band}", fans=p.MANY[fan], band=p.BANDS[seat]), at, 56,
            glyph=str(count), tone=FAN_TONES[fan], more=(about.COLUMN,),
        )  # fmt: skip


def _seated(fans: Sequence[int], seat: int) -> Iterator[Thing]:
    for fan, count in enumerate(fans):
        for line in range(min(count, p.LINES)):
            at = (fan * CELL + CELL // 2, _line(line) + CELL // 2)
            name = f"seat:{seat}-{p.FANS[fan]}-{line + 1}"
            yield Thing(
                name, f"fan-{p.FANS[fan]}", p.ONE[fan], at, 50,
                glyph=p.LETTERS[fan], tone=FAN_TONES[fan], more=(about.HALL,),
            )  # fmt: skip


def _full(fans: Sequence[int]) -> Iterator[Mark]:  # rule: hall.glory
    """The seats, and full lines and columns in gold."""
    wide, low = 4 * CELL, _line(-1)
    yield Mark("grid", ((0, 0), (wide, low), (CELL, CELL)))
    for line in range(lines(fans)):
        yield _gold(0, _line(line), wide, _line(line) + CELL)
    for fan, count in enumerate(fans):
        if count >= p.LINES:
            yield _gold(fan * CELL, 0, fan * CELL + CELL, low)


def _gold(left: int, top: int, right: int, low: int) -> Mark:
    return Mark("tint", ((left, top), (right, top), (right, low), (left, low)), "gold")


def _lodge(packed: int, seat: int) -> Iterator[Thing]:  # rule: angry.setup
    """The stage, four squares, the exit; angry fans where they stand."""
    lodge, top = packing.LODGES[packed], _line(-2) + LODGE // 2
    stage = phrase("stage of {band}", band=p.BANDS[seat])
    yield Thing(p.STAGE_IDS[seat], "stage", stage, (20, top), 38, glyph="<", more=(about.STAGE,))
    waiting = lodge.waiting
    for square, angry in enumerate(lodge.squares):
        yield Thing(
            f"lodge:{seat}-{square + 1}",
            "angry-fan" if angry else "square-free",
            phrase(
                "angry fan on square {number}" if angry else "square {number}", number=square + 1
            ),
            (60 + 40 * square, top),
            36,
            glyph="!" if angry else "_",
            tone="blood" if angry else "line",
            more=(about.ANGRY,),
        )
    label = phrase("exit of {band}", band=p.BANDS[seat])
    badge, tip = (str(waiting), WAITING[waiting]) if waiting else ("", "")
    yield Thing(
        p.EXIT_IDS[seat], "exit", label, (220, top), 38, glyph=">", badge=badge, tip=tip,
        more=(about.EXIT,),
    )  # fmt: skip


WAITING = p.counts("{count} angry fan waits", "{count} angry fans wait", p.EXITS)
