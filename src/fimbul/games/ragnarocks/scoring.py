"""When a match is over, and who has won it."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import speakers
from fimbul.games.ragnarocks.regions import Region, survey
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted

NO_POINTS = {
    p.CONTESTED: ("score.contested-nothing", "contested to the end"),
    p.WILD: ("score.wild-nothing", "wild"),
}


def ending(state: Ragnarocks) -> str:
    """The rule by which the match is over after this turn; empty if it goes on."""
    if len(state.stones) > state.most:
        state.most, state.stall = len(state.stones), 0
    else:
        state.stall += 1
    if state.skips == p.SKIPS_TO_END:  # rule: end.nobody-can-act, ruling.end-test
        return "end.nobody-can-act" if state.supply else "ruling.supply"
    if not contested(state):  # rule: ruling.end-test
        return "end.nobody-can-act"
    return "ruling.stall" if state.stall >= state.stall_limit else ""  # rule: ruling.stall


def contested(state: Ragnarocks) -> bool:
    """Is any region still contested? Then it holds a viking of ivory."""
    land, where = state.land, state.where
    for viking in p.board(state.board).sides[p.IVORY]:
        at = where[viking]
        if at != p.OFF and land[at] == p.CONTESTED:
            return True
    return False


def score(state: Ragnarocks, because: str) -> None:
    """Count region by region, and say who has won."""
    points = [0] * state.seats
    for region in survey(state):
        event = worth(state, region)
        state.events.append(event)
        if event.amount:
            points[event.seat] += event.amount  # rule: score.settled-regions
    for seat in range(state.seats):
        for power, owner in speakers(state, seat):
            points[seat] = power.score(state, owner, seat, points[seat])
    places = [1 + sum(other > mine for other in points) for mine in points]
    state.finish(places, because, points)  # rule: object.win, ruling.tie


def worth(state: Ragnarocks, region: Region) -> Counted:
    """A point for each hex of settled land, its vikings' hexes too; runestones are no part of it.

    A contested region is worth nothing, and neither is a wild one. As long as runestones are
    left, what is still contested at the end is full of vikings: else somebody could act.
    """  # rule: object.goal, score.viking-hexes-count, score.stones-do-not-count
    size = len(region.cells)
    where = f"{many(size)} from {p.board(state.board).spoken(region.cells[0])}"
    if (
        region.status in NO_POINTS
    ):  # rule: score.contested-nothing, score.wild-nothing, ruling.final-contested
        rule, said = NO_POINTS[region.status]
        return Counted(amount=0, rule=rule, words=f"{where}: {said}, no points")
    seat = state.seat(p.SETTLED.index(region.status))
    words = f"{where}: {many(size, 'point')} for {{{seat}}}"
    return Counted(seat=seat, amount=size, rule="score.settled-regions", words=words)


def many(count: int, word: str = "hex") -> str:
    """A count in words: 1 hex, 2 hexes, 3 points."""
    plural = "es" if word.endswith("x") else "s"
    return f"{count} {word}{'' if count == 1 else plural}"
