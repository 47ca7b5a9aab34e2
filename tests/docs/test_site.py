"""The documentation as a site: it is built strictly, and fetches nothing from anywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import get_args

import pytest

from docs.site.__main__ import BUILD, DOCS, ROOT, within
from docs.site.protocol import protocol
from docs.site.reference import reference
from fimbul.games import own_names
from fimbul.server.wire.messages import Incoming, Outgoing

NAV = re.compile(r'"([\w/-]+\.md)"')
SHOWN = re.compile(r'<(?:img|source)[^>]+src(?:set)?="([^"?#]+)', re.IGNORECASE)
MADE = ("index.md", "changelog.md", "reference.md", "build/protocol.md")


def test_the_site_names_every_page_and_no_other() -> None:
    named = set(NAV.findall((DOCS / "site/zensical.toml").read_text("utf-8")))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    games = {f"learn/{name}.md" for name in own_names()}
    gone = sorted(named - pages - games - {*MADE})
    assert not gone, f"zensical.toml names pages that are not there: {gone}"
    unnamed = sorted((pages | games | {*MADE}) - named)
    assert not unnamed, f"no way leads to these pages; name them in zensical.toml: {unnamed}"


def test_links_into_the_code_become_names_of_files() -> None:
    page = DOCS / "build" / "house.md"
    assert within("[rules](../../src/fimbul/games)", page) == "rules (`src/fimbul/games`)"
    assert within("[scene](scene.md#a)", page) == "[scene](scene.md#a)"
    assert within("[why](../decisions)", page) == "[why](../decisions/README.md)"


def test_the_reference_tells_of_all_that_is_public() -> None:
    import fimbul

    text = reference()
    for name in fimbul.__all__:
        assert f"### `{name}`" in text
    assert "`svg(scene, symbols(game))`" in text


def test_signatures_are_read_as_they_are_written() -> None:
    text = reference()
    assert "choose(state: State, seat: int, thing: str) -> None" in text
    for spoken in (
        "'None'",
        "'Iterable[str]'",
        "typing.Annotated",
        "= <",
        "Runtime representation",
    ):
        assert spoken not in text


def test_the_protocol_tells_of_every_message_and_field() -> None:
    text = protocol()
    kinds = [*get_args(Incoming), *get_args(Outgoing)]
    assert re.findall(r"^### (\w+)$", text, re.MULTILINE) == [kind.__name__ for kind in kinds]
    for field in ("number", "part", "thing"):
        assert f"| `{field}` |" in text.partition("### Choose\n")[2].partition("###")[0]
    assert "anything" not in text


@pytest.mark.slow
def test_the_site_is_built_strictly_and_is_whole() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "docs.site"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    pages = list((BUILD / "site").rglob("*.html"))
    assert len(pages) > 50
    foreign = re.compile(r'<(?:script|link|img)[^>]+(?:src|href)="https?://', re.IGNORECASE)
    for page in pages:
        text = page.read_text("utf-8")
        assert not foreign.search(text), page
        for picture in SHOWN.findall(text) if page.name != "404.html" else []:
            assert picture.startswith("data:") or (page.parent / picture).is_file(), (page, picture)
    assert '-film.svg"' in (BUILD / "site/learn/brandub/index.html").read_text("utf-8")
