"""The engine's turns with powers against the rules: every option, and all that follows from a pick.

Both play the same random matches, pick by pick. The engine goes on by itself, and after every pick
it is also laid out anew from the state: nothing may differ.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.lay import lay_myth, thing_of
from fimbul.games.ragnarocks.engine.moments import NAMES
from fimbul.games.ragnarocks.engine.myth import Myth
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.rules.regions import settled_points
from fimbul.games.ragnarocks.rules.turn import TurnStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, choose

PAIRS = list(combinations(POWERS, 2))
DAILY, MANY = 96, 8  # pairs looked at every day; matches of each pair in the long run
SET_ASIDE = {"random", "draft", "none"}
FIELD = ("nomads", "supply", "skips", "stall", "over", "points_ivory", "points_red")
LAND = (
    "turns", "most", "laid", "gone", "wild", "settled", "created", "used", "newcomers", "hoard",
    "debt", "spent", "another", "waiting", "origin", "reached", "stone", "dawned", "dawn_nomads",
)  # fmt: skip


def table_of(myth: Myth) -> dict[str, object]:
    """All that a position is."""
    field = myth.field
    return {
        **{name: getattr(field, name) for name in FIELD},
        **{name: getattr(myth, name) for name in LAND},
        "hexes": bytes(field.hexes),
        "land": bytes(myth.land),
        "dawn": bytes(myth.dawn) if myth.dawned else b"",
        "cards": bytes(myth.cards),
        "places": list(field.places),
        "voices": list(myth.voices),
        "agenda": list(myth.agenda[: myth.depth]),
        "options": sorted(myth.options[: myth.count]),
    }


def agrees(myth: Myth, state: Ragnarocks) -> None:
    """The engine offers what the rules offer, and knows whose land it is."""
    pad = myth.field.pad
    (decision,) = state.open
    offered = [thing_of(state, option, pad) for option in myth.options[: myth.count]]
    assert sorted(offered) == sorted(decision.options), decision
    assert bytes(myth.land)[pad : pad + len(state.land)] == bytes(state.land)
    assert myth.field.points_ivory == settled_points(state.land, p.IVORY)
    assert myth.field.points_red == settled_points(state.land, p.RED)


def ended_alike(myth: Myth, state: Ragnarocks) -> None:
    assert myth.field.over
    assert state.result is not None
    places, lead = state.result.places, myth.lead
    ivory, red = places[state.ivory], places[1 - state.ivory]
    assert (lead > 0, lead < 0) == (ivory < red, red < ivory)
    if state.result.scores:
        assert lead == state.result.scores[state.ivory] - state.result.scores[1 - state.ivory]


def walk(options: dict[str, object], seed: int) -> set[str]:
    """A random match, played by both at once; the steps that were asked."""
    state, dice = GAME.new(GAME.setup(**options), seed), Dice(seed)
    board = p.board(state.board)
    played, laid, asked = Myth(board), Myth(board), set[str]()
    begun = False
    while state.open:
        (decision,), step = state.open, state.agenda[-1][0]
        assert isinstance(step, TurnStep)
        if not step.before_play:
            lay_myth(laid, state)
            if not begun:
                played.copy(laid)
                played.settle()
                begun = True
            asked.add(type(step).__name__)
            agrees(laid, state)
            assert table_of(played) == table_of(laid)
        pick = decision.options[dice.roll(len(decision.options))]
        if begun:
            offered = played.options[: played.count]
            played.play(next(o for o in offered if thing_of(state, o, laid.field.pad) == pick))
        choose(state, decision.seat, pick)
    if begun:
        ended_alike(played, state)
    return asked


def of_pair(pair: tuple[str, str], seed: int) -> dict[str, object]:
    """Sides change from one match to the next, and now and then the board and the supply."""
    boards, dice = sorted(p.PLANS), Dice(seed)
    return {
        "powers": pair if seed % 2 else pair[::-1],
        "board": p.DEFAULT_BOARD if dice.roll(3) else boards[dice.roll(len(boards))],
        "stones": (None, None, 12, 25, 0)[dice.roll(5)],
        "zero_move": not dice.roll(6),
    }


def test_every_power_has_a_number() -> None:
    assert set(NAMES) == {"", *POWERS}


@pytest.mark.parametrize("power", POWERS)
def test_a_match_of_every_power(power: str) -> None:
    names = list(POWERS)
    place = names.index(power)
    for number in (1, 5, 12):
        rival = names[(place + number) % len(names)]
        walk(of_pair((power, rival), place + 100 * number), place + 100 * number)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_matches_of_every_pair(pair: tuple[str, str]) -> None:
    for seed in range(MANY):
        walk(of_pair(pair, MANY * PAIRS.index(pair) + seed), MANY * PAIRS.index(pair) + seed)
