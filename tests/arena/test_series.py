"""A series is fair and, but for bots that watch the clock, the same wherever it is played."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

import fimbul
from fimbul.arena import Deals, PlayedMatch, play_series
from fimbul.arena.series import _Series
from fimbul.kernel import BadSetup, NoSuchBot, NoSuchGame, replay
from tests import wager


def timeless(matches: list[PlayedMatch]) -> list[PlayedMatch]:
    """In order of number, without how long they took."""
    found = [msgspec.structs.replace(ended, seconds=0.0) for ended in matches]
    return sorted(found, key=lambda ended: ended.number)


def test_every_bot_sits_at_every_seat() -> None:
    found = list(play_series(wager.GAME, ["random", "greedy", "mcts:2n"], 6, seed=4))
    assert [ended.number for ended in found] == list(range(6))
    assert [ended.bots for ended in found[:3]] == [
        ("random", "greedy", "mcts:2n"),
        ("greedy", "mcts:2n", "random"),
        ("mcts:2n", "random", "greedy"),
    ]
    assert [ended.bots for ended in found[3:]] == [ended.bots for ended in found[:3]]


def test_an_outcome_tells_how_the_match_ended() -> None:
    ended = next(play_series("brandub", ["greedy", "random"], 1, seed=1))
    assert sorted(ended.places) in ([1, 2], [1, 1])
    assert ended.because in fimbul.game("brandub").rulebook.ids
    assert ended.choices > 4
    assert ended.seconds > 0


def test_a_series_is_determined_by_its_seed() -> None:
    def played(seed: int, matches: int) -> list[PlayedMatch]:
        return timeless(list(play_series("brandub", ["greedy", "random"], matches, seed=seed)))

    assert played(3, 6) == played(3, 6)
    assert played(3, 2) == played(3, 6)[:2]
    assert played(3, 6) != played(4, 6)


@pytest.mark.parametrize("deals", ["common", "fresh"])
@pytest.mark.parametrize("seed", [0, 1, 2**63])
@pytest.mark.parametrize("bots", [("random",) * 2, ("greedy", "random"), ("a", "b", "a", "b")])
def test_no_match_of_a_series_is_planned_twice(
    bots: tuple[str, ...], seed: int, deals: Deals
) -> None:
    """Over deals, turns round the table and seats: seeds that met made match 1 equal to 4."""
    series = _Series(wager.GAME, bots, {"seats": len(bots)}, seed, deals)
    jobs = [series.job(number) for number in range(240)]
    assert len({(job.seed, job.bots) for job in jobs}) == 240
    own = [seed for job in jobs for seed in job.bot_seeds]
    assert len({*own, *(job.seed for job in jobs)}) == len(own) + len({job.deal for job in jobs})


def test_common_deals_are_played_once_with_every_seating() -> None:
    def planned(*bots: str, deals: Deals = "common") -> list[tuple[int, tuple[str, ...]]]:
        series = _Series(wager.GAME, bots, {"seats": len(bots)}, 0, deals)
        return [(job.deal, job.bots) for job in map(series.job, range(4))]

    assert planned("a", "b") == [(0, ("a", "b")), (0, ("b", "a")), (1, ("a", "b")), (1, ("b", "a"))]
    assert [deal for deal, _ in planned("a", "a")] == [0, 1, 2, 3], "no seating differs"
    assert [deal for deal, _ in planned("a", "b", "a", "b")] == [0, 0, 1, 1]
    assert [deal for deal, _ in planned("a", "b", deals="fresh")] == [0, 1, 2, 3]
    assert planned("a", "b", deals="fresh")[1] == (1, ("b", "a")), "seats change all the same"


@pytest.mark.parametrize("game", ["brandub", "ragnarocks", "nine_realms", "drakkar"])
def test_matches_of_a_series_differ(game: str) -> None:
    seats = 3 if game == "drakkar" else 2
    found = list(play_series(game, ["random"] * seats, 8))
    assert len({ended.record.choices for ended in found if ended.record}) == 8


def test_every_match_can_be_seen_again() -> None:
    """Its record is whole: replayed, it ends as it ended, and so does its saga."""
    for ended in play_series("nine_realms", ["greedy", "random"], 2, seed=6):
        game = fimbul.game("nine_realms")
        assert ended.record
        again = replay(game, fimbul.read_saga(fimbul.write_saga(ended.record)))
        assert again.state.result
        assert (again.state.result.places, again.state.result.scores) == (
            ended.places,
            ended.scores,
        )
        assert ended.record.tags == {"Seat0": ended.bots[0], "Seat1": ended.bots[1]}


def test_a_series_goes_on_where_it_was_stopped() -> None:
    whole = timeless(list(play_series("brandub", ["greedy", "random"], 6, seed=3)))
    rest = timeless(list(play_series("brandub", ["greedy", "random"], 6, seed=3, played={0, 3})))
    assert rest == [ended for ended in whole if ended.number not in (0, 3)]


def test_processes_play_the_same_series() -> None:
    bots = ["random", "greedy", "mcts:5n"]
    here = timeless(list(play_series(wager.GAME, bots, 7, seed=9)))
    there = timeless(list(play_series(wager.GAME, bots, 7, seed=9, workers=2)))
    assert here == there


def test_processes_stop_when_nobody_listens() -> None:
    series = play_series("brandub", ["random", "random"], 500, workers=2)
    assert len(list(islice(series, 2))) == 2
    del series


def test_no_matches_are_a_series_too() -> None:
    assert list(play_series("brandub", ["random", "random"], 0)) == []


@pytest.mark.parametrize(
    ("bots", "matches", "workers", "options", "problems"),
    [
        (["random"], 2, 1, {}, ["seats: 2 can play, not 1"]),
        (["random"] * 3, 2, 1, {}, ["seats: 2 can play, not 3"]),
        (["random"] * 3, 2, 1, {"seats": 2}, ["bots: 2 seats need as many bots, not 3"]),
        (["random"] * 2, -1, 0, {}, ["matches: ", "workers: at least one"]),
        (["random"] * 2, -1, 1, {"wings": 2}, ["matches: ", "wings: there is no such option"]),
    ],
)
def test_what_cannot_be_played_is_said_at_once(
    bots: list[str], matches: int, workers: int, options: dict[str, int], problems: list[str]
) -> None:
    with pytest.raises(BadSetup) as refused:
        play_series("brandub", bots, matches, workers=workers, options=options)
    assert len(refused.value.problems) == len(problems)
    for problem, expected in zip(refused.value.problems, problems, strict=True):
        assert problem.startswith(expected)


def test_unknown_games_and_bots_are_refused_at_once() -> None:
    with pytest.raises(NoSuchGame, match="did you mean 'brandub'"):
        play_series("brandup", ["random", "random"], 1)
    with pytest.raises(NoSuchBot, match="not between 1ms"):
        play_series("brandub", ["random", "mcts:0s"], 1)
