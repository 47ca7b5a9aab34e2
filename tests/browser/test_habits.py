"""What the settings promise: forced decisions are answered, sounds are heard or are not."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk

LISTEN = """
window.tones = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.tones += 1;
  return create.call(this);
};
"""


def switch(desk: Desk, name: str) -> None:
    desk.page.get_by_role("button", name="Settings").first.click()
    desk.page.get_by_role("switch", name=name).press("Space")
    desk.page.keyboard.press("Escape")


def tones(desk: Desk) -> int:
    return int(desk.page.evaluate("() => window.tones"))


def pair(seat: Sitting, host: Desk, *allow: str) -> tuple[Desk, Desk]:
    guest = seat("Leif")
    host.new_table("brandub", ["me", "friend"], allow=" ".join(allow))
    guest.sit(host.link("invite"), "Leif")
    return host, guest


def play(desk: Desk, *things: str) -> None:
    for thing in things:
        assert desk.my_turn()
        desk.touch(thing)


def test_a_forced_decision_is_answered_unless_i_like_to_be_asked(seat: Sitting) -> None:
    """After these the raider on d2 can only walk to e2. Taken back, the piece itself is chosen
    anew: nobody meant to go back to a question with one answer."""
    for asks in (False, True):
        host = seat(like={"forced": True})
        host.open()
        if asks:
            switch(host, "Answer forced decisions for me")
        host, guest = pair(seat, host, "takeback")
        play(host, "piece:raider-5", "cell:f2")
        play(guest, "piece:guard-10", "cell:c2")
        play(host, "piece:raider-2")
        if asks:
            assert host.options() == ["cell:e2"]
            host.page.wait_for_timeout(900)
            assert host.options() == ["cell:e2"], "who does not like it is asked"
        else:
            expect(guest.page.locator('.prompt[data-state="mine"]')).to_be_visible()
            expect(host.page.locator(".log li").last).to_contain_text("d2 to e2")
            host.page.keyboard.press("u")
            expect(host.may.nth(1)).to_be_visible()
            host.page.wait_for_timeout(900)
            assert "piece:raider-2" in host.options()


def test_choices_are_heard_until_the_sound_is_switched_off(seat: Sitting) -> None:
    host = seat()
    host.page.add_init_script(LISTEN)
    host, guest = pair(seat, host)
    play(host, "piece:raider-5", "cell:f2")
    heard = tones(host)
    assert heard > 0, "my own choice makes a sound"
    play(guest, "piece:guard-10", "cell:c2")
    assert host.my_turn()
    assert tones(host) > heard, "so does the other's, and my turn"
    switch(host, "Sound")
    silent = tones(host)
    play(host, "piece:raider-2", "cell:e2")
    assert tones(host) == silent
