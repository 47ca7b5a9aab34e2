"""Cards with a red banner: they act before the rivals' cards take effect."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules.steps import Asking
from fimbul.games.drakkar.rules.stowing import drop, place
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import (
    Drakkar,
    points,
    rivals,
    say,
    steal,
    throw,
    wanted_kinds,
)


def spend(state: Drakkar, seat: int) -> None:
    """A red or blue card has done its work, or could not."""
    throw(state, state.played[seat])
    state.played[seat] = NONE


def fizzle(state: Drakkar, seat: int) -> None:  # rule: play.unplayable, ruling.must-carry-out
    """A revealed card that cannot be carried out is discarded without effect."""
    state.events.append(state.pack.fizzles[seat][state.played[seat]])
    spend(state, seat)


def richest_first(state: Drakkar, seat: int) -> list[int]:
    """The rivals, most points first, the nearest clockwise on a tie."""
    poverty = [-points(loot) for loot in state.loot]
    return sorted(rivals(state, seat), key=poverty.__getitem__)


class Loki(Asking, frozen=True):  # rule: red.loki
    """A token of choice from a rival of choice: touch the token."""

    beat = True
    rule, prompt = "red.loki", "Loki: take a loot token from a rival"

    def possible(self, state: Drakkar) -> list[str]:
        return [  # rule: ruling.loki-kind
            p.TOKENS[rival][kind]
            for rival in richest_first(state, self.seat)
            for kind in wanted_kinds(state, self.seat, rival)
        ]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            fizzle(state, self.seat)
            return
        spend(state, self.seat)
        steal(state, self.seat, pick, self.rule)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        return "ruling.loki-kind", "Loki takes a token that one of your rivals has."

    def fits(self, state: Drakkar) -> bool:
        return plays(state, self.seat, p.LOKI)


class Thief(Asking, frozen=True):  # rule: red.thief-steal
    """One yellow card that a rival has revealed in this trick and that is still there."""

    beat = True
    rule, prompt = "red.thief-steal", "Thief: take a yellow card that a rival has just revealed"

    def possible(self, state: Drakkar) -> list[str]:  # rule: red.thief-only-now
        kinds, played = state.pack.kinds, state.played
        faces = [played[rival] for rival in rivals(state, self.seat)]
        return [FACES[face] for face in faces if face != NONE and kinds[face] < p.LOKI]

    def do(self, state: Drakkar, pick: str | None) -> None:  # rule: ruling.thief-must-take
        seat = self.seat
        if pick is None:
            fizzle(state, seat)
            return
        spend(state, seat)
        face = p.FACE_OF[pick]
        victim = state.played.index(face)  # rule: ruling.two-thieves
        state.played[victim], state.loose[seat] = NONE, face
        say(state, seat, f"steals {state.pack.labels[face]} from {{{victim}}}")
        if s.usable(state.pack, state.ships[seat], face):
            state.then(Fence(seat))
        else:  # rule: red.thief-not-to-hand
            drop(state, seat)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if any(p.FACE_OF.get(thing) in berth for berths in state.ships for berth in berths):
            return "red.thief-only-now", "The Thief takes only cards revealed in this trick."
        return self.rule, "The Thief takes a yellow card that a rival has revealed in this trick."

    def fits(self, state: Drakkar) -> bool:
        return plays(state, self.seat, p.THIEF)


class Fence(Asking, frozen=True):  # rule: red.thief-use, ruling.thief-timing
    """A stolen card is used at once, in the red step, or discarded."""

    places = True
    rule = "red.thief-use"

    def ask(self, state: Drakkar) -> str:
        return f"Use the stolen {state.pack.labels[state.loose[self.seat]]}, or discard it"

    def possible(self, state: Drakkar) -> list[str]:
        return [p.USE, p.DISCARD]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.USE:
            place(state, self.seat)
        else:
            drop(state, self.seat)

    def fits(self, state: Drakkar) -> bool:
        face = state.loose[self.seat]
        return face != NONE and s.usable(state.pack, state.ships[self.seat], face)


def plays(state: Drakkar, seat: int, kind: int) -> bool:
    """Whether that seat has a face of that kind in the middle."""
    face = state.played[seat]
    return face >= 0 and state.pack.kinds[face] == kind


STEPS = {p.LOKI: Loki, p.THIEF: Thief}
