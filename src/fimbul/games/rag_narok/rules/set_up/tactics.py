"""The Tactics roll: who decides the order of things, and how many Orders each Commander gives."""

from __future__ import annotations

from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.rolls import (
    Roll,
    again,
    beats,
    contest,
    faces_of,
    rolled_on,
    told,
)
from fimbul.games.rag_narok.rules.sixes import Six
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import tactics
from fimbul.games.rag_narok.state import RagNarok, say, standing
from fimbul.kernel import Thrown, phrase, player

Rolls = tuple[Roll, Roll]


def banner(state: RagNarok, seat: int) -> int:
    """The Unit beside which that seat's dice are thrown: its first that still stands.

    Before anybody is deployed, simply its first.
    """
    return next(iter(standing(state, seat)), state.roster.of(seat)[0])


class RollTold(NamedTuple):
    """What a Tactics roll has come to, in short and in a sentence."""

    short: str
    words: str


WON = RollTold("wins", "{who} wins the Tactics roll, {mine} against {theirs}")
LEADS = RollTold("leads", "{who} leads in the Tactics roll, {mine} against {theirs}")


def throw(state: RagNarok) -> Rolls:  # rule: turn.tactics-roll, test.opposed
    """Both roll with their Commander's Discipline; ties are rolled again."""
    sides = [(banner(state, seat), tactics(state, seat)) for seat in range(p.SEATS)]
    while True:
        rolls = contest(state, (sides[0], sides[1]))
        if ahead(state, rolls):
            return rolls


def ahead(state: RagNarok, rolls: Rolls) -> int:
    """1: the first seat wins, -1: the second; 0: neither."""
    return beats(rolls[0], tactics(state, 0), rolls[1], tactics(state, 1))


def decide(state: RagNarok, rolls: Rolls) -> None:  # rule: turn.tactics-roll
    """The winner, and both results."""
    for side, roll in zip(state.sides, rolls, strict=True):
        side.tactics = roll.total
    state.winner = 0 if ahead(state, rolls) > 0 else 1
    report(state, state.winner, rolls, WON)


def report(state: RagNarok, seat: int, rolls: Rolls, does: RollTold) -> None:
    outcomes = tuple(does.short * (one == seat) for one in range(p.SEATS))
    mine, theirs = (told(rolls[one], tactics(state, one)) for one in (seat, 1 - seat))
    for one in range(p.SEATS):
        faces = faces_of(rolls[one], tactics(state, one))
        state.events.append(
            Thrown(
                seat=one, title="Tactics roll", who=player(one), rule="turn.tactics-roll",
                terms=("a die + the Commander's Discipline", *again(faces)), faces=faces,
                plus=tactics(state, one), outcome=outcomes[one], good=one == seat or None,
            )
        )  # fmt: skip
    say(state, seat, phrase(does.words, who=player(seat), mine=mine, theirs=theirs))


class RollTactics(RagStep, frozen=True):  # rule: turn.tactics-roll, test.opposed
    """The roll of a turn: its result is also how many Orders there are."""

    phase = p.STRATEGY  # rule: ruling.reroll-default

    def run(self, state: RagNarok, pick: str | None) -> None:
        weigh(state, throw(state))


def weigh(state: RagNarok, rolls: Rolls) -> None:  # rule: test.six-reroll, ruling.reroll-default
    """Whoever is ahead with a 6 may risk his lead for more Orders."""
    seat = 0 if ahead(state, rolls) > 0 else 1
    if not rolls[seat].six or state.sides[seat].general < 0:
        decide(state, rolls)
    elif state.sixes:
        report(state, seat, rolls, LEADS)
        state.then(TacticsSix(seat, rolls))
    else:
        TacticsSix(seat, rolls).roll_on(state)


class TacticsSix(Six, frozen=True):  # rule: test.six-reroll, ruling.reroll-default
    """The leader's 6: more Orders, or on a 1 the roll is lost."""

    phase = p.STRATEGY  # rule: turn.tactics-roll
    rolls: Rolls = (Roll(0, False, 0), Roll(0, False, 0))

    def ask(self, state: RagNarok) -> str:
        mine, theirs = self.rolls[self.seat].total, self.rolls[1 - self.seat].total
        words = "A 6: you win the Tactics roll, {mine} to {theirs}. Keep it, or roll on?"
        return phrase(words, mine=mine, theirs=theirs)

    def pays(self, state: RagNarok) -> bool:
        return True

    def thrower(self, state: RagNarok) -> int:
        return banner(state, self.seat)

    def add(self, state: RagNarok, die: int) -> None:
        mine = rolled_on(self.rolls[self.seat], die)
        weigh(state, (mine, self.rolls[1]) if self.seat == 0 else (self.rolls[0], mine))

    def keep(self, state: RagNarok) -> None:
        decide(state, self.rolls)

    def fits(self, state: RagNarok) -> bool:
        known = self.seat in range(p.SEATS)
        return known and self.rolls[self.seat].six and state.sides[self.seat].general >= 0
