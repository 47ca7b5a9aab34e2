"""Phase 2: playing cards, ten tricks of one card each."""

from __future__ import annotations

from functools import cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules import blue, red
from fimbul.games.drakkar.rules.steps import DrakkarStep
from fimbul.games.drakkar.rules.stowing import Arranging, stow
from fimbul.games.drakkar.state.table import IS_LATE, Drakkar, clockwise, say, throw
from fimbul.kernel import Row, Timing

BOTH_FACES = tuple((FACES[face], FACES[face ^ 1]) for face in range(2 * p.CARDS))


class Trick(DrakkarStep, frozen=True):  # rule: play.ten-tricks
    """Everybody puts down a card, covered; then all are revealed."""

    part, beat = "trick-begin", True

    def run(self, state: Drakkar, pick: str | None) -> None:
        state.trick += 1
        state.agenda += (REVEAL, commits(clockwise(state)))


class Commit(Arranging, frozen=True):  # rule: play.choose-card, play.covered, ruling.commit-final
    """One card and the face that lies up. Final, and seen by nobody before the reveal."""

    rule = "play.choose-card"
    prompt = "Play a card: choose the face that builds your ship for the quest or robs a rival"

    def options(self, state: Drakkar) -> list[str]:
        hand = state.hands[self.seat]
        names = [p.LATE] if state.late and hand else []
        for face in hand:
            names += BOTH_FACES[face]
        if names:
            names += self.movable(state)
        return names

    def run(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            return
        if self.moved:
            self.rearrange(state)
        if pick == p.LATE:
            state.played[self.seat] = IS_LATE
            return
        face = p.FACE_OF[pick]
        state.played[self.seat] = face  # rule: play.face-up-counts
        take_from_hand(state, self.seat, face)

    def timing(self, state: Drakkar) -> Timing | None:  # rule: play.fearsome
        """The first to put a card down may count to five, or it is counted for them."""
        count = 0 if state.count == "off" else p.COUNT  # rule: play.count-five
        calls = p.CALLED if state.count == "auto" else 0  # rule: ruling.count-option
        late = Timing(closes=state.clock, count=count, calls=calls, late=p.LATE)
        return late if state.late else None  # rule: ruling.count-apart

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if any(p.FACE_OF.get(thing) in berth for berth in self.berths(state)):
            return "store.move", "That card cannot be moved now."
        return self.rule, "Play a card from your own hand."

    def fits(self, state: Drakkar) -> bool:
        ready = bool(state.hands[self.seat]) and state.played[self.seat] == NONE
        return ready and super().fits(state)


def take_from_hand(state: Drakkar, seat: int, face: int) -> None:
    hand = state.hands[seat]
    at = hand.index(face if face in hand else face ^ 1)
    state.hands[seat] = hand[:at] + hand[at + 1 :]


class Reveal(DrakkarStep, frozen=True):  # rule: play.reveal, game.three-phases
    """All cards are turned up together, and go in the order red, yellow, blue."""

    def run(self, state: Drakkar, pick: str | None) -> None:  # rule: ruling.fearsome-no-bonus
        pack, played, last = state.pack, state.played, state.last
        numbered: list[tuple[int, int, Row]] = []
        for place, seat in enumerate(clockwise(state)):
            if played[seat] == IS_LATE:
                lose_a_card(state, seat)
            face = played[seat]
            if face != NONE:
                last[seat] = face
                kind = pack.kinds[face]
                if kind >= p.LOKI:  # rule: ruling.numbers-unique, ruling.number-tie
                    red_or_blue = pack.orders[face] + (BLUE if kind >= p.RAID else 0)
                    numbered.append((red_or_blue, place, STEPS[kind][seat]))
        if numbered:  # rule: play.red-first, play.blue-third
            numbered.append((BLUE, 0, YELLOW))
            numbered.sort(reverse=True)
            state.agenda += [row for _, _, row in numbered]
        else:
            state.agenda.append(YELLOW)


def lose_a_card(state: Drakkar, seat: int) -> None:  # rule: play.late-discard
    """Too late: a card drawn at random is discarded in place of this trick's play."""
    hand = state.hands[seat]
    face = hand[state.roll(len(hand))]
    take_from_hand(state, seat, face)
    state.played[seat], state.last[seat] = NONE, face  # rule: ruling.late-replaces-play
    throw(state, face)
    say(state, seat, "{who} is late and discards {card}", card=state.pack.nouns[face])


class Yellow(DrakkarStep, frozen=True):  # rule: play.yellow-second, ruling.yellow-order
    """Equipment that was not stolen goes in front of its owner, everybody's at once."""

    beat = True

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


# Steps are values: one of each for each seat serves every trick.
BLUE = 10**6  # above every number of a red banner, so that blue ones come last
STEPS = {
    kind: tuple((step(seat),) for seat in range(p.MOST))
    for kind, step in {**red.STEPS, **blue.STEPS}.items()
}
YELLOW, REVEAL = (Yellow(),), (Reveal(),)


@cache
def commits(seats: tuple[int, ...]) -> Row:
    return tuple([Commit(seat) for seat in seats])
