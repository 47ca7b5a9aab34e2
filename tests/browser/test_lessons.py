"""Lessons through the real page: offered, played to the end by mouse, finger and key, and left."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

import fimbul
from fimbul.kernel import Task, find_lesson, lesson_match
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.test_look import serious
from tests.kernel.test_lesson import TAUGHT

SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
NEXT = {"en": ("Next", "Finish"), "fr": ("Suivant", "Terminer")}
FREE = """thing => {
  thing.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = thing.getBoundingClientRect();
  for (const part of [0.5, 0.25, 0.75, 0.15, 0.85, 0.05])
    for (const other of [0.5, 0.25, 0.75, 0.15, 0.85, 0.05]) {
      const at = [left + width * part, top + height * other];
      if (thing.contains(document.elementFromPoint(...at))) return at;
    }
  return [left + width / 2, top + height / 2];
}"""  # a point at which it is not covered by another thing
OVER = {"en": "You know how to play.", "fr": "Vous savez jouer."}
HANDS: dict[str, dict[str, object]] = {
    "mouse": {},
    "keys": {},
    "finger": {"size": SIZES["phone"], "has_touch": True, "is_mobile": True},
}


class Pupil:
    """Somebody who learns a game: reads, touches what is ringed, goes on."""

    def __init__(self, desk: Desk, game: str, language: str) -> None:
        self.desk, self.page, self.language = desk, desk.page, language
        self.game = fimbul.game(game)
        self.match = fimbul.Match(self.game)

    @property
    def coach(self) -> str:
        return self.page.locator(".coach").inner_text()

    def learn(self, how: str) -> None:
        for number, task in enumerate(find_lesson(self.game).task):
            self.at(number, 0)
            assert task.goal[self.language] in self.coach
            self.act(number, task, how)
            if task.touch and task.done:
                assert task.done[self.language] in self.coach
            self.go_on(how)
        expect(self.page.get_by_test_id("coach")).to_have_text(OVER[self.language])

    def act(self, number: int, task: Task, how: str) -> None:
        for count, thing in enumerate(task.touch):
            expect(self.page.locator(".table .hinted, .coach .hinted").first).to_be_visible()
            self.match = lesson_match(self.game, find_lesson(self.game), number, count)
            getattr(self, how)(thing)
            self.at(number, count + 1)

    def at(self, task: int, picks: int) -> None:
        self.page.locator(f'.coach[data-task="{task}"][data-picks="{picks}"]').wait_for()

    def mouse(self, thing: str) -> None:
        under = self.page.locator(f'.table [data-other="{thing}"]')
        if under.count():
            under.click()
        at = self.desk.thing(thing).evaluate(FREE)
        self.page.mouse.click(*at)
        self.confirm(thing, lambda button: button.click())

    def confirm(self, thing: str, press: Callable[[Locator], None]) -> None:
        """What warns is asked once more."""
        state = self.game.scene(self.match.state, find_lesson(self.game).seat)
        if any(one.id == thing and one.confirm for one in state.things()):
            press(self.page.get_by_test_id("confirm"))

    def finger(self, thing: str) -> None:
        under = self.page.locator(f'.table [data-other="{thing}"]')
        if under.count():
            under.tap()
        before = self.page.locator(".coach").get_attribute("data-picks")
        at = self.desk.thing(thing).evaluate(FREE)
        self.page.touchscreen.tap(*at)
        self.page.wait_for_timeout(250)
        if self.page.locator(f'.coach[data-picks="{before}"]').count():
            self.page.touchscreen.tap(*at)  # the first touch has shown what it would do

    def keys(self, thing: str) -> None:
        focused = f'document.activeElement?.dataset.thing === "{thing}"'
        self.page.wait_for_function(focused)
        self.page.keyboard.press("Enter")
        self.confirm(thing, lambda button: button.press("Enter"))

    def go_on(self, how: str) -> None:
        button = self.page.locator(".coach .btn.first")
        if how == "keys":
            expect(button).to_be_focused()
            self.page.keyboard.press("Enter")
        else:
            button.click()


def pupil(seat: Sitting, game: str, language: str, **wishes: object) -> Pupil:
    desk = seat(like={"language": language}, taught=False, **wishes)
    return Pupil(desk, game, language)


def begun(one: Pupil, how: str) -> Pupil:
    one.desk.open(f"#/learn/{one.game.id}")
    one.at(0, 0)
    if how == "keys":
        one.page.locator(".coach .btn.first").press("Shift")
        one.page.locator(".coach .btn.first").focus()
    return one


@pytest.mark.parametrize(
    ("game", "language", "how"),
    [("ragnarocks", "en", "mouse"), ("brandub", "fr", "keys"), ("brandub", "en", "finger")],
)
def test_a_lesson_is_played_to_its_end(seat: Sitting, game: str, language: str, how: str) -> None:
    begun(pupil(seat, game, language, **HANDS[how]), how).learn(how)


@pytest.mark.slow
@pytest.mark.parametrize("language", NEXT)
@pytest.mark.parametrize("how", HANDS)
@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_is_played_to_its_end(
    seat: Sitting, game: str, language: str, how: str
) -> None:
    begun(pupil(seat, game, language, **HANDS[how]), how).learn(how)


def test_a_lesson_is_offered_before_the_first_match(seat: Sitting) -> None:
    desk = seat(taught=False).open()
    page = desk.page
    page.get_by_role("button", name="Play now: Brandub").click()
    page.get_by_test_id("offer").get_by_role("button", name="Show me").click()
    expect(page.get_by_test_id("coach")).to_contain_text("You lead the king")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_test_id("coach")).to_contain_text("Eight raiders")
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("link", name="Learn to play: Brandub").click()
    expect(page.get_by_test_id("coach")).to_contain_text("Eight raiders")
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("button", name="Play now: Ragnarocks").click()
    page.get_by_role("button", name="I know the game").click()
    expect(desk.prompt).to_be_visible()
    desk.open()
    page.get_by_role("button", name="Play now: Ragnarocks").click()
    expect(desk.prompt).to_be_visible()


def test_other_things_are_explained_and_lead_nowhere(seat: Sitting) -> None:
    one = begun(pupil(seat, "brandub", "en"), "mouse")
    for number in range(2):
        one.go_on("mouse")
        one.at(number + 1, 0)
    one.desk.thing("piece:guard-9").click()
    expect(one.page.locator(".note")).to_contain_text("That is allowed, too")
    one.desk.thing("piece:raider-5").click()
    expect(one.page.locator(".note")).to_contain_text("raider on")
    one.desk.thing("piece:raider-5").click()
    expect(one.page.locator(".note")).to_contain_text("Choose one of your own pieces")
    one.at(2, 0)
    one.mouse("piece:guard-10")
    one.at(2, 1)
    one.page.get_by_role("button", name="Back").click()
    one.at(2, 0)


@pytest.mark.parametrize("size", SIZES)
def test_what_the_coach_speaks_of_is_on_the_screen(seat: Sitting, size: str) -> None:
    one = begun(pupil(seat, "ragnarocks", "fr", size=SIZES[size]), "mouse")
    assert serious(one.desk) == []
    width, height = SIZES[size]
    one.go_on("mouse")
    one.at(1, 0)
    for place in (one.page.locator(".coach"), one.desk.thing("viking:ivory-2")):
        box = place.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
