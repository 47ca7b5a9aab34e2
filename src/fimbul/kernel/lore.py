"""What bots know about a game: how to judge it, dream it and search it. The kernel calls none of it
but the redeal; bots bring the time, the game the knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from fimbul.kernel.play.decision import Decision
from fimbul.kernel.play.dice import Dice
from fimbul.kernel.play.state import State

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
Enough = Callable[[int], bool]  # after so many iterations: is it time to answer?


class Line(Struct, frozen=True):
    """What a seat may touch one after the other, and how good that is for it, from -1 to 1."""

    picks: tuple[str, ...]
    value: float


class Engine(Protocol[S_contra]):
    """Finds good lines without the kernel, which is why it can be fast."""

    def search(self, state: S_contra, enough: Enough, seed: int) -> Sequence[Line]:
        """Lines for the one seat that is asked, the best first, each up to the end of its turn.

        None at all says: such positions are not known here, search them through the kernel.
        """


class Width(NamedTuple):
    """How many of a great many ways are looked at, and for how long."""

    most: int  # beginnings that are carried on
    late: Callable[[], bool]  # whether time is up: then nothing need be found


@dataclass(frozen=True, kw_only=True)
class Lore(Generic[S]):
    """What bots know about a game. A game without secrets needs no `redeal`."""

    value: Callable[[S, int], float] | None = None  # how good it looks for a seat, -1 to 1
    values: Callable[[S], Sequence[float]] | None = None  # of all seats, if that is quicker
    redeal: Callable[[S, int, Dice], None] | None = None  # deal anew all that a seat cannot see
    hides: Callable[[S], bool] | None = (
        None  # whether anything lies hidden now; None: always, where there is a redeal
    )
    secrets: Callable[[S], Mapping[Hashable, int]] | None = (
        None  # all that lies hidden, thing by thing, with a bit for each seat that knows it
    )
    instinct: Callable[[S, Decision, Dice], str | None] | None = (
        None  # what a seat picks without a thought; None where a dream is best judged
    )
    ways: Callable[[S, int, Width], Sequence[tuple[str, ...]]] | None = (
        None  # all that a seat may pick in the open row one after the other, the best first
    )
    levels: Mapping[str, str] = field(default_factory=dict, hash=False)  # level -> bot description
    pace: Mapping[str, int] = field(
        default_factory=dict, hash=False
    )  # searcher -> tries a second where its levels were measured
    engine: Engine[S] | None = None  # a searcher of the game's own
    runs: Callable[[S], int] | None = (
        None  # how many runs are worth a look at one decision; None: as many as bots like
    )
    near: Callable[[S], int] | None = (
        None  # how many choices are worth a try in search of an end within a round; 0: none comes
    )
