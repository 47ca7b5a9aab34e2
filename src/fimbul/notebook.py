"""How things show themselves in a notebook: a scene drawn, a rulebook to read.

Notebooks ask a value for `_repr_svg_` and its like. The kernel cannot answer, since it knows
nothing of drawing; so the answers are given here, where everything is known, to the classes of the
kernel. Drawing is loaded only when something is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fimbul import games
from fimbul.kernel import BrokenGame, Game, Match, Result, Rulebook, Scene


def scene_svg(scene: Scene) -> str:
    """The table as the seat sees it for which the scene was made."""
    from fimbul.draw import svg

    return svg(scene, _sheet_for(frozenset(thing.art for thing in scene.things())))


def match_svg(match: Match[Any]) -> str:
    """The table as a spectator sees it: whoever looks on may know no hand."""
    return scene_svg(match.game.scene(match.state, None))


def scene_bundle(scene: Scene, **_: Any) -> dict[str, str]:
    """The picture, and the table in text for whoever can show no picture. The notebook takes
    whichever it prefers."""
    return {"image/svg+xml": scene_svg(scene), "text/plain": str(scene)}


def match_bundle(match: Match[Any], **_: Any) -> dict[str, str]:
    return scene_bundle(match.game.scene(match.state, None))


def result_markdown(result: Result) -> str:
    """Places and scores by seat, and the rule that ended the match."""
    scores = result.scores or ("",) * len(result.places)  # some games count no points
    rows = zip(result.places, scores, strict=True)
    lines = [f"| {seat} | {place} | {score} |" for seat, (place, score) in enumerate(rows)]
    head = ["| Seat | Place | Score |", "|---|---|---|"]
    return "\n".join([*head, *lines, "", f"Ended by `{result.because}`."]) + "\n"


def book_markdown(book: Rulebook) -> str:
    """The book in its chapters."""
    from fimbul.draw.book import markdown

    return markdown(book)


def result_bundle(result: Result, **_: Any) -> dict[str, str]:
    return _read(result_markdown(result))


def book_bundle(book: Rulebook, **_: Any) -> dict[str, str]:
    return _read(book_markdown(book))


def _read(markdown: str) -> dict[str, str]:
    """Markdown is text as it stands."""
    return {"text/markdown": markdown, "text/plain": markdown}


SHOWN: tuple[tuple[type, str, Callable[..., str | dict[str, str]]], ...] = (
    (Scene, "_repr_svg_", scene_svg),
    (Match, "_repr_svg_", match_svg),
    (Scene, "_repr_mimebundle_", scene_bundle),
    (Match, "_repr_mimebundle_", match_bundle),
    (Result, "_repr_markdown_", result_markdown),
    (Rulebook, "_repr_markdown_", book_markdown),
    (Result, "_repr_mimebundle_", result_bundle),
    (Rulebook, "_repr_mimebundle_", book_bundle),
)


def furnish() -> None:
    """Give every class the answer that notebooks ask it for."""
    for shown, asked, answer in SHOWN:
        setattr(shown, asked, answer)


def _sheet_for(arts: frozenset[str]) -> str:
    """The symbols of the game that has most of these; a scene does not say whose it is."""
    from fimbul.draw.art import names

    return max(_sheets(), key=lambda sheet: len(names(sheet) & arts), default="")


@cache
def _sheets() -> tuple[str, ...]:
    from fimbul.draw import symbols

    return tuple(symbols(game) for name in games.names() if (game := _found(name)))


def _found(name: str) -> Game[Any] | None:
    """The game of that name, or None: a package with a broken game must not keep others from being
    drawn."""
    try:
        return games.find(name)
    except BrokenGame:
        return None
