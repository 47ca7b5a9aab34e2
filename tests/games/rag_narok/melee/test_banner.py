"""The Lion Banner: for one melee, Lion Knights are Characters."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import duel
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.fights import dice_of
from fimbul.games.rag_narok.state import fighter
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.games.rag_narok.state.melee import Combat
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, set_each, those


def test_knights_under_the_lion_banner_are_characters() -> None:
    # example: example.masterstroke-which
    # rule: skill.masterstroke-lion-banner, ruling.lion-banner, skill.masterstroke-two-rules
    knights = "2 lion-knight, 1 alahan-standard lion-banner"
    state = battle([knights], ["12 morbid-puppet"])
    put(state, 0, (30, 20, 90))
    put(state, 1, (30, 23.9, 270), files=12)
    set_each(state.fighters, "foe", m.separation(state))
    knight = next(n for n in state.units[0].ranks if fighter(state, n).card.id == "lion-knight")
    mine, theirs = fighter(state, knight).group, fighter(state, state.units[1].ranks[0]).group
    state.phase = p.MELEE
    state.melee.combat = Combat((mine, theirs), attack=(4, 0), announced=(7, 0))
    assert k.Strike(0).heroes(state) == []
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) + duel.attack(state, 0) == [7, 7]  # any number, 5 above
    state.melee.combat = None
    assert dice_of(state, knight) == 2
    ask(state, m.Melee())
    assert options(state) == ("button:keep-banner", "button:raise-banner")
    play(state, "button:raise-banner")
    assert dice_of(state, knight) == 3  # amid several enemies
    state.melee.combat = Combat((mine, theirs), attack=(4, 0), announced=(7, 0))
    assert len(k.Strike(0).heroes(state)) == 2
    assert k.MASTERSTROKE in k.Strike(0, 1).options(state)  # each of them two dice
    assert k.MASTERSTROKE not in k.Strike(0, 2).options(state)
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) + duel.attack(state, 0) == [0, 0]  # the other rule: two dice, once
    bearer = next(n for n in state.units[0].ranks if fighter(state, n).card.kind == "standard")
    assert those(state.fighters, "raised") == [bearer]
    state.melee.combat, state.agenda = None, []
    ask(state, m.Melee())
    assert "button:raise-banner" not in options(state)  # once a game


def test_every_bearer_of_a_lion_banner_is_asked() -> None:  # rule: ruling.lion-banner
    knights = "2 lion-knight, 1 alahan-standard lion-banner"
    state = battle([knights, knights], ["4 morbid-puppet", "4 morbid-puppet"])
    for unit in (0, 1):
        put(state, unit, (20 + 30 * unit, 20, 90))
        put(state, 2 + unit, (20 + 30 * unit, 23.9, 270))
    ask(state, m.Melee())
    assert state.open[0].prompt == "Should Unit 0 raise the Lion Banner?"
    play(state, "button:keep-banner")
    assert state.open[0].prompt == "Should Unit 1 raise the Lion Banner?"
    play(state, "button:raise-banner")
    assert [lies_on(state.charms, "lion-banner", unit) for unit in (0, 1)] == [False, True]
