"""Contracts, the eye, and the final score."""

from __future__ import annotations

import re

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import OURS
from fimbul.games.ragnarok_star.rules.arrival import arrive
from fimbul.games.ragnarok_star.rules.contracts import check_contracts, is_met
from fimbul.games.ragnarok_star.state.packing import START_LODGE
from fimbul.games.ragnarok_star.state.table import RagnarokStar, count
from fimbul.kernel import Counted, choose
from tests.games.ragnarok_star.drawn import (
    asked,
    close,
    contract,
    halls,
    keep,
    number,
    program,
    put_angry,
    score,
    start,
    table,
)


# rule: contract.draw, ruling.contract-same-number, ruling.contract-deck-empty, ruling.bottom-order
# rule: ruling.seat-order
def test_a_short_deck() -> None:
    # example: example.contract-short-deck
    state = program(table("sea sea"), "3: contract", "3: contract")
    w, x, y, z = 10, 11, 12, 13
    state.contracts = [z, y, x, w]
    start(state, 3)
    assert asked(state, 0) == tuple(OURS.contract_ids[card] for card in (w, x, y))
    assert [decision.seat for decision in state.open] == [0], "one card is no choice"
    choose(state, 0, OURS.contract_ids[w])
    assert state.hands == [(w,), (z,)]
    assert sorted(state.contracts) == [x, y]
    empty = program(table("sea sea", mode="angry"), "3: contract")
    empty.contracts = []
    assert number(empty, 3) == ["{0} finds no contract left"]
    assert empty.lodges[0] == START_LODGE


# rule: ruling.contract-must-keep, contract.draw
def test_contracts_are_kept_without_limit() -> None:
    state = table("sea sea")
    for round_ in range(4):
        number(program(state, "1: contract"), 1)
        assert len(state.hands[0]) == round_ + 1
    assert len(state.contracts) == 21


# rule: contract.reveal, contract.value, ruling.contract-immediate-check
def test_highway_to_valhalla() -> None:
    # example: example.contract-highway
    state = program(table("sea sea"), "1: sail>pink, 4: fly>motor")
    keep(state, 0, "highway-to-valhalla")
    number(state, 1)
    assert not state.shown[0]
    assert number(state, 4)[-1] == "{0} fulfils Highway to Valhalla for 1 glory"
    assert (state.shown[0], state.hands[0]) == ((contract("highway-to-valhalla"),), ())
    assert score(state)[0] == (1, 0)


# rule: ruling.contract-since
def test_what_came_before_does_not_count() -> None:
    # example: example.contract-not-retroactive
    state = program(table("sea sea"), "1: sail>pink, 4: fly>motor")
    number(state, 1)
    keep(state, 0, "highway-to-valhalla")
    number(state, 4)
    assert not state.shown[0]


# rule: contract.reveal, contract.no-penalty, ruling.contract-end-check
def test_what_is_lost_before_the_end_does_not_count() -> None:
    # example: example.contract-end-state-lost
    state = table("kiss kiss", "8,0,0,0")
    keep(state, 0, "mosh-pit-of-hel")
    assert is_met(state, 0, contract("mosh-pit-of-hel"))
    number(program(state, "", "1: steal"), 1)
    assert halls(state)[0] == (7, 0, 0, 0)
    assert score(state)[0] == (1, 0)
    assert state.hands[0], "it is worth nothing and costs nothing"


# rule: contract.reveal
def test_whole_lotta_loot() -> None:
    # example: example.contract-loot
    state = table("kiss kiss", "0,0,0,0 0,1,0,0", "kiss 1G 2B 2L")
    keep(state, 0, "whole-lotta-loot")
    program(state, "2: boy2, 3: lady2, 4: girl1, 5: steal")
    for now in range(2, 5):
        number(state, now)
    assert not state.shown[0]
    assert "{0} fulfils Whole Lotta Loot for 2 glory" in number(state, 5)


def met(name: str, state: RagnarokStar) -> bool:
    if contract(name) not in state.hands[0]:
        keep(state, 0, name)
    return is_met(state, 0, contract(name))


