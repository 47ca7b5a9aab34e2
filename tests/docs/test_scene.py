"""The page about scenes names every field and every word that a scene may hold, and no others."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from msgspec import Struct, structs

from fimbul.kernel import (
    Fact,
    Mark,
    MarkKind,
    Note,
    Plate,
    Preview,
    Scene,
    Sign,
    Term,
    Thing,
    ThingKind,
    ThingState,
    Zone,
    ZoneKind,
    ZoneRole,
)
from tests.docs.test_docs import ROOT, fenced

PAGE = ROOT / "docs/build/scene.md"
TEXT = PAGE.read_text("utf-8")


def table(heading: str) -> list[str]:
    """The first cells of the first table under a heading."""
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", part.split("\n| State |")[0], re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]


@pytest.mark.parametrize("kind", [Scene, Zone, Thing, Mark], ids=lambda kind: kind.__name__)
def test_every_field_has_its_line(kind: type[Struct]) -> None:
    assert table(kind.__name__) == [field.name for field in structs.fields(kind)]


def test_the_small_ones_have_theirs_too() -> None:
    said = table("Plate, Note, Fact, Term and Preview")
    for kind in (Plate, Note, Fact, Term, Preview):
        first, *others = [field.name for field in structs.fields(kind)]
        at = said.index(f"{kind.__name__}.{first}")
        fields = [name.removeprefix(f"{kind.__name__}.") for name in said[at:]]
        assert fields[: len(others) + 1] == [first, *others]


@pytest.mark.parametrize(
    "words", [ThingKind, ThingState, ZoneKind, ZoneRole, MarkKind, Sign], ids=lambda one: str(one)
)
def test_every_word_is_told(words: Any) -> None:
    assert [word for word in get_args(words) if word and f"`{word}`" not in TEXT] == []


def test_the_example_is_real() -> None:
    (code,) = fenced(PAGE, "python")
    exec(compile(code, str(PAGE), "exec"), {})
