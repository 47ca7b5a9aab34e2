"""Players who block and mute, reports, bans of accounts, and words that nobody wants to read. Each
acts on the next message."""

from __future__ import annotations

import dataclasses
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from fimbul.cli.ban import ban
from fimbul.cli.reports import reports
from fimbul.server.ops.chat_words import BadWordList, ChatWords, chat_words
from fimbul.server.ops.rates import DAY
from fimbul.server.store.bans import bans_of
from fimbul.server.store.migrations import migrate
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import ChatLine
from tests.server.harness import Tab, make_services, refused, run
from tests.server.stores import Chosen, address_at, asked_of
from tests.server.test_people import Browser, browsers

pytestmark = pytest.mark.usefixtures("each_store")
TABLE = {"game": "brandub", "seats": [{"kind": "me"}, {"kind": "friend"}], "name": "Astrid"}


async def tied(who: Browser, other: Browser, kind: str, *, on: bool = True) -> Any:
    player = (await other.me())["id"]
    return await who.post(f"/api/players/{player}/bond", {"kind": kind, "on": on})


async def lay(who: Browser, **rest: Any) -> TakenSeat:
    return TakenSeat(**await who.post("/api/tables", {**TABLE, **rest}, 201))


async def said(tab: Tab, text: str) -> ChatLine:
    await tab.until(lambda: any(isinstance(one, ChatLine) for one in tab.heard))
    return next(one for one in tab.heard if isinstance(one, ChatLine) and one.text == text)


