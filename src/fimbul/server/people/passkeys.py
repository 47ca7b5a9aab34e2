"""Passkeys: made by a browser, several for an account, found again without a name.

The cryptography is that of the package webauthn (`pip install 'fimbul[people]'`); without it, and
where the server is called by an address instead of a name, passkeys are not offered.
"""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from time import time
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.server.ops.clean_text import clean
from fimbul.server.people.accounts import Account
from fimbul.server.people.passes import Passes
from fimbul.server.store.base import Conflict, Store
from fimbul.server.wire.errors import BadPasskey, NoPasskeys, NoSuchPasskey, TooManyPasskeys

MOST_PASSKEYS = 20  # passkeys of one account
_INSTALLED = find_spec("webauthn") is not None


class Site(Struct, frozen=True):
    """The name by which the server was called. A proxy may have taken the encryption off, and a
    browser makes passkeys only where nobody can listen; so both schemes are ours."""

    host: str  # with its port, as the browser's address says

    @property
    def name(self) -> str:
        return self.host.rpartition(":")[0] if self.host.rpartition(":")[2].isdigit() else self.host

    @property
    def origins(self) -> list[str]:
        return [f"https://{self.host}", f"http://{self.host}"]

    @property
    def can(self) -> bool:
        """Whether a browser would make a passkey for it: for a name, but for no address."""
        try:
            ip_address(self.name.strip("[]"))
        except ValueError:
            return _INSTALLED and bool(self.name)
        return False


def prepare() -> None:
    """Read what is needed before somebody waits for it: that takes a tenth of a second."""
    if _INSTALLED:
        import_module("webauthn")


class _ClientData(Struct):
    challenge: str


class Passkeys:
    def __init__(self, store: Store) -> None:
        self.store, self.passes = store, Passes(store)

    async def registering(self, account: Account, site: Site) -> dict[str, Any]:
        """What to hand to `navigator.credentials.create`."""
        _check(site)
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers import structs as w

        known = await self.store.look_up("select id from passkey where account = ?", account.id)
        if len(known) >= MOST_PASSKEYS:
            raise TooManyPasskeys
        options = generate_registration_options(
            rp_id=site.name,
            rp_name="Fimbul",
            user_id=account.id.encode(),
            user_name=account.name,
            user_display_name=account.name,
            challenge=(await self.passes.issue("register", account.id)).encode(),
            authenticator_selection=w.AuthenticatorSelectionCriteria(
                resident_key=w.ResidentKeyRequirement.REQUIRED,
                user_verification=w.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                w.PublicKeyCredentialDescriptor(id=base64url_to_bytes(key)) for (key,) in known
            ],
        )
        told: dict[str, Any] = json.loads(options_to_json(options))
        return told

    async def register(
        self, account: Account, site: Site, credential: dict[str, Any], name: str
    ) -> None:
        """Keep a new passkey; BadPasskey if it was not made for this account, here and now."""
        _check(site)
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        challenge = _challenge(credential)
        spent = await self.passes.spend(challenge, "register")
        if spent is None or spent.account != account.id:
            raise BadPasskey
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge.encode(),
                expected_rp_id=site.name,
                expected_origin=site.origins,
            )
        except _unread():
            raise BadPasskey from None
        key = bytes_to_base64url(made.credential_id)
        public = bytes_to_base64url(made.credential_public_key)
        values = (key, account.id, public, made.sign_count, clean(name), int(time()))
        try:
            await self.store.note(("insert into passkey values (?, ?, ?, ?, ?, ?)", values))
        except Conflict:
            raise BadPasskey from None

    async def entering(self, site: Site) -> dict[str, Any]:
        """What to hand to `navigator.credentials.get`: whoever it is, the browser knows."""
        _check(site)
        from webauthn import generate_authentication_options, options_to_json

        challenge = (await self.passes.issue("enter")).encode()
        options = generate_authentication_options(rp_id=site.name, challenge=challenge)
        told: dict[str, Any] = json.loads(options_to_json(options))
        return told

    async def enter(self, site: Site, credential: dict[str, Any]) -> str:
        """The account whose passkey signed; BadPasskey if none did."""
        _check(site)
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        challenge, key = _challenge(credential), str(credential.get("id", ""))
        spent = await self.passes.spend(challenge, "enter")
        rows = await self.store.look_up(
            "select account, public, uses from passkey where id = ?", key
        )
        if spent is None or not rows:
            raise BadPasskey
        account, public, uses = rows[0]
        try:
            signed = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge.encode(),
                expected_rp_id=site.name,
                expected_origin=site.origins,
                credential_public_key=base64url_to_bytes(public),
                credential_current_sign_count=uses,
            )
        except _unread():
            raise BadPasskey from None
        await self.store.note(
            ("update passkey set uses = ? where id = ?", (signed.new_sign_count, key))
        )
        return str(account)

    async def remove(self, account: Account, start: str) -> None:
        """Remove a passkey: it signs nobody in any more."""
        rows = await self.store.look_up("select id from passkey where account = ?", account.id)
        gone = [key for (key,) in rows if start and key.startswith(start)]
        if len(gone) != 1:
            raise NoSuchPasskey
        sql = "delete from passkey where id = ? and account = ?"
        await self.store.note((sql, (gone[0], account.id)))


def _check(site: Site) -> None:
    if not site.can:
        raise NoPasskeys


def _unread() -> tuple[type[Exception], ...]:
    """What a credential may be refused with: the library's own kinds, and what its parsers raise
    when they are given rubbish."""
    from webauthn.helpers.exceptions import WebAuthnException

    return (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, IndexError)


def _challenge(credential: dict[str, Any]) -> str:
    """The challenge that the browser says it signed: its own answer tells which one it was
    given."""
    try:
        from webauthn.helpers import base64url_to_bytes

        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        read = msgspec.json.decode(data, type=_ClientData)
        return base64url_to_bytes(read.challenge).decode()
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadPasskey from None
