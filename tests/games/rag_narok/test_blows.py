"""Blows of a combat: dice that are left, parries, counter-attacks, Devastating Attacks."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules import combat as k
from fimbul.games.rag_narok.rules import melee as m
from fimbul.games.rag_narok.state import fighter, remove
from tests.games.rag_narok.drawn import ask, begin, fight, options, play, words


def test_a_die_kept_back_outlives_the_first_opponent() -> None:
    # example: example.abel-skorize-keratis
    # rule: melee.step7-second-combat, melee.additional-dice, ruling.additional-die
    state = fight("1 abel", "1 skorize, 1 keratis")
    ask(state, m.NextFight(0))
    play(state, options(state)[0], "dice:2")
    assert state.combat is not None
    first = next(n for n in state.ranks[1] if fighter(state, n).group == state.combat.groups[1])
    remove(state, first, p.DEAD)
    ask(state, k.EndCombat(), m.NextCombat(0, 0, 1))
    assert "Initiative" in words(state)
    assert state.combat is not None
    assert state.combat.dice[0] == 1


@pytest.mark.parametrize(("split", "left"), [((3, 2), 2), ((10, 0), 4)])
def test_only_fury_adds_to_the_dice_of_the_living(split: tuple[int, int], left: int) -> None:
    # rule: melee.remove-attack-dice, melee.additional-dice
    state = fight("5 griffin-templar", "5 alahan-guard")
    begin(state, dice=(5, 5), attack=(split[0], 0), defence=(split[1], 0))
    for member in state.ranks[0][:3]:
        remove(state, member, p.DEAD)
    assert k.attacks(state, 0) == left