def test_friends_are_those_who_follow_each_other_and_nobody_is_told(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            await ann.play()
            await bob.play(name="Bob")
            assert (await tied(ann, bob, "follow"))["friends"] == []
            found = await tied(bob, ann, "follow")
            assert found["friends"] == [found["follow"][0]["id"]]
            await tied(ann, bob, "block")
            assert (await bob.get("/api/me/bonds"))["follow"] == []
            mine = await ann.get("/api/me/bonds")
            assert [one["name"] for one in mine["block"]] == ["Bob"]
            assert (await bob.get("/api/me/bonds"))["block"] == []
            card = await bob.get(f"/api/players/{(await ann.me())['id']}")
            assert "block" not in str(card)
            assert (await tied(ann, ann, "follow"))["follow"] == []

    run(body())


def test_whoever_is_blocked_neither_sits_down_nor_invites_nor_chats(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            await bob.play(name="Bob")
            mine = await lay(ann, public=True)
            watching = await bob.tab(mine.table)
            await watching.ask("chat", text="hello")
            await tied(ann, bob, "block")
            assert refused(await watching.ask("chat", text="again")).code == "player/blocked"
            wish = {"name": "Bob", "invite": mine.invite}
            await bob.post(f"/api/tables/{mine.table}/sit", wish, 403)
            theirs = await lay(bob)
            guest = {"player": (await ann.me())["id"]}
            await bob.post(f"/api/tables/{theirs.table}/invite", guest, 201)  # it does not tell
            assert (await ann.get("/api/me/invitations"))["invitations"] == []
            await tied(ann, bob, "block", on=False)
            await bob.post(f"/api/tables/{mine.table}/sit", wish)

    run(body())


def test_chat_tells_which_account_spoke_whatever_the_browser_says(tmp_path: Path) -> None:
    """T18: nobody speaks for another seat."""

    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            mine = await lay(ann, public=True)
            await bob.play(name="Bob")
            watching = await bob.tab(mine.table)
            seated = await ann.tab(mine.table, token=mine.token)
            forged = {"seat": 0, "name": "Astrid", "player": (await ann.me())["id"]}
            await watching.ask("chat", text="I am Astrid", **forged)
            line = await said(seated, "I am Astrid")
            assert (line.seat, line.player) == (None, (await bob.me())["id"])
            assert line.name == "Spectator"

    run(body())


def test_a_report_keeps_what_was_said_and_only_those_who_are_named_read_it(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db")
        async with browsers(tmp_path, 3, services=services) as (server, ann, bob, judge):
            mine = await lay(ann, public=True)
            await bob.play(name="Bob")
            await judge.play()
            watching = await bob.tab(mine.table)
            await watching.ask("chat", text="you louse")
            culprit = (await bob.me())["id"]
            wish = {"player": culprit, "table": mine.table, "words": "rude <script>"}
            report = (await ann.post("/api/reports", wish, 201))["id"]
            for who in (ann, judge):
                await who.get("/api/care", 403)
            await ann.post(f"/api/care/players/{culprit}", {"act": "ban"}, 403)
            judges = frozenset({(await judge.me())["id"]})
            object.__setattr__(server.services, "moderators", judges)
            (card,) = (await judge.get("/api/care"))["reports"]
            assert [line["text"] for line in card["evidence"]] == ["you louse"]
            assert (card["words"], card["banned"]) == ("rude <script>", False)
            page = await judge.post(f"/api/care/reports/{report}", {"act": "ban", "words": "rude"})
            assert page["reports"] == []
            (line,) = page["audit"]
            assert (line["act"], line["what"], line["doer"]) == ("ban", culprit, *judges)
            await bob.get("/api/me", 403)

    run(body())


def test_a_banned_account_is_turned_away_with_its_next_message(tmp_path: Path) -> None:
    """T44: also through a socket that was opened by the seat's own token."""

    async def body() -> None:
        services = make_services(tmp_path / "db")
        if Chosen.kind == "sqlite":  # a database is read anew every second
            services = dataclasses.replace(services, bans=bans_of(tmp_path / "db"))
        async with browsers(tmp_path, 1, services=services) as (_, ann):
            place = await ann.play()
            tab = await ann.tab(place.table, token=place.token)
            account = (await ann.me())["id"]
            sql = "insert into ban values ('account', cast(? as text))"
            await services.store.note((sql, (account,)))
            for path_, method in (("/api/me", "get"), ("/api/me/link", "post")):
                answer = await getattr(ann.http, method)(path_)
                assert (answer.status_code, answer.json()["code"]) == (403, "visitor/shut-out")
            await ann.post("/api/play", {"game": "brandub", "name": "Astrid"}, 403)
            assert asked_of(tmp_path / "db", "select count(*) from account") == [(1,)]
            if Chosen.kind == "sqlite":
                await tab.send(type="ping", id="p")
                await tab.until(lambda: tab.closed is not None)
                assert tab.closed == 1008

    run(body())


def test_an_operator_reads_closes_and_bans_at_the_terminal(tmp_path: Path) -> None:
    where = ["--data", str(tmp_path / "db")]

    async def body() -> str:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            await ann.play()
            await bob.play(name="Bob")
            wish = {"player": (await bob.me())["id"], "words": "a rude name"}
            await ann.post("/api/reports", wish, 201)
            return str((await bob.me())["id"])

    culprit = run(body())
    if Chosen.kind == "postgres":
        where = ["--database", address_at(tmp_path / "db")]

    def typed(command: Any, *words: str) -> str:
        done = CliRunner().invoke(command, [*words, *where])
        assert done.exit_code == 0, done.output
        return done.output

    listed = typed(reports, "list")
    assert "Bob: a rude name" in listed
    name = listed.split()[0]
    assert f"account:{culprit}" in typed(reports, "show", name)
    typed(reports, "close", name, "--ban", "--why", "rude")
    assert f"account  {culprit}" in typed(ban, "list")
    typed(ban, "remove", f"account:{culprit}")
    trail = typed(reports, "trail")
    assert f"operator  ban  {culprit}  rude" in trail
    assert f"operator  unban  account {culprit}" in trail
    assert typed(reports, "list").strip() == "0 reports"


def test_reports_of_an_older_file_wait_until_its_server_has_brought_it_up_to_date(
    tmp_path: Path,
) -> None:
    path = tmp_path / "db"
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        migrate(file, path)
        file.execute("delete from migration where name like '0009%'")
    done = CliRunner().invoke(reports, ["list", "--data", str(path)])
    assert done.exit_code != 0
    assert "was last used by an older version" in str(done.exception or done.output)
    with closing(sqlite3.connect(path)) as file:
        assert not file.execute("select 1 from migration where name like '0009%'").fetchall()


@pytest.mark.parametrize(
    ("text", "met"),
    [("you LOUSE!", True), ("Loùse", True), ("blouse", False), ("lousewort", False), ("", False)],
)
def test_unwanted_words_are_whole_words(text: str, met: bool) -> None:
    assert ChatWords(("Louse", " ")).meets(text) is met
    assert not ChatWords().meets(text)


def test_a_word_that_the_operator_does_not_want_is_refused_and_kept_by_nobody(
    tmp_path: Path,
) -> None:
    listed = tmp_path / "words.txt"
    listed.write_text("# ours\nlouse\n", encoding="utf-8")
    with pytest.raises(BadWordList):
        chat_words(str(tmp_path))

    async def body() -> None:
        services = make_services(tmp_path / "db")
        services = dataclasses.replace(services, chat_words=chat_words(str(listed)))
        async with browsers(tmp_path, 1, services=services) as (_, ann):
            mine = await lay(ann)
            tab = await ann.tab(mine.table, token=mine.token)
            assert refused(await tab.ask("chat", text="You louse")).code == "table/not-now"
            await tab.ask("chat", text="You blouse")
            assert len(asked_of(tmp_path / "db", "select 1 from chat")) == 1

    run(body())


def test_what_is_kept_follows_from_the_settings_in_both_languages(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db")
        kept = structs.replace(services.limits.forget, over=12 * DAY)
        limits = structs.replace(services.limits, forget=kept)
        services = dataclasses.replace(services, limits=limits, guest_days=33.0, log_addresses=True)
        async with browsers(tmp_path, 1, services=services) as (_, ann):
            told = str(await ann.get("/api/privacy"))
            for words in ("33 days", "last change: 12", "15 minutes", "400 days", "in the log"):
                assert words in told
            ann.http.headers["Accept-Language"] = "fr"
            assert "33 jours" in str(await ann.get("/api/privacy"))
        async with browsers(tmp_path, 1) as (_, ann):
            plain = str(await ann.get("/api/privacy"))
            assert "in the log" not in plain
            assert "never deleted" in plain

    run(body())


def test_no_page_of_ours_may_ask_anybody_else(tmp_path: Path) -> None:
    """T34: the policy that stands over every answer names nobody but this server."""

    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            for path in ("/", "/api/me", "/api/privacy", "/api/nothing"):
                policy = (await ann.http.get(path)).headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "http" not in policy
                assert "unsafe" not in policy
                assert "*" not in policy

    run(body())
