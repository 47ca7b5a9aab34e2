"""A melee fought as is usual: which questions belong to it, and how each is answered."""

from __future__ import annotations

from fimbul.games.rag_narok.rules.melee.combat import Split
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.movement.activation import WhoBegins
from fimbul.games.rag_narok.scene import show
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Usual, choose
from tests.games.rag_narok.drawn import ask, begin, fight, options
from tests.games.rag_narok.movement.drawn import march


def told(state: RagNarok, seat: int | None) -> tuple[Usual, ...]:
    return show(state, seat).usual


def test_all_dice_attack_where_a_melee_is_fought_as_is_usual() -> None:
    # rule: melee.dice-split
    state = begin(fight("2 griffin-duelist", "3 morbid-puppet"), dice=(4, 3))
    ask(state, Split(0))
    (one,) = told(state, 0)
    assert one.pick == "split:4-0"
    assert not told(state, 1), "nobody else is asked"
    assert not told(state, None)


def test_one_run_leads_through_a_whole_melee_and_no_further() -> None:
    state = fight("3 griffin-duelist", "4 morbid-puppet")
    ask(state, Melee())
    names = set[str]()
    while state.open:
        seat = state.open[0].seat
        (one,) = told(state, seat)
        assert one.pick in options(state)
        names.add(one.name)
        choose(state, seat, one.pick)
    assert len(names) == 1
    state.turn += 1
    ask(state, Melee())
    assert told(state, state.open[0].seat)[0].name not in names, "another turn, another melee"


def test_what_is_to_be_decided_elsewhere_is_not_usual() -> None:  # rule: turn.activation
    assert not told(ask(march(), WhoBegins(0)), 0)
