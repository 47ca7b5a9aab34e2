"""Owners of the printed cards play with their values: both armies, stored matches and records."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army import printed
from fimbul.games.rag_narok.army.army import BadArmy, Enlisted
from fimbul.games.rag_narok.army.setup import army_of
from fimbul.games.rag_narok.measure import tables as t
from fimbul.kernel import BadSetup, Dice, card_file, choose, decode, encode

ROWS: dict[str, dict[str, Any]] = {row["id"]: row for row in GAME.rulebook.tables["unit"]}


def row(profile: str, **changes: Any) -> dict[str, Any]:
    return {**ROWS[profile], **changes}


# rule: ruling.own-profiles
def test_only_what_differs_from_ours_is_kept() -> None:
    own, problems = printed.read_rows([row("abel"), row("griffin-duelist", ATT=7, MOV=12.5)])
    assert not problems
    assert [(card.id, card.att, card.mov) for card in own] == [("griffin-duelist", 7, 1250)]
    assert printed.read_rows(list(ROWS.values())) == ((), [])


# rule: ruling.own-profiles
def test_profiles_travel_with_the_army() -> None:
    changed = row("griffin-fusilier", AIM=7, AP=ROWS["griffin-fusilier"]["AP"] + 1)
    own, _ = printed.read_rows([changed])
    army = army_of("griffons-200", (own, ()))
    text = armies.write(army)
    assert armies.read(text) == army
    assert army.cost > armies.READY["griffons-200"].cost, "as dear as the owner's card says"
    assert "[[unit]]" not in armies.write(army_of("acheron-200", (own, ()))), (
        "only where they fight"
    )
    for card in t.PROFILES.values():
        (line,) = [list(printed.write([card]))]
        assert printed.read_rows(t.parse("\n".join(line))["unit"]) == ((), []), (
            "every field can be written"
        )


# rule: ruling.own-profiles
def test_a_match_with_own_profiles_is_played_stored_and_recorded() -> None:
    setup = GAME.setup(units=[row("griffin-duelist", ATT=6), row("morbid-puppet", DEF=4)])
    state, dice = GAME.new(setup, 3), Dice(3)
    cards = {one.card.id: one.card for one in state.roster.fighters}
    assert (cards["griffin-duelist"].att, cards["morbid-puppet"].defence) == (6, 4)
    match = fimbul.Match(GAME, setup, 3)
    for _ in range(60):
        decision = match.state.open[0]
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
    again = decode(GAME, encode(match.state))
    assert again == match.state
    assert again.roster.fighters[0].card.att == match.state.roster.fighters[0].card.att
    saga = fimbul.write_saga(match.record())
    assert fimbul.replay(fimbul.read_saga(saga)).state == match.state
    choose(state, state.open[0].seat, state.open[0].options[0])


# rule: ruling.own-profiles
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (row("abel", id="able"), "no such profile (did you mean"),
        (row("abel", people="wolfen"), "people cannot be changed"),
        (row("abel", MOV=99), "MOV is 0 to 60"),
        (row("abel", MOV=1.005), "finer than a hundredth"),
        (row("abel", size="Huge"), "Huge"),
        (row("abel", wounds=7), "wounds: 7, where the rules have"),
        (row("abel", skills=["juggling"]), "no skill juggling"),
        (row("abel", name="{0}"), "without braces"),
        (row("abel", base_mm=[0, 25]), "a base measures"),
        (row("griffin-fusilier", weapon={"name": "x", "STR": 1, "short": 9}), "medium"),
        (row("abel", luck=3), "luck"),
        ({"id": "abel"}, "missing"),
    ],
)
def test_what_no_card_says_is_told(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(units=[changed])
    assert any(told in problem for problem in bad.value.problems), bad.value.problems


# rule: ruling.own-profiles
def test_an_army_that_has_grown_too_dear_is_refused() -> None:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(units=[row("griffin-duelist", AP=40)])
    assert any("the army costs" in problem for problem in bad.value.problems)


# rule: ruling.own-profiles
def test_profiles_in_a_text_are_checked_too() -> None:
    text = armies.write(armies.READY["griffons-200"])
    for rows, told in (("[[unit]]\nid = 3\n", "unit 3"), ("[[unit]]\nid =", "cannot be read")):
        with pytest.raises(BadArmy) as bad:
            armies.read(text + rows)
        assert any(told in problem for problem in bad.value.problems), bad.value.problems
    with pytest.raises(BadArmy, match="characters"):
        armies.read(text + "[[unit]]\n" + "#" * armies.LONGEST_ROWS)


def test_an_accelerator_is_fitted_once() -> None:  # rule: ruling.boiler-equipment
    entry = Enlisted(1, "abel", extras=("accelerator",))
    again = Enlisted(1, "abel", extras=("accelerator",), own=entry.card)
    assert again.card.skills.count("boiler/MOV") == 1


def test_the_file_to_start_from_is_ours() -> None:  # rule: ruling.own-profiles
    setup = GAME.setup(units=card_file("rag_narok", GAME.rulebook))
    assert GAME.new(setup, 3) == GAME.new(GAME.setup(), 3)


# rule: ruling.own-profiles
def test_a_length_that_no_table_has_is_not_written_out() -> None:
    """A length of a million digits held a server up for minutes."""
    text = armies.write(armies.READY["griffons-200"])
    for length in ("1e999990", "1e99999999", "inf", "nan"):
        with pytest.raises(BadArmy):
            armies.read(f'{text}\n[[unit]]\nid = "griffin-duelist"\nMOV = {length}\n')
