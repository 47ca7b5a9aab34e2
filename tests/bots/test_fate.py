"""What the rules make certain within one round, no bot above thrall overlooks: in every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pytest

import fimbul
from fimbul.bots import analyse, bot, outlook
from fimbul.bots.budget import Budget
from fimbul.bots.fate import Fate
from fimbul.kernel import Dice, Game, State, choose, decision_of, onward, unseal
from tests.bots.tables import BRANDUB, brandub

DREAMS = 12  # tables of the judge, where there are secrets
MOST = 8000  # choices the judge tries at one moment: larger ones are left out
FEW = 2000  # of them where each takes long
LATE = 8  # the last decisions of a match: there it is decided


class Moment(NamedTuple):
    """A decision, the picks that begin a certain win, and those that lead to a certain loss."""

    game: Game[Any]
    state: State
    seat: int
    winning: frozenset[str]
    doomed: frozenset[str]


class TooMuch(Exception):
    """For the judge to try in a test."""


class Judge:
    """Tries everything, without any of the shortcuts of bots: the measure of what they find."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self.game, self.seat = game, seat
        self.left = FEW if game.id == "rag_narok" else MOST

    def moment(self, state: State) -> Moment:
        worlds, game, dice = [], self.game, Dice(99)
        for _ in range(DREAMS if game.lore.redeal else 1):
            world = game.imagine(state, self.seat, dice)
            for rival in list(world.sealed):
                unseal(world, rival)
            worlds.append(world)
        tables = [self.outcomes(world, world, self.seat, ()) for world in worlds]
        ways = set(tables[0]).intersection(*tables[1:])
        winning = {way[0] for way in ways if all(table[way] > 0 for table in tables)}
        options = {way[0] for way in tables[0]}
        doomed = {
            option
            for option in options
            if all(look < 0 for table in tables for way, look in table.items() if way[0] == option)
        }
        return Moment(game, state, self.seat, frozenset(winning), frozenset(doomed))

    def outcomes(
        self, start: State, state: State, seat: int, way: tuple[str, ...]
    ) -> dict[tuple[str, ...], int]:
        """By all that a seat can pick one after the other: won, lost, or neither for certain."""
        asked = decision_of(state, seat)
        alone = len(state.asked) == 1 or state.number == start.number
        if state.seed != start.seed or not asked or not alone or seat in state.sealed:
            return {way: self.outcome(start, state)}
        found: dict[tuple[str, ...], int] = {}
        for option in onward(state, asked):
            found |= self.outcomes(start, self.after(state, seat, option), seat, (*way, option))
        return found

    def outcome(self, start: State, state: State) -> int:
        if state.result or state.seed != start.seed or not state.asked:
            return self.verdict(start, state)
        if self.seat in state.sealed:
            found = {self.verdict(start, end) for end in self.revealed(state)}
            return found.pop() if len(found) == 1 else 0
        rival = state.asked[0].seat
        if len(state.asked) > 1 or rival in self.game.allies(state, self.seat):
            return 0
        return min(self.answers(start, state, rival))

    def answers(self, start: State, state: State, rival: int) -> Iterator[int]:
        asked = decision_of(state, rival)
        if state.seed != start.seed or not asked or len(state.asked) > 1:
            verdict = self.verdict(start, state)
            kind = state.result and state.result.places[rival] > 1  # nobody helps another to win
            yield max(0, verdict) if kind else verdict
            return
        for option in onward(state, asked):
            yield from self.answers(start, self.after(state, rival, option), rival)

    def revealed(self, state: State) -> Iterator[State]:
        if self.seat not in state.sealed:
            yield state
            return
        asked = state.open[0]
        for option in onward(state, asked):
            yield from self.revealed(self.after(state, asked.seat, option))

    def after(self, state: State, seat: int, option: str) -> State:
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        twin = state.clone()
        choose(twin, seat, option)
        return twin

    def verdict(self, start: State, state: State) -> int:
        if state.result is None or state.seed != start.seed:
            return 0
        places, mates = state.result.places, self.game.allies(state, self.seat)
        best = min(place for seat, place in enumerate(places) if seat not in mates)
        return (places[self.seat] < best) - (places[self.seat] > best)


def moments(name: str, seeds: Iterable[int], **options: Any) -> Iterator[Moment]:
    """Late moments of random matches at which it matters what is picked."""
    game = fimbul.game(name)
    for seed in seeds:
        states, state = list[State](), game.new(game.setup(**options), seed)
        players = [bot("random", 7 * seed + seat) for seat in range(state.seats)]
        while state.open:
            states.append(state.clone())
            seat = state.open[0].seat
            choose(state, seat, players[seat].pick(outlook(game, state, seat)))
        for late in states[-LATE:]:
            if len(late.open[0].options) > 1:
                yield from decisive(game, late)


def decisive(game: Game[Any], state: State) -> Iterator[Moment]:
    seat = state.open[0].seat
    options = outlook(game, state, seat).decision.options
    try:
        moment = Judge(game, seat).moment(state)
    except TooMuch:
        return
    if 0 < len(moment.winning) < len(options) or 0 < len(moment.doomed) < len(options):
        yield moment


