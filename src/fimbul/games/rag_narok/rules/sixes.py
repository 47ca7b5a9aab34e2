"""A 6 may be rolled again: its owner is asked wherever that can do more, and can do less."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.harm import Stroke, blow_of
from fimbul.games.rag_narok.rules.rolls import (
    Blow,
    d6,
    may_go_either_way,
    worth_rerolling,
    worth_sparing,
    wounded,
)
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.telling import wounds_told
from fimbul.kernel import phrase

KEEP, ROLL = "button:keep", "button:roll-again"


class Six(RagStep, frozen=True):  # rule: test.six-reroll, ruling.reroll-default
    """A die shows a 6 that can be kept, or rolled again and added."""

    prompt, rule = "Roll the 6 again?", "test.six-reroll"

    def pays(self, state: RagNarok) -> bool:
        """Whether rolling again is better on average; then it is offered first."""
        return False

    def thrower(self, state: RagNarok) -> int:
        """The Unit beside which the die is thrown."""
        raise NotImplementedError

    def add(self, state: RagNarok, die: int) -> None:
        """Add one more die, which has been rolled."""
        raise NotImplementedError

    def keep(self, state: RagNarok) -> None:
        """Keep the 6 as it is."""
        raise NotImplementedError

    def roll_on(self, state: RagNarok) -> None:
        self.add(state, d6(state, self.thrower(state)))

    def options(self, state: RagNarok) -> Sequence[str]:
        return (ROLL, KEEP) if self.pays(state) else (KEEP, ROLL)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick == ROLL:
            self.roll_on(state)
        else:
            self.keep(state)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "A 6 is kept, or rolled again and added; a 1 then spoils the roll."


class WoundSix(Six, frozen=True):  # rule: melee.wound-roll, test.six-reroll, ruling.reroll-default
    """The wound roll of one blow, die after die."""

    victim: int = 0
    line: int = 0  # what its dice have come to; 0: it is still to be rolled

    def stroke(self, state: RagNarok) -> Stroke:
        raise NotImplementedError

    def stake(self, state: RagNarok) -> int:
        """How many wounds beyond a death still count."""
        return 0

    def settle(self, state: RagNarok, caused: int, first: int) -> None:
        """That many wounds, and the first die of the roll."""
        raise NotImplementedError

    def ask(self, state: RagNarok) -> str:
        now, one = self.now(state), fighter(state, self.victim).card.name
        return phrase(
            "A 6: {wounds} to {victim}. Keep it, or roll on?", wounds=wounds_told(now), victim=one
        )

    def options(self, state: RagNarok) -> Sequence[str]:
        return super().options(state) if self.line else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if self.line:
            super().run(state, pick)
        elif state.places[self.victim] is not None:  # a Familiar vanishes with its magician
            self.roll_on(state)

    def pays(self, state: RagNarok) -> bool:
        return self.better(state, self.line)

    def better(self, state: RagNarok, line: int) -> bool:
        """Most wounds for an enemy; whoever is struck by its own side is spared."""
        friend = fighter(state, self.victim).seat == self.seat
        return (worth_sparing if friend else worth_rerolling)(line, self.blow(state))

    def blow(self, state: RagNarok) -> Blow:
        return blow_of(state, self.victim, self.stroke(state))

    def now(self, state: RagNarok) -> int:
        return wounded(p.FACES, self.line, self.blow(state))

    def add(self, state: RagNarok, die: int) -> None:
        """Roll until a die is not a 6, is enough, or is for its owner to judge."""
        line, blow = self.line + die, self.blow(state)
        first = min(line, p.FACES)
        while die == p.FACES:
            if state.sixes and may_go_either_way(line, blow, self.stake(state)):
                state.then(structs.replace(self, line=line))
                return
            if not self.better(state, line):
                break
            die = d6(state, self.thrower(state))
            line += die
        self.settle(state, wounded(die, line, blow), first)

    def keep(self, state: RagNarok) -> None:
        self.settle(state, self.now(state), p.FACES)

    def fits(self, state: RagNarok) -> bool:
        known = self.seat in range(p.SEATS) and self.victim in range(len(state.places))
        there = not self.line or (known and state.places[self.victim] is not None)
        return known and there and self.line >= 0 and not self.line % p.FACES
