"""The table: everybody sees everything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import structs

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import POWERS
from fimbul.games.ragnarocks.rules.regions import Region, settled_points, survey, surveyed
from fimbul.games.ragnarocks.rules.sayings import hexes
from fimbul.games.ragnarocks.rules.scoring import few_left, warning
from fimbul.games.ragnarocks.scene import outline
from fimbul.games.ragnarocks.scene.cards import card_zones, choosing_cards
from fimbul.games.ragnarocks.scene.pieces import (
    BOARDS,
    EMBLEMS,
    NAMES,
    PIECE,
    TONES,
    Lying,
    all_of,
    cells,
    lying,
    name_of,
    pieces_of,
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
    drawn_on,
    phrase,
)

OPEN_PLATES: tuple[tuple[Tone, str], ...] = (("gold", "raven"), ("ice", "ship"))


def show(state: Ragnarocks, seat: int | None) -> Scene:
    on, cards = lying(state), tuple(card_zones(state, seat))
    plates = tuple([plate(state, on, each) for each in range(state.seats)])
    if choosing_cards(state):  # the board is laid out when all have a power
        return Scene(cards, plates)
    far = seat is not None and state.side(seat) == p.RED
    board = far_board_of(on) if far else board_of(on)
    zones, pieces = (board, stock_zone(state), *cards), pieces_of(state.board)
    drawn = tuple(drawn_on(state, seat, pieces, all_of(state.board)))
    return Scene(zones, plates, tuple(notes(state, on)), previews(state, seat), drawn)


def plate(state: Ragnarocks, on: Lying, seat: int) -> Plate:
    if state.opener != NOBODY:
        return open_plate(state, seat)
    side = state.side(seat)
    nomads, points = tallies(on)[side]
    if not state.teams and state.result is None:
        return _plate_of_two(seat, side, nomads, points)
    facts = _free(nomads)
    if state.teams and state.powers[seat]:  # the card lies with those of the team
        title = POWERS[state.powers[seat]].title.partition(",")[0]
        facts = (phrase("{title}, active", title=title) if seat in state.acting else title,)
    gains = tuple(_gains(state, seat)) if state.result is not None else ()
    return Plate(seat, name_of(state, seat), TONES[side], EMBLEMS[side], facts, points, gains)


@lru_cache(maxsize=BOARDS)
def _plate_of_two(seat: int, side: int, nomads: int, points: int) -> Plate:
    """While two play, that is all there is to say of one."""
    return Plate(seat, NAMES[side], TONES[side], EMBLEMS[side], _free(nomads), points)


def _free(nomads: int) -> tuple[str, ...]:
    return (phrase("{count} nomad" if nomads == 1 else "{count} nomads", count=nomads),)


def _gains(state: Ragnarocks, seat: int) -> Iterator[Fact]:
    """Region by region, then what powers have made of that; a win by a card has no score."""
    if state.result is None or not state.result.scores:
        return
    board, rest = p.board(state.board), state.result.scores[seat]
    for region in survey(state):
        if region.status in p.SETTLED and state.side(seat) == p.SETTLED.index(region.status):
            size, place = len(region.cells), board.spoken(region.cells[0])
            told = phrase("{land} from {place}", land=hexes(size), place=place)
            yield Fact(told, "score.settled-regions", size)
            rest -= size
    if rest:
        yield Fact("What the powers make of it", "", rest)


@lru_cache(maxsize=BOARDS)
def tallies(on: Lying) -> tuple[tuple[int, int], ...]:
    """Of each side the nomads, and the hexes it has settled."""
    return tuple([_tally(on, side) for side in (p.IVORY, p.RED)])


def _tally(on: Lying, side: int) -> tuple[int, int]:
    places = [on.where[viking] for viking in p.board(on.board).sides[side]]
    nomads = [at for at in places if at != p.OFF and on.land[at] == p.CONTESTED]
    return len(nomads), settled_points(on.land, side)


def open_plate(state: Ragnarocks, seat: int) -> Plate:  # rule: ruling.pie
    """Nobody has a colour yet, so these are neither's."""
    tone, emblem = OPEN_PLATES[seat != state.opener]
    return Plate(seat, name_of(state, seat), tone, emblem)


