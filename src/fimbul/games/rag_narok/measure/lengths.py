"""Lengths as people say them: in centimetres, with the hundredths that are left."""

from __future__ import annotations

from fimbul.games.rag_narok.measure.tables import CM, Profile


def said(distance: int) -> str:
    """Hundredths of a centimetre as centimetres."""
    whole, rest = divmod(distance, CM)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".")


def said_mov(card: Profile) -> str:  # rule: flight.two-mov
    """The MOV of a card, and its flight MOV if it has one."""
    return said(card.mov) + (f"/{said(card.mov_flight)}" if card.mov_flight else "")


def read_distance(pick: str | None) -> int:
    """The hundredths behind an `advance:` thing."""
    whole, _, rest = (pick or "advance:0").removeprefix("advance:").partition(".")
    return int(whole) * CM + int(rest.ljust(2, "0") or "0")
