"""Card games by mouse, to the end, between several browsers: nobody is told another's secrets."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import expect

import fimbul
from fimbul.kernel import Record
from tests.browser import tastes
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.hearing import Ear, assert_nothing_leaked
from tests.browser.known import BOT, PEOPLE, begun, until
from tests.browser.tastes import Taste

NAMES = ("Astrid", "Leif", "Sigrun")
Watch = Callable[[int, Desk], None]


class Party:
    """People around one table, each in a browser context of their own, and what they hear."""

    def __init__(self, seat: Sitting, people: int) -> None:
        self.desks = [seat(name) for name in NAMES[:people]]
        self.ears = [Ear(desk.page) for desk in self.desks]
        self.table = ""

    def lay(self, match: fimbul.Match[Any], bots: int = 0) -> Party:
        """A table with known dice, as that match stands; everybody sits down."""
        self.game, (host, *guests) = match.game, self.desks
        self.table = host.table_of(match, PEOPLE[: len(self.desks)] + [BOT] * bots)
        invitation = host.link("invite")
        for guest, name in zip(guests, NAMES[1:], strict=False):
            guest.page.goto(invitation)
            guest.page.get_by_role("main").get_by_label("Your name at the table").fill(name)
            guest.page.get_by_role("button", name="Sit down").click()
        for desk in self.desks:
            expect(desk.prompt).to_be_visible()
        return self

    def play(self, choosing: Sequence[Taste], after: Watch = lambda _made, _desk: None) -> int:
        """Whoever is asked chooses, until it is over; how many choices that took."""
        made, over, until = 0, set[Desk](), time.monotonic() + 400
        while len(over) < len(self.desks):
            for desk, taste in zip(self.desks, choosing, strict=True):
                now = desk.glance()
                if now.state == "over":
                    over.add(desk)
                elif now.state == "mine" and now.offered:
                    desk.take(taste(now.offered))
                    made += 1
                    after(made, desk)
            assert time.monotonic() < until, f"not over after {made} choices"
        return made

    def record(self) -> Record:
        with urlopen(f"{self.desks[0].url}/api/matches/{self.table}/saga") as answer:
            return fimbul.read_saga(answer.read().decode())

    def assert_secrets_kept(self) -> None:
        record = self.record()
        for seat, ear in enumerate(self.ears):
            assert_nothing_leaked(self.game, record, seat, ear)


def test_nine_realms_between_two_browsers(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    party = Party(seat, 2).lay(begun("nine_realms", 7))

    def look(made: int, desk: Desk) -> None:
        if made == 31:
            shoot(desk, "table-nine_realms")

    assert party.play([tastes.whim(1), tastes.whim(2)], look) > 30
    expect(party.desks[0].page.get_by_role("button", name="Rematch")).to_be_visible()
    party.assert_secrets_kept()


class Reload:
    """Somebody who has sealed a card while others still think loads the page anew, once."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, made: int, desk: Desk) -> None:
        waiting = desk.page.locator('.prompt[data-state="waiting"]')
        if self.done or made < 25 or not waiting.count() or "Bot" in waiting.inner_text():
            return  # a bot would not wait for the page
        before = self.shown(desk)
        desk.page.reload()
        expect(waiting).to_be_visible()
        assert self.shown(desk) == before
        self.done = made

    def shown(self, desk: Desk) -> tuple[str, str, list[str]]:
        things = desk.page.locator(".table [data-thing]")
        names = things.evaluate_all("all => all.map(one => one.dataset.thing)")
        cards = sorted(re.sub(r"^(face:\d+)[ab]$", r"\1", name) for name in names)  # either side up
        return desk.number, desk.prompt.inner_text(), cards


def test_drakkar_with_three_browsers_and_a_bot(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    """To the end, with a reload under the seal."""
    party, reload = Party(seat, 3).lay(begun("drakkar", 36, seats=4), bots=1), Reload()
    assert party.play([tastes.seeker(), tastes.seeker(), tastes.helper()], reload) > 90
    party.assert_secrets_kept()
    assert reload.done
    shoot(party.desks[0], "over-drakkar")


# rule: ruling.bargain-protocol
def test_a_team_up_for_another_price_than_offered(seat: Sitting) -> None:
    counter = "button:counter"
    offered = until(begun("drakkar", 1, seats=4), 2, "team.payment", counter)
    party = Party(seat, 3).lay(offered, bots=1)
    astrid, _, sigrun = party.desks
    for thing in (counter, "pool:gold", "button:offer-this"):
        assert sigrun.my_turn()
        sigrun.take(thing)
    assert astrid.my_turn()
    expect(astrid.prompt).to_contain_text("Sigrun asks you for")
    astrid.take("button:accept")
    expect(astrid.page.get_by_role("tabpanel", name="Log")).to_contain_text("Astrid accepts")


def own_cards() -> list[dict[str, object]]:
    """The cards of the rulebook with names of their own on both faces: somebody's printed game."""
    rows = [dict(row) for row in fimbul.game("drakkar").rulebook.tables["card"]]
    for row in rows:
        for face in ("a", "b"):  # either may lie upwards
            row[face] = {**row[face], "name": f"My {row[face]['name']}"}
        row["reconstructed"] = False
    return rows


def toml_row(row: Mapping[str, Any]) -> str:
    """One [[card]] as the rulebook writes it."""

    def said(value: object) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{name} = {said(one)}" for name, one in value.items()) + " }"
        return json.dumps(value)

    return "\n".join(["[[card]]", *[f"{name} = {said(value)}" for name, value in row.items()]])


