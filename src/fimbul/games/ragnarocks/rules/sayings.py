"""What is said at every turn, made once: a match says the same words over and over.

What has too many forms to be kept for good, such as the score of a region, is made anew.
"""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.kernel import phrase, player

STONE_ON = "stone on {place}"
MOVE = "Move your viking from {place} in a straight line"
SUMMON = "Summon a runestone from {place} in a straight line, to wall off land"
POINTS = ("{count} point", "{count} points")
STONES = ("{count} stone", "{count} stones")


@cache
def of_hex(template: str, place: str) -> str:
    """Something about one hex."""
    return phrase(template, place=place)


@cache
def asks(question: str, template: str) -> str:
    """A question that says more than it would in the basic game."""
    return phrase(template, question=question)


@cache
def more(question: str, saying: str) -> str:
    """A question, and a sentence beside it."""
    return phrase("{question}. {saying}", question=question, saying=saying)


@cache
def number_of(forms: tuple[str, str], count: int) -> str:
    """A count of them: the forms are for one and for several."""
    return phrase(forms[count != 1], count=count)


@cache
def went(start: str, end: str) -> str:
    if start == end:
        return phrase("stays on {place}", place=end)
    return phrase("{start} to {end}", start=start, end=end)


def hexes(size: int) -> str:
    """An area of land, in hexes."""
    return number_of(("{count} hex", "{count} hexes"), size)


def left(stones: int) -> str:
    """How many runestones are left in the supply."""
    return number_of(("{count} runestone left", "{count} runestones left"), stones)


@cache
def landed(status: int, size: int, who: str, *, closed: bool) -> str:
    """Land that is wild or somebody's from now on; it may be a runestone that closed it off."""
    if status == p.WILD:
        told = phrase("the wild claims {land}", land=hexes(size))
    else:
        told = phrase("{who} settles {land}", who=who, land=hexes(size))
    return phrase("The wall closes: {what}", what=told) if closed else told


def scored(template: str, seat: int, points: int) -> str:
    """Points of a card."""
    return phrase(template, who=player(seat), points=number_of(POINTS, points))


def worth(size: int, place: str, who: str) -> str:
    points = number_of(POINTS, size)
    words = "{who} scores {points} for the region at {place}"
    return phrase(words, who=who, points=points, place=place)
