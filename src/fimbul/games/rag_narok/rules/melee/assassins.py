"""Assassins: one stab before the melee is separated."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.rules.melee.blows import stroke_of
from fimbul.games.rag_narok.rules.melee.duel import gain, swing
from fimbul.games.rag_narok.rules.melee.fights import attack_value
from fimbul.games.rag_narok.rules.rolls import told
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.strokes import Land
from fimbul.games.rag_narok.state import RagNarok, fighter, is_routed, say
from fimbul.kernel import phrase

HOLD = "button:hold"


def assassins(state: RagNarok) -> list[int]:  # rule: skill.assassin-order, ruling.assassin-effect
    """Those who charged or engaged this turn and are in contact, the Tactics winner's first."""
    touched = contacts(state)  # rule: rout.no-attacks
    found = [
        number
        for number in holders(state.armies, "assassin")
        if number in touched
        and state.units[unit := fighter(state, number).unit].assailed
        and not is_routed(state, unit)
    ]
    return sorted(found, key=lambda n: (fighter(state, n).seat != state.winner, n))


class NextAssassin(RagStep, frozen=True):  # rule: skill.assassin-order
    """One after another; whoever falls to an earlier stab makes none."""

    phase = p.MELEE
    done: tuple[int, ...] = ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        ready = [number for number in assassins(state) if number not in self.done]
        if ready:
            seat = fighter(state, ready[0]).seat
            state.then(Stab(seat, ready[0]), NextAssassin(done=(*self.done, ready[0])))


class Stab(RagStep, frozen=True):  # rule: ruling.assassin-effect
    """Whom, and how hard: one attack with one of its dice that nobody parries."""

    phase = p.MELEE
    prompt, rule = "Choose a victim for the Assassin", "ruling.assassin-effect"
    number: int = 0
    victim: int = -1

    def ask(self, state: RagNarok) -> str:
        name = fighter(state, self.number).card.name
        if self.victim >= 0:
            return phrase("Announce how hard {fighter} stabs", fighter=name)
        return phrase("Should {fighter} stab before the melee?", fighter=name)

    def options(self, state: RagNarok) -> Sequence[str]:
        if self.victim >= 0:
            value = self.value(state)
            return [f"difficulty:{value + more}" for more in range(1, p.HARDEST + 1)]
        foes = contacts(state).get(self.number, ())
        return [HOLD, *(fighter(state, foe).id for foe in foes)]

    def value(self, state: RagNarok) -> int:
        mine, theirs = fighter(state, self.number), fighter(state, self.victim)
        return attack_value(state, mine.group, theirs.group)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None or pick == HOLD:
            return
        if self.victim < 0:
            foes = contacts(state)[self.number]
            victim = next(foe for foe in foes if fighter(state, foe).id == pick)
            state.then(Stab(self.seat, self.number, victim))
        else:
            self.stab(state, int(pick.removeprefix("difficulty:")))

    def stab(self, state: RagNarok, difficulty: int) -> None:
        one, value = fighter(state, self.number), self.value(state)
        roll = swing(state, one.group, fighter(state, self.victim).group, difficulty)
        words = "{fighter} stabs: {sum} against {difficulty}"
        parts = {"fighter": one.card.name, "sum": told(roll, value), "difficulty": difficulty}
        say(state, one.seat, phrase(words, **parts))
        state.fighters[self.number].spent += 1
        for more in gain(state, one.group, difficulty, roll):
            stroke = stroke_of(state, one.group, self.victim, more)
            state.then(Land(self.seat, self.victim, 0, one.unit, stroke, self.number))

    def fits(self, state: RagNarok) -> bool:
        foes = contacts(state).get(self.number, ())
        return self.number in assassins(state) and self.victim in (-1, *foes)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "An Assassin stabs an enemy in contact with it, or holds back."
