"""One player opens for both colours, the other chooses."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import fimbul
from fimbul.bots import bot, outlook
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.search import RagnarocksEngine
from fimbul.games.ragnarocks.lore import value
from fimbul.games.ragnarocks.notation.turns import position_text
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Line, decode, encode
from tests.games.ragnarocks import table as t


def opening(**options: Any) -> Ragnarocks:
    return t.start(colours="pie", **options)


def opened(*turns: str, **options: Any) -> Ragnarocks:
    """The other seat must choose."""
    return t.play(opening(**options), *(turns or ("a3-d3/d7", "j7-g7/g3")))


def test_one_seat_plays_the_first_turn_of_both() -> None:  # rule: ruling.pie
    state = opening()
    assert (state.asked[0].seat, state.asked[0].prompt) == (
        0, "Open for ivory: pick one of its vikings",
    )  # fmt: skip
    t.play(state, "a3-d3/d7")
    assert (state.asked[0].seat, state.asked[0].prompt) == (
        0, "Open for red: pick one of its vikings",
    )  # fmt: skip
    assert state.asked[0].options == tuple(f"viking:red-{number}" for number in (1, 2, 3))
    t.play(state, "j7-g7/g3")
    (decision,) = state.asked
    assert (decision.seat, decision.options, decision.rule) == (1, p.PLAY, "ruling.pie")
    assert decision.prompt == "Choose your colour: ivory has the next turn"


@pytest.mark.parametrize(("colour", "ivory", "next_seat"), [("ivory", 1, 1), ("red", 0, 0)])
def test_the_other_takes_either_colour(colour: str, ivory: int, next_seat: int) -> None:
    # rule: ruling.pie
    state = t.play(opened(), colour)
    assert (state.ivory, state.opener) == (ivory, NOBODY)
    assert (state.asked[0].seat, state.side(next_seat)) == (next_seat, p.IVORY)
    assert t.asked(state) == ["ivory-1", "ivory-2", "ivory-3"]
    t.play(state, "d3-d4/c4")
    assert state.asked[0].seat == 1 - next_seat


def test_the_lot_says_who_opens_and_red_may_be_first() -> None:
    seats = {GAME.new(GAME.setup(colours="pie"), seed).asked[0].seat for seed in range(20)}
    assert seats == {0, 1}
    assert opening(ivory=1).asked[0].seat == 1
    state = opened("j7-g7/g3", "a3-d3/d7", first="red")
    assert state.asked[0].prompt == "Choose your colour: red has the next turn"
    t.play(state, "ivory")
    assert (state.asked[0].seat, state.ivory) == (0, 1)


def test_nobody_has_a_colour_before_it_is_chosen() -> None:
    state = opened()
    for seat in (0, 1, None):
        plates = GAME.scene(state, seat).plates
        assert [plate.name for plate in plates] == ["Opener", "Chooser"]
        assert not {plate.tone for plate in plates} & {"bone", "blood"}
    t.play(state, "red")
    assert [plate.name for plate in GAME.scene(state, 0).plates] == ["Ivory", "Red"]


def test_two_buttons_ask_for_the_colour() -> None:
    things = {thing.id: thing.label for thing in GAME.scene(opened(), 1).things()}
    assert [things[option] for option in p.PLAY] == ["Play ivory", "Play red"]
    assert not set(p.PLAY) & {thing.id for thing in GAME.scene(opened(), 0).things()}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colours": "bid"}, "lot or pie, not 'bid'"),
        ({"powers": ["surtr", "ratatoskr"]}, "only where nobody has a power"),
        ({"powers": "draft"}, "only where nobody has a power"),
        ({"seats": 4}, "only where nobody has a power"),
        ({"position": t.OPEN}, "at the start of the board, not at a position"),
        ({"stones": 2}, "need more than 2 runestones"),
    ],
)
def test_what_it_cannot_be_played_with(options: dict[str, Any], said: str) -> None:
    # rule: ruling.pie
    with pytest.raises(fimbul.BadSetup) as bad:
        GAME.setup(**{"colours": "pie", **options})
    assert [problem.split(":")[0] for problem in bad.value.problems] == ["colours"]
    assert said in bad.value.problems[0]
    assert GAME.setup(colours="pie", stones=3)


def test_it_is_written_and_read_again() -> None:
    lines = ("a3-d3/d7", "j7-g7/g3", "red", "d3-d4/c4", "g7")
    state, choices = opening(), []
    for line in lines:
        for choice in t.NOTATION.read(state, line):
            fimbul.choose(state, *choice)
            choices.append(choice)
    assert [text for _, text in t.NOTATION.write(opening(), choices)] == list(lines)
    with pytest.raises(ValueError, match="no turn can begin"):
        t.NOTATION.read(opened(), "d3-d4/c4")
    with pytest.raises(fimbul.IllegalChoice):
        t.play(opening(), "red")
    with pytest.raises(ValueError, match="between two turns"):
        position_text(opened())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"opener": 2}, "opener: one of two seats"),
        ({"turns": 3}, "opener: one of two seats"),
        ({"opener": NOBODY}, "agenda: colours are chosen after two turns"),
        ({"turns": 1}, "agenda: colours are chosen after two turns"),
        ({"opener": 1}, "agenda: one seat opens, and the other chooses"),
    ],
)
def test_a_spoilt_state_is_refused(change: dict[str, int], said: str) -> None:
    state = opened()
    assert decode(GAME, encode(state)) == state
    assert any(said in problem for problem in structs.replace(state, **change).problems())


# -- bots --------------------------------------------------------------------------------------


def picked(name: str, state: Ragnarocks, seat: int) -> str:
    return bot(name, 1).pick(outlook(GAME, state, seat))


@pytest.mark.parametrize("name", ["greedy", "mcts:200n", "engine:200n", "engine:1n"])
@pytest.mark.parametrize("board", ["midgard86", "sym54"])
def test_bots_take_the_better_side(name: str, board: str) -> None:
    """Whoever's viking is walled in, its side is left to the opener."""
    red = "j7-e7/b4" if board == "midgard86" else "g6-d6/b4"
    weak = "j6-j5/i5" if board == "midgard86" else "g5-g2/f2"
    assert picked(name, opened("a2-a1/b1", red, board=board), 1) == "button:play-red"
    assert picked(name, opened("a3-d3/d7", weak, board=board), 1) == "button:play-ivory"


