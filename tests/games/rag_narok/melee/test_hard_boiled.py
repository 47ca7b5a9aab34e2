"""Hard-boiled fighters shrug off a wound."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok.rules.harm import Stroke, land
from fimbul.games.rag_narok.state import fighter
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import fight, roll_next


@pytest.mark.parametrize(
    ("dice", "sacred", "alive"),
    [((3, 6), False, True), ((3, 5), False, False), ((3, 6), True, False), ((2, 6), False, True)],
)
def test_the_hard_boiled_shrug_off_a_wound(
    dice: tuple[int, int], sacred: bool, alive: bool
) -> None:
    # rule: melee.wound-roll, ability.praetorian-sacred
    state = fight("1 griffin-praetorian", "1 gravekeeper")
    roll_next(state, *dice)
    land(state, 0, 1, Stroke(fighter(state, 1).card.res, sacred=sacred))
    assert (state.places[1] is not None) == alive
    thrown = len([event for event in state.events if isinstance(event, Rolled)])
    assert thrown == 1 + (dice[0] == 3 and not sacred)  # only a wound is shrugged off
