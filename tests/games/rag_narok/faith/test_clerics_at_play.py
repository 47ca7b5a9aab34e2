"""Armies with clerics in random play: they keep every promise that the ready armies keep."""

from __future__ import annotations

import pytest

from fimbul.conformance import sagas
from fimbul.conformance.tales import DrawnTale, Property, walk
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army import levy
from fimbul.games.rag_narok.army.army import read
from tests.games.rag_narok.promises import PROMISES

KELTS = """Grove
people kelts
budget 200
commander oracle-of-danu

Seers
1 oracle-of-danu leader with shield-of-faith, embrace-of-danu
1 oracle-of-danu with hearth-oath, sudden-fervour

Herd
3 centaur
"""
ACHERON = """Crypt
people acheron
budget 200
commander gravedigger-of-salaliel

Mourners
1 gravedigger-of-salaliel leader with divine-wrath, shield-of-faith
1 croquemitaine with bewitchment-of-salatiel

Keeper
1 gravekeeper leader
"""
MID_NOR = """The pit
people mid-nor
budget 200
commander mid-nor-possessed

Host
1 mid-nor-possessed leader
6 mid-nor-possessed
1 mid-nor-faithful with call-of-the-reapers, shield-of-faith

Pack
5 mid-nor-possessed
"""
PAIRS = {"kelts": (KELTS, ACHERON), "dwarves": (MID_NOR, KELTS)}
CHECKS = (*PROMISES, sagas.sagas_round_trip)


def tale(name: str, seed: int) -> DrawnTale:
    first, second = PAIRS[name]
    return DrawnTale(GAME.setup(first=first, second=second), seed, whim=seed * 7 + 1)


@pytest.mark.parametrize("text", [KELTS, ACHERON, MID_NOR])
def test_the_armies_are_legal(text: str) -> None:
    assert not list(levy.problems(read(text)))


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_clerics_keep_the_game_s_word(name: str, check: Property) -> None:
    check(GAME, tale(name, len(check.__name__)))


def test_random_play_sees_the_whole_chapter() -> None:
    told: set[str] = set()
    for name in PAIRS:
        for seed in range(20):
            for state, _, thing in walk(GAME, tale(name, seed)):
                told.add(thing.partition("/")[0])
                told.update(w for event in state.events for w in (event.words,))
    said = " | ".join(told)
    for part in (
        "miracle:shield-of-faith", "miracle:sudden-fervour",
        "miracle:hearth-oath", "miracle:bewitchment-of-salatiel", "miracle:call-of-the-reapers",
        "communion:embrace-of-danu", "Temporary Faith", "denies it", "is granted", "refused",
    ):  # fmt: skip
        assert part in said, f"nobody ever saw {part!r}"
