"""What happens next in a tournament, from what has happened: nothing else decides it, so a server
that was killed goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from msgspec import Struct

from fimbul.server.tournaments.arena import Free, arena_tables
from fimbul.server.tournaments.bouts import (
    ABSENT,
    Bout,
    Entrant,
    Lot,
    Past,
)
from fimbul.server.tournaments.brackets import knock_out, round_robin
from fimbul.server.tournaments.standings import Ranked, standings
from fimbul.server.tournaments.swiss import swiss_round
from fimbul.server.wire.tournaments import NewTournament, TournamentState

CALLED_OFF = 1800  # seconds after its time for which a tournament waits for a second entrant
Apart = Collection[frozenset[int]]


class Tournament(Struct, frozen=True, kw_only=True):
    id: str
    wish: NewTournament
    host: str
    state: TournamentState
    created: int
    begins: int
    until: int = 0  # when an arena ends
    paused: int = 0  # since when


class NextStep(Struct, frozen=True):
    """Nothing, or one thing that is written down whole."""

    act: Literal["wait", "begin", "draw", "end"] = "wait"
    round: int = 0
    draws: tuple[Lot, ...] = ()


WAIT, END = NextStep(), NextStep("end")


def next_step(
    now: int,
    one: Tournament,
    entrants: Sequence[Entrant],
    bouts: Sequence[Bout],
    apart: Apart = (),
) -> NextStep:
    """`apart`: who is not brought together where there is a choice."""
    if one.state == "open":
        return _beginning(now, one, entrants)
    if one.state != "running":
        return WAIT
    if one.wish.kind == "arena":
        return _arena(now, one, entrants, bouts, apart)
    return _rounds(now, one, entrants, bouts, apart)


def _beginning(now: int, one: Tournament, entrants: Sequence[Entrant]) -> NextStep:
    if not one.begins or now < one.begins:
        return WAIT
    if len([entrant for entrant in entrants if entrant.state == "in"]) >= 2:
        return NextStep("begin")
    return END if now >= one.begins + CALLED_OFF else WAIT


# -- arena --------------------------------------------------------------------------------------


def _arena(
    now: int, one: Tournament, entrants: Sequence[Entrant], bouts: Sequence[Bout], apart: Apart
) -> NextStep:
    open_bouts = [bout for bout in bouts if not bout.over]
    if now >= one.until:
        return WAIT if open_bouts else END
    past = Past(bouts)
    waiting = _free(now, one, entrants, bouts, past)
    groups = arena_tables(waiting, one.wish.seats, apart)
    draws = tuple(Lot(_turned(group, past, len(bouts) + n)) for n, group in enumerate(groups))
    return NextStep("draw", 1, draws) if draws else WAIT


def _free(
    now: int, one: Tournament, entrants: Sequence[Entrant], bouts: Sequence[Bout], past: Past
) -> list[Free]:
    """Who is here and plays nowhere, once they have caught their breath."""
    points = {line.number: line.points for line in standings("arena", entrants, bouts)}
    found = []
    for entrant in entrants:
        number, last = entrant.number, past.last.get(entrant.number)
        busy = last is not None and (not last.over or now < last.ended + one.wish.rest)
        if busy or past.is_away(entrant):
            continue
        since = max(entrant.since, last.ended if last else 0)
        rivals = frozenset(last.entrants) - {number} if last else frozenset[int]()
        strength, is_bot = entrant.strength, bool(entrant.bot)
        found.append(Free(number, points[number], strength, since, is_bot, rivals))
    return found


def _turned(group: tuple[int, ...], past: Past, turn: int) -> tuple[int, ...]:
    """Who sits where: by turns where two play, round the table where more do."""
    if len(group) == 2:
        return past.seated((group[0], group[1]), turn)
    return group[turn % len(group) :] + group[: turn % len(group)]


# -- rounds -------------------------------------------------------------------------------------


def _rounds(
    now: int, one: Tournament, entrants: Sequence[Entrant], bouts: Sequence[Bout], apart: Apart
) -> NextStep:
    if any(not bout.over for bout in bouts):
        return WAIT
    if bouts and now < max(bout.ended for bout in bouts) + one.wish.rest:
        return WAIT
    past = Past(bouts)
    if one.wish.kind == "knock_out":
        return _knock_out(entrants, bouts, past)
    played = max((bout.round for bout in bouts), default=0)
    if one.wish.kind == "round_robin":
        return _round_robin(entrants, past, played)
    if played >= one.wish.rounds:
        return END
    lines = standings("swiss", entrants, bouts)
    here = {entrant.number for entrant in entrants if not past.is_away(entrant)}
    return _swiss([line for line in lines if line.number in here], past, apart, played + 1)


def _swiss(lines: Sequence[Ranked], past: Past, apart: Apart, number: int) -> NextStep:
    """Where nobody could be paired otherwise, those meet as well who would rather not."""
    order, points = [line.number for line in lines], {line.number: line.points for line in lines}
    for forbidden in (past.met | {*apart}, past.met):
        drawn = swiss_round(order, points, forbidden, past.rested)
        if drawn is not None:
            pairs, rested = drawn
            draws = [Lot(past.seated(pair, board)) for board, pair in enumerate(pairs)]
            draws += [] if rested is None else [Lot((rested,), (1,))]
            return NextStep("draw", number, tuple(draws))
    return END


def _by_seed(entrants: Sequence[Entrant]) -> list[int]:
    return [one.number for one in sorted(entrants, key=lambda one: (-one.strength, one.number))]


def _round_robin(entrants: Sequence[Entrant], past: Past, played: int) -> NextStep:
    rounds = round_robin(_by_seed(entrants))
    if played >= len(rounds):
        return END
    draws = tuple(_drawn(pair, entrants, past, n) for n, pair in enumerate(rounds[played]))
    return NextStep("draw", played + 1, draws)


def _knock_out(entrants: Sequence[Entrant], bouts: Sequence[Bout], past: Past) -> NextStep:
    number, slots = knock_out(_by_seed(entrants), bouts)
    draws = tuple(_drawn(slot, entrants, past, n) for n, slot in enumerate(slots))
    return NextStep("draw", number, draws) if draws else END


def _drawn(
    slot: tuple[int | None, int | None], entrants: Sequence[Entrant], past: Past, board: int
) -> Lot:
    """Whoever is away loses without a match; whoever has no rival has a round off."""
    names = tuple(one for one in slot if one is not None)
    if len(names) == 1:
        return Lot(names, (1,))
    pair = past.seated((names[0], names[1]), board)
    by_number = {entrant.number: entrant for entrant in entrants}
    away = [past.is_away(by_number[number]) for number in pair]
    if any(away):
        return Lot(pair, tuple(ABSENT if gone else 1 for gone in away))
    return Lot(pair)
