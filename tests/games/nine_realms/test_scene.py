"""What a seat sees, and what it is shown before it touches anything."""

from __future__ import annotations

import re

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Preview, choose
from tests.games.nine_realms import table as t

HANDS = (
    ("gladsheim", "valhalla", "mjolnir", "gungnir", "hlidskjalf"),
    ("yggdrasil", "bifrost", "garm", "eitri", "fensalir"),
)


def shown(state: NineRealms, seat: int) -> dict[str, Preview]:
    return {preview.thing: preview for preview in GAME.scene(state, seat).previews}


def test_previews_of_heroes_and_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = t.Wanted(realm="asgard", hands=HANDS, drawn=(("thor",), ("ymir",)))
    state = t.lay(wanted)
    assert shown(state, t.AESIR)["hero:thor"].notes[0].title == "9"
    choose(state, t.AESIR, "hero:thor")
    assert shown(state, t.AESIR) == {}
    choose(state, t.JOTUNN, "hero:ymir")
    assert shown(state, t.AESIR)["card:hlidskjalf"].outcome == "9 + 3 = 12"
    choose(state, t.AESIR, "card:valhalla")
    assert shown(state, t.AESIR)["card:mjolnir"].notes[0].title == "9 + 5 dice"
    assert shown(state, t.AESIR)["card:hlidskjalf"].notes[0].title == "12 + 2 dice"
    t.fall(monkeypatch, (6, 6, 4, 2, 1), (3, 3, 3, 3, 3))
    t.play(
        state, (t.AESIR, "card:mjolnir"), (t.JOTUNN, "card:yggdrasil"), (t.JOTUNN, "card:bifrost")
    )
    outcomes = {thing: preview.outcome for thing, preview in shown(state, t.AESIR).items()}
    assert outcomes == {
        "card:gladsheim": "14 + 3 = 17",
        "card:gungnir": "14 + 2 = 16",
        "card:hlidskjalf": "14 stays 14",
    }
    titles = {thing: preview.notes[0].title for thing, preview in shown(state, t.JOTUNN).items()}
    assert titles["card:garm"] == "18 + 2 dice"
    assert titles["card:eitri"] == "18 stays 18"


def test_previews_of_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = t.lay(t.Wanted(hands=HANDS, drawn=(("thor",), ("ymir",))))
    t.fall(monkeypatch, (6, 5, 4, 2, 1, 1))
    t.both(state, "hero:thor", "hero:ymir")
    t.two_cards(state, ("valhalla", "mjolnir"), ("yggdrasil", "bifrost"))
    t.both(state, "card:gungnir", "card:fensalir")
    previews = shown(state, t.AESIR)
    assert previews["die:0-3"].notes[0].title == "13 + 1 = 14"
    assert previews["die:0-3"].ghosts[0].art == "die-5"
    assert previews["die:0-2"].notes[0].title == "13 stays 13"
    assert previews["die:0-3"].notes[0].facts[0].rule == "card.treasure-rotate-3"


def test_hands_are_backs_to_others() -> (
    None
):  # rule: ruling.discards-open, ruling.hero-choice-secret
    state = t.lay(t.Wanted(hands=HANDS))
    for seat in (t.JOTUNN, None):
        zones = {zone.id: zone for zone in GAME.scene(state, seat).zones}
        assert [thing.id for thing in zones["hand-0"].things] == [
            f"back:card-0-{n}" for n in range(5)
        ]
        assert [thing.id for thing in zones["heroes-0"].things] == [
            f"back:hero-0-{n}" for n in range(3)
        ]
        assert zones["set-0"].things[0].badge == "6"


def test_the_first_of_two_cards_is_shown_as_picked() -> None:
    state = t.lay(t.Wanted(hands=HANDS, drawn=(("thor",), ("ymir",))))
    t.both(state, "hero:thor", "hero:ymir")
    choose(state, t.AESIR, "card:valhalla")
    picked = [
        thing.id for thing in GAME.scene(state, t.AESIR).things() if "selected" in thing.state
    ]
    assert picked == ["card:valhalla"]
    choose(state, t.AESIR, "card:gungnir")
    picked = [
        thing.id for thing in GAME.scene(state, t.AESIR).things() if "selected" in thing.state
    ]
    assert set(picked) == {"card:valhalla", "card:gungnir"}
    sealed = [thing.id for thing in GAME.scene(state, t.JOTUNN).things() if "sealed" in thing.state]
    assert sealed == ["sealed:0"]


def test_realms_say_what_they_favour() -> None:  # rule: realm.circle, realm.square
    state = GAME.new(seed=1)
    tips = {thing.id: thing.tip for thing in GAME.scene(state, 0).zones[0].things}
    assert (
        tips["realm:asgard"] == "Circle. Each Norse God card in a line adds 1 more Strength here."
    )
    assert tips["realm:helheim"] == "Square. Each Monster card in a line brings 1 more die here."


def test_reconstructed_cards_are_marked_in_the_rulebook() -> None:  # rule: ruling.card-content
    parts = {part.id: part for part in GAME.rulebook.parts}
    cards = [part for name, part in parts.items() if name.startswith("part.card.")]
    assert len(cards) == len(GAME.rulebook.tables["card"])
    assert all(card.reconstructed for card in cards)
    assert "Strength" in parts["part.card.yggdrasil"].basis, "its Strength is printed"
    assert not parts["part.card.bifrost"].basis


def test_the_table_in_text() -> None:
    wanted = t.Wanted(hands=HANDS, drawn=(("thor", "odin", "loki"), ("ymir",)))
    text = str(GAME.scene(t.lay(wanted), t.AESIR))
    assert "Midgard now" in text
    assert "Aesir heroes drawn: Thor 8, Odin 9, Loki 3" in text
    assert "Jötunn hand: face-down card" in text
    assert "Draw pile 17" in text


def test_every_picture_is_drawn() -> None:
    """Each art that a scene can name stands in the sheet."""
    sheet = "".join(path.read_text("utf-8") for path in sorted((GAME.folder / "art").glob("*.svg")))
    symbols = set(re.findall(r'<symbol id="([^"]+)"', sheet))
    arts = set()
    for seed in range(6):
        state = GAME.new(seed=seed)
        while state.open:
            for seat in (0, 1):
                arts |= {thing.art for thing in GAME.scene(state, seat).things()}
            t.play_on(state, seed, 3)
    arts -= {"button"}
    assert arts <= symbols, sorted(arts - symbols)
    assert len(arts) > 40
    used = set(re.findall(r'href="#([^"]+)"', sheet))
    assert used <= symbols
    assert all(f"die-{face}" in symbols for face in range(1, p.FACES + 1))
