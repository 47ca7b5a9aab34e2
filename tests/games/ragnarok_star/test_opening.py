"""Setting up, own card files, the arrival of fans, and the course of a match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import OURS
from fimbul.games.ragnarok_star.deal import (
    empty_table,
    place_first_fans,
    place_first_ice,
)
from fimbul.games.ragnarok_star.rules.arrival import arrive
from fimbul.games.ragnarok_star.state.packing import ALL_OF, SHORE, START_LODGE
from fimbul.games.ragnarok_star.state.table import RagnarokStar, held_tile
from fimbul.kernel import BadSetup, Dice, choose
from tests.games.ragnarok_star.drawn import crowd, table

TABLES = GAME.rulebook.tables


def dealt(seats: int, mode: str = "base", seed: int = 3) -> RagnarokStar:
    """A match after the first contracts are kept."""
    state = GAME.new(GAME.setup(seats=seats, expansions=mode), seed)
    for seat in range(seats):
        choose(state, seat, state.open[0].options[0])
    return state


# rule: setup.first-fans-three, setup.first-fans-two, setup.first-fans-rest, setup.first-fans-shape
# rule: setup.ice-blocking, setup.ice-linking, setup.first-fans-eight, ruling.first-fans-random
# rule: ruling.ice-setup-spots, ruling.first-steps-once
def test_the_opening_fans_of_the_example() -> None:
    # example: example.setup-first-fans
    wanted = ["1G 1B", "1G 1L 1M", "1B 1L", "1M"]
    for seed in range(5000):
        state = empty_table(2, p.BASE, seed)
        crowded = place_first_fans(state)
        if [crowd(state, place) for place in p.ISLANDS] == wanted:
            break
    else:
        raise AssertionError("chance never lays the table of the example")
    place_first_ice(state, crowded)
    assert (crowded, state.ice) == (1, [p.NONE, p.BERG, p.NONE, p.BRIDGE])
    assert held_tile(state) == p.PACK


@pytest.mark.parametrize("seed", range(8))
def test_three_two_two_and_one(seed: int) -> None:
    state = empty_table(3, p.BASE, seed)
    crowded = place_first_fans(state)
    crowds = [sum(state.islands[SHORE[island]]) for island in p.RING]
    assert sorted(crowds) == [1, 2, 2, 3]
    assert crowds[crowded] == 3
    assert [sum(state.islands[ALL_OF[fan]]) for fan in p.KINDS] == [2] * 4


# rule: setup.young-deck, setup.old-deck, setup.contract-deck, setup.first-contracts
# rule: setup.fan-supply, setup.boats-centre, setup.first-ice-master, setup.player-kit, setup.board
# rule: overview.players, ruling.first-ice-master-may, ruling.fewer-players, setup.scoring-track
def test_the_table_is_laid() -> None:
    # example: example.setup-counts
    state = dealt(3)
    assert [len(deck) for deck in state.decks] == [7, 7]
    assert len(state.contracts) == 22
    assert [len(hand) for hand in state.hands] == [1, 1, 1]
    assert (sum(state.supply), sum(state.islands)) == (76, 8)
    assert state.boats == [p.NONE] * 3
    assert sum(tile != p.NONE for tile in state.ice) == 2
    assert not any(state.halls)
    for seats in (2, 4):
        assert sum(dealt(seats).islands) == 8


# rule: ruling.longest-hair
def test_any_seat_may_be_the_first_ice_master() -> None:
    assert {dealt(4, seed=seed).master for seed in range(40)} == {0, 1, 2, 3}


# rule: diva.setup, diva.three-actions, diva.needs-angry, angry.setup, ruling.diva-contracts
# rule: ruling.diva-first-game
def test_the_table_of_the_divalkyrie() -> None:
    # example: example.diva-setup
    state = dealt(4, "divalkyrie")
    assert (len(state.contracts), len(state.stars)) == (23, 13)
    assert state.held == [p.NONE] * 4
    assert (state.dragon, state.lodges) == (p.NONE, [START_LODGE] * 4)
    assert p.NUMBERS[state.mode] == 6
    assert p.MODES == ("base", "angry", "divalkyrie")
    with pytest.raises(BadSetup, match="expansions"):
        GAME.setup(expansions="divalkyrie without angry fans")


# rule: ruling.bottom-order, setup.first-contracts
def test_unchosen_contracts_go_to_the_bottom() -> None:
    state = GAME.new(GAME.setup(seats=2), 9)
    drawn = [set(offer) for offer in state.offered]
    assert all(len(offer) == 3 for offer in drawn)
    for seat in range(2):
        choose(state, seat, state.open[0].options[1])
    first = (state.master, 1 - state.master)
    kept = [state.hands[seat][0] for seat in range(2)]
    assert set(state.contracts[2:4]) == drawn[first[0]] - {kept[first[0]]}
    assert set(state.contracts[:2]) == drawn[first[1]] - {kept[first[1]]}


# rule: ruling.names, ruling.fan-colours
def test_names() -> None:
    scene = GAME.scene(dealt(4), None)
    assert scene.names() == ("Green Dead", "Yellow Tambourine", "Red Zeppelin", "Blue Sabbath")
    assert p.ISLAND_NAMES == ("Pink Fjord", "Rolling Skerries", "Motørhavn", "Kissholm")
    assert p.FANS == ("girl", "boy", "lady", "man")


# rule: arrival.turn-cards, arrival.place, arrival.crowd-icon, ruling.arrival-order
# rule: ruling.fan-card-content
def test_new_fans_for_three_players() -> None:
    # example: example.arrival-three-players
    state = table("sea sea sea")
    state.decks = [(0,), (14,)]
    arrive(state)
    assert [crowd(state, place) for place in p.ISLANDS] == ["3B", "1L", "1G 3M", ""]
    assert sum(state.supply) == 84 - 8
    assert state.used == [(0,), (14,)]


# rule: setup.fan-supply, arrival.crowd-icon, setup.first-fans-eight
def test_the_supply_lasts() -> None:
    # example: example.supply-bound
    state = empty_table(4, p.BASE, 1)
    place_first_fans(state)
    young = [card for card in range(8) if OURS.fan_cards[card].id != "y5"]
    for card in young:
        state.decks = [(card,), (8,)]
        supply = list(state.supply)
        arrive(state)
        state.supply[2:] = supply[2:]
    assert state.supply[:2] == [3, 0]


# rule: ruling.fan-supply-exhausted
def test_missing_fans_are_lost() -> None:
    state = table("sea sea sea")
    state.decks, state.supply = [(0,), (14,)], [1, 2, 0, 21]
    arrive(state)
    assert [crowd(state, place) for place in p.ISLANDS] == ["2B", "", "1G 3M", ""]


# rule: round.seven, round.phases, end.after-seven, ice.change-when, ruling.turn-means-round
# rule: ruling.ice-change-round-seven, resolve.numeric-order
@pytest.mark.parametrize("mode", p.MODES)
def test_seven_rounds(mode: str) -> None:
    # example: example.seven-rounds
    state, dice = GAME.new(GAME.setup(seats=2, expansions=mode), 4), Dice(4)
    numbers, changes, rounds = set(), 0, []
    while state.open:
        numbers.add((state.round, state.at))
        decision = state.open[0]
        changes += decision.rule == "ice.change-remove"
        rounds.append(state.round)
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert state.round == 7
    assert [len(pile) for pile in state.used] == [7, 7]
    assert changes == 6
    assert max(at for _, at in numbers) == p.NUMBERS[state.mode]
    assert rounds == sorted(rounds)


# -- own card files ----------------------------------------------------------------------------


def rows(name: str) -> list[dict[str, Any]]:
    return [dict(row) for row in TABLES[name]]


# rule: ruling.contract-content
def test_a_match_is_played_with_the_cards_it_was_given() -> None:
    contracts = rows("contract")
    contracts[0] = {**contracts[0], "name": "My Contract"}
    pack = GAME.new(GAME.setup(contracts=contracts), 1).pack
    assert [one.name for one in pack.contracts if one.id == contracts[0]["id"]] == ["My Contract"]
    assert pack.stars == GAME.new(GAME.setup(), 1).pack.stars


# rule: ruling.fan-card-content, ruling.contract-content, ruling.guest-content
def test_the_tables_of_the_book_are_a_card_file() -> None:
    setup = GAME.setup(
        seats=2,
        expansions="divalkyrie",
        fan_cards=rows("fan_card"),
        contracts=rows("contract"),
        guest_stars=rows("guest_star"),
    )
    mine, ours = GAME.new(setup, 5), GAME.new(GAME.setup(seats=2, expansions="divalkyrie"), 5)
    assert mine.pack.contract_ids == ours.pack.contract_ids
    assert mine.contracts == ours.contracts
    assert all(card.reconstructed for card in OURS.fan_cards)
    assert all(card.reconstructed for card in OURS.contracts)
    assert all(star.reconstructed for star in OURS.stars)
    counts = Counter(card.difficulty for card in OURS.contracts if not card.expansion)
    assert counts == {"easy": 10, "intermediate": 9, "difficult": 6}
    assert sum(OURS.immediate) == 13


def test_every_problem_of_a_card_file_is_listed_at_once() -> None:
    fans, contracts, stars = rows("fan_card")[1:], rows("contract"), rows("guest_star")
    fans[0] = {**fans[0], "crowd": {"fan": "goat", "island": "atlantis"}}
    fans[1] = {"id": "y3"}
    contracts[0] = {**contracts[0], "check": "__import__('os')", "glory": 7}
    contracts[1] = {**contracts[0], "reveal": "never"}
    stars[0] = {**stars[0], "effect": "elvis", "name": "{0}"}
    with pytest.raises(BadSetup) as bad:
        GAME.setup(fan_cards=fans, contracts=contracts, guest_stars=stars)
    told = "\n".join(bad.value.problems)
    for words in (
        "there must be 8 young cards, not 6", "there is no fan 'goat'", "no island 'atlantis'",
        "card y3: deck: this field is missing", "card y3: single: this field is missing",
        "not something a contract can ask about",
        "a contract that is easy is worth 1", "is there 2 times", "the reveal is immediate or end",
        "there is no such effect", "without braces",
    ):  # fmt: skip
        assert words in told, words


@pytest.mark.parametrize(
    "check",
    [
        "", "total", "girl >", "sum(girl)", "girl >= 'a'", "rd.glory >= 1", "1 < girl < 3",
        "odin >= 1", "rd.glory.girl >= 1",
    ],
)  # fmt: skip
def test_conditions_that_cannot_be_read(check: str) -> None:
    contracts = rows("contract")
    contracts[0] = {**contracts[0], "check": check}
    if check == "total":
        GAME.setup(contracts=contracts)
    else:
        with pytest.raises(BadSetup):
            GAME.setup(contracts=contracts)


def test_the_game_is_found_by_its_name() -> None:
    assert "ragnarok_star" in fimbul.game_names()


# rule: setup.young-deck, setup.old-deck, setup.contract-deck, diva.setup
def test_every_deck_is_shuffled() -> None:
    states = [GAME.new(GAME.setup(seats=2, expansions="divalkyrie"), seed) for seed in range(6)]
    for pile in (
        lambda state: tuple(state.contracts),
        lambda state: tuple(state.stars),
        lambda state: state.decks[0],
        lambda state: state.decks[1],
    ):
        orders = {pile(state) for state in states}
        assert len(orders) == len(states), "another seed, another order"
        assert all(order != tuple(sorted(order)) for order in orders)
