"""Players who cost next to nothing: their matches are played out before the clock starts.

Whoever measures shares the processor with what is measured, so here is no event loop, no JSON and
no rule: frames made beforehand, sent when the update before them has arrived.
"""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from time import perf_counter, sleep
from typing import Any, NamedTuple

from benchmarks.server_wire import HOST, frames, handshake, masked
from fimbul.games import find
from fimbul.kernel import choose
from fimbul.server.wire.bodies import Place

SCRIPTS = 10  # matches that the tables share among them
ROUND = 0.001  # seconds


class Move(NamedTuple):
    """One choice of a match that was played beforehand."""

    seat: int
    frame: bytes


def scripts(choices: int) -> list[list[Move]]:
    """Some matches of Brandub that last so long."""
    long_enough = (moves for seed in count() if len(moves := script(seed)) > choices)
    return list(islice(long_enough, SCRIPTS))


def script(seed: int) -> list[Move]:
    """A match by chance; the king stays where he is, so that it lasts. Its end is left out."""
    game, dice, moves = find("brandub"), Random(seed), list[Move]()
    state: Any = game.new(seed=seed)
    while state.open:
        decision = state.open[0]
        calm = [option for option in decision.options if "king" not in option]
        thing = dice.choice(calm or decision.options)
        message = {"id": str(len(moves)), "number": state.number, "part": 0, "thing": thing}
        moves.append(Move(decision.seat, masked({"type": "choose", **message})))
        choose(state, decision.seat, thing)
    return moves[:-1]


class Tab:
    """One player's socket: how many updates it has heard, and what it may send by then."""

    def __init__(self, port: int, place: Place, on_update: Callable[[Tab], None]) -> None:
        self.on_update = on_update
        self.socket = socket.create_connection((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(handshake(place.table))
        self.buffer = self._after_handshake()
        self.socket.sendall(masked({"type": "hello", "token": place.token}))
        self.socket.setblocking(False)
        self.heard = 0
        self.sent = 0.0
        self.took: list[float] = []
        self.lost = False

    def _after_handshake(self) -> bytes:
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(4096)
        assert b" 101 " in head, head
        return head.partition(b"\r\n\r\n")[2]

    def read(self) -> None:
        data = self.socket.recv(1 << 18)
        if not data:
            self.lost = True
        self.buffer = self.buffer + data if self.buffer else data
        found, self.buffer = frames(self.buffer)
        for opcode, payload in found:
            if opcode == 9:
                self.socket.sendall(masked(payload, 10))
            elif payload.startswith(b'{"type":"done"'):
                self.took.append(perf_counter() - self.sent)
            elif payload.startswith(b'{"type":"update"'):
                self.heard += 1
                self.on_update(self)
            else:
                assert payload.startswith((b'{"type":"welcome"', b'{"type":"table"')), payload


class Pair:
    """Two players at one table. Whoever is to move does so as soon as the last move is seen."""

    def __init__(self, port: int, places: tuple[Place, Place], moves: list[Move]) -> None:
        self.moves = moves
        self.tabs = [Tab(port, place, self.go_on) for place in places]

    def go_on(self, tab: Tab) -> None:
        if tab.heard < len(self.moves):
            move = self.moves[tab.heard]
            if self.tabs[move.seat] is tab:
                tab.sent = perf_counter()
                tab.socket.sendall(move.frame)

    @property
    def finished(self) -> bool:
        return self.tabs[0].heard >= len(self.moves)

    def took(self) -> Iterator[float]:
        for tab in self.tabs:
            yield from tab.took


class Load:
    """Everybody at all tables, in one thread."""

    def __init__(self, pairs: list[Pair]) -> None:
        self.pairs = pairs
        self.tabs = {tab.socket.fileno(): tab for pair in pairs for tab in pair.tabs}
        self.poll = select.epoll()
        for number in self.tabs:
            self.poll.register(number, select.EPOLLIN)

    def begin(self) -> None:
        for pair in self.pairs:
            pair.go_on(pair.tabs[pair.moves[0].seat])

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

    def close(self) -> None:
        self.poll.close()
        for tab in self.tabs.values():
            tab.socket.close()
