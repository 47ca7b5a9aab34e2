"""Spells, Rituals, miracles, Communions and artefacts as an owner of the printed cards has them.

As with profiles, only what differs from our reconstruction is kept, and it travels with the army.
An owner's row changes numbers: what a card is for, whom it touches and what the rules call it is
fixed by this rulebook. Its words follow from its numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.games.rag_narok.measure import tables as t
from fimbul.kernel import did_you_mean, listed, phrase, toml

Row = Mapping[str, Any]
KINDS: dict[str, type[t.Priced]] = {
    "spell": t.Spell, "ritual": t.Spell, "miracle": t.Miracle, "communion": t.Miracle,
    "artefact": t.Artefact,
}  # fmt: skip
OURS: dict[str, dict[str, Row]] = {
    table: {row["id"]: row for row in t.BOOK[table]} for table in KINDS
}
NONE = {
    "spell": "we have no such spell{perhaps}",
    "ritual": "we have no such Ritual{perhaps}",
    "miracle": "we have no such miracle{perhaps}",
    "communion": "we have no such Communion{perhaps}",
    "artefact": "we have no such artefact{perhaps}",
}
UNCHANGED = "{field} cannot be changed"
BETWEEN = "{field} is {least} to {most}"
OF_SOURCE = ("reconstructed", "faq", "note")  # what a row says about where it comes from
FIELDS = {"AP": (0, 200), "difficulty": (1, 30), "fervour": (0, 20)}
NUMBERS = {
    **dict.fromkeys(("gems", "gems_most", "victims"), (1, 20)),
    **dict.fromkeys(("strength", "gem_strength", "extra_strength"), (0, 20)),
    **dict.fromkeys(("pool_strength", "pool_most", "harder", "least"), (0, 20)),
    **dict.fromkeys(("wide_cm", "deep_cm", "across_cm"), (1, 30)),
    "reach_cm": (1, 200), "often": (1, 9),
}  # fmt: skip
ADDED = (-10, 10)
SCENERY = ("wide_cm", "deep_cm", "across_cm")  # of what is laid on the table, not of a template


class OwnCard(Struct, frozen=True):
    """A card that differs from ours, as the lines in which it is written."""

    table: str
    id: str
    lines: tuple[str, ...]

    @property
    def card(self) -> t.Priced:
        return _card(self)


Cards = tuple[OwnCard, ...]


@lru_cache(maxsize=1024)  # owners write what they like
def _card(own: OwnCard) -> t.Priced:
    row = t.parse("\n".join(own.lines))
    return _convert(own.table, _merged(OURS[own.table][own.id], row))


def _convert(table: str, row: Row) -> t.Priced:
    return msgspec.convert(t.row_of(dict(row)), KINDS[table])


def _merged(ours: Row, row: Row) -> dict[str, Any]:
    deeds = {**ours.get("deeds", {}), **row.get("deeds", {})}
    return {**ours, **row, **({"deeds": deeds} if deeds else {})}


def read_tables(tables: Mapping[str, Any]) -> tuple[Cards, list[str]]:
    """The cards that differ from ours, and a sentence for each row that cannot be played."""
    found: list[OwnCard] = []
    problems: list[str] = []
    for table, rows in tables.items():
        if table in KINDS:
            own, wrong = _read_table(table, rows)
            found += own
            problems += wrong
    counted = Counter(own.id for own in found)
    twice = sorted(name for name, count in counted.items() if count > 1)
    problems += [phrase("{card} is there twice", card=name) for name in twice]
    return tuple(sorted(found, key=lambda own: own.id)), problems


def _read_table(table: str, rows: Any) -> tuple[list[OwnCard], list[str]]:
    if not isinstance(rows, list | tuple):
        row = f"[[{table}]]"
        return [], [phrase("a file is needed that holds rows such as {row}", row=row)]
    found: list[OwnCard] = []
    problems: list[str] = []
    for number, row in enumerate(rows, start=1):
        own, wrong = _read(table, row)
        name = str(row.get("id", number)) if isinstance(row, Mapping) else str(number)
        problems += [_of(table, name, problem) for problem in wrong]
        if own is not None and not wrong and own.lines:
            found.append(own)
    return found, problems


def _of(table: str, name: str, problem: str) -> str:
    return phrase("{table} {card}: {problem}", table=table, card=name, problem=problem)


def _read(table: str, row: Any) -> tuple[OwnCard | None, list[str]]:
    if not isinstance(row, Mapping):
        return None, ["fields and their values are needed"]
    ours = OURS[table].get(str(row.get("id", "")))
    if ours is None:
        perhaps = did_you_mean(str(row.get("id", "")), OURS[table])
        return None, [phrase(NONE[table], perhaps=perhaps)]
    wrong = [*_fields(ours, row), *_deeds(ours, row.get("deeds", {}))]
    if wrong:
        return None, wrong
    return OwnCard(table, row["id"], tuple(_lines(ours, row))), []


def _fields(ours: Row, row: Row) -> Iterator[str]:
    for field, value in row.items():
        if field in OF_SOURCE or field == "deeds" or value == ours.get(field):
            continue
        if field == "name":
            yield from _name(value)
        elif field in FIELDS and field in ours:
            yield from _number(field, value, FIELDS[field])
        else:
            yield phrase(UNCHANGED, field=field)


def _name(value: Any) -> Iterator[str]:
    sound = isinstance(value, str) and 1 <= len(value) <= 60 and value.isprintable()
    if not sound or set("{}") & set(value):
        yield "a name is one line of at most 60 letters, without braces"


def _number(field: str, value: Any, bounds: tuple[int, int]) -> Iterator[str]:
    whole = isinstance(value, int) or (field.endswith("_cm") and _is_length(value))
    if not whole or isinstance(value, bool) or not bounds[0] <= value <= bounds[1]:
        yield phrase(BETWEEN, field=field, least=bounds[0], most=bounds[1])


def _is_length(value: Any) -> bool:
    return isinstance(value, float | Decimal) and math.isfinite(value)


def _deeds(ours: Row, deeds: Any) -> Iterator[str]:
    if not isinstance(deeds, Mapping):
        yield "deeds is a table, { strength = 5 }"
        return
    known: Row = ours.get("deeds", {})
    laid = known.get("touches") == "spot"
    for field, value in deeds.items():
        if value == known.get(field):
            continue
        if field == "adds" and field in known:
            yield from _adds(known[field], value)
        elif field in NUMBERS and field in known and not (laid and field in SCENERY):
            yield from _number(field, value, NUMBERS[field])
        else:
            yield phrase(UNCHANGED, field=field)


def _adds(ours: Row, value: Any) -> Iterator[str]:
    if not isinstance(value, Mapping) or value.keys() != ours.keys():
        yield phrase("adds has exactly {fields}", fields=listed(list(ours)))
        return
    for name, many in value.items():
        yield from _number(name, many, ADDED)


def _lines(ours: Row, row: Row) -> Iterator[str]:
    """What differs, as it is written."""
    for field in ("name", *FIELDS):
        if field in row and row[field] != ours.get(field):
            yield f"{field} = {toml(row[field])}"
    known: Row = ours.get("deeds", {})
    deeds = {name: one for name, one in row.get("deeds", {}).items() if one != known.get(name)}
    if deeds:
        yield f"deeds = {toml({name: _plain(one) for name, one in sorted(deeds.items())})}"


def _plain(value: Any) -> Any:
    """A length as JSON can write it."""
    if isinstance(value, Mapping | int):
        return value
    return int(value) if value == int(value) else float(value)


def write(cards: Iterable[OwnCard]) -> Iterator[str]:
    """Cards as rows that can be read again."""
    for own in cards:
        yield from ("", f"[[{own.table}]]", f'id = "{own.id}"', *own.lines)
