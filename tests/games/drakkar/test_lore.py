"""What bots think of a table."""

from __future__ import annotations

import pytest

from fimbul.games.drakkar import lore
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.parts import NONE
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import choose
from tests.games.drakkar.drawn import Box, table
from tests.games.drakkar.test_quests import HEDEBY, JORVIK, bargaining, offer
from tests.games.drakkar.walking import walk


def plays(ship: str, hand: list[str], quest: int) -> int | None:
    box = Box()
    cards = tuple(box.face(face) for face in hand)
    held = lore.Holding(box.ship(ship), cards, NONE)
    return lore.plays_needed(OURS, OURS.quests[quest], held)


@pytest.mark.parametrize(
    ("ship", "hand", "expected"),
    [
        ("bow:v3 stern:beer", ["loki#12"], 0),
        ("bow:v3 stern:-", ["raid#10"], 1),  # the other face of Raid 10 is a Beer
        ("bow:v3", ["boarding5#22:1,1,1", "raid#10"], 2),
        ("none", ["boarding5#22:1,1,1", "raid#10"], None),
        ("bow:v1 stern:beer", ["loki#12"], 1),  # a Viking 3 in place of the Viking 1
        ("bow:- stern:-", ["raid#10"], None),
    ],
)
def test_plays_needed_for_hedeby(ship: str, hand: list[str], expected: int | None) -> None:
    """Hedeby asks for strength 3 and a Beer."""
    assert plays(ship, hand, HEDEBY) == expected


def test_one_card_cannot_play_two_roles() -> None:
    assert lore.can_be_dealt([0b01, 0b10])
    assert not lore.can_be_dealt([0b01, 0b01])
    assert lore.can_be_dealt([0b11, 0b01, 0b110])
    assert lore.can_be_dealt([0b011, 0b101, 0b110, 0b1001])  # the first picks take what others need
    assert not lore.can_be_dealt([0b011, 0b011, 0b011])


def looks(players: list[str], quest: int = JORVIK) -> list[float]:
    state = table(players)
    state.kept = [(quest,)] * len(players)
    return [lore.value(state, seat) for seat in range(state.seats)]


def test_loot_and_a_ready_ship_look_good() -> None:
    poor, rich, ready = looks(["none | 1,0,0", "none | 2,2,2", "bow:v3 stern:bardl | 1,0,0"])
    assert poor < ready
    assert poor < rich
    assert looks(["bow:v3 stern:bardl", "bow:v3", "none"])[0] > 0.2


def test_values_of_all_seats_add_up_to_nought() -> None:
    for state in walk(4, 17):
        assert abs(sum(lore.value(state, seat) for seat in range(4))) < 1e-9


# rule: ruling.bargain-bots
def test_plain_traders_offer_a_third_then_half_then_all_but_one() -> None:
    assert [lore.fair_offer(4, left) for left in (3, 2, 1)] == [1, 2, 3]
    assert [lore.fair_offer(6, left) for left in (3, 2, 1)] == [2, 3, 5]
    assert [lore.fair_offer(2, left) for left in (3, 2, 1)] == [1, 1, 1]
    assert lore.helper_takes(4, 2)
    assert not lore.helper_takes(4, 1)
    assert lore.seeker_takes(4, 3)
    assert not lore.seeker_takes(4, 4)


def offered(bundle: p.Loot) -> Drakkar:
    state = bargaining()
    offer(state, 0, 1, bundle)
    return state


# rule: ruling.bargain-bots
def test_a_seeker_likes_a_small_offer_that_will_be_taken() -> None:
    fair, mean, lavish = (lore.value(offered(b), 0) for b in ((0, 1, 1), (0, 0, 0), (1, 2, 1)))
    assert fair > mean
    assert fair > lavish


# rule: ruling.bargain-bots
def test_a_helper_likes_to_be_paid_and_not_to_give() -> None:
    for bundle, accepts in (((0, 1, 1), True), ((0, 0, 0), False)):
        taken, refused = offered(bundle), offered(bundle)
        choose(taken, 1, p.ACCEPT)
        choose(refused, 1, p.REFUSE)
        assert (lore.value(taken, 1) > lore.value(refused, 1)) is accepts


# rule: yellow.viking, yellow.beer, yellow.bardl
def test_what_crew_and_barrels_count() -> None:
    faces = {label: OURS.labels.index(label) for label in ("Viking 1", "Viking 2", "Viking 3")}
    assert [OURS.strengths[face] for face in faces.values()] == [1, 2, 3]
    bardl, beer = OURS.labels.index("Bardl the Brewer"), OURS.labels.index("Beer barrel")
    assert (OURS.strengths[bardl], OURS.barrels[bardl]) == (1, 1)
    assert (OURS.strengths[beer], OURS.barrels[beer]) == (0, 1)
