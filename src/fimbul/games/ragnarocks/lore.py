"""What bots know: who gets where first, how freely each side moves, what is settled already.

Sets of hexes are whole numbers, a bit for each hex. A queen's step along six lines is then a few
shifts for all vikings of a side at once, which is why a position is judged in microseconds.
The idea of territory by queen and king distance is Lieberum's, for the game of Amazons.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from msgspec import Struct

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers.odin import commands
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Dice

FREE = bytes(b"01"[held == p.EMPTY] for held in range(256))
NOMADIC = bytes(b"01"[owner == p.CONTESTED] for owner in range(256))

Line = tuple[int, int, int, int, int]  # a shift; ground that is free 1, 2, 4, 8 hexes in a row
Lines = tuple[tuple[Line, ...], tuple[Line, ...]]  # towards higher bits, towards lower bits
Spread = Callable[[int], int]
Hexes = tuple[int, int]  # of ivory, of red

SOFTNESS = 12.0  # a lead of this many hexes is worth half a win
QUEEN, KING, MOBILITY = 0.5, 0.5, 0.1
THROW = 0.5  # of a hex: a runestone on Thor's card
LATE_STONES = 20  # this many more runestones are laid in most matches
THREAT, BITE = 3.0, 1.0  # hexes: a wolf beside an enemy who moves next, and one who moves itself
TEMPO = 0.2  # of a hex that both reach at once, to the side that moves first


CLOSED = 12  # fewer runestones have never walled off a whole clan
FENCED = 3  # and two more can wall off a region that is large enough for Idun
SHORT_OF_THE_END = 6  # runestones: no two turns take more
TRIED = 8000  # choices: most turns, and all answers to one


class Ground(Struct, frozen=True):
    """What is still fought for: free contested hexes, and each side's nomads."""

    free: int
    nomads: tuple[int, int]
    width: int


class Territory(Struct, frozen=True):
    """Hexes that ivory or red reaches first, or both at once; and what is one step away."""

    first: tuple[int, int]
    both: int
    near: tuple[int, int]


def value(state: Ragnarocks, seat: int) -> float:
    """How good it looks for that seat, from -1 to 1."""
    if state.result is not None:
        return state.result.reward(seat)
    margin = prospect(state)
    if state.opener != NOBODY:  # the better side is for whoever chooses
        margin = -abs(margin) if seat == state.opener else abs(margin)
    elif state.side(seat) == p.RED:
        margin = -margin
    return margin / (abs(margin) + SOFTNESS)


def near(state: Ragnarocks) -> int:
    """How many choices are worth trying in search of an end within a round."""
    laid, first = len(state.stones), "idun" in state.powers and not state.spent
    fatal = "fenrir" in state.powers or (first and laid >= FENCED)
    stuck = state.skips or state.stall + len(p.COLOURS) >= state.stall_limit
    short = p.ENDLESS < state.supply <= SHORT_OF_THE_END
    return TRIED if fatal or stuck or short or laid >= CLOSED else 0


def prospect(state: Ragnarocks) -> float:
    """By how many hexes ivory may expect to be ahead in the end."""
    land = state.land
    settled = land.count(p.SETTLED[p.IVORY]) - land.count(p.SETTLED[p.RED])
    ground = ground_of(state)
    lines = lines_of(ground)
    queens = territory(ground, lambda front: along(front, lines))
    kings = territory(ground, lambda front: beside(front, ground.width))
    tempo = TEMPO if state.side(state.asked[0].seat) == p.IVORY else -TEMPO
    far = QUEEN * (_lead(queens.first) + tempo * queens.both.bit_count())
    hoped = settled + far + KING * _lead(kings.first) + MOBILITY * _lead(queens.near)
    return hoped + sway(state, (queens.first, kings.first)) if state.powers else hoped


# -- secrets -----------------------------------------------------------------------------------


def hides(state: Ragnarocks) -> bool:
    """Nothing but the cards in Odin's hand is ever hidden."""
    return bool(state.hand)


def redeal(state: Ragnarocks, seat: int, dice: Dice) -> None:
    """Another hand for whoever cannot see it."""
    if state.hand and (seat < 0 or state.powers[seat] != "odin"):
        pool = commands(state)
        state.hand = tuple(pool.pop(dice.roll(len(pool))) for _ in state.hand)


def secrets(state: Ragnarocks) -> dict[Hashable, int]:
    """The cards in Odin's hand, which he knows."""
    knowing = sum(1 << seat for seat, name in enumerate(state.powers) if name == "odin")
    return dict.fromkeys(state.hand, knowing)


# -- powers ------------------------------------------------------------------------------------


def sway(state: Ragnarocks, hoped: tuple[Hexes, Hexes]) -> float:
    """What the cards add to ivory's lead: points that are counted in another way, and threats. None
    of these cards can be in a team game."""
    total = 0.0
    for seat, name in enumerate(state.powers):
        if name in SWAY:
            worth = SWAY[name](state, seat, hoped)
            total += worth if state.side(seat) == p.IVORY else -worth
    return total