# rule: ruling.card-content
def test_owners_bring_their_own_cards(seat: Sitting, tmp_path: Path) -> None:
    """A file with mistakes: all of them are told at once. One without: they are played."""
    desk = seat().open("#/new/drakkar").unfold("new-origin")
    page, rows, file = desk.page, own_cards(), tmp_path / "cards.toml"
    chooser = page.get_by_label("Your file with your own cards")
    bad: list[dict[str, Any]] = [
        {**rows[0], "shield": 9},
        {**rows[1], "a": {"kind": "kraken"}},
        {"id": "D03"},
        *rows[3:],
    ]
    for number in range(1, 3):
        page.locator(f"#seat-{number}").select_option("bot random")
    file.write_text("\n".join(toml_row(row) for row in bad))
    chooser.set_input_files(file)
    page.get_by_role("button", name="Open the table").click()
    problems = page.get_by_test_id("new-origin").get_by_role("alert").locator("li")
    expect(problems.first).to_be_visible()
    told = " ".join(problems.all_inner_texts())
    assert all(word in told for word in ("9+", "kraken", "D03")), told
    desk.errors.clear()  # the refused request is told on the console
    file.write_text("\n".join(toml_row(row) for row in rows))
    chooser.set_input_files(file)
    page.get_by_role("button", name="Open the table").click()
    expect(desk.prompt).to_be_visible()
    shown = page.locator('[data-zone^="spread"]').all_inner_texts()
    assert any("My " in text for text in shown), shown


def tap(desk: Desk, deck: str) -> None:
    """A finger on a deck, as soon as it counts."""
    desk.page.locator(f'.table [data-thing="{deck}"].may').click()


# rule: brawl.signal, brawl.first-takes, brawl.slower-elsewhere, ruling.brawl-race
# rule: play.count-five, play.late-discard, ruling.count-option
def test_a_live_race_for_the_decks_and_a_count_of_five(seat: Sitting) -> None:
    """The first tap takes a deck, the next one finds it gone; who dawdles is late."""
    race = begun("drakkar", 36, seats=3, brawl="race", count="manual")
    party = Party(seat, 3).lay(race)
    astrid, leif, sigrun = party.desks
    told = sigrun.page.get_by_role("tabpanel", name="Log")
    earl = next(desk for desk in party.desks if desk.glance().state == "mine")
    earl.page.locator('[data-thing="button:by-Odin"]').click()
    tap(leif, "deck:2")
    expect(sigrun.thing("deck:1")).to_have_class(re.compile("may"))
    expect(sigrun.page.locator('.table [data-thing="deck:2"].may')).to_have_count(0)
    tap(sigrun, "deck:1")
    for words in ("shouts: by Odin!", "Leif takes deck 2", "Sigrun takes deck 1"):
        expect(told).to_contain_text(words)
    expect(told).to_contain_text("Astrid takes deck 3")  # all that was left, without a tap
    for desk in party.desks:
        desk.page.locator('.table [data-thing^="quest:"].may').first.click()
    card = '.table [data-thing^="face:"].may'
    expect(leif.page.locator(card).first).to_be_visible()
    expect(leif.page.locator(".clock")).to_have_count(0)
    astrid.page.locator(card).first.click()
    astrid.page.get_by_role("button", name="Count to five").click()
    expect(leif.page.locator('[data-seat="1"] .clock')).to_be_visible()
    sigrun.page.locator(card).first.click()
    expect(sigrun.page.get_by_role("button", name="Count to five")).to_have_count(0)
    expect(told).to_contain_text("Leif is late and discards")
    assert "Sigrun is late" not in told.inner_text()


def test_a_rival_is_raided_by_a_card_of_its_ship(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    """The card is a member of its seat: a look at it shows the odds, a click attacks."""
    desk = seat()
    raid = until(begun("drakkar", 6, seats=3), 0, "blue.raid-compare")
    desk.table_of(raid, [*PEOPLE[:1], BOT, BOT])
    assert desk.my_turn()
    card = desk.page.locator('[data-zone^="ship:"] .member[data-whole^="seat:"]').first
    rival, number = str(card.get_attribute("data-whole")), desk.number
    assert rival in desk.options()
    card.hover()
    expect(desk.thing(rival)).to_have_class(re.compile(r"\blooked\b"))
    expect(desk.page.get_by_role("region", name=re.compile("If you raid "))).to_be_visible()
    shoot(desk, "raid-by-ship")
    card.click()
    desk.moved_on(number)
    expect(desk.page.get_by_role("tabpanel", name="Log")).to_contain_text("raids")


def test_the_rulebook_marks_what_is_reconstructed(seat: Sitting) -> None:
    desk = seat().play_now("nine_realms")
    page = desk.page
    assert desk.my_turn()
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_label("Search the rulebook").fill("muspelheim square")
    expect(page.locator("article .mark").first).to_have_text("reconstructed")
    tips = [thing.text for thing in desk.glance().offered]
    assert not any("reconstructed" in text for text in tips), "cards say what they do"
