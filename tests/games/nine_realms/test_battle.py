"""The battle, step by step, on tables laid out by hand."""

from __future__ import annotations

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules import battle
from fimbul.games.nine_realms.rules.strength import cunning_dice, faces, total
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import IllegalChoice, Rolled, choose, decision_of, settle
from tests.games.nine_realms import table as t

HANDS = (
    ("draupnir", "valhalla", "andvari", "hlidskjalf", "gungnir"),
    ("yggdrasil", "bifrost", "mjolnir", "garm", "fensalir"),
)


def at_the_last_card(monkeypatch: pytest.MonkeyPatch, **rolls: tuple[int, ...]) -> NineRealms:
    """Midgard; the Aesir have Draupnir and Valhalla (5 dice), the Jötunn two Wonders (none)."""
    state = t.lay(t.Wanted(hands=HANDS, drawn=(("odin",), ("ymir",))))
    more = [rolls[name] for name in ("aesir_more", "jotunn_more") if name in rolls]
    t.fall(monkeypatch, rolls.get("aesir", (6, 4, 3, 2, 1)), *more)
    t.both(state, "hero:odin", "hero:ymir")
    t.two_cards(state, ("draupnir", "valhalla"), ("yggdrasil", "bifrost"))
    return state


# -- heroes ----------------------------------------------------------------------


def test_hero_goes_back() -> None:
    """example.hero-goes-back."""  # rule: hero.draw-three, hero.put-back
    wanted = t.Wanted(won=(0,), beside=(("thor",), ()), drawn=(("odin", "tyr", "loki"), ()))
    state = t.lay(wanted)
    assert t.asked(state, t.AESIR).options == ("hero:odin", "hero:tyr", "hero:loki")
    t.both(state, "hero:tyr", t.asked(state, t.JOTUNN).options[0])
    assert {t.hero("odin"), t.hero("loki")} <= set(state.sets[t.AESIR])
    assert len(state.sets[t.AESIR]) == 7
    said = " ".join(t.words(state, t.JOTUNN))
    assert "Tyr" in said  # rule: ruling.hero-choice-secret
    assert "Odin" not in said
    assert "Loki" not in said


def test_nobody_hears_which_heroes_were_drawn() -> None:
    """Their owner sees them."""
    state = GAME.new(GAME.setup(sides="choose"), seed=1)  # rule: ruling.hero-choice-secret
    names = {t.BOX.hero_names[number] for number in state.drawn[t.AESIR]}
    for seat in (t.AESIR, t.JOTUNN, None):
        heard = " ".join(t.words(state, seat))
        assert "Aesir draws 3 heroes" in heard
        assert not any(name in heard for name in names)
        seen = {thing.label for thing in GAME.scene(state, seat).things()}
        assert names <= seen if seat == t.AESIR else not names & seen


def test_a_hero_that_went_back_may_be_drawn_again() -> None:  # rule: hero.put-back
    again = 0
    for seed in range(30):
        state = GAME.new(seed=seed)
        left = set(state.drawn[0][1:])
        choose(state, 0, t.asked(state, 0).options[0])
        again += bool(left & set(t.until_battle(state, 2, seed).drawn[0]))
    assert 5 < again < 30


def test_heroes_are_sealed_then_shown_together() -> None:
    # rule: strength.hero-reveal, ruling.hero-choice-secret
    state = t.lay(t.Wanted(drawn=(("odin",), ("ymir",))))
    choose(state, t.AESIR, "hero:odin")
    assert all(line.hero == p.NONE for line in state.lines)
    assert "Odin" not in str(GAME.seen(state, t.JOTUNN))
    assert "Odin" not in str(GAME.seen(state, None))
    with pytest.raises(IllegalChoice, match="sealed"):
        choose(state, t.AESIR, "hero:odin")
    choose(state, t.JOTUNN, "hero:ymir")
    assert [line.hero for line in state.lines] == [t.hero("odin"), t.hero("ymir")]
    assert t.words(state) == [
        "Aesir sends Odin with Strength 9",
        "Jötunn sends Ymir with Strength 9",
    ]


def test_the_ninth_hero_is_not_asked_for() -> None:  # rule: hero.ninth-realm, ruling.single-option
    state = t.lay(t.Wanted(won=(0, 1, 0, 1, 0, 1, 0, 1), drawn=(("baldr",), ("ymir",))))
    assert [line.hero for line in state.lines] == [t.hero("baldr"), t.hero("ymir")]
    assert {decision.rule for decision in state.asked} == {"strength.two-cards"}


def test_cards_come_after_heroes() -> None:  # rule: ruling.heroes-before-cards
    state = t.lay(t.Wanted(hands=HANDS))
    rule, sentence = GAME.why(state, t.AESIR, "card:draupnir") or ("", "")
    assert rule == "ruling.heroes-before-cards"
    assert "Heroes come first" in sentence
    t.both(state, *(decision.options[0] for decision in state.asked))
    assert {decision.rule for decision in state.asked} == {"strength.two-cards"}