@pytest.mark.parametrize(
    ("name", "hall", "expected"),
    [
        ("teen-seafarer", "5,4,0,0", True),
        ("teen-seafarer", "5,3,9,0", False),
        ("old-time-rok", "0,0,4,5", True),
        ("girls-fjords", "5,0,4,0", True),
        ("boys-of-sumar", "0,5,0,4", True),
        ("boys-of-sumar", "9,5,0,3", False),
        ("stairway-to-asgard", "5,4,3,2", True),
        ("stairway-to-asgard", "5,4,3,1", False),
        ("stairway-to-asgard", "5,4,4,2", False),
        ("mosh-pit-of-hel", "8,0,0,0", True),
        ("mosh-pit-of-hel", "7,0,0,0", False),
        ("back-to-the-jungle", "8,0,0,0", True),
        ("back-to-the-jungle", "7,7,7,7", False),
        ("bohemian-ragnarhapsody", "6,6,4,4", True),
        ("bohemian-ragnarhapsody", "7,5,3,4", False),
        ("number-of-the-wolf", "6,5,5,5", True),
        ("number-of-the-wolf", "5,5,5,5", False),
        ("wish-you-were-hird", "5,5,5,0", True),
        ("we-will-rok-you", "2,0,0,0", True),
        ("we-will-rok-you", "1,0,0,0", False),
        ("paint-it-white", "0,0,0,0", True),
        ("come-as-you-oar", "0,0,0,0", True),
    ],
)
def test_contracts_of_the_end(name: str, hall: str, expected: bool) -> None:
    """The rival has one fan and lies at the same island."""
    assert met(name, table("kiss kiss", f"{hall} 1,0,0,0")) is expected


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("heimdalls-door", {p.ICE_FLIGHTS: 2}),
        ("bites-the-frost", {p.ACROSS: 2}),
        ("livin-on-a-plunder", {p.STEALS: 1}),
        ("ice-ice-bjorn", {p.ICE_TAKEN: 1}),
        ("hotel-jotunheim", {p.FROZEN_ENDS: 4}),
        ("smoke-on-the-fjord", {p.ENDED: 1, p.ENDED + 1: 2, p.ENDED + 2: 1, p.ENDED + 3: 1}),
        ("come-together", {p.GAINED: 1, p.GAINED + 1: 1, p.GAINED + 2: 2, p.GAINED + 3: 1}),
        ("rising-shield", {p.SAVES: 1}),
        ("jarl-of-puppets", {p.STEALS: 3}),
        ("horn-tolls", {p.GAINED: 2, p.GAINED + 1: 2, p.GAINED + 3: 2}),
        ("ride-of-the-divalkyries", {p.SCARED: 3}),
    ],
)
def test_contracts_of_deeds(name: str, counts: dict[int, int]) -> None:
    """Met by exactly that, shown at once, and not by what was counted before."""
    state = table("kiss kiss", mode="divalkyrie")
    for counter in counts:
        count(state, 0, counter, 9)
    state.dawn = state.tally.copy()
    assert not met(name, state)
    for number_, (counter, more) in enumerate(counts.items()):
        count(state, 0, counter, more - (number_ == 0))
    assert not met(name, state)
    count(state, 0, next(iter(counts)))
    check_contracts(state)
    assert state.shown[0] == (contract(name),)


def test_a_robbed_hall_breaks_wish_you_were_hird() -> None:
    state = table("kiss kiss", "5,5,5,0")
    assert met("wish-you-were-hird", state)
    count(state, 0, p.ROBBED)
    assert not met("wish-you-were-hird", state)
    quiet = table("kiss kiss", mode="divalkyrie")
    assert not met("hush-hush-hel", quiet)
    put_angry(quiet, 0)
    assert met("hush-hush-hel", quiet)


