"""Whether the engines were compiled: without that they play the same, only slower."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import click

GAMES = Path(__file__).parents[1] / "games"
ENGINES = ("nine_realms/engine", "rag_narok/measure", "ragnarocks/engine")
THINKING = ("play", "match", "serve", "bench", "puzzle", "mine")  # commands in which bots think
SLOWER = "The engines are not compiled here: bots play the same, only slower."


def uncompiled(games: Path = GAMES) -> bool:
    return not all(_is_compiled(games / engine) for engine in ENGINES)


def _is_compiled(folder: Path) -> bool:
    return any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in folder.iterdir())


def tell_once(command: str | None) -> None:
    """One line for whoever will wait for bots; it goes where warnings go."""
    if command in THINKING and uncompiled():
        click.echo(SLOWER, err=True)
