"""What is wrong with a state that was read from outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.cards import FEWEST, icons
from fimbul.games.ragnarocks.rules.moments import POWERS, our_icons
from fimbul.games.ragnarocks.rules.regions import map_land, settled_points
from fimbul.games.ragnarocks.rules.teams import mates, places, seating, skips_to_end
from fimbul.kernel import NOBODY, Step, first_problems

if TYPE_CHECKING:
    from fimbul.games.ragnarocks.state import Ragnarocks


def problems(state: Ragnarocks) -> Iterator[str]:
    """Every problem; the later checks rely on the earlier ones."""
    return first_problems(state, _table, _pieces, _rest, _result)


def _rest(state: Ragnarocks) -> Iterator[str]:
    yield from _numbers(state)
    yield from _cards(state)
    yield from _turn(state)


def _table(state: Ragnarocks) -> Iterator[str]:
    yield from _sides(state)
    yield from _opening(state)
    if state.powers and len(state.powers) != state.seats:
        yield "powers: one for each seat, or none at all"
    for name in state.powers:
        if name and (name not in POWERS or state.powers.count(name) > 1):
            yield f"powers: {name!r} is no power, or is in play twice"
    if state.board not in p.PLANS:
        yield f"board: there is no board {state.board!r}"
        return
    board = p.board(state.board)
    sizes = {"hexes": len(board.names), "land": len(board.names), "where": len(board.vikings)}
    for name, size in sizes.items():
        if len(getattr(state, name)) != size:
            yield f"{name}: must have {size} entries on {state.board}"


def _sides(state: Ragnarocks) -> Iterator[str]:
    sizes = (state.teams.count(0), state.teams.count(1))
    teamed = 2 < state.seats <= p.MOST_PLAYERS and state.teams == seating(sizes)
    if state.ivory not in (0, 1) or not (teamed or (state.seats == 2 and not state.teams)):
        yield "seats: two sides play, one of them ivory"
    elif teamed and (len(state.teams) != state.seats or not all(sizes) or not state.powers):
        yield "teams: every seat is in one of two teams, with a power"
    else:
        teams = state.teams or (0, 1)
        for pair in (state.acting, state.upcoming):
            if any(pair[team] not in mates(teams, team) for team in (0, 1)):
                yield "acting: on each side one of its own players has a turn"


def _opening(state: Ragnarocks) -> Iterator[str]:
    """Colours are open for two turns and one choice, and never where somebody has a power."""
    open_ = state.opener != NOBODY
    if open_ and (state.opener not in (0, 1) or state.powers or state.turns > p.OPENING_TURNS):
        yield "opener: one of two seats, for two turns, and without powers"
    for row in state.agenda:
        choosing = row[0].rule == "ruling.pie"
        if choosing != (open_ and state.turns == p.OPENING_TURNS):
            yield "agenda: colours are chosen after two turns of whoever opens"
        elif open_ and row[0].seat != state.opener ^ choosing:
            yield "agenda: one seat opens, and the other chooses"


def _pieces(state: Ragnarocks) -> Iterator[str]:
    """What the hexes hold must agree with where vikings, runestones and the rim say they are."""
    board = p.board(state.board)
    on_board = set(board.cells)
    places = [at for at in state.where[1:] if at != p.OFF] + _lying(state)
    if state.where[0] != p.OFF or not on_board.issuperset(places):
        yield "where: a viking or runestone lies on no hex of the board"
    elif len(set(places)) != len(places):
        yield "where: two pieces lie on the same hex"
    else:
        hexes = board.blank()
        for at in _lying(state):
            hexes[at] = p.STONE
        for number, at in enumerate(state.where):
            if at != p.OFF:
                hexes[at] = number
        if hexes != state.hexes:
            yield "hexes: do not hold what vikings and runestones say"
        elif map_land(state) != state.land:
            yield "land: is not what the runestones cut off"


def _lying(state: Ragnarocks) -> list[int]:
    """The hexes of the runestones; one that a power has taken away left a gap."""
    return [at for at in state.stones if at != p.OFF or not state.powers]


def _cards(state: Ragnarocks) -> Iterator[str]:
    """What powers must remember."""
    aside = [*state.home, *([state.waiting] if state.waiting else [])]
    vikings = range(1, len(state.where))
    if any(number not in vikings or state.where[number] != p.OFF for number in aside):
        yield "waiting: who waits or stays at home is a viking, and not on the board"
    if not 0 <= state.hoard < p.OFF or not 0 <= state.debt < p.OFF:
        yield "hoard: the runestones on cards are counted from 0"
    if state.dawn and len(state.dawn) != len(state.hexes):
        yield "dawn: has an entry for each hex"
    if not set(state.newcomers) <= set(range(state.seats)):
        yield "newcomers: are seats"
    if not set(state.icons) <= set(POWERS) or (state.icons and len(state.icons) < FEWEST):
        yield "icons: are cards, enough of them for everybody"
    commands = [*state.hand, *state.played]
    if len(set(commands)) < len(commands) or not set(commands) <= set(icons(state)):
        yield "hand: command cards carry the icon, and there is one of each"
    if state.borrowed and (
        len(state.borrowed) != state.seats or not set(state.borrowed) <= {"", *state.played}
    ):
        yield "borrowed: a power for each seat, of a command card that was played"
    if state.another and state.another not in p.board(state.board).numbers:
        yield "another: is a viking"


def _numbers(state: Ragnarocks) -> Iterator[str]:
    if state.supply < p.ENDLESS:
        yield "supply: a number of runestones, or -1 without a limit"
    if min(state.turns, state.stall) < 0 or not 0 <= state.skips <= skips_to_end(state):
        yield "turns: turns, skips and stall are counted from 0"
    if state.stall_limit < 1 or (state.stall >= state.stall_limit and state.result is None):
        yield "stall: has reached its limit, yet the match goes on"
    if state.most < len(state.stones) and not state.powers:  # with powers a turn goes on
        yield "most: more runestones lie on the board"
    if len(state.last) > 3 or not set(state.last) <= set(p.board(state.board).cells):
        yield "last: up to three hexes of the board"


def _turn(state: Ragnarocks) -> Iterator[str]:
    if state.powers:
        yield from _turn_with_powers(state)
        return
    if len(state.agenda) > 1 or any(len(row) != 1 for row in state.agenda):
        yield "agenda: one question at a time"
        return
    board = p.board(state.board)
    for (step,) in state.agenda:
        if step.seat not in range(state.seats):
            yield "agenda: it is nobody's turn"
            continue
        if state.supply == 0 or state.skips >= p.SKIPS_TO_END:
            yield "agenda: no turn can be completed"
        viking = getattr(step, "viking", None)
        if viking is not None:
            number = board.numbers.get(viking, 0)
            at = state.where[number]
            if number not in board.sides[state.side(step.seat)] or at == p.OFF:
                yield f"agenda: {viking!r} is no viking of seat {step.seat} on the board"
            elif state.land[at] != p.CONTESTED:
                yield f"agenda: {viking!r} is settled"


def _turn_with_powers(state: Ragnarocks) -> Iterator[str]:
    """Steps may wait below the one that is asked; each acts with a viking on the board."""
    board = p.board(state.board)
    for row in state.agenda:
        if len(row) != 1 or row[0].seat not in range(state.seats):
            yield "agenda: one question at a time, to somebody at the table"
            continue
        if getattr(row[0], "first", 0) not in range(state.seats):
            yield "agenda: somebody at the table has the first turn"
        pool = set(getattr(row[0], "pool", ())).intersection(our_icons())
        if row[0].rule == "team.draft" and len(pool) < state.powers.count(""):
            yield "agenda: there is a card for everybody in the draft"
        acts = _acts(row[0])
        names = {*state.powers, *state.borrowed} - {""}
        paid = any(POWERS[name].stoneless for name in names)
        if acts and not state.supply and not paid:
            yield "agenda: no turn can be completed"
        needed = [getattr(row[0], "viking", "")] if acts else []
        others = [getattr(row[0], name, "") for name in ("viking", "only")]
        for viking in (*needed, *filter(None, others)):
            if state.where[board.numbers.get(viking, 0)] == p.OFF:
                yield f"agenda: {viking!r} is no viking on the board"


def _acts(step: Step[Any]) -> bool:
    """Does the step act with a viking? Then its field for it has no default."""
    return "viking" in step.__struct_fields__ and not step.__struct_defaults__


def _result(state: Ragnarocks) -> Iterator[str]:
    if state.result is None:
        return
    if state.powers:
        scored = list(state.result.scores)
        if scored and places(scored) != list(state.result.places):
            yield f"result: the scores {scored} give other places"
        return
    scores = [settled_points(state.land, state.side(seat)) for seat in range(state.seats)]
    if (list(state.result.scores), list(state.result.places)) != (scores, places(scores)):
        yield f"result: the land settled gives the scores {scores} and the places {places(scores)}"
