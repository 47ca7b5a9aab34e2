"""Everything that decides is on the screen, at three sizes, and nothing jumps by itself."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import fimbul
from fimbul import game_names
from tests.browser.conftest import Sitting
from tests.browser.desk import MOMENT, Desk
from tests.browser.known import BOT, PEOPLE, begun, until
from tests.browser.viewport import (
    FRAME,
    MOST_SHIFT,
    SIZES,
    WATCH_SHIFTS,
    lasting_problems,
    problems_at_all_sizes,
    shifts,
)

SEATS = {"drakkar": 3, "ragnarok_star": 3}
FEW, MANY = 7, 1000  # decisions
WIDE, WIDER = (1920, 1080), 1.1
FOCUS = """thing => {
  const one = document.querySelector(`.table [data-thing="${thing}"].may`);
  one?.focus();
  return Boolean(one);
}"""


def seated(desk: Desk, game: str, seed: int) -> Desk:
    """At a new table of known dice, with bots that answer at once."""
    seats = SEATS.get(game, 2)
    match = begun(game, seed, **({"seats": seats} if game in SEATS else {}))
    desk.table_of(match, [PEOPLE[0], *[BOT] * (seats - 1)])
    return desk


def takes_any(desk: Desk, dice: Random) -> None:
    """A touch of something that is offered, however it lies under others.

    Nothing, if the table has just answered for me: I had no choice.
    """
    desk.page.wait_for_function("() => document.querySelectorAll('.table .may').length")
    before, offered = desk.page.evaluate(MOMENT), desk.glance().offered
    thing = dice.choice(offered).thing if offered else ""
    if (under := desk.page.locator(f'.table [data-other="{thing}"]')).count():
        under.click()
    if not desk.page.evaluate(FOCUS, thing):
        return
    desk.page.keyboard.press("Enter")
    if (sure := desk.page.get_by_role("button", name="Confirm", exact=True)).count():
        sure.click()
    desk.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before)


def drawn(desk: Desk, width: int, height: int) -> float:
    """How wide boards, ships and cards are on average, in a window of this size."""
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.page.evaluate(FRAME)
    script = "all => all.map(one => one.getBoundingClientRect().width)"
    things = desk.page.locator(".table :is(svg.board, .ship > svg, .card)")
    widths: list[float] = things.evaluate_all(script)
    return sum(widths) / len(widths)


def walk(desk: Desk, seed: int, most: int) -> list[str]:
    """What was missing at each decision of mine, with the size of the window and the question."""
    dice, missing = Random(seed), list[str]()
    for number in range(most):
        if not desk.my_turn():
            break
        asked = desk.prompt.inner_text()
        for size, found in problems_at_all_sizes(desk).items():
            missing += [f"{number}, {size}, {asked!r}: {one}" for one in found]
        takes_any(desk, dice)
    return missing


@pytest.mark.parametrize("game", game_names())
def test_what_decides_is_on_the_screen(seat: Sitting, game: str) -> None:
    """The prompt, all options, my score, dice and totals; no word cut, broken or too small."""
    assert walk(seated(seat(), game, seed=1), 1, FEW) == []


@pytest.mark.parametrize("seed", [4, 1])  # who was quicker sits in the one chair, then in the other
def test_who_lost_the_race_for_a_deck_is_asked_again_with_all_in_sight(
    seat: Sitting, seed: int
) -> None:
    """A rival's deck lies before him by then; his name has its room all the same."""
    match = begun("drakkar", seed, seats=3)
    for chair in (1, 2, 0):
        match.choose(chair, "deck:1")
    desk = seat()
    desk.table_of(match, [PEOPLE[0], BOT, BOT])
    assert desk.my_turn()
    assert problems_at_all_sizes(desk) == {size: [] for size in SIZES}


def test_my_ship_is_seen_beside_a_hand_and_three_rivals(seat: Sitting) -> None:
    match = until(begun("drakkar", 3, seats=4), 0, "play.choose-card")
    desk = seat()
    desk.table_of(match, [PEOPLE[0], BOT, BOT, BOT])
    assert desk.my_turn()
    expect(desk.page.locator(".lines > .mine .ship > svg")).to_have_count(1)
    assert problems_at_all_sizes(desk) == {size: [] for size in SIZES}


@pytest.mark.parametrize("level", ["karl", "konung"])
def test_names_of_levels_are_whole_beside_running_clocks(seat: Sitting, level: str) -> None:
    """Three bots of one level race for the decks, and each has a few seconds."""
    desk = seat(like={"level": level}).play_now("drakkar")
    assert desk.my_turn()
    assert problems_at_all_sizes(desk) == {size: [] for size in SIZES}


def sealed_before_me(seed: int) -> fimbul.Match[Any]:
    """Both have laid a Treasure: the second seat has turned its dice, which nobody sees yet."""
    match, dice = begun("nine_realms", seed), Random(seed)
    while 1 not in match.state.sealed or match.state.open[0].rule != "card.treasure-rotate":
        last = match.state.open[-1]
        match.choose(last.seat, dice.choice(last.options))
    return match


def test_what_a_rival_has_sealed_leaves_the_names_of_his_line_whole(seat: Sitting) -> None:
    """It is the fifth card there, beside Gullinbursti and Gjallarhorn."""
    desk = seat()
    desk.table_of(sealed_before_me(69), [PEOPLE[0], BOT])
    assert desk.my_turn()
    expect(desk.page.locator('[data-zone="line-1"] .card')).to_have_count(5)
    assert problems_at_all_sizes(desk) == {size: [] for size in SIZES}