@pytest.mark.parametrize("name", ["greedy", "mcts:200n"])
def test_bots_open_fairly(name: str) -> None:
    """By the look of it: what these bots open with leaves the sides alike."""
    state = opening()
    while state.asked[0].seat == 0:
        fimbul.choose(state, 0, picked(name, state, 0))
    assert abs(value(state, 1)) < 0.2


def left_to_the_rival(state: Ragnarocks, *picks: str) -> float:
    """What the better side is worth after the opener has touched these."""
    twin = state.clone()
    for pick in picks:
        fimbul.choose(twin, 0, pick)
    while twin.asked[0].seat == 0:
        fimbul.choose(twin, 0, picked("engine:400n", twin, 0))
    return search(twin)[0].value


def search(state: Ragnarocks) -> list[Line]:
    return RagnarocksEngine().search(state, lambda done: done >= 400, 1)


def test_the_engine_opens_fairly() -> None:
    """Even where ivory has begun badly it does not play red's best: the rival would take red."""
    assert 0 <= left_to_the_rival(opening()) < 0.15
    state = t.play(opening(), "a2-a1/b1")
    greed = structs.replace(state.clone(), opener=NOBODY)
    fair, best = search(state)[0], search(greed)[0]
    assert fair.picks != best.picks
    assert fair.value <= 0
    left = left_to_the_rival(state, *fair.picks)
    assert left < left_to_the_rival(state, *best.picks) / 2


def test_a_match_has_one_choice_more() -> None:
    setup, state, choices = GAME.setup(colours="pie", stones=3), opening(stones=3), 0
    while state.asked:
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
        choices += 1
    assert choices == GAME.bound(setup) == 10


def test_the_better_side_is_for_whoever_chooses() -> None:
    state = opened("a2-a1/b1", "j7-e7/b4")
    assert value(state, 1) == -value(state, 0) > 0
    assert value(t.play(state, "red"), 1) > 0


@pytest.mark.parametrize("name", ["random", "mcts:10n", "engine:20n"])
def test_whole_matches_are_played(name: str) -> None:
    for seed in range(2):
        state = GAME.new(GAME.setup(colours="pie", board="sym54"), seed)
        players = [bot(name, 2 * seed + seat) for seat in (0, 1)]
        while state.open:
            seat = state.open[0].seat
            fimbul.choose(state, seat, players[seat].pick(outlook(GAME, state, seat)))
        assert state.result is not None
        assert state.result.scores == tuple(t.score(state)[state.side(seat)] for seat in (0, 1))
