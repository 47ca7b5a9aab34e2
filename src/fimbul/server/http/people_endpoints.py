"""Accounts as a list of what is routed and described."""

from __future__ import annotations

from fimbul.server.http.endpoint import Endpoint, Errors, Handler
from fimbul.server.http.people import PeopleHandlers
from fimbul.server.wire import errors as e
from fimbul.server.wire import people as p

UNREAD: Errors = (
    *(e.Malformed, e.TooLarge, e.TooSlow, e.WrongKind, e.TooFast, e.TooBusy, e.ForeignOrigin),
)
MINE: Errors = (e.NotSignedIn, e.TooFast, e.ForeignOrigin, e.StoreDown)
ENTERING: Errors = (*UNREAD, e.NotSignedIn, e.StoreDown)


def people_endpoints(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    keys = (*_passkeys(people), *_entering(people))
    return (*_account(people), *keys, *_links(people), *_mail(people), *_leaving(people))


def _account(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/me",
            does=people.me,
            about="Whose browser this is, and how one can sign in here",
            gives=p.Visitor,
            errors=(e.StoreDown,),
        ),
        Endpoint(
            path="/api/me",
            method="POST",
            does=people.change,
            about="Choose name, colour and emblem",
            takes=p.Likeness,
            gives=p.Visitor,
            errors=(*UNREAD, *MINE, e.BadTable, e.ShutOut),
        ),
        Endpoint(
            path="/api/me/data",
            does=people.export,
            about="All that is kept about me",
            gives=p.OwnData,
            errors=MINE,
        ),
    )


def _passkeys(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    path = "/api/me/passkeys"
    return (
        Endpoint(
            path=f"{path}/new",
            method="POST",
            does=people.new_passkey,
            about="What the browser needs to make a passkey",
            gives=p.KeyQuestion,
            errors=(*MINE, e.NoPasskeys, e.BadPasskey),
        ),
        Endpoint(
            path=path,
            method="POST",
            does=people.keep_passkey,
            about="Keep a passkey that the browser has made",
            takes=p.NewPasskey,
            gives=p.Visitor,
            errors=(*UNREAD, *MINE, e.NoPasskeys, e.BadPasskey),
        ),
        Endpoint(
            path=f"{path}/{{passkey}}/remove",
            method="POST",
            does=people.remove_passkey,
            about="A passkey opens nothing from now on",
            gives=p.Visitor,
            errors=(*MINE, e.BadPasskey),
        ),
    )


def _entering(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/enter/passkey/new",
            method="POST",
            does=people.ask_passkey,
            about="What the browser needs to sign in by a passkey",
            gives=p.KeyQuestion,
            errors=(e.TooFast, e.ForeignOrigin, e.NoPasskeys, e.StoreDown),
        ),
        Endpoint(
            path="/api/enter/passkey",
            method="POST",
            does=people.enter_by_passkey,
            about="Sign in by a passkey",
            takes=p.Assertion,
            gives=p.Visitor,
            errors=(*ENTERING, e.NoPasskeys, e.BadPasskey),
        ),
    )


def _links(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/me/link",
            method="POST",
            does=people.device_link,
            about="A code that signs one other browser in, once, for a quarter of an hour",
            gives=p.DeviceLink,
            status=201,
            errors=MINE,
        ),
        Endpoint(
            path="/api/enter/link",
            method="POST",
            does=people.enter_by_link,
            about="Spend the code of a link",
            takes=p.LinkCode,
            gives=p.Visitor,
            errors=(*ENTERING, e.SpentLink),
        ),
    )


def _mail(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/me/mail",
            method="POST",
            does=people.add_mail,
            about="Have a letter sent that confirms a mail address",
            takes=p.MailWish,
            gives=p.LetterSent,
            status=202,
            errors=(*UNREAD, *MINE, e.NoMail),
        ),
        Endpoint(
            path="/api/me/mail/remove",
            method="POST",
            does=people.remove_mail,
            about="Nobody signs in by my mail address any more, and nothing is sent there",
            gives=p.Visitor,
            errors=MINE,
        ),
        Endpoint(
            path="/api/enter/mail",
            method="POST",
            does=people.enter_by_mail,
            about="Have a link sent, if an account has that address; the answer does not tell",
            takes=p.MailWish,
            gives=p.LetterSent,
            status=202,
            errors=(*UNREAD, e.NoMail, e.StoreDown),
        ),
    )


def _leaving(people: PeopleHandlers) -> tuple[Endpoint, ...]:
    def post(name: str, does: Handler, about: str) -> Endpoint:
        return Endpoint(
            path=f"/api/me/{name}",
            method="POST",
            does=does,
            about=about,
            gives=p.SignedOut,
            errors=MINE,
        )

    return (
        post("out", people.sign_out, "Sign this browser out"),
        post("out-everywhere", people.sign_out_everywhere, "Sign every browser out"),
        post("delete", people.delete, "Delete my account and all that is mine"),
    )
