"""Two sides, each one player or a team: who sits where, who is next, whose power is heard.

Seats alternate between the sides as long as both have players left, so seats 0 and 1 are always
the first players of their sides. A side is named here by that seat; its colour is drawn later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from fimbul.games.ragnarocks import parts as p

if TYPE_CHECKING:
    from fimbul.games.ragnarocks.state import Ragnarocks

Pair = tuple[int, int]
SIZES = {  # rule: team.sides, team.size
    f"{one}-{seats - one}": (one, seats - one)
    for seats in range(2, p.MOST_PLAYERS + 1)
    for one in range(1, seats)
}


def sizes_of(teams: str, seats: int) -> Pair:
    """How many play on each side; by default as evenly as possible, the first side smaller."""
    told = SIZES.get(teams, (0, 0))
    return told if sum(told) == seats else (seats // 2, seats - seats // 2)


def seating(sizes: Pair) -> tuple[int, ...]:
    """By seat, the first seat of its side: 0 1 0 1 1 for two against three."""
    both = zip_longest([0] * sizes[0], [1] * sizes[1])
    return tuple(side for pair in both for side in pair if side is not None)


def mates(teams: tuple[int, ...], team: int) -> list[int]:  # rule: team.numbering
    """The seats of one side, in the order of their numbers."""
    return [seat for seat, side in enumerate(teams) if side == team]


def in_turn(state: Ragnarocks, first: int) -> Iterator[int]:  # rule: ruling.team-draft-unequal
    """All seats, number by number, the side of `first` before the other.

    Where one side has run out of players, they are left out.
    """
    teams = state.teams or (0, 1)
    both = zip_longest(mates(teams, first), mates(teams, 1 - first))
    yield from (seat for pair in both for seat in pair if seat is not None)


def take_over(state: Ragnarocks, seat: int) -> None:  # rule: team.power-duration, team.cycle
    """A turn begins: this player's power takes the place of the teammate's.

    A skip is a turn as well. Next time the side has a turn it is the following player's.
    """
    team = state.teams[seat]  # rule: ruling.team-skip, ruling.team-before-first-turn
    others = mates(state.teams, team)
    following = others[(others.index(seat) + 1) % len(others)]
    state.acting = _with(state.acting, team, seat)
    state.upcoming = _with(state.upcoming, team, following)


def _with(pair: Pair, team: int, seat: int) -> Pair:
    return (seat, pair[1]) if team == 0 else (pair[0], seat)


def number_of(state: Ragnarocks, seat: int) -> int:  # rule: team.numbering
    """The number of a player within the team, from 1."""
    return 1 + state.teams[:seat].count(state.teams[seat])


def latest(state: Ragnarocks, side: int) -> int:
    """The number of the player whose turn it is, or was last; 0 before a side's first turn."""
    team = state.ivory if side == p.IVORY else 1 - state.ivory
    moved = bool(state.teams) and state.acting[team] != state.upcoming[team]
    return number_of(state, state.acting[team]) if moved else 0


def skips_to_end(state: Ragnarocks) -> int:
    """This many skips in a row end the match: everybody has been asked in the same position."""
    if not state.teams:
        return p.SKIPS_TO_END
    return 2 * max(state.teams.count(0), state.teams.count(1))  # rule: ruling.team-skip


def places(points: Sequence[int]) -> list[int]:  # rule: team.win
    """The side with more points is first, all of it; equal points share."""
    return [1 + (max(points) > mine) for mine in points]
