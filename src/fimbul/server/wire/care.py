"""Reports, and what those who look after a server are shown and do."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fimbul.server.wire.messages import ChatLine, Code
from fimbul.server.wire.notices import PlayerId

Reason = Annotated[str, Meta(max_length=500)]
CareAct = Literal["dismiss", "ban", "unban"]
ReportState = Literal["open", "closed"]


class ReportWish(Struct, frozen=True):
    """Somebody did something that does not belong here. What they wrote at that table is added."""

    player: PlayerId
    table: Code = ""
    words: Reason = ""


class Reported(Struct, frozen=True):
    """It will be read by somebody."""

    id: str


class ReportCard(Struct, frozen=True):
    """A report as it was made: nothing that happens at the table later changes it."""

    id: str
    table: str
    about: str
    name: str
    sender: str
    words: str
    evidence: tuple[ChatLine, ...]
    created: int
    state: ReportState
    banned: bool


class AuditLine(Struct, frozen=True):
    """Who did what to whom, and why; nobody can take that back."""

    created: int
    doer: str
    act: str
    what: str
    words: str


class CarePage(Struct, frozen=True):
    reports: tuple[ReportCard, ...]
    audit: tuple[AuditLine, ...]


class CareWish(Struct, frozen=True):
    act: CareAct
    words: Reason = ""
