"""The engine's field against the rules: random matches on both, the same picks, the same dice."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.engine.field import Field
from fimbul.games.nine_realms.engine.lay import lay
from fimbul.games.nine_realms.rules.battle import (
    ChooseHero,
    GiantSwap,
    LayLast,
    LayTwo,
    Swap,
    TurnDice,
)
from fimbul.games.nine_realms.rules.strength import BattleLine, best_turn, bonus, total
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Dice, choose

Picks = dict[int, list[str]]  # by seat, in one row
SWAPS = (Swap.rule, GiantSwap.rule)


class Mirror:
    """Plays on a field what happens in the kernel, and compares."""

    def __init__(self, state: NineRealms) -> None:
        self.state, self.field = state, Field(state.box)
        self.lay_open()

    def lay_open(self) -> None:
        """Lay out the table as it truly is: what was drawn at random is taken over."""
        state, field = self.state, self.field
        lay(field, state, 0)
        field.held[1], field.piled = len(state.hands[1]), len(state.pile)
        for at, card in enumerate(state.hands[1]):
            field.hands[p.HAND + at] = card
        for at, card in enumerate(state.pile):
            field.pile[at] = card

    def hand(self, seat: int) -> tuple[int, ...]:
        cards = self.field.hands[seat * p.HAND : seat * p.HAND + self.field.held[seat]]
        return tuple(sorted(cards))

    def heroes(self, numbers: Any, seat: int, count: int) -> list[int]:
        return sorted(numbers[seat * p.BATTLES : seat * p.BATTLES + count])

    def agrees(self) -> None:
        state, field = self.state, self.field
        assert (field.fought, bool(field.over)) == (state.fought, state.result is not None)
        assert list(field.wins) == [state.won.count(0), state.won.count(1)]
        assert field.first == next((seat for seat in state.won if seat != p.NONE), p.NONE)
        for seat in (0, 1):
            assert self.hand(seat) == state.hands[seat]
            beside = self.heroes(field.beside, seat, field.fallen[seat])
            assert beside == sorted(state.beside[seat])
            to_come = sorted(state.sets[seat] + state.drawn[seat])
            assert self.heroes(field.sets, seat, field.left[seat]) == to_come
            if state.result is None:
                self.line_agrees(seat, state.lines[seat])

    def line_agrees(self, seat: int, line: BattleLine) -> None:
        field = self.field
        assert field.hero[seat] == line.hero
        assert (field.one[seat], field.two[seat]) == (line.cards or (p.NONE, p.NONE))
        if line.last == p.NONE:  # Cunning counts when both have played it
            assert field.points[seat] == total(self.state.box, self.state.realm, line)
            assert field.dice[seat] == len(line.dice)

    def follow(self, rule: str, picks: Picks, fought: int) -> None:
        """That row was answered so: do the same on the field."""
        state = self.state
        over = len(state.won) > fought
        lines = state.past if over and state.result is None else state.lines
        if rule == ChooseHero.rule or rule in SWAPS:
            self.play_heroes(rule, picks)
        elif rule == LayTwo.rule:
            self.lay_two(picks, lines)
        elif rule == LayLast.rule:
            for seat in (0, 1):
                self.field.lay_last(seat, state.box.card_number[picks[seat][0]])
        if over:
            self.end_battle(lines, state.row[fought])

    def play_heroes(self, rule: str, picks: Picks) -> None:
        play = self.field.choose_hero if rule == ChooseHero.rule else self.field.fetch
        for seat, (pick,) in picks.items():
            if pick != p.KEEP:
                play(seat, self.state.box.hero_number[pick])
        self.field.reveal()

    def lay_two(self, picks: Picks, lines: Any) -> None:
        for seat in (0, 1):
            one, two = [self.state.box.card_number[name] for name in picks[seat]]
            self.field.lay_two(seat, one, two)
            assert self.field.wisdom_dice(seat) == len(lines[seat].dice)
            for face in lines[seat].dice:
                self.field.fall(seat, face)

    def end_battle(self, lines: Any, realm: int) -> None:
        state, field = self.state, self.field
        for seat in (0, 1):
            line = lines[seat]
            if line.more:
                assert field.cunning_dice(seat, line.last) == len(line.more)
                for face in line.more:
                    field.fall(seat, face)
            else:
                field.use_cunning(seat)
            assert field.points[seat] == total(state.box, realm, line)
        field.compare()
        if state.result is None:
            self.clean_up()
        else:
            assert field.ahead() == state.result.reward(0)

    def clean_up(self) -> None:
        """The kernel's coin and its shuffling are its own: the rest must agree."""
        state, field = self.state, self.field
        field.clean_up()
        gone = sorted(field.discard[: field.discarded])
        if field.piled >= 2 * p.REFILL:
            assert gone == sorted(state.discard)
            first = next(event.seat for event in state.events if getattr(event, "only", ()))
            field.refill(first)
            assert list(field.pile[: field.piled]) == state.pile
        else:
            field.refill(0)
            assert (field.piled, field.discarded) == (len(state.pile), len(state.discard))
            lying = [*field.pile[: field.piled], *self.hand(0), *self.hand(1)]
            assert sorted(lying) == list(range(p.DECK))
            self.lay_open()
        if not state.drawn[0]:
            self.lay_open()  # the last heroes fight unasked


def walk(options: dict[str, Any], seed: int) -> None:
    state, dice = GAME.new(GAME.setup(**options), seed), Dice(seed)
    mirror = Mirror(state)
    while state.result is None:
        mirror.agrees()
        number, rule, fought = state.number, state.open[0].rule, len(state.won)
        picks: Picks = {}
        while state.number == number:
            decision = state.open[0]
            # What a Treasure proposes is the best, and the engine never turns otherwise.
            at = 0 if rule == TurnDice.rule else dice.roll(len(decision.options))
            picks.setdefault(decision.seat, []).append(decision.options[at])
            choose(state, decision.seat, decision.options[at])
        mirror.follow(rule, picks, fought)
    mirror.agrees()


@given(aesir=st.sampled_from([0, 1]), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_matches_are_the_same_for_the_rules_and_the_engine(aesir: int, seed: int) -> None:
    walk({"sides": "choose", "aesir": aesir}, seed)


def test_own_cards_are_the_same_too() -> None:
    cards = {name: deepcopy(GAME.rulebook.tables[name]) for name in ("realm", "hero", "card")}
    cards["card"][4]["dice"] = 9
    for seed in range(10):
        walk({"cards": cards}, seed)


@given(dice=st.lists(st.integers(1, p.FACES), max_size=p.POOL), steps=st.integers(0, 3))
def test_dice_are_turned_as_the_rules_propose(dice: list[int], steps: int) -> None:
    # rule: ruling.rotate-free-split
    field = Field(p.OURS)
    for face in dice:
        field.fall(0, face)
    turned = list(dice)
    for die in best_turn(dice, steps):
        turned[die] += 1
    assert field.turn_gain(0, steps) == bonus(turned) - bonus(dice)
