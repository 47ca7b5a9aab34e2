"""What touching a thing would do, shown before it is touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.battle import ChooseHero, LayLast, LayTwo, Swap, TurnDice
from fimbul.games.nine_realms.rules.strength import BattleLine, best_turn, bonus, total
from fimbul.games.nine_realms.scene.ledger import STEP_RULES, foreseen_total, grown, ledger, promise
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Fact, Note, Preview, Step, Thing, decision_of, phrase, step_of


def previews(state: NineRealms, seat: int) -> Iterator[Preview]:
    """For each option of this seat's decision, what it would add."""
    decision = decision_of(state, seat)
    if decision is None or seat in state.sealed:
        return
    step = step_of(state, seat)
    for thing in decision.options:
        if not thing.startswith("button:"):
            yield _preview(state, step, thing)


def _preview(state: NineRealms, step: Step[Any] | None, thing: str) -> Preview:
    if isinstance(step, ChooseHero | Swap):
        return _of_hero(state, thing)
    if isinstance(step, LayTwo):
        return _of_card(state, step, thing)
    if isinstance(step, LayLast):
        return _of_last(state, step.seat, thing)
    assert isinstance(step, TurnDice), "there is nothing else to choose"
    return _of_die(state, step, thing)


def _of_hero(state: NineRealms, thing: str) -> Preview:
    line = BattleLine(state.box.hero_number[thing])
    return _promised(state, thing, line, before=0)


def _of_card(state: NineRealms, step: LayTwo, thing: str) -> Preview:
    numbers = [state.box.card_number[name] for name in (step.first, thing) if name]
    hero = state.lines[step.seat].hero
    before = total(state.box, state.realm, BattleLine(hero, tuple(numbers[:-1])))
    return _promised(state, thing, BattleLine(hero, tuple(numbers)), before)


def _promised(state: NineRealms, thing: str, line: BattleLine, before: int) -> Preview:
    """A line before its dice, as the thing would leave it."""
    facts = ledger(state.box, state.realm, line)
    title = promise(state.box, state.realm, line)
    more = total(state.box, state.realm, line) - before
    grows = before and more and title.isdecimal()
    outcome = f"{before} + {more} = {title}" if grows else title
    return Preview(thing, notes=(Note(title, facts),), outcome=outcome)


def _of_last(state: NineRealms, seat: int, thing: str) -> Preview:
    box, before = state.box, total(state.box, state.realm, state.lines[seat])
    line = structs.replace(state.lines[seat], last=box.card_number[thing])
    title, fact = foreseen_total(box, line, before)
    if gain := _gain(line.dice, best_turn(line.dice, box.steps[line.last])):
        title = grown(before, gain)
    return Preview(thing, notes=(Note(title, (fact,)),), outcome=title)


def _gain(dice: tuple[int, ...], ups: tuple[int, ...]) -> int:
    shown = list(dice)
    for die in ups:
        shown[die] += 1
    return bonus(shown) - bonus(dice)


def _of_die(state: NineRealms, step: TurnDice, thing: str) -> Preview:
    die = p.DIE_NUMBER[step.seat][thing]
    face = step.shown(state)[die]
    gain = p.WORTH[face + 1] - p.WORTH[face]
    line = structs.replace(state.lines[step.seat], ups=step.ups)
    before = total(state.box, state.realm, line)
    title = grown(before, gain)
    words = phrase("die {face} turned up to {new}", face=face, new=face + 1)
    fact = Fact(words, STEP_RULES[step.steps], gain)
    art, worth = f"die-{face + 1}", f"+{p.WORTH[face + 1]}"
    ghost = Thing(thing, art, phrase("die {face}", face=face + 1), badge=worth, kind="die")
    return Preview(thing, ghosts=(ghost,), notes=(Note(title, (fact,)),), outcome=title)
