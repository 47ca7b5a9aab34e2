"""A searcher of a game's own, where a game has one. Bots bring the time, the game the knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from fimbul.kernel.state import State

S_contra = TypeVar("S_contra", bound="State", contravariant=True)
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
