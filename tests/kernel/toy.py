"""A table of plain steps, to see the kernel at work without a game around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fimbul.kernel import Row, Said, State, Step, Timing, settle


class Toy(State, kw_only=True):
    order = "toy.order"
    told: list[str] = []  # what has run, in order
    shut: list[str] = []  # things that cannot be touched any more


class Ask(Step[Toy], frozen=True):
    """Offers `things`, tells its pick."""

    things: tuple[str, ...] = ("toy:a", "toy:b")
    prompt, rule = "Choose a toy", "toy.ask"

    def options(self, state: Toy) -> Sequence[str]:
        return [thing for thing in self.things if thing not in state.shut]

    def run(self, state: Toy, pick: str | None) -> None:
        state.told.append(f"{self.seat}={pick}")
        state.events.append(Said(seat=self.seat, words=f"takes {pick}"))


class Mild(Ask, frozen=True):
    """An Ask whose sealed pick may be changed."""

    changeable = True


class Dash(Ask, frozen=True):
    """In a row of these the first to pick is served first; what is picked is gone."""

    races = True

    def run(self, state: Toy, pick: str | None) -> None:
        super().run(state, pick)
        if pick is not None:
            state.shut.append(pick)

    def timing(self, state: Toy) -> Timing:
        return Timing(opens=self.seat)


class Fill(Ask, frozen=True):
    """Goes on until it has two things or is told that it is done."""

    had: tuple[str, ...] = ()

    def options(self, state: Toy) -> Sequence[str]:
        rest = [thing for thing in super().options(state) if thing not in self.had]
        return [*rest, "button:done"] if self.had else rest

    def again(self, state: Toy, pick: str) -> Fill | None:
        if self.had or pick == "button:done":
            return None
        return Fill(self.seat, self.things, (*self.had, pick))

    def run(self, state: Toy, pick: str | None) -> None:
        state.told.append(f"{self.seat}={'+'.join([*self.had, str(pick)])}")


class Shut(Step[Toy], frozen=True):
    """Asks nobody: shuts a thing away."""

    thing: str = "toy:a"

    def run(self, state: Toy, pick: str | None) -> None:
        state.told.append(f"shut {self.thing} ({pick})")
        state.shut.append(self.thing)


class Win(Step[Toy], frozen=True):
    """The match is over, by this seat."""

    def run(self, state: Toy, pick: str | None) -> None:
        places = [2] * state.seats
        places[self.seat] = 1
        state.finish(places, "toy.win", list(range(state.seats)))


def toy(*rows: Step[Any] | Row, seats: int = 3, seed: int = 0) -> Toy:
    """A state with that agenda, at its first decision."""
    state = Toy(seats=seats, seed=seed)
    state.then(*rows, Win(0))
    settle(state)
    return state
