"""Whoever takes a choice back freely has learned nothing by it, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from fimbul.games import find as find_game
from fimbul.games.ragnarok_star.rules.windows import CloseNumber
from fimbul.kernel import Dice, Game, State, Step, decode, encode
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.store.base import ChoiceRow
from tests.wager import GAME as WAGER

DREAMS = 3  # worlds that look the same to whoever chose
LONGEST = 300  # choices of a match, then the next one begins
STONES = {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"}
TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "brandub": ({},),
    "ragnarocks": ({"powers": ["odin", "random"]}, {}, {"powers": ["random", "odin"]}),
    "nine_realms": ({},),
    "drakkar": ({}, {"brawl": "race"}, {"count": "auto"}),
    "ragnarok_star": ({}, {"expansions": "divalkyrie"}, {"expansions": "angry", "strict": False}),
    "rag_narok": ({}, STONES),
}
FEW = {"rag_narok": 120}  # choices in the default run, where a game takes long
SOME, MANY = 500, 10_000
PARTS = 10  # in which the many are tried: a long battle must not outlast the patience of a test


class Made(NamedTuple):
    """A choice as the server has tried it, and whether it may be taken back freely."""

    match: RunningMatch
    before: State
    seat: int
    thing: str
    free: bool


def choices(game: Game[Any], seed: int, count: int) -> Iterator[Made]:
    """Random choices at tables of every kind, made in the way in which a table makes them."""
    chance = Random(seed)
    while count > 0:
        for options in TABLES.get(game.id, ({},)):
            match = RunningMatch(game, game.setup(**options), chance.getrandbits(32), mixed=True)
            for made in played(match, chance, min(count, LONGEST)):
                count -= 1
                yield made


def played(match: RunningMatch, chance: Random, most: int) -> Iterator[Made]:
    while match.state.open and len(match.made) < most:
        before, decision = match.state, chance.choice(match.state.open)
        seat, thing = decision.seat, chance.choice(decision.options)
        tried = match.attempt(seat, thing)
        row = ChoiceRow(
            *(before.number, seat, match.part(seat), len(match.made) + 1, thing, "person"),
            fixed=tried.fixed,
        )
        match.accept(row, tried.after, Progress(row.revision, (0,) * before.seats))
        yield Made(match, before, seat, thing, match.undo_leave(seat) == "free")


def judged_in(made: Made, world: State) -> tuple[bool, object]:
    """Whether the same choice would be free there, and what its seat would see."""
    match = made.match.anew()
    match.state = world
    tried = match.attempt(made.seat, made.thing)
    return not tried.fixed, match.game.seen(tried.after, made.seat)


def peeked(made: Made, dice: Dice) -> str:
    """What is wrong with a free choice; nothing, if it may be free."""
    game = made.match.game
    seen = game.seen(made.match.state, made.seat)
    for _ in range(DREAMS if game.hides(made.before) else 1):
        free, told = judged_in(made, game.imagine(made.before, made.seat, dice))
        if told != seen:
            return f"seat {made.seat} learns something by {made.thing}"
        if not free:
            return f"that {made.thing} is free tells seat {made.seat} something"
    return ""


def check(game: Game[Any], count: int, seed: int = 1) -> Counter[bool]:
    """How many choices were free and how many were not; AssertionError if one of them peeked."""
    dice, found = Dice(seed), Counter[bool]()
    for made in choices(game, seed, count):
        found[made.free] += 1
        if made.free:
            assert not (wrong := peeked(made, dice)), f"{wrong} ({type(made.before).__name__})"
    return found


@pytest.mark.parametrize("name", [*TABLES, "wager"])
def test_whoever_takes_back_freely_learned_nothing(name: str) -> None:
    game = WAGER if name == "wager" else find_game(name)
    found = check(game, FEW.get(name, SOME))
    assert found[True], "some choices can be taken back"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "part"), [(name, n) for name in TABLES for n in range(PARTS)])
def test_whoever_takes_back_freely_learned_nothing_in_many_matches(name: str, part: int) -> None:
    many = MANY // PARTS
    assert check(find_game(name), many, seed=2 + part).total() >= many


@pytest.mark.parametrize("name", TABLES)
def test_the_same_choice_is_always_judged_the_same_way(name: str) -> None:
    game = find_game(name)
    for made in choices(game, 3, 60):
        alone = made.match.made[-1]
        for world in (made.before, decode(game, encode(made.before))):
            free, _ = judged_in(made, world)
            assert free is not alone.fixed


def test_a_secret_that_nobody_names_would_be_found_out() -> None:
    """So this does look: without its list of secrets Drakkar lets its players peek."""
    drakkar = find_game("drakkar")
    blind = replace(drakkar, lore=replace(drakkar.lore, secrets=lambda _: {}))
    with pytest.raises(AssertionError, match="learns something"):
        check(blind, SOME)


def test_a_step_that_does_not_say_what_it_reveals_would_be_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CloseNumber, "reveals", Step.reveals)
    with pytest.raises(AssertionError, match="learns something"):
        check(find_game("ragnarok_star"), SOME)


def test_a_game_with_secrets_names_them() -> None:
    for name in TABLES:
        lore = find_game(name).lore
        assert (lore.redeal is None) is (lore.secrets is None), name
