"""Conditions of magic, faith and Dark Grasp, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import capacity
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.command.grasp import grasped
from fimbul.games.rag_narok.rules.faith.communions import may_begin, may_join
from fimbul.games.rag_narok.rules.faith.faithful import count_faith, is_rushed
from fimbul.games.rag_narok.rules.fear.toga import is_shaken_by
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.magic.casting import against, rivals
from fimbul.games.rag_narok.rules.magic.familiars import familiar_of, help_out, helpers
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.magic.incantation import Chant, chanters, may_cast, reclaimable
from fimbul.games.rag_narok.rules.magic.rituals import acolytes, has_moved, interrupted
from fimbul.games.rag_narok.rules.shooting.eruption import eruptions
from fimbul.games.rag_narok.state import RagNarok, fighter, spot_of
from fimbul.games.rag_narok.state.affairs import Casting, Conclave, Council
from tests.games.rag_narok.drawn import battle, fly, put, stand
from tests.games.rag_narok.spellbook import chant, duel, give, named, spells

# -- Dark Grasp ------------------------------------------------------------------------------


def host() -> RagNarok:
    """Melmoth with a gem, and Puppets near him that hold no Orders."""
    state = battle(["1 melmoth", "6 morbid-puppet", "3 gravekeeper"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90), files=3)
    put(state, 2, (34, 10, 90))
    put(state, 3, (40, 50, 270))
    state.horns[0], state.orders[0] = 1, (p.MARCH,)
    return state


def test_whom_dark_grasp_lets_march() -> None:
    # rule: darkgrasp.two-effects, ruling.dark-grasp-second
    assert list(grasped(host(), 0).values()) == [1]  # Undead only
    for change in (
        lambda state: setattr(state, "horns", [0] * len(state.horns)),
        lambda state: state.orders.__setitem__(1, (p.MARCH,)),
        lambda state: state.done.__setitem__(1, 1),
        lambda state: state.revealed.__setitem__(1, p.MARCH),
        lambda state: state.moods.__setitem__(1, p.CONTROL),
        lambda state: put(state, 3, (46, 13.5, 270)),  # held in a melee
        lambda state: put(state, 1, (70, 50, 90), files=3),  # beyond his command
    ):
        state = host()
        change(state)
        assert grasped(state, 0) == {}


def test_who_is_bound_to_a_ritual_does_not_march_in_the_dark_grasp() -> None:
    # rule: ruling.dark-grasp-second, ritual.warmage-no-move
    state = battle(["1 melmoth", "1 sophet-drahas"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90))
    put(state, 2, (40, 50, 270))
    state.horns[0], state.orders[0] = 1, (p.MARCH,)
    assert list(grasped(state, 0).values()) == [1]
    spot = spot_of(state, 1)[:2]
    state.councils = [Council(NUMBER["weight-of-the-grave"], (2,), state.turn, (1,), (spot,))]
    assert grasped(state, 0) == {}


# -- spells ----------------------------------------------------------------------------------


def test_who_can_answer_a_spell() -> None:
    # rule: counter.los-and-range, ruling.ritual-council
    state = duel(["1 sophet-drahas dark-lash"], ["1 alahan-mage", "1 alahan-guard"])
    mage = named(state, "alahan-mage")
    give(state, mage, light=2)
    state.casting = Casting(0, NUMBER["dark-lash"], mage)
    assert rivals(state, 1) == [mage]
    empty, bound = state.clone(), state.clone()
    give(empty, mage)
    assert rivals(empty, 1) == []
    bound.councils = [Council(NUMBER["column-of-light"], (0,), bound.turn, (mage,), ((0, 0),))]
    assert rivals(bound, 1) == []
    bound.councils = [Council(NUMBER["column-of-light"], (0,), bound.turn - 1, (mage,), ((0, 0),))]
    assert rivals(bound, 1) == [mage]  # only in the turn in which it begins


def test_what_absorbs_a_spell() -> None:  # rule: counter.absorb, magic.elements
    def pool(**gems: int) -> tuple[int, ...]:
        return tuple(gems.get(name.lower(), 0) for name in p.ELEMENTS)

    assert against(pool(light=2), pool(darkness=2)) == pool(light=2)
    assert against(pool(darkness=2), pool(darkness=2)) is None  # only Light smothers Darkness
    assert against(pool(light=1, darkness=5), pool(darkness=2)) is None
    assert against(pool(water=1, darkness=1), pool(fire=2)) == pool(water=1, darkness=1)
    assert against(pool(water=1), pool(fire=2)) is None


def test_who_may_cast_after_moving() -> None:
    # rule: spell.after-march-only, warmage.after-fast-move, magic.fled-double-no-spell
    for mage, always in (("alahan-mage", False), ("questor-of-acheron", True)):
        state = battle([f"1 {mage}"], ["3 griffin-duelist"])
        put(state, 0, (40, 10, 90))
        assert may_cast(state, 0)
        state.paces[0] = 1000
        assert may_cast(state, 0)
        state.paces[0] = 1050
        assert may_cast(state, 0) == always


def test_gems_are_taken_back_where_there_is_room() -> None:
    # rule: ruling.transfigured-gem, mana.pool-limit
    state = battle(["1 alahan-mage", "1 alahan-guard"], ["3 griffin-duelist"])
    state.phase = p.SECOND_SHOOTING
    stand(state, 0, (40, 10, 90))
    stand(state, 1, (43, 10, 90))
    put(state, 2, (40, 50, 270))
    state.stored = [(0, 1)]
    give(state, 0, light=1)
    assert reclaimable(state, 0) == [1]
    full, early, far = state.clone(), state.clone(), state.clone()
    give(full, 0, light=capacity(fighter(full, 0)))
    early.phase = p.MOVEMENT
    stand(far, 1, (50, 10, 90))
    for state in (full, early, far):
        assert reclaimable(state, 0) == []


def test_who_has_cast_begins_no_ritual_and_is_not_asked_again() -> None:
    # rule: turn.shoot-cast-activation, ruling.ritual-council
    mage = "1 kayl-kartan-ii lightning-from-the-abyss injection-of-rage"
    state = duel([mage, "3 skorize"], ["3 alahan-guard"])
    give(state, 0, darkness=6)
    assert "lightning-from-the-abyss" in spells(state, 0)
    chant(state, 0)
    assert "ritual:lightning-from-the-abyss" not in Chant(0, 0, True).options(state)
    assert chanters(state, 0)
    state.chanted = [0]
    assert not chanters(state, 0)


def test_who_joins_a_council() -> None:  # rule: ritual.procedure, ruling.ritual-council
    state = duel(["1 alahan-mage", "1 alahan-mage"], ["3 griffin-duelist"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90))
    assert acolytes(state, 0) == [1]
    tired, busy, far = state.clone(), state.clone(), state.clone()
    tired.chanted = [1]
    busy.councils = [Council(NUMBER["column-of-light"], (2,), 1, (1,), ((0, 0),))]
    put(far, 1, (53, 10, 90))
    for state in (tired, busy, far):
        assert acolytes(state, 0) == []


def test_what_interrupts_a_ritual() -> None:
    # rule: ritual.interrupted, ritual.los-twice, ritual.warmage-no-move
    state = duel(["1 alahan-mage column-of-light", "1 alahan-mage"], ["3 griffin-duelist"])
    spots = (spot_of(state, 0)[:2], spot_of(state, 1)[:2])
    council = Council(NUMBER["column-of-light"], (2, 3, 4), 1, (0, 1), spots)
    assert interrupted(state, council, 2) == ""
    assert interrupted(state, council, -1) == "its target is gone"
    blind = state.clone()
    for unit in (0, 1):
        x, y = spot_of(blind, unit)[:2]
        stand(blind, unit, (x / 100, y / 100, 270))
    assert interrupted(blind, council, 2) == "nobody sees the target"
    fled = state.clone()
    fled.places[1], fled.fates[1] = None, p.FLED
    assert has_moved(fled, council)
    dead = state.clone()
    kill(dead, 1)
    assert not has_moved(dead, council)
    kill(dead, 0)
    assert interrupted(dead, council, 2) == "its Magister is dead"


def test_a_familiar_helps_once_a_turn_and_while_it_lives() -> None:  # rule: familiar.reaction
    state = battle(["1 magnus-the-mystic, 1 clairvoyant-familiar"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    familiar = named(state, "clairvoyant-familiar")
    assert familiar_of(state, 0) == familiar
    assert len(helpers(state, 0)) == 1
    used = state.clone()
    help_out(used, 0)
    assert helpers(used, 0) == []
    kill(state, familiar)
    assert familiar_of(state, 0) == -1
    assert helpers(state, 0) == []


# -- fire and fear ---------------------------------------------------------------------------


def test_who_bursts_into_flames() -> None:  # rule: ability.eruption-bands, state.disorganised
    def burning(**changes: object) -> bool:
        state = battle(["1 fire-elemental"], ["1 alahan-guard"])
        put(state, 0, (40, 20, 90))
        put(state, 1, (40, 30, 270))
        for name, value in changes.items():
            setattr(state, name, value)
        return bool(eruptions(state, 0))

    assert burning()
    assert not burning(erupted=[0])
    assert not burning(shaken=[1, 0])
    assert not burning(moods=[p.ROUT, p.CALM])


def test_a_war_cry_drowns_the_toga() -> None:  # rule: toga.courage-12
    state = battle(["6 orc-warrior"], ["1 great-skull"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 40, 270))
    assert is_shaken_by(state, 0)
    state.roars[0] = 3
    assert not is_shaken_by(state, 0)
    state.roars[0], state.resisted[0] = 0, 11
    assert is_shaken_by(state, 0)
    state.resisted[0] = 12
    assert not is_shaken_by(state, 0)


# -- faith -----------------------------------------------------------------------------------

CHORUS = t.COMMUNIONS["chorus-of-aegis"]


def test_who_may_begin_and_join_a_communion() -> None:
    # rule: ruling.miracle-once, ruling.conclave-members, communion.fast-mover-acolyte
    state = battle(["1 deacon-tiberius chorus-of-aegis", "1 deacon-tiberius"], ["3 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90))
    put(state, 2, (40, 50, 270))
    state.faith = [9] * len(state.faith)
    assert may_begin(state, 0, CHORUS)
    again, fast, bound = state.clone(), state.clone(), state.clone()
    again.prayers = [(0, "chorus-of-aegis")]
    fast.moved[0] = p.RAN
    bound.conclaves = [Conclave("chorus-of-aegis", 0, (1,), 0)]
    for state in (again, fast, bound):
        assert not may_begin(state, 0, CHORUS)
    assert may_join(fast, 0, CHORUS)
    assert not may_join(bound, 1, CHORUS)


@pytest.mark.parametrize(
    ("moved", "paces", "rushed"),
    [(p.MARCHED, 1000, False), (p.RAN, 500, True), (p.FAST, 1001, True)],
)
def test_who_is_too_fast_to_pray(moved: int, paces: int, rushed: bool) -> None:
    # rule: miracle.after-march-only, move.run, faithful.fled-double-no-miracle
    state = battle(["1 deacon-tiberius", "1 sered"], ["3 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (50, 10, 90))
    for unit in (0, 1):
        state.moved[unit], state.paces[unit] = moved, paces
    assert is_rushed(state, 0) == rushed
    assert not is_rushed(state, 1)  # a Warrior-Monk


def test_believers_on_another_level_do_not_count() -> None:  # rule: tf.same-level
    state = battle(["1 mid-nor-faithful", "2 mid-nor-reaper"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (44, 20, 90))
    put(state, 2, (40, 50, 270))
    near = count_faith(state, 0)
    fly(state, 1, (42, 20, 90))
    assert count_faith(state, 0) == near - 2
