"""Tests that come by themselves: the table tells what they need, and they need just that."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.charge.charges import React
from fimbul.games.rag_narok.rules.command.staffs import DeclareStaffs
from fimbul.games.rag_narok.rules.ending import KNIGHTING, EndPhase
from fimbul.games.rag_narok.rules.magic.mana import Recover
from fimbul.games.rag_narok.rules.melee.phase import CloseMelee
from fimbul.games.rag_narok.rules.set_up.deploy import ChooseEdge
from fimbul.games.rag_narok.rules.set_up.reserves import Arrive, ShapeUp
from fimbul.games.rag_narok.rules.set_up.tactics import TacticsSix
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.scene.foretell.dues import dues
from fimbul.games.rag_narok.state import RagNarok
from fimbul.games.rag_narok.state.charms import NUMBER
from fimbul.games.rag_narok.state.melee import Combat
from fimbul.kernel import Dice, Note, Rolled, choose, step_of
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    fight,
    put,
    roll_next,
    set_each,
    set_those,
    words,
)
from tests.games.rag_narok.spellbook import duel, give


def marching(gap: float = 40) -> RagNarok:
    state = battle(["6 alahan-guard"], ["6 morbid-puppet"])
    put(state, 0, (30, 10, 90), files=3)
    put(state, 1, (30, 10 + gap, 270), files=3)
    state.phase, state.turn = p.MOVEMENT, 1
    return state


def routed(gap: float) -> RagNarok:
    state = marching(gap)
    state.units[0].mood = p.ROUT
    return state


def shaken() -> RagNarok:
    state = marching()
    state.units[0].shaken = 1
    return state


def waiting() -> RagNarok:
    state = battle(["6 alahan-guard", "1 abel"], ["6 morbid-puppet"])
    put(state, 1, (30, 10, 90))
    put(state, 2, (30, 50, 270), files=3)
    state.phase, state.turn, state.aside.reserve = p.MOVEMENT, 1, (0,)
    state.sides[0].general = state.units[1].ranks[0]
    return state


def beaten(*losses: int) -> RagNarok:
    state = fight("6 alahan-guard", "6 morbid-puppet")
    state.melee.clashed = ((0, 1),)
    set_each(state.units, "losses", list(losses))
    state.then(CloseMelee())
    return state


def hurt() -> RagNarok:
    state = fight("6 alahan-guard", "3 troll")
    state.fighters[state.units[1].ranks[0]].hurt = 1
    set_those(state.fighters, "struck", [state.units[1].ranks[0]])
    state.then(CloseMelee())
    return state


def knighted() -> RagNarok:
    state = marching()
    state.charms = ((NUMBER[KNIGHTING], state.units[0].ranks[0], 9),)
    return state


def told(state: RagNarok) -> Note:
    *_, note = dues(state)
    return note


def needed(note: Note) -> int:
    found = re.search(r": (\d) or more", note.title)
    assert found
    return int(found[1])


def arrive(state: RagNarok) -> bool:
    ask(state, Arrive(0, 0))
    return bool(state.agenda)


def close_turn(state: RagNarok) -> bool:
    ask(state, EndPhase())
    return not state.units[0].shaken and state.units[0].mood == p.CALM


def keep(state: RagNarok) -> bool:
    ask(state, EndPhase())
    return bool(state.charms)


def hold(state: RagNarok) -> bool:
    ask(state, CloseMelee())
    return "holds" in words(state)


def heal(state: RagNarok) -> bool:
    ask(state, CloseMelee())
    return "heals" in words(state)


CASES = [
    (lambda: routed(40), close_turn, ", to rally: ", "state.rally"),
    (lambda: routed(20), close_turn, ", to rally: ", "state.rally"),
    (shaken, close_turn, ", to form up: ", "state.disorganised"),
    (waiting, arrive, ", to arrive: ", "reserve.test"),
    (lambda: beaten(2, 1), hold, ", to hold as the melee stands: ", "fear.defeat"),
    (lambda: beaten(9, 1), hold, ", to hold as the melee stands: ", "fear.defeat"),
    (hurt, heal, ", to regenerate: ", "end.regeneration"),
    (knighted, keep, ", to keep Occult Knighting: ", "miracle.knighting-upkeep"),
]


@pytest.mark.parametrize(("drawn", "comes", "what", "rule"), CASES)
def test_what_is_told_is_what_it_takes(
    drawn: Callable[[], RagNarok], comes: Callable[[RagNarok], bool], what: str, rule: str
) -> None:
    # rule: ruling.test-policy-shown, state.rally, state.disorganised, reserve.test, fear.defeat
    # rule: end.regeneration, miracle.knighting-upkeep
    note = told(drawn())
    assert what in note.title
    assert rule in [fact.rule for fact in note.facts]
    least = needed(note)
    amounts = [fact.amount for fact in note.facts if fact.amount is not None]
    assert not amounts or max(2, sum(amounts)) == least
    for face in range(1, p.FACES + 1):
        state = drawn()
        roll_next(state, face, 1)
        assert comes(state) == (face >= least), face


def test_nothing_is_told_that_will_not_come() -> None:
    state = routed(40)
    state.units[0].mood = p.CALM
    assert not list(dues(state))
    state = waiting()
    state.phase = p.DEPLOYMENT  # who is held back is a secret now  # rule: reserve.declare
    assert not list(dues(state))
    state = waiting()
    state.turn = state.terms.turns
    assert not list(dues(state))
    assert not list(dues(beaten(1, 1)))
    assert not list(dues(beaten(1, 4)))  # rule: skill.undead-fearless
    for state in (beaten(4, 1), hurt()):
        state.agenda.clear()  # pushes come after defeat  # rule: end.melee-close
        assert not list(dues(state))
    shot = hurt()
    shot.agenda.clear()
    shot.phase = p.FIRST_SHOOTING
    assert list(dues(shot))
    for state in (routed(40), shaken()):
        state.phase = p.END  # it is over for this turn  # rule: end.sequence
        assert not list(dues(state))
    state = fight("6 alahan-guard", "6 morbid-puppet")
    state.units[0].mood = p.ROUT  # nobody rallies in a melee  # rule: state.rally
    assert not list(dues(state))


def test_what_comes_in_whole_battles_was_told_before() -> None:
    """Unless the very choice that set it going brought it about."""
    words = {"to form up": "Discipline to form up", "to hold": "after the defeat"}
    seen: dict[str, list[bool]] = {what: [] for what in words}
    for seed in range(24):
        state, dice = GAME.new(GAME.setup(), seed), Dice(seed)
        while state.open:
            decision = state.open[0]
            titles = "; ".join(note.title for note in GAME.scene(state, None).notes)
            pick = decision.options[dice.roll(len(decision.options))]
            choose(state, decision.seat, answer(state, decision) if dice.roll(3) else pick)
            for squad in state.roster.units:
                for what, told in words.items():
                    if any(told in said and squad.name in said for said in texts(state)):
                        seen[what].append(f"{squad.name}, {what}" in titles)
    for what, found in seen.items():
        assert len(found) >= 5, what
        assert sum(found) >= len(found) // 3, what


STONES = {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"}


PITCHED = {"scenario": "pitched-battle", "first": "wolfen-600", "second": "dwarves-600"}
BATTLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}), (1, {}), (2, {}), (3, STONES), (4, PITCHED), (5, PITCHED),
]  # fmt: skip


@pytest.mark.parametrize(("seed", "options"), BATTLES)
def test_no_dice_fall_unannounced(seed: int, options: dict[str, Any]) -> None:
    """What a pick needs is told with it; what comes by itself, beside the table."""
    # rule: ruling.test-policy-shown
    state, dice, come = GAME.new(GAME.setup(**options), seed), Dice(seed), 0
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        step, twin = step_of(state, decision.seat), state.clone()
        pick = decision.options[dice.roll(len(decision.options))]
        pick = answer(state, decision) if dice.roll(3) else pick
        choose(state, decision.seat, pick)
        if any(isinstance(event, Rolled) for event in state.events):
            come += 1
            told = [*foretold(twin, step, pick), *dues(twin)]
            tactics = any("Tactics roll" in text for text in texts(state))
            assert told or tactics, (type(step).__name__, pick, texts(state))
            assert not tactics or "Next Tactics roll" in facts(twin) or isinstance(step, TACTICAL)
    assert come >= 10


TACTICAL = (ChooseEdge, DeclareStaffs, TacticsSix)  # tell it with their picks


def facts(state: RagNarok) -> str:
    notes = GAME.scene(state, None).notes
    return "; ".join(fact.text for note in notes for fact in note.facts)


def test_who_arrives_is_told_until_the_test_is_made() -> None:  # rule: reserve.test
    state = waiting()
    state.phase, state.turn = p.STRATEGY, state.terms.turns
    assert not list(dues(state))  # it comes no more
    state.then(Arrive(0, 0))
    assert told(state).title.startswith("Unit 0, to arrive: ")
    state.agenda.clear()
    state.turn = 2
    state.then(ShapeUp(0, 0))
    assert not list(dues(state))  # it has arrived


def test_a_rally_tells_no_distance_while_a_charge_is_answered() -> None:  # rule: ruling.measuring
    state = routed(20)
    assert list(dues(state))
    state.then(React(0, 1, 0))
    assert not list(dues(state))


def test_initiative_is_told_before_those_in_contact_fight() -> None:  # rule: melee.ini
    state = fight("6 alahan-guard", "6 morbid-puppet")
    assert not list(dues(state))
    state.then(CloseMelee())
    note = told(state)
    assert note.title == "Initiative: the higher total"
    assert len(note.facts) == 2
    state.melee.clashed = ((0, 1),)
    assert not list(dues(state))
    state.melee.clashed, state.melee.combat = (), Combat((0, 1))
    assert not list(dues(state))


def texts(state: RagNarok) -> list[str]:
    return [event.words for event in state.events if event.words]


@pytest.mark.parametrize(
    ("dice", "back"), [((1,), ""), ((2,), "Less"), ((5,), "6"), ((6, 3), "12")]
)
def test_what_a_magician_will_recover_is_told(dice: tuple[int, ...], back: str) -> None:
    # rule: mana.recovery, power.natural-one
    state = duel(["1 questor-of-acheron"], ["6 morbid-puppet"])
    give(state, 0)
    note = told(state)
    assert note.title == "Questor of Acheron, to recover mana: a die + POW 3"
    roll_next(state, *dice)
    state.phase = p.END
    ask(state, Recover())
    told_gems = [fact.text for fact in note.facts if fact.text.startswith(back or "never")]
    came = sum(sum(pool) for pool in each(state.fighters, "pool"))
    assert [int(text.split(": ")[1][0]) for text in told_gems] == [came][: bool(back)]
    assert bool(came) == bool(back)


def test_who_has_recovered_mana_is_not_told_again() -> None:  # rule: mana.recovery
    state = duel(["1 questor-of-acheron"], ["1 alahan-mage"])
    give(state, 0)
    give(state, state.units[1].ranks[0])
    assert len([note for note in dues(state) if "mana" in note.title]) == 2
    state.phase = p.END
    state.then(Recover(number=1))
    (note,) = dues(state)
    assert note.title.startswith("Mage of Alahan, ")
    state.agenda.clear()
    assert not list(dues(state))


def test_who_is_full_of_mana_recovers_none() -> None:  # rule: mana.pool-limit
    state = duel(["1 questor-of-acheron"], ["6 morbid-puppet"])
    give(state, 0, darkness=6)
    assert not list(dues(state))
