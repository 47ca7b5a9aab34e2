"""Accounts, and the browsers that are signed in to them.

An account is made silently when somebody sits down for the first time: a random id, and a cookie
with a random token of which only the hash is stored. There is no password anywhere.
"""

from __future__ import annotations

import zlib
from time import time
from typing import get_args

from msgspec import Struct, structs

from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.rates import DAY
from fimbul.server.ops.tokens import hashed, new_id, new_token
from fimbul.server.store.base import Conflict, Store
from fimbul.server.store.ledger import Line
from fimbul.server.wire.errors import ShutOut
from fimbul.server.wire.people import (
    EmblemName,
    Likeness,
    MyAccount,
    OwnData,
    PasskeyCard,
    PlayerTone,
)

LASTS = int(400 * DAY)  # of a cookie: browsers keep none for longer
TONES: tuple[PlayerTone, ...] = get_args(PlayerTone)
EMBLEMS: tuple[EmblemName, ...] = get_args(EmblemName)
_ACCOUNT = "id, name, tone, emblem, mail, created, seen"
_BANNED = "exists (select 1 from ban where ban.kind = 'account' and ban.what = account.id)"
_OWNED = "update place set account = ? where match = ? and seat = ?"
_CHANNELS = "select kind, target, wants, language, created from channel where account = ?"
_WORKS = "select game, workshop, title, text, saved from work where account = ? order by saved"
_BONDS = "select other, kind, since from bond where account = ? order by since"
_QUIET = "select begins, ends, zone from quiet where account = ?"
_REPORTS = "select match, about, words, created from report where sender = ? order by created"
_IDENTITY = "select 1 from identity where account = ? limit 1"
_SEEN = "insert into visible values (?, ?) on conflict do nothing"
_HERE = 30.0  # seconds for which somebody is here without being seen again
_VISIBLE = "select 1 from visible where account = ?"
_ENTRIES = (
    "select tournament, number, name, strength, state, since from entrant where account = ? "
    "order by since, tournament"
)
_SHOWN = 12  # characters of a passkey's id
_WIPED = (
    *("session", "passkey", "pass", "place"),
    *("channel", "notice", "quiet", "invitation", "bond"),
    *("rating", "rated", "seeker"),
    *("identity", "crossing", "visible", "work"),
)


_MOMENTARY = ("crossing", "visible", "seeker")


class Account(Struct, frozen=True):
    id: str
    name: str
    tone: PlayerTone
    emblem: EmblemName
    mail: str
    created: int
    seen: int


