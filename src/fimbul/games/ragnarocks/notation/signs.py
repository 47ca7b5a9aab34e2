"""Turns with powers as text: every step says how its picks are written, in the order of play.

A pick that is written with nothing (a pass, a card) is read where nothing else fits. In a turn
that breaks off, `.` stands for such a pick at its end, and `?` says that a power was still asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.turn import TurnStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Choice, choose, next_step, phrase, quoted

SKIP = "skip"
SILENT, OPEN_END = ".", "?"
PASSED = "pass"  # another turn, not taken
NO_COMMAND = "[none]"
CELL = re.compile(r"[^a-z\d]*([a-z]\d+)", re.ASCII)


def write_turns(state: Ragnarocks, choices: Sequence[Choice]) -> Iterator[tuple[int, str]]:
    """The lines of a match; what is chosen before the first turn has lines of its own."""
    if not state.last:
        yield from [(0, SKIP)] * state.turns
    signs: list[str] = []
    for seat, thing in choices:
        step, turns = turn_step(state), state.turns
        signs.append(step.sign(state, thing))
        alone = step.before_play or (thing == p.PASS and signs == [PASSED])
        choose(state, seat, thing)
        if alone or state.turns > turns:
            yield len(signs), joined(signs)
            yield from [(0, SKIP)] * (state.turns - turns - (not alone))
            signs = []
    if signs:
        yield len(signs), unfinished(state, signs)


def unfinished(state: Ragnarocks, signs: list[str]) -> str:
    """A turn that breaks off: silent picks at its end are written out."""
    told = max(number for number, sign in enumerate(signs, start=1) if sign)
    text = joined(signs) + SILENT * (len(signs) - told)
    return text + OPEN_END if passes_to_the_end(state) else text


def joined(signs: list[str]) -> str:
    """The text of a turn; a command not given is written only if nothing else is."""
    text = "".join(signs)
    return text.replace(NO_COMMAND, "") or text


def turn_step(state: Ragnarocks) -> TurnStep:
    step = next_step(state)
    assert isinstance(step, TurnStep), "whatever is asked is a step of a turn"
    return step


def passes_to_the_end(state: Ragnarocks) -> list[Choice]:
    """The passes that would complete the turn under way; none if passing does not."""
    twin, passed = state.clone(), []
    while twin.asked and p.PASS in twin.asked[0].options and not turn_step(twin).opens_turn():
        passed.append((twin.asked[0].seat, p.PASS))
        choose(twin, *passed[-1])
    return passed if twin.turns > state.turns or twin.result is not None else []


class Reading(Struct):
    """A turn's text on its way into choices."""

    state: Ragnarocks
    rest: str
    choices: list[Choice] = field(default_factory=list)

    def take(self, thing: str, length: int) -> None:
        self.choices.append((self.state.asked[0].seat, thing))
        self.rest = self.rest[length:]
        choose(self.state, *self.choices[-1])


def read_turn(state: Ragnarocks, turn: str) -> list[Choice]:
    """ValueError says what is wrong; a hex that cannot be chosen is left to the rules."""
    if state.result is not None or not begins(state):
        raise ValueError(phrase("no turn can begin with {turn} here", turn=quoted(turn)))
    if not turn:
        raise ValueError("an empty line is no turn")
    reading = Reading(state.clone(), turn.removesuffix(OPEN_END))
    first = True
    while reading.rest:
        if not reading.state.asked or (begins(reading.state) and not first):
            over = "{rest} is too much: the turn is over"
            raise ValueError(phrase(over, rest=quoted(reading.rest)))
        prelude = turn_step(reading.state).prelude
        wrong = read_pick(reading)
        if wrong:
            return [*reading.choices, wrong]
        first = first and prelude
    if turn.endswith(OPEN_END) or begins(reading.state):
        return reading.choices
    return reading.choices + passes_to_the_end(reading.state)


def begins(state: Ragnarocks) -> bool:
    return bool(state.asked) and (turn_step(state).opens_turn() or turn_step(state).before_play)


def read_pick(reading: Reading) -> Choice | None:
    """Take the option whose sign comes next; else what the text names, for the rules to refuse."""
    state, rest = reading.state, reading.rest
    decision, step = state.asked[0], turn_step(state)
    signs = {option: step.sign(state, option) for option in decision.options}
    fitting = [option for option, sign in signs.items() if sign and rest.startswith(sign)]
    silent = [option for option, sign in signs.items() if not sign]
    if fitting:
        best = max(fitting, key=lambda option: len(signs[option]))
        reading.take(best, len(signs[best]))
    elif silent:
        reading.take(silent[0], rest.startswith(SILENT))
    elif step.opens_turn() and p.PASS in signs:
        reading.take(p.PASS, 0)
    else:
        return misread(state, rest, signs)
    return None


def misread(state: Ragnarocks, rest: str, signs: dict[str, str]) -> Choice:
    named = CELL.match(rest)
    cell = f"cell:{named[1]}" if named else ""
    if cell not in p.board(state.board).index or cell in signs:
        possible = ", ".join(sorted(signs.values())[:8])
        wrong = "{rest} cannot be read here: expected one of {possible}"
        raise ValueError(phrase(wrong, rest=quoted(rest), possible=possible))
    return state.asked[0].seat, cell
