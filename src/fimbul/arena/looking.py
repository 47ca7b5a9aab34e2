"""What a played match shows when it is played again: its length, its drama, what was picked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct

from fimbul.arena.ranking import place_parts
from fimbul.arena.results import seat_rows
from fimbul.arena.series import PlayedMatch
from fimbul.arena.study import BalanceStudy, entries
from fimbul.kernel import Game, Match, Record, Scene, State, decision_of


class Offered(Struct):
    """How often a thing could be touched by a seat in one match, and how often it was."""

    offered: int = 0
    picked: int = 0


class LookedAt(Struct, frozen=True):
    """One match of a study, looked at."""

    match: PlayedMatch
    entries: tuple[str, ...]  # by seat
    turns: int
    lead_changes: int  # how often somebody else looked best at the end of a turn
    margin: int  # points between the first and the next; 0 in a game without points
    things: tuple[dict[str, Offered], ...]  # by seat, under their names
    held: tuple[frozenset[str], ...]  # by seat: what it had at the end, of the kinds asked for
    plates: tuple[str, ...]  # by seat: what it is called in the game


def look_at(study: BalanceStudy, game: Game[Any], ended: PlayedMatch) -> LookedAt:
    record = ended.record
    assert record, "a study keeps its records"
    seen: tuple[dict[str, Offered], ...] = tuple({} for _ in ended.places)
    leads, turn, state = [-1], 0, None
    for state in _replayed(game, record, study.things, seen):
        if game.turns(state) > turn:
            turn = game.turns(state)
            leads.append(_leader(game, state, leads[-1]))
    assert state is not None, "a match has a choice"
    scores, scene = sorted(ended.scores, reverse=True), game.scene(state, None)
    return LookedAt(
        match=ended,
        entries=entries(study, record.setup),
        turns=game.turns(state),
        lead_changes=sum(one != other for one, other in pairwise(leads[1:])),
        margin=scores[0] - scores[1] if len(scores) > 1 else 0,
        things=seen,
        held=_held(scene, study.holds, state.seats),
        plates=tuple(str(plate.name) for plate in scene.plates),
    )


def _replayed(
    game: Game[Any], record: Record, kinds: Iterable[str], seen: tuple[dict[str, Offered], ...]
) -> Iterator[State]:
    """Every state of the match; on the way it is counted what each seat could touch."""
    match = Match(game, game.setup(**record.setup), record.seed, mixed=record.mixed)
    begins, labels = tuple(f"{kind}:" for kind in kinds), dict[str, str]()
    for seat, thing in record.choices:
        asked = decision_of(match.state, seat) if begins else None
        for option in asked.options if asked else ():
            if option.startswith(begins):
                if option not in labels:
                    labels |= _labels(game, match.state, seat)
                seen[seat].setdefault(labels[option], Offered()).offered += 1
        if begins and thing.startswith(begins):
            seen[seat][labels[thing]].picked += 1
        match.choose(seat, thing)
        yield match.state


def _held(scene: Scene, kinds: Iterable[str], seats: int) -> tuple[frozenset[str], ...]:
    """What bears the medal of a seat, or lies in a zone of its own."""
    begins = tuple(f"{kind}:" for kind in kinds)
    found: list[set[str]] = [set() for _ in range(seats)]
    for zone in scene.zones:
        for thing in zone.things:
            seat = zone.seat if thing.seat is None else thing.seat
            if seat is not None and thing.id.startswith(begins):
                found[seat].add(str(thing.label))
    return tuple(map(frozenset, found))


def _labels(game: Game[Any], state: State, seat: int) -> dict[str, str]:
    """What things are called at the table: things of one name count as one thing."""
    return {thing.id: str(thing.label) for thing in game.scene(state, seat).things()}


def _leader(game: Game[Any], state: State, before: int) -> int:
    """Who looks best; whoever led before still does where another is only as good."""
    lore = game.lore
    if lore.values is not None:
        values = list(lore.values(state))
    elif lore.value is not None:
        values = [lore.value(state, seat) for seat in range(state.seats)]
    else:
        return before
    best = max(values)
    return before if before >= 0 and values[before] == best else values.index(best)


def looked_rows(matches: Iterable[LookedAt]) -> Iterator[dict[str, Any]]:
    """One row a seat, as of a series, and what was seen besides."""
    for one in matches:
        for seat, row in enumerate(seat_rows([one.match])):
            yield {
                **row,
                "entry": one.entries[seat],
                "turns": one.turns,
                "lead_changes": one.lead_changes,
                "margin": one.margin,
            }


def thing_rows(matches: Iterable[LookedAt]) -> Iterator[dict[str, Any]]:
    """One row for each thing that a seat could touch in a match."""
    for one in matches:
        parts = place_parts(one.match)
        for seat, things in enumerate(one.things):
            for thing, counted in things.items():
                yield {
                    "match": one.match.number,
                    "seat": seat,
                    "thing": thing,
                    "offered": counted.offered,
                    "picked": counted.picked,
                    "first": parts[seat],
                }
