"""The table between the beats that follow one choice."""

from __future__ import annotations

from typing import Any

import pytest

from fimbul.kernel import IllegalChoice, Said, Step, choose, choose_in_beats, encode
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
    assert choose_in_beats(state, 0, "toy:a") == ()
    beats = choose_in_beats(state, 1, "toy:b")
    assert [beat.told[2:] for beat in beats if isinstance(beat, Toy)] == [
        [], ["one"], ["one", "two"],
    ]  # fmt: skip
    assert [words(beat)[2:] for beat in beats] == [[], ["one"], ["one", "two"]]
    assert words(state)[2:] == ["one", "two", "three"]
    assert all(not beat.open and not beat.sealed and not beat.lanes for beat in beats)


def test_a_choice_in_beats_is_the_same_choice() -> None:
    watched, plain = strikes(), strikes()
    for seat, thing in ((0, "toy:a"), (1, "toy:b"), (2, "toy:a")):
        choose_in_beats(watched, seat, thing)
        choose(plain, seat, thing)
        assert encode(watched) == encode(plain)
        assert type(watched.agenda) is list
    with pytest.raises(IllegalChoice):
        choose_in_beats(watched, 0, "toy:a")
    assert type(watched.agenda) is list


def test_a_pick_in_a_lane_has_no_beats() -> None:
    state = toy((Fill(0), Fill(1)), Strike(0, "one"))
    assert choose_in_beats(state, 0, "toy:a") == ()
    assert state.lanes
