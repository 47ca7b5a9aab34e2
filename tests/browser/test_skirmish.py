"""A whole learning skirmish against the bot, by mouse: orders, moves, charges, to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sitting
from tests.browser.desk import MOMENT, Desk
from tests.browser.known import BOT, PEOPLE, begun, until
from tests.browser.test_look import SIZES, serious
from tests.browser.test_star import changed, press, sight
from tests.browser.test_touch import middle

ORDERS, FIRST = "order.hidden", "turn.activation"
ANNOUNCING = "manoeuvre.announce-on-activation"
ABOVE = """words => [...document.querySelectorAll('.board .piece')].every(
  piece => piece.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING)"""
LIKED = ("order:charge", "order:march", "order:rapid-fire", "button:charge", "button:done")


def liked(dice: Random, options: list[str]) -> str:
    """Mostly forward: a battle that is fought is worth more than one that is waited out."""
    for wish in LIKED:
        if wish in options and dice.random() < 0.6:
            return wish
    return dice.choice(options)


def deployed(desk: Desk) -> Desk:
    """Past the edges and the strips, to the first Orders."""
    while desk.my_turn() and not desk.prompt.inner_text().count("for an Order"):
        press(desk, desk.options()[0])
    return desk


def asked_by(desk: Desk, rule: str, seed: int = 2) -> Desk:
    """A skirmish at random with known dice, up to such a choice of the first seat."""
    desk.table_of(until(begun("rag_narok", seed), 0, rule), [*PEOPLE[:1], BOT])
    assert desk.my_turn()
    return desk


def look_at(desk: Desk, thing: Locator) -> None:
    """Point at it when it lies still: who has just been deployed is on its way to its place."""
    before = None
    while (now := thing.bounding_box()) != before:
        before = now
        desk.page.wait_for_timeout(300)
    thing.hover(force=True)


def test_what_is_looked_at_shows_its_reach_and_choices_lie_clear_of_notes(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    """Arcs for any Unit, dice with their throwers, Orders as counters as they are given."""
    desk = deployed(seat().play_now("rag_narok"))
    page, arcs = desk.page, desk.page.locator(".board .arc")
    told = page.locator('[data-roll="Tactics roll"]')
    assert told.first.locator("li").count() >= 2, "the Tactics roll lies open, a line for each"
    expect(told.first).to_contain_text("wins")
    page.locator('[data-thing="button:done"]').click()
    expect(desk.prompt).to_contain_text(re.compile(r"Leave \d+ Orders? unused\?"))
    page.get_by_role("button", name="Not yet").click()
    expect(arcs).to_have_count(0)
    enemy = page.locator('.board [data-thing^="unit:1"], .board [data-thing^="unit:0"]')
    for one in enemy.and_(page.locator(":not(.may)")).all():
        look_at(desk, one)
        if arcs.count():  # a flag may lie under another's
            break
    expect(arcs.first).to_be_visible()
    mine = next(thing for thing in desk.options() if thing.startswith("unit:"))
    card = page.locator(f'.roster [data-thing="{mine.replace("unit:", "card:")}"]')
    before = sight(desk)
    card.click()
    changed(desk, before)
    expect(page.locator(f'.board [data-thing="{mine}"].is-selected')).to_be_visible()
    expect(page.locator(".roster .is-selected")).to_have_count(1)
    page.locator('[data-thing="order:charge"]').hover()
    expect(page.locator(".would").first).to_contain_text("If you charge, as things stand")
    page.mouse.move(2, 2)
    expect(arcs.first).to_be_visible()
    choices, board = page.locator('[data-zone="choices"]'), page.locator("svg.board")
    below, above = choices.bounding_box(), board.bounding_box()
    assert below
    assert above
    assert below["x"] >= above["x"] + above["width"] - 1
    press(desk, "order:march")
    expect(page.locator('.board [data-thing^="token:"]').first).to_be_visible()
    shoot(desk, "orders-given")


def carried_out(desk: Desk, thing: str) -> bool:
    """Takes it for good: what is asked about first is confirmed, and the table has moved on.

    False if the table has answered first."""
    before = desk.page.evaluate(MOMENT)
    if not press(desk, thing):
        return False
    if (sure := desk.page.get_by_role("button", name="Confirm", exact=True)).count():
        sure.click()
    desk.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before)
    return True


def soldiers(desk: Desk, unit: str) -> Locator:
    return desk.page.locator(f'.board [data-whole="{unit}"]')


def rim(desk: Desk, unit: str) -> Locator:
    return desk.page.locator(f'.board [data-rim="{unit}"]')


def settled(desk: Desk, soldier: Locator) -> tuple[float, float]:
    """The middle of a base that has come to its place."""
    before = None
    while (now := middle(soldier)) != before:
        before = now
        desk.page.wait_for_timeout(300)
    return now


def test_who_clicks_a_soldier_chooses_the_unit(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    """A look at an enemy's soldier shows his Unit's arc; a click at him shows its card."""
    desk = asked_by(seat(), ORDERS)
    page, arcs = desk.page, desk.page.locator(".board .arc")
    mine = next(thing for thing in desk.options() if thing.startswith("unit:"))
    army = mine.partition("-")[0]
    flags = page.locator(f'.board [data-thing^="unit:"]:not([data-thing^="{army}-"])')
    foe = str(flags.first.get_attribute("data-thing"))
    page.mouse.move(*settled(desk, soldiers(desk, foe).first))
    expect(arcs.first).to_be_visible()
    assert page.locator(".board .tag", has_text="charge").evaluate(ABOVE), "no rock hides its words"
    expect(rim(desk, foe)).to_have_class(re.compile(r"\blooked\b"))
    expect(rim(desk, foe)).not_to_have_class(re.compile(r"\bmay\b"))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(f'[data-near="{foe.replace("unit:", "card:")}"]')).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    expect(arcs).to_have_count(0)
    expect(rim(desk, foe)).to_have_count(0)

    soldier = soldiers(desk, mine).last
    expect(rim(desk, mine)).to_have_class(re.compile(r"\bmay\b"))
    expect(soldier).to_have_role("img")
    assert soldier.get_attribute("tabindex") is None, "the flag is where the keyboard goes"
    spot, before = settled(desk, soldier), sight(desk)
    page.mouse.move(*spot)
    expect(desk.thing(mine)).to_have_class(re.compile(r"\blooked\b"))
    shoot(desk, "soldier-looked-at")
    page.mouse.click(*spot)
    changed(desk, before)
    expect(desk.thing(mine)).to_have_class(re.compile(r"is-selected"))
    expect(rim(desk, mine)).to_have_class(re.compile(r"\bselected\b"))
    shoot(desk, "soldier-clicked")


def test_a_finger_on_a_soldier_proposes_the_unit(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = asked_by(seat(size=(390, 844), has_touch=True, is_mobile=True), ORDERS)
    page = desk.page
    mine = next(thing for thing in desk.options() if thing.startswith("unit:"))
    soldier = soldiers(desk, mine).last
    soldier.scroll_into_view_if_needed()
    spot, before = settled(desk, soldier), sight(desk)
    page.touchscreen.tap(*spot)
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    expect(rim(desk, mine)).to_have_class(re.compile(r"\blooked\b"))
    shoot(desk, "soldier-tapped")
    page.touchscreen.tap(*settled(desk, soldier))
    changed(desk, before)
    expect(rim(desk, mine)).to_have_class(re.compile(r"\bselected\b"))


def test_on_a_phone_what_is_told_moves_no_choice_from_under_the_pointer(seat: Sitting) -> None:
    desk = asked_by(seat(size=(390, 844)), ANNOUNCING)
    told = desk.page.locator(".foot > .would")
    choice = desk.page.locator('[data-zone="choices"] [data-thing="manoeuvre:u-turn"]')
    choice.scroll_into_view_if_needed()
    before = choice.bounding_box()
    expect(told).to_have_count(0)
    choice.hover()
    expect(told).to_be_visible()
    assert choice.bounding_box() == before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("rule", [ORDERS, FIRST, ANNOUNCING])
def test_no_field_is_hard_to_use(
    seat: Sitting, shoot: Callable[[Desk, str], None], rule: str, theme: str, size: str
) -> None:
    """No serious violation that axe knows of, and nothing to scroll sideways."""
    desk = asked_by(seat(color_scheme=theme, size=SIZES[size]), rule)
    shoot(desk, f"skirmish-{rule}-{theme}-{size}")
    assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size][0]
    assert serious(desk) == []


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_learning_skirmish_by_mouse_to_the_end(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    """One click begins it; nothing that may be touched lies out of the mouse's reach."""
    desk, dice = seat().play_now("rag_narok"), Random(3)
    touched: list[str] = []
    while desk.my_turn():
        if not (options := desk.options()):  # the table has answered just now
            continue
        thing = liked(dice, options)
        if carried_out(desk, thing):
            touched.append(thing)
        assert len(touched) < 400
    page = desk.page
    assert len(touched) > 20
    kinds = {thing.partition(":")[0] for thing in touched}
    assert {"unit", "order", "button"} <= kinds, kinds
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    shoot(desk, "skirmish-over")
    page.get_by_role("button", name="Log", exact=True).click()  # a field takes the drawer's place
    told = page.get_by_role("tabpanel", name="Log")
    expect(told).to_contain_text("Turn 2 of 5")
