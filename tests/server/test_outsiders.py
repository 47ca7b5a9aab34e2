"""The reference clients play whole matches of every game, one in Python, one in JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from fimbul.games import find
from fimbul.server.ops.bot_keys import add_key
from tests.server.company import GAMES, fewest
from tests.server.outsiders import Bot, asked, in_javascript, in_python, result_of
from tests.server.process import served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Where a server is, and the token of the bot that it knows as Loki."""
    folder: Path = tmp_path_factory.mktemp("house")
    token = add_key(folder / "bots.toml", "Loki", ("play", "called"))
    plenty = ("--limit-programs", "9999/9999", "--limit-tables", "99/99")
    with served(folder, "--bot-tokens", "bots.toml", *plenty) as process:
        yield process.url(), token


@pytest.mark.parametrize("game", GAMES)
def test_both_clients_play_a_whole_match(house: tuple[str, str], game: str) -> None:
    url, token = house
    rest = [{"kind": "bot", "bot": "random"}] * (fewest(game) - 2)
    options = {"seats": fewest(game), **find(game).setup_type.usual("turns")}  # no races
    wish = {"game": game, "name": "Hugin", "program": True, "options": options}
    seats = [{"kind": "me"}, {"kind": "friend"}, *rest]
    host = asked(url, "/api/tables", {**wish, "seats": seats})
    table = host["table"]
    asked(url, f"/api/bot/tables/{table}/sit", {"invite": host["invite"]}, token)
    with in_python(url, host["token"], table) as one, in_javascript(url, token, table) as other:
        mine, theirs = result_of(one), result_of(other)
    assert mine == theirs
    assert len(mine["places"]) == fewest(game)
    assert mine["kind"] == "played"


@pytest.mark.parametrize("client", [in_python, in_javascript], ids=["python", "javascript"])
def test_a_bot_comes_when_it_is_called_by_its_name(
    house: tuple[str, str], client: Callable[..., AbstractContextManager[Bot]]
) -> None:
    """Somebody lays a table with a chair for Loki, and another program plays the other side."""
    url, token = house
    with client(url, token):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "Loki"}]
        wish = {"game": "brandub", "name": "Ann", "seats": seats, "program": True}
        host = asked(url, "/api/tables", wish)
        with in_python(url, host["token"], host["table"]) as guest:
            assert result_of(guest)["kind"] == "played"
