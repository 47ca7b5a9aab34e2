"""Where one makes, enters and leaves tournaments, and where their hosts lead them."""

from __future__ import annotations

from collections.abc import Iterator
from time import time

from fimbul.kernel import of_field, phrase
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.tokens import new_id
from fimbul.server.people.accounts import Account
from fimbul.server.people.ratings import Ratings
from fimbul.server.store.base import Conflict
from fimbul.server.store.ledger import Line
from fimbul.server.store.ratings import bot_account
from fimbul.server.table.lobby import Lobby
from fimbul.server.tournaments.annals import (
    Annals,
    awaited_line,
    entry_line,
    founding_lines,
    state_line,
)
from fimbul.server.tournaments.course import Tournament
from fimbul.server.tournaments.laying import table_of
from fimbul.server.wire.errors import BadTournament, NoHost, NotNow
from fimbul.server.wire.table_card import NoClock, pace_of
from fimbul.server.wire.tournaments import CourseWish, EntryWish, NewTournament, TournamentState

MOST_ENTRANTS = 1_000  # entrants
OPEN_EACH = 5  # tournaments of one host that are not over
LATEST_BEGINNING = 400 * 86_400  # seconds from now in which one may begin
MOST_OF_A_ROUND_ROBIN = 32  # entrants of a round robin, which has as many rounds
TRIES = 4  # to enter, while others do the same