def overlooked(moment: Moment, description: str, seed: int = 1) -> bool:
    pick = bot(description, seed).pick(outlook(moment.game, moment.state, moment.seat))
    return pick not in moment.winning if moment.winning else pick in moment.doomed


TABLES: dict[str, tuple[tuple[Iterable[int], dict[str, Any]], ...]] = {  # matches that have some
    "brandub": ((range(12), {}),),
    "drakkar": (((6, 20, 1004, 1011), {}),),
    "nine_realms": (((11, 12, 20, 21), {}),),
    "rag_narok": (((61,), {}),),
    "ragnarok_star": (((3, 5, 15), {}),),
    "ragnarocks": (
        ((1,), {"stones": 12, "board": "sym54"}),
        ((0, 1, 2, 6), {"powers": ("idun", "tyr"), "board": "sym54"}),
    ),
}
BOTS = ("karl", "jarl", "engine:20n", "mcts:20n", "greedy/2")  # time is not what it takes
DRAWN = {"brandub": 40, "ragnarocks": 40}  # how many further matches the long run looks at


@pytest.fixture(scope="module", params=sorted(TABLES))
def found(request: pytest.FixtureRequest) -> list[Moment]:
    name = request.param
    drawn = [moments(name, seeds, **options) for seeds, options in TABLES[name]]
    return [moment for some in drawn for moment in some]


def test_such_moments_are_in_every_game(found: list[Moment]) -> None:
    assert found


@pytest.mark.parametrize("description", BOTS)
def test_what_is_certain_is_never_overlooked(found: list[Moment], description: str) -> None:
    missed = [moment.state for moment in found if overlooked(moment, description)]
    assert not missed


def test_thrall_overlooks_it(found: list[Moment]) -> None:
    """So the moments are no gift: whoever does not look goes wrong."""
    assert any(overlooked(moment, "thrall", seed) for moment in found for seed in range(4))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(DRAWN))
def test_what_is_certain_is_never_overlooked_wherever_it_comes(name: str) -> None:
    """At tables that nobody has looked at before. Where there are secrets a few dreams, the judge's
    as well, may call certain what is only likely, so those games have known tables alone."""
    seeds = range(1000, 1000 + DRAWN[name])
    drawn = [moments(name, seeds, **options) for _, options in TABLES[name]]
    found = [moment for some in drawn for moment in some]
    missed = [
        (description, moment.state)
        for description in (*BOTS, "konung")
        for moment in found
        if overlooked(moment, description)
    ]
    assert found
    assert not missed


# -- the wolf ----------------------------------------------------------------------------------


WOLVES = (  # positions against Fenrir: 3 turns of 333 are safe, and 38 of 454
    "o2ir1o2/5r4/3oo1o2o1/4o2o3/1o6o1/1o3r3/8/oo1io1o/6/5 r 25",
    "2orr1ri1/10/6o4/8o2/9o/6oi1/8/7/2o1o1/5 r 33",
)


# rule: power.fenrir.win
@pytest.mark.parametrize("description", ["karl", "jarl", "konung", "mcts:50n"])
@pytest.mark.parametrize("position", WOLVES)
def test_nobody_walks_into_the_wolf(position: str, description: str) -> None:
    game = fimbul.game("ragnarocks")
    setup = game.setup(powers=("fenrir", "none"), ivory=0, position=position)
    state, player = game.new(setup), bot(description, 2)
    while state.open and state.open[0].seat == 1:
        choose(state, 1, player.pick(outlook(game, state, 1)))
    assert state.result is None, "it lost in its own turn"


# -- what bots ask -----------------------------------------------------------------------------


def test_the_way_out_is_taken_and_the_trap_left() -> None:
    out = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1")
    assert Fate(outlook(BRANDUB, out, 1)).win()[0] == "piece:king-13"
    shut = brandub(0, king="a4", guards="d6", raiders="a6 f3 g6")  # only f3 can shut the way to a1
    fate = Fate(outlook(BRANDUB, shut, 0))
    assert fate.win() == ()
    assert fate.best([(option,) for option in shut.open[0].options]) == ("piece:raider-2",)


def test_a_hint_is_no_trap_either() -> None:
    shut = brandub(0, king="a4", guards="d6", raiders="a6 f3 g6")
    lines = analyse(outlook(BRANDUB, shut, 0), Budget(iterations=30)).lines
    assert lines[0].picks[0] == "piece:raider-2"
    out = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1")
    assert analyse(outlook(BRANDUB, out, 1), Budget(iterations=2)).value == 1.0


def test_too_much_to_look_at_is_not_certain() -> None:
    out = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1")
    fate = Fate(outlook(BRANDUB, out, 1))
    fate.most = 1
    assert fate.win() == ()


def test_where_no_end_can_come_nothing_is_looked_at() -> None:
    for name in ("drakkar", "nine_realms", "rag_narok", "ragnarok_star", "ragnarocks"):
        game = fimbul.game(name)
        state: State = game.new(seed=1)
        assert not Fate(outlook(game, state, state.open[0].seat)).worlds