class Entered(Struct, frozen=True):
    """An account, and the token that signs a browser in to it: told once, to that browser."""

    account: Account
    token: str


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store

    # -- finding --------------------------------------------------------------------------

    async def of(self, token: str) -> Account | None:
        """Whose browser that is; ShutOut, if the operator does not want them here. The last visit
        is noted at most once a day; accounts that nobody uses are deleted by it."""
        return await self.of_browser(hashed(token)) if token else None

    async def of_browser(self, session: str) -> Account | None:
        """The same by the hash of its token."""
        columns = ", ".join(f"account.{name.strip()}" for name in _ACCOUNT.split(","))
        sql = f"select {columns}, {_BANNED} from session join account "
        where = "on account.id = session.account where session.token = ?"
        rows = await self.store.look_up(f"{sql} {where}", session)
        if rows and rows[0][-1]:
            raise ShutOut
        found = Account(*rows[0][:-1]) if rows else None
        now = int(time())
        if found is not None and now - found.seen > DAY:
            await self.store.note(("update account set seen = ? where id = ?", (now, found.id)))
        return found

    async def by_id(self, name: str) -> Account | None:
        rows = await self.store.look_up(f"select {_ACCOUNT} from account where id = ?", name)
        return Account(*rows[0]) if rows else None

    async def by_mail(self, mail: str) -> Account | None:
        if not mail:
            return None
        rows = await self.store.look_up(f"select {_ACCOUNT} from account where mail = ?", mail)
        return Account(*rows[0]) if rows else None

    async def shown(self, account: Account) -> MyAccount:
        """All that its owner is told about it."""
        sql = "select id, name, created from passkey where account = ? order by created, id"
        keys = await self.store.look_up(sql, account.id)
        counted = "select count(*) from session where account = ?"
        ((devices,),) = await self.store.look_up(counted, account.id)
        provider = bool(await self.store.look_up(_IDENTITY, account.id))
        return MyAccount(
            *(account.id, account.name, account.tone, account.emblem, account.created),
            kept=bool(keys or account.mail or provider),
            passkeys=tuple(PasskeyCard(key[:_SHOWN], name, when) for key, name, when in keys),
            devices=devices,
            mail=account.mail,
            seen=bool(await self.store.look_up(_VISIBLE, account.id)),
            provider=provider,
        )

    # -- coming and going -----------------------------------------------------------------

    async def open(self, entered: Entered, match: str, seat: int, *beside: Line) -> None:
        """Keep the account of whoever has sat down for the first time. If the answer to that was
        lost, they ask again with the seat's own key and without a cookie: the seat is theirs."""
        account = entered.account
        await self.store.note(
            ("insert into account values (?, ?, ?, ?, ?, ?, ?)", structs.astuple(account)),
            _signed_in(account.id, entered.token),
            (_OWNED, (account.id, match, seat)),
            *beside,
        )

    async def enter(self, account: Account, leaving: Account | None, old: str) -> Entered:
        """Sign a browser in whose session was the one with that hash. What it has played as a guest
        until now goes with it."""
        token = new_token()
        out: Line = ("delete from session where token = ?", (old,))
        moved: tuple[Line, ...] = ()
        if leaving is not None and leaving.id != account.id and not await self.is_kept(leaving):
            moved = _merged(leaving.id, account.id)
        await self.store.note(_signed_in(account.id, token), out, *moved)
        return Entered(account, token)

    async def is_kept(self, account: Account) -> bool:
        """Whether it can be entered again from elsewhere."""
        key = "select 1 from passkey where account = ? limit 1"
        if account.mail or await self.store.look_up(key, account.id):
            return True
        return bool(await self.store.look_up(_IDENTITY, account.id))

    async def sign_out(self, token: str) -> None:
        await self.store.note(("delete from session where token = ?", (hashed(token),)))

    async def sign_out_everywhere(self, account: Account) -> int:
        """All browsers, and every link that would bring another one in."""
        gone, *_ = await self.store.note(
            ("delete from session where account = ? returning token", (account.id,)),
            ("delete from pass where account = ?", (account.id,)),
            ("delete from crossing where account = ?", (account.id,)),
        )
        return len(gone)

    # -- what belongs to it ---------------------------------------------------------------

    async def change(self, account: Account, wish: Likeness) -> Account:
        sql = "update account set name = ?, tone = ?, emblem = ? where id = ?"
        seen: Line = ("delete from visible where account = ?", (account.id,))
        if wish.seen:
            seen = (_SEEN, (account.id, time() + _HERE))
        await self.store.note((sql, (wish.name, wish.tone, wish.emblem, account.id)), seen)
        found = await self.by_id(account.id)
        return account if found is None else found

    async def take_mail(self, account: Account, mail: str) -> bool:
        """Give the account that mail address; False if another account has it."""
        sql = "update account set mail = ? where id = ?"
        try:
            await self.store.note((sql, (mail, account.id)), _unsent(account.id))
        except Conflict:
            return False
        return True

    async def drop_mail(self, account: Account) -> Account:
        """Nobody signs in by that address any more, and nothing is sent there."""
        told = "delete from channel where account = ? and kind = 'mail'"
        sql = "update account set mail = '' where id = ?"
        mine = (account.id,)
        await self.store.note((sql, mine), (told, mine), _unsent(account.id))
        return structs.replace(account, mail="")

    async def all_of(self, account: Account) -> OwnData:
        """All that is kept about the account, without what would let somebody in."""
        keys = "select id, name, created, uses from passkey where account = ? order by created"
        identities = "select issuer, subject, created from identity where account = ?"
        browsers = "select created from session where account = ? order by created"
        places = (
            "select match, seat, game, since, ended, outcome, turns, against, brought from place "
            "where account = ? order by since, match"
        )
        ratings = "select game, mu, sigma, matches from rating where account = ? order by game"
        rated = (
            "select match, game, ended, mu, sigma, matches from rated "
            "where account = ? order by ended, match"
        )
        return OwnData(
            account={name.strip(): getattr(account, name.strip()) for name in _ACCOUNT.split(",")},
            passkeys=await self._rows(keys, account),
            devices=await self._rows(browsers, account),
            works=await self._rows(_WORKS, account),
            identities=await self._rows(identities, account),
            matches=await self._rows(places, account),
            channels=await self._rows(_CHANNELS, account),
            players=await self._rows(_BONDS, account),
            quiet=await self._rows(_QUIET, account),
            reports=await self._rows(_REPORTS, account),
            tournaments=await self._rows(_ENTRIES, account),
            ratings=await self._rows(ratings, account),
            rated=await self._rows(rated, account),
        )

    async def _rows(self, sql: str, account: Account) -> tuple[dict[str, object], ...]:
        names = sql.removeprefix("select ").partition(" from ")[0].split(", ")
        found = await self.store.look_up(sql, account.id)
        return tuple(dict(zip(names, row, strict=True)) for row in found)

    async def delete(self, account: Account) -> None:
        """Delete the account and all that is its own. Matches stay for the others who played them,
        but no longer say who this was."""
        mine = (account.id,)
        lines = [(f"delete from {part} where account = ?", mine) for part in _WIPED]
        others = (
            ("delete from bond where other = ?", mine),
            ("delete from invitation where host = ?", mine),
            ("update report set sender = '' where sender = ?", mine),
        )
        await self.store.note(
            *lines, *others, *_stepped_out(mine[0]), ("delete from account where id = ?", mine)
        )

    async def forget_unused(self, days: float) -> int:
        """Accounts that nobody can enter any more, for their browsers have forgotten them."""
        old = int(time() - days * DAY)
        lost = (
            "select id from account where seen < ? and mail = '' and not exists "
            "(select 1 from passkey where passkey.account = account.id) and not exists "
            "(select 1 from identity where identity.account = account.id)"
        )
        gone, *_ = await self.store.note(
            (lost, (old,)),
            *((f"delete from {part} where account in ({lost})", (old,)) for part in _WIPED),
            (f"update entrant set account = '', state = 'out' where account in ({lost})", (old,)),
            (f"update tournament set host = '' where host in ({lost})", (old,)),
            (f"update report set sender = '' where sender in ({lost})", (old,)),
            (f"delete from account where id in ({lost})", (old,)),
            ("delete from pass where until < ?", (int(time()),)),
            ("delete from crossing where until < ?", (int(time()),)),
        )
        return len(gone)


