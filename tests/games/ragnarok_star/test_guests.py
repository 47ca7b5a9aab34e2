"""Divalkyrie: the thirteen Guest Stars, each in its window."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.course import NewRound, Numbers, Reveal
from fimbul.games.ragnarok_star.rules.eye import fan_card_words
from fimbul.games.ragnarok_star.rules.ice import RemoveTile
from fimbul.games.ragnarok_star.rules.moving import SailThrough
from fimbul.games.ragnarok_star.rules.stealing import Encore
from fimbul.games.ragnarok_star.state.packing import packed_mark
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import choose, decode, default_of, encode, is_foregone, settle
from tests.games.ragnarok_star.drawn import (
    asked,
    at,
    close,
    crowd,
    go_on,
    halls,
    hold,
    lodge,
    number,
    program,
    start,
    table,
)


def holding(star: str, boats: str, halls_: str = "", islands: str = "") -> RagnarokStar:
    """Seat 0 holds that card."""
    state = table(boats, halls_, islands, mode="divalkyrie")
    hold(state, 0, star)
    return state


# rule: guest.limit, guest.draw, ruling.guest-second
def test_a_second_card() -> None:
    # example: example.guest-second-card
    state = program(holding("tyra-turner", "sea sea"), "2: guest")
    state.stars = [card for card in state.stars if card != p.JIMI] + [p.JIMI]
    start(state, 2)
    assert asked(state, 0) == ("star:jimi-hendrakkar", "star:tyra-turner")
    choose(state, 0, "star:tyra-turner")
    assert (state.held[0], state.star_pile) == (p.JIMI, [p.TYRA])
    assert asked(state, 0) == (p.KEEP, p.QUIET, *p.ISLAND_IDS), "he may already be played"
    choose(state, 0, "island:kiss")
    assert (at(state, 0), state.held[0]) == ("kiss", p.NONE)


# rule: guest.reshuffle, guest.play
def test_the_pile_is_shuffled_into_a_new_deck() -> None:
    # example: example.guest-reshuffle
    state = program(table("sea sea", mode="divalkyrie"), "1: guest")
    state.stars, state.star_pile = [], [0, 1, 2, 3, 4]
    number(state, 1)
    assert (len(state.stars), state.star_pile) == (4, [])
    assert state.held[0] in range(5)
    state.stars, state.star_pile, state.held = [], [], [p.NONE] * 2
    assert number(state, 1) == ["{0} finds no Guest Star left"]


# rule: guest.breaks-rules, collect.undecided-equal, ruling.guest-content
def test_chuck_berryserk() -> None:
    # example: example.guest-chuck
    state = program(holding("chuck-berryserk", "motor motor", "", "motor 4B"), "1: boy2", "1: boy2")
    number(state, 1, {0: ["fan:motor-boy-3"], 1: ["fan:motor-boy-2"]})
    assert halls(state) == [(0, 2, 0, 0), (0, 2, 0, 0)]
    assert state.star_pile == [p.CHUCK]
    simple = program(holding("chuck-berryserk", "skerries sea", "", "motor 1G"), "1: girl1")
    start(simple, 1)
    assert asked(simple, 0) == ("fan:motor-girl-1", p.LET_FAIL)
    choose(simple, 0, "fan:motor-girl-1")
    assert (simple.held[0], halls(simple)[0], lodge(simple, 0)) == (p.NONE, (1, 0, 0, 0), [1])


# rule: angry.fail-collect, ruling.failure-collect, ruling.guest-window, collect.fails
@pytest.mark.parametrize("star", ["chuck-berryserk", "freyja-mercury"])
def test_a_guest_star_in_hand_excuses_no_empty_collection(star: str) -> None:
    """The fan is across the ice, which a simple collection does not cross."""
    state = program(holding(star, "skerries sea", "", "motor 1G"), "1: girl1")
    start(state, 1)
    assert state.asked[0].prompt.startswith("No girl is within your reach")
    assert default_of(state, 0) == p.LET_FAIL
    choose(state, 0, p.LET_FAIL)
    assert "{0} finds no girl to collect" in [event.words for event in state.events]
    go_on(state)
    assert (lodge(state, 0), halls(state)[0], crowd(state, "motor")) == ([2], (0, 0, 0, 0), "1G")


# rule: ruling.collect-zero
def test_taking_none_of_what_is_there_is_no_failure() -> None:
    state = program(holding("freyja-mercury", "motor sea", "", "motor 1G"), "1: girl1")
    number(state, 1, {0: [p.TAKE_NONE]})
    assert lodge(state, 0) == [1]


def test_freyja_mercury() -> None:
    state = program(holding("freyja-mercury", "motor sea"), "1: sail>kiss")
    number(state, 1, {0: ["star:freyja-mercury"]})
    assert (at(state, 0), state.tally[p.SAILS], lodge(state, 0)) == ("kiss", 1, [1])
    kept = program(holding("freyja-mercury", "motor sea"), "1: sail>kiss")
    number(kept, 1, {0: [p.KEEP, p.KEEP, p.KEEP]})
    assert (at(kept, 0), kept.held[0], lodge(kept, 0)) == ("motor", p.FREYJA, [2])


def test_ice_stops_a_boat_at_the_first_number_too_but_not_before() -> None:
    state = program(holding("freyja-mercury", "motor sea"), "1: sail>kiss")
    start(state, 1)
    assert SailThrough(0).fits(state)
    state.at = 0
    assert not SailThrough(0).fits(state)


# rule: guest.breaks-rules, steal.shield
def test_ozzy_osbjorn() -> None:
    # example: example.guest-ozzy
    state = program(
        holding("ozzy-osbjorn", "kiss kiss", "0,0,0,0 2,0,0,0"), "2: steal", "1: shield"
    )
    number(state, 1)
    start(state, 2)
    assert asked(state, 0) == (p.LET_FAIL, "column:1-girl")
    choose(state, 0, "column:1-girl")
    go_on(state)
    assert halls(state) == [(1, 0, 0, 0), (1, 0, 0, 0)]
    assert (state.useful, state.tally[p.COUNTS + p.SAVES]) == (0, 0)


def test_joan_jotunn() -> None:
    state = program(holding("joan-jotunn", "kiss kiss", "0,0,0,0 2,1,0,0"), "1: steal")
    number(state, 1, {0: ["column:1-girl", "column:1-boy"]})
    assert halls(state) == [(1, 1, 0, 0), (1, 0, 0, 0)]
    assert state.tally[p.STEALS] == 2


def test_johnny_kaskr() -> None:
    state = program(holding("johnny-kaskr", "kiss kiss", "2,0,0,0"), "", "1: steal")
    number(state, 1, {0: ["star:johnny-kaskr"]})
    assert halls(state) == [(2, 0, 0, 0), (0, 0, 0, 0)]
    assert lodge(state, 1) == [2], "a theft that is cancelled has failed"


def two_thieves() -> RagnarokStar:
    state = holding("johnny-kaskr", "kiss kiss kiss", "1,0,0,0")
    return program(state, "", "1: steal", "1: steal")


# rule: ruling.steal-foiled
@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (["star:johnny-kaskr"], [(0, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0)]),
        ([p.KEEP, "star:johnny-kaskr"], [(0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0)]),
        ([p.KEEP, p.KEEP], [(1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)]),
    ],
)
def test_johnny_cancels_one_theft_alone(answers: list[str], left: list[tuple[int, ...]]) -> None:
    """A theft that is cancelled claims nothing."""
    state = two_thieves()
    number(state, 1, {0: answers})
    assert halls(state) == left


# rule: ruling.steal-foiled, ruling.guest-window
@pytest.mark.parametrize("answer", ["star:johnny-kaskr", p.QUIET])
def test_whoever_has_played_johnny_or_put_him_away_is_not_asked_again(answer: str) -> None:
    state = two_thieves()
    start(state, 1)
    choose(state, 0, answer)
    assert state.open[0].options == ("button:halt",)


# rule: ruling.steal-foiled
def test_the_table_can_be_stored_when_johnny_has_been_played() -> None:
    state = GAME.new(GAME.setup(seats=3, expansions="divalkyrie"))
    laid = two_thieves()
    for name in laid.__struct_fields__:
        setattr(state, name, getattr(laid, name))
    state.used, state.decks = [(0,), (8,)], [tuple(range(6, 0, -1)), tuple(range(14, 8, -1))]
    state.agenda = []
    Numbers().run(state, None)
    settle(state)
    for thing in ("star:johnny-kaskr", *[p.KEEP] * 2):
        assert decode(GAME, encode(state)) == state
        if state.open[0].seat == 0 and thing in state.open[0].options:
            choose(state, 0, thing)
    assert decode(GAME, encode(state)) == state


# rule: ruling.encore-fresh-fan, ruling.steal-snapshot
def test_joan_takes_what_her_victim_has_just_stolen() -> None:
    state = holding("joan-jotunn", "kiss kiss kiss", "0,0,0,0 1,0,0,0 0,1,0,0")
    program(state, "1: steal", "1: steal")
    number(state, 1, {0: ["column:1-girl", "column:1-boy"]})
    assert halls(state) == [(1, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)]
    poor = holding("joan-jotunn", "kiss kiss kiss", "0,0,0,0 1,0,0,0 0,1,0,0")
    program(poor, "1: steal")
    start(poor, 1)
    choose(poor, 0, "column:1-girl")
    assert poor.open[0].prompt != Encore.prompt, "nothing is left to take"


def test_tyra_turner() -> None:
    state = program(holding("tyra-turner", "kiss sea", "2,0,0,0"), "", "1: dragon>kiss")
    number(state, 1, {0: ["star:tyra-turner"]})
    assert (halls(state)[0], state.star_pile) == ((2, 0, 0, 0), [p.TYRA])


def test_alice_kuper() -> None:
    state = program(holding("alice-kuper", "sea sea"), "1: girl1, 2: boy1")
    number(state, 1, {0: ["star:alice-kuper"]})
    assert (lodge(state, 0), state.star_pile) == ([1], [p.ALICE])
    number(state, 2)
    assert lodge(state, 0) == [2]


# rule: angry.fail-shield
def test_alice_excuses_a_shield_in_vain() -> None:
    state = program(holding("alice-kuper", "sea sea"), "1: shield")
    number(state, 1)
    close(state, {0: ["star:alice-kuper"]})
    assert lodge(state, 0) == [1]


def test_kurt_kobein() -> None:
    state = program(holding("kurt-kobein", "sea sea"), "1: contract")
    start(state, 1)
    one, two, three = asked(state, 0)
    choose(state, 0, three)
    assert asked(state, 0) == (p.ENOUGH, one, two)
    choose(state, 0, one)
    ids = state.pack.contract_ids
    assert [ids[card] for card in state.hands[0]] == [one, three]
    assert (state.star_pile, len(state.contracts)) == ([p.KURT], 25)
    enough = program(holding("kurt-kobein", "sea sea"), "1: contract")
    start(enough, 1)
    choose(enough, 0, asked(enough, 0)[0])
    choose(enough, 0, p.ENOUGH)
    assert (len(enough.hands[0]), enough.held[0]) == (1, p.KURT)


def test_stevie_wyrmder() -> None:
    state = program(holding("stevie-wyrmder", "sea sea"), "1: eye")
    start(state, 1)
    choose(state, 0, "star:stevie-wyrmder")
    assert (asked(state, 0), state.locked) == (tuple(p.DECK_IDS), 0)
    seen = [fact.text for note in GAME.scene(state, 0).notes for fact in note.facts]
    for deck, card in (("young", 0), ("old", 8)):  # before the lock is chosen
        assert f"Next {deck} fans: {fan_card_words(state, card)}" in seen
    go_on(state, {0: ["deck:old"]})
    assert (state.peeks[0], state.eyes[0], state.locked, state.star_pile) == (3, 2, 2, [p.STEVIE])
    locked = program(holding("stevie-wyrmder", "sea sea"), "1: eye")
    locked.locked = 3
    start(locked, 1)
    assert asked(locked, 0) == (p.LET_FAIL, "star:stevie-wyrmder")
    number(locked, 1, {0: ["star:stevie-wyrmder", "deck:young"]})
    assert (locked.peeks[0], lodge(locked, 0)) == (3, [1])


# rule: ruling.dragon-arrival
def test_jimi_hendrakkar() -> None:
    state = program(holding("jimi-hendrakkar", "kiss sea", "0,1,2,0"), "1: eye")
    state.dragon = 2
    number(state, 1, {0: ["deck:old", "island:motor", "column:0-boy"]})
    assert (at(state, 0), halls(state)[0], crowd(state, "motor")) == ("motor", (0, 0, 2, 0), "1B")
    assert state.tally[p.FLIGHTS] == 0, "no action of the band"


def test_amy_wyrmhouse() -> None:
    state = holding("amy-wyrmhouse", "sea sea sea")
    state.at = 6
    state.then(RemoveTile(0), NewRound())
    settle(state)
    for thing in ("ice:berg", "band:1", "spot:pink", "ice:bridge", "spot:kiss"):
        choose(state, 0, thing)
    assert state.events[0].words == "{0} moves the Ice Bridge before Kissholm"
    assert state.ice == [p.PACK, p.NONE, p.NONE, p.BRIDGE]
    assert (state.master, state.star_pile) == (1, [p.AMY])


def arrived(star: str) -> RagnarokStar:
    """After the arrival of round 1: y1 and o1 with two players."""
    state = holding(star, "sea sea", "", "pink 2G, kiss 1M")
    state.written = [
        (packed_mark(2, p.SAIL, 3), packed_mark(5, p.GIRL2)),
        (),
    ]
    state.then(Reveal())
    settle(state)
    return state


def test_lemmy_kilmead() -> None:
    state = arrived("lemmy-kilmead")
    assert crowd(state, "pink") == "2G 2B 2L"
    choose(state, 0, "fan:pink-girl-1")
    assert {"fan:pink-girl-2", "fan:pink-boy-1", "island:kiss", "island:skerries"} < {
        *asked(state, 0)
    }
    choose(state, 0, "fan:pink-girl-2")
    choose(state, 0, "island:kiss")
    assert (crowd(state, "pink"), crowd(state, "kiss")) == ("2B 2L", "2G 1M")
    lonely = arrived("lemmy-kilmead")
    choose(lonely, 0, "fan:motor-girl-1")
    assert asked(lonely, 0) == ("island:skerries", "island:kiss", "fan:motor-man-1")


# rule: guest.breaks-rules, program.numbers
def test_prins_rognvald() -> None:
    # example: example.guest-prins
    state = arrived("prins-rognvald")
    assert asked(state, 0) == (p.KEEP, p.QUIET, "musician:drummer", "musician:guitarist")
    choose(state, 0, "musician:drummer")
    choose(state, 0, "musician:guitarist")
    assert [state.plan[1], state.plan[4]] == [p.GIRL2, p.SAIL]
    assert [state.ticks[1], state.ticks[4]] == [p.NONE, 3]
    things = {thing.id: thing.label for thing in GAME.scene(state, 1).things()}
    assert things["plan:0-sail"] == "5. Sail to Kissholm", "everybody sees the new numbers"


# rule: ruling.guest-window, ruling.guest-order, ruling.public-information
@pytest.mark.parametrize("star", p.EFFECTS)
def test_being_asked_tells_nothing_of_the_card(star: str) -> None:
    """Whatever the card is, its holder is asked at the end of the number, and may keep it."""
    state = program(holding(star, "sea sea"), "1: ice")
    start(state, 1)
    assert asked(state, 0)[:2] == (p.KEEP, p.QUIET)
    assert GAME.seen(state, 1).waiting == (0,)


# rule: ruling.guest-window
@pytest.mark.parametrize("star", p.EFFECTS)
def test_who_cannot_play_is_answered_for(star: str) -> None:
    """At the end of a number Jimi Hendrakkar alone has something to decide."""
    state = program(holding(star, "sea sea"), "1: ice")
    start(state, 1)
    assert is_foregone(state, 0) == (star != "jimi-hendrakkar")
    assert default_of(state, 0) == p.KEEP


def test_whoever_keeps_the_card_all_round_is_not_asked_again() -> None:
    state = program(holding("jimi-hendrakkar", "sea sea"), "1: ice, 2: eye")
    number(state, 1, {0: [p.QUIET]})
    start(state, 2)
    choose(state, 0, "deck:young")
    assert state.open[0].options == ("button:halt",)
    gone = program(holding("chuck-berryserk", "sea sea"), "1: ice")
    gone.stars.remove(p.JIMI)
    gone.star_pile.append(p.JIMI)
    start(gone, 1)
    assert gone.open[0].options == ("button:halt",), "everybody sees that nobody can hold him"
