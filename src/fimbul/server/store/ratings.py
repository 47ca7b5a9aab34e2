"""What the end of a match does to ratings: read, worked out and written in the transaction that
ends it, so it happens with the end or not at all.

People get a little less certain before every match, for they learn and forget. A bot never changes,
so its rating settles and then hardly moves: that is what holds the scale where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import hypot
from time import time
from typing import Any

from msgspec import Struct

from fimbul.server.store.ledger import Contest, Ending, Found, Line

MU, SIGMA = 25.0, 25.0 / 3  # of whoever has not been rated yet
DRIFT = SIGMA / 100  # what people lose in certainty before each match
LOCK = 0x46494D42  # one contest is worked out after the other, whichever workers end them
SETTLED = 10  # matches until a rating is shown


class Belief(Struct, frozen=True):
    """What is believed of a player in one game, and how firmly."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def floor(self) -> float:
        """What they are almost certainly worth: this is what orders a leaderboard."""
        return self.mu - 3 * self.sigma


class Contestant(Struct, frozen=True):
    """Somebody whose rating a match decides about."""

    seat: int
    side: int
    place: int
    account: str
    before: Belief


def can_rate() -> bool:
    """Whether the library is installed that works ratings out."""
    return find_spec("openskill") is not None


def bot_account(name: str) -> str:
    """Under which a bot is rated; no account of a person has a colon in its id."""
    return f"bot:{name}"


def contest_questions(table: str, ending: Ending | None) -> tuple[Line, ...]:
    """What must be known to rate a match; nothing, if it is not rated."""
    contest = None if ending is None else ending.contest
    if contest is None:
        return ()
    people = (
        "select place.seat, place.account, rating.mu, rating.sigma, rating.matches from place "
        "left join rating on rating.account = place.account and rating.game = ? "
        "where place.match = ? order by place.seat"
    )
    bots = sorted({bot_account(one.bot) for one in contest.contenders if one.bot})
    marks = ", ".join("?" * len(bots)) or "''"
    known = (
        f"select account, mu, sigma, matches from rating where game = ? and account in ({marks})"
    )
    return (people, (contest.game, table)), (known, (contest.game, *bots))


def contest_lines(table: str, ending: Ending | None, found: Sequence[Found]) -> tuple[Line, ...]:
    """The ratings after a match, and a line of history for everybody in it. Whoever plays alone or
    against themselves is not rated."""
    contest = None if ending is None else ending.contest
    if contest is None:
        return ()
    contestants = _contestants(contest, *found)
    accounts = [one.account for one in contestants if not one.account.startswith("bot:")]
    sides = {one.side for one in contestants}
    if len(sides) < 2 or len({*accounts}) < max(1, len(accounts)) or not accounts:
        return ()
    return tuple(
        line
        for one, after in zip(contestants, rated(contestants), strict=True)
        for line in _written(table, contest.game, one, after)
    )


def _contestants(contest: Contest, people: Found, bots: Found) -> list[Contestant]:
    owners = {seat: (account, *strength) for seat, account, *strength in people}
    known = {account: strength for account, *strength in bots}
    contestants = []
    for one in contest.contenders:
        name = bot_account(one.bot)
        account, *strength = (
            (name, *known.get(name, (None,))) if one.bot else owners.get(one.seat, ("", None))
        )
        if account:
            before = Belief() if strength[0] is None else Belief(*strength)
            contestants.append(Contestant(one.seat, one.side, one.place, account, before))
    return contestants


def rated(contestants: Sequence[Contestant]) -> list[Belief]:
    """Their strengths after the match. Shared places are draws; who plays together rises and falls
    together."""
    from openskill.models import BradleyTerryPart

    model: Any = BradleyTerryPart(mu=MU, sigma=SIGMA, tau=0.0)
    sides = sorted({one.side for one in contestants})
    teams = [[one for one in contestants if one.side == side] for side in sides]
    given = [
        [model.rating(mu=one.before.mu, sigma=_doubted(one)) for one in team] for team in teams
    ]
    after = model.rate(given, ranks=[min(one.place for one in team) for team in teams])
    by_seat = {
        one.seat: Belief(float(new.mu), float(new.sigma), one.before.matches + 1)
        for team, news in zip(teams, after, strict=True)
        for one, new in zip(team, news, strict=True)
    }
    return [by_seat[one.seat] for one in contestants]


def _doubted(one: Contestant) -> float:
    bot = one.account.startswith("bot:")
    return one.before.sigma if bot else hypot(one.before.sigma, DRIFT)


def _written(table: str, game: str, one: Contestant, after: Belief) -> tuple[Line, ...]:
    known = (one.account, game, after.mu, after.sigma, after.floor, after.matches)
    kept = (
        "insert into rating values (?, ?, ?, ?, ?, ?) on conflict (account, game) do update set "
        "mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown, "
        "matches = excluded.matches"
    )
    past = (table, one.seat, one.account, game, int(time()), after.mu, after.sigma, after.matches)
    return (kept, known), ("insert into rated values (?, ?, ?, ?, ?, ?, ?, ?)", past)
