"""`fimbul.game("ragnarocks")` is typed, so an editor knows its state; the folders say what is."""

from __future__ import annotations

from typing import Any, assert_type, get_overloads

import fimbul
from fimbul.games.brandub.state import Brandub
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Game


def lines() -> list[tuple[str, str]]:
    """What each overload takes and gives, as it is written."""
    hints = [overload.__annotations__ for overload in get_overloads(fimbul.game)]
    return [(hint["name"], hint["return"]) for hint in hints]


def test_every_game_is_typed_as_its_folder_says() -> None:
    names = fimbul.game_names()
    states = [fimbul.game(name).state_type.__name__ for name in names]
    wanted = [
        (f"Literal['{name}']", f"Game[{state}]") for name, state in zip(names, states, strict=True)
    ]
    assert lines() == [*wanted, ("str", "Game[Any]")], (
        "fimbul/__init__.py: an overload of `game` for each game, in the order of their names, "
        f"then one for str: {wanted}"
    )


def test_an_editor_knows_the_state() -> None:
    """mypy reads this; at run time `assert_type` does nothing."""
    name: str = "".join(["bran", "dub"])
    assert_type(fimbul.game("brandub"), Game[Brandub])
    assert_type(fimbul.game("ragnarocks").new(), Ragnarocks)
    assert_type(fimbul.game(name), Game[Any])
