"""How likely bots think a contract is: sure where it is sure, and never beyond reason."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.chances import chance
from fimbul.games.ragnarok_star.cards import OURS
from fimbul.games.ragnarok_star.rules.conditions import Look, read
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Dice, choose
from tests.games.ragnarok_star.drawn import contract, table


def of(state: RagnarokStar, name: str, left: int, seat: int = 0) -> float:
    check = OURS.contracts[contract(name)].check
    return chance(check)(Look(state, seat, p.NO_COUNTS), left)


def played(seed: int) -> RagnarokStar:
    """A match of random picks at its last question."""
    state, dice = GAME.new(GAME.setup(seats=3, expansions="divalkyrie"), seed), Dice(seed)
    while state.open:
        before = state.clone()
        options = state.open[0].options
        choose(state, state.open[0].seat, options[dice.roll(len(options))])
    return before


@pytest.mark.parametrize("seed", range(4))
def test_at_the_end_a_chance_is_the_truth(seed: int) -> None:
    state = played(seed)
    for seat in range(3):
        look = Look(state, seat, p.NO_COUNTS)
        for check in [card.check for card in OURS.contracts]:
            asked, likely = read(check), chance(check)
            assert likely(look, 0) == pytest.approx(float(bool(asked(look))), abs=0.01)
            assert all(0 <= likely(look, left) <= 1 for left in range(8))


def test_more_rounds_and_fewer_wanting_fans_make_a_contract_likelier() -> None:
    empty, rich = table("sea sea"), table("sea sea", "4,3,0,0")
    for state, other in ((empty, rich), (rich, rich)):
        assert of(state, "teen-seafarer", 2) < of(other, "teen-seafarer", 4)
    assert of(empty, "teen-seafarer", 1) < 0.01
    assert of(table("sea sea", "5,4,0,0"), "teen-seafarer", 3) > 0.8


def test_no_two_contracts_of_a_kind_are_taken_for_equally_likely() -> None:
    state = table("sea sea")
    likely = {card.id: of(state, card.id, 7) for card in OURS.contracts}
    assert likely["come-together"] > likely["we-will-rok-you"] > likely["hotel-jotunheim"]
    assert likely["highway-to-valhalla"] > likely["heimdalls-door"]


def test_who_is_ahead_may_stay_ahead() -> None:
    state = table("sea sea", "3,2,0,0 1,0,0,0")
    assert of(state, "we-will-rok-you", 1) > 0.9 > of(state, "we-will-rok-you", 6) > 0.5
    assert of(state, "we-will-rok-you", 6, seat=1) < 0.5


def test_who_was_robbed_has_lost_it_and_who_was_not_may_yet() -> None:
    state = table("sea sea", "5,5,5,0")
    assert of(state, "wish-you-were-hird", 1) > of(state, "wish-you-were-hird", 4) > 0
    state.tally[p.ROBBED] = 1
    assert of(state, "wish-you-were-hird", 4) == 0


def test_any_check_of_an_owners_card_has_a_chance() -> None:
    look = Look(table("kiss kiss", "3,1,0,0"), 0, p.NO_COUNTS)
    odd = ("not ice_master", "girl <= boy", "girl - boy >= 4", "girl + boy > 6 or pit >= 1")
    for check in (
        *odd,
        "rd.steals > 1",
        "since.saves == 0",
        "company == 1",
        "total >= rival_total",
    ):
        found = [chance(check)(look, left) for left in range(8)]
        assert all(0 <= one <= 1 for one in found), check
