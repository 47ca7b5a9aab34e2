"""A page for each game: how it is played, with pictures from real positions, and its whole book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fimbul
from docs.pictures.__main__ import moving
from fimbul.draw import svg, symbols
from fimbul.draw.book import told_chapters
from fimbul.draw.primer import pictured
from fimbul.games import own_names
from fimbul.kernel import PANELS, Game, primer

ASKED = {
    "aim": "What is it about?",
    "turn": "What does one do?",
    "end": "When does it end?",
    "score": "What counts?",
}


def game_pages(source: Path) -> dict[str, str]:
    """By their paths; the pictures are drawn into the folder."""
    pages = {}
    for name in own_names():
        game = fimbul.game(name)
        (source / "learn").mkdir(parents=True, exist_ok=True)
        parts = (*_head(game), *_film(game, source), *_primer(game, source), *_book(game))
        pages[f"learn/{name}.md"] = "\n\n".join(parts)
    return pages


def _head(game: Game[Any]) -> list[str]:
    about = game.rulebook.about
    fewest, most = about["players"]
    seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return [
        f"# {game.title}",
        str(about["summary"]),
        f"{seats} players, about {about.get('minutes', 30)} minutes. `fimbul learn {game.id}` "
        f"teaches it in a first match, `fimbul play {game.id}` plays it in the terminal.",
    ]


def _film(game: Game[Any], source: Path) -> list[str]:
    drawn = f"{game.id}-film.svg"
    (source / "learn" / drawn).write_text(moving(game.id), "utf-8")
    still = f"../pictures/{game.id}.svg"  # an image hears nothing of this wish, the page does
    calm = f'<source media="(prefers-reduced-motion: reduce)" srcset="{still}">'
    return [f'<picture>{calm}<img src="{drawn}" alt="A few turns of a match"></picture>']


def _primer(game: Game[Any], source: Path) -> list[str]:
    told = primer(game)
    if told is None:
        return []
    parts = []
    for about in PANELS:
        panel = told.panel(about)
        drawn = f"{game.id}-{about}.svg"
        scene = pictured(game, panel.picture)
        picture = svg(scene, symbols(game), theme="light", options=panel.picture.mark)
        (source / "learn" / drawn).write_text(picture, "utf-8")
        lines = [f"- {line}" for line in panel.text["en"].strip().splitlines()]
        parts += [f"## {ASKED[about]}", "\n".join(lines), f"![{ASKED[about]}]({drawn})"]
    return parts


def _book(game: Game[Any]) -> list[str]:
    parts = ["## The rulebook"]
    for title, entries in told_chapters(game.rulebook):
        parts += [f"### {title}", *entries]
    return parts
