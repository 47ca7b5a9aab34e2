"""Profiles as an owner of the printed cards has them: rows [[unit]] in place of ours.

Only what differs from our reconstruction is kept. It travels with the army, at the end of its text,
so that whoever reads the army, a stored match included, reads the owner's values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import CM, Profile
from fimbul.kernel import did_you_mean, mistyped, phrase

Row = Mapping[str, Any]
Own = tuple[Profile, ...]

BEGIN = "[[unit]]"
ABOUT = "unit {card}: {problem}"
OF_SOURCE = ("reconstructed", "faq", "note")  # what a row says about where it comes from
FIXED = (
    "people", "kind", "elements", "paths", "options", "spells", "rituals", "miracles",
    "communions", "artefacts", "rituals_max", "communions_max", "crew", "size_on_card",
    "mercenary", "origin", "affiliation", "alliance",
)  # fmt: skip
STATS = ("ini", "att", "strength", "defence", "res", "cou", "fear", "dis", "aim", "power")
BOUNDS = {
    **dict.fromkeys(STATS, (0, 20)),
    **dict.fromkeys(("mov", "mov_flight", "aura"), (0, 60 * CM)),
    "ap": (1, 1000), "dice": (0, 9), "wounds": (1, 20), "df": (0, 20), "category": (1, 3),
}  # fmt: skip
KEYS = {ours: printed for printed, ours in t.NAMES.items()}  # as a row names a field


def read_rows(rows: Sequence[Any]) -> tuple[Own, list[str]]:
    """The profiles that differ from ours, and a sentence for each row that cannot be played."""
    found: list[Profile] = []
    problems: list[str] = []
    for number, row in enumerate(rows, start=1):
        name = str(row.get("id", number)) if isinstance(row, Mapping) else number
        card, wrong = _read(row)
        problems += [phrase(ABOUT, card=name, problem=problem) for problem in wrong]
        if card is not None and not wrong and not _is_ours(card):
            found.append(card)
    names = [card.id for card in found]
    twice = {name for name in names if names.count(name) > 1}
    problems += [phrase("unit {card} is there twice", card=name) for name in twice]
    return tuple(found), problems


def _read(row: Any) -> tuple[Profile | None, list[str]]:
    try:
        card = _bare(msgspec.convert(t.row_of(dict(row)), Profile))
    except ValueError as wrong:
        return None, [mistyped(wrong)]
    except KeyError as missing:
        return None, [phrase("the field {name} is missing", name=str(missing.args[0])[:40])]
    except UNREADABLE:
        return None, ["fields and their values are needed"]
    if card.id not in t.PROFILES:
        perhaps = did_you_mean(card.id, t.PROFILES)
        return None, [phrase("we have no such profile{perhaps}", perhaps=perhaps)]
    return card, [*_fixed(card), *_bounds(card), *t.profile_problems(card)]


def _fixed(card: Profile) -> Iterator[str]:
    """What the rules, spells and artefacts of this rulebook depend on."""
    ours = t.PROFILES[card.id]
    for name in FIXED:
        if getattr(card, name) != getattr(ours, name):
            yield phrase("{field} cannot be changed", field=name)


def _bounds(card: Profile) -> Iterator[str]:
    """Numbers that no card can have."""
    for name, (least, most) in BOUNDS.items():
        value = getattr(card, name)
        if value is not None and not least <= value <= most:
            unit = CM if name in ("mov", "mov_flight", "aura") else 1
            bounds = {"least": least // unit, "most": most // unit}
            yield phrase("{field} is {least} to {most}", field=KEYS.get(name, name), **bounds)
    if not all(10 <= side <= 150 for side in card.base_mm):
        yield "a base measures 10 to 150 mm each way"
    gun = card.weapon
    if gun and not (0 <= gun.strength <= 20 and 0 < gun.short < gun.medium < gun.long <= 200 * CM):
        yield "the ranges of a weapon grow, up to 200 cm, and its STR is 0 to 20"
    if not 1 <= len(card.name) <= 60 or not card.name.isprintable() or set("{}") & set(card.name):
        yield "a name is one line of at most 60 letters, without braces"
    if card.faith is not None and not all(0 <= aspect <= 9 for aspect in card.faith):
        yield "FAI is three numbers from 0 to 9"


def _bare(card: Profile) -> Profile:
    """A row without what it says about where it comes from."""
    return structs.replace(card, reconstructed=False, faq="", note="")


def _is_ours(card: Profile) -> bool:
    return card == _bare(t.PROFILES[card.id])


def write(own: Iterable[Profile]) -> Iterator[str]:
    """Profiles as rows that can be read again."""
    for card in sorted(own, key=lambda card: card.id):
        yield ""
        yield BEGIN
        for field, value in _values(card):
            yield f"{KEYS.get(field, field)} = {_toml(field, value)}"


def _values(card: Profile) -> Iterator[tuple[str, Any]]:
    for field in structs.fields(Profile):
        value = getattr(card, field.name)
        if value != field.default and field.name not in OF_SOURCE and value is not None:
            yield field.name, value


def _toml(field: str, value: Any) -> str:
    if isinstance(value, t.Weapon):
        ranges = ", ".join(f"{name} = {getattr(value, name) / CM:g}" for name in RANGES)
        name = json.dumps(value.name, ensure_ascii=False)
        return f"{{ name = {name}, STR = {value.strength}, {ranges} }}"
    if KEYS.get(field, field) in t.LENGTHS:
        return f"{value / CM:g}"
    return json.dumps(value, ensure_ascii=False)


UNREADABLE = (ArithmeticError, AttributeError, TypeError)  # nothing there fits
RANGES = ("short", "medium", "long")