STOCK_MORE = "Both clans take their runestones from here."
STOCK_ENDS = "The match ends when none is left."  # rule: ruling.supply


def stock_zone(state: Ragnarocks) -> Zone:
    """The runestones that are left; the last few are marked."""
    return _stock(state.supply, few=few_left(state))


@lru_cache(maxsize=BOARDS)
def _stock(supply: int, *, few: bool) -> Zone:
    left = "without limit" if supply == p.ENDLESS else str(supply)
    look: tuple[ThingState, ...] = ("few",) if few else ()
    more = (STOCK_MORE,) if supply == p.ENDLESS else (STOCK_MORE, STOCK_ENDS)
    pile = Thing(
        *(p.SUPPLY, "stone", "runestones"),
        *((0, 0), PIECE),
        tone="stone",
        badge=left,
        state=look,
        more=more,
    )
    return Zone("stock", "Supply", "stack", things=(pile,))


def notes(state: Ragnarocks, on: Lying) -> Iterator[Note]:
    if few_left(state) and state.result is None:  # rule: ruling.supply
        yield Note("Supply", (Fact(warning(state), "ruling.supply"),))
    yield regions_note(on.board, on.hexes, on.where)


# -- the board ---------------------------------------------------------------------------------


@lru_cache(maxsize=BOARDS)
def far_board_of(on: Lying) -> Zone:
    """Both sides see the same things and marks; red sits on the far side."""
    return structs.replace(board_of(on), half=True)


@lru_cache(maxsize=BOARDS)
def board_of(on: Lying) -> Zone:
    name = on.board
    return Zone(
        id="board",
        title=p.board(name).plan.name,
        kind="board",
        box=box(name),
        grain=(outline.HALF, outline.ROW),
        things=(*cells(name), *vikings(on), *stones(name, on.stones)),  # what is new comes last
        marks=marks(name, on.hexes, on.where, on.last),
        turns=True,
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


@lru_cache(maxsize=BOARDS)
def marks(name: str, held: bytes, where: bytes, last: tuple[int, ...]) -> tuple[Mark, ...]:
    """They stay the same when a viking is selected."""
    return (*rim(name), *lands(name, surveyed(name, held, where)), *traces(name, last))


def lands(name: str, regions: tuple[Region, ...]) -> Iterator[Mark]:
    for region in regions:
        if region.status in p.SETTLED:
            yield from settled(name, region)


@lru_cache(maxsize=256)
def settled(name: str, region: Region) -> tuple[Mark, ...]:
    """Settled land, tinted with its points, an outline around it."""
    board, tone = p.board(name), TONES[p.SETTLED.index(region.status)]
    tint = Mark("tint", outline.shape(board, region.cells), tone, str(len(region.cells)))
    return (tint, *[Mark("outline", line, tone) for line in outline.loops(board, region.cells)])


def traces(name: str, last: tuple[int, ...]) -> Iterator[Mark]:
    """The last turn: the way walked, the flight of the runestone, and where each began or ended."""
    board = p.board(name)
    points = [outline.centre(board, at) for at in last]
    if len(points) > 1:
        yield Mark("trace", (points[0], points[1]), "ice")
    if len(points) > 2:
        yield Mark("path", (points[1], points[2]), "ice")
    for at in last[::2]:
        yield Mark("outline", outline.rim(name, at), "ice")


STATUS = {
    p.CONTESTED: ("contested", "region.contested"),
    p.WILD: ("wild", "region.wild"),
    p.SETTLED[p.IVORY]: ("settled by Ivory", "region.settled"),
    p.SETTLED[p.RED]: ("settled by Red", "region.settled"),
}


@lru_cache(maxsize=BOARDS)
def regions_note(name: str, held: bytes, where: bytes) -> Note:
    """Every region, from its first hex on."""
    board = p.board(name)
    facts = []
    for region in surveyed(name, held, where):
        words, rule = STATUS[region.status]
        size, place = len(region.cells), board.spoken(region.cells[0])
        amount = size if region.status in p.SETTLED else None
        told = phrase("{land} from {place}: {status}", land=hexes(size), place=place, status=words)
        facts.append(Fact(told, rule, amount))
    return Note("Regions", tuple(facts))
