"""RagnaRok Star at the real page: programs side by side, by mouse, by keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import fimbul
from fimbul.kernel import decision_of
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.known import BOT, PEOPLE, begun
from tests.browser.test_touch import Hand, middle

SIGHT = """() => [
  document.querySelector('.prompt')?.dataset.state,
  document.querySelector('[data-testid=prompt]')?.textContent,
  document.querySelector('.table')?.dataset.number,
  ...[...document.querySelectorAll('.table [data-thing].may')].map(one => one.dataset.thing),
].join(' ')"""
# where a thing that is offered can be touched, and what lies over the table there
SPOT = """thing => {
  const one = document.querySelector(`.table [data-thing="${thing}"].may`);
  if (!one) return null;
  one.scrollIntoView({ block: 'center' });
  const box = one.getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(...at);
  return [at, top?.closest('.table') ? '' : (top?.outerHTML ?? 'nothing').slice(0, 200)];
}"""
# a hand that is under way stops when the thing is gone: it touches nothing that came in its place
STOP = """thing => addEventListener('click', (event) => {
  const there = document.querySelector(`.table [data-thing="${thing}"].may`);
  if (!there) event.stopImmediatePropagation();
}, { capture: true, once: true })"""
UPLOAD = """async (saga) => {
  const headers = { "content-type": "text/plain" };
  const answer = await fetch("/api/sagas", { method: "POST", headers, body: saga });
  return (await answer.json()).replay;
}"""
BACK = "button:take-back"
SEED = 635  # many beats, and twice in a row nobody is asked but the first seat
DIVALKYRIE = "2"  # the third expansion in the list


# names of actions that are wider than the cell they stand in, among all that are drawn
WIDE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const names = [...document.querySelectorAll('[data-zone^="board:"] text.caption')];
  const cells = [...document.querySelectorAll('[data-zone^="board:"] [data-thing^="act:"]')];
  const fits = (name) => cells.some((cell) =>
    box(cell).left <= box(name).left && box(name).right <= box(cell).right);
  return [names.map((name) => name.textContent), names.filter((name) => !fits(name)).length];
}"""


def sight(desk: Desk) -> str:
    return str(desk.page.evaluate(SIGHT))


def press(desk: Desk, thing: str) -> bool:
    """Take it once it lies still, wherever under others; wait until something has changed.

    False if it was gone before: a table answers for whoever is asked and has no choice.
    """
    before = sight(desk)
    spot: Any = None
    if thing not in before.split():
        return False
    while spot != (spot := desk.page.evaluate(SPOT, thing)):
        desk.page.wait_for_timeout(40)
    if spot:
        at, over = spot
        assert not over, f"{thing} lies under {over}"
        desk.page.evaluate(STOP, thing)
        desk.page.mouse.click(*at)
    changed(desk, before)
    return spot is not None


def changed(desk: Desk, before: str) -> None:
    """The page's policy forbids to evaluate text, so the looking is done from here."""
    for _ in range(600):
        if sight(desk) != before:
            return
        desk.page.wait_for_timeout(20)
    raise AssertionError(f"nothing has changed: {before}")


def is_mine(desk: Desk) -> bool:
    return desk.page.locator('.prompt[data-state="mine"]').count() > 0


def is_over(desk: Desk) -> bool:
    return desk.page.locator('.prompt[data-state="over"]').count() > 0


def forward(desk: Desk) -> list[str]:
    """What can be touched but for taking something back."""
    return onward(desk.options())


def onward(options: Iterable[str]) -> list[str]:
    return [thing for thing in options if thing != BACK]


def open_table(desk: Desk, seats: list[str], expansions: str = DIVALKYRIE) -> Desk:
    """Like `new_table`, with a list to choose the expansions from, and a third seat."""
    page = desk.open("#/new/ragnarok_star").page
    desk.unfold()
    page.locator("#option-expansions").select_option(expansions)
    for number, wish in enumerate(seats):
        if page.locator(f"#seat-{number}").count() == 0:
            page.locator(".seats .btn").click()
        page.locator(f"#seat-{number}").select_option(wish)
    page.get_by_role("button", name="Open the table").click()
    return desk


