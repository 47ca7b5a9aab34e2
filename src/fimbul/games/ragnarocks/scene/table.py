"""The table: everybody sees everything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import POWERS
from fimbul.games.ragnarocks.rules.regions import Region, settled_points, survey
from fimbul.games.ragnarocks.rules.scoring import few_left, warning
from fimbul.games.ragnarocks.scene import outline
from fimbul.games.ragnarocks.scene.cards import card_zones, choosing_cards
from fimbul.games.ragnarocks.scene.pieces import (
    EMBLEMS,
    PIECE,
    TONES,
    cells,
    name_of,
    stones,
    vikings,
)
from fimbul.games.ragnarocks.scene.previews import previews
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import (
    NOBODY,
    Fact,
    Mark,
    Note,
    Plate,
    Scene,
    Thing,
    ThingState,
    Tone,
    Zone,
    counted,
)

OPEN_PLATES: tuple[tuple[Tone, str], ...] = (("gold", "raven"), ("ice", "ship"))


def show(state: Ragnarocks, seat: int | None) -> Scene:
    plates = tuple(plate(state, each) for each in range(state.seats))
    cards = tuple(card_zones(state, seat))
    if choosing_cards(state):  # the board is laid out when all have a power
        return Scene(cards, plates)
    regions = survey(state)
    zones = (board_zone(state, regions, seat), stock_zone(state), *cards)
    return Scene(zones, plates, tuple(notes(state, regions)), previews(state, seat))


def plate(state: Ragnarocks, seat: int) -> Plate:
    if state.opener != NOBODY:
        return open_plate(state, seat)
    side = state.side(seat)
    places = [state.where[viking] for viking in p.board(state.board).sides[side]]
    nomads = sum(at != p.OFF and state.land[at] == p.CONTESTED for at in places)
    points = settled_points(state, side)
    facts: tuple[str, ...] = (counted(nomads, "nomad"),)
    if state.teams and state.powers[seat]:  # the card lies with those of the team
        title = POWERS[state.powers[seat]].title.partition(",")[0]
        facts = (f"{title}, active" if seat in state.acting else title,)
    return Plate(seat, name_of(state, seat), TONES[side], EMBLEMS[side], facts, points)


def open_plate(state: Ragnarocks, seat: int) -> Plate:  # rule: ruling.pie
    """Nobody has a colour yet, so these are neither's."""
    tone, emblem = OPEN_PLATES[seat != state.opener]
    return Plate(seat, name_of(state, seat), tone, emblem)


def stock_zone(state: Ragnarocks) -> Zone:
    """The runestones that are left; the last few are marked."""
    left = "without limit" if state.supply == p.ENDLESS else str(state.supply)
    look: tuple[ThingState, ...] = ("few",) if few_left(state) else ()
    pile = Thing(p.SUPPLY, "stone", "runestones", size=PIECE, tone="stone", badge=left, state=look)
    return Zone("stock", "Supply", "stack", things=(pile,))


def notes(state: Ragnarocks, regions: list[Region]) -> Iterator[Note]:
    if few_left(state) and state.result is None:  # rule: ruling.supply
        yield Note("Supply", (Fact(warning(state), "ruling.supply"),))
    yield regions_note(state, regions)


# -- the board ---------------------------------------------------------------------------------


def board_zone(state: Ragnarocks, regions: list[Region], seat: int | None) -> Zone:
    name = state.board
    return Zone(
        id="board",
        title=p.board(name).plan.name,
        kind="board",
        box=box(name),
        grain=(outline.HALF, outline.ROW),
        things=(*cells(name), *vikings(state), *stones(state)),  # what is new comes last
        marks=(*rim(name), *lands(name, regions), *traces(state)),
        turns=True,
        half=seat is not None and state.side(seat) == p.RED,
    )


@cache
def box(name: str) -> tuple[int, int, int, int]:
    board = p.board(name)
    right = max(outline.column(board, row[-1]) for row in board.rows) + outline.MARGIN + 1
    high = (len(board.rows) - 1) * outline.ROW + 2 * outline.TIP
    return 0, 0, right * outline.HALF, high


# -- what is drawn but cannot be touched -------------------------------------------------------


@cache
def rim(name: str) -> tuple[Mark, ...]:
    """The rim, and beside each row the names of its first and its last hex."""
    board = p.board(name)
    marks = [Mark("outline", line, "line") for line in outline.loops(board, board.cells)]
    for row in board.rows:
        for at, columns in ((row[0], -3), (row[-1], 3)):
            x, y = outline.centre(board, at)
            beside = (x + columns * outline.HALF, y)
            marks.append(Mark("caption", (beside,), "mute", board.spoken(at)))
    return tuple(marks)


def lands(name: str, regions: list[Region]) -> Iterator[Mark]:
    for region in regions:
        if region.status in p.SETTLED:
            yield from settled(name, region)


@lru_cache(maxsize=256)
def settled(name: str, region: Region) -> tuple[Mark, ...]:
    """Settled land, tinted with its points, an outline around it."""
    board, tone = p.board(name), TONES[p.SETTLED.index(region.status)]
    tint = Mark("tint", outline.shape(board, region.cells), tone, str(len(region.cells)))
    return (tint, *[Mark("outline", line, tone) for line in outline.loops(board, region.cells)])


def traces(state: Ragnarocks) -> Iterator[Mark]:
    """The last turn: the way walked, the flight of the runestone, and where each began or ended."""
    board = p.board(state.board)
    points = [outline.centre(board, at) for at in state.last]
    if len(points) > 1:
        yield Mark("trace", (points[0], points[1]), "ice")
    if len(points) > 2:
        yield Mark("path", (points[1], points[2]), "ice")
    for at in state.last[::2]:
        yield Mark("outline", outline.rim(state.board, at), "ice")


STATUS = {
    p.CONTESTED: ("contested", "region.contested"),
    p.WILD: ("wild", "region.wild"),
    p.SETTLED[p.IVORY]: ("settled by Ivory", "region.settled"),
    p.SETTLED[p.RED]: ("settled by Red", "region.settled"),
}


def regions_note(state: Ragnarocks, regions: list[Region]) -> Note:
    """Every region, from its first hex on."""
    board = p.board(state.board)
    facts = []
    for region in regions:
        words, rule = STATUS[region.status]
        size, place = len(region.cells), board.spoken(region.cells[0])
        amount = size if region.status in p.SETTLED else None
        facts.append(Fact(f"{counted(size, 'hex')} from {place}: {words}", rule, amount))
    return Note("Regions", tuple(facts))