def test_why_a_hero_cannot_be_chosen() -> None:  # rule: after.heroes-stay, setup.sides
    state = t.lay(t.Wanted(won=(0,), beside=(("thor",), ("ymir",))))
    asked = {"hero:thor": "after.heroes-stay", "hero:ymir": "setup.sides", "x": "hero.draw-three"}
    for thing, rule in asked.items():
        assert (GAME.why(state, t.AESIR, thing) or ("",))[0] == rule


# -- the Strength step -----------------------------------------------------------


def test_two_cards_each_sealed() -> None:  # rule: strength.two-cards
    state = t.lay(t.Wanted(hands=HANDS, drawn=(("odin",), ("ymir",))))
    t.both(state, "hero:odin", "hero:ymir")
    choose(state, t.AESIR, "card:valhalla")
    assert t.asked(state, t.AESIR).prompt == "Now choose the second card for Strength or dice"
    assert "card:valhalla" not in t.asked(state, t.AESIR).options
    _, again = GAME.why(state, t.AESIR, "card:valhalla") or ("", "")
    _, strange = GAME.why(state, t.AESIR, "card:bifrost") or ("", "")
    assert again == "You have chosen that card already; choose another one."
    assert strange == "Play two of the cards in your hand."
    assert "Valhalla" not in str(GAME.seen(state, t.JOTUNN))
    choose(state, t.AESIR, "card:draupnir")
    assert "Draupnir" not in str(GAME.seen(state, t.JOTUNN))
    assert not any(line.cards for line in state.lines)
    t.play(state, (t.JOTUNN, "card:bifrost"), (t.JOTUNN, "card:yggdrasil"))
    assert state.lines[t.AESIR].cards == t.cards(("valhalla", "draupnir"))
    assert [len(hand) for hand in state.hands] == [3, 3]


def test_a_hero_is_no_card_of_the_strength_step() -> None:  # rule: ruling.hero-must-be-played
    state = t.lay(t.Wanted(drawn=(("odin",), ("ymir",))))
    t.both(state, "hero:odin", "hero:ymir")
    for seat in (t.AESIR, t.JOTUNN):
        assert all(thing.startswith("card:") for thing in t.asked(state, seat).options)
    rule, _ = GAME.why(state, t.AESIR, "hero:odin") or ("", "")
    assert rule == "ruling.hero-must-be-played"


def test_no_dice_with_two_wonders(monkeypatch: pytest.MonkeyPatch) -> None:  # rule: ruling.no-dice
    state = at_the_last_card(monkeypatch)
    assert state.lines[t.JOTUNN].dice == ()
    assert state.lines[t.AESIR].dice == (6, 4, 3, 2, 1)
    assert "Jötunn has no dice to roll" in t.words(state)
    assert total(t.BOX, state.realm, state.lines[t.JOTUNN]) == 9 + 5 + 4


