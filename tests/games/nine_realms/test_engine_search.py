"""The engine finds what is there to be found, knows what its seat knows, and keeps to its time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs

from fimbul.arena import play_series, rank_bots
from fimbul.bots import bot, outlook
from fimbul.bots.engine_bot import EngineBot
from fimbul.bots.playout import seal_rivals
from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.engine.lay import COMPILED
from fimbul.games.nine_realms.engine.search import STAGES, NineRealmsEngine, prepared
from fimbul.games.nine_realms.lore import redeal
from fimbul.games.nine_realms.rules.strength import total
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Dice, choose, encode
from tests.games.nine_realms import table as t
from tests.games.uncompiled import assert_same

ENGINE = NineRealmsEngine()


def asked(seed: int, options: dict[str, object] | None = None) -> Iterator[tuple[NineRealms, int]]:
    """Every decision of a random match, as a bot brings it: the rival has picked something."""
    state, dice = GAME.new(GAME.setup(**(options or {})), seed), Dice(seed)
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        dream = state.clone()
        seal_rivals(dream, decision.seat, dice)
        yield dream, decision.seat
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])


def test_compiled_or_not_the_results_are_the_same() -> None:
    assert_same("tests.games.nine_realms.uncompiled", COMPILED, lines=100)


@pytest.mark.parametrize("cards", [False, True])
def test_every_line_can_be_played(cards: bool) -> None:
    """Own card files are known too; they may be any file, so ours will do."""
    tables = {name: GAME.rulebook.tables[name] for name in ("realm", "hero", "card")}
    for state, seat in asked(3, {"cards": tables} if cards else {}):
        before = encode(state)
        lines = ENGINE.search(state, lambda done: done >= 2, seed=5)
        assert encode(state) == before
        assert lines
        assert len({line.picks for line in lines}) == len(lines)
        for line in lines:
            assert -1 <= line.value <= 1
            twin = state.clone()
            for pick in line.picks:
                choose(twin, seat, pick)
            assert twin.number > state.number or len(line.picks) == 1


def test_the_hidden_truth_makes_no_difference() -> None:
    """Other cards in the rival's hand, another pile, other heroes face down: the same lines."""
    compared = 0
    for state, seat in asked(8):
        expected = ENGINE.search(state, lambda done: done >= 40, seed=5)
        for world in range(2):
            twin = state.clone()
            redeal(twin, seat, Dice(world))
            compared += twin.hands != state.hands
            found = ENGINE.search(twin, lambda done: done >= 40, seed=5)
            assert [line.picks for line in found] == [line.picks for line in expected]
            if state.open[0].rule in STAGES:  # elsewhere lore tells what this dream is worth
                assert found == expected
    assert compared > 40


def test_its_dreams_agree_with_what_the_seat_can_know() -> None:
    """After a reshuffle the rival's older cards are known to whoever counts cards."""
    for state, seat in asked(2):
        if state.open[0].rule not in STAGES:
            continue
        council = prepared(state, seed=3)
        council.search(lambda done: done >= 1)
        field, rival = council.dealt, 1 - seat
        held = {*field.hands[5 * rival : 5 * rival + field.held[rival]]}
        surely = {card for card in state.hands[rival] if not state.fresh >> card & 1}
        assert len(held) == len(state.hands[rival])
        assert surely <= held
        assert not held & {*state.hands[seat], *state.discard}


def test_without_time_it_answers_by_instinct() -> None:
    for state, _ in asked(5):
        lines = ENGINE.search(state, lambda done: True, seed=5)
        assert lines[0].picks[0] in state.open[0].options


def test_time_is_asked_for_often_and_obeyed_at_once() -> None:
    """Before every dream, and for every pick within it."""
    state, seat = GAME.new(seed=1), 0
    seal_rivals(state, seat, Dice(1))
    asked_at: list[int] = []

    def enough(done: int) -> bool:
        asked_at.append(done)
        return len(asked_at) > 20

    council = prepared(state, seed=1)
    council.search(enough)
    assert len(asked_at) == 21
    assert asked_at == [number // council.count for number in range(21)]
    assert council.dreams == 20 // council.count


def test_where_two_seats_are_asked_it_knows_nothing() -> None:
    state = GAME.new(seed=1)
    assert len(state.open) == 2
    assert not ENGINE.search(state, lambda done: done >= 1, seed=1)


def before_last_cards(ahead: int) -> NineRealms:
    """The ninth battle at four realms each; the rival is so many points ahead."""
    hand = ("bifrost", "mimisbrunn", "valhalla", "hlidskjalf", "fensalir")
    rivals = ("yggdrasil", "garm", "brokk", "alviss", "gladsheim")
    state = t.lay(t.Wanted(won=(0, 1, 0, 1, 0, 1, 0, 1), hands=(hand, rivals)))
    while state.open[0].rule != "cunning.one-card":
        names = ("card:bifrost", "card:mimisbrunn", "card:yggdrasil", "card:garm", p.KEEP)
        decision = state.open[0]
        choose(state, decision.seat, next(name for name in decision.options if name in names))
    totals = [total(state.box, state.realm, structs.replace(line, dice=())) for line in state.lines]
    lead = totals[1] - totals[0] - ahead  # to be made up by dice that show a 3
    for seat, count in enumerate((max(lead, 0), max(-lead, 0))):
        state.lines[seat] = structs.replace(state.lines[seat], dice=(3,) * count)
    return state


@pytest.mark.parametrize("seed", range(4))
def test_the_card_that_may_win_the_match_is_found(seed: int) -> None:
    state = before_last_cards(ahead=3)
    seal_rivals(state, 0, Dice(seed))
    lines = ENGINE.search(state, lambda done: done >= 200, seed)
    assert lines[0].picks == ("card:valhalla",)
    assert lines[0].value > lines[1].value == -1


def test_two_cards_are_thought_out_at_once() -> None:
    state, player = GAME.new(seed=1), bot("engine:20n", 3)
    assert isinstance(player, EngineBot)
    for decision in state.open:
        choose(state, decision.seat, decision.options[0])
    first = player.pick(outlook(GAME, state, 0))
    assert player.plan is not None
    _, second = player.plan.picks
    choose(state, 0, first)
    assert player.pick(outlook(GAME, state, 0)) == second
    assert player.plan is None


def test_it_beats_who_picks_at_random() -> None:
    best = rank_bots(play_series(GAME, ["engine:40n", "random"], 10, seed=2))[0]
    assert best.bot == "engine:40n"
    assert best.rate > 0.8