# rule: eye.simultaneous, eye.lock, eye.peek, ruling.eye-choice, ruling.eye-which-card
def test_two_eyes_on_one_deck() -> None:
    # example: example.eye-same-deck
    state = program(table("sea sea sea"), "2: eye", "2: eye", "4: eye")
    number(state, 2, {0: ["deck:young"], 1: ["deck:young"]})
    assert (state.peeks, state.locked) == ([1, 1, 0], 1)
    tips = [
        next(thing.tip for thing in GAME.scene(state, seat).things() if thing.id == "deck:young")
        for seat in (0, 1, 2, None)
    ]
    eyes = "The eye of Green Dead, Yellow Tambourine lies here"
    card = "Next round it brings 3 boys on Pink Fjord and 1 girl on Motørhavn"
    assert tips == [card] * 2 + [eyes] * 2
    number(state, 4)
    assert state.peeks == [1, 1, 2], "only the old deck is left, so nobody asks"


# rule: eye.lock, angry.fail-eye, ruling.eye-impossible
def test_both_decks_are_locked() -> None:
    # example: example.eye-both-locked
    state = program(table("sea sea sea", mode="angry"), "1: eye", "1: eye", "2: eye")
    number(state, 1, {0: ["deck:young"], 1: ["deck:old"]})
    assert number(state, 2)[0] == "{2} finds no deck to look at"
    assert state.lodges == [1, 1, 2]


# rule: eye.peek, end.after-seven, angry.fail-eye, ruling.eye-impossible
def test_the_last_round_has_no_next_card() -> None:
    # example: example.eye-round-seven
    state = program(table("sea sea", mode="angry"), "1: eye")
    state.decks = [(), ()]
    assert number(state, 1)[0] == "{0} finds no deck to look at"
    assert state.lodges[0] == 2


# rule: eye.return, eye.lock
def test_eyes_come_back() -> None:
    # example: example.eye-returns
    state = program(table("sea sea"), "1: eye")
    number(state, 1)
    assert (state.locked, state.eyes) == (1, [1, 0])
    close(state)
    assert (state.locked, state.eyes) == (0, [0, 0])
    start(program(state, "", "1: eye"), 1)
    assert asked(state, 1) == ("deck:young", "deck:old")


# rule: end.lines, end.columns, end.contracts, hall.glory, contract.value, overview.glory-sources
# rule: end.track, ruling.angus-contracts-timing
def test_angus() -> None:
    # example: example.angus-nine
    state = table("sea sea", "8,5,4,3")
    keep(state, 0, "highway-to-valhalla", "back-to-the-jungle")
    state.hands[0], state.shown[0] = state.hands[0][1:], state.hands[0][:1]
    state.bases[0] = state.bases[0][1:]
    assert score(state)[0][0] == 9


# rule: end.lines, end.columns, end.pit
def test_a_full_hall() -> None:
    # example: example.score-full-hall
    assert score(table("sea sea", "5,5,5,5 9,5,5,5"))[0] == (9, 9)


# rule: end.lines, end.columns, end.contracts
def test_a_staircase() -> None:
    # example: example.score-staircase
    state = table("sea sea", "5,4,3,2")
    keep(state, 0, "stairway-to-asgard")
    assert score(state)[0][0] == 5


# rule: end.tie-fans, end.winner, overview.goal, ruling.ranking
def test_fans_break_a_tie() -> None:
    # example: example.tie-fans
    halls_ = "6,5,4,3 8,5,4,3 3,3,3,3"
    state = table("sea sea sea", halls_)
    scores, places = score(state)
    assert scores == (5, 5, 3)
    assert places == (2, 1, 3)


# rule: end.tie-air-guitar, ruling.tie-air-guitar
def test_equals_share_the_victory() -> None:
    # example: example.tie-shared
    assert score(table("sea sea sea", "5,5,5,4 4,5,5,5 3,3,3,3"))[1] == (1, 1, 3)


