"""Phase 3: quests alone and in teams, and what a bargain may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.parts import Loot
from fimbul.games.drakkar.rules.course import Collect, Score
from fimbul.games.drakkar.rules.quest import SailOut
from fimbul.games.drakkar.rules.team import TeamUps, helpers, pool
from fimbul.games.drakkar.state.table import Drakkar, points
from fimbul.kernel import Counted, Dice, choose, settle
from tests.games.drakkar.drawn import table

QUEST = {quest.id: number for number, quest in enumerate(OURS.quests)}
HEDEBY, JORVIK, NANTES, ORKNEY, PARIS = (QUEST[q] for q in ("Q08", "Q14", "Q17", "Q01", "Q21"))


def sailing(players: list[str], quests: list[int], earl: int = 0) -> Drakkar:
    """The end of a round: these ships, these quests."""
    state = table(players, earl=earl)
    state.trick = p.TRICKS
    state.kept = [(quest,) for quest in quests]
    state.then(SailOut(), TeamUps())
    settle(state)
    return state


def bargaining() -> Drakkar:
    """The position of example.team-up-deal: Astrid seeks, Bjorn could help."""
    players = ["bow:v3 stern:v1 | 1,0,0", "stern:beer | 0,0,0", "none | 0,0,0"]
    return sailing(players, [JORVIK, HEDEBY, ORKNEY])


def offer(state: Drakkar, seeker: int, helper: int, bundle: Loot) -> None:
    choose(state, seeker, p.SEATS[helper])
    put_together(state, seeker, bundle)


def put_together(state: Drakkar, seat: int, bundle: Loot) -> None:
    for kind, count in enumerate(bundle):
        for _ in range(count):
            choose(state, seat, p.POOL[kind])
    if p.OFFER in state.open[0].options:  # all that there is goes without a question
        choose(state, seat, p.OFFER)


# rule: quest.check, quest.requirements, quest.loot, ruling.quest-order, ruling.requirement-strength
def test_quests_met_alone_are_paid_by_themselves() -> None:
    players = ["bow:v3 stern:beer | 0,0,0", "bow:v3 stern:bardl | 0,0,0", "bow:v3 deck:beer"]
    state = sailing(players, [HEDEBY, JORVIK, HEDEBY], earl=1)
    assert state.loot == [(0, 2, 1), (0, 2, 2), (0, 0, 0)], "strength, not cards; a ship is needed"
    assert state.fulfilled == [1, 0], "clockwise from the Earl"
    paid = [event for event in state.events if isinstance(event, Counted)]
    assert [(event.seat, event.amount) for event in paid] == [(1, 4), (0, 3)]
    assert paid[1].words.startswith("{0} fulfils Hedeby and takes ")


# rule: ruling.quest-secret, team.flip, team.no-ship-sells
def test_only_complete_ships_show_their_quests() -> None:
    state = sailing(["bow:- stern:-", "bow:v3", "none"], [PARIS, HEDEBY, ORKNEY])
    assert state.shown == [PARIS]
    words = [event.words for event in state.events]
    assert "{0} cannot fulfil Paris alone: it asks for strength 6 and 1 Beer" in words
    assert "{1} has no complete ship and turns the quest over, unseen" in words


# rule: yellow.spear-boost, ruling.spear-how-many
def test_a_quest_uses_just_as_many_spears_as_it_needs() -> None:
    players = ["bow:v3+s stern:bardl+s", "none", "none"]
    state = sailing(players, [NANTES, HEDEBY, ORKNEY])
    assert state.fulfilled == [0]
    assert len([spear for _, _, spear in state.ships[0] if spear >= 0]) == 1


# rule: ruling.quest-failed
def test_a_failed_quest_costs_nothing() -> None:
    state = sailing(["bow:- stern:- | 2,1,0", "none", "none"], [PARIS, HEDEBY, ORKNEY])
    assert state.loot[0] == (2, 1, 0)
    assert state.open == ()


# rule: team.ask-one, team.helper-without-ship, ruling.seeker-and-helper, ruling.help-all-cards
def test_who_can_help() -> None:
    players = ["bow:v3 stern:v1", "stern:beer", "bow:beer stern:v1", "bow:v2", "none", "bow:bardl"]
    state = sailing(players, [JORVIK, HEDEBY, NANTES, ORKNEY, PARIS, PARIS])
    assert helpers(state, 0) == [1, 5]
    assert state.open[0].options == (p.STOP, "seat:1", "seat:5")
    for thing, rule in (
        ("seat:2", "team.helper-without-ship"),
        ("seat:3", "team.ask-one"),
        ("seat:0", "team.ask-one"),
    ):
        answer = GAME.why(state, 0, thing)
        assert answer is not None
        assert answer[0] == rule


# rule: team.adds, ruling.help-no-spear, team.only-vikings-beer
def test_vikings_and_beer_pass_but_no_spear_and_no_ship_card() -> None:
    seeker, quests = "bow:v3 stern:-", [QUEST["Q16"], HEDEBY, ORKNEY]
    assert sailing([seeker, "bow:v2+s", "none"], quests).open == ()
    assert sailing([seeker, "bow:v3", "none"], quests).open != ()
    assert sailing(["bow:v3", "stern:v3", "none"], quests).open == (), "a Stern cannot be lent"


# rule: team.payment, ruling.payment-pool, team.collect-and-pay, ruling.bargain-protocol
def test_an_accepted_offer_is_loot_then_payment() -> None:
    state = bargaining()
    assert pool(state, 0) == (1, 2, 2)
    offer(state, 0, 1, (1, 0, 1))
    asked = "{0} offers you 1 goat and 1 gold for your Vikings and Beer. Do you accept?"
    assert state.open[0].prompt == asked
    choose(state, 1, p.ACCEPT)
    assert state.loot == [(0, 2, 1), (1, 0, 1), (0, 0, 0)]
    assert state.fulfilled == [0]
    assert state.helping == [1]


# rule: ruling.bargain-protocol, team.payment
def test_a_counter_offer_is_answered_once() -> None:
    state = bargaining()
    offer(state, 0, 1, (1, 0, 0))
    choose(state, 1, p.COUNTER)
    put_together(state, 1, (0, 0, 2))
    assert state.open[0].options == (p.REJECT, p.ACCEPT)
    choose(state, 0, p.REJECT)
    offer(state, 0, 1, (0, 1, 1))
    choose(state, 1, p.ACCEPT)
    assert state.loot == [(1, 1, 1), (0, 1, 1), (0, 0, 0)]


def test_an_accepted_counter_closes_the_deal() -> None:  # rule: ruling.bargain-protocol
    state = bargaining()
    offer(state, 0, 1, (0, 0, 0))
    choose(state, 1, p.COUNTER)
    put_together(state, 1, (0, 0, 2))
    choose(state, 0, p.ACCEPT)
    assert state.loot == [(1, 2, 0), (0, 0, 2), (0, 0, 0)]


# rule: ruling.bargain-protocol
def test_a_counter_is_always_another_bundle() -> None:
    state = bargaining()
    offer(state, 0, 1, (1, 2, 2))  # all that Astrid will have
    choose(state, 1, p.COUNTER)
    for name in ("pool:goat", "pool:weapon", "pool:weapon", "pool:gold"):
        choose(state, 1, name)
    assert "instead" in state.events[-1].words, "the last gold would make it the same again"
    assert state.open[0].options == (p.REJECT, p.ACCEPT)
    state = bargaining()
    offer(state, 0, 1, (1, 0, 0))
    choose(state, 1, p.COUNTER)
    choose(state, 1, "pool:goat")
    assert p.OFFER not in state.open[0].options


# rule: ruling.forced-to-sell, ruling.bargain-protocol
def test_three_refusals_end_the_turn() -> None:
    # example: example.team-up-three-refusals
    state = bargaining()
    for _ in range(p.OFFERS):
        offer(state, 0, 1, (1, 2, 2))
        choose(state, 1, p.REFUSE)
    choose(state, 1, p.STOP)
    assert state.open == ()
    assert state.events[-1].words == "{0} goes home without fulfilling the quest"
    assert state.fulfilled == []
    assert state.loot[0] == (1, 0, 0)


# rule: ruling.helper-one-team, team.ask-one
@pytest.mark.parametrize("accepts_first", [False, True])
def test_one_helper_for_two_seekers(*, accepts_first: bool) -> None:
    # example: example.two-seekers-one-helper
    players = ["bow:v3 stern:v1", "bow:v2 stern:v2", "stern:beer"]
    state = sailing(players, [JORVIK, JORVIK, ORKNEY])
    gunnar, helga, bjorn = range(3)
    if accepts_first:
        offer(state, gunnar, bjorn, (0, 1, 0))
        choose(state, bjorn, p.ACCEPT)
        assert state.open == (), "Helga finds no helper any more"
        assert state.fulfilled == [gunnar]
        return
    for _ in range(p.OFFERS):
        offer(state, gunnar, bjorn, (0, 1, 0))
        choose(state, bjorn, p.REFUSE)
    offer(state, helga, bjorn, (0, 0, 1))
    choose(state, bjorn, p.ACCEPT)
    assert state.fulfilled == [helga]
    assert state.helping == [bjorn]


# rule: ruling.bargain-protocol, ruling.payment-pool
@given(seed=st.integers(0, 2**32))
def test_every_bargain_ends_and_pays_what_was_agreed(seed: int) -> None:
    state, dice = bargaining(), Dice(seed)
    for _ in range(2 * 3 * 20):
        if not state.open:
            break
        decision = state.open[0]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert not state.open
    assert min(count for loot in state.loot for count in loot) >= 0
    total = 1 + 4 * len(state.fulfilled)
    assert sum(sum(loot) for loot in state.loot) == total


# rule: ruling.loot-runs-out, ruling.payment-pool
def test_the_pool_is_what_the_stacks_allow() -> None:
    state = bargaining()
    state.stacks = [5, 1, 0]
    assert pool(state, 0) == (4, 1, 0), "a weapon, and goats for the rest"


# rule: end.collect-cards, ruling.ships-do-not-stay, ruling.first-earl, end.new-quests
def test_a_new_round_begins_with_an_empty_table() -> None:
    # example: example.round-reset
    state = sailing(
        ["bow:v1 deck:beer stern:v1 | 2,1,1", "none", "none"], [PARIS, ORKNEY, HEDEBY], 2
    )
    state.then(Collect())
    settle(state)
    assert state.ships == [()] * 3
    assert state.discard == []
    assert state.loot[0] == (2, 1, 1)
    assert state.earl == 0, "Astrid sits next clockwise"
    scene = GAME.scene(state, 0)
    assert not next(zone for zone in scene.zones if zone.id == "ship:0").things


# rule: score.tokens, score.trio, score.tie, end.after-third, ruling.trio-count, goal.most-points
# rule: goal.loot-kinds-equal, ruling.loot-card
def test_ties_are_shared() -> None:
    # example: example.score-tie
    state = table(["none | 4,2,3", "none | 5,3,1", "none | 5,0,4"])
    state.then(Score())
    settle(state)
    assert state.result is not None
    assert state.result.scores == (11, 10, 9)
    state = table(["none | 4,2,3", "none | 3,4,2", "none | 5,0,4"])
    state.then(Score())
    settle(state)
    assert state.result is not None
    assert state.result.scores == (11, 11, 9)
    assert state.result.places == (1, 1, 3)
    assert state.result.because == "end.after-third"


@given(st.tuples(*[st.integers(0, 20)] * 3))
def test_a_score_counts_tokens_and_whole_trios(loot: Loot) -> None:  # rule: score.trio
    trios = 0
    rest = list(loot)
    while min(rest) > 0:
        rest = [count - 1 for count in rest]
        trios += 1
    assert points(loot) == sum(loot) + trios
