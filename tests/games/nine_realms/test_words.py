"""What players read at a table of Nine Realms, in English and in French."""

from __future__ import annotations

import copy

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.battle import fallen
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Thing, choose, named
from fimbul.words import teller_of
from tests.games.nine_realms import table as t
from tests.games.nine_realms.test_cards import OUR_TABLES
from tests.games.nine_realms.test_tricksters import loki

FRENCH = teller_of(GAME, "fr")
HANDS = (("yggdrasil", "garm", "gungnir"), ("bifrost", "mimisbrunn", "valhalla"))


def told(state: NineRealms) -> list[str]:
    names = GAME.scene(state, None).names()
    return [FRENCH.tell(named(event.words, names)) for event in state.events if event.words]


def things(state: NineRealms, seat: int) -> dict[str, Thing]:
    return {thing.id: thing for thing in GAME.scene(state, seat).things()}


def test_the_log_is_told_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    state = t.lay(t.Wanted(realm="alfheim", hands=HANDS, drawn=(("odin",), ("utgard-loki",))))
    t.both(state, "hero:odin", "hero:utgard-loki")
    assert told(state)[1] == "Camp jötunn envoie Utgarda-Loki avec une Force de 3"
    t.fall(monkeypatch, (2, 1))
    t.two_cards(state, ("yggdrasil", "garm"), ("bifrost", "mimisbrunn"))
    assert t.words(state)[-4:] == [
        "Jötunn plays Bifrost for 5 Strength",  # its circle among them
        "Jötunn plays Mimisbrunn for 5 Strength",
        "Aesir rolls 2, 1 and adds nothing",
        "Jötunn has no dice to roll",
    ]
    assert told(state)[-3] == "Camp jötunn joue Mimisbrunn pour 5 de Force"
    assert told(state)[-2] == "Camp ase obtient 2, 1 et n\u2019ajoute rien"
    t.both(state, "card:gungnir", "card:valhalla")
    assert told(state)[-2:] == [
        "Camp ase joue Gungnir, dont la Ruse fait monter des dés de 3 crans en tout",
        "Camp jötunn joue Valhalla, dont la Ruse ajoute 3",
    ]


def test_a_trickster_is_kept_by_name() -> None:
    state = loki()
    keep = things(state, t.AESIR)[p.KEEP]
    assert (keep.label, FRENCH.tell(keep.label)) == ("Keep Loki", "Garder Loki")
    assert p.KEEP not in things(state, t.JOTUNN)


def test_everything_that_lies_open_says_what_it_does() -> None:
    state = t.play_on(GAME.new(seed=3), 3, most=9)
    lying = [thing for thing in things(state, 0).values() if thing.kind in ("card", "die")]
    silent = [thing.id for thing in lying if not thing.more]
    assert all(thing.startswith(("back:", "sealed:")) for thing in silent)
    assert len(lying) > len(silent)


def test_a_card_tells_its_strength_its_dice_or_both() -> None:  # rule: realm.circle
    """Both where an owner's realm adds Strength to a card that has dice of its own."""
    tables = copy.deepcopy(OUR_TABLES)
    tables["realm"][0] |= {"icon": "circle", "type": "monster", "colour": "red"}
    box = GAME.new(GAME.setup(cards=tables), seed=1).box
    gains = dict(
        zip(box.card_ids, map(p.gain_in_words, box.card_points[0], box.card_dice[0]), strict=True)
    )
    assert gains["card:yggdrasil"] == "5 Strength"
    assert gains["card:mjolnir"] == "3 dice"
    assert gains["card:fenrir"] == "1 Strength and 3 dice"


def test_cards_of_owners_keep_their_names_in_french() -> None:
    tables = copy.deepcopy(OUR_TABLES)
    tables["card"][0]["name"] = "World Tree"
    state = GAME.new(GAME.setup(cards=tables), seed=1)
    while "World Tree" not in str(GAME.scene(state, 0)):
        choose(state, state.open[0].seat, state.open[0].options[0])
    scene = FRENCH.told(GAME.scene(state, 0))
    tree = next(thing for thing in scene.things() if thing.label == "World Tree")
    assert tree.tip.startswith("Carte Merveille.")


def test_dice_are_read_off_like_one_after_the_other() -> None:  # rule: ruling.random-stream
    for count in range(p.POOL + 1):
        for fall in range(0, p.FALLS[count], max(1, p.FALLS[count] // 500)):
            rest, dice = fall, list[int]()
            for _ in range(count):
                rest, face = divmod(rest, p.FACES)
                dice.append(face + 1)
            assert fallen(count, fall) == tuple(dice)
