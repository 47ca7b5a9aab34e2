"""Leaderboards as data."""

from __future__ import annotations

from msgspec import Struct

from fimbul.server.wire.people import EmblemName, PlayerTone
from fimbul.server.wire.ratings import RatingCard


class LeaderLine(Struct, frozen=True, omit_defaults=True):
    """Somebody on a leaderboard; a bot is known by its name alone."""

    rank: int
    id: str
    name: str
    points: int
    matches: int
    tone: PlayerTone = "bone"
    emblem: EmblemName = "axe"
    bot: bool = False


class Leaderboard(Struct, frozen=True, omit_defaults=True):
    """A page of a leaderboard, and where whoever asks stands."""

    game: str
    lines: tuple[LeaderLine, ...]
    next: int | None = None  # ask for what comes after so many
    mine: RatingCard | None = None
