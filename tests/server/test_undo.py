"""Taking back: freely what told nobody anything, by consent whatever else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.games import find as find_game
from fimbul.kernel import Game, encode, seed_with
from fimbul.server.bots.pool import BotProcess, NoAnswer
from fimbul.server.bots.worker import BotJob, Pick
from fimbul.server.match.reveal import Disclosure
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.store.base import ChoiceRow
from fimbul.server.table.plan import Actor
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import Answered, Asked, Done, Undo
from tests.server.harness import Server, Tab, make_services, refused, run, serving
from tests.server.indoors import ears, indoors, pick
from tests.server.matches import play
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


def test_dice_and_seals_fix_a_choice_even_if_no_event_tells() -> None:
    before = BRANDUB.new(seed=5)
    thing, after = before.open[0].options[0], before.clone()
    assert not Disclosure(BRANDUB, before, 0, thing, after).fixes()
    after.seed += 1
    assert Disclosure(BRANDUB, before, 0, thing, after).fixes()
    after.seed -= 1
    before.asked *= 2
    assert Disclosure(BRANDUB, before, 0, thing, after).fixes()


def test_a_card_drawn_without_a_word_fixes_a_choice() -> None:
    before = WAGER.new(seed=5)
    before.asked = before.asked[:1]
    after = before.clone()
    after.hands[0] = (*after.hands[0], after.deck.pop())
    assert (after.seed, after.events) == (before.seed, [])
    assert Disclosure(WAGER, before, 0, before.asked[0].options[0], after).fixes()


def test_what_differs_in_other_worlds_was_shown() -> None:
    """A pick in one's lane shows nothing; the last pick of the row shows what it turned up."""
    match = RunningMatch(WAGER, WAGER.setup(), 11)
    viewers = (None, 0, 1, 2)
    for seat in (0, 0, 1, 1, 2, 2):
        before = match.state
        thing = next(d.options[0] for d in before.open if d.seat == seat)
        after = match.attempt(seat, thing).after
        reveal = Disclosure(WAGER, before, seat, thing, after)
        own = [viewer for viewer in viewers if viewer == seat]
        shown = [viewer for viewer in viewers if reveal.shows_to(viewer)]
        if after.number == before.number:
            assert not set(own) & set(shown)
        else:
            assert shown == list(viewers)
        row = ChoiceRow(before.number, seat, match.part(seat), 1, thing, "person", False)
        match.accept(row, after, Progress())


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
            assert (bob.seen.count, bob.log, bob.scene) == (0, [], start)
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
    viking, which showed nothing; of neither can that be told at once."""
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


def test_a_choice_that_showed_nothing_turns_out_to_be_free(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            _, odin, other = await odins_table(server)
            told, revision = len(other.heard), odin.revision
            assert odin.seen.undo == "ask", "nobody knows yet"
            scene = odin.scene
            await odin.until(lambda: odin.seen.undo == "free")
            assert (odin.revision, odin.scene, len(other.heard)) == (revision, scene, told)
            assert isinstance(await odin.ask("undo"), Done)
            await other.until_count(1)
            assert not questions(other)

    run(body())


def test_whoever_is_quicker_than_the_judgement_waits_for_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            _, odin, other = await odins_table(server)
            assert isinstance(await odin.ask("undo"), Done)
            await other.until_count(1)
            assert not questions(other), "selecting a viking showed nothing"
            await odin.ask("undo")
            await other.until(lambda: bool(questions(other)))
            assert other.seen.count == 1, "playing the card showed it"

    run(body())


def test_a_choice_that_nobody_has_judged_is_judged_after_a_restart(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place, _, _ = await odins_table(server)
        async with serving(tmp_path / "db") as server:
            odin = await server.tab(place)
            await odin.until(lambda: odin.seen.undo == "free")

    run(body())


def test_where_nobody_can_judge_the_others_are_asked(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db")
        services.pool.judge = Deaf("tests.server.bots")
        async with serving(tmp_path / "db", services) as server:
            _, odin, other = await odins_table(server)
            await odin.ask("undo")
            await other.until(lambda: bool(questions(other)))
            assert other.seen.count == 2

    run(body())


class Deaf(BotProcess):
    async def answer(self, job: BotJob) -> Pick:
        raise NoAnswer
