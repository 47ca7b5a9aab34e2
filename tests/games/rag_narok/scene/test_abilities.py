"""Abilities on the table: one entry each, and everything can be seen."""

from __future__ import annotations

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.levy import may_lead
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from tests.games.rag_narok.drawn import ask, battle, put, stand
from tests.games.rag_narok.spellbook import duel, give


def test_things_with_two_names_are_one_entry() -> None:
    # rule: ruling.same-things-two-names
    names = {"vile-tis-carnivore", "mid-nor-reaper", "executor", "acheron-spectre"}
    assert names <= set(t.PROFILES)
    other = (
        "predator",
        "harvester",
        "executioner",
        "ghost",
        "pillar-of-light",
        "dubbing",
        "worship",
    )
    everything = [*t.PROFILES, *t.RITUALS, *t.MIRACLES, *t.SKILLS]
    assert not [name for name in everything for word in other if word in name]
    keeper, digger = t.PROFILES["gravekeeper"], t.PROFILES["gravedigger-of-salaliel"]
    assert (keeper.faith, keeper.has("undead")) == (None, False)
    assert digger.faith is not None
    assert may_lead(digger)


def test_everything_here_can_be_seen() -> None:
    state = battle(["1 fire-elemental"], ["1 melmoth"])
    state.phase = p.SECOND_SHOOTING
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 20, 270))
    ask(state, sh.Shoot(0))
    things = {thing.id: thing.label for thing in GAME.scene(state, 0).things()}
    assert "eruption:0-unit-0-1" in things
    stand(state, 0, (40, 10, 90))


def test_gems_say_what_they_pay_for() -> None:
    state = duel(["1 questor-of-acheron"], ["1 alahan-mage"])
    give(state, 0, darkness=2)
    lying = [thing for thing in GAME.scene(state, None).things() if thing.art == "gem"]
    assert lying
    assert all("pay for spells" in thing.tip for thing in lying)
