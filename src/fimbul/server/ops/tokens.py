"""Unguessable words: seat tokens, invitations, watch codes."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A name for a table: hard to guess, but no key to anything."""
    return secrets.token_urlsafe(9)


def hashed(token: str) -> str:
    """What is stored in place of a token. It is random enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_same(mine: str, given: str) -> bool:
    """Compared in constant time; an empty word opens nothing."""
    return bool(mine) and hmac.compare_digest(mine.encode(), given.encode())
