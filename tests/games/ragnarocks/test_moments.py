"""The moments at which powers speak: all of them are there, in order, and are heard."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS, Acting, Placing, Power, Steps, speakers
from fimbul.games.ragnarocks.rules.set_up import lay_out
from fimbul.games.ragnarocks.rules.turn import BeginTurn, Select, selectable
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import settle
from tests.games.ragnarocks import table as t

MOMENTS = [
    name for name, what in vars(Power).items() if callable(what) and not name.startswith("_")
]


class Listening(Power):
    """Says nothing, and notes what it hears: the moment, and whose power it is."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in MOMENTS:
            return found

        def listen(state: Ragnarocks, owner: int, *others: Any) -> Any:
            self.heard.append((name, owner))
            return found(state, owner, *others)

        return listen


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Listening:
    power = Listening()
    monkeypatch.setitem(POWERS, "listening", power)
    return power


def with_power(position: str, *names: str) -> Ragnarocks:
    """A position as it would begin if seats held these powers."""
    state = t.laid(position)
    state.powers = names
    state.agenda.clear()
    state.turns = state.skips = 0
    lay_out(state, 0)
    settle(state)
    return state


def test_the_moments_are_few() -> None:
    assert 10 <= len(MOMENTS) <= 14


def test_silence_changes_nothing(listening: Listening) -> None:
    """Every moment is heard in a match, and a power that says nothing leaves it as it was."""
    plain, powered = t.laid(t.WALLS), with_power(t.WALLS, "listening", "listening")
    while plain.asked:  # rule: adv.normal-rules-stay, adv.timing
        assert plain.asked == powered.asked
        option = plain.asked[0].options[-1]
        fimbul.choose(plain, plain.asked[0].seat, option)
        fimbul.choose(powered, powered.asked[0].seat, option)
    assert powered.result == plain.result
    assert {name for name, _ in listening.heard} == set(MOMENTS)


def test_moments_come_in_the_order_of_the_turn(listening: Listening) -> None:
    state = with_power(t.WALLS, "listening", "")
    fimbul.choose(state, 0, t.thing_at(state, "g5"))
    fimbul.choose(state, 0, "cell:f5")
    fimbul.choose(state, 0, "cell:f2")  # cuts off two hexes
    in_order = [
        "setup", "turn_start", "price", "before_move", "reach", "changed", "after_move",
        "aim", "changed", "after_summon", "created", "turn_end", "next_turn", "turn_start",
    ]  # fmt: skip
    heard = [name for name, _ in listening.heard]
    assert heard[: len(in_order)] == in_order


@pytest.mark.usefixtures("listening")
def test_the_seat_whose_turn_it_is_speaks_first() -> None:
    state = with_power(t.WALLS, "listening", "listening")
    assert [owner for _, owner in speakers(state, 0)] == [0, 1]
    assert [owner for _, owner in speakers(state, 1)] == [1, 0]
    state.powers = ("", "listening")
    assert [owner for _, owner in speakers(state, 0)] == [1]
    assert speakers(t.start(), 0) == ()


class Thrifty(Power):
    """Lists, numbers and steps: a bit of everything, to see that the rules obey."""

    def price(self, state: Ragnarocks, owner: int, seat: int, stones: int) -> int:
        return 99 if seat != owner else stones

    def reach(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        return cells[:1]

    def aim(self, state: Ragnarocks, owner: int, step: Placing, cells: list[int]) -> list[int]:
        return cells[-1:]

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        return points + 7 if seat == owner else points


class Twice(Power):
    """Its owner has every other turn too, and ends the match with the first stone it wants."""

    def next_turn(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        return [BeginTurn(owner)]

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        return steps if state.turns < 2 else [Select(1 - owner)]

    def changed(self, state: Ragnarocks, owner: int) -> None:
        if len(state.stones) >= 26:
            state.finish((1, 2), "object.win")


def test_what_a_power_says_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POWERS, "thrifty", Thrifty())
    state = with_power(t.WALLS, "thrifty", "")
    assert selectable(state, 1) == [], "red cannot pay the price"
    fimbul.choose(state, 0, t.thing_at(state, "g5"))
    assert len(state.asked[0].options) == 1
    fimbul.choose(state, 0, state.asked[0].options[0])
    assert len(state.asked[0].options) == 1
    while state.asked:
        assert state.asked[0].seat == 0
        fimbul.choose(state, 0, state.asked[0].options[0])
    assert state.result is not None
    assert state.result.scores[0] == state.land.count(p.SETTLED[p.IVORY]) + 7


def test_a_power_may_change_turns_and_end_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POWERS, "twice", Twice())
    state = with_power(t.WALLS, "twice", "")
    seats = []
    while state.asked:
        seats.append(state.asked[0].seat)
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    assert seats == [0] * 6 + [1] * 3
    assert GAME.result(state) == fimbul.Result((1, 2), (), "object.win")
    assert not state.agenda


class Sudden(Power):
    """Ends the match at the first change on the board."""

    def changed(self, state: Ragnarocks, owner: int) -> None:
        if state.result is None:
            state.finish((1, 2), "object.win")


def test_a_match_may_end_with_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POWERS, "sudden", Sudden())
    state = with_power(t.WALLS, "sudden", "")
    fimbul.choose(state, 0, t.thing_at(state, "g5"))
    fimbul.choose(state, 0, "cell:f5")
    assert (state.agenda, state.asked, len(state.stones)) == ([], (), 23)
