"""Endings that no rulebook knows, and meeting again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fimbul.games import find as find_game
from fimbul.server.wire.messages import Answered, Asked, Done, Over
from tests.server.harness import Server, make_services, refused, run, serving


def test_resigning_ends_the_table(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            assert isinstance(await bob.ask("resign"), Done)
            await ann.until(lambda: ann.over is not None)
            assert ann.over is not None
            result = ann.over.result
            assert (result.kind, result.places, result.seat) == ("resigned", (1, 2), 1)
            assert ann.options == ()
            after = refused(await ann.ask("choose", number=1, part=0, thing="piece:raider-1"))
            assert after.code == "table/not-now"
            assert ann.over == bob.over

    run(body())


def test_the_last_of_a_team_who_resigns_loses_with_all_of_it(tmp_path: Path) -> None:
    # rule: ruling.resign, team.win
    """Whatever the score: here nothing is settled yet."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            kinds = ("me", "friend", "friend", "random", "random")
            options = {"teams": "2-3", "ivory": 0, "powers": "random"}
            place = await server.lay("ragnarocks", *kinds, options=options)
            others = [await server.sit(place, name) for name in ("Bob", "Cat")]
            ann = await server.tab(place)
            cat = await server.tab(others[1])
            assert isinstance(await cat.ask("resign"), Done)
            assert not any(isinstance(m, Over) for m in ann.heard), "a bot plays on for Cat"
            assert isinstance(await ann.ask("resign"), Done)
            await ann.until(lambda: ann.over is not None)
            assert ann.over is not None
            result = ann.over.result
            assert (result.kind, result.seat) == ("resigned", 0)
            assert result.places == (4, 1, 4, 1, 1), "seats 0 and 2 are ivory"

    run(body())


# rule: ruling.leaving
def test_leaving_loses_where_the_rulebook_says_so(tmp_path: Path) -> None:
    async def body() -> None:
        services = replace(make_services(tmp_path / "db"), find=find_game)
        async with serving(tmp_path / "db", services) as server:
            ann = await server.lay("nine_realms")
            bob = await server.sit(ann)
            left, stays = await server.tab(ann), await server.tab(bob)
            answer = await server.post(f"/api/tables/{ann.table}/leave", token=ann.token)
            assert answer.status_code == 200, answer.text
            await stays.until(lambda: stays.over is not None)
            assert stays.over is not None
            assert stays.over.result.places == (2, 1)
            await left.close()

    run(body())


def test_a_draw_needs_both(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.ask("offer_draw")
            await bob.until(lambda: any(isinstance(m, Asked) for m in bob.heard))
            asked = next(m for m in bob.heard if isinstance(m, Asked))
            assert (asked.kind, asked.seat) == ("draw", 0)
            own = refused(await ann.ask("answer", ask=asked.ask, yes=True))
            assert own.code == "seat/not-yours"
            await bob.ask("answer", ask=asked.ask, yes=False)
            await ann.until(lambda: Answered(asked.ask, False) in ann.heard)
            await ann.ask("offer_draw")
            await bob.until(lambda: sum(isinstance(m, Asked) for m in bob.heard) == 2)
            again = [m for m in bob.heard if isinstance(m, Asked)][-1]
            await bob.ask("answer", ask=again.ask, yes=True)
            await ann.until(lambda: ann.over is not None)
            assert ann.over is not None
            assert (ann.over.result.kind, ann.over.result.places) == ("agreed", (1, 1))

    run(body())


def test_a_draw_is_offered_where_the_game_and_the_company_allow_it(tmp_path: Path) -> None:
    async def draws(server: Server, *table: str) -> tuple[bool, str]:
        """What the welcome says, and what offering leads to."""
        place = await server.lay(*table)
        if "friend" in table:
            await server.sit(place)
        ann = await server.tab(place)
        assert ann.welcome is not None
        return ann.welcome.draws, getattr(await ann.ask("offer_draw"), "message", "")

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            assert await draws(server, "brandub", "me", "friend") == (True, "")
            may, why = await draws(server, "brandub", "me", "random")
            assert not may
            assert "a bot never agrees" in why
            may, why = await draws(server, "wager", "me", "random", "random")
            assert not may
            assert "has no draw" in why

    run(body())


def test_rematch_moves_everybody_one_seat_on(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann_place = await server.lay()
            bob_place = await server.sit(ann_place)
            ann = await server.tab(ann_place)
            path = f"/api/tables/{ann_place.table}/rematch"
            assert (await server.post(path, token=ann_place.token)).status_code == 409
            await ann.ask("resign")
            mine = (await server.post(path, token=ann_place.token)).json()
            await ann.until(lambda: any(news.table.rematch for news in ann.cards()))
            assert ann.cards()[-1].table.asked_by == 0
            card = (await server.get(f"/api/tables/{mine['table']}")).json()
            assert [(seat["kind"], seat["name"]) for seat in card["seats"]] == [
                ("empty", "Bob"),
                ("person", "Ann"),
            ], "it is known who is waited for"
            theirs = (await server.post(path, token=bob_place.token)).json()
            assert (mine["seat"], theirs["seat"]) == (1, 0)
            assert mine["table"] == theirs["table"] != ann_place.table
            card = (await server.get(f"/api/tables/{mine['table']}")).json()
            assert card["state"] == "running"
            assert [seat["name"] for seat in card["seats"]] == ["Bob", "Ann"]

    run(body())


def test_a_rematch_against_bots_is_of_the_level_and_on_the_side_that_is_wished(
    tmp_path: Path,
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("brandub", "me", "random")
            ann = await server.tab(place)
            await ann.ask("resign")
            path = f"/api/tables/{place.table}/rematch"
            for wrong in ({"bot": "nobody"}, {"seat": 2}):
                refused_ = await server.post(path, wrong, place.token)
                assert refused_.status_code == 422
            wish = {"bot": "greedy", "seat": 0}
            mine = (await server.post(path, wish, place.token)).json()
            assert mine["seat"] == 0
            card = (await server.get(f"/api/tables/{mine['table']}")).json()
            assert [seat["name"] for seat in card["seats"]] == ["Ann", "greedy"]

    run(body())
