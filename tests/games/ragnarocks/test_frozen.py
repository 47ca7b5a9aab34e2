"""A match in which nothing can change any more is over."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.rules import scoring, set_up
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice
from tests.games.ragnarocks import table as t

LAST = t.OPEN.replace("38", "1")


def because(state: Ragnarocks) -> str:
    return state.result.because if state.result else ""


def test_the_boar_does_not_run_on_without_runestones() -> None:  # rule: ruling.frozen
    state = t.play(t.laid(LAST, powers=("gullinbursti", "none")), "d4-d5/c5")
    assert (state.supply, state.turns, because(state)) == (0, 1, "ruling.frozen")
    assert state.result is not None
    assert state.result.scores == (0, 0)
    begun = t.laid(t.OPEN.replace("38", "0"), powers=("none", "gullinbursti"))
    assert (begun.turns, because(begun)) == (0, "ruling.frozen")


def test_with_a_runestone_left_it_runs_on() -> None:  # rule: ruling.frozen
    state = t.play(t.laid(LAST, powers=("gullinbursti", "none")), "d4-d5-c5")
    assert (state.supply, because(state), state.asked[0].seat) == (1, "", 1)


@pytest.mark.parametrize(
    ("powers", "more"), [(("gullinbursti", "fenrir"), ""), (("gullinbursti", "thor"), " thor=1")]
)
def test_who_can_still_decide_something_plays_on(powers: tuple[str, str], more: str) -> None:
    # rule: ruling.frozen
    state = t.laid(t.OPEN.replace("38", "0") + more, powers=powers)
    assert because(state) == ""
    assert state.asked[0].seat == 0
    warned = [fact.text for note in GAME.scene(state, 0).notes for fact in note.facts]
    assert warned[0] == "The supply is empty"


def test_the_basic_game_ends_with_two_skips_as_before() -> None:  # rule: ruling.supply
    assert because(t.play(t.laid(LAST), "d4-d5/c5")) == "ruling.supply"


OTHERS = [name for name in POWERS if name not in ("gullinbursti", "fenrir", "thor")]


@pytest.mark.parametrize("other", [*OTHERS, "none"])
def test_playing_on_would_change_nothing(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the other power is: played to the stall limit, the boar's run leaves all land."""
    frozen = scoring.frozen
    for module in (scoring, set_up):
        monkeypatch.setattr(module, "frozen", lambda state: False)
    setup = GAME.setup(board="sym54", stones=7, powers=("gullinbursti", other))
    dice, seen = Dice(7), 0
    for seed in range(4):
        state = GAME.new(setup, seed)
        land, turns = b"", state.turns
        while state.asked:
            if state.turns > turns and frozen(state) and not land:
                land = bytes(state.land)
            turns = state.turns
            options = state.asked[0].options
            fimbul.choose(state, state.asked[0].seat, options[dice.roll(len(options))])
        if land:
            seen += 1
            assert state.land == land
            assert because(state) in ("ruling.stall", "ruling.supply", "end.nobody-can-act")
    assert seen
