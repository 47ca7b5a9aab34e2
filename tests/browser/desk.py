"""A person at the page: what they see, what they touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

import msgspec
from playwright.sync_api import Locator, Page, expect

import fimbul
from tests.browser.tastes import Offered

Taste = Callable[[list[str]], str]
LAY = """async ([saga, seats, at]) => {
  const post = async (path, type, body) =>
    (await fetch(path, { method: "POST", headers: { "content-type": type }, body })).json();
  const { replay } = await post("/api/sagas", "text/plain", saga);
  const wish = JSON.stringify({ at, seats, name: "Astrid" });
  const place = await post(`/api/replays/${replay}/play`, "application/json", wish);
  const mine = [{ game: "", title: "", when: 0, ...place }];
  localStorage.setItem("fimbul.places", JSON.stringify(mine));
  return place;
}"""
MOMENT = """() => {
  const [table, prompt] = [".table", ".prompt"].map((one) => document.querySelector(one)?.dataset);
  return `${table?.number} ${prompt?.part} ${prompt?.state}`;
}"""
GLANCE = """() => ({
  state: document.querySelector(".prompt")?.dataset.state ?? "",
  offered: [...document.querySelectorAll(".table [data-thing].may, .table [data-other].may")].map(
    (one) => ({
      zone: one.closest("[data-zone]")?.dataset.zone ?? "",
      thing: one.dataset.thing ?? one.dataset.other,
      text: one.dataset.text ?? one.innerText ?? one.textContent,
    }),
  ),
})"""


class Glance(msgspec.Struct, frozen=True):
    state: Literal["mine", "waiting", "over", ""]
    offered: list[Offered]


class Desk:
    """One page of one browser. Every error on its console is kept."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    # -- going somewhere ---------------------------------------------------------------------

    def open(self, path: str = "") -> Desk:
        self.page.goto(f"{self.url}/{path}")
        return self

    def play_now(self, game: str) -> Desk:
        self.open()
        self.page.locator(f"[data-game={game}]").get_by_role("button").click()
        expect(self.prompt).to_be_visible()
        return self

    def new_table(self, game: str, seats: list[str], **options: str) -> Desk:
        """Seats as the page names them: me, friend, "bot random"; options by their field, and
        `allow` is what people allow each other, by words."""
        self.open(f"#/new/{game}")
        for number, seat in enumerate(seats):
            self.page.locator(f"#seat-{number}").select_option(seat)
        allow = options.pop("allow", "").split()
        if options:
            self.unfold()
        for name, value in options.items():
            self.page.locator(f"#option-{name}").fill(value)
        for custom in allow:
            self.page.locator(f"#custom-{custom}").press("Space")
        self.page.get_by_role("button", name="Open the table").click()
        return self

    def unfold(self, panel: str = "new-more") -> Desk:
        """Opens what a new table keeps folded."""
        self.page.get_by_test_id(panel).locator("summary").click()
        return self

    def table_of(self, match: fimbul.Match[Any], seats: list[dict[str, str]]) -> str:
        """A table as that match stands, whose dice are known, since its record names the seed."""
        self.open()
        record = match.record()
        place = self.page.evaluate(LAY, [fimbul.write_saga(record), seats, len(record.choices)])
        self.open(f"#/table/{place['table']}")
        return str(place["table"])

    def link(self, name: str) -> str:
        """The invite or watch link of a waiting table."""
        return str(self.page.get_by_test_id(name).input_value())

    def sit(self, link: str, name: str) -> Desk:
        self.page.goto(link)
        self.page.get_by_role("main").get_by_label("Your name at the table").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.prompt).to_be_visible()
        return self

    # -- the table ---------------------------------------------------------------------------

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_test_id("prompt")

    @property
    def may(self) -> Locator:
        return self.page.locator(".table [data-thing].may")

    def thing(self, thing: str) -> Locator:
        return self.page.locator(f'.table [data-thing="{thing}"]')

    def options(self) -> list[str]:
        found = self.may.evaluate_all("all => all.map(one => one.dataset.thing)")
        return [str(thing) for thing in found]

    def places(self) -> dict[str, str]:
        """Where every piece of the board stands."""
        script = "all => all.map(one => [one.dataset.thing, one.style.transform])"
        return dict(self.page.locator(".board .piece").evaluate_all(script))

    @property
    def number(self) -> str:
        return self.page.locator(".table[data-number]").get_attribute("data-number") or ""

    def touch(self, thing: str) -> None:
        """Takes it, and waits until the table has moved on."""
        number = self.number
        self.thing(thing).click()
        self.moved_on(number)

    def moved_on(self, number: str) -> None:
        self.page.locator(f'.table:not([data-number="{number}"])').wait_for()

    def my_turn(self) -> bool:
        """Waits until I am asked, or the match is over: then False."""
        self.page.locator('.prompt[data-state="mine"], .prompt[data-state="over"]').wait_for()
        return self.page.locator('.prompt[data-state="mine"]').count() > 0

    def glance(self) -> Glance:
        """Whose turn it is and what I may touch, in one look."""
        return msgspec.convert(self.page.evaluate(GLANCE), Glance)

    def take(self, thing: str) -> None:
        """Takes it, and waits until the server has answered; others may still be choosing.

        A card whose other face is meant is turned over first.
        """
        under = self.page.locator(f'.table [data-other="{thing}"]')
        if under.count():
            under.click()
        before = self.page.evaluate(MOMENT)
        self.thing(thing).click()
        self.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before)

    def play_out(self, taste: Taste, most: int = 400) -> int:
        """Choices by mouse until the match is over; how many were mine."""
        for count in range(most):
            if not self.my_turn():
                return count
            self.touch(taste(self.options()))
        raise AssertionError(f"not over after {most} choices")


def whim(seed: int) -> Taste:
    return Random(seed).choice


def homing(seed: int) -> Taste:
    """Likes kings and corners, so that matches on squares end soon."""
    dice = Random(seed)

    def taste(options: list[str]) -> str:
        liked = [one for one in options if "king" in one or one[-2:] in ("a1", "a7", "g1", "g7")]
        edges = [one for one in options if one[-2:-1] in "ag" or one[-1] in "17"]
        return dice.choice(liked or (edges if dice.random() < 0.7 and edges else options))

    return taste


def focus_path(page: Page, most: int = 60) -> Iterator[str]:
    """Tab, and what then has the focus, in words; over and over."""
    for _ in range(most):
        page.keyboard.press("Tab")
        yield str(
            page.evaluate(
                "() => { const at = document.activeElement;"
                " return `${at.id} ${at.getAttribute('aria-label') ?? ''} ${at.textContent}`; }"
            )
        )
