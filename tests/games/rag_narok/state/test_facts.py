"""A fact is declared once: the deal, the reset and the checks follow from its declaration."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from msgspec import structs

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.state import RagNarok, lapse
from fimbul.games.rag_narok.state.facts import Remembered, Until, all_facts, without
from fimbul.games.rag_narok.state.fighters import Figure
from fimbul.games.rag_narok.state.units import Unit
from fimbul.kernel import BadState, Substate, decode, encode

HINTS = {
    field.name: field.type for kind in Remembered.__subclasses__() for field in structs.fields(kind)
}


def rows(state: RagNarok) -> list[Substate]:
    """Every substate of a battle."""
    single: list[Substate] = [state.melee, state.magic, state.faith, state.aside]
    return [*state.sides, *state.units, *state.fighters, *single]


def stored(state: RagNarok, change: dict[str, Any], *path: str | int) -> RagNarok:
    """The state as it is read again, with something else at that place."""
    tree = msgspec.json.decode(encode(state))
    place = tree
    for key in path:
        place = place[key]
    place.update(change)
    return decode(GAME, msgspec.json.encode(tree))


def test_the_deal_knows_no_fact_by_name() -> None:
    state = GAME.new(seed=3)
    assert [structs.replace(unit, ranks=()) for unit in state.units] == [Unit()] * len(state.units)
    assert all(structs.replace(now, pool=()) == Figure() for now in state.fighters)


@pytest.mark.parametrize("until", Until)
def test_what_lasts_until_a_moment_is_forgotten_then_and_nothing_else(until: Until) -> None:
    state = GAME.new(seed=3)
    first = {id(row): row.clone() for row in rows(state)}
    for row in rows(state):
        for name in row.__struct_fields__:
            setattr(row, name, "kept")
    lapse(state, until)
    for row in rows(state):
        for name in row.__struct_fields__:
            lasts = until in get_args(HINTS[name])
            wanted = getattr(first[id(row)], name) if lasts else "kept"
            assert getattr(row, name) == wanted, name
    forgotten = {name for name, hint in HINTS.items() if until in get_args(hint)}
    assert len(forgotten) > 3


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"wheeled": 2}, ("units", 0)),
        ({"mood": 4}, ("units", 0)),
        ({"facing": 360}, ("units", 0)),
        ({"orders": [99]}, ("units", 0)),
        ({"dived": -2}, ("units", 0)),
        ({"fate": 9}, ("fighters", 0)),
        ({"hurt": 60}, ("fighters", 0)),
        ({"idle": 2}, ("sides", 0)),
        ({"glory": 1}, ("units", 0)),
    ],
)
def test_values_that_no_fact_can_have_are_refused(
    change: dict[str, Any], path: tuple[str | int, ...]
) -> None:
    state = GAME.new(seed=3)
    assert stored(state, {}, *path) == state
    with pytest.raises(BadState, match=f"{path[0]}.*{next(iter(change))}|{path[0]}.*unknown"):
        stored(state, change, *path)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"dived": 99}, ("units", 0)),
        ({"charged_by": [99]}, ("units", 0)),
        ({"aboard": 99}, ("units", 0)),
        ({"foe": 99}, ("fighters", 0)),
        ({"general": 99}, ("sides", 0)),
        ({"masked": [[0, 99]]}, ("magic",)),
        ({"toga": [[99, 0, 0, 0]]}, ("magic",)),
        ({"prayers": [[99, "chorus-of-aegis"]]}, ("faith",)),
        ({"fought": [[0, 99]]}, ("melee",)),
        ({"clashed": [[99, 0]]}, ("melee",)),
        ({"combat": {"groups": [0, 99]}}, ("melee",)),
        ({"hidden": [[99, 0, 0]]}, ("aside",)),
        ({"fallen": [[99, 0, 0, 0]]}, ()),
        ({"staffs": [{"commander": 0, "aides": [99]}]}, ()),
    ],
)
def test_numbers_of_nobody_are_refused(change: dict[str, Any], path: tuple[str | int, ...]) -> None:
    state = GAME.new(seed=3)
    assert stored(state, {}, *path) == state
    with pytest.raises(
        BadState, match=f"{next(iter(change))}: a Unit, fighter or group that is none"
    ):
        stored(state, change, *path)


def test_only_what_differs_from_the_beginning_is_stored() -> None:
    state = GAME.new(seed=3)
    state.units[1].mood = p.FEAR
    tree = msgspec.json.decode(encode(state))
    assert tree["units"][1].keys() == {"ranks", "mood"}
    assert tree["magic"] == {}


def test_every_fact_is_found() -> None:
    names = {name for name, _, _ in all_facts(GAME.new(seed=3))}
    assert names >= {"wheeled", "hurt", "general", "combat", "toga", "prayers", "hidden", "places"}
    assert not names & {"units", "fighters", "sides", "magic"}


def test_taking_one_away_leaves_those_that_are_equal() -> None:
    assert without((1, 2, 1), 1) == (2, 1)