class Registry:
    def __init__(self, lobby: Lobby, annals: Annals) -> None:
        self.lobby, self.services, self.annals = lobby, lobby.services, annals
        self.store, self.ratings = lobby.services.store, Ratings(lobby.services.store)

    def may_make(self, account: str) -> bool:
        who = self.services.tournaments
        return who == "everybody" or (who == "moderators" and account in self.services.moderators)

    def leads(self, one: Tournament, account: str) -> bool:
        return bool(account) and (account == one.host or account in self.services.moderators)

    # -- making ---------------------------------------------------------------------------

    async def check(self, wish: NewTournament, person: str = "") -> None:
        """Everything that is wrong with the wish, before anybody is let in for it."""
        problems = list(self._problems(wish))
        if problems:
            raise BadTournament(problems)
        seats = wish.seats if wish.kind == "arena" else 2
        await self.services.errands.do(person, self.lobby.opening, table_of(wish, seats))

    def _problems(self, wish: NewTournament) -> Iterator[str]:
        if not shows(clean(wish.title)):
            yield of_field("title", "there is nothing to read in it")
        if isinstance(wish.clock, NoClock):
            yield of_field("clock", "a tournament needs a clock, or it might never end")
        if wish.kind == "arena" and pace_of(wish.clock) == "turns":
            yield of_field("clock", "an arena is played at once: choose a shorter clock")
        if wish.begins > time() + LATEST_BEGINNING:
            yield of_field("begins", "that is too far away")
        known = {level.name for level in self.services.levels}
        for bot in wish.bots:
            if bot not in known:
                yield of_field(
                    "bots", phrase("there is no bot '{bot}'{perhaps}", bot=bot, perhaps="")
                )
        if len({*wish.bots}) < len(wish.bots):
            yield of_field("bots", "each bot takes part once")

    async def make(self, wish: NewTournament, account: str) -> str:
        if not self.may_make(account):
            raise NoHost("whoever runs this server has not allowed you to make tournaments")
        sql = "select count(*) from tournament where host = ? and state <> 'over'"
        ((count,),) = await self.store.look_up(sql, account)
        if count >= OPEN_EACH:
            raise NotNow("you hold five tournaments already: end one first")
        name, lines = new_id(), list[Line]()
        for bot in wish.bots:
            strength = await self.ratings.strength(bot_account(bot), wish.game)
            lines.append(entry_line(name, "", bot, bot, strength.mu))
        await self.store.note(*founding_lines(name, account, wish), *lines)
        return name

    # -- taking part ----------------------------------------------------------------------

    async def enter(self, one: Tournament, account: Account, wish: EntryWish, name: str) -> None:
        """Again and again is as good as once."""
        if one.state == "over":
            raise NotNow("this tournament is over")
        if wish.act == "join":
            await self._join(one, account.id, name)
        elif wish.act == "return":
            await self._turn(one, account.id, "in")
        elif wish.act == "pause":
            await self._turn(one, account.id, "paused")
        elif one.state == "open":
            gone = "delete from entrant where tournament = ? and account = ?"
            await self.store.note(_locked(one), (gone, (one.id, account.id)))
        else:
            await self._turn(one, account.id, "out")

    async def _turn(self, one: Tournament, account: str, state: str) -> None:
        sql = (
            "update entrant set state = ?, since = ? where tournament = ? and account = ? "
            "and state <> 'out'"
        )
        since = int(time())
        await self.store.note((sql, (state, since, one.id, account)))

    async def _join(self, one: Tournament, account: str, name: str) -> None:
        for _ in range(TRIES):
            entrants = await self.annals.entrants(one.id)
            mine = [entrant for entrant in entrants if entrant.account == account]
            if mine:
                return await self._come_back(one, account, mine[0].state)
            self._check_open(one, len(entrants))
            strength = await self.ratings.strength(account, one.wish.game)
            try:
                await self.store.note(
                    _locked(one), entry_line(one.id, account, "", name, strength.mu)
                )
            except Conflict:
                one = await self.annals.tournament(one.id)
            else:
                return None
        raise NotNow("many enter at this moment: please try again")

    async def _come_back(self, one: Tournament, account: str, state: str) -> None:
        """Whoever left a knock-out is out; elsewhere one may join again."""
        if state == "out" and one.wish.kind in ("knock_out", "round_robin"):
            raise NotNow("you have left this tournament")
        sql = "update entrant set state = 'in', since = ? where tournament = ? and account = ?"
        await self.store.note((sql, (int(time()), one.id, account)))

    def _check_open(self, one: Tournament, count: int) -> None:
        if one.state == "over":
            raise NotNow("this tournament is over")
        if one.state != "open" and one.wish.kind in ("knock_out", "round_robin"):
            raise NotNow("this tournament has begun, and nobody can join it any more")
        if count >= (MOST_OF_A_ROUND_ROBIN if one.wish.kind == "round_robin" else MOST_ENTRANTS):
            raise NotNow("this tournament is full")

    # -- leading --------------------------------------------------------------------------

    async def lead(self, one: Tournament, account: str, wish: CourseWish) -> None:
        if not self.leads(one, account):
            raise NoHost
        if wish.act == "begin" and one.state == "open":
            await self._begin(one)
            return
        after: dict[tuple[str, str], TournamentState] = {
            ("pause", "running"): "paused",
            ("resume", "paused"): "running",
            ("end", "open"): "over",
            ("end", "running"): "over",
            ("end", "paused"): "over",
        }
        state = after.get((wish.act, one.state))
        if state is None:
            raise NotNow("the tournament is not in a state for that")
        anew = (awaited_line(one.id),) if wish.act == "resume" else ()
        await self.store.note(state_line(one, state), *anew)

    async def _begin(self, one: Tournament) -> None:
        """The steward does it, as it does when the time has come."""
        if len(await self.annals.entrants(one.id)) < 2:
            raise NotNow("a tournament needs two at least: wait, or let bots take part")
        now = int(time())
        sql = "update tournament set begins = ? where id = ? and state = 'open'"
        await self.store.note((sql, (now, one.id)))


def _locked(one: Tournament) -> Line:
    """Nobody enters while it begins: `touched` becomes nothing, and nothing happens, if its state
    is another one by now."""
    sql = "update tournament set touched = (select cast(? as bigint) where state = ?) where id = ?"
    return sql, (int(time()), one.state, one.id)
