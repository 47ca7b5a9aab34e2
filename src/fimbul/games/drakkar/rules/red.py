"""Cards with a red banner: they act before the rivals' cards take effect."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules.steps import Asking
from fimbul.games.drakkar.rules.stowing import drop, place
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import (
    KEPT,
    Drakkar,
    points,
    rivals,
    said,
    steal,
    throw,
    wanted_kinds,
)
from fimbul.kernel import Said, phrase


def spend(state: Drakkar, seat: int) -> None:
    """A red or blue card is discarded: it has done its work, or could not."""
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
    rule, prompt = "red.loki", "Loki steals for you: take a loot token from a rival"

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
    rule = "red.thief-steal"
    prompt = "Your Thief steals: take a yellow card that a rival has just revealed"

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
        useful, look = s.usable(state.pack, state.ships[seat], face), state.pack.looks[face]
        state.events.append(_theft(state.pack, seat, look, victim, useful))
        if useful:
            state.then(Fence(seat))
        else:  # rule: red.thief-not-to-hand
            state.loose[seat] = NONE
            throw(state, face)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if any(p.FACE_OF.get(thing) in berth for berths in state.ships for berth in berths):
            return "red.thief-only-now", "The Thief takes only cards revealed in this trick."
        return self.rule, "The Thief takes a yellow card that a rival has revealed in this trick."

    def fits(self, state: Drakkar) -> bool:
        return plays(state, self.seat, p.THIEF)


@lru_cache(KEPT)
def _theft(pack: Pack, seat: int, face: int, victim: int, useful: bool) -> Said:
    steals = "{who} steals {card} from {rival}"
    wastes = "{who} steals {card} from {rival}, has no use for it and discards it"
    template = steals if useful else wastes
    return said(seat, template, card=pack.nouns[face], rival=p.PLAYERS[victim])


class Fence(Asking, frozen=True):  # rule: red.thief-use, ruling.thief-timing
    """A stolen card is used at once, in the red step, or discarded."""

    places = True
    rule = "red.thief-use"

    def ask(self, state: Drakkar) -> str:
        return _fences(state.pack, state.loose[self.seat])

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


@lru_cache(KEPT)
def _fences(pack: Pack, face: int) -> str:
    card = pack.labels[face]
    return phrase("Use the stolen {card} on your ship at once, or discard it", card=card)


def plays(state: Drakkar, seat: int, kind: int) -> bool:
    """Whether that seat has a face of that kind in the middle."""
    face = state.played[seat]
    return face >= 0 and state.pack.kinds[face] == kind


STEPS = {p.LOKI: Loki, p.THIEF: Thief}
