"""All that lies on the table of Ragnarocks."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.checks import problems
from fimbul.kernel import NOBODY, State, player


class Ragnarocks(State, kw_only=True):
    order = "turn.alternate"

    board: str
    hexes: bytearray  # what each hex holds
    land: bytearray  # whose each hex is: CONTESTED, WILD, or a side + 1
    where: bytearray  # the hex of each viking, by number; the first is nobody
    stones: bytearray  # the hexes of the runestones, in the order they were laid
    supply: int  # runestones left, or ENDLESS
    ivory: int  # the seat that plays ivory, or the first one of its team
    zero_move: bool = False
    stall_limit: int = p.STALL_LIMIT
    powers: tuple[str, ...] = ()  # by seat, "" for none; empty if nobody has one
    teams: tuple[int, ...] = ()  # by seat, the first seat of its team; empty if two play
    acting: tuple[int, int] = (0, 1)  # by team, the seat whose power is heard
    upcoming: tuple[int, int] = (0, 1)  # by team, the seat that has its next turn
    turns: int = 0  # turns that are over, skips too
    skips: int = 0  # skips in a row just now
    stall: int = 0  # turns in a row without a new high of runestones
    most: int = 0  # the most runestones that have lain on the board
    last: tuple[int, ...] = ()  # the last turn: hex left, hex reached, hex of the runestone

    created: bool = False  # has a region been created in this turn?
    used: bool = False  # has a power that works once a turn been used in it?
    another: str = ""  # the viking that has earned another turn
    newcomers: tuple[int, ...] = ()  # seats whose first turn is not over
    home: tuple[int, ...] = ()  # vikings left out of the match
    waiting: int = 0  # the viking that waits on a card
    hoard: int = 0  # runestones on a card, to be placed
    debt: int = 0  # runestones on a card, each a point for whoever has it
    spent: bool = False  # has the power that waits for the first settled region been lost?
    dawn: bytes = b""  # whose each hex was when the turn began
    nomads: tuple[int, ...] = ()  # who was a nomad then
    hand: tuple[str, ...] = ()  # command cards that only their owner sees
    played: tuple[str, ...] = ()  # command cards that have been played
    borrowed: tuple[str, ...] = ()  # by seat, the power of a command card; empty if none was played
    opener: int = NOBODY  # who plays the first turn of both sides, while colours are open
    icons: tuple[
        str, ...
    ] = ()  # the cards with Odin's icon, by an owner's file; empty: as we guess

    def side(self, seat: int) -> int:
        first = self.teams[seat] if self.teams else seat  # rule: ruling.team-vikings
        return p.IVORY if first == self.ivory else p.RED

    def seat(self, side: int) -> int:
        """Who plays that side; of a team, whoever has its next turn."""
        return self.upcoming[self.ivory if side == p.IVORY else 1 - self.ivory]

    def rival(self, seat: int) -> int:
        """Who has the turn after that seat: the other side's next player."""
        return self.upcoming[1 - self.teams[seat]] if self.teams else 1 - seat

    def whose(self, side: int) -> str:
        """A side in words: its player, or its team."""
        return p.TEAMS[side] if self.teams else player(self.seat(side))

    def problems(self) -> Iterator[str]:
        return problems(self)
