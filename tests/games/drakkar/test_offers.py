"""Phase 3, case 2: whoever has no complete ship offers Vikings and Beer to those who need them."""

from __future__ import annotations

import pytest

from fimbul.bots import bot, outlook
from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.instinct import instinct
from fimbul.games.drakkar.lore import buyer_takes, fair_price, value
from fimbul.games.drakkar.parts import Loot
from fimbul.games.drakkar.rules.team import (
    Answer,
    Bargain,
    Counter,
    Offer,
    Reply,
    Seek,
    Sell,
    buyers,
    pool,
)
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Dice, choose, decode, encode, settle
from tests.games.drakkar.test_quests import (
    HEDEBY,
    JORVIK,
    NANTES,
    ORKNEY,
    PARIS,
    QUEST,
    put_together,
    sailing,
)
from tests.games.drakkar.walking import asked_for, until

ASTRID, BJORN, CNUT = range(3)
PLAYERS = ["bow:v3 stern:v1 | 1,0,0", "stern:beer | 0,0,0", "none | 0,0,0"]
QUESTS = [JORVIK, HEDEBY, ORKNEY]  # Jorvik: strength 4, a Beer; 2 weapons, 2 gold


def selling() -> Drakkar:
    """Astrid lacks a Beer and asks nobody; Bjorn has one and no complete ship."""
    state = sailing(PLAYERS, QUESTS)
    choose(state, ASTRID, p.STOP)
    return state


def offered(bundle: Loot) -> Drakkar:
    state = selling()
    choose(state, BJORN, p.SEATS[ASTRID])
    put_together(state, BJORN, bundle)
    return state


def words(state: Drakkar) -> list[str]:
    return [event.words for event in state.events]


# rule: team.offer, ruling.offer-turns, ruling.bargain-protocol
def test_who_has_no_ship_offers_help_and_names_the_price() -> None:
    # example: example.team-up-offered
    state = selling()
    assert state.open[0].seat == BJORN
    assert state.open[0].prompt == Sell.prompt
    assert state.open[0].options == (p.STOP, p.SEATS[ASTRID])
    choose(state, BJORN, p.SEATS[ASTRID])
    assert state.open[0].prompt == "What do you want from {0} for your help? So far nothing"
    put_together(state, BJORN, (0, 1, 1))
    assert words(state)[-1] == "{1} offers to help {0} for 1 weapon and 1 gold"
    assert state.open[0].seat == ASTRID
    asked = "{1} would help you fulfil the quest for 1 weapon and 1 gold. Do you accept?"
    assert state.open[0].prompt == asked
    choose(state, ASTRID, p.ACCEPT)
    assert state.loot == [(1, 1, 1), (0, 1, 1), (0, 0, 0)]
    assert state.fulfilled == [ASTRID]
    assert state.helping == [BJORN]


# rule: ruling.offer-turns
def test_the_earl_has_the_first_word() -> None:
    state = sailing(PLAYERS, QUESTS, earl=BJORN)
    assert [decision.seat for decision in state.open] == [BJORN], "before Astrid can ask"
    choose(state, BJORN, p.STOP)
    assert state.open[0].seat == ASTRID, "whose turn is still to come"
    choose(state, ASTRID, p.STOP)
    assert state.open == ()
    assert words(state)[-1] == "{0} goes home without fulfilling the quest"


# rule: ruling.bargain-protocol, team.offer
def test_the_seeker_counters_and_the_seller_answers() -> None:
    state = offered((0, 2, 1))
    choose(state, ASTRID, p.COUNTER)
    assert state.open[0].prompt == "What do you offer {1} instead? So far nothing"
    put_together(state, ASTRID, (1, 0, 0))
    assert words(state)[-1] == "{0} offers {1} 1 goat instead"
    assert state.open[0].seat == BJORN
    assert state.open[0].prompt == "{0} offers you 1 goat instead. Do you accept?"
    choose(state, BJORN, p.ACCEPT)
    assert state.loot[:2] == [(0, 2, 2), (1, 0, 0)]


# rule: ruling.bargain-protocol, ruling.forced-to-sell, ruling.quest-failed
def test_three_failed_offers_end_the_sellers_turn() -> None:
    state = selling()
    for left in range(p.OFFERS, 0, -1):
        choose(state, BJORN, p.SEATS[ASTRID])
        put_together(state, BJORN, (0, 2, 2))
        if left == 2:
            choose(state, ASTRID, p.COUNTER)
            put_together(state, ASTRID, (1, 0, 0))
            choose(state, BJORN, p.REJECT)
        else:
            choose(state, ASTRID, p.REFUSE)
    assert state.open == ()
    assert words(state)[-1] == "{0} goes home without fulfilling the quest"
    assert state.loot[:2] == [(1, 0, 0), (0, 0, 0)]


# rule: ruling.seeker-and-helper, ruling.helper-one-team, team.offer
def test_to_whom_help_can_be_offered() -> None:
    players = ["stern:beer", "bow:v3 stern:v1", "bow:v3 stern:-", "bow:v2", "bow:v3 stern:bardl"]
    state = sailing(players, [ORKNEY, JORVIK, PARIS, HEDEBY, JORVIK])
    assert buyers(state, 0) == [1], "Paris would lack strength even so; one has sailed already"
    assert state.open[0].options == (p.STOP, p.SEATS[1])
    for seat, rule in ((0, "team.offer"), (2, "team.offer"), (3, "ruling.seeker-and-helper"),
                       (4, "ruling.seeker-and-helper")):  # fmt: skip
        answer = GAME.why(state, 0, p.SEATS[seat])
        assert answer is not None
        assert answer[0] == rule


