"""Setups in one click, cards beside the board, hints with an evaluation, and the graph after."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk, whim
from tests.browser.known import BOT, PEOPLE, begun
from tests.browser.test_look import SIZES, serious


def laid(desk: Desk, preset: str, seats: int = 2, **options: str) -> Desk:
    """A table from a preset, everybody else a bot."""
    desk.open("#/new/ragnarocks")
    desk.page.get_by_role("button", name=preset).click()
    for seat in range(1, seats):
        desk.page.locator(f"#seat-{seat}").select_option("bot random")
    if options:
        desk.unfold()
    for name, value in options.items():
        desk.page.locator(f"#option-{name}").fill(value)
    desk.page.get_by_role("button", name="Open the table").click()
    return desk


def test_a_recommended_match_is_one_click_away(seat: Sitting) -> None:
    # rule: adv.matchups
    desk = laid(seat(), "Surtr and Ratatoskr")
    assert desk.my_turn()
    cards = desk.page.locator('[data-zone^="power-"] .card')
    expect(cards).to_have_count(2)
    assert sorted(cards.locator(".banner b").all_inner_texts()) == ["Ratatoskr", "Surtr"]
    expect(cards.filter(has_text="Ratatoskr").locator(".text")).to_contain_text(
        "opposite to its first move"
    )


def test_the_preset_that_is_set_is_marked(seat: Sitting) -> None:
    desk = seat().open("#/new/ragnarocks")
    page = desk.page
    teams = page.get_by_role("button", name="Two teams")
    basic = page.get_by_role("button", name="Basic game")
    expect(basic).to_have_attribute("aria-pressed", "true")
    teams.click()
    expect(teams).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#seat-3")).to_be_visible()
    basic.click()
    expect(page.locator("#seat-3")).to_have_count(0)
    desk.unfold()
    page.locator("#option-stones").fill("7")
    expect(page.locator('.preset[aria-pressed="true"]')).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_teams_draft_and_play(seat: Sitting, shoot: Callable[[Desk, str], None], size: str) -> None:
    """The cards lie open on the table, and then before the two teams."""
    desk = laid(seat(size=SIZES[size]), "Two teams", seats=4)
    assert desk.my_turn()
    shoot(desk, f"draft-{size}")
    assert serious(desk) == []
    expect(desk.page.locator(".card.may .text").first).to_be_visible()
    while desk.my_turn() and any(option.startswith("power:") for option in desk.options()):
        desk.touch(desk.options()[0])
    assert desk.my_turn()
    expect(desk.page.locator('[data-zone^="powers-"] .card')).to_have_count(4)
    expect(desk.page.locator('[data-zone^="powers-"] .is-selected')).to_have_count(2)
    shoot(desk, f"team-{size}")
    assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size][0]
    assert serious(desk) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_card_tells_all_when_it_is_enlarged(
    seat: Sitting, shoot: Callable[[Desk, str], None], size: str
) -> None:
    """What it does in full, how it meets others, and whether it carries Odin's icon."""
    # rule: adv.odin-icon
    desk = seat(size=SIZES[size])
    desk.table_of(begun("ragnarocks", 1, powers="draft", ivory=0), [*PEOPLE[:1], BOT])
    assert desk.my_turn()
    shoot(desk, f"draft-two-{size}")
    expect(desk.thing("power:nerthus").locator(".num")).to_have_text("◉")
    desk.thing("power:nerthus").click(button="right")
    near = desk.page.locator("dialog[open]")
    for words in (
        "selected viking",
        "those that do are barred",
        "Ymir and Forseti",
        "◉ It carries Odin's icon",
    ):
        expect(near).to_contain_text(words)
    shoot(desk, f"power-near-{size}")
    assert serious(desk) == []
    bottom = near.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert bottom, "nothing sticks out sideways"
    near.get_by_role("button", name="Choose").click()
    expect(desk.page.locator('[data-zone="laid"] [data-thing="power:nerthus"]')).to_be_visible()