# rule: wisdom.roll, ruling.roll-public, strength.realm-bonus
def test_dice_are_rolled_openly_before_the_last_card(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_last_card(monkeypatch)
    assert "Aesir rolls 6, 4, 3, 2, 1 and adds 4" in t.words(state, t.JOTUNN)
    assert {decision.rule for decision in state.asked} == {"cunning.one-card"}
    dice = [thing for thing in GAME.scene(state, t.JOTUNN).things() if "die:" in thing.id]
    assert [die.label for die in dice] == ["die 6", "die 4", "die 3", "die 2", "die 1"]
    fallen = [event for event in state.events if isinstance(event, Rolled)]
    assert [event.thing for event in fallen] == [die.id for die in dice]
    assert [event.face for event in fallen] == [6, 4, 3, 2, 1]


# -- the Cunning step ------------------------------------------------------------


# rule: ruling.cunning-simultaneous, cunning.one-card
def test_last_cards_are_sealed_and_shown_together(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_last_card(monkeypatch)
    choose(state, t.AESIR, "card:hlidskjalf")
    assert "Hlidskjalf" not in str(GAME.seen(state, t.JOTUNN))
    assert GAME.seen(state, t.JOTUNN).sealed == (t.AESIR,)
    rule, _ = GAME.why(state, t.JOTUNN, "card:bifrost") or ("", "")
    assert rule == "cunning.icons"


# rule: card.wonder-no-cunning, ruling.wonder-as-last-card, cunning.icons
def test_a_wonder_as_the_last_card_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_last_card(monkeypatch)
    before = total(t.BOX, state.realm, state.lines[t.AESIR])
    realm = state.realm
    t.both(state, "card:hlidskjalf", "card:fensalir")
    assert total(t.BOX, realm, state.past[t.AESIR]) == before == 13
    assert total(t.BOX, realm, state.past[t.JOTUNN]) == 18 + 1  # rule: card.hall-plus
    assert t.card("hlidskjalf") in state.discard


# rule: ruling.cunning-order, card.monster-cunning, card.dwarven-match, ruling.dwarven-scope
def test_cunning_dice_fall_aesir_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_last_card(monkeypatch, aesir_more=(5, 3), jotunn_more=(6, 2))
    realm = state.realm
    t.both(state, "card:andvari", "card:garm")
    assert [line.more for line in state.past] == [(5, 3), (6, 2)]
    assert total(t.BOX, realm, state.past[t.AESIR]) == 13 + 3  # rule: cunning.add
    assert total(t.BOX, realm, state.past[t.JOTUNN]) == 18 + 2
    assert state.won == [t.JOTUNN]


# rule: ruling.wisdom-card, ruling.dwarven-scope, ruling.colours
def test_heroes_and_wonders_match_no_dwarf() -> None:
    for dwarf in (n for n, card in enumerate(t.BOX.cards) if card.type == "dwarven"):
        wonders = [n for n, card in enumerate(t.BOX.cards) if card.type == "wonder"]
        assert cunning_dice(t.BOX, dwarf, wonders[:2], 0) == 0
        assert cunning_dice(t.BOX, dwarf, (), 0) == 0


def turning(monkeypatch: pytest.MonkeyPatch, aesir: tuple[int, ...]) -> NineRealms:
    """The Aesir have played Gungnir (3 steps)."""
    state = at_the_last_card(monkeypatch, aesir=aesir)
    t.both(state, "card:gungnir", "card:fensalir")
    return state


# rule: card.treasure-rotate, ruling.rotate-own-dice, ruling.rotate-ceiling
def test_dice_are_turned_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    state = turning(monkeypatch, (6, 4, 3, 2, 1))
    decision = t.asked(state, t.AESIR)
    assert decision_of(state, t.JOTUNN) is None
    assert decision.prompt == "Turn a die up for a higher total. 3 steps left"
    assert decision.options == ("die:0-2", "die:0-3", "die:0-4", "die:0-5", p.DONE)
    rule, _ = GAME.why(state, t.AESIR, "die:0-1") or ("", "")
    assert rule == "ruling.rotate-ceiling"
    choose(state, t.AESIR, "die:0-2")
    mine = [thing.label for thing in GAME.scene(state, t.AESIR).things() if "die:0" in thing.id]
    theirs = [thing.label for thing in GAME.scene(state, t.JOTUNN).things() if "die:0" in thing.id]
    assert mine[1] == "die 5"
    assert theirs[1] == "die 4"
    choose(state, t.AESIR, "die:0-5")
    choose(state, t.AESIR, "die:0-5")
    assert faces(state.past[t.AESIR]) == [6, 5, 3, 2, 3]
    assert "Aesir turns a 1 up to 3" in t.words(state, t.JOTUNN)


def test_steps_may_be_left_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = turning(monkeypatch, (6, 4, 3, 2, 1))  # rule: ruling.rotate-free-split
    choose(state, t.AESIR, p.DONE)
    assert faces(state.past[t.AESIR]) == [6, 4, 3, 2, 1]


def test_turning_stops_when_every_die_shows_six(monkeypatch: pytest.MonkeyPatch) -> None:
    state = turning(monkeypatch, (6, 6, 6, 6, 5))  # rule: ruling.rotate-ceiling
    assert t.asked(state, t.AESIR).options == (p.DONE, "die:0-5")
    choose(state, t.AESIR, "die:0-5")
    assert len(state.won) == 1


def test_nothing_is_asked_when_no_die_can_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = turning(monkeypatch, (6, 6, 6, 6, 6))  # rule: ruling.single-option
    assert len(state.won) == 1


def test_a_rival_s_die_cannot_be_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = (HANDS[0], ("garm", "bifrost", "mjolnir", "yggdrasil", "fensalir"))
    state = t.lay(t.Wanted(hands=hands, drawn=(("odin",), ("ymir",))))
    t.fall(monkeypatch, (4, 4, 4, 4, 4), (1, 2))
    t.both(state, "hero:odin", "hero:ymir")
    t.two_cards(state, ("draupnir", "valhalla"), ("garm", "bifrost"))
    t.both(state, "card:gungnir", "card:mjolnir")
    assert len(state.asked) == 2  # both turn at once
    rule, _ = GAME.why(state, t.AESIR, "die:1-1") or ("", "")
    assert rule == "ruling.rotate-own-dice"


# -- defaults --------------------------------------------------------------------


# rule: ruling.timeouts
def test_the_first_option_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = t.Wanted(won=(1,), beside=(("odin",), ()), drawn=(("loki", "tyr", "thor"), ()))
    state = t.lay(wanted)
    state.drawn[t.AESIR] = battle.rank(t.BOX, list(state.drawn[t.AESIR]))
    settle(state)
    assert t.asked(state, t.AESIR).options[0] == "hero:thor"
    t.both(state, "hero:loki", t.asked(state, t.JOTUNN).options[0])
    assert t.asked(state, t.AESIR).options[0] == p.KEEP
    choose(state, t.AESIR, p.KEEP)
    hand = [t.BOX.card_ids[card] for card in state.hands[t.AESIR]]
    assert list(t.asked(state, t.AESIR).options) == hand
    state = turning(monkeypatch, (1, 1, 4, 6, 6))
    assert t.asked(state, t.AESIR).options[0] == "die:0-3"
    choose(state, t.AESIR, "die:0-3")
    assert t.asked(state, t.AESIR).options[0] == "die:0-1"
