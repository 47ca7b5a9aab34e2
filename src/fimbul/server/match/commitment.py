"""Dice anyone can check: a secret is promised before the match and shown after it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import msgspec


def new_secret() -> str:
    """256 bits, in hexadecimal."""
    return secrets.token_hex(32)


def commit_of(secret: str) -> str:
    """What is published before the first choice: it fixes the secret and does not show it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, contributions: Sequence[str], *, mixed: bool) -> int:
    """The first 64 bits of a hash over the secret, what each player added, by seat, and whether
    their choices are mixed into the dice: a record cannot deny that without being caught."""
    told = msgspec.json.encode(list(contributions)) + (b"mixed" if mixed else b"")
    return int.from_bytes(hashlib.sha256(bytes.fromhex(secret) + told).digest()[:8])
