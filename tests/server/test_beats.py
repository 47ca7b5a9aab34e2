"""Beat by beat: each viewer is told how the table lay in between, and no more than it may see."""

from __future__ import annotations

import asyncio
from typing import Any

import fimbul
from fimbul.games import find as find_game
from fimbul.kernel import Scene
from fimbul.server.bots.pool import BotPool
from fimbul.server.match.viewpoint import OPEN
from fimbul.server.replay.reel import Reel
from fimbul.server.services import Services
from fimbul.server.table.table import Table
from fimbul.server.wire.messages import Update, Welcome
from fimbul.server.wire.scene_diff import apply_change
from tests.server.indoors import Ear, PaperStore, ears, pick, stored, walked

REALMS = find_game("nine_realms")


def realms() -> Table:
    services = Services(store=PaperStore(), pool=BotPool("fimbul.bots", 1), find=find_game)
    return Table(services, stored(REALMS, 2))


async def first(table: Table, seats: tuple[int, ...]) -> None:
    """These seats pick the first thing they may."""
    for seat in seats:
        mine = next(open_ for open_ in table.now.running.state.open if open_.seat == seat)
        await pick(table, seat, mine.options[0])


def updates(ear: Ear) -> list[Update]:
    return [told for told in ear.heard() if isinstance(told, Update)]


def seen_by(ear: Ear) -> list[list[Scene]]:
    """After each update: the scenes of its beats, then its own."""
    (greeting,) = [told for told in ear.heard() if isinstance(told, Welcome)]
    assert greeting.update is not None
    scene, found = greeting.update.seen.scene, list[list[Scene]]()
    for update in updates(ear):
        assert scene is not None
        found.append(walked(scene, update))
        scene = found[-1][-1]
    return found


def line_of(scene: Scene, seat: int) -> list[str]:
    """The cards and dice before a seat."""
    return [thing.id for zone in scene.zones if zone.seat == seat for thing in zone.things]


def test_cards_lie_open_before_the_dice_fall() -> None:
    async def body() -> None:
        table = realms()
        heard = ears(table)
        await first(table, (0, 1))  # heroes
        await first(table, (0, 0, 1, 1))  # two cards each
        for viewer in (None, 0, 1):
            assert [len(update.beats) for update in updates(heard[viewer])][-1] == 1
            between, after = seen_by(heard[viewer])[-1]
            cards = {name for name in line_of(after, 0) if name.startswith("card:")}
            assert cards <= set(line_of(between, 0)), "the cards lie there"
            dice = [name for name in line_of(after, 0) if name.startswith("die:")]
            assert dice
            assert not set(dice) & set(line_of(between, 0)), "the dice do not yet"
            words = [event.words for event in updates(heard[viewer])[-1].beats[0].events]
            assert any("plays" in line for line in words)
            assert not any("rolls" in line for line in words)

    asyncio.run(body())


def test_each_seat_sees_its_own_hand_at_each_beat_and_nobody_elses() -> None:
    async def body() -> None:
        table = realms()
        heard = ears(table)
        await first(table, (0, 1))
        await first(table, (0, 0, 1, 1))
        state: Any = table.now.running.state
        held = [{state.box.card_ids[card] for card in hand} for hand in state.hands]
        for seat in (0, 1):
            (between, _) = seen_by(heard[seat])[-1]
            seen = {thing.id for thing in between.things()}
            assert held[seat] <= seen
            assert not held[1 - seat] & seen
            assert not any(thing.id.startswith("button:") for thing in between.things())

    asyncio.run(body())


def test_a_sealed_pick_and_a_choice_without_beats_tell_none() -> None:
    async def body() -> None:
        table = realms()
        heard = ears(table)
        await first(table, (0,))
        assert all(not update.beats for update in updates(heard[1]))

    asyncio.run(body())


def test_a_replay_has_the_beats_of_the_table_for_every_view() -> None:
    """From the scene one choice earlier; where the live table told them."""
    match = fimbul.Match(REALMS, REALMS.setup(), 7)
    for _ in range(6):
        match.choose(match.state.open[0].seat, match.state.open[0].options[0])
    reel = Reel(REALMS, match.record())
    for viewer in (None, 0, 1, OPEN):
        assert [len(reel.scene(at, viewer).beats) for at in range(7)] == [0, 0, 0, 0, 0, 0, 1]
        before, after = reel.scene(5, viewer).seen.scene, reel.scene(6, viewer)
        assert before is not None
        assert after.seen.scene is not None
        between = apply_change(before, after.beats[0].change)
        dice = {name for name in line_of(after.seen.scene, 0) if name.startswith("die:")}
        assert dice
        assert not dice & set(line_of(between, 0)), "the dice have not fallen yet"
        told = [event.words for event in after.beats[0].events]
        assert any("plays" in words for words in told)
    state: Any = match.state
    theirs = {state.box.card_ids[card] for card in state.hands[1]}
    for viewer, open_ in ((0, False), (None, False), (OPEN, True)):
        before = reel.scene(5, viewer).seen.scene
        assert before is not None
        between = apply_change(before, reel.scene(6, viewer).beats[0].change)
        assert bool(theirs & {thing.id for thing in between.things()}) == open_


def test_a_page_of_before_is_told_whole_scenes_and_nobody_else_is() -> None:
    """It knows differences in other words: whoever loads the page anew is told them."""

    async def body() -> None:
        table, old, new = realms(), Ear(), Ear()
        table.join(0, old, 0, whole=True)
        table.join(0, new, 0)
        await first(table, (0, 1))
        await first(table, (0, 0, 1, 1))
        scenes = seen_by(new)
        assert updates(old)
        for update, (*_, scene) in zip(updates(old), scenes, strict=True):
            assert update.seen.scene == scene
            assert (update.change, update.rest, update.beats) == (None, None, ())

    asyncio.run(body())
