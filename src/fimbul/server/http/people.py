"""The HTTP part: accounts, and how one enters them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import phrase
from fimbul.server.http.cookies import Doorkeeper, give
from fimbul.server.http.packed import sent, written_down
from fimbul.server.http.respond import answer, body, voice
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.ops.tokens import hashed
from fimbul.server.people.accounts import Account, Accounts
from fimbul.server.people.cookie import token_of
from fimbul.server.people.letters import CONFIRM, CONFIRM_LETTER, ENTER, ENTER_LETTER
from fimbul.server.people.passes import LINK, Passes
from fimbul.server.people.passkeys import Passkeys, Site
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.seating import read_name
from fimbul.server.wire.errors import NoMail, NotSignedIn, SpentLink
from fimbul.server.wire.people import (
    Assertion,
    DeviceLink,
    KeyQuestion,
    LetterSent,
    Likeness,
    LinkCode,
    MailWish,
    NewPasskey,
    SignedOut,
    Visitor,
    Ways,
)


class PeopleHandlers:
    """Answers requests about accounts."""

    def __init__(self, lobby: Lobby) -> None:
        services = lobby.services
        store, limits = services.store, services.limits
        self.lobby, self.services, self.accounts = lobby, services, Accounts(store)
        self.passes, self.passkeys = Passes(store), Passkeys(store)
        self.door = Doorkeeper(self.accounts)
        self.asked, self.entries = Buckets(limits.accounts), Buckets(limits.entries)
        self.mails = Buckets(limits.mails)

    async def me(self, request: Request) -> Response:
        found = await self.door.who(request)
        return await self._visitor(request, found)

    async def change(self, request: Request) -> Response:
        account = await self._mine(request)
        wish = await body(request, Likeness, self.services.limits.body)
        name = read_name(wish.name)
        self.services.check_ban("", name)
        wanted = Likeness(name, wish.tone, wish.emblem, wish.seen)
        return await self._visitor(request, await self.accounts.change(account, wanted))

    # -- passkeys -------------------------------------------------------------------------

    async def new_passkey(self, request: Request) -> Response:
        account = await self._mine(request)
        return answer(KeyQuestion(await self.passkeys.registering(account, _site(request))))

    async def keep_passkey(self, request: Request) -> Response:
        account = await self._mine(request)
        made = await body(request, NewPasskey, self.services.limits.body)
        await self.passkeys.register(account, _site(request), made.credential, made.name)
        return await self._visitor(request, account)

    async def remove_passkey(self, request: Request) -> Response:
        account = await self._mine(request)
        await self.passkeys.remove(account, str(request.path_params["passkey"]))
        return await self._visitor(request, account)

    async def ask_passkey(self, request: Request) -> Response:
        self.entries.take(address(request))
        return answer(KeyQuestion(await self.passkeys.entering(_site(request))))

    async def enter_by_passkey(self, request: Request) -> Response:
        self.entries.take(address(request))
        signed = await body(request, Assertion, self.services.limits.body)
        name = await self.passkeys.enter(_site(request), signed.credential)
        return await self._enter(request, await self.accounts.by_id(name), bring=True)

    # -- links ----------------------------------------------------------------------------

    async def device_link(self, request: Request) -> Response:
        account = await self._mine(request)
        return answer(DeviceLink(await self.passes.issue("device", account.id), LINK), 201)

    async def enter_by_link(self, request: Request) -> Response:
        """Links are opened by GET, which programs do too that look at every link; only this POST
        spends them."""
        self.entries.take(address(request))
        given = await body(request, LinkCode, self.services.limits.body)
        spent = await self.passes.spend(given.code, "device", "mail")
        if spent is not None:
            account = await self.accounts.by_id(spent.account)
            return await self._enter(request, account, bring=given.bring)
        return await self._confirm(request, given.code)

    async def _confirm(self, request: Request, code: str) -> Response:
        """A mail address is confirmed only in a browser of the account that asked for it: anybody
        else who opens the email would help a stranger."""
        mine = await self.door.who(request)
        if mine is None:
            raise SpentLink
        spent = await self.passes.spend_for(mine.id, code, "address")
        if spent is None or not await self.accounts.take_mail(mine, spent.mail):
            raise SpentLink
        return await self._visitor(request, await self.accounts.by_id(mine.id))

    async def add_mail(self, request: Request) -> Response:
        account = await self._mine(request)
        wish = await self._letter(request)
        code = await self.passes.issue("address", account.id, wish.mail)
        self._post(request, wish.mail, CONFIRM, CONFIRM_LETTER, code, account.name)
        return answer(LetterSent(LINK // 60), 202)

    async def remove_mail(self, request: Request) -> Response:
        account = await self._mine(request)
        return await self._visitor(request, await self.accounts.drop_mail(account))

    async def enter_by_mail(self, request: Request) -> Response:
        """Whether the address is known is not told: not by the answer, nor by how long it takes."""
        wish = await self._letter(request)
        account = await self.accounts.by_mail(wish.mail)
        code = await self.passes.issue("mail", account.id if account else "", wish.mail)
        if account is not None:
            self._post(request, wish.mail, ENTER, ENTER_LETTER, code)
        return answer(LetterSent(LINK // 60), 202)

    async def _letter(self, request: Request) -> MailWish:
        if self.services.postman is None:
            raise NoMail
        wish = await body(request, MailWish, self.services.limits.body)
        self.mails.take(address(request))
        self.mails.take(f"to {wish.mail.casefold()}")
        return MailWish(wish.mail.casefold())

    def _post(
        self, request: Request, to: str, subject: str, text: str, code: str, name: str = ""
    ) -> None:
        postman = self.services.postman
        assert postman is not None, "it was asked for before"
        letter = phrase(text, link=postman.link(f"enter/{code}"), name=name)
        told = voice(request)
        postman.send(to, told.tell(phrase(subject)), told.tell(letter))

    # -- leaving --------------------------------------------------------------------------

    async def sign_out(self, request: Request) -> Response:
        await self._mine(request)
        await self.accounts.sign_out(token_of(request))
        return self._gone(request, 1)

    async def sign_out_everywhere(self, request: Request) -> Response:
        """A lost device has the words of seats as well; where the account opens them again, they
        are dead before anybody is told that they are."""
        account = await self._mine(request)
        if await self.accounts.is_kept(account):
            await self.lobby.relock(account.id)
        return self._gone(request, await self.accounts.sign_out_everywhere(account))

    async def export(self, request: Request) -> Response:
        """It may be long, so it is written down and packed beside the loop."""
        mine = await self.accounts.all_of(await self._mine(request))
        written = await self.services.errands.do(address(request), written_down, mine)
        response = sent(request, written, "private, no-store")
        response.headers["Content-Disposition"] = 'attachment; filename="fimbul.json"'
        return response

    async def delete(self, request: Request) -> Response:
        await self.accounts.delete(await self._mine(request))
        return self._gone(request, 1)

    # -- what they share ------------------------------------------------------------------

    async def _mine(self, request: Request) -> Account:
        self.asked.take(address(request))
        return await self.door.known(request, self.asked)

    async def _visitor(self, request: Request, account: Account | None) -> Response:
        site, provider = _site(request), self.services.provider
        named = provider.name if provider is not None and provider.serves(site.host) else ""
        ways = Ways(site.can, self.services.postman is not None, named)
        shown = None if account is None else await self.accounts.shown(account)
        return answer(Visitor(shown, ways))

    async def _enter(self, request: Request, account: Account | None, *, bring: bool) -> Response:
        if account is None:
            raise NotSignedIn
        leaving = await self.door.who(request) if bring else None
        entered = await self.accounts.enter(account, leaving, hashed(token_of(request)))
        response = await self._visitor(request, account)
        give(response, request, entered.token)
        return response

    def _gone(self, request: Request, devices: int) -> Response:
        response = answer(SignedOut(devices))
        give(response, request, "")
        return response


def _site(request: Request) -> Site:
    return Site(request.headers.get("host", ""))
