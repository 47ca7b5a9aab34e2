"""Every word of every power, and what is wrong with a table, in French as well."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.conformance.words import said, spoken
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.rules.moments import POWERS, our_icons
from fimbul.kernel import OF_FIELD, Dice, Phrase, choose
from fimbul.words import teller_of

FRENCH, ENGLISH = teller_of(GAME, "fr"), teller_of(GAME, "en")
START = "3rrr3/10/11/11/10/9/8/7/6/1iii1 i 40"
TABLES: list[dict[str, Any]] = [
    {"seats": 9},
    {"bored": "sym54"},
    {"board": "sym55"},
    {"stones": -1},
    {"stall_limit": 0},
    {"first": "green"},
    {"ivory": 7},
    {"seats": 4, "teams": "1-2"},
    {"colours": "none"},
    {"colours": "pie", "powers": ["sol", "mani"], "position": START},
    {"colours": "pie", "stones": 2},
    {"powers": ["sol", "mani", "tyr"]},
    {"powers": ["soll", "mani"]},
    {"powers": ["sol", "sol"]},
    {"powers": ["draft", "sol"]},
    {"powers": ["draft"], "position": START},
    {"seats": 4, "powers": ["none", "hel", "sol", "mani"]},
    {"stones": 0, "position": START},
    {"stones": 5, "position": START},
    {"position": f"{START} skips=2"},
    {"position": f"{START} stall=20"},
    {"position": f"{START} thor=4"},
    {"position": "9 x"},
    {"position": "9 x y"},
    {"position": f"{START} skips=1 skips=1 jumps=3"},
    {"position": START.replace("11/11", "12/1x")},
    {"position": START.replace("1iii1", "iiii1")},
    {"position": START.replace("3rrr3", "9")},
    {"seats": 5, "teams": "2-3", "powers": ["random"], "position": f"{START} ivory=3"},
    {"cards": {"unit": []}},
    {"cards": {"power": [{"id": "sool", "odin_icon": True}, {"id": "odin", "odin_icon": True}]}},
    {"cards": {"power": [{"id": name, "odin_icon": False} for name in our_icons()]}},
]


def untold(text: str | int) -> list[str]:
    """The templates without words; what somebody wrote, and names, are no templates."""
    if not isinstance(text, Phrase):
        return []
    known = any(text.template in lexicon.words for lexicon in FRENCH.lexicons)
    inner = [found for part in text.parts.values() for found in untold(part)]
    return inner if known else [text.template, *inner]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_is_wrong_with_a_table_is_told_in_french(options: dict[str, Any]) -> None:
    with pytest.raises(fimbul.BadSetup) as bad:
        GAME.setup(**options)
    for problem in bad.value.problems:
        assert isinstance(problem, Phrase), problem
        assert untold(problem) == [OF_FIELD]
        field, english = problem.split(": ", 1)
        told = FRENCH.tell(problem)
        assert told.startswith(f"{field}: "), "the page finds the field by its name"
        assert english not in told
        assert ENGLISH.tell(problem) == problem


PAIRS = [(one, other) for one, other in zip(POWERS, [*list(POWERS)[1:], "odin"], strict=True)]
OTHERS: list[dict[str, Any]] = [
    {"powers": ["draft"]},
    {"seats": 5, "teams": "2-3", "powers": ["draft"]},
    {"colours": "pie"},
    {"zero_move": True, "stones": 0},
]
MATCHES = 3


@pytest.mark.parametrize("options", [*({"powers": pair} for pair in PAIRS[:-1]), *OTHERS], ids=str)
def test_every_question_event_and_reason_of_a_match_is_told_in_french(
    options: dict[str, Any],
) -> None:
    setup, lacking = GAME.setup(board="sym54", **options), set()
    for seed in range(MATCHES):
        state, dice, asked = GAME.new(setup, seed), Dice(seed), set()
        while state.open:
            decision, step = state.open[0], state.agenda[-1][0]
            texts = [decision.prompt, *said(*state.events)]
            if type(step) not in asked:
                asked.add(type(step))
                texts += spoken(GAME, state)
            lacking |= {text for text in texts if FRENCH.lacks(text)}
            choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
        lacking |= {text for text in said(*state.events) if FRENCH.lacks(text)}
    assert not lacking
