"""The documents say what is true: their code stands in the code, their links lead somewhere."""

import re
from pathlib import Path

import pytest
from click import Context, Group

from fimbul import __version__
from fimbul.cli import main
from tests.conformance.rooms import ROOMS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)")


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


@pytest.mark.parametrize("page", ["README.md", "docs/play/terminal.md"])
def test_the_python_of_the_readme_and_of_the_armies_runs(page: str) -> None:
    blocks = fenced(ROOT / page, "python")
    assert blocks
    for code in blocks:
        exec(compile(code, page, "exec"), {})


def test_every_command_is_in_the_readme() -> None:
    assert isinstance(main, Group)
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in main.list_commands(Context(main)):
        assert f"fimbul {name}" in readme, name


def test_the_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)
