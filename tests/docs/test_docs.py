"""The documents say what is true: their code stands in the code, their links lead somewhere."""

import re
from pathlib import Path
from textwrap import dedent, indent
from xml.etree import ElementTree

import pytest
from click import Context, Group

from docs.pictures.__main__ import MOMENTS, moving, picture, scenes
from fimbul import __version__
from fimbul.cli import main
from fimbul.conformance.rooms import ROOMS
from fimbul.games import own_names

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)")
QUOTED = {  # pages that show a piece of that file
    "docs/build/add-a-setting.md": "src/fimbul/server/settings.py",
    "docs/lab/balance.md": "docs/studies/ragnarocks-powers.toml",
}
EXECUTED = ("README.md", "docs/play/terminal.md", "docs/lab/notebooks.md")


def fenced(page: Path, language: str) -> list[str]:
    return [code for kind, code in FENCE.findall(page.read_text("utf-8")) if kind == language]


def test_the_worked_example_is_brandub_word_for_word() -> None:
    folder = ROOT / "src/fimbul/games/brandub"
    files = [path for path in folder.iterdir() if path.suffix in {".py", ".toml"}]
    texts = [path.read_text("utf-8") for path in files]
    page = ROOT / "docs/build/add-a-game.md"
    shown = fenced(page, "python") + fenced(page, "toml")
    assert len(shown) >= 7
    for code in shown:
        assert any(code in text for text in texts), f"not in brandub any more:\n{code}"


def test_every_room_of_a_game_is_told_of() -> None:
    page = (ROOT / "docs/build/add-a-game.md").read_text("utf-8")
    for room, kinds in ROOMS.items():
        for kind in kinds:
            assert f"`{room}{kind}`" in page, f"{room}{kind}"


def test_the_worked_rule_stands_in_the_files_it_names() -> None:
    page = ROOT / "docs/build/add-a-rule.md"
    named = [page.parent / link for link in LINK.findall(page.read_text("utf-8"))]
    texts = [path.read_text("utf-8") for path in named]
    shown = fenced(page, "python") + fenced(page, "toml")
    assert len(shown) >= 5
    for code in shown:
        assert any(code in text for text in texts), f"not there any more:\n{code}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", QUOTED)
def test_a_piece_that_is_shown_stands_in_its_file(page: str) -> None:
    text = (ROOT / QUOTED[page]).read_text("utf-8")
    shown = fenced(ROOT / page, "python") + fenced(ROOT / page, "toml")
    assert shown
    for code in map(dedent, shown):
        assert indent(code.strip(), "    ") in text or code.strip() in text, f"gone:\n{code}"


def test_no_code_of_a_page_is_left_untried() -> None:
    """A page with Python is run, quotes a file, or is named by a test of its own."""
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    pages = [page for page in PAGES if fenced(page, "python")]
    names = [page.relative_to(ROOT).as_posix() for page in pages]
    assert names
    untried = [name for name in names if f'"{name}"' not in tests]
    assert not untried, f"no test runs the code of {untried}"


@pytest.mark.parametrize("page", EXECUTED)
def test_the_python_of_these_pages_runs(page: str) -> None:
    blocks = fenced(ROOT / page, "python")
    assert blocks
    for code in blocks:
        exec(compile(code, page, "exec"), {})


def test_every_command_has_its_place_in_the_list() -> None:
    assert isinstance(main, Group)
    listed = (ROOT / "docs/play/commands.md").read_text("utf-8")
    for name in main.list_commands(Context(main)):
        assert f"`fimbul {name}" in listed, name
    assert {*re.findall(r"`fimbul ([a-z-]+)", listed)} <= {*main.list_commands(Context(main))}


def test_the_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)


@pytest.mark.parametrize("name", own_names())
def test_the_readme_shows_every_game_in_a_small_picture(name: str) -> None:
    assert f"(docs/pictures/{name}.svg)" in (ROOT / "README.md").read_text("utf-8")
    drawn = (ROOT / f"docs/pictures/{name}.svg").read_bytes()
    assert len(drawn) < 60_000
    assert ElementTree.fromstring(drawn).tag == ElementTree.fromstring(picture(name)).tag


def test_a_film_shows_a_match_that_was_played_and_ends_with_its_picture() -> None:
    shown = scenes("brandub", 12)
    assert len(shown) > 4
    assert shown[-1] == scenes("brandub")[-1]
    assert moving("brandub").count('class="still ') == MOMENTS