def fresh(name: str) -> Entered:
    """An account that nobody has yet. Its colour and emblem follow from its id."""
    made, now = new_id(), int(time())
    draw = zlib.crc32(made.encode())
    tone, emblem = TONES[draw % len(TONES)], EMBLEMS[draw // 7 % len(EMBLEMS)]
    return Entered(Account(made, clean(name), tone, emblem, "", now, now), new_token())


def _signed_in(account: str, token: str) -> Line:
    return "insert into session values (?, ?, ?)", (hashed(token), account, int(time()))


def _unsent(account: str) -> Line:
    """Links in emails that went to an address which is no longer the account's open nothing."""
    return "delete from pass where account = ? and kind in ('mail', 'address')", (account,)


def _ratings_taken_along(guest: str, account: str) -> tuple[Line, ...]:
    """In games in which the account has a rating of its own, that one stays and the guest's ends:
    two beliefs about one player cannot be added up."""
    other = "select game from rating as mine where mine.account = ?"
    moved = (account, guest, account)
    return (
        (f"update rated set account = ? where account = ? and game not in ({other})", moved),
        (f"update rating set account = ? where account = ? and game not in ({other})", moved),
        ("delete from rated where account = ?", (guest,)),
        ("delete from rating where account = ?", (guest,)),
    )


def _stepped_out(account: str) -> tuple[Line, ...]:
    """What they have played in tournaments stays for the others, under their name."""
    return (
        ("update entrant set account = '', state = 'out' where account = ?", (account,)),
        ("update tournament set host = '' where host = ?", (account,)),
    )


def _tournaments_taken_along(guest: str, account: str) -> tuple[Line, ...]:
    """Where both take part, the account goes on and the guest does not."""
    both = "select tournament from entrant as mine where mine.account = ?"
    moved = f"update entrant set account = ? where account = ? and tournament not in ({both})"
    hosted = ("update tournament set host = ? where host = ?", (account, guest))
    return hosted, (moved, (account, guest, account)), *_stepped_out(guest)


def _merged(guest: str, account: str) -> tuple[Line, ...]:
    """Seats and history of a guest become the account's, and the guest is gone."""
    return (
        ("update place set account = ? where account = ?", (account, guest)),
        ("update channel set account = ? where account = ?", (account, guest)),
        ("update notice set account = ? where account = ?", (account, guest)),
        *_moved_bonds(guest, account),
        *((f"delete from {part} where account = ?", (guest,)) for part in ("quiet", "invitation")),
        ("update report set about = ? where about = ?", (account, guest)),
        ("update report set sender = ? where sender = ?", (account, guest)),
        *_ratings_taken_along(guest, account),
        *_tournaments_taken_along(guest, account),
        ("delete from session where account = ?", (guest,)),
        ("delete from pass where account = ?", (guest,)),
        *_moved_works(guest, account),
        *((f"delete from {part} where account = ?", (guest,)) for part in _MOMENTARY),
        ("delete from account where id = ?", (guest,)),
    )


def _moved_works(guest: str, account: str) -> tuple[Line, ...]:
    """What a guest has put together; of the same title, the account's own stays."""
    same = (
        "select 1 from work as mine where mine.account = ? and mine.game = work.game "
        "and mine.workshop = work.workshop and mine.title = work.title"
    )
    moved = f"update work set account = ? where account = ? and not exists ({same})"
    return (moved, (account, guest, account)), ("delete from work where account = ?", (guest,))


def _moved_bonds(guest: str, account: str) -> tuple[Line, ...]:
    """Whom the guest follows or blocks, without the account itself."""
    moved = (
        "insert into bond select cast(? as text), other, kind, since from bond "
        "where account = ? and other <> ? on conflict do nothing"
    )
    gone = "delete from bond where account = ? or other = ?"
    return (moved, (account, guest, account)), (gone, (guest, guest))