# rule: ruling.angus-contracts-timing, angry.score, end.contracts
@pytest.mark.parametrize("mode", ["base", "divalkyrie"])
def test_the_last_line_adds_up(mode: str) -> None:
    state = table("sea sea", "8,5,4,3 1,0,0,0", mode=mode)
    keep(state, 0, "highway-to-valhalla", "back-to-the-jungle")
    state.hands[0], state.shown[0] = state.hands[0][1:], state.hands[0][:1]
    state.bases[0] = state.bases[0][1:]
    state.lodges = [3, 0] if state.mode else [0, 0]
    scores, _ = score(state)
    told = [event for event in state.events if isinstance(event, Counted)][-2:]
    assert [event.amount for event in told] == list(scores)
    for event in told:
        total, parts = re.findall(r"has (-?\d+) glory: (.*), with", event.words)[0]
        worth = re.findall(r"(less )?(\d+) for", parts)
        assert int(total) == sum(-int(part) if less else int(part) for less, part in worth)
    angry = ", less 2 for angry fans" if state.mode else ""
    parts = f"2 for columns, 3 for lines and 4 for contracts{angry}, with 20 fans in the hall"
    assert parts in told[0].words
    assert told[1].words.endswith(", with 1 fan in the hall")


# rule: arrival.turn-cards, ruling.eye-which-card, arrival.no-looking-back
def test_a_peek_is_forgotten_when_its_card_is_turned_over() -> None:
    """What comes next is another card, and nobody has looked at that one."""
    state = program(table("sea sea"), "1: eye")
    number(state, 1, {0: ["deck:young"]})
    assert state.peeks == [1, 0]
    arrive(state)
    assert state.peeks == [0, 0]
    seen = [fact.text for note in GAME.scene(state, 0).notes for fact in note.facts]
    assert not any(text.startswith("Next young fans") for text in seen)


# rule: ruling.hall-rows, end.lines
@pytest.mark.parametrize(("hall", "full"), [("6,6,6,6", 5), ("9,5,7,8", 5), ("9,4,7,8", 4)])
def test_a_hall_has_five_lines_however_deep_the_pit(hall: str, full: int) -> None:
    state = table("sea sea", hall)
    assert score(state)[0][0] == full + sum(int(fans) >= 5 for fans in hall.split(","))


# rule: ruling.contract-since
@pytest.mark.parametrize(
    ("islands", "shown"), [("kiss 2G 2B 1L 1M", True), ("kiss 4G 2B 1L", False)]
)
def test_types_are_told_apart_by_what_was_gained(islands: str, shown: bool) -> None:
    """Four types at once, each at least once; many of one type are no more than one type."""
    state = table("kiss sea", "1,1,1,1", islands)
    keep(state, 0, "come-together")
    program(state, "1: girl2, 2: boy2, 3: lady2, 4: man2")
    for now in range(1, 5):
        number(state, now)
    assert bool(state.shown[0]) is shown


# rule: ruling.contract-immediate-check, ice.blocks-port
@pytest.mark.parametrize(("place", "ends"), [("motor", 1), ("kiss", 0), ("sea", 0)])
def test_only_a_frozen_port_counts_for_the_hotel(place: str, ends: int) -> None:
    state = table(f"{place} sea")
    close(state)
    assert state.tally[p.FROZEN_ENDS] == ends


# rule: ruling.contract-immediate-check, contract.reveal
@pytest.mark.parametrize(("name", "place"), [("hotel-jotunheim", 2), ("smoke-on-the-fjord", 2)])
def test_contracts_about_the_end_of_a_round_are_shown_at_its_close(name: str, place: int) -> None:
    state = table("motor sea")
    keep(state, 0, name)
    for other in set(p.RING) - {place}:
        count(state, 0, p.ENDED + other)
    count(state, 0, p.FROZEN_ENDS, 3)
    check_contracts(state)
    assert not state.shown[0]
    close(state)
    assert state.shown[0] == (contract(name),)


# rule: ruling.collect-at-sea
def test_the_open_sea_is_no_company() -> None:
    assert not met("come-as-you-oar", table("sea sea sea"))
    assert not met("come-as-you-oar", table("kiss motor motor"))
    assert met("come-as-you-oar", table("kiss motor kiss"))
