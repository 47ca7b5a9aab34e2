"""Taking back: freely what told nobody anything, by consent whatever else."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.kernel import Game, Said, State, Wake, encode, seed_with
from fimbul.server.match.reveal import showed
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.table.plan import Actor
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import Answered, Asked, Done, Undo
from tests.server.harness import Server, Tab, refused, run, serving
from tests.server.indoors import ears, indoors, pick
from tests.server.matches import play
from tests.server.stores import asked_of
from tests.wager import GAME as WAGER

BRANDUB = find_game("brandub")
PICKS = st.lists(st.integers(0, 10**6), min_size=1, max_size=16)


@pytest.mark.parametrize("game", [WAGER, BRANDUB], ids=["wager", "brandub"])
@settings(max_examples=40, deadline=None)
@given(picks=PICKS, mixed=st.booleans())
def test_free_undo_crosses_no_reveal_no_die_and_nobodys_act(
    game: Game[Any], picks: list[int], mixed: bool
) -> None:
    match = RunningMatch(game, game.setup(), 11, mixed=mixed)
    steps = play(match, picks)
    for seat in range(match.state.seats):
        if match.undo_leave(seat) != "free":
            continue
        (row,) = match.undo_of(seat)
        index = match.made.index(row)
        before, after = steps[index]
        assert row.seat == seat
        assert seed_with(before, seat, row.thing) == after.seed
        assert not (len(before.asked) > 1 and after.number > before.number)
        later = match.made[index + 1 :]
        assert all(other.number == match.state.number for other in later)
        assert row.number == match.state.number or not later


@pytest.mark.parametrize("game", [WAGER, BRANDUB], ids=["wager", "brandub"])
@settings(max_examples=40, deadline=None)
@given(picks=PICKS, seat=st.integers(0, 2), mixed=st.booleans())
def test_undo_equals_never_having_chosen(
    game: Game[Any], picks: list[int], seat: int, mixed: bool
) -> None:
    match = RunningMatch(game, game.setup(), 11, mixed=mixed)
    play(match, picks)
    rows = match.undo_of(seat % match.state.seats)
    twin = match.without(rows)
    fresh = RunningMatch(game, game.setup(), 11, mixed=mixed)
    fresh.play(row for row in match.made if row not in rows)
    assert encode(twin.state) == encode(fresh.state)
    assert [e.events for e in twin.log] == [e.events for e in fresh.log]
    assert twin.told == fresh.told
    if rows and not match.state.result:
        for row in rows:
            if not any(d.seat == row.seat for d in twin.state.open):
                break
            again = twin.attempt(row.seat, row.thing)
            twin.accept(row, again.after, Progress(1, (0,) * twin.state.seats))
        else:
            if rows == tuple(match.made[-len(rows) :]):
                assert encode(twin.state) == encode(match.state)


@pytest.mark.parametrize("mixed", [False, True])
def test_a_secret_draw_fixes_a_choice(mixed: bool) -> None:
    """The last bid of a round rolls, reveals, and makes somebody draw."""
    match = RunningMatch(WAGER, WAGER.setup(), 11, mixed=mixed)
    play(match, [0] * 6)
    assert match.state.number == 2
    assert match.made[-1].fixed
    assert not any(row.fixed for row in match.made[:-1])
    assert match.undo_leave(2) == "ask"


def judged(game: Game[Any], before: State, thing: str, after: State) -> bool:
    return showed(game, before, (0, thing), after, Wake((), reveals=False))


def test_dice_and_seals_fix_a_choice_even_if_no_event_tells() -> None:
    before = BRANDUB.new(seed=5)
    thing, after = before.open[0].options[0], before.clone()
    assert not judged(BRANDUB, before, thing, after)
    after.seed += 1
    assert judged(BRANDUB, before, thing, after)
    after.seed -= 1
    before.asked *= 2
    assert judged(BRANDUB, before, thing, after)


def test_a_card_drawn_without_a_word_fixes_a_choice() -> None:
    before = WAGER.new(seed=5)
    before.asked = before.asked[:1]
    thing, after = before.asked[0].options[0], before.clone()
    assert not judged(WAGER, before, thing, after)
    after.hands[0] = (*after.hands[0], after.deck.pop())
    assert (after.seed, after.events) == (before.seed, [])
    assert judged(WAGER, before, thing, after)


def test_a_card_laid_open_fixes_a_choice_and_one_laid_face_down_does_not() -> None:
    before = WAGER.new(seed=5)
    before.asked = before.asked[:1]
    thing, after = before.asked[0].options[0], before.clone()
    card, *rest = after.hands[0]
    after.hands[0] = tuple(rest)
    assert judged(WAGER, before, thing, after), "the others know it now"
    after.deck.append(card)
    assert not judged(WAGER, before, thing, after), "only its owner knew it, and knows it still"


def test_where_secrets_are_not_named_nothing_is_free() -> None:
    before = WAGER.new(seed=5)
    before.asked = before.asked[:1]
    thing, lore = before.asked[0].options[0], replace(WAGER.lore, secrets=None)
    assert judged(replace(WAGER, lore=lore), before, thing, before.clone())


def test_a_word_in_private_and_a_step_that_reveals_fix_a_choice() -> None:
    before = WAGER.new(seed=5)
    before.asked = before.asked[:1]
    thing, after = before.asked[0].options[0], before.clone()
    assert showed(WAGER, before, (0, thing), after, Wake((), reveals=True))
    after.events = [Said(words="psst", only=(1,))]
    assert judged(WAGER, before, thing, after)


def test_free_undo_at_the_table(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.until(lambda: bool(ann.options))
            start = ann.scene
            assert refused(await ann.ask("undo")).code == "table/not-now"
            await ann.choose()
            await ann.until(lambda: ann.seen.undo == "free")
            await ann.choose()
            await ann.until(lambda: ann.seen.count == 2)
            assert len(ann.log) == 1
            for _ in range(2):
                assert isinstance(await ann.ask("undo"), Done)
            await bob.until(lambda: bob.revision == ann.revision)
            assert (ann.seen.count, ann.log, ann.scene) == (0, [], start)
            assert start is not None
            unasked = structs.replace(start, reaches=())  # where he may not go now he is not told
            assert (bob.seen.count, bob.log, bob.scene) == (0, [], unasked)
            assert isinstance(await ann.choose(), Done)

    run(body())


def test_undo_by_consent(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.until(lambda: bool(ann.options))
            for _ in range(2):
                await ann.choose()
                await ann.until(lambda: bool(ann.options) or ann.seen.count == 2)
            await bob.my_turn()
            await bob.choose()
            await ann.until(lambda: ann.seen.undo == "ask")
            await ann.ask("undo")
            await bob.until(lambda: any(isinstance(m, Asked) for m in bob.heard))
            asked = next(m for m in bob.heard if isinstance(m, Asked))
            assert isinstance(await bob.ask("answer", ask=asked.ask, yes=True), Done)
            await ann.until(lambda: Answered(asked.ask, True) in ann.heard)
            await ann.until(lambda: ann.seen.count == 1)
            gone = refused(await bob.ask("answer", ask=asked.ask, yes=True))
            assert gone.code == "table/not-now"

    run(body())


def test_play_that_goes_on_closes_the_question(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.until(lambda: bool(ann.options))
            await ann.choose()
            await ann.until(lambda: ann.seen.count == 1)
            await ann.choose()
            await bob.my_turn()
            await bob.choose()
            await ann.until(lambda: ann.seen.count == 3)
            await ann.ask("undo")
            await bob.until(lambda: bool(bob.options))
            await bob.choose()
            await ann.until(lambda: any(isinstance(m, Answered) for m in ann.heard))
            assert next(m for m in ann.heard if isinstance(m, Answered)).yes is False
            assert ann.seen.count == 4

    run(body())


def test_a_free_undo_is_no_consent_to_another(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            for tab in (ann, ann, bob):
                await tab.my_turn()
                await tab.choose()
            await ann.until(lambda: ann.seen.count == 3)
            await ann.ask("undo")
            assert isinstance(await bob.ask("undo"), Done)
            await ann.until(lambda: any(isinstance(m, Answered) for m in ann.heard))
            assert next(m for m in ann.heard if isinstance(m, Answered)).yes is False
            assert ann.seen.count == 2

    run(body())


def test_bots_consent(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay("brandub", "me", "random"))
            for count in (1, 4):
                await ann.choose()
                await ann.until_count(count)
            assert ann.seen.undo == "free"
            assert isinstance(await ann.ask("undo"), Done)
            await ann.until(lambda: ann.seen.count == 1)
            assert ann.options

    run(body())


def test_taking_a_seal_back_leaves_the_others_picks_alone() -> None:
    async def body() -> None:
        table = indoors(WAGER, 3)
        heard = ears(table)
        for seat in (0, 1):
            for _ in range(2):
                options = next(d.options for d in table.now.running.state.open if d.seat == seat)
                await pick(table, seat, options[0])
        sealed_by_bob = table.now.running.state.sealed[1]
        before = len(heard[2].texts)
        await table.act(Actor(0, "u1"), Undo("u1"))
        assert table.now.running.state.sealed == {1: sealed_by_bob}
        assert len(heard[2].texts) == before + 1, "the seal is gone: everybody sees that"
        await table.act(Actor(0, "u2"), Undo("u2"))
        assert table.now.running.part(0) == 0
        assert len(heard[2].texts) == before + 1, "a pick in the lane was nobody's business"
        with pytest.raises(NotNow):
            await table.act(Actor(0, "u3"), Undo("u3"))

    asyncio.run(body())


def test_what_was_taken_back_is_kept_and_survives_a_restart(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            await server.sit(place)
            ann = await server.tab(place)
            first, second = ann.options[:2]
            await ann.choose(first)
            await ann.ask("undo")
            await ann.until(lambda: ann.seen.count == 0)
            await ann.choose(second)
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(place)
            assert ann.seen.count == 1
            stored = await server.services.store.load(place.table)
            assert stored is not None
            assert [row.thing for row in stored.choices] == [second]

    run(body())


ODIN = {"powers": ["odin", "thor"], "colours": "lot"}


async def odins_table(server: Server) -> tuple[TakenSeat, Tab, Tab]:
    """Odin's hand is hidden from the other. He has played a card, which showed it, and selected a
    viking, which showed nothing."""
    host = await server.lay("ragnarocks", options=ODIN)
    guest = await server.sit(host)
    places, tabs = (host, guest), (await server.tab(host), await server.tab(guest))
    odin = next(n for n, tab in enumerate(tabs) if tab.options)
    for count in (1, 2):
        await tabs[odin].choose(tabs[odin].options[0])
        await tabs[odin].until_count(count)
    return places[odin], tabs[odin], tabs[1 - odin]


def questions(tab: Tab) -> list[Asked]:
    return [message for message in tab.heard if isinstance(message, Asked)]


def test_what_showed_nothing_is_free_where_something_is_hidden(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            _, odin, other = await odins_table(server)
            assert odin.seen.undo == "free"
            assert isinstance(await odin.ask("undo"), Done)
            await other.until_count(1)
            assert not questions(other), "selecting a viking showed nothing"
            await odin.until(lambda: odin.seen.undo == "ask")
            await odin.ask("undo")
            await other.until(lambda: bool(questions(other)))
            assert other.seen.count == 1, "playing the card showed it"

    run(body())


def test_what_is_free_is_free_after_a_restart(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place, _, _ = await odins_table(server)
        async with serving(tmp_path / "db") as server:
            odin = await server.tab(place)
            assert odin.seen.undo == "free"

    run(body())


def test_a_choice_that_was_never_judged_is_not_free(tmp_path: Path) -> None:
    """Files of before hold such choices: their column says 2."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place, _, _ = await odins_table(server)
        asked_of(tmp_path / "db", "update choice set fixed = 2")
        async with serving(tmp_path / "db") as server:
            odin = await server.tab(place)
            assert odin.seen.undo == "ask"

    run(body())
