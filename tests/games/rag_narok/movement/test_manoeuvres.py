"""Manoeuvres: quarter turns, U-turns, sideways, and what they cost."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.measure.tables import MANOEUVRES
from fimbul.games.rag_narok.rules.charge.charges import Engage
from fimbul.games.rag_narok.rules.movement import marches
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.movement.manoeuvres import CARDS, TESTS, manoeuvres
from fimbul.games.rag_narok.rules.movement.marches import Sidestep, TurnAfter
from fimbul.games.rag_narok.state import middle, shapes
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, set_those, words
from tests.games.rag_narok.movement.drawn import march


@pytest.mark.parametrize("thing", ["manoeuvre:quarter-left", "manoeuvre:quarter-right"])
def test_quarter_turns(thing: str) -> None:
    # rule: manoeuvre.quarter-turn, manoeuvre.tests, ruling.unit-pivot
    state = march("7 griffin-duelist")
    put(state, 0, (68, 20, 90), files=4)
    ask(state, Announce(0, 0, p.IMMOBILE))
    play(state, thing)
    assert state.units[0].facing == (180 if thing.endswith("left") else 0)
    assert state.units[0].files == 2
    assert abs(middle(state, 0)[0] - 6800) <= 1


def test_u_turns_come_before_the_move() -> None:
    # example: example.u-turn-after, example.manoeuvre-timing
    # rule: manoeuvre.u-turn, manoeuvre.quarter-turn, manoeuvre.announce-on-activation
    # rule: manoeuvre.immobile-counts, manoeuvre.test-at-announcement, manoeuvre.tests
    state = march()
    front = state.units[0].ranks[:3]
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 3)
    play(state, "manoeuvre:u-turn")
    assert "4 + 3 = 7 against 6, passed" in words(state)
    assert state.units[0].facing == 270
    assert set(state.units[0].ranks[3:]) == set(front)
    other = march()
    ask(other, Announce(0, 0, p.MARCH))
    play(other, "manoeuvre:quarter-after", "advance:5")
    assert options(other) == ("turn:0", "turn:90", "turn:-90")
    assert not any("u-turn" in thing for thing in options(other))
    play(other, "turn:90")
    assert other.units[0].facing == 180


def test_a_quarter_turn_may_follow_an_engagement_that_was_none() -> None:
    # rule: manoeuvre.quarter-turn
    state = march()
    put(state, 1, (68, 20, 270), files=3)
    ask(state, Announce(0, 0, p.ENGAGE))
    trial = play(state.clone(), "manoeuvre:quarter-after", "unit:1-unit-0")
    assert in_melee(trial, 0)
    assert not trial.open
    play(state, "manoeuvre:quarter-after", "button:hold")
    assert options(state) == ("turn:0", "turn:90", "turn:-90")


@pytest.mark.parametrize(
    "turns",
    [
        ("manoeuvre:quarter-left",),
        ("manoeuvre:u-turn",),
        ("manoeuvre:change-formation", "shape:close-3", "turn:90"),
    ],
)
def test_who_turns_by_a_manoeuvre_has_made_its_reorientation(turns: tuple[str, ...]) -> None:
    # rule: move.straight-one-reorientation, ruling.one-reorientation
    state = march()
    put(state, 0, (68, 30, 90), files=3)
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 5)
    play(state, *turns)
    assert state.units[0].facing != 90
    assert "advance:3" in options(state)
    play(state, "advance:3")
    assert not state.open


def test_who_forms_up_anew_to_the_same_side_may_still_turn() -> None:
    # rule: ruling.one-reorientation
    state = march()
    put(state, 0, (68, 30, 90), files=3)
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 5)
    play(state, "manoeuvre:change-formation", "shape:close-4", "turn:0")
    assert "turn:15" in options(state)


def test_after_a_quarter_turn_only_whom_it_meets_straight_on_is_engaged() -> None:
    # rule: ruling.one-reorientation, engage.procedure
    state = march()
    put(state, 0, (68, 30, 0), files=3)
    put(state, 1, (76, 41, 270), files=3)
    ask(state, Announce(0, 0, p.ENGAGE))
    play(state, "manoeuvre:quarter-left")
    assert not state.open  # it stands aside
    put(state, 1, (68, 41, 270), files=3)
    ask(state, Engage(0, 0))
    assert "unit:1-unit-0" in options(state)
    put(state, 1, (76, 41, 270), files=3)
    set_those(state.units, "wheeled", ())
    ask(state, Engage(0, 0))
    assert "unit:1-unit-0" in options(state)


def test_who_turned_to_engage_makes_no_quarter_turn_after_it() -> None:
    # rule: ruling.one-reorientation
    state = march()
    ask(state, TurnAfter(0, 0, True, False))
    assert options(state) == ("turn:0", "turn:90", "turn:-90")
    marches.wheel(state, 0, 15)
    ask(state, TurnAfter(0, 0, True, False))
    assert not state.open


def test_who_turns_about_without_room_for_ranks_stands_loose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # rule: manoeuvre.u-turn, formation.loose
    state = battle(["7 alahan-guard"], ["3 griffin-duelist"])
    put(state, 0, (60, 20, 90), files=4)
    put(state, 1, (20, 50, 270))
    before = [place[:2] for place in state.places if place]
    monkeypatch.setattr(marches, "may_stand", lambda *_: False)
    marches.about_turn(state, 0)
    assert [place[:2] for place in state.places if place] == before
    assert (state.units[0].files, state.units[0].facing) == (0, 270)


def test_a_u_turn_at_the_edge_keeps_everybody_on_the_table() -> None:
    # rule: manoeuvre.u-turn, ruling.unit-pivot
    state = march("7 griffin-duelist")
    put(state, 0, (32, 6.25, 45), files=3, spread=1)
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 6)
    play(state, "manoeuvre:u-turn")
    assert state.units[0].facing == 225
    assert all(f.on_table(state, shape) for shape in shapes(state, 0))


def test_a_u_turn_brings_nobody_into_contact() -> None:
    """The last rank has a gap; who would fill it would stand too near to an enemy."""
    # rule: manoeuvre.u-turn, move.keep-distance
    state = march("7 griffin-duelist", "1 melmoth")
    put(state, 0, (40, 40, 90), files=4)
    put(state, 1, (47.5, 36, 90))
    assert not in_melee(state, 0)
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 6)
    play(state, "manoeuvre:u-turn")
    assert state.units[0].facing == 270
    assert not in_melee(state, 0)


def test_manoeuvres_are_as_their_cards_say() -> None:
    # rule: manoeuvre.tests, manoeuvre.announce-on-activation, formation.change, unit.leave-join
    state = march("12 griffin-duelist")
    for order, name in enumerate(p.ORDERS):
        found = {CARDS[thing] for thing in manoeuvres(state, 0, order)}
        assert found == {c for c, card in MANOEUVRES.items() if name in card.orders} - {"divide"}
        if order in p.ACTIONS and order != p.RAPID_FIRE:
            ask(state, Announce(0, 0, order))
            divides = any(thing.startswith("divide:") for thing in options(state))
            assert divides == (name in MANOEUVRES["divide"].orders)
    for thing, card in CARDS.items():
        told = MANOEUVRES[card].test
        assert told == (f"DIS {TESTS[thing]}" if thing in TESTS else "none")


def test_a_failed_manoeuvre_still_leaves_the_order() -> None:
    # rule: manoeuvre.tests, manoeuvre.test-at-announcement
    state = march()
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 1)
    play(state, "manoeuvre:u-turn")
    assert state.units[0].facing == 90
    assert state.open[0].prompt == "Turn the Unit before it moves? It goes straight ahead"


def test_lateral_displacement() -> None:
    # example: example.lateral-only-march-run
    # rule: manoeuvre.lateral, manoeuvre.tests, ruling.move-options
    state = march()
    assert "manoeuvre:lateral" not in manoeuvres(state, 0, p.ENGAGE)
    assert "manoeuvre:lateral" in manoeuvres(state, 0, p.RUN)
    ask(state, Announce(0, 0, p.ENGAGE))
    assert GAME.why(state, 0, "manoeuvre:lateral") == (
        "manoeuvre.lateral", "Only a March or a Run can be made sideways.",
    )  # fmt: skip
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 2)
    play(state, "manoeuvre:lateral", "button:left")
    assert options(state)[-1] == "advance:5"
    play(state, "advance:5")
    assert (middle(state, 0), state.units[0].facing) == ((6300, 1000), 90)
    slow = march("6 morbid-puppet", "6 griffin-duelist")
    ask(slow, Sidestep(0, 0, p.MARCH))
    assert options(slow)[-1] == "advance:3"  # half of 7.5, in whole centimetres


def test_a_stored_sidestep_goes_to_one_of_two_sides() -> None:  # rule: manoeuvre.lateral
    state = march("6 morbid-puppet", "6 griffin-duelist")
    assert Sidestep(0, 0, p.MARCH, -1).fits(state)
    assert not Sidestep(0, 0, p.MARCH, 0).fits(state)
    assert not Sidestep(0, 99, p.MARCH, 1).fits(state)
