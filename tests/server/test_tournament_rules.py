"""Who meets whom and who leads, as properties of pure functions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.server.tournaments.arena import Free, arena_tables
from fimbul.server.tournaments.bouts import ABSENT, Bout, Entrant, Lot, Past, gained
from fimbul.server.tournaments.brackets import bracket, round_robin
from fimbul.server.tournaments.course import Tournament, next_step
from fimbul.server.tournaments.matching import Matching
from fimbul.server.tournaments.standings import Ranked, standings
from fimbul.server.tournaments.swiss import swiss_round
from fimbul.server.wire.tournaments import NewTournament, TournamentKind

crowds = st.integers(2, 40)
lucks = st.randoms(use_true_random=False)


def people(count: int, luck: Random | None = None) -> list[Entrant]:
    def strength() -> float:
        return luck.gauss(25, 5) if luck else 25.0

    return [Entrant(number=n, name=str(n), strength=strength()) for n in range(1, count + 1)]


def held(kind: TournamentKind, rounds: int = 15) -> Tournament:
    wish = NewTournament("T", "brandub", kind, "Host", rounds=rounds, rest=0)
    return Tournament(id="t", wish=wish, host="", state="running", created=0, begins=1, until=10**6)


Decide = Callable[[Lot], tuple[int, ...]]


def by_chance(luck: Random) -> Decide:
    return lambda _: luck.choice([(1, 2), (2, 1), (1, 1), (1, ABSENT)])


def added(
    bouts: list[Bout], step_round: int, draws: Iterable[Lot], now: int, decide: Decide
) -> None:
    for draw in draws:
        bouts.append(
            Bout(
                number=len(bouts) + 1,
                round=step_round,
                entrants=draw.entrants,
                table="" if draw.places else f"t{len(bouts)}",
                laid=True,
                ended=now,
                places=draw.places or decide(draw),
            )
        )


def played(
    kind: TournamentKind, entrants: Sequence[Entrant], decide: Decide, rounds: int = 15
) -> list[Bout]:
    """A whole tournament, round by round; whoever is missed comes back at once."""
    bouts: list[Bout] = []
    for now in range(2, 200):
        here = [
            Entrant(number=one.number, name=one.name, strength=one.strength, since=now)
            for one in entrants
        ]
        step = next_step(now, held(kind, rounds), here, bouts)
        if step.act == "end":
            return bouts
        assert step.act == "draw"
        added(bouts, step.round, step.draws, now, decide)
    raise AssertionError("it never ended")


def pairs(bouts: Iterable[Bout]) -> Counter[frozenset[int]]:
    return Counter(frozenset(bout.entrants) for bout in bouts if not bout.is_bye)


# -- Swiss --------------------------------------------------------------------------------------


@given(crowds, lucks, st.integers(1, 12))
def test_in_a_swiss_nobody_meets_a_rival_twice_and_rests_at_most_once(
    count: int, luck: Random, rounds: int
) -> None:
    bouts = played("swiss", people(count, luck), by_chance(luck), rounds)
    assert max(pairs(bouts).values()) == 1
    assert max(Counter(b.entrants[0] for b in bouts if b.is_bye).values(), default=0) <= 1
    for number in range(1, max(bout.round for bout in bouts) + 1):
        names = [one for bout in bouts if bout.round == number for one in bout.entrants]
        assert sorted(names) == list(range(1, count + 1))


@given(crowds, lucks)
def test_a_swiss_goes_on_for_as_long_as_half_of_the_others_were_not_met(
    count: int, luck: Random
) -> None:
    bouts = played("swiss", people(count, luck), by_chance(luck))
    most = count - 1 if count % 2 == 0 else count
    assert max(bout.round for bout in bouts) >= min(15, (most + 1) // 2)


@given(st.integers(2, 30), lucks)
def test_in_a_swiss_those_with_as_many_points_meet_where_they_can(count: int, luck: Random) -> None:
    """The first round has the upper half against the lower, in order."""
    bouts = played("swiss", people(2 * count), by_chance(luck), 1)
    assert set(pairs(bouts)) == {frozenset((n, n + count)) for n in range(1, count + 1)}


@given(crowds, lucks)
def test_in_a_swiss_whoever_sat_first_more_often_sits_second(count: int, luck: Random) -> None:
    bouts = [bout for bout in played("swiss", people(count), by_chance(luck), 8) if not bout.is_bye]
    more: Counter[int] = Counter()
    for one, other in (bout.entrants for bout in bouts):
        assert more[one] <= more[other]
        more.update({one: 1, other: -1})


def test_whoever_leads_rests_only_if_everybody_below_has_rested() -> None:
    points = dict.fromkeys(range(1, 6), 0)
    drawn = swiss_round([1, 2, 3, 4, 5], points, (), {5, 4})
    assert drawn is not None
    assert drawn[1] == 3


def test_those_who_would_rather_not_meet_do_not_where_there_is_a_choice() -> None:
    four = people(4)
    step = next_step(2, held("swiss"), four, [], [frozenset((1, 3))])
    assert frozenset((1, 3)) not in {frozenset(draw.entrants) for draw in step.draws}
    two = next_step(2, held("swiss"), four[:2], [], [frozenset((1, 2))])
    assert len(two.draws) == 1


@given(st.integers(2, 9), lucks)
def test_a_matching_is_as_large_as_can_be(count: int, luck: Random) -> None:
    """Compared with trying everything."""
    may = {frozenset(pair) for pair in combinations(range(count), 2) if luck.random() < 0.4}

    def largest(left: tuple[int, ...]) -> int:
        if len(left) < 2:
            return 0
        one, *others = left
        best = largest(tuple(others))
        for other in others:
            if frozenset((one, other)) in may:
                rest = tuple(name for name in others if name != other)
                best = max(best, 1 + largest(rest))
        return best

    found = Matching(range(count), lambda one, other: frozenset((one, other)) in may)
    assert len(found.mate) == 2 * largest(tuple(range(count)))
    assert all(found.mate[other] == one for one, other in found.mate.items())
    assert all(frozenset(pair) in may for pair in found.mate.items())


# -- arena --------------------------------------------------------------------------------------

waiters = st.lists(
    st.tuples(st.integers(0, 8), st.booleans(), st.integers(0, 9)), min_size=1, max_size=24
)


def waiting(given_: Sequence[tuple[int, bool, int]], *, bots: bool = True) -> list[Free]:
    return [
        Free(n, points, 25.0, since, bots and bot, frozenset({n ^ 1}))
        for n, (points, bot, since) in enumerate(given_)
    ]


@given(waiters, st.integers(2, 6))
def test_in_an_arena_of_people_nobody_idles_while_rivals_are_free(
    given_: list[tuple[int, bool, int]], seats: int
) -> None:
    groups = arena_tables(waiting(given_, bots=False), seats)
    names = [number for group in groups for number in group]
    assert len(names) == len({*names})
    assert all(len(group) == seats for group in groups)
    assert len(given_) - len(names) == len(given_) % seats


@given(waiters, st.sets(st.frozensets(st.integers(0, 23), min_size=2, max_size=2), max_size=40))
def test_two_who_are_free_and_may_meet_do_not_both_idle(
    given_: list[tuple[int, bool, int]], apart: set[frozenset[int]]
) -> None:
    people_ = waiting(given_)
    groups = arena_tables(people_, 2, apart)
    assert not {frozenset(group) for group in groups} & apart
    playing = {number for group in groups for number in group}
    idle = [one for one in people_ if one.number not in playing]
    over = len(people_) % 2  # who came last waits where not all can sit down
    for one, other in combinations(sorted(idle, key=lambda x: (x.bot, x.since, x.number)), 2):
        may = not (one.bot and other.bot) and frozenset((one.number, other.number)) not in apart
        assert not may or over
    for group in groups:
        assert not all(people_[number].bot for number in group)


@given(waiters)
def test_whoever_waited_longest_is_not_left_over(given_: list[tuple[int, bool, int]]) -> None:
    people_ = waiting(given_, bots=False)
    playing = {number for group in arena_tables(people_, 2) for number in group}
    idle = [one for one in people_ if one.number not in playing]
    assert all(one.since == max(other.since for other in people_) for one in idle)


def test_the_last_rival_is_met_again_only_where_there_is_no_other() -> None:
    two = [Free(n, 0, 25.0, 0, False, frozenset({1 - n})) for n in range(2)]
    assert len(arena_tables(two, 2)) == 1
    four = [Free(n, 0, 25.0, 0, False, frozenset({n ^ 1})) for n in range(4)]
    assert all({*group} not in ({0, 1}, {2, 3}) for group in arena_tables(four, 2))


def test_an_arena_draws_nobody_who_plays_rests_or_is_away() -> None:
    entrants = people(5)
    bouts = [
        Bout(number=1, round=1, entrants=(1, 2), table="a", laid=True),
        Bout(number=2, round=1, entrants=(3, 4), table="b", ended=50, places=(1, ABSENT)),
    ]
    step = next_step(60, held("arena"), entrants, bouts)
    assert [{*draw.entrants} for draw in step.draws] == [{3, 5}]
    assert next_step(10**6, held("arena"), entrants, bouts).act == "wait"
    assert next_step(10**6, held("arena"), entrants, bouts[1:]).act == "end"


# -- round robin, knock-out ---------------------------------------------------------------------


@given(crowds)
def test_in_a_round_robin_every_pair_meets_once(count: int) -> None:
    rounds = round_robin(range(count))
    met = Counter(frozenset(pair) for round_ in rounds for pair in round_ if None not in pair)
    assert met == Counter(frozenset(pair) for pair in combinations(range(count), 2))
    for round_ in rounds:
        names = [one for pair in round_ for one in pair if one is not None]
        assert sorted(names) == list(range(count))


@given(st.integers(2, 16), lucks)
def test_a_round_robin_is_played_to_its_end(count: int, luck: Random) -> None:
    bouts = played("round_robin", people(count, luck), by_chance(luck))
    assert pairs(bouts) == Counter(frozenset(p) for p in combinations(range(1, count + 1), 2))


@given(crowds)
def test_a_bracket_is_whole_for_any_number(count: int) -> None:
    slots = bracket(range(count))
    names = [one for slot in slots for one in slot if one is not None]
    assert sorted(names) == list(range(count))
    assert len(slots) & (len(slots) - 1) == 0
    assert all(slot != (None, None) for slot in slots)
    resting = {one for one, other in slots if other is None}
    assert resting == set(range(2 * len(slots) - count)), "the best have no rival first"


@given(crowds, lucks)
def test_a_knock_out_leaves_one_and_nobody_plays_on_after_a_defeat(
    count: int, luck: Random
) -> None:
    bouts = played("knock_out", people(count, luck), by_chance(luck))
    last = max(bout.round for bout in bouts)
    assert 2 ** (last - 1) < count <= 2**last
    lost: dict[int, int] = {}
    for bout in bouts:
        for seat, number in enumerate(bout.entrants):
            assert lost.get(number, bout.round) == bout.round
            if gained(bout, seat) == 0:
                lost[number] = bout.round
    assert len([line for line in ranked("knock_out", count, bouts) if line.rank == 1]) == 1
    assert max(pairs(bouts).values()) <= 2, "a drawn match is played once more"


@pytest.mark.parametrize("kind", ["knock_out", "round_robin"])
def test_where_nobody_comes_it_still_ends(kind: TournamentKind) -> None:
    bouts = played(kind, people(7), lambda _: (ABSENT, ABSENT))
    assert bouts


def test_a_last_round_that_is_drawn_twice_is_won_by_the_better_seed() -> None:
    bouts = played("knock_out", people(2), lambda _: (1, 1))
    assert [(line.number, line.rank) for line in ranked("knock_out", 2, bouts)] == [(1, 1), (2, 2)]


def test_the_two_best_meet_in_the_last_round_at_the_earliest() -> None:
    def stronger(draw: Lot) -> tuple[int, ...]:
        return (1, 2) if draw.entrants[0] < draw.entrants[1] else (2, 1)

    bouts = played("knock_out", people(13), stronger)
    assert {*bouts[-1].entrants} == {1, 2}
    full = [(one or 0, other or 0) for one, other in bracket(range(16))]
    assert all(one + other == 15 for one, other in full)


# -- standings ----------------------------------------------------------------------------------


def ranked(kind: TournamentKind, count: int, bouts: Sequence[Bout]) -> list[Ranked]:
    return standings(kind, people(count), bouts)


@given(st.integers(2, 14), lucks, st.sampled_from(["swiss", "round_robin", "arena"]))
def test_tie_breaks_worked_out_by_another_way_are_the_same(
    count: int, luck: Random, kind: TournamentKind
) -> None:
    drawn = "round_robin" if kind == "arena" else kind
    bouts = played(drawn, people(count, luck), by_chance(luck), 7)
    table: dict[int, dict[int, float]] = defaultdict(dict)  # a crosstable
    points: Counter[int] = Counter(dict.fromkeys(range(1, count + 1), 0))
    wins: Counter[int] = Counter()
    for bout in bouts:
        if bout.is_bye:
            points[bout.entrants[0]] += 2
            wins[bout.entrants[0]] += 1
            continue
        (one, other), (mine, theirs) = bout.entrants, bout.places
        if mine == theirs:
            got = 1.0
        else:
            got = 2.0 if theirs == ABSENT or (mine != ABSENT and mine < theirs) else 0.0
        table[one][other], table[other][one] = got, 2 - got
        points[one] += int(got)
        points[other] += int(2 - got)
        wins[one if got == 2 else other] += got != 1
    for line in ranked(kind, count, bouts):
        row = table[line.number]
        told = {
            "rivals": sum(points[other] for other in row),
            "beaten": int(sum(points[other] * got for other, got in row.items())),
            "direct": int(sum(g for o, g in row.items() if points[o] == points[line.number])),
            "wins": wins[line.number],
        }
        names = {
            "swiss": ["rivals", "beaten", "wins"],
            "round_robin": ["direct", "beaten", "wins"],
            "arena": ["wins", "beaten"],
        }[kind]
        assert line.points == points[line.number]
        assert line.breaks == tuple(told[name] for name in names)
        assert line.won == wins[line.number]


@given(st.integers(2, 14), lucks)
def test_ranks_follow_points_and_equals_share_one(count: int, luck: Random) -> None:
    lines = ranked("swiss", count, played("swiss", people(count), by_chance(luck), 5))
    keys = [(line.points, *line.breaks) for line in lines]
    assert keys == sorted(keys, reverse=True)
    for place, line in enumerate(lines):
        assert line.rank == 1 + keys.index(keys[place])


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6))
def test_points_are_given_for_every_rival_whom_one_came_ahead_of(places: list[int]) -> None:
    bout = Bout(
        number=1, round=1, entrants=tuple(range(len(places))), ended=1, places=tuple(places)
    )
    got = [gained(bout, seat) for seat in range(len(places))]
    assert sum(got) == len(places) * (len(places) - 1)
    assert sorted(range(len(places)), key=lambda n: -got[n]) == sorted(
        range(len(places)), key=lambda n: places[n]
    )


def test_whoever_missed_a_match_is_away_until_they_come_back() -> None:
    bout = Bout(number=1, round=1, entrants=(1, 2), table="t", ended=50, places=(1, ABSENT))
    one, other = people(2)
    back = Entrant(number=2, name="2", since=50)
    assert [Past([bout]).is_away(who) for who in (one, other, back)] == [False, True, False]
