"""Letters that sign in: to whoever has the mail box, and to nobody else."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from fimbul.server.ops.postman import BadMail, postman_of
from tests.server.harness import make_services, run
from tests.server.postbox import Letters, mailing
from tests.server.test_people import Browser, browsers

pytestmark = pytest.mark.usefixtures("each_store")


async def code_in(letters: Letters, count: int) -> str:
    """What the last of so many letters lets one in with."""
    await letters.until(lambda: len(letters.taken) == count)
    text = letters.taken[-1].get_payload(decode=True).decode()
    return str(re.findall(r"http://play\.example/#/enter/(\S+)", text)[0])


async def entered_by_letter(letters: Letters, ann: Browser, phone: Browser, thief: Browser) -> None:
    await ann.play()
    wish = {"mail": "Ann@Example.org"}
    await ann.post("/api/me/mail", wish, 202)
    code = await code_in(letters, 1)
    await thief.play()
    for stranger in (thief, phone):  # only the browser that asked may confirm
        await stranger.post("/api/enter/link", {"code": code}, 410)
    mine = await ann.post("/api/enter/link", {"code": code})
    assert mine["account"]["mail"] == "ann@example.org"
    known = await phone.post("/api/enter/mail", wish, 202)
    enter = await code_in(letters, 2)
    assert known == await phone.post("/api/enter/mail", {"mail": "no@example.org"}, 202)
    await phone.post("/api/enter/link", {"code": enter})
    assert (await phone.me())["id"] == (await ann.me())["id"]
    await thief.post("/api/enter/link", {"code": enter}, 410)
    assert {letter["To"] for letter in letters.taken} == {"ann@example.org"}


def test_a_letter_signs_in_and_tells_nobody_who_is_known(tmp_path: Path) -> None:
    async def body() -> None:
        async with mailing() as letters:
            postman = postman_of(letters.door, "table@example.org", "http://play.example")
            services = dataclasses.replace(make_services(tmp_path / "db"), postman=postman)
            async with browsers(tmp_path, 3, services=services) as (_, *three):
                await entered_by_letter(letters, *three)

    run(body())


async def another_address(letters: Letters, ann: Browser, thief: Browser) -> None:
    await ann.play()
    for count, mail in ((1, "old@example.org"), (3, "new@example.org")):
        await ann.post("/api/me/mail", {"mail": mail}, 202)
        code = await code_in(letters, count)
        if mail.startswith("old"):
            await ann.post("/api/enter/link", {"code": code})
            await thief.post("/api/enter/mail", {"mail": mail}, 202)
            stolen = await code_in(letters, 2)
    await ann.post("/api/enter/link", {"code": code})
    await thief.post("/api/enter/link", {"code": stolen}, 410)
    await thief.post("/api/enter/mail", {"mail": "new@example.org"}, 202)
    stolen = await code_in(letters, 4)
    gone = await ann.post("/api/me/mail/remove")
    assert "mail" not in gone["account"]
    assert not gone["account"].get("kept")
    await thief.post("/api/enter/link", {"code": stolen}, 410)


def test_an_address_that_was_changed_or_removed_lets_nobody_in(tmp_path: Path) -> None:
    """Nor does a link that was sent there before."""

    async def body() -> None:
        async with mailing() as letters:
            postman = postman_of(letters.door, "table@example.org", "http://play.example")
            services = dataclasses.replace(make_services(tmp_path / "db"), postman=postman)
            async with browsers(tmp_path, 2, services=services) as (_, ann, thief):
                await another_address(letters, ann, thief)

    run(body())


def test_without_a_mail_server_nothing_is_promised(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            assert (await ann.get("/api/me"))["ways"] == {"passkeys": True, "mail": False}
            await ann.post("/api/enter/mail", {"mail": "a@example.org"}, 409)

    run(body())


@pytest.mark.parametrize(
    "given", [("ftp://x", "a@b.c", "https://x.y"), ("smtp://x", "", "https://x.y")]
)
def test_mail_settings_that_do_not_fit_together_are_told(given: tuple[str, str, str]) -> None:
    with pytest.raises(BadMail, match="--mail"):
        postman_of(*given)
