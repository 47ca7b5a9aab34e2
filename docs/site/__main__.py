"""Gather the pages, then let Zensical build the site: `python -m docs.site`.

A link that leads out of `docs/` becomes the name of the file it leads to; every other dead link is
an error. Nothing is fetched from anywhere, neither now nor by whoever reads the site.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from docs.site.games import game_pages
from docs.site.protocol import protocol
from docs.site.reference import reference

ROOT = Path(__file__).parents[2]
DOCS, BUILD = ROOT / "docs", ROOT / "build" / "docs"
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")
LEFT_OUT = ("site",)
KINDS = (".md", ".svg", ".png")


def gather(source: Path) -> None:
    """All pages, those of `docs/` and those that are made, under one folder."""
    shutil.rmtree(source, ignore_errors=True)
    for path in sorted(DOCS.rglob("*")):
        inside = path.relative_to(DOCS)
        if path.suffix in KINDS and inside.parts[0] not in LEFT_OUT:
            there = source / inside
            there.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".md":
                there.write_text(within(path.read_text("utf-8"), path), "utf-8")
            else:
                shutil.copy(path, there)
    for name, page in {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}.items():
        (source / page).write_text(within(from_root(name), DOCS / page), "utf-8")
    for name, text in made(source).items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, "utf-8")


def made(source: Path) -> dict[str, str]:
    """What the code says of itself, by the path of its page."""
    told = {"reference.md": reference(), "build/protocol.md": protocol()}
    return {**game_pages(source), **told}


def from_root(name: str) -> str:
    """A page of the folder above, as it reads from within `docs/`."""
    text = (ROOT / name).read_text("utf-8")
    text = re.sub(r"\]\(docs/", "](", text)
    return re.sub(r"\]\((?=[A-Z]+\.md)", "](../", text)


def within(text: str, page: Path) -> str:
    """The page with links into the code as the names of files, and folders as their first page."""

    def led(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        there = (page.parent / target).resolve()
        if there == ROOT / "CHANGELOG.md":
            return f"[{words}]({'../' * (len(page.relative_to(ROOT).parts) - 2)}changelog.md)"
        if not there.is_relative_to(DOCS):
            name = there.relative_to(ROOT) if there.is_relative_to(ROOT) else target
            return f"{words} (`{name}`)" if str(name) not in words else words
        return (
            f"[{words}]({target.rstrip('/') + '/README.md' if there.is_dir() else target}{anchor})"
        )

    return LINK.sub(led, text)


def main() -> int:
    gather(BUILD / "source")
    settings = (DOCS / "site" / "zensical.toml").read_text("utf-8")
    (BUILD / "zensical.toml").write_text(settings, "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    return subprocess.run(command, cwd=BUILD, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
