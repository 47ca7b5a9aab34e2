"""A stored table plays on; one that cannot be is refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import BadState, choose, decode, encode
from tests.games.nine_realms import table as t

Spoil = Callable[[dict[str, Any]], None]


def stages() -> list[NineRealms]:
    """A table at each kind of decision."""
    found: dict[str, NineRealms] = {}
    for seed in range(30):
        state = GAME.new(seed=seed)
        while state.open and len(found) < 8:
            kind = f"{state.asked[0].rule} {len(state.lanes)}"
            found.setdefault(kind, state.clone())
            t.play_on(state, seed, 1)
    return list(found.values())


def test_every_stage_is_stored_and_read() -> None:
    tables = stages()
    assert len(tables) >= 7
    for state in tables:
        again = decode(GAME, encode(state))
        assert again == state
        assert t.play_on(again, 3) == t.play_on(state, 3)


SPOILT: dict[str, tuple[Spoil, str]] = {
    "seats": (lambda d: d.update(seats=3), "twos"),
    "aesir": (lambda d: d.update(aesir=2), "leads the Aesir"),
    "row": (lambda d: d["row"].reverse() or d["row"].__setitem__(0, d["row"][1]), "every realm"),
    "past": (lambda d: d.update(past=d["lines"]), "the battle before"),
    "one past line": (lambda d: d.update(past=d["lines"][:1]), "two lines"),
    "card twice": (lambda d: d["pile"].__setitem__(0, d["pile"][1]), "exactly one place"),
    "fresh": (lambda d: d.update(fresh=0), "not shuffled into it"),
    "fresh bits": (lambda d: d.update(fresh=2**40 - 1), "a bit for each card"),
    "hand order": (lambda d: d["hands"][0].reverse(), "held in order"),
    "hero twice": (lambda d: d["sets"][0].__setitem__(0, d["sets"][0][1]), "every hero of seat 0"),
    "won": (lambda d: d.update(won=[0]), "a hero for each battle"),
    "five": (lambda d: d.update(won=[0] * 5), "when it is decided"),
    "agenda": (lambda d: d["agenda"].pop(), "no battle of the rulebook"),
    "order": (lambda d: d["agenda"][-1].reverse(), "no battle of the rulebook"),
    "lane": (
        lambda d: d.update(lanes={"0": {"type": "LayTwo", "seat": 0, "first": "card:garm"}}),
        "another step",
    ),
    "line": (lambda d: d["lines"][0].update(dice=[7]), "six faces"),
    "die": (lambda d: d["lines"][0].update(dice=[6], ups=[0]), "beyond its six"),
    "no die": (lambda d: d["lines"][0].update(dice=[6], ups=[1]), "no such die"),
    "dice": (lambda d: d["lines"][0].update(dice=[6]), "do not agree"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_cannot_be_is_refused(name: str) -> None:
    spoil, sentence = SPOILT[name]
    data = json.loads(encode(GAME.new(GAME.setup(sides="choose"), seed=1)))
    spoil(data)
    with pytest.raises(BadState, match=sentence):
        decode(GAME, json.dumps(data))


def test_a_second_card_needs_a_first() -> None:
    state = t.lay(t.Wanted(drawn=(("odin",), ("ymir",))))
    t.both(state, "hero:odin", "hero:ymir")
    choose(state, t.AESIR, state.asked[0].options[0])
    data = json.loads(encode(state))
    data["lanes"]["0"]["first"] = "card:garm"
    with pytest.raises(BadState, match="does not hold that card"):
        decode(GAME, json.dumps(data))
    choose(state, t.AESIR, t.asked(state, t.AESIR).options[0])
    data = json.loads(encode(state))
    data["lanes"] = {}
    with pytest.raises(BadState, match="without a first"):
        decode(GAME, json.dumps(data))