# rule: ruling.helper-one-team, team.ask-one
def test_a_deal_spares_both_their_later_turns() -> None:
    players = ["stern:beer | 0,0,0", "bow:v3 stern:v1", "bow:v2 stern:v2", "bow:bardl"]
    state = sailing(players, [ORKNEY, JORVIK, JORVIK, HEDEBY])
    choose(state, 0, p.SEATS[1])
    put_together(state, 0, (0, 1, 0))
    choose(state, 1, p.ACCEPT)
    assert state.open[0].seat == 2, "seat 1 has all it wanted"
    assert state.open[0].options == (p.STOP, p.SEATS[3]), "seat 0 has joined a team"


@pytest.mark.parametrize("seats", [3, 5])
def test_every_moment_of_an_offer_can_be_stored(seats: int) -> None:  # rule: team.offer
    state, kinds = until(asked_for("team.offer"), seats), set()
    while state.open and isinstance(step := state.agenda[-1][0], Seek | Bargain):
        assert encode(decode(GAME, encode(state))) == encode(state)
        kinds.add(type(step))
        decision = state.open[0]
        choose(state, decision.seat, decision.options[-1])  # all there is, and a counter
    assert kinds >= {Sell, Offer, Reply, Counter, Answer}


# rule: team.offer, ruling.payment-pool
def test_a_seller_sees_what_a_deal_could_bring() -> None:
    state = selling()
    preview = next(one for one in GAME.scene(state, BJORN).previews if one.thing == "seat:0")
    assert preview.notes[0].title == "{0} seeks help for Jorvik"
    told = [fact.text for fact in preview.notes[0].facts]
    assert told == [
        "Brings 2 weapons and 2 gold",
        "Can pay from 1 goat, 2 weapons and 2 gold",
    ]


# rule: ruling.bargain-bots
def test_what_plain_traders_ask_and_pay() -> None:
    asked = [[fair_price(tokens, left) for left in (3, 2, 1)] for tokens in (2, 3, 4, 6)]
    assert asked == [[1, 1, 1], [2, 2, 1], [2, 2, 2], [4, 3, 2]]
    assert [buyer_takes(4, paid) for paid in (1, 2, 3)] == [True, True, False]


# rule: ruling.bargain-bots
def test_an_instinct_trades_plainly_from_both_sides() -> None:
    players = ["stern:beer | 0,0,0", "bow:v3 stern:v1", "bow:v2 stern:v2"]
    state = sailing(players, [ORKNEY, JORVIK, QUEST["Q08"]])
    dice = Dice(1)
    while state.open and not isinstance(state.agenda[-1][0], Reply):
        choose(state, 0, instinct(state, state.open[0], dice) or "")
    assert isinstance(step := state.agenda[-1][0], Reply)
    assert (step.seeker, sum(step.bundle)) == (1, 2), "the richer loot, two thirds of it"
    assert instinct(state, state.open[0], dice) == p.ACCEPT
    dear = offered((0, 2, 1))
    assert instinct(dear, dear.open[0], dice) == p.REFUSE


# rule: ruling.bargain-bots
@pytest.mark.parametrize("level", ["greedy", "mcts:200n"])
def test_bots_sell_and_answer_sellers_sensibly(level: str) -> None:
    state = until(asked_for("team.offer"), seats=5)
    helper = state.open[0].seat
    while not isinstance(step := state.agenda[-1][0], Reply):
        choose(state, helper, bot(level, 5).pick(outlook(GAME, state, helper)))
    loot = sum(pool(state, step.seeker)) - sum(state.loot[step.seeker])
    assert 1 <= sum(step.bundle) <= loot, "it wants something, but no more than there is to gain"
    for bundle, unlikely in ((p.NO_LOOT, p.REFUSE), (pool(state, step.seeker), p.ACCEPT)):
        state.agenda[-1] = (Reply(step.seeker, step.seeker, helper, step.left, bundle),)
        settle(state)
        pick = bot(level, 5).pick(outlook(GAME, state, step.seeker))
        assert pick != unlikely, "a gift is welcome, to give all away is not"


# rule: ruling.bargain-bots
def test_a_seller_hopes_for_more_before_the_deal_than_without_a_buyer() -> None:
    state = selling()
    assert isinstance(state.agenda[-1][0], Sell)
    hoped = value(state, BJORN)
    choose(state, BJORN, p.STOP)
    assert value(state, BJORN) < hoped


def test_steps_of_a_foreign_seat_fit_no_table() -> None:
    state = offered((0, 1, 0))
    assert not Reply(CNUT, ASTRID, BJORN, 1, (0, 1, 0)).fits(state)
    assert not Answer(CNUT, ASTRID, BJORN, 1, (0, 1, 0)).fits(state)
    assert not Offer(BJORN, ASTRID, CNUT, 1).fits(state)
    assert not Sell(CNUT).fits(state), "nothing to sell"
    assert not Sell(BJORN, p.OFFERS + 1).fits(state)


def test_nobody_without_goods_is_asked_to_sell() -> None:  # rule: ruling.seeker-and-helper
    state = sailing(["bow:v3 stern:v1", "none", "bow:-"], [NANTES, HEDEBY, ORKNEY])
    assert state.open == ()
