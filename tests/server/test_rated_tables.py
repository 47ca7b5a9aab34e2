"""Which tables can be rated: those at which nobody has an advantage by how they were laid."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest

import fimbul
from fimbul.kernel import card_file
from fimbul.server.table.consent import owned
from fimbul.server.table.opening import meeting_again
from fimbul.server.table.rated import by_lot, unrated
from fimbul.server.table.situation import situation_of
from fimbul.server.wire.bodies import Friend, Me, NewTable, Rematch, TakenSeat
from fimbul.server.wire.messages import ChatLine
from tests.server.harness import Tab, run
from tests.server.test_people import browsers

OWN_CARDS = {
    "nine_realms": ("cards",),
    "drakkar": ("cards", "quests"),
    "ragnarok_star": ("fan_cards", "contracts", "guest_stars"),
    "rag_narok": ("units", "cards"),
    "ragnarocks": ("cards",),
}


def in_the_way(game: str, seats: int = 2, **options: Any) -> list[str]:
    """All that keeps a table with these options from being rated."""
    wish = NewTable(game, (Me(), *[Friend()] * (seats - 1)), "Ann", options=options, rated=True)
    return list(unrated(fimbul.game(game), wish))


@pytest.mark.parametrize("game", fimbul.game_names())
def test_nobody_is_rated_with_cards_of_their_own(game: str) -> None:
    game_type = fimbul.game(game)
    assert owned(game_type) == set(OWN_CARDS.get(game, ())), "all options for owners are known"
    own = card_file(game, game_type.rulebook)
    for option in OWN_CARDS.get(game, ()):
        problems = in_the_way(game, game_type.setup().seats, **{option: own})
        assert problems == ["rated: in a rated match nobody brings rules or cards of their own"]


@pytest.mark.parametrize("game", fimbul.game_names())
def test_what_is_sent_as_it_is_anyway_keeps_nobody_from_being_rated(game: str) -> None:
    """Options come as JSON, which knows lists and no tuples."""
    usual = msgspec.json.decode(msgspec.json.encode(fimbul.game(game).setup()))
    own = {name: usual[name] for name in OWN_CARDS.get(game, ())}
    assert in_the_way(game, usual["seats"], **own) == []


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ragnarocks", {"ivory": 0}),
        ("ragnarocks", {"first": "red"}),
        ("ragnarocks", {"position": "3rrr3/10/11/11/10/9/8/7/6/1iii1 r 40"}),
        ("ragnarocks", {"stones": 2}),
        ("ragnarocks", {"stall_limit": 1}),
        ("ragnarocks", {"zero_move": True}),
        ("nine_realms", {"sides": "choose"}),
    ],
)
def test_nobody_is_rated_where_a_side_is_chosen_or_a_house_rule_holds(
    game: str, options: dict[str, Any]
) -> None:
    words = "rated: a rated match draws sides by lot and has no house rules"
    assert in_the_way(game, **options) == [words]


@pytest.mark.parametrize("name", fimbul.game_names())
def test_a_match_that_is_set_up_as_usual_can_be_rated(name: str) -> None:
    least = fimbul.game(name).setup().seats
    assert in_the_way(name, least) == []
    assert in_the_way("ragnarocks", colours="pie", board="sym75", ivory=None) == []
    assert in_the_way("ragnarocks", powers=["surtr", "ratatoskr"]) == []


def lots(game: str, *, rated: bool = True) -> set[int]:
    """The seats that whoever lays such a table is given, of many times."""
    wish = NewTable(game, (Me(), Friend()), "Ann", rated=rated)
    drawn = [by_lot(fimbul.game(game), wish) for _ in range(40)]
    return {one.seats.index(Me()) for one in drawn}


def test_who_lays_a_rated_table_does_not_choose_a_seat() -> None:
    assert lots("brandub") == {0, 1}, "a seat is a side there"
    assert lots("brandub", rated=False) == {0}
    assert lots("rag_narok") == {0}, "each brings an army to a seat; the dice deal the rest"


def test_nobody_chooses_a_seat_for_a_rated_rematch(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            wish = {"game": "brandub", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            for rated, place in ((True, 1), (False, 0)):
                asked = {**wish, "name": "Ann", "rated": rated}
                laid = TakenSeat(**await ann.post("/api/tables", asked, 201))
                path = f"/api/tables/{laid.table}/sit"
                await bob.post(path, {"name": "Bob", "invite": laid.invite})
                stored = await server.services.store.load(laid.table)
                now = situation_of(fimbul.game("brandub"), stored, monotonic)
                assert now.seats[laid.seat].name == "Ann"
                assert meeting_again(now, 0, Rematch(seat=0)).me == place

    run(body())


def test_equal_chances_are_played_for_a_rating(tmp_path: Path) -> None:
    # rule: ruling.pie
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            wish = {"game": "ragnarocks", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            asked = {**wish, "name": "Ann", "rated": True, "options": {"colours": "pie"}}
            laid = TakenSeat(**await ann.post("/api/tables", asked, 201))
            await bob.post(f"/api/tables/{laid.table}/sit", {"name": "Bob", "invite": laid.invite})
            stored = await server.services.store.load(laid.table)
            now = situation_of(fimbul.game("ragnarocks"), stored, monotonic)
            assert now.facts.rated
            asked_first = now.running.state.asked[0]
            assert asked_first.prompt == "Open for ivory: pick one of its vikings"

    run(body())


RATED = {"game": "brandub", "name": "Ann", "rated": True, "public": True}


def heard(tab: Tab) -> list[str]:
    """All that somebody has read of the chat, at their welcome and since."""
    assert tab.welcome is not None
    later = [line for line in tab.heard if isinstance(line, ChatLine)]
    return [line.text for line in (*tab.welcome.chat, *later)]


def test_nobody_advises_those_who_play_a_match_that_counts(tmp_path: Path) -> None:
    """Whoever looks on may ask an engine; what they write reaches players when it is over."""

    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, bob, eve):
            wish = {**RATED, "seats": [{"kind": "me"}, {"kind": "friend"}]}
            laid = TakenSeat(**await ann.post("/api/tables", wish, 201))
            sit = {"name": "Bob", "invite": laid.invite}
            await bob.post(f"/api/tables/{laid.table}/sit", sit)
            await eve.play()
            playing, onlooker = await ann.tab(laid.table, mine=True), await eve.tab(laid.table)
            friend = await eve.tab(laid.table)
            await onlooker.ask("chat", text="to the edge!")
            await playing.ask("chat", text="hush")
            await friend.until(lambda: "hush" in heard(friend))
            assert heard(friend) == ["to the edge!", "hush"]
            assert heard(playing) == ["hush"]
            assert heard(await ann.tab(laid.table, mine=True)) == ["hush"]
            await playing.ask("resign")
            assert heard(await ann.tab(laid.table, mine=True)) == ["to the edge!", "hush"]

    run(body())
