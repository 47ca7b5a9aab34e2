"""What a player does in a battle without a thought."""

from __future__ import annotations

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.instinct import instinct
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Dice, choose
from tests.games.nine_realms import table as t


def pick(state: NineRealms, seat: int) -> str | None:
    decision = next(one for one in state.open if one.seat == seat)
    return instinct(state, decision, Dice())


def test_it_fights_battles_to_their_end_and_leaves_the_hero_to_thought() -> None:
    for seed in range(8):
        state, dice = GAME.new(seed=seed), Dice(seed)
        while state.open:
            decision = state.open[0]
            found = instinct(state, decision, dice)
            assert (found is None) == (decision.rule == "hero.draw-three")
            assert found is None or found in decision.options
            choose(state, decision.seat, found or decision.options[0])


def test_it_beats_random_play() -> None:
    won = 0
    for seed in range(30):
        state, dice = GAME.new(seed=seed), Dice(seed)
        while state.open:
            decision = state.open[0]
            found = instinct(state, decision, dice) if decision.seat == seed % 2 else None
            options = decision.options
            choose(state, decision.seat, found or options[dice.roll(len(options))])
        assert state.result
        won += state.result.reward(seed % 2) > 0
    assert won >= 24


@pytest.mark.parametrize(
    ("realm", "card"),
    [
        ("helheim", "garm"),
        ("muspelheim", "draupnir"),
        ("midgard", "sessrumnir"),
        ("svartalfheim", "ivaldi"),
    ],
)
def test_cards_are_laid_by_what_they_bring_in_this_realm(realm: str, card: str) -> None:
    """Each gives two dice, and a third where the square is its own."""  # rule: realm.square
    hand = ("garm", "draupnir", "sessrumnir", "ivaldi", "gullinbursti")
    state = t.lay(t.Wanted(realm=realm, hands=(hand, ()), drawn=(("tyr",), ("thrym",))))
    t.both(state, "hero:tyr", "hero:thrym")
    assert pick(state, t.AESIR) == f"card:{card}"


def test_of_two_equal_last_cards_the_better_one_is_saved() -> None:
    hand = ("garm", "fenrir", "fensalir", "bilskirnir", "sessrumnir")
    state = t.lay(t.Wanted(hands=(hand, ()), drawn=(("tyr",), ("thrym",))))
    t.both(state, "hero:tyr", "hero:thrym")
    theirs = [t.BOX.cards[card].id for card in state.hands[t.JOTUNN][:2]]
    t.two_cards(state, ("garm", "fenrir"), theirs)
    assert pick(state, t.AESIR) == "card:sessrumnir"


@pytest.mark.parametrize(("loki", "answer"), [(3, "hero:odin"), (10, p.KEEP)])
def test_a_trickster_fetches_whoever_is_stronger(
    monkeypatch: pytest.MonkeyPatch, loki: int, answer: str
) -> None:  # rule: hero.loki
    strengths = [*t.BOX.strengths]
    strengths[t.hero("loki")] = loki
    monkeypatch.setattr(t.BOX, "strengths", strengths)
    wanted = t.Wanted(won=(p.NONE,), beside=(("odin",), ("ymir",)), drawn=(("loki",), ("thrym",)))
    state = t.lay(wanted)
    t.both(state, "hero:loki", "hero:thrym")
    assert pick(state, t.AESIR) == answer