def _freya(state: Ragnarocks, seat: int, hoped: tuple[Hexes, Hexes]) -> float:
    return state.land.count(p.WILD)


def _hel(state: Ragnarocks, seat: int, hoped: tuple[Hexes, Hexes]) -> float:
    """Her own land scores nothing, each runestone a point: those laid, and most still to come."""
    side = state.side(seat)
    land = state.land.count(p.SETTLED[side])
    queens, kings = (hexes[side].bit_count() for hexes in hoped)
    left = LATE_STONES if state.supply == p.ENDLESS else min(state.supply, LATE_STONES)
    return state.hexes.count(p.STONE) + left / 2 - land - QUEEN * queens - KING * kings


def _frigg(state: Ragnarocks, seat: int, hoped: tuple[Hexes, Hexes]) -> float:
    return -state.debt


def _thor(state: Ragnarocks, seat: int, hoped: tuple[Hexes, Hexes]) -> float:
    return THROW * state.hoard


def _fenrir(state: Ragnarocks, seat: int, hoped: tuple[Hexes, Hexes]) -> float:
    """A wolf beside an enemy wins when its turn begins, so each one there is a threat."""
    board, where, side = p.board(state.board), state.where, state.side(seat)
    enemies = {where[viking] for viking in board.sides[1 - side]} - {p.OFF}
    wolves = [where[viking] for viking in board.sides[side] if where[viking] != p.OFF]
    beside_one = sum(not enemies.isdisjoint(board.beside[at]) for at in wolves)
    return (BITE if state.side(state.asked[0].seat) == side else THREAT) * beside_one


Sway = Callable[[Ragnarocks, int, tuple[Hexes, Hexes]], float]
SWAY: dict[str, Sway] = {
    "freya": _freya,
    "hel": _hel,
    "frigg": _frigg,
    "thor": _thor,
    "fenrir": _fenrir,
}


# -- territory ---------------------------------------------------------------------------------


def _lead(hexes: tuple[int, int]) -> int:
    return hexes[p.IVORY].bit_count() - hexes[p.RED].bit_count()


def ground_of(state: Ragnarocks) -> Ground:
    board, land, where = p.board(state.board), state.land, state.where
    free = int(state.hexes.translate(FREE), 2) & int(land.translate(NOMADIC), 2)
    nomads = [0, 0]
    for side, vikings in enumerate(board.sides):
        for viking in vikings:
            at = where[viking]
            if at != p.OFF and land[at] == p.CONTESTED:
                nomads[side] |= board.bits[at]
    return Ground(free, (nomads[0], nomads[1]), board.width)


def territory(ground: Ground, spread: Spread) -> Territory:
    """Both sides spread step by step; a hex is decided when somebody first reaches it.

    A side need not go on from a hex that the other reached before: all it could reach from
    there the other reaches sooner.
    """
    ivory, red = ground.nomads
    undecided = ground.free
    ivory, red = spread(ivory) & undecided, spread(red) & undecided
    near, ivory_first, red_first, both = (ivory, red), 0, 0, 0
    while ivory or red:
        shared = ivory & red
        ivory_first |= ivory ^ shared
        red_first |= red ^ shared
        both |= shared
        undecided &= ~(ivory | red)
        if not undecided:
            break
        ivory, red = spread(ivory) & undecided, spread(red) & undecided
    return Territory((ivory_first, red_first), both, near)


def lines_of(ground: Ground) -> Lines:
    """For each of six directions: where one can slide 1, 2, 4 and 8 hexes without a stop."""
    free, width = ground.free, ground.width
    up, down = [], []
    for shift in (1, width, width + 1):
        two = free & free << shift
        four = two & two << 2 * shift
        up.append((shift, free, two, four, four & four << 4 * shift))
        two = free & free >> shift
        four = two & two >> 2 * shift
        down.append((shift, free, two, four, four & four >> 4 * shift))
    return tuple(up), tuple(down)


def along(front: int, lines: Lines) -> int:
    """Everything on a free straight line from any hex of the front, and the front itself."""
    found = front
    for shift, one, two, four, eight in lines[0]:
        filled = front | front << shift & one
        filled |= filled << 2 * shift & two
        filled |= filled << 4 * shift & four
        found |= filled | filled << 8 * shift & eight
    for shift, one, two, four, eight in lines[1]:
        filled = front | front >> shift & one
        filled |= filled >> 2 * shift & two
        filled |= filled >> 4 * shift & four
        found |= filled | filled >> 8 * shift & eight
    return found


def beside(front: int, width: int) -> int:
    """Everything one hex away from the front, and the front itself."""
    wide = width + 1
    found = front | front << 1 | front >> 1 | front << width | front >> width
    return found | front << wide | front >> wide
