"""Loki and Utgard-Loki."""

from __future__ import annotations

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.strength import base
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import choose, decision_of
from tests.games.nine_realms import table as t


def loki(rival: str = "suttung") -> NineRealms:
    """Battle 4; Odin lies beside realm 2, which the Jötunn have won; Loki is played."""
    wanted = t.Wanted(
        won=(0, 1, p.NONE),
        beside=(("thor", "odin", "tyr"), ("ymir", "hymir", "thrym")),
        drawn=(("loki",), (rival,)),
    )
    state = t.lay(wanted)
    t.both(state, "hero:loki", f"hero:{rival}")
    return state


# rule: hero.loki, ruling.trickster-timing, ruling.trickster-past, ruling.trickster-once
def test_loki_fetches_odin() -> None:
    state = loki()
    assert decision_of(state, t.JOTUNN) is None
    options = t.asked(state, t.AESIR).options
    assert options == (p.KEEP, "hero:thor", "hero:odin", "hero:tyr")
    choose(state, t.AESIR, "hero:odin")
    assert state.lines[t.AESIR].hero == t.hero("odin")
    names = [t.BOX.heroes[number].id for number in state.beside[t.AESIR]]
    assert names == ["thor", "loki", "tyr"]
    assert state.won == [0, 1, p.NONE]
    assert len(state.sets[t.AESIR]) == 5
    assert base(t.BOX, t.REALM["midgard"], state.lines[t.AESIR]) == 9
    assert t.words(state) == ["Aesir exchanges Loki for Odin"]
    assert {decision.rule for decision in state.asked} == {"strength.two-cards"}


def test_the_exchange_is_optional() -> None:  # rule: ruling.trickster-optional
    state = loki()
    choose(state, t.AESIR, p.KEEP)
    assert state.lines[t.AESIR].hero == t.hero("loki")
    assert (
        base(t.BOX, t.REALM["midgard"], state.lines[t.AESIR]) == 3
    )  # rule: ruling.trickster-strength


def test_no_exchange_in_the_first_battle() -> None:  # rule: ruling.trickster-optional
    state = t.lay(t.Wanted(drawn=(("loki",), ("utgard-loki",))))
    t.both(state, "hero:loki", "hero:utgard-loki")
    assert {decision.rule for decision in state.asked} == {"strength.two-cards"}


def test_both_tricksters_decide_in_secret() -> (
    None
):  # rule: hero.utgard-loki, ruling.trickster-timing
    state = loki("utgard-loki")
    assert [decision.rule for decision in state.asked] == ["hero.loki", "hero.utgard-loki"]
    choose(state, t.AESIR, "hero:odin")
    assert state.lines[t.AESIR].hero == t.hero("loki")
    assert GAME.seen(state, t.JOTUNN).sealed == (t.AESIR,)
    assert GAME.seen(state, t.JOTUNN).picked is None
    choose(state, t.JOTUNN, p.KEEP)
    lines = [base(t.BOX, t.REALM["midgard"], line) for line in state.lines]
    assert lines == [9, 3]
    assert t.words(state) == ["Aesir exchanges Loki for Odin", "Jötunn keeps Utgard-Loki"]


def test_a_trickster_that_lies_beside_a_realm_does_nothing() -> None:  # rule: ruling.trickster-once
    state = t.lay(t.Wanted(won=(0,), beside=(("loki",), ()), drawn=(("odin",), ("ymir",))))
    t.both(state, "hero:odin", "hero:ymir")
    assert {decision.rule for decision in state.asked} == {"strength.two-cards"}


def test_why_a_hero_cannot_be_fetched() -> None:  # rule: hero.loki
    state = loki()
    for thing in ("hero:ymir", "hero:baldr", "hero:loki"):
        assert (GAME.why(state, t.AESIR, thing) or ("",))[0] == "hero.loki"
    assert (GAME.why(state, t.AESIR, "card:garm") or ("",))[0] == "ruling.trickster-timing"
