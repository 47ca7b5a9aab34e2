"""Where something that a player brings to a match is put together, such as an army.

A field of a setup names its workshop by `extra_json_schema={"workshop": name}`. What comes out is
the text which that field takes; page and server know no more of it than what stands here.
"""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct

from fimbul.kernel import Spoken

MOST_OF_THEM = Meta(max_length=40)
Name = Annotated[str, Meta(max_length=80)]
HeadKind = Literal["text", "choice", "taken"]  # taken: one of the wares that were taken


class Article(Struct, frozen=True):
    """Something to choose, with what it costs."""

    id: str
    title: Spoken
    points: int = 0
    kind: Spoken = ""


class Ware(Struct, frozen=True):
    """What a workshop offers; `extras` may be added to each of them."""

    id: str
    title: Spoken
    points: int
    group: str
    text: Spoken = ""
    extras: tuple[Article, ...] = ()


class Head(Struct, frozen=True):
    """Something to say about the whole. Where it `sorts`, it names the group of wares meant."""

    id: str
    title: Spoken
    kind: HeadKind = "text"
    choices: tuple[Article, ...] = ()
    sorts: bool = False


class Catalogue(Struct, frozen=True):
    """All that a workshop offers, in its own words."""

    title: Spoken  # what is put together: an army
    section: Spoken  # what it consists of: a Unit
    unit: Spoken  # what points are called: AP
    heads: tuple[Head, ...]
    groups: tuple[Article, ...]
    wares: tuple[Ware, ...]
    ready: tuple[Article, ...] = ()  # finished ones, by the name that stands for their text


class Taken(Struct, frozen=True):
    """So many equal wares, each with these extras."""

    ware: Name
    count: Annotated[int, Meta(ge=1, le=99)] = 1
    extras: Annotated[tuple[Name, ...], MOST_OF_THEM] = ()


class Section(Struct, frozen=True):
    title: Name
    taken: Annotated[tuple[Taken, ...], MOST_OF_THEM] = ()


class Draft(Struct, frozen=True):
    """What is being put together. It may be wrong or half done."""

    heads: Annotated[dict[Name, Name], MOST_OF_THEM] = {}
    sections: Annotated[tuple[Section, ...], MOST_OF_THEM] = ()


class Remark(Struct, frozen=True):
    """Something that is wrong, and the rule that says so, if one does; `title` is what that rule
    is called where the remark is read."""

    text: Spoken
    rule: str = ""
    title: str = ""


class Judged(Struct, frozen=True):
    """A draft as it stands: its text, what all of it costs, and everything that is wrong."""

    draft: Draft
    text: str
    points: int
    limit: int
    costs: tuple[tuple[int, ...], ...]  # of each line of each section
    problems: tuple[Remark, ...] = ()


class Workshop(Protocol):
    """What a game does for whoever builds something for it."""

    def catalogue(self) -> Catalogue:
        """All that is offered."""

    def judge(self, draft: Draft) -> Judged:
        """What is to be said about a draft."""

    def read(self, text: str) -> Judged:
        """The same for a text; BadSetup tells of every line that cannot be read."""
