"""What is told of Units, in words that agree with them: `Duelists reveal`, `Melmoth reveals`."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.rag_narok.army.roster import Squad
from fimbul.games.rag_narok.measure.tables import PROFILES
from fimbul.kernel import phrase

NUMERAL = "IVX"  # what numbers are written with, of one part of a Unit among several
SINGLE = {card.name for card in PROFILES.values()}
MANY = ("s", "men")  # how the names of Units end that are spoken of as many


def agreeing(template: str, many: bool) -> str:
    """The template with its verbs for one or for many: `reveal[s]`, `[is|are]`."""
    told, *verbs = template.split("[")
    for verb in verbs:
        either, _, rest = verb.partition("]")
        told += either.partition("|")[2 if many else 0] + rest
    return told


def sounds_many(name: str) -> bool:
    """Whether verbs after that name are in the plural: Knights of Alahan *reveal*, but Sasia's
    guard *reveals*, and so does Brontops, who is one fighter."""
    bare = _without_numeral(name.rstrip(" 0123456789"))
    return bare not in SINGLE and bare.partition(" of ")[0].endswith(MANY)


def _without_numeral(name: str) -> str:
    before, _, last = name.rpartition(" ")
    return before if before and not last.strip(NUMERAL) else name


@lru_cache(4096)
def _for_name(template: str, name: str) -> str:
    return agreeing(template, sounds_many(name))


def about(one: Squad, template: str, **parts: str | int) -> str:
    """A sentence about a Unit, which the template calls `unit`."""
    return phrase(_for_name(template, one.name), unit=one.name, **parts)


@lru_cache(1024)
def some(count: int, one: str, many: str, none: str = "") -> str:
    """So many of something: `1 wound`, `3 wounds`, `no wound`."""
    if not count and none:
        return none
    return phrase(one if count == 1 else many, count=count)


def wounds_told(count: int) -> str:
    return some(count, "{count} wound", "{count} wounds", "no wound")


def signed(number: int) -> str:
    """With its sign, as it is printed: `+1`, and a true minus."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else f"+{number}"


def dice_told(count: int) -> str:
    return some(count, "{count} die", "{count} dice", "no dice")