@pytest.mark.parametrize("size", ["desk", "tablet"])
def test_what_a_fan_would_bring_moves_no_map_from_under_the_pointer(
    seat: Sitting, size: str
) -> None:
    match, dice = begun("ragnarok_star", 2, seats=3), Random(2)
    while not (asked := for_fans(match)):
        first = match.state.open[0]
        match.choose(first.seat, dice.choice(first.options))
    desk = seat(size=SIZES[size])
    desk.table_of(match, [PEOPLE[0], BOT, BOT])
    assert desk.my_turn()
    board = desk.page.locator(".halls .map svg.board")
    before = board.bounding_box()
    desk.thing(asked[0]).first.hover()
    expect(desk.page.locator(".low .over .facts")).to_be_visible()
    assert board.bounding_box() == before


def for_fans(match: Any) -> list[str]:
    """The fans that the first seat may take just now."""
    asked = [decision for decision in match.state.open if decision.seat == 0]
    return [name for one in asked for name in one.options if name.startswith("fan:")]


def test_letters_keep_their_size_on_a_board_that_shows_more(seat: Sitting) -> None:
    """A round is over and a program is asked for: the band's board has a row of numbers again."""
    match = until(begun("ragnarok_star", 7, seats=3), 0, "ice.change-place")
    desk = seat()
    desk.table_of(match, [PEOPLE[0], BOT, BOT])
    assert desk.my_turn()
    takes_any(desk, Random(1))
    expect(desk.prompt).to_contain_text("number 1")
    assert lasting_problems(desk.page) == []


def asked_to_discard(seed: int) -> fimbul.Match[Any]:
    """In Drakkar, with a long question and a button."""
    return until(begun("drakkar", seed, seats=3), 0, "store.replace")


def test_a_long_question_on_a_phone_leaves_its_signs_in_the_first_line(seat: Sitting) -> None:
    desk = seat(size=SIZES["phone"])
    desk.table_of(asked_to_discard(1), [PEOPLE[0], BOT, BOT])
    assert desk.my_turn()
    expect(desk.page.get_by_test_id("remark")).to_be_visible()
    asked = desk.prompt.bounding_box()
    primer = desk.page.locator(".prompt .how").bounding_box()
    assert asked
    assert primer
    assert primer["x"] >= asked["x"] + asked["width"]
    assert primer["y"] < asked["y"] + asked["height"]


def test_a_long_title_gives_way_to_the_turn(seat: Sitting) -> None:
    desk = seat(size=SIZES["phone"], locale="fr-FR")
    desk.table_of(asked_to_discard(2), [PEOPLE[0], BOT, BOT])
    assert desk.my_turn()
    where = desk.page.locator(".bar .where")
    expect(where).to_contain_text("le jeu de cartes")
    assert where.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert where.locator("b").evaluate("one => one.scrollWidth > one.clientWidth")


@pytest.mark.parametrize("game", game_names())
def test_a_wide_window_is_used(seat: Sitting, game: str) -> None:
    """What lies on the table grows with the window."""
    desk = seated(seat(), game, seed=1)
    assert desk.my_turn()
    before = drawn(desk, *SIZES["desk"])
    after = drawn(desk, *WIDE)
    assert after > WIDER * before, f"{before:.0f} px, then {after:.0f} px"


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_what_decides_is_on_the_screen_in_whole_matches(seat: Sitting, game: str) -> None:
    assert walk(seated(seat(), game, seed=2), 2, MANY) == []


def jumps(seat: Sitting, game: str, size: str, most: int) -> None:
    """With beats and motion, as a browser measures it."""
    desk = seated(seat(size=SIZES[size], reduced_motion="no-preference"), game, seed=1)
    assert desk.my_turn()
    desk.page.wait_for_timeout(1_000)  # letters and pictures have come
    desk.page.evaluate(WATCH_SHIFTS)
    dice = Random(1)
    for _ in range(most):
        if not desk.my_turn():
            break
        takes_any(desk, dice)
        desk.page.wait_for_timeout(1_500)
        if (now := desk.page.locator(".beats.past .btn")).count():
            now.click()
    far, which = shifts(desk.page)
    assert far < MOST_SHIFT, which


@pytest.mark.parametrize(("game", "size"), list(zip(game_names(), [*SIZES, *SIZES], strict=True)))
def test_nothing_jumps_by_itself(seat: Sitting, game: str, size: str) -> None:
    """Every game in one window; the long run tries them all, for longer."""
    jumps(seat, game, size, 4)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", game_names())
def test_nothing_jumps_by_itself_for_long(seat: Sitting, game: str, size: str) -> None:
    jumps(seat, game, size, 10)


def test_the_board_is_turned_to_whoever_looks(seat: Sitting) -> None:
    """Red sits on the far side: its vikings stand below, until the board is turned round."""
    desk = seat().new_table("ragnarocks", ["bot random", "me"])
    assert desk.my_turn()
    script = """all => { const board = document.querySelector("svg.board").getBoundingClientRect();
        return all.map(one => one.getBoundingClientRect().y > board.y + board.height / 2); }"""

    def below() -> list[bool]:
        return list(desk.may.evaluate_all(script))

    assert all(below())
    desk.page.get_by_role("button", name="Turn the board round").click()
    expect(desk.page.get_by_role("button", name="Turn the board round")).to_have_attribute(
        "aria-pressed", "true"
    )
    desk.page.wait_for_timeout(300)
    assert not any(below())