def write(desk: Desk, dice: Random) -> None:
    """A whole program, down to done."""
    assert desk.my_turn()
    while (options := forward(desk)) != ["button:done"]:
        press(desk, dice.choice(options))
    press(desk, "button:done")


def friends(seat: Sitting) -> tuple[Desk, Desk]:
    """Two people in two browsers and a bot, at the table of the Divalkyrie."""
    host, guest = seat("Astrid"), seat("Leif")
    open_table(host, ["me", "friend", "bot random"])
    guest.sit(host.link("invite"), "Leif")
    for desk in (host, guest):
        assert desk.my_turn()
        press(desk, desk.options()[0])
    return host, guest


def test_two_people_program_side_by_side(seat: Sitting, shoot: Callable[[Desk, str], None]) -> None:
    host, guest = friends(seat)
    assert host.my_turn()
    press(host, "act:sail")
    press(host, "island:kiss")
    press(host, BACK)
    expect(host.thing("act:sail").locator(".badge")).to_have_count(0)
    write(host, Random(4))
    shoot(host, "star-programmed")
    assert guest.my_turn()
    expect(guest.page.locator('[data-thing^="plan:0"]')).to_have_count(0)
    write(guest, Random(5))
    for desk in (host, guest):
        expect(desk.page.locator('[data-thing^="plan:0"]')).to_have_count(6)
        expect(desk.page.locator('[data-thing^="plan:2"]')).to_have_count(6)


def test_a_proposal_outlasts_what_others_do(seat: Sitting) -> None:
    """A rival's pick neither takes back what I am about to choose nor chooses it."""
    host, guest = friends(seat)
    assert host.my_turn()
    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_label("Confirm my choices").check(force=True)
    host.page.keyboard.press("Escape")
    host.thing("act:shield").click()
    confirm = host.page.get_by_role("button", name="Confirm", exact=True)
    expect(confirm).to_be_visible()
    write(guest, Random(5))
    expect(host.page.locator('[data-seat="1"] .sealed')).to_be_visible()  # the page has heard of it
    confirm.click()
    expect(host.thing("act:shield").locator(".badge")).to_have_text("1")


def beat(desk: Desk) -> tuple[int, int]:
    """Which beat is shown, of how many."""
    bar = desk.page.locator("[data-beat]")
    shown, last = bar.evaluate("bar => [bar.dataset.beat, bar.dataset.beats].map(Number)")
    return shown, last


def still(desk: Desk) -> None:
    """Wait until nothing moves any more: what leaves the table fades, slowly on a busy machine."""
    desk.page.wait_for_timeout(50)
    while desk.page.evaluate("document.getAnimations().length"):
        desk.page.wait_for_timeout(50)


def asked(match: fimbul.Match[Any], seat: int) -> list[str]:
    decision = decision_of(match.state, seat)
    assert decision
    return onward(decision.options)


def programmed(seed: int = SEED) -> fimbul.Match[Any]:
    """Up to the choice of the first seat that sets the first round going."""
    match, dice = begun("ragnarok_star", seed, seats=2), Random(seed)
    for seat in (0, 1):
        match.choose(seat, asked(match, seat)[0])
    for seat in (1, 0):
        while (options := asked(match, seat)) != ["button:done"]:
            match.choose(seat, dice.choice(options))
        if seat:
            match.choose(seat, "button:done")
    return match


