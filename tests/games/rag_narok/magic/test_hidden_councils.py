"""Councils of hidden Scouts."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.hiding import appear, lair_of, lairs
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS
from fimbul.games.rag_narok.rules.magic.rituals import FinalIncantations, acolytes
from fimbul.games.rag_narok.state import RagNarok, is_standing, place_of
from fimbul.games.rag_narok.state.magic import Council
from fimbul.kernel import choose
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, set_those, words
from tests.games.rag_narok.set_up.drawn import KAYL
from tests.games.rag_narok.spellbook import chant, give, id_of


def council() -> RagNarok:
    """Kayl Kartan with two hidden Biopsists beside him; enemies before him."""
    state = battle([KAYL, "2 biopsist"], ["6 alahan-guard"])
    state.scenery = ""
    put(state, 0, (40, 10, 90))
    put(state, 2, (40, 35, 270), files=3)
    give(state, 0, darkness=8)
    state.aside.hidden, state.phase = ((1, 4600, 1000),), p.SECOND_SHOOTING
    return state


def test_biopsists_in_a_council_stay_hidden() -> None:
    # example: example.biopsists-stay-hidden
    # rule: skill.scout-ritual, ruling.scout-hidden
    state = council()
    assert acolytes(state, 0) == list(state.units[1].ranks)
    chant(state, 0)
    play(
        state,
        "ritual:lightning-from-the-abyss"
        if "ritual:lightning-from-the-abyss" in options(state)
        else "spell:lightning-from-the-abyss",
    )
    if "unit:1-unit-0" in options(state):
        play(state, "unit:1-unit-0")
    play(state, *(id_of(state, member) for member in state.units[1].ranks))
    play(state, *(option for option in options(state) if option == "button:begin"))
    (ritual,) = state.magic.councils
    assert ritual.members == (0, *state.units[1].ranks)
    assert lair_of(state, 1) == (1, 4600, 1000)
    state.turn, state.magic.casts = 2, ()
    set_those(state.fighters, "chanted", [])
    roll_next(state, 1, 2, 6, 3, 2)
    ask(state, FinalIncantations())
    assert "Lightning from the Abyss, Power 6 + 6 = 12" in words(state)  # each gave a die
    while state.open:
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert "interrupted" not in words(state)
    assert lairs(state, 0) == [(1, 4600, 1000)]
    assert not is_standing(state, 1)


def test_who_crept_away_has_left_the_council() -> None:
    # rule: skill.scout-ritual, ritual.warmage-no-move
    for moved in (False, True):
        state = council()
        state.turn = 2
        members = (0, *state.units[1].ranks)
        spots = (place_of(state, 0)[:2], (4600, 1000), (4600, 1000))
        ritual = next(n for n, f in enumerate(FORMULAS) if f.card.id == "lightning-from-the-abyss")
        state.magic.councils = (Council(ritual, state.units[2].ranks, 1, members, spots),)
        if moved:
            state.aside.hidden = ((1, 5000, 1000),)
        ask(state, FinalIncantations())
        assert ("a member moved" in words(state)) == moved


def test_who_is_spotted_has_not_moved() -> None:  # rule: skill.scout-ritual
    state = council()
    spots = (place_of(state, 0)[:2], (4600, 1000), (4600, 1000))
    state.magic.councils = (Council(0, (), 1, (0, *state.units[1].ranks), spots),)
    appear(state, 1, "is spotted")
    now = tuple(place_of(state, member)[:2] for member in state.units[1].ranks)
    assert state.magic.councils[0].spots == (spots[0], *now)
    crept = council()
    crept.magic.councils = (Council(0, (), 1, (0, *crept.units[1].ranks), spots),)
    crept.aside.hidden = ((1, 5000, 1000),)
    appear(crept, 1, "is spotted")  # where it has crept to
    assert crept.magic.councils[0].spots == spots


def test_only_who_lies_near_helps() -> None:  # rule: skill.scout-ritual, ritual.procedure
    state = council()
    state.aside.hidden = ((1, 6000, 1000),)
    assert acolytes(state, 0) == []
    chant(state, 0)
    asked = [decision.seat for decision in state.open]
    assert asked == [0]
