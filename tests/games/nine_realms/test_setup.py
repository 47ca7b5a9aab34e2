"""How a match is laid out, and by which chance."""

from __future__ import annotations

import msgspec
import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.setup import NineRealmsSetup
from fimbul.kernel import BadSetup, Dice
from tests.games.nine_realms import table as t


def test_setup() -> None:
    """example.setup."""  # rule: comp.fifty-four, setup.sides, setup.realm-row, setup.hero-sets
    state = GAME.new(seed=5)  # rule: setup.draw-pile, setup.hand, turn.one-battle-per-realm
    assert sorted(state.row) == list(range(9))
    for seat in (0, 1):
        heroes = [*state.sets[seat], *state.drawn[seat]]
        assert sorted(heroes) == list(t.BOX.own_heroes(state.side(seat)))
        assert len(state.hands[seat]) == 5
        assert len(p.DIE[seat]) == 9  # rule: setup.dice
    assert len(state.pile) == 17
    assert state.fought == 0
    scene = GAME.scene(state, 0)
    realms = next(zone for zone in scene.zones if zone.id == "realms")
    assert [thing.badge for thing in realms.things] == ["now", *"23456789"]
    assert GAME.box(NineRealmsSetup()) == {"realms": 9, "heroes": 18, "cards": 27}
    assert all("of 5 realms" in plate.facts[0] for plate in scene.plates)
    assert p.WINS == 5  # rule: ruling.markers-per-player


def test_the_cards_in_the_box() -> None:  # rule: comp.fifty-four, ruling.card-content
    kinds = [card.type for card in t.BOX.cards]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {"wonder": 4, "monster": 4, "treasure": 7, "dwarven": 6, "shield_hall": 6}
    pairs = {card.cunning.types for card in t.BOX.cards if card.type == "dwarven"}
    assert len({frozenset(pair) for pair in pairs}) == 6  # rule: ruling.dwarven-icons
    assert all(len(pair) == 2 for pair in pairs)


def test_the_known_samples_are_in_the_table() -> None:  # rule: ruling.caption-columns
    found = {card.id: card for card in t.BOX.cards}
    assert (found["garm"].dice, found["garm"].cunning.dice) == (2, 2)
    assert (found["gullinbursti"].dice, found["gullinbursti"].cunning.steps) == (1, 1)
    assert (found["fensalir"].dice, found["fensalir"].cunning.amount) == (1, 1)
    assert found["andvari"].dice == 1
    assert found["yggdrasil"].strength == 5
    assert max(t.BOX.strengths[:9]) == max(t.BOX.strengths[9:]) == 9
    assert all(realm.reconstructed for realm in t.BOX.realms)
    assert all(hero.reconstructed for hero in t.BOX.heroes)
    assert all(card.reconstructed for card in t.BOX.cards)


def test_both_sides_are_even() -> None:  # rule: ruling.circle-favours-one-side, ruling.sides-choice
    circles = [realm.type for realm in t.BOX.realms if realm.icon == "circle"]
    assert circles.count("norse_god") == circles.count("frost_giant") == 2
    assert sorted(t.BOX.strengths[:9]) == sorted(t.BOX.strengths[9:])


@pytest.mark.parametrize("aesir", [0, 1])
def test_sides_as_agreed(aesir: int) -> None:  # rule: setup.sides, ruling.sides-choice
    for seed in range(6):
        state = GAME.new(GAME.setup(sides="choose", aesir=aesir), seed)
        assert state.aesir == aesir
        assert set(state.drawn[aesir]) <= set(range(9))
        assert state.asked[0].seat == aesir
        assert GAME.scene(state, 0).names()[aesir] == "Aesir"


def test_sides_at_random() -> None:  # rule: setup.sides
    found = {GAME.new(seed=seed).aesir for seed in range(20)}
    assert found == {0, 1}


def test_chance_is_drawn_in_order() -> None:  # rule: ruling.random-stream
    state, dice = GAME.new(seed=11), Dice(11)
    assert state.aesir == dice.roll(2)
    assert list(state.row) == dice.shuffled(range(9))
    dice.shuffled(range(9))
    dice.shuffled(range(9, 18))
    pile = dice.shuffled(range(27))
    hands = [sorted(pile.pop() for _ in range(5)) for _ in (0, 1)]
    assert [list(state.hands[seat]) for seat in state.both()] == hands
    dice.roll(504)
    dice.roll(504)
    assert state.seed == dice.seed


def test_options_say_what_they_are() -> None:
    schema = msgspec.json.schema(NineRealmsSetup)["$defs"]["NineRealmsSetup"]["properties"]
    assert schema["sides"]["enum"] == ["choose", "random"]
    assert schema["clock"]["enum"] == ["15s", "30s", "60s", "off"]
    own = {name: spec for name, spec in schema.items() if name != "seats"}
    assert all(spec["title"] and spec["description"] for spec in own.values())
    told = {option["id"].removeprefix("option.") for option in GAME.rulebook.tables["option"]}
    assert told == own.keys()


def test_every_wrong_option_is_named() -> None:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(sides="coin", aesir=2, clock="5s", colour="red")
    assert [problem.split(":")[0] for problem in bad.value.problems] == [
        "sides", "aesir", "clock", "colour"
    ]  # fmt: skip
