"""Lengths as people say them: in centimetres, with the hundredths that are left."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.rag_narok.measure.tables import CM, Profile
from fimbul.kernel import phrase


@lru_cache(4096)
def said(distance: int) -> str:
    """Hundredths of a centimetre as centimetres."""
    whole, rest = divmod(distance, CM)
    if not rest:
        return str(whole)
    return phrase("{whole}.{rest}", whole=str(whole), rest=f"{rest:02}".rstrip("0"))


def tenths(number: int) -> str:
    """So many tenths, with their point."""
    return phrase("{whole}.{rest}", whole=str(number // 10), rest=str(number % 10))


def said_mov(card: Profile) -> str:  # rule: flight.two-mov
    """The MOV of a card, and its flight MOV if it has one."""
    if not card.mov_flight:
        return said(card.mov)
    return phrase("{walking}/{flying}", walking=said(card.mov), flying=said(card.mov_flight))


def read_distance(pick: str | None) -> int:
    """The hundredths behind an `advance:` thing."""
    whole, _, rest = (pick or "advance:0").removeprefix("advance:").partition(".")
    return int(whole) * CM + int(rest.ljust(2, "0") or "0")
