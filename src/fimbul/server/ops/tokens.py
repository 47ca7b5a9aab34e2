"""Unguessable tokens: for seats, invitations and watch codes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A name for a table: hard to guess, but no key to anything."""
    return _spelled(secrets.token_bytes(9))


def id_from(key: str) -> str:
    """The name of the table that is laid with that key, however often it is asked for."""
    digest = hashlib.sha256(b"table " + key.encode()).digest()
    return _spelled(digest[:9])


def _spelled(name: bytes) -> str:
    """In letters and digits alone: a name that begins with a dash is an option to a shell."""
    return base64.b64encode(name, b"xy").decode()


def hashed(token: str) -> str:
    """What is stored in place of a token. It is random enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_same(mine: str, given: str) -> bool:
    """Compared in constant time; an empty word opens nothing."""
    return bool(mine) and hmac.compare_digest(mine.encode(), given.encode())
