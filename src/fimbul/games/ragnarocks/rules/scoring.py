"""When a match is over, and who has won it."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS, Power, speakers
from fimbul.games.ragnarocks.rules.regions import Region, settled_points, survey
from fimbul.games.ragnarocks.rules.sayings import asks, left, of_hex, worth
from fimbul.games.ragnarocks.rules.teams import places, skips_to_end
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted

NO_POINTS = {
    p.CONTESTED: (
        "score.contested-nothing",
        "The region at {place} is contested to the end and scores nothing",
    ),
    p.WILD: ("score.wild-nothing", "The region at {place} is wild and scores nothing"),
}
WARNING = "{question}. When none is left, the match ends"


def ending(state: Ragnarocks) -> str:
    """The rule by which the match is over after this turn; empty if it goes on."""
    if len(state.stones) > state.most:
        state.most, state.stall = len(state.stones), 0
    else:
        state.stall += 1
    if state.skips == skips_to_end(state):  # rule: end.nobody-can-act, ruling.end-test
        return "end.nobody-can-act" if state.supply else "ruling.supply"
    if not contested(state):  # rule: ruling.end-test
        return "end.nobody-can-act"
    if frozen(state):
        return "ruling.frozen"
    return "ruling.stall" if state.stall >= state.stall_limit else ""  # rule: ruling.stall


def frozen(state: Ragnarocks) -> bool:
    """Do vikings only walk to and fro from here on? Where nobody can walk, all skip anyway."""
    if state.supply:
        return False
    return any(power.restless for power in in_play(state)) and needs_supply(state)


def in_play(state: Ragnarocks) -> list[Power]:
    """The powers of all seats."""
    return [POWERS[name] for name in state.powers if name]


def needs_supply(state: Ragnarocks) -> bool:  # rule: ruling.frozen
    """Can nothing be decided without a runestone of the supply?

    Some powers have runestones of their own, and some win without any. Whatever else a power
    does, it does in a turn with a runestone, or changes no region.
    """
    return not state.hoard and not any(power.deadly for power in in_play(state))


def few_left(state: Ragnarocks) -> bool:
    return 0 <= state.supply <= p.LAST_STONES


def warning(state: Ragnarocks) -> str:  # rule: ruling.supply
    """How many runestones are left, and what comes after the last."""
    if not state.supply:
        return "The supply is empty"
    stones = left(state.supply)
    return asks(stones, WARNING) if needs_supply(state) else stones


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
    regions = survey(state)
    state.events += [counted(state, region) for region in regions]
    points = []
    for seat in range(state.seats):
        land = settled_points(state.land, state.side(seat))  # rule: score.settled-regions
        points.append(_with_powers(state, seat, land))
    state.finish(places(points), because, points)  # rule: object.win, ruling.tie


def _with_powers(state: Ragnarocks, seat: int, points: int) -> int:
    """Cards with the icon score nothing, so in a team game no power speaks here."""
    for power, owner in speakers(state, seat):  # rule: ruling.team-scoring
        points = power.score(state, owner, seat, points)
    return points


def win(state: Ragnarocks, owner: int, because: str) -> None:  # rule: adv.win-priority
    """A win condition on a card comes before all scores."""
    mine = state.side(owner)
    state.finish([1 + (state.side(seat) != mine) for seat in range(state.seats)], because)


def counted(state: Ragnarocks, region: Region) -> Counted:  # rule: object.goal
    """A point for each hex of settled land, its vikings' hexes too; runestones are no part of it.

    A contested region is worth nothing, and neither is a wild one. As long as runestones are
    left, what is still contested at the end is full of vikings: else somebody could act.
    """
    size = len(region.cells)  # rule: score.viking-hexes-count, score.stones-do-not-count
    place = p.board(state.board).spoken(region.cells[0])
    if region.status in NO_POINTS:  # rule: score.contested-nothing, score.wild-nothing
        rule, words = NO_POINTS[region.status]  # rule: ruling.final-contested
        return Counted(amount=0, rule=rule, words=of_hex(words, place))
    side = p.SETTLED.index(region.status)
    words = worth(size, place, state.whose(side))
    return Counted(seat=state.seat(side), amount=size, rule="score.settled-regions", words=words)
