"""A Unit is put where it shall end: by mouse, by finger, by keys; several picks in one gesture."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from fimbul.bots import bot, outlook
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.known import BOT, PEOPLE, begun
from tests.browser.test_look import SIZES
from tests.browser.test_skirmish import settled, soldiers
from tests.browser.test_touch import Hand, middle

UNIT, ORDER = "unit:0-duelists", "order.hidden"
MOVING = "turn.activation"
STEADY_MS, SLOW_MS = 800, 4000  # in which nothing more is chosen, and where a bot thinks
STANDS = """() => {
    const now = document.querySelector(".table").dataset.number;
    const [same] = [window.numberBefore === now, (window.numberBefore = now)];
    return same;
}"""


def known(desk: Desk, rule: str, option: str) -> Desk:
    """A skirmish that bots have played with known dice, up to such a choice of the first seat."""
    match = begun("rag_narok", 1)
    bots = [bot("konung", seat) for seat in range(2)]
    while True:
        asked = match.state.open[0]
        if (asked.seat, asked.rule) == (0, rule) and option in asked.options:
            break
        seen = outlook(match.game, match.state, asked.seat)
        match.choose(asked.seat, bots[asked.seat].pick(seen))
    desk.table_of(match, [*PEOPLE[:1], BOT])
    assert desk.my_turn()
    return desk


def ghosts(desk: Desk) -> Locator:
    return desk.page.locator(".board [data-ghost]")


def test_a_march_is_one_drag_with_a_ruler_and_undo_takes_it_back_whole(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = known(seat(), MOVING, "token:0-duelists-1")
    page, before, places = desk.page, desk.number, desk.places()
    x, y = settled(desk, soldiers(desk, UNIT).first)
    expect(page.locator("[data-goal]")).to_have_count(0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 20, steps=4)
    expect(page.locator("[data-goal].dotted").nth(20)).to_be_attached()
    page.mouse.move(x + 60, y - 120, steps=8)
    expect(ghosts(desk)).to_have_count(soldiers(desk, UNIT).count())
    expect(page.locator(".board .said")).to_contain_text(" cm")
    shoot(desk, "march-dragged")
    assert desk.number == before, "nothing is chosen on the way"
    page.mouse.up()
    page.wait_for_function(f"() => document.querySelector('.table').dataset.number - {before} >= 4")
    page.wait_for_function(STANDS, polling=STEADY_MS)  # the gesture is several picks
    assert desk.places() != places
    page.get_by_role("button", name="Undo").first.click()
    page.locator(f'.table[data-number="{before}"]').wait_for()
    assert desk.options(), "and the Order is there to be revealed again"


def test_what_is_dragged_is_turned_before_it_is_put_down(seat: Sitting) -> None:
    """Place, then facing, then let go: the turn after the march is not asked for any more."""
    desk = known(seat(), MOVING, "token:0-duelists-1")
    page, before = desk.page, int(desk.number)
    x, y = settled(desk, soldiers(desk, UNIT).first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 90, steps=8)
    said = page.locator(".board .said")
    expect(said).to_contain_text(" cm")
    page.keyboard.press("d")
    expect(said).to_contain_text("15°")
    page.mouse.wheel(0, 120)
    expect(said).to_contain_text("30°")
    page.keyboard.press("a")
    expect(said).to_contain_text("15°")
    page.mouse.up()
    page.wait_for_function(f"() => document.querySelector('.table').dataset.number - {before} >= 5")


def test_a_march_by_keys_is_an_order_arrows_and_enter(seat: Sitting) -> None:
    desk = known(seat(), MOVING, "token:0-duelists-1")
    page, before = desk.page, int(desk.number)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    handle = page.locator("[data-reach]")
    expect(handle).to_be_focused()
    expect(ghosts(desk).first).to_be_visible()
    far = handle.get_attribute("aria-label")
    page.keyboard.press("ArrowDown")
    expect(handle).not_to_have_attribute("aria-label", far or "")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('.table').dataset.number - {before} >= 4")


def test_on_a_phone_a_finger_drags_a_unit_and_lifts_it_at_its_goal(seat: Sitting) -> None:
    desk = known(
        seat(size=SIZES["phone"], has_touch=True, is_mobile=True), MOVING, "token:0-duelists-1"
    )
    page, before = desk.page, int(desk.number)
    soldier = soldiers(desk, UNIT).first
    soldier.scroll_into_view_if_needed()
    x, y = settled(desk, soldier)
    Hand(desk).draw(*(((x, y - 6 * step),) for step in range(9)))
    page.wait_for_function(f"() => document.querySelector('.table').dataset.number - {before} >= 4")


def test_an_order_is_laid_before_a_unit_and_formations_show_as_ghosts(seat: Sitting) -> None:
    desk = known(seat(), ORDER, UNIT)
    page, x_y = desk.page, settled(desk, soldiers(desk, UNIT).first)
    desk.thing("order:march").hover()
    page.mouse.down()
    page.mouse.move(*x_y, steps=8)
    expect(page.locator(".board .said")).to_contain_text("March")
    page.mouse.up()
    expect(desk.prompt).to_contain_text("3 left")
    expect(page.locator('.board [data-thing="token:0-duelists-1"]')).to_be_visible()
    desk = known(seat(), "setup.deploy", UNIT)
    desk.thing(UNIT).click()
    desk.thing("shape:dispersed-3").hover()
    expect(ghosts(desk)).to_have_count(4)
    desk.page.mouse.move(2, 2)
    expect(ghosts(desk)).to_have_count(0)


TWO = ("order:run", "order:charge")
LAID = '.board [data-thing^="token:0-duelists"]'


def test_an_order_dragged_over_another_takes_it_along(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = known(seat(), ORDER, UNIT)
    page, unit = desk.page, settled(desk, soldiers(desk, UNIT).first)
    desk.thing(TWO[0]).hover()
    page.mouse.down()
    page.mouse.move(*middle(desk.thing(TWO[1])), steps=6)
    expect(page.locator(".dragged")).to_contain_text("Charge")
    page.mouse.move(*unit, steps=8)
    expect(page.locator(".board .said")).to_contain_text("Run + Charge")
    shoot(desk, "two-orders")
    page.mouse.up()
    expect(desk.prompt).to_contain_text("2 left")
    expect(page.locator(LAID)).to_have_count(2)
    page.get_by_role("button", name="Undo").first.click()
    expect(desk.prompt).to_contain_text("4 left")


def test_what_only_passes_another_takes_nothing_along(seat: Sitting) -> None:
    desk = known(seat(), ORDER, UNIT)
    page, unit = desk.page, settled(desk, soldiers(desk, UNIT).first)
    desk.thing(TWO[0]).hover()
    page.mouse.down()
    page.mouse.move(*middle(desk.thing(TWO[1])), steps=2)
    page.mouse.move(*unit, steps=4)
    page.mouse.up()
    expect(desk.prompt).to_contain_text("3 left")


def test_a_finger_takes_two_orders_in_hand_and_touches_the_unit(seat: Sitting) -> None:
    desk = known(seat(size=SIZES["phone"], has_touch=True, is_mobile=True), ORDER, UNIT)
    for order in TWO:
        desk.thing(order).tap()
    expect(desk.prompt).to_contain_text("Run + Charge")
    x, y = settled(desk, soldiers(desk, UNIT).first)
    desk.page.touchscreen.tap(x, y)
    expect(desk.prompt).to_contain_text("2 left")


def test_a_melee_is_fought_as_usual_until_somebody_stops_it(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = known(seat(), "melee.dice-split", "split:2-0")
    page, before = desk.page, int(desk.number)
    page.get_by_role("button", name="Fight on as usual").click()
    expect(desk.prompt).to_contain_text("All dice attack")
    shoot(desk, "as-usual")
    page.get_by_role("button", name="Decide myself").click()
    page.wait_for_function(STANDS, polling=SLOW_MS)  # what was on its way has come, the bot's too
    here = int(desk.number)
    assert here > before
    page.wait_for_timeout(1200)
    assert int(desk.number) == here, "nothing more is answered for me"
    expect(page.get_by_role("button", name="Fight on as usual")).to_be_visible()
    page.get_by_role("button", name="Fight on as usual").click()
    page.locator('.phase.now, [data-thing^="phase:"].now').first.wait_for()
    page.wait_for_function(
        f"() => Number(document.querySelector('.table').dataset.number) > {here} + 1"
    )
    expect(page.get_by_role("button", name="Decide myself")).to_have_count(0, timeout=60_000)
    assert "split" not in " ".join(desk.options()), "the whole melee has been fought"
