"""Events: who sees what of them, and their words."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.kernel import NOBODY, Counted, Ended, Placed, Said, named
from fimbul.kernel.play.event import AnyEvent

DRAWN = Placed(
    seat=1, thing="card:7", to="hand:1", words="draws 7", only=(1, 2), others="draws a card"
)


@pytest.mark.parametrize("seat", [1, 2])
def test_those_named_see_it_whole(seat: int) -> None:
    assert DRAWN.seen_by(seat) is DRAWN


@pytest.mark.parametrize("seat", [0, 3, None])
def test_the_others_are_told_something_else(seat: int | None) -> None:
    assert DRAWN.seen_by(seat) == Said(seat=1, words="draws a card")


def test_or_nothing_at_all() -> None:
    secret = msgspec.structs.replace(DRAWN, others="")
    assert secret.seen_by(0) is None
    assert msgspec.structs.replace(secret, only=()).seen_by(1) is None


@pytest.mark.parametrize("seat", [0, 5, None])
def test_without_only_everybody_sees_it(seat: int | None) -> None:
    event = Counted(amount=2, rule="a.b")
    assert event.seen_by(seat) is event
    assert event.seat == NOBODY


@pytest.mark.parametrize("event", [DRAWN, Ended(because="a.b"), Counted(amount=1, rule="a.b")])
def test_events_are_stored_and_come_back(event: AnyEvent) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event


def test_names_stand_for_seats() -> None:
    assert named("{0} beats {1}", ["Ask", "Embla"]) == "Ask beats Embla"
    assert named("{7} and {x} stay", ["Ask"]) == "{7} and {x} stay"


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_a_name_is_never_read_as_a_seat(names: list[str]) -> None:
    assert named("{0}|{1}", names) == "|".join(names)
    assert named("{0} beats {1}", ["{1}", "Embla"]) == "{1} beats Embla"


def test_what_fades_is_told_in_its_own_turn_alone() -> None:
    card = Said(words="the card shows 9", fades=True, others="a card is turned")
    assert card.seen_by(0) is card
    assert card.seen_by(0, later=True) == card.seen_by(None, later=True)
    assert card.seen_by(0, later=True) == Said(words="a card is turned")
    gone = Said(words="the card shows 9", fades=True)
    assert gone.seen_by(0, later=True) is None
    assert DRAWN.seen_by(1, later=True) is DRAWN, "all else stays"
