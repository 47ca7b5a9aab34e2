"""The page's types, written from the structs: `python -m fimbul.server.wire.typescript`.

A field may be absent if the server leaves out defaults, or if the page need not send it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect

from fimbul.kernel import (
    AnyEvent,
    MarkKind,
    Point,
    ThingState,
    Tone,
    ZoneKind,
)
from fimbul.kit import workshop
from fimbul.server.wire import (
    boards,
    bodies,
    bonds,
    care,
    hall,
    learning,
    messages,
    notices,
    people,
    privacy,
    ratings,
    seeking,
    table_card,
    tournaments,
    works,
)

HEAD = "// Written by `python -m fimbul.server.wire.typescript`: change the structs instead.\n"
SENT_BY_PAGE = (
    *(bodies.NewTable, bodies.PlayNow, bodies.SitDown, bodies.PlayFrom, bodies.Work),
    *(bodies.Rematch, people.NewPasskey, people.LinkCode, notices.NewChannel, care.ReportWish),
    care.CareWish,
    seeking.RivalWish,
    *(tournaments.NewTournament, tournaments.EntryWish),
    *(messages.Hello, table_card.MatchClock),
)
ROOTS: dict[str, Any] = {
    "Incoming": messages.Incoming,
    "Outgoing": messages.Outgoing,
    "Clock": table_card.Clock,
    "SeatWish": bodies.SeatWish,
    "AnyEvent": AnyEvent,
    "Point": Point,
    "Tone": Tone,
    "MarkKind": MarkKind,
    "ZoneKind": ZoneKind,
    "ThingState": ThingState,
}
BODIES = (
    *(bodies.NewTable, bodies.PlayNow, bodies.SitDown, bodies.PlayFrom, bodies.Rematch),
    bodies.TakenSeat,
    *(workshop.Catalogue, bodies.Work, workshop.Judged),
    *(bodies.GameCard, bodies.Book, bodies.TablePage, bodies.Left, bodies.ReplayId),
    *(bodies.Mine, bodies.MyMatch, bodies.Check),
    *(bodies.Replay, bodies.ReplayScene, bodies.Study, bodies.Better),
    *(bodies.PuzzleList, bodies.PuzzleScene, bodies.PuzzleAnswer, bodies.WhyNot),
    *(learning.LessonCard, learning.LessonScene, learning.PrimerCard),
    *(people.Visitor, people.Likeness, people.NewPasskey, people.KeyQuestion, people.DeviceLink),
    *(people.HistoryPage, people.PlayerCard, ratings.RatingGraph, boards.Leaderboard),
    *(seeking.RivalWish, seeking.SeekLine, hall.Hall),
    *(people.LinkCode, people.MailWish, people.LetterSent, people.SignedOut, people.ProviderDoor),
    *(notices.NewChannel, notices.NoticeWays, notices.TurnedOff, notices.InvitationList),
    *(works.WorkShelf, works.WorkWish, works.KeptText),
    *(bonds.BondWish, bonds.BondList, privacy.PrivacyPage),
    *(care.ReportWish, care.Reported, care.CarePage, care.CareWish),
    *(tournaments.NewTournament, tournaments.TournamentList, tournaments.TournamentPage),
    *(tournaments.EntryWish, tournaments.CourseWish),
    *(bodies.Health, bodies.Trouble),
)
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def typescript() -> str:
    """The whole file."""
    infos = inspect.multi_type_info([*ROOTS.values(), *BODIES])
    found: dict[str, inspect.StructType] = {}
    for info in infos:
        _collect(info, found)
    parts = [HEAD]
    parts += [_interface(found[name]) for name in sorted(found)]
    parts += [
        f"export type {name} = {_type(info)};\n" for name, info in zip(ROOTS, infos, strict=False)
    ]
    return "\n".join(parts)


def _collect(info: Any, found: dict[str, inspect.StructType]) -> None:
    """Every struct that can be reached."""
    if isinstance(info, inspect.StructType):
        known = found.setdefault(info.cls.__name__, info)
        assert known.cls is info.cls, f"two structs are called {info.cls.__name__}"
        if known is not info:
            return
    for part in _parts(info):
        _collect(part, found)


def _parts(info: Any) -> Iterator[Any]:
    if isinstance(info, inspect.StructType):
        yield from (field.type for field in info.fields)
    elif isinstance(info, inspect.UnionType):
        yield from info.types
    elif isinstance(info, inspect.TupleType):
        yield from info.item_types
    elif isinstance(info, inspect.CollectionType):
        yield info.item_type
    elif isinstance(info, inspect.DictType):
        yield info.value_type
    elif isinstance(info, inspect.Metadata):
        yield info.type


def _interface(info: inspect.StructType) -> str:
    about = (info.cls.__doc__ or "").strip().split("\n")[0]
    comment = f"/** {about} */\n" if about and not about.startswith(info.cls.__name__) else ""
    if info.array_like:
        row = ", ".join(f"{field.encode_name}: {_type(field.type)}" for field in info.fields)
        return f"{comment}export type {info.cls.__name__} = [{row}];\n"
    lines = []
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        optional = "?" if _may_be_absent(info.cls, field) else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    body = "\n".join(lines)
    return f"{comment}export interface {info.cls.__name__} {{\n{body}\n}}\n"


def _may_be_absent(cls: type[Struct], field: inspect.Field) -> bool:
    if field.required:
        return False
    return bool(cls.__struct_config__.omit_defaults) or cls in SENT_BY_PAGE


def _type(info: Any) -> str:
    if isinstance(info, inspect.Metadata):
        return _type(info.type)
    if isinstance(info, inspect.StructType):
        return str(info.cls.__name__)
    if isinstance(info, inspect.LiteralType):
        return " | ".join(json.dumps(value) for value in info.values)
    if isinstance(info, inspect.UnionType):
        return " | ".join(_type(part) for part in info.types)
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(_type(part) for part in info.item_types)}]"
    if isinstance(info, inspect.DictType):
        return f"Record<string, {_type(info.value_type)}>"
    if isinstance(info, inspect.CollectionType):
        inner = _type(info.item_type)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return PLAIN[type(info)]


if __name__ == "__main__":
    print(typescript(), end="")
