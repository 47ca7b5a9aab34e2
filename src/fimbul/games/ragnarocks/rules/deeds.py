"""What is done on the board: vikings shifted, runestones laid, land settled."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import speakers
from fimbul.games.ragnarocks.rules.regions import claim, map_land, split, survey
from fimbul.games.ragnarocks.rules.sayings import STONE_ON, landed, of_hex, went
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted, Moved, Placed, Said


def slides(board: p.Board, hexes: bytearray, at: int) -> list[int]:
    """The free hexes on the six lines from here, each up to the first piece in the way."""
    found = []  # rule: move.any-distance
    for ray in board.rays[at]:
        for to in ray:
            if hexes[to]:  # rule: move.blocked-by-stones, move.blocked-by-vikings
                break
            found.append(to)
    return found


def shift(state: Ragnarocks, seat: int, viking: str, to: int) -> int:
    """A viking goes to another hex, in whatever way, in the turn of `seat`.

    Returns where it was.
    """
    board = p.board(state.board)
    number = board.numbers[viking]
    at = state.where[number]
    lifted = bool(state.powers) and to not in slides(board, state.hexes, at)
    put(state, number, to)
    names, words = board.names, went(board.places[at], board.places[to])
    moved = Moved(seat=seat, thing=viking, origin=names[at], to=names[to], words=words)
    state.events.append(moved)
    if lifted:
        remap(state)
    if state.powers:
        changed(state, seat)
    return at


def put(state: Ragnarocks, number: int, to: int) -> None:
    """A viking stands on another hex from now on, and nobody is told."""
    state.hexes[state.where[number]] = p.EMPTY  # rule: ruling.vacated-hex
    state.hexes[to], state.where[number] = number, to


def changed(state: Ragnarocks, seat: int) -> None:
    """Something on the board has changed: a power may have waited for that."""
    for power, owner in speakers(state, seat):
        power.changed(state, owner)


def remap(state: Ragnarocks) -> None:
    """A viking has left its region or come into another: read off whose each is now."""
    before, state.land = state.land, map_land(state)  # rule: ruling.status-derived
    for region in survey(state):
        if region.status != before[region.cells[0]]:
            announce(state, region.status, len(region.cells))


def take_stone(state: Ragnarocks) -> None:
    """A runestone leaves the supply."""
    if state.supply != p.ENDLESS:
        state.supply -= 1


def lay_stone(state: Ragnarocks, seat: int, at: int) -> bool:
    """Put a runestone down for good, and settle what it cuts off. True if it created regions."""
    board = p.board(state.board)
    state.hexes[at], state.land[at] = p.STONE, p.CONTESTED  # rule: summon.final
    state.last = (*state.last[:2], at)
    name = f"stone:{_number(state, at)}"
    words = of_hex(STONE_ON, board.places[at])
    state.events.append(Placed(seat=seat, thing=name, to=board.names[at], words=words))
    parts = split(state, at)
    if parts:
        state.created = True
        resolve(state, parts)
    if state.powers:
        changed(state, seat)
    return bool(parts)


def _number(state: Ragnarocks, at: int) -> int:
    """The number of a new runestone: that of one that was taken away, or the next."""
    if state.powers and p.OFF in state.stones:
        number = state.stones.index(p.OFF)
        state.stones[number] = at
        return number + 1
    state.stones.append(at)
    return len(state.stones)


def resolve(state: Ragnarocks, parts: list[int]) -> None:  # rule: summon.settles
    """Regions that were created together are judged together."""
    regions = [claim(state, part) for part in parts]  # rule: ruling.several-regions
    for region in regions:  # rule: ruling.single-hex-region
        announce(state, region.status, len(region.cells), closed=True)


def announce(state: Ragnarocks, status: int, size: int, *, closed: bool = False) -> None:
    if status == p.WILD:
        state.events.append(Said(words=landed(status, size, "", closed=closed)))
    elif status in p.SETTLED:
        side = p.SETTLED.index(status)
        words, seat = landed(status, size, state.whose(side), closed=closed), state.seat(side)
        state.events.append(Counted(seat=seat, amount=size, rule="summon.settles", words=words))
