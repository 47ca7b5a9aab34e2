"""Every [[example]] of the rulebook, from its own check vectors or played by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules import battle
from fimbul.games.nine_realms.rules.strength import (
    BattleLine,
    base,
    best_turn,
    bonus,
    cunning_dice,
    dice_count,
    faces,
    total,
)
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import choose, decision_of, settle
from tests.games.nine_realms import table as t

EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example for example in GAME.rulebook.tables["example"]
}
BY_HAND = {"example.battle-tie", "example.setup", "example.hero-goes-back"}  # in test_battle.py
Check = dict[str, Any]
SIDE = {"aesir": t.AESIR, "jotunn": t.JOTUNN}


# rule: strength.hero-reveal, realm.circle, ruling.circle-favours-one-side, card.wonder-strength
# rule: ruling.trickster-strength
def check_base(check: Check, _: pytest.MonkeyPatch) -> None:
    line = t.line(check["hero"], check["cards"])
    assert line.hero in t.BOX.own_heroes(SIDE[check["side"]])
    assert base(t.BOX, t.REALM[check["realm"]], line) == check["expect"]


# rule: strength.dice-icons, realm.square, ruling.square-per-card, ruling.wonder-no-dice
# rule: card.monster-dice, card.treasure-dice, card.dwarven-dice, card.hall-dice
def check_dice_count(check: Check, _: pytest.MonkeyPatch) -> None:
    count = dice_count(t.BOX, t.REALM[check["realm"]], t.cards(check["cards"]))
    assert count == check["expect"]


# rule: wisdom.low, wisdom.middle, wisdom.high
def check_bonus(check: Check, _: pytest.MonkeyPatch) -> None:
    assert bonus(check["dice"]) == check["expect"]


# rule: card.treasure-rotate-1, card.treasure-rotate-2, card.treasure-rotate-3
def check_turn(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turned die by die at the table, with a Treasure of that many steps."""
    dice, to = tuple(check["dice"]), check["to"]
    state = turning(dice, check["steps"])
    before = total(t.BOX, state.realm, state.lines[t.AESIR])
    picks = [n for n, face in enumerate(dice) for _ in range(to[n] - face)]
    monkeypatch.setattr(
        battle.Compare, "run", lambda step, state, pick: state.finish((1, 1), "win.tie")
    )
    for number in picks:
        choose(state, t.AESIR, p.DIE[t.AESIR][number])
    if decision_of(state, t.AESIR):
        choose(state, t.AESIR, p.DONE)
    line = state.lines[t.AESIR]
    assert faces(line) == to
    assert total(t.BOX, state.realm, line) - before == check["gain"]


def turning(dice: tuple[int, ...], steps: int) -> NineRealms:
    """The Aesir have played a Treasure of that many steps; the other cards do not matter."""
    state = t.lay(t.Wanted())
    last = next(n for n, found in enumerate(t.BOX.steps) if found == steps)
    state.lines = [BattleLine(t.hero("odin"), (), dice, last), t.line("ymir", last="valhalla")]
    state.drawn, state.agenda = [(), ()], state.agenda[:1]
    state.then(battle.TurnDice(t.AESIR, steps))
    settle(state)
    return state


# rule: ruling.rotate-free-split
def check_best_turn(check: Check, _: pytest.MonkeyPatch) -> None:
    dice = list(check["dice"])
    before, picks = bonus(dice), best_turn(dice, check["steps"])
    for number in picks:
        dice[number] += 1
    assert bonus(dice) - before == check["gain"]
    assert len(picks) == check["steps_used"]


# rule: card.monster-cunning, card.dwarven-match, card.dwarven-one-or-two, ruling.dwarven-icons
# rule: realm.square-not-cunning, ruling.dice-cap, setup.dice
def check_cunning_dice(check: Check, _: pytest.MonkeyPatch) -> None:
    rolled = check["dice_already_rolled"]
    found = cunning_dice(t.BOX, t.card(check["card"]), t.cards(check["cards"]), rolled)
    assert found == check["expect"]


# rule: card.hall-plus, card.wonder-no-cunning
def check_cunning_plus(check: Check, _: pytest.MonkeyPatch) -> None:
    before = t.line("odin", ("yggdrasil", "bifrost"))
    after = structs.replace(before, last=t.card(check["card"]))
    alfheim = t.REALM["alfheim"]
    assert total(t.BOX, alfheim, after) - total(t.BOX, alfheim, before) == check["expect"]