def test_an_owner_gives_the_icons_of_the_printed_cards(seat: Sitting, tmp_path: Path) -> None:
    # rule: ruling.odin-icons
    desk, file = seat().open("#/new/ragnarocks"), tmp_path / "mine.toml"
    file.write_text('[[power]]\nid = "sol"\nodin_icon = false', "utf-8")
    desk.unfold("new-origin").page.get_by_label("Your file with your own cards").set_input_files(
        file
    )
    desk.page.get_by_role("button", name="Draft Ivory offers").click()
    desk.page.get_by_role("button", name="Ivory", exact=True).click()
    desk.page.locator("#seat-1").select_option("bot random")
    desk.page.get_by_role("button", name="Open the table").click()
    assert desk.my_turn()
    expect(desk.thing("power:mani").locator(".num")).to_have_text("◉")
    expect(desk.thing("power:sol").locator(".num")).to_have_count(0)


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_my_power_lies_beside_the_board(seat: Sitting, size: tuple[int, int]) -> None:
    """Thor's card may be touched: the board is as large as if it could not be."""
    desk = seat(size=size)
    match = begun("ragnarocks", 1, powers=["thor", "nerthus"], ivory=0)
    desk.table_of(match, [*PEOPLE[:1], BOT])
    board = desk.page.locator("svg.board")
    assert desk.my_turn()
    before = board.bounding_box()
    for thing in ("viking:ivory-2", "cell:d3"):
        desk.touch(thing)
        assert desk.my_turn()
    expect(desk.page.locator('.side [data-thing="power:thor"].may')).to_be_in_viewport(ratio=1)
    after = board.bounding_box()
    assert before
    assert after
    assert after["width"] > 0.9 * before["width"]  # the question is a line longer
    desk.touch("power:thor")


def test_two_cards_to_choose_from_are_read(seat: Sitting) -> None:
    """Red keeps one of two, of whatever tier: both with what they do."""
    for size in ((1440, 900), (390, 844)):
        desk = seat(size=size)
        match = begun("ragnarocks", 1, powers="draft", ivory=1)
        for card in ("power:tyr", "power:fafnir"):
            match.choose(1, card)
        desk.table_of(match, [*PEOPLE[:1], BOT])
        assert desk.my_turn()
        for card in desk.options():
            expect(desk.thing(card).locator(".text")).to_be_in_viewport(ratio=1)


def test_a_viking_shows_where_its_power_leads(seat: Sitting) -> None:
    desk = laid(seat(), "Tyr and Gullinbursti")
    assert desk.my_turn()
    desk.may.first.hover()
    expect(desk.page.locator(".board .mark-dot, .board [class*=dot]").first).to_be_visible()


def test_a_hint_shows_lines_with_an_evaluation(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = seat().play_now("ragnarocks")
    assert desk.my_turn()
    desk.page.get_by_role("button", name="Hint").click()
    advice = desk.page.get_by_test_id("advice")
    expect(advice.get_by_role("meter")).to_be_visible()
    expect(advice.locator("li").first).to_contain_text("%")
    expect(desk.page.locator(".table .hinted")).to_have_count(1)
    shoot(desk, "hint")
    assert serious(desk) == []
    advice.get_by_role("button", name="Close the hint").click()
    expect(advice).to_have_count(0)


def test_a_finished_match_has_a_graph_that_leads_into_the_replay(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = laid(seat(), "Quick match", stones="8", stall_limit="3")
    desk.play_out(whim(5))
    page = desk.page
    page.get_by_role("button", name="Analyse the match").click()
    graph = page.get_by_role("img", name=re.compile("Evaluation over the match"))
    expect(graph).to_be_visible()
    expect(page.locator(".study [role=status]")).to_have_count(0, timeout=30_000)
    assert page.locator(".swings button").count() <= 3
    shoot(desk, "graph")
    assert serious(desk) == []
    graph.click()
    expect(page).to_have_url(re.compile(r"#/replay/.+/\d+/analysis$"))
    expect(page.locator(".replay .at")).to_be_visible()
    expect(page.locator(".study .now")).to_contain_text("%")
    before = page.locator(".replay .at").inner_text()
    page.get_by_role("img", name=re.compile("Evaluation")).click(position={"x": 4, "y": 20})
    expect(page.locator(".replay .at")).not_to_have_text(before)


@pytest.mark.parametrize("size", SIZES)
def test_powers_speak_french(seat: Sitting, shoot: Callable[[Desk, str], None], size: str) -> None:
    desk = seat(size=SIZES[size], like={"language": "fr"})
    match = begun("ragnarocks", 1, powers=["thor", "nerthus"], ivory=0)
    desk.table_of(match, [*PEOPLE[:1], BOT])
    for thing in ("viking:ivory-2", "cell:d3"):
        assert desk.my_turn()
        desk.touch(thing)
    expect(desk.prompt).to_contain_text("ou touchez la carte de Thor pour en jeter une pierre")
    shoot(desk, f"power-french-{size}")
    desk.thing("power:thor").click(button="right")
    near = desk.page.locator("dialog[open]")
    expect(near).to_contain_text("Les pierres de la carte peuvent servir quand la réserve est vide")
    shoot(desk, f"power-near-french-{size}")
    assert serious(desk) == []
