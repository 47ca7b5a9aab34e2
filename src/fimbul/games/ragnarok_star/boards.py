"""What lies before the bands: the band board, the open programs, concert hall and diss lodge."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.conditions import columns, lines, pit
from fimbul.games.ragnarok_star.rules.programming import (
    Scrawl,
    Write,
    action_in,
    number_of,
    tick_in,
)
from fimbul.games.ragnarok_star.state import Tour, hall
from fimbul.kernel import Mark, Thing, Tone, Zone

# rule: ruling.names: the bands are green, yellow, red and blue
LOOKS: tuple[tuple[Tone, str], ...] = (
    ("aurora", "raven"),
    ("gold", "tree"),
    ("blood", "wolf"),
    ("ice", "ship"),
)
WIDE, HIGH, HEAD = 120, 96, 60
SHORT = (
    "Sail", "Fly", "Shield", "Ice", "Steal", "Eye", "Contract", "2 girls", "1 girl", "2 boys",
    "1 boy", "2 ladies", "1 lady", "2 men", "1 man", "Guest", "Control", "Dragon",
)  # fmt: skip
FAN_TONES: tuple[Tone, ...] = ("blood", "ice", "gold", "stone")
CELL, PIT, LODGE = 60, 40, 70


def marks_of(state: Tour, seat: int) -> tuple[int, ...]:
    """What this seat has written so far, or what lies open of it."""
    lane = state.lanes.get(seat)
    return lane.marks if isinstance(lane, Write | Scrawl) else state.written[seat]


def art_of(action: int) -> str:
    fan = p.FAN_OF[action]
    return f"act-{p.ACTIONS[action]}" if fan == p.NONE else f"fan{p.LIMIT_OF[action]}-{p.FANS[fan]}"


def tone_of(action: int) -> Tone:
    return "bone" if p.FAN_OF[action] == p.NONE else FAN_TONES[p.FAN_OF[action]]


def band_board(state: Tour, seat: int) -> Zone:
    """The own board: a musician a column, three actions each, numbers as they are written."""
    # rule: program.secret, band.free-space
    musicians = p.NUMBERS[state.mode]
    written = {action_in(mark): mark for mark in marks_of(state, seat)}
    things = [_musician(number) for number in range(musicians)]
    captions = []
    for column, offer in enumerate(p.OFFERS[:musicians]):
        for row, action in enumerate(offer):
            x, y = column * WIDE + WIDE // 2, HEAD + row * HIGH + HIGH // 2
            things.append(_cell(action, (x, y), written.get(action)))
            text = _caption(action, written.get(action))
            captions.append(Mark("caption", ((x, y + 38),), "ink", text))
    if not state.strict:
        things += [
            Thing(
                p.NUMBER_IDS[number], "number", f"number {number + 1}",
                (number * WIDE + WIDE // 2, HEAD + 3 * HIGH + 30), 44,
                glyph=str(number + 1), badge=str(number + 1),
            )
            for number in range(musicians)
        ]  # fmt: skip
    height = HEAD + 3 * HIGH + (0 if state.strict else 60)
    return Zone(
        f"board:{seat}", f"Band board of {p.BANDS[seat]}", "board",
        (0, 0, musicians * WIDE, height), (10, 24), tuple(things), tuple(captions), seat,
    )  # fmt: skip


def _musician(number: int) -> Thing:
    return Thing(
        p.MUSICIAN_IDS[number],
        f"band-{p.MUSICIANS[number]}",
        p.MUSICIAN_NAMES[number],
        (number * WIDE + WIDE // 2, HEAD // 2),
        46,
        glyph=p.MUSICIAN_NAMES[number][0],
        tone="mute",
    )


def _cell(action: int, at: tuple[int, int], mark: int | None) -> Thing:
    return Thing(
        p.ACT_IDS[action],
        art_of(action),
        p.ACTION_NAMES[action],
        at,
        62,
        glyph=str(number_of(mark)) if mark else ".",
        tone=tone_of(action),
        badge=str(number_of(mark)) if mark else "",
        state=("selected",) if mark else (),
    )


def _caption(action: int, mark: int | None) -> str:
    to = tick_in(mark) if mark else p.NONE
    return SHORT[action] if to == p.NONE else f"{SHORT[action]}: {p.ISLAND_NAMES[to].split()[0]}"


def program_row(state: Tour, seat: int) -> Zone:
    """An open program, in the order of its numbers; empty before the reveal."""
    # rule: program.reveal
    things = tuple([_planned(state, seat, mark) for mark in sorted(state.written[seat])])
    return Zone(f"program:{seat}", "Program", things=things, seat=seat)


def _planned(state: Tour, seat: int, mark: int) -> Thing:
    action, number, to = action_in(mark), number_of(mark), tick_in(mark)
    label = SHORT[action] if to == p.NONE else f"{SHORT[action]}: {p.ISLAND_NAMES[to]}"
    name = f"plan:{seat}-{p.ACTIONS[action]}"
    done = ("selected",) if number == state.at else ("exhausted",) if number < state.at else ()
    return Thing(name, art_of(action), label, tone=tone_of(action), badge=str(number), state=done)


# -- concert hall and diss lodge ---------------------------------------------------------------


def hall_board(state: Tour, seat: int) -> Zone:
    """Four columns of five seats, the line nearest the stage below; the pit; the lodge."""
    # rule: hall.four-columns, ruling.hall-rows, ruling.hall-compact, ruling.fan-colours
    fans = hall(state, seat)
    height = (p.LINES + 1) * CELL + PIT + (LODGE if state.mode else 0)
    things = [*_columns(fans, seat), *_seated(fans, seat)]
    if state.mode:
        things += _lodge(state, seat)
    return Zone(
        f"hall:{seat}", f"Concert hall of {p.BANDS[seat]}", "board",
        (0, 0, 4 * CELL, height), (30, 60), tuple(things), tuple(_full(fans)), seat,
    )  # fmt: skip


def _columns(fans: list[int], seat: int) -> Iterator[Thing]:
    """The foot of each column: what a thief or the dragon's victim touches."""
    for fan, count in enumerate(fans):
        at = (fan * CELL + CELL // 2, p.LINES * CELL + CELL // 2)
        yield Thing(
            p.COLUMN_IDS[seat][fan], f"column-{p.FANS[fan]}", p.MANY[fan], at, 50,
            glyph=p.LETTERS[fan].lower(), tone=FAN_TONES[fan], badge=str(count),
        )  # fmt: skip


def _seated(fans: list[int], seat: int) -> Iterator[Thing]:
    for fan, count in enumerate(fans):
        for line in range(min(count, p.LINES)):
            at = (fan * CELL + CELL // 2, (p.LINES - 1 - line) * CELL + CELL // 2)
            name = f"seat:{seat}-{p.FANS[fan]}-{line + 1}"
            yield Thing(
                name, f"fan-{p.FANS[fan]}", p.ONE[fan], at, 50,
                glyph=p.LETTERS[fan], tone=FAN_TONES[fan],
            )  # fmt: skip


def _full(fans: list[int]) -> Iterator[Mark]:
    """The seats, and full lines and columns in gold."""  # rule: hall.glory
    wide, high = 4 * CELL, p.LINES * CELL
    yield Mark("grid", ((0, 0), (wide, high), (CELL, CELL)))
    for line in range(lines(fans)):
        top = (p.LINES - 1 - line) * CELL
        yield Mark("tint", ((0, top), (wide, top), (wide, top + CELL), (0, top + CELL)), "gold")
    for fan, count in enumerate(fans):
        if count >= p.LINES:
            left = fan * CELL
            yield Mark(
                "tint", ((left, 0), (left + CELL, 0), (left + CELL, high), (left, high)), "gold"
            )
    glory = lines(fans) + columns(fans)
    words = f"{glory} glory, pit {pit(fans)}"
    yield Mark("caption", ((0, (p.LINES + 1) * CELL + PIT // 2),), "ink", words)


def _lodge(state: Tour, seat: int) -> Iterator[Thing]:
    """The stage, four squares, the exit; angry fans where they stand."""  # rule: angry.setup
    lodge, top = state.lodges[seat], (p.LINES + 1) * CELL + PIT + LODGE // 2
    yield Thing(p.STAGE_IDS[seat], "stage", "stage of the lodge", (20, top), 38, glyph="<")
    waiting = lodge // p.EXIT
    for square in range(p.SQUARES):
        angry = lodge >> square & 1
        yield Thing(
            f"lodge:{seat}-{square + 1}",
            "angry-fan" if angry else "square-free",
            f"square {square + 1}" + (": an angry fan" if angry else ""),
            (60 + 40 * square, top),
            36,
            glyph="!" if angry else "_",
            tone="blood" if angry else "line",
        )
    label = f"exit of the lodge, {waiting} waiting"
    badge = str(waiting) if waiting else ""
    yield Thing(p.EXIT_IDS[seat], "exit", label, (220, top), 38, glyph=">", badge=badge)
