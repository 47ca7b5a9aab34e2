"""Players who cost next to nothing: their matches are played out before the clock starts.

Whoever measures shares the processor with what is measured, so here is no event loop, no JSON and
no rule: frames made beforehand, sent when the choice before them is acknowledged and seen.
"""

from __future__ import annotations

import select
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random
from time import perf_counter, sleep
from typing import Any, NamedTuple

from benchmarks.server_wire import HOST, frames, handshake, masked
from fimbul.kernel import Decision, Game, Match, is_foregone, write_saga
from fimbul.server.wire.bodies import TakenSeat

ROUND = 0.001  # seconds
LONGEST = 600  # choices of a script


class Move(NamedTuple):
    """One choice of a match that was played beforehand."""

    seat: int
    frame: bytes


class Script(NamedTuple):
    """A match by chance: its record, from which tables begin, and all choices but the last."""

    saga: str
    seats: int
    moves: list[Move]


def script(game: Game[Any], options: dict[str, Any], seed: int) -> Script:
    match = Match(game, game.setup(**options), seed, mixed=True)
    dice, moves, parts = Random(seed), list[Move](), Counter[tuple[int, int]]()
    while match.state.open and len(moves) < LONGEST:
        seat, thing = _pick(match, dice)
        row = (match.state.number, seat)
        message = {"id": str(len(moves)), "number": row[0], "part": parts[row], "thing": thing}
        moves.append(Move(seat, masked({"type": "choose", **message})))
        parts[row] += 1
        match.choose(seat, thing)
    return Script(write_saga(game, match.record()), match.state.seats, moves[:-1])


def _pick(match: Match[Any], dice: Random) -> tuple[int, str]:
    """Any choice of anybody; but whom the server would answer for comes first, and a king that
    stays where he is makes a longer match."""
    state = match.state
    hasty = [decision for decision in state.open if is_foregone(state, decision.seat)]
    decision: Decision = dice.choice(hasty or state.open)
    calm = [option for option in decision.options if "king" not in option]
    return decision.seat, dice.choice(calm or decision.options)


class Tab:
    """One player's socket."""

    def __init__(self, port: int, place: TakenSeat, table: Company) -> None:
        self.table, self.place = table, place
        self.socket = socket.create_connection((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(handshake(place.table))
        self.buffer = self._after_handshake()
        self.socket.sendall(masked({"type": "hello", "token": place.token}))
        self.socket.setblocking(False)
        self.sent = 0.0  # when; 0: nothing is on its way
        self.done = False  # the last choice is acknowledged, but not seen
        self.took: list[float] = []
        self.lost = False

    def _after_handshake(self) -> bytes:
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(4096)
        assert b" 101 " in head, head
        return head.partition(b"\r\n\r\n")[2]

    def send(self, frame: bytes) -> None:
        self.sent = perf_counter()
        self.socket.sendall(frame)

    def read(self) -> None:
        data = self.socket.recv(1 << 18)
        if not data:
            self.lost = True
        self.buffer = self.buffer + data if self.buffer else data
        found, self.buffer = frames(self.buffer)
        for opcode, payload in found:
            if opcode == 9:
                self.socket.sendall(masked(payload, 10))
            else:
                self._hear(payload)

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"done"'):
            self.took.append(perf_counter() - self.sent)
            self.done = True
        elif payload.startswith(b'{"type":"update"') and self.done:
            self.done = False
            self.table.go_on()
        elif payload.startswith(b'{"type":"refused"'):
            self.table.stuck = True
            self.table.go_on()


class Company:
    """The players of one table. The next choice is made as soon as the last one is seen."""

    def __init__(self, port: int, places: Sequence[TakenSeat], moves: list[Move]) -> None:
        self.moves, self.made = moves, 0
        self.tabs = [Tab(port, place, self) for place in places]
        self.following: Company | None = None  # where they go on when this match is played
        self.stuck = False

    def go_on(self) -> None:
        if self.made < len(self.moves) and not self.stuck:
            move = self.moves[self.made]
            self.made += 1
            self.tabs[move.seat].send(move.frame)
        elif self.following is not None:
            self.following.go_on()

    @property
    def finished(self) -> bool:
        return self.made >= len(self.moves) and self.following is None


class Load:
    """Everybody at all tables, in one thread. `first` are the tables where play begins."""

    def __init__(self, first: list[Company], others: list[Company]) -> None:
        self.first, self.companies = first, [*first, *others]
        self.tabs = {tab.socket.fileno(): tab for one in self.companies for tab in one.tabs}
        self.poll = select.epoll()
        for number in self.tabs:
            self.poll.register(number, select.EPOLLIN)

    def begin(self) -> None:
        for company in self.first:
            company.go_on()

    def run(self, seconds: float) -> None:
        """Look round every few moments: to be woken by each message would cost whoever sends it
        more than a network card does. What is waited so is counted as the server's."""
        end = perf_counter() + seconds
        while perf_counter() < end:
            for number, _ in self.poll.poll(0):
                self.tabs[number].read()
            sleep(ROUND)

    def forget(self) -> None:
        """What was measured so far was only to get warm."""
        for tab in self.tabs.values():
            tab.took.clear()

    def took(self) -> Iterator[float]:
        for tab in self.tabs.values():
            yield from tab.took

    def close(self) -> None:
        self.poll.close()
        for tab in self.tabs.values():
            tab.socket.close()


def load_of(companies: list[Company], tables: int) -> Load:
    """So many tables at once; whoever has played goes on to one that is still free."""
    first, others = companies[:tables], companies[tables:]
    for before, after in zip(companies, others, strict=False):
        before.following = after
    return Load(first, others)


def rounds_of(scripts: Sequence[Script], tables: int, choices: int) -> list[Script]:
    """As many matches, one after the other, as it takes to make so many choices at each table."""
    shortest = min(len(one.moves) for one in scripts)
    return list(islice(cycle(scripts), tables * -(-choices // shortest)))