# rule: hero.draw-three, hero.eighth-realm, hero.ninth-realm, ruling.seventh-realm
def check_hero_options(check: Check, _: pytest.MonkeyPatch) -> None:
    over = check["battle"] - 1
    state = t.lay(t.Wanted(won=(0, 1) * (over // 2) + (p.NONE,) * (over % 2)))
    asked = [decision for decision in state.asked if decision.rule == "hero.draw-three"]
    if check["expect"] == 1:
        assert not asked
        assert state.lines[t.AESIR].hero != p.NONE
    else:
        assert [len(decision.options) for decision in asked] == [check["expect"]] * 2


# rule: after.draw-three, after.reshuffle, after.discard, setup.draw-pile
def check_piles_after_refill(check: Check, _: pytest.MonkeyPatch) -> None:
    seen = 0
    for seed in range(20):
        state = t.until_battle(GAME.new(seed=seed), check["battle"] + 1, seed)
        if state.result is None:
            assert (len(state.pile), len(state.discard)) == (check["draw"], check["discard"])
            seen += 1
    assert seen >= 3


# rule: setup.hand, ruling.hero-must-be-played
def check_hand_sizes(check: Check, _: pytest.MonkeyPatch) -> None:
    """The hero counts as held from the moment it is chosen until it is laid open."""
    state = t.lay(t.Wanted())
    sizes = [len(state.hands[t.AESIR])]
    choose(state, t.AESIR, state.open[0].options[0])
    sizes.append(len(state.hands[t.AESIR]) + len(state.sealed))
    while not state.won:
        choose(state, state.open[-1].seat, state.open[-1].options[0])
        size = len(state.hands[t.AESIR])
        if size != sizes[-1] and not state.won:
            sizes.append(size)
    sizes += [len(state.hands[t.AESIR]) - p.REFILL, len(state.hands[t.AESIR])]
    assert sizes == check["expect"]


# rule: end.majority, end.first-win, goal.five-wins, ruling.stop-at-five, ruling.fewer-than-five
# rule: ruling.no-early-stop
def check_game_end(check: Check, _: pytest.MonkeyPatch) -> None:
    state = t.lay(t.Wanted())
    for letter in check["results"]:
        assert not battle.finish(state), "it ends with the last battle, not before"
        state.won.append("AJ-".index(letter) if letter != "-" else p.NONE)
    assert battle.finish(state)
    assert state.result
    winner = SIDE[check["winner"]]
    assert state.result.places == ((1, 2) if winner == 0 else (2, 1))
    because = {"five": "end.majority", "more_realms": "ruling.fewer-than-five"}
    assert state.result.because == because.get(check["how"], "end.first-win")


# rule: turn.steps, strength.two-cards, wisdom.roll, cunning.one-card, cunning.add, win.highest
# rule: ruling.example-split
def check_battle(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole battle at the table, with these dice."""
    heroes, laid, last = check["heroes"], check["cards"], check["cunning"]
    hands = ((*laid[0], last[0]), (*laid[1], last[1]))
    drawn = ((heroes[0],), (heroes[1],))
    state = t.lay(t.Wanted(realm=check["realm"], hands=hands, drawn=drawn))
    t.fall(monkeypatch, *check["dice"], *check["cunning_dice"])
    t.both(state, *(f"hero:{name}" for name in heroes))
    t.two_cards(state, *laid)
    before = [total(t.BOX, state.realm, line) for line in state.lines]
    assert before == check["before_cunning"]
    t.both(state, *(f"card:{name}" for name in last))
    while not state.won:  # the default is the proposal
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert [total(t.BOX, t.REALM[check["realm"]], line) for line in state.past] == check["totals"]
    assert state.won == [SIDE[check["winner"]]]
    for seat, turned in enumerate(check["turned"]):
        assert not turned or faces(state.past[seat]) == turned


CHECKS: dict[str, Callable[[Check, pytest.MonkeyPatch], None]] = {
    name.removeprefix("check_"): found
    for name, found in list(globals().items())
    if name.startswith("check_")
}
VECTORS = [
    pytest.param(check, id=f"{name.removeprefix('example.')}-{number}")
    for name, example in EXAMPLES.items()
    for number, check in enumerate(example.get("check", []), start=1)
]


@pytest.mark.parametrize("check", VECTORS)
def test_example(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    CHECKS[check["kind"]](check, monkeypatch)


def test_no_example_is_left_out() -> None:
    """Those without vectors are played by hand; the rules they name exist."""
    without = {name for name, example in EXAMPLES.items() if not example.get("check")}
    assert without == BY_HAND
    assert len(EXAMPLES) == 42
    assert {
        check["kind"] for example in EXAMPLES.values() for check in example.get("check", [])
    } == (CHECKS.keys())
    for example in EXAMPLES.values():
        assert set(example["rules"]) <= GAME.rulebook.ids
