"""The table between the beats that follow one choice."""

from __future__ import annotations

from typing import Any

import pytest

from fimbul.kernel import IllegalChoice, Said, Step, choose, encode, watch
from tests.kernel.toy import Ask, Fill, Toy, toy


class Strike(Step[Toy], frozen=True):
    """Tells its name, at a beat of its own."""

    beat = True
    name: str = ""

    def run(self, state: Toy, pick: str | None) -> None:
        state.told.append(self.name)
        if self.name:
            state.events.append(Said(words=self.name))


def strikes() -> Toy:
    names = ("one", "two", "", "three")
    return toy((Ask(0), Ask(1)), *[Strike(0, name) for name in names], Ask(2))


def words(state: Any) -> list[str]:
    return [event.words for event in state.events]


def test_each_beat_with_news_keeps_the_table_as_it_lay() -> None:
    state = strikes()
    assert watch(state, 0, "toy:a").beats == ()
    beats = watch(state, 1, "toy:b").beats
    assert [beat.told[2:] for beat in beats if isinstance(beat, Toy)] == [
        [], ["one"], ["one", "two"],
    ]  # fmt: skip
    assert [words(beat)[2:] for beat in beats] == [[], ["one"], ["one", "two"]]
    assert words(state)[2:] == ["one", "two", "three"]
    assert all(not beat.open and not beat.sealed and not beat.lanes for beat in beats)


def test_a_choice_in_beats_is_the_same_choice() -> None:
    watched, plain = strikes(), strikes()
    for seat, thing in ((0, "toy:a"), (1, "toy:b"), (2, "toy:a")):
        watch(watched, seat, thing)
        choose(plain, seat, thing)
        assert encode(watched) == encode(plain)
        assert type(watched.agenda) is list
    with pytest.raises(IllegalChoice):
        watch(watched, 0, "toy:a")
    assert type(watched.agenda) is list


def test_a_pick_in_a_lane_has_no_beats() -> None:
    state = toy((Fill(0), Fill(1)), Strike(0, "one"))
    assert watch(state, 0, "toy:a").beats == ()
    assert state.lanes


class Peek(Strike, frozen=True):
    """It tells something by being come to."""

    def reveals(self, state: Toy) -> bool:
        return True


def test_what_a_choice_comes_to_may_reveal_something() -> None:
    state = toy(Peek(0, "asked before"), Ask(1), Peek(0, "now"), Ask(2))
    assert not watch(toy(Ask(0), Ask(1), Peek(0, "later")), 0, "toy:a").reveals
    assert watch(state, 1, "toy:b").reveals
    assert not watch(state, 2, "toy:a").reveals


def test_a_question_may_reveal_something_by_being_asked() -> None:
    class Suspect(Ask, frozen=True):
        def reveals(self, state: Toy) -> bool:
            return True

    state = toy(Ask(0), Suspect(1), Ask(0))
    assert watch(state, 0, "toy:a").reveals
    assert not watch(state, 1, "toy:a").reveals, "that it was asked is known already"
