"""Phase 2: playing cards, ten tricks of one card each."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules import blue, red
from fimbul.games.drakkar.rules.stowing import Arranging, stow
from fimbul.games.drakkar.state import IS_LATE, Drakkar, DrakkarStep, clockwise, say, throw
from fimbul.kernel import Turned

BOTH_FACES = tuple((FACES[face], FACES[face ^ 1]) for face in range(2 * p.CARDS))
LAST = tuple(f"last:{seat}" for seat in range(p.MOST))


class Trick(DrakkarStep, frozen=True):  # rule: play.ten-tricks
    """Everybody puts down a card, covered; then all are revealed."""

    part = "trick-begin"

    def run(self, state: Drakkar, pick: str | None) -> None:
        state.trick += 1
        state.then(tuple([Commit(seat) for seat in clockwise(state)]), Reveal())


class Commit(Arranging, frozen=True):
    """One card and the face that lies up. Final, and seen by nobody before the reveal."""

    # rule: play.choose-card, play.covered, ruling.commit-final
    rule = "play.choose-card"

    def ask(self, state: Drakkar) -> str:
        if self.holding != NONE:
            return f"Where shall {state.pack.labels[self.holding]} go"
        return "Play a card: choose the face that counts"

    def options(self, state: Drakkar) -> list[str]:
        if self.holding != NONE:
            return self.homes(state)
        hand = state.hands[self.seat]
        names = [p.LATE] if state.late and hand else []
        for face in hand:
            names += BOTH_FACES[face]
        return names + self.liftable(state) if names else []

    def run(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            return
        self.rearrange(state)
        if pick == p.LATE:
            state.played[self.seat] = IS_LATE
            return
        face = p.FACE_OF[pick]
        state.played[self.seat] = face  # rule: play.face-up-counts
        take_from_hand(state, self.seat, face)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if thing in p.FACE_OF and self.holding == NONE:
            if any(p.FACE_OF[thing] in berth for berth in self.berths(state)):
                return "store.move", "That cannot be moved: there is no other place for it."
            return self.rule, "Play a card from your own hand."
        return super().why(state, thing)

    def fits(self, state: Drakkar) -> bool:
        ready = bool(state.hands[self.seat]) and state.played[self.seat] == NONE
        return ready and super().fits(state)


def take_from_hand(state: Drakkar, seat: int, face: int) -> None:
    other = face ^ 1
    state.hands[seat] = tuple([f for f in state.hands[seat] if f not in (face, other)])


class Reveal(DrakkarStep, frozen=True):
    """All cards are turned up together, and go in the order red, yellow, blue."""

    # rule: play.reveal, ruling.fearsome-no-bonus, game.three-phases

    def run(self, state: Drakkar, pick: str | None) -> None:
        pack, played, around = state.pack, state.played, clockwise(state)
        numbered: list[tuple[int, int, int]] = []
        for place, seat in enumerate(around):
            if played[seat] == IS_LATE:
                lose_a_card(state, seat)
            face = played[seat]
            if face != NONE:
                turn_up(state, seat, face)
                if pack.kinds[face] >= p.LOKI:  # rule: ruling.numbers-unique, ruling.number-tie
                    numbered.append((pack.orders[face], place, seat))
        numbered.sort()  # rule: play.red-first, play.blue-third
        reds = [red.STEPS[k](n[2]) for n in numbered if (k := pack.kinds[played[n[2]]]) < p.RAID]
        blues = [blue.STEPS[k](n[2]) for n in numbered if (k := pack.kinds[played[n[2]]]) >= p.RAID]
        state.then(*reds, Yellow(), *blues)


def turn_up(state: Drakkar, seat: int, face: int) -> None:
    state.last[seat] = face
    label = state.pack.labels[face]
    words = f"{{{seat}}} reveals {label}"
    state.events.append(Turned(seat=seat, thing=LAST[seat], face=label, words=words))


def lose_a_card(state: Drakkar, seat: int) -> None:
    """Too late: a card drawn at random is discarded in place of this trick's play."""
    # rule: play.late-discard, ruling.late-replaces-play
    hand = state.hands[seat]
    face = hand[state.roll(len(hand))]
    take_from_hand(state, seat, face)
    state.played[seat], state.last[seat] = NONE, face
    throw(state, face)
    say(state, seat, f"is late and discards {state.pack.labels[face]}")


class Yellow(DrakkarStep, frozen=True):
    """Equipment that was not stolen goes in front of its owner, everybody's at once."""

    # rule: play.yellow-second, ruling.yellow-order

    def run(self, state: Drakkar, pick: str | None) -> None:
        kinds, played = state.pack.kinds, state.played
        asked: list[DrakkarStep] = []
        for seat in clockwise(state):
            face = played[seat]
            if face != NONE and kinds[face] < p.LOKI:
                state.loose[seat], played[seat] = face, NONE
                step = stow(state, seat)
                if step is not None:
                    asked.append(step)
        if asked:
            state.then(tuple(asked))
