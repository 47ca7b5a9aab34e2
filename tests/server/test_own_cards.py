"""What the page is told of a game's cards, and the file that owners start from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fimbul.games import find as find_game
from fimbul.kernel import card_file
from fimbul.server.http.tables import book_text, cards_text, game_card
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire.bodies import BotSeat, Me, NewTable
from fimbul.server.wire.errors import NoCardFile
from fimbul.words import teller_of
from tests.server.harness import run, serving
from tests.server.test_pace import services


def test_the_page_is_told_what_we_made_up() -> None:
    game = find_game("drakkar")
    card = game_card(services(), teller_of(game, "en"))
    assert card.provenance == game.rulebook.provenance
    book = msgspec.json.decode(book_text(teller_of(game, "en")).plain)
    assert book["provenance"]["short"] == "All 60 cards and 24 quests are our reconstruction"
    marks = {part["title"]: (part["reconstructed"], part["basis"]) for part in book["parts"]}
    assert marks["Quest cards"] == (False, ""), "their number is printed"
    assert marks["Miklagard"] == (True, "")
    assert marks["Bow"][1], "the kind is printed, how many there are is not"


def test_rules_that_we_made_up_are_marked() -> None:
    rules = msgspec.json.decode(book_text(teller_of(find_game("rag_narok"), "en")).plain)["rules"]
    assert 0 < sum(rule["reconstructed"] for rule in rules) < len(rules)


def test_the_file_to_start_from_lays_a_table() -> None:
    game = find_game("drakkar")
    text = cards_text(game)
    assert text.kind == "application/toml"
    assert text.plain.decode() == card_file("drakkar", game.rulebook)
    rows = text.plain.decode().replace('name = "Miklagard"', 'name = "My quest"')
    wish = NewTable(
        "drakkar", (Me(), BotSeat("thrall"), BotSeat("thrall")), "Ann", {"quests": rows}
    )
    options = Lobby(services()).opening(wish).facts.options
    assert options["quests"][-1]["name"] == "My quest"
    assert not options["cards"], "what is left out is ours"


def test_a_game_without_such_cards_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoCardFile):
        cards_text(find_game("brandub"))

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            answer = await server.get("/api/games/brandub/cards.toml")
            assert answer.status_code == 404
            assert answer.json()["code"] == "cards/none"

    run(body())
