"""Ratings as data: what a player is worth in a game, and how that came about."""

from __future__ import annotations

from msgspec import Struct

from fimbul.kernel import Spoken


class RatingCard(Struct, frozen=True, omit_defaults=True):
    """A rating in one game. Points are shown after `needed` rated matches, not before."""

    game: str
    matches: int
    needed: int
    points: int | None = None
    rank: int = 0  # among all whose points are shown


class LevelTally(Struct, frozen=True):
    """A record against people, against a bot by its name, or against both (`mixed`)."""

    game: str
    against: str
    won: int
    lost: int
    drawn: int


class Favourite(Struct, frozen=True):
    """A power or an army, how often it was played, and how often it won."""

    game: str
    name: Spoken
    played: int
    won: int


class RatedPoint(Struct, frozen=True):
    """The points after a match."""

    at: int  # seconds since 1970
    points: int


class RatingGraph(Struct, frozen=True):
    """How a rating came about, the oldest first; of a long history every few matches are told."""

    game: str
    points: tuple[RatedPoint, ...]
