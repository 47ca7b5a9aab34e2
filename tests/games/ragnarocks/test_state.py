"""States from outside: only what could lie on a table is taken."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks
from tests.games.ragnarocks import table as t


def stored(state: Ragnarocks) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(fimbul.encode(state))
    return fields


def refused(fields: dict[str, Any]) -> str:
    with pytest.raises(fimbul.BadState) as bad:
        fimbul.decode(GAME, json.dumps(fields))
    return "; ".join(bad.value.problems)


def spoilt(fields: dict[str, Any], name: str, at: int, value: int) -> dict[str, Any]:
    data = bytearray(base64.b64decode(fields[name]))
    data[at] = value
    return {**fields, name: base64.b64encode(data).decode()}


def test_a_state_in_mid_turn_comes_back() -> None:
    state = t.select(t.laid(t.WALLS), "g5")
    again = fimbul.decode(GAME, fimbul.encode(state))
    assert again == state
    assert stored(state)["agenda"] == [[{"type": "Move", "seat": 0, "viking": "viking:ivory-2"}]]


AT = p.board("midgard86").index["cell:g5"]
FREE = p.board("midgard86").index["cell:f5"]


@pytest.mark.parametrize(
    ("name", "at", "value", "said"),
    [
        ("hexes", AT, 0, "hexes: do not hold"),
        ("hexes", FREE, p.STONE, "hexes: do not hold"),
        ("hexes", 0, 0, "hexes: do not hold"),
        ("hexes", FREE, 77, "hexes: do not hold"),
        ("land", FREE, p.WILD, "land: is not what"),
        ("where", 1, 0, "where: a viking or runestone lies on no hex"),
        ("where", 0, FREE, "where: a viking or runestone lies on no hex"),
        ("where", 2, AT, "where: two pieces lie on the same hex"),
        ("where", 1, AT, "where: two pieces lie on the same hex"),
        ("stones", 0, 0, "where: a viking or runestone lies on no hex"),
        ("stones", 0, AT, "where: two pieces lie on the same hex"),
        ("stones", 0, FREE, "hexes: do not hold"),
    ],
)
def test_pieces_must_agree(name: str, at: int, value: int, said: str) -> None:
    fields = stored(t.laid(t.WALLS))
    changed = spoilt(fields, name, at, value)
    if changed == fields:
        changed = spoilt(fields, name, at + 1, value)
    assert said in refused(changed)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"board": "asgard"}, "board: there is no board 'asgard'"),
        ({"board": "sym54"}, "hexes: must have"),
        ({"hexes": ""}, "hexes: must have 120 entries"),
        ({"where": ""}, "where: must have 7 entries"),
        ({"seats": 3}, "teams: every seat is in one of two teams"),
        ({"seats": 7}, "seats: two sides play"),
        ({"ivory": 2}, "seats: two sides play"),
        ({"powers": ["loki", ""]}, "powers: 'loki' is no power"),
        ({"powers": ["thor"]}, "powers: one for each seat"),
        ({"powers": ["sol", "sol"]}, "is in play twice"),
        ({"home": [1]}, "waiting: who waits"),
        ({"hoard": -1}, "hoard: the runestones on cards"),
        ({"dawn": "AAAA"}, "dawn: has an entry"),
        ({"newcomers": [2]}, "newcomers: are seats"),
        ({"another": "x"}, "another: is a viking"),
        ({"supply": -2}, "supply: a number of runestones"),
        ({"supply": 0}, "agenda: no turn can be completed"),
        ({"turns": -1}, "turns: turns, skips and stall"),
        ({"skips": 3}, "turns: turns, skips and stall"),
        ({"skips": 2}, "agenda: no turn can be completed"),
        ({"stall": 20}, "stall: has reached its limit"),
        ({"stall_limit": 0}, "stall: has reached its limit"),
        ({"most": 5}, "most: more runestones lie on the board"),
        ({"last": [0]}, "last: up to three hexes"),
        ({"last": [AT, AT, AT, AT]}, "last: up to three hexes"),
        ({"last": [999]}, "last: up to three hexes"),
        ({"agenda": [[{"type": "Select", "seat": -1}]]}, "agenda: it is nobody's turn"),
        ({"agenda": [[{"type": "NextTurn", "seat": 0}]]}, "agenda: nothing can be chosen"),
        ({"agenda": 2 * [[{"type": "Select", "seat": 0}]]}, "agenda: one question at a time"),
        ({"agenda": [[{"type": "Dance", "seat": 0}]]}, "agenda: "),
    ],
)
def test_numbers_and_turns_must_make_sense(change: dict[str, Any], said: str) -> None:
    assert said in refused({**stored(t.laid(t.WALLS)), **change})


@pytest.mark.parametrize(
    ("viking", "said"),
    [
        ("viking:red-1", "is no viking of seat 0"),
        ("viking:ivory-3", "is settled"),
        ("viking:ivory-9", "is no viking of seat 0"),
        ("", "is no viking of seat 0"),
    ],
)
def test_a_turn_in_progress_needs_its_viking(viking: str, said: str) -> None:
    fields = stored(t.laid(t.WALLS))
    for step in ("Move", "Summon"):
        agenda = [[{"type": step, "seat": 0, "viking": viking}]]
        assert said in refused({**fields, "agenda": agenda})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"supply": 0}, "agenda: no turn can be completed"),
        ({"agenda": [[{"type": "Move", "seat": 0, "viking": ""}]]}, "is no viking on the board"),
        ({"agenda": [[{"type": "Select", "seat": 0}] * 2]}, "agenda: "),
    ],
)
def test_turns_with_powers_must_make_sense(change: dict[str, Any], said: str) -> None:
    fields = stored(t.select(t.laid(t.WALLS, powers=("mani", "none")), "g5"))
    assert fimbul.decode(GAME, json.dumps(fields))
    assert said in refused({**fields, **change})


def test_a_draft_has_a_card_for_everybody() -> None:
    state = t.start(seats=3)
    for _ in range(3):
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    fields = stored(state)
    assert fimbul.decode(GAME, json.dumps(fields))
    fields["agenda"][0][0]["pool"].pop()
    assert "agenda: there is a card for everybody in the draft" in refused(fields)


def test_a_result_must_be_the_one_of_the_board() -> None:
    over = t.laid("9/10/4ii5/11/10/ooooooooo/4r3/oo2r2/ro4/io3 i 27")
    fields = stored(over)
    assert fimbul.decode(GAME, json.dumps(fields)) == over
    fields["result"]["scores"] = [51, 52]
    assert "result: the land settled gives the scores [51, 20]" in refused(fields)
    fields["result"].update(scores=[51, 20], places=[2, 1])
    assert "and the places [1, 2]" in refused(fields)