def test_resolution_plays_number_by_number_is_paused_and_stepped_back(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    """It plays where things may move; where they may not it waits to be stepped through."""
    for motion in ("no-preference", "reduce"):
        desk = seat(reduced_motion=motion)
        desk.table_of(programmed(), [*PEOPLE[:1], BOT])
        assert desk.my_turn()
        press(desk, "button:done")
        bar, page = desk.page.locator("[data-beat]"), desk.page
        if motion == "no-preference":
            page.get_by_role("button", name="Pause", exact=True).click()
            at = beat(desk)
            page.wait_for_timeout(2500)
            assert beat(desk) == at, "it stands still"
            assert at[0] < at[1], "and was still under way"
            page.get_by_role("button", name="One step forward").click()
            assert beat(desk)[0] == at[0] + 1
            page.get_by_role("button", name="Now", exact=True).click()
        shown, last = beat(desk)
        assert shown == last
        tables, told = [desk.places()], [bar.inner_text()]
        while beat(desk)[0]:
            page.keyboard.press(",")
            still(desk)
            tables.append(desk.places())
            told.append(bar.inner_text())
        assert len(tables) == last + 1
        assert any("Number 1" in words for words in told)
        fans = [{one for one in table if one.startswith("fan:")} for table in tables]
        assert fans[0] != fans[-1], "the new fans have not come yet"
        shoot(desk, f"star-beat-{motion}")
        press(desk, forward(desk)[0])  # my own decision was open all the time
        expect(bar).not_to_have_attribute("data-beats", str(last))  # what it set going came
        page.keyboard.press(",")
        page.get_by_role("button", name="Now", exact=True).click()
        expect(page.locator(".beats.past")).to_have_count(0)


def test_a_replay_plays_beat_by_beat_and_is_stepped_back(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = seat(reduced_motion="no-preference").open()
    page = desk.page
    match = programmed()
    match.choose(0, "button:done")
    replay = page.evaluate(UPLOAD, fimbul.write_saga(match.record()))
    desk.open(f"#/replay/{replay}")
    expect(page.locator("[data-beat]")).to_be_visible()  # the last choice is shown, with its beats
    shown, last = beat(desk)
    assert shown == last > 1, "whoever jumps there sees the end"
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-beat]")).to_have_count(0)
    page.keyboard.press("ArrowRight")  # one choice on: it plays
    page.get_by_role("button", name="Pause", exact=True).click()
    at = beat(desk)
    assert at[0] < last == at[1]
    page.wait_for_timeout(1500)
    assert beat(desk) == at, "it stands still"
    shoot(desk, "star-replay-beat")
    told = set()
    while beat(desk)[0]:
        page.keyboard.press(",")
        told.add(page.locator("[data-beat]").inner_text())
    while beat(desk)[0] < last:
        page.get_by_role("button", name="One step forward").click()
        told.add(page.locator("[data-beat]").inner_text())
    assert any("Number 1" in words for words in told)
    expect(page.locator(".beats.past")).to_have_count(0)


def test_numbers_are_dragged_by_mouse_and_by_finger(seat: Sitting) -> None:
    desk = open_table(seat(), ["me", "bot random"])
    assert desk.my_turn()
    press(desk, desk.options()[0])
    expect(desk.page.locator(".grip")).to_have_count(1)
    (x, y), (to_x, to_y) = (middle(desk.thing(one)) for one in ("number:1", "act:shield"))
    mouse, before = desk.page.mouse, sight(desk)
    mouse.move(x, y)
    mouse.down()
    mouse.move(to_x, to_y, steps=6)
    expect(desk.page.locator(".dragged")).to_be_visible()
    mouse.up()
    changed(desk, before)
    expect(desk.thing("act:shield").locator(".badge")).to_have_text("1")
    expect(desk.page.locator(".dragged")).to_have_count(0)
    for spent, onto in (("number:1", "act:eye"), ("number:2", "musician:0")):  # nothing happens
        mouse.move(*middle(desk.thing(spent)))
        mouse.down()
        mouse.move(*middle(desk.thing(onto).or_(desk.thing("act:shield")).first), steps=6)
        mouse.up()
    expect(desk.page.locator('[data-thing^="act:"] .badge')).to_have_count(1)


def test_a_finger_drags_a_number_on_a_phone(seat: Sitting) -> None:
    desk = open_table(seat(size=(390, 844), has_touch=True, is_mobile=True), ["me", "bot random"])
    assert desk.my_turn()
    press(desk, desk.options()[0])
    expect(desk.page.locator('.grip[data-thing="number:1"]')).to_have_count(1)
    (x, y), (to_x, to_y) = (middle(desk.thing(one)) for one in ("number:1", "act:lady1"))
    before, way = sight(desk), [n / 6 for n in range(7)]
    Hand(desk).draw(*(((x + (to_x - x) * n, y + (to_y - y) * n),) for n in way))
    changed(desk, before)
    expect(desk.thing("act:lady1").locator(".badge")).to_have_text("1")


def walk_to(desk: Desk, thing: str) -> None:
    """Arrow keys alone lead to it, whichever option it is: straight there, else by other ways."""
    tried: set[tuple[str, str]] = set()
    desk.page.keyboard.press("ArrowRight")
    while (here := focused(desk)) != thing:
        ways = [way for way in ways_to(desk, here, thing) if (here, way) not in tried]
        assert ways, f"no arrow key leads from {here} to {thing}"
        tried.add((here, ways[0]))
        desk.page.keyboard.press(f"Arrow{ways[0]}")


def focused(desk: Desk) -> str:
    return desk.page.locator(".table [data-thing]:focus").get_attribute("data-thing") or ""


def ways_to(desk: Desk, here: str, thing: str) -> list[str]:
    """The arrow keys, those first that point there."""
    (x, y), (to_x, to_y) = (middle(desk.thing(one)) for one in (here, thing))
    ahead = {"Left": x - to_x, "Right": to_x - x, "Up": y - to_y, "Down": to_y - y}
    return sorted(ahead, key=lambda way: -ahead[way])


def test_programming_by_keyboard_alone(seat: Sitting) -> None:
    desk = open_table(seat(), ["me", "bot random"])
    dice = Random(2)
    for _ in range(40):
        assert desk.my_turn()
        if desk.page.locator('[data-thing^="plan:"]').count():
            break
        before = sight(desk)
        walk_to(desk, dice.choice(forward(desk)))
        desk.page.keyboard.press("Enter")
        changed(desk, before)
    expect(desk.page.locator('[data-thing^="plan:0"]')).to_have_count(6)


def test_a_phone_holds_the_table(seat: Sitting, shoot: Callable[[Desk, str], None]) -> None:
    desk = open_table(seat(size=(390, 844)), ["me", "bot random"])
    assert desk.my_turn()
    press(desk, desk.options()[0])
    cell = desk.thing("act:sail").bounding_box()
    assert cell is not None
    assert cell["width"] >= 44, "large enough for a finger"
    wide = desk.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing runs off the side"
    write(desk, Random(3))
    shoot(desk, "star-phone")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_whole_match_of_three_by_mouse(seat: Sitting) -> None:
    """Two browsers and a bot, all seven rounds with the Divalkyrie."""
    host, guest = friends(seat)
    dice = Random(7)
    while not (is_over(host) and is_over(guest)):
        for desk in (host, guest):
            if is_mine(desk) and (options := forward(desk)):
                press(desk, dice.choice(options))
        host.page.wait_for_timeout(20)
    for desk in (host, guest):
        expect(desk.page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("wide", [1440, 390])
def test_the_band_board_is_read_in_french(seat: Sitting, wide: int) -> None:
    """The names of its actions are told and fit their cells; the art has no words of its own."""
    desk = seat(like={"language": "fr"}, size=(wide, 900))
    desk.table_of(begun("ragnarok_star", SEED, seats=2), [*PEOPLE[:1], BOT])
    assert desk.my_turn()
    expect(desk.prompt).to_contain_text("Gardez l\u2019un de ces contrats")
    desk.touch(desk.options()[0])
    assert desk.my_turn()
    expect(desk.prompt).to_contain_text("Choisissez ce que fait votre groupe au numéro 1")
    names, too_wide = desk.page.evaluate(WIDE)
    assert {"Naviguer", "S\u2019envoler", "2 garçons"} <= set(names)
    assert len(names) == 15
    assert not too_wide
