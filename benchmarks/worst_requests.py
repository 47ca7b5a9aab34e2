"""What `server_worst` asks: for each endpoint the dearest requests that we know it to accept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs

import fimbul
from benchmarks.server_worst import Asker
from benchmarks.worst_of_people import ask_of_people
from fimbul.kernel import PANELS, card_file, chapters, find_lesson, puzzle_match, puzzles
from fimbul.server.ops.bot_keys import add_key
from fimbul.server.store.base import TableRow
from fimbul.server.store.ledger import Owner

BATTLE = {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"}
SEATS = [{"kind": "me"}, {"kind": "friend"}]
ROWS = 5_000  # of nothing, in 60 kB
MATCHES = 2_000  # that one account has played
KEYS = 19  # passkeys of one account: one more is asked for


def ask_all(asker: Asker) -> None:
    for part in (_house, _setups, _workshops, _learning, _tables, _records, _programs, _people):
        part(asker)


# -- without a table ---------------------------------------------------------------------------


def _house(asker: Asker) -> None:
    for path in ("/api/games", "/api/puzzles", "/api/openapi.json", "/healthz", "/readyz"):
        asker.get(path)
    asker.get("/metrics")
    for name in fimbul.game_names():
        asker.get(f"/api/games/{name}/rulebook")
        asker.get(f"/api/games/{name}/art.svg")
        if cards_of(name):
            asker.get(f"/api/games/{name}/cards.toml")


def cards_of(name: str) -> str:
    game = fimbul.game(name)
    return card_file(game.id, game.rulebook)


def _setups(asker: Asker) -> None:
    for name in fimbul.game_names():
        for field in structs.fields(fimbul.game(name).setup_type):
            junk: dict[str, Any] = {field.name: [{}] * ROWS}
            asker.post("/api/play", {"game": name, "name": "A", "options": junk})
    for name in ("drakkar", "nine_realms", "rag_narok", "ragnarocks"):
        own = {"cards": cards_of(name)}
        asker.post("/api/play", {"game": name, "name": "A", "options": own})
    asker.post("/api/play", {"game": "rag_narok", "name": "A", "options": BATTLE})


def _workshops(asker: Asker) -> None:
    path = "/api/games/rag_narok/workshops/army"
    asker.get(path)
    for draft in drafts():
        asker.post(path, draft)


def drafts() -> Iterator[dict[str, Any]]:
    army = (Path(__file__).parent / "armies/acheron.army").read_text()
    yield {"text": army}
    yield {"text": ("x\n" * 2000)[:3999]}
    line = {"card": "x", "count": 1}
    yield {"draft": {"heads": {}, "sections": [{"kind": "unit", "lines": [line] * 100}] * 10}}


# -- puzzles, lessons, rulebooks ---------------------------------------------------------------


def _learning(asker: Asker) -> None:
    for name in fimbul.game_names():
        _lesson(asker, name)
        _pictures(asker, name)
        for puzzle in puzzles(fimbul.game(name)):
            _puzzle(asker, name, puzzle)


def _lesson(asker: Asker, name: str) -> None:
    path = f"/api/games/{name}/lesson"
    asker.get(path)
    for number, task in enumerate(find_lesson(fimbul.game(name)).task):
        place = f"task={number}&picks={len(task.touch)}"
        asker.get(f"{path}/scene?{place}")
        asker.get(f"{path}/why?{place}&thing={'x' * 200}")


def _pictures(asker: Asker, name: str) -> None:
    asker.get(f"/api/games/{name}/primer")
    for panel in PANELS:
        asker.get(f"/api/games/{name}/primer/{panel}/picture.svg?language=fr")
    for number, chapter in enumerate(chapters(fimbul.game(name)).chapter, 1):
        if chapter.picture is not None:
            asker.get(f"/api/games/{name}/rulebook/{number}/picture.svg?language=fr")


def _puzzle(asker: Asker, name: str, puzzle: Any) -> None:
    path = f"/api/games/{name}/puzzles/{puzzle.name}"
    asker.get(path)
    asker.get(f"{path}/picture.svg?theme=light")
    picks = "&".join(f"pick={pick}" for pick in puzzle.best)
    asker.get(f"{path}?{picks}")
    first = puzzle_match(fimbul.game(name), puzzle).state.open[0].options[0]
    asker.get(f"{path}/why?pick={first}&thing={'x' * 200}")
    asker.get(f"{path}/answer")
    asker.get(f"{path}/answer?{picks}")


# -- tables and records ------------------------------------------------------------------------


def _tables(asker: Asker) -> None:
    """The largest battle; a crowded lobby."""
    battle = {"game": "rag_narok", "name": "A", "options": BATTLE, "seats": SEATS}
    for _ in range(100):
        place = asker.post("/api/tables", {**battle, "public": True}).json()
    asker.get("/api/tables?limit=100")
    asker.get(f"/api/tables/{place['table']}")
    held = {"table": place["table"], "token": place["token"]}
    asker.post("/api/mine", {"places": [held] * 200})
    unknown = {"table": "x" * 12, "token": "y" * 40}
    asker.post("/api/mine", {"places": [unknown] * 200})
    sit = {"name": "B", "invite": place["invite"]}
    other = asker.post(f"/api/tables/{place['table']}/sit", sit).json()
    _ended(asker, place, other)


def _ended(asker: Asker, place: dict[str, Any], other: dict[str, Any]) -> None:
    """A match that was given up: its record, and the next one. Its seats are left at last."""
    path = f"/api/tables/{place['table']}"
    table = {"game": "rag_narok", "name": "A", "options": BATTLE, "program": True}
    begun = asker.post("/api/tables", {**table, "seats": [SEATS[0], _bot()]}).json()
    asker.post(f"/api/bot/tables/{begun['table']}/resign", token=begun["token"])
    asker.get(f"/api/matches/{begun['table']}/saga")
    asker.post(f"/api/tables/{begun['table']}/rematch", {}, begun["token"])
    for one in (other, place):
        asker.post(f"{path}/leave", {}, one["token"])


def _bot() -> dict[str, str]:
    return {"kind": "bot", "bot": "random"}


def record_of_battle() -> str:
    """A battle of 1,000 AP by chance, a few hundred choices of it."""
    game: Any = fimbul.game("rag_narok")
    match: Any = fimbul.Match(game, game.setup(**BATTLE), 7)
    dice = Random(3)
    while match.state.open and len(match.choices) < 250:
        decision = dice.choice(match.state.open)
        match.choose(decision.seat, dice.choice(decision.options))
    return str(fimbul.write_saga(match.record()))


def _records(asker: Asker) -> None:
    saga = record_of_battle()
    name = asker.send("/api/sagas", saga).json()["replay"]
    asker.send("/api/verify", saga)
    path = f"/api/replays/{name}"
    asker.get(path)
    for at in (15, 249):
        asker.get(f"{path}/scene?at={at}&seat=open")
    asker.get(f"{path}/study")
    for seat in (0, 1):
        asker.get(f"{path}/better?at=249&seat={seat}")
    asker.post(f"{path}/play", {"at": 249, "seats": SEATS, "name": "A"})


# -- programs ----------------------------------------------------------------------------------


def _programs(asker: Asker) -> None:
    """At the largest battle, and at the default table of every game."""
    wishes = {"rag_narok": BATTLE}
    for name in (*fimbul.game_names(), "rag_narok"):
        options = wishes.pop(name, {})
        table = {"game": name, "name": "A", "options": options, "program": True}
        _program(asker, asker.post("/api/play", table).json())
    token = add_key(asker.served.keys, "Hugin", ("play", "called"))
    battle = {"game": "rag_narok", "name": "A", "options": BATTLE}
    called = {**battle, "seats": [SEATS[0], {"kind": "bot", "bot": "Hugin"}]}
    place = asker.post("/api/tables", called).json()
    asker.hear("/api/bot/events", token)
    asker.post(f"/api/bot/tables/{place['table']}/sit", {"invite": place["invite"]}, token)


def _program(asker: Asker, place: dict[str, Any]) -> None:
    path, token = f"/api/bot/tables/{place['table']}", place["token"]
    asker.hear(f"{path}/stream?scene=whole", token)
    line = asker.get(f"{path}?scene=whole", token).json()
    for _ in range(30):
        asker.get(f"{path}/why?thing={'x' * 200}", token)
        if line["options"]:
            asker.post(f"{path}/choose", {"thing": line["options"][-1]["thing"]}, token)
        line = asker.get(f"{path}?scene=whole", token).json()
    asker.post(f"{path}/undo", token=token)
    asker.post(f"{path}/chat", {"text": "x" * 500}, token)
    asker.post(f"{path}/resign", token=token)


# -- people ------------------------------------------------------------------------------------


def _people(asker: Asker) -> None:
    account = _with_a_long_history(asker)
    for query in ("", "?game=brandub", "?outcome=won", "?after=99999999999-x"):
        asker.get(f"/api/me/matches{query}")
    asker.get(f"/api/players/{account}")
    asker.get("/api/me")
    asker.post("/api/me", {"name": "A" * 40, "tone": "bone", "emblem": "axe"})
    ask_of_people(asker, account)
    asker.get("/api/me/data")
    _passkeys(asker)
    asker.post("/api/me/mail", {"mail": "a@example.org"})
    asker.post("/api/enter/mail", {"mail": "a@example.org"})
    asker.post("/api/me/mail/remove")
    code = asker.post("/api/me/link").json()["code"]
    asker.post("/api/me/out")
    asker.post("/api/enter/link", {"code": code, "bring": True})
    asker.post("/api/me/delete")
    asker.post("/api/play", {"game": "brandub", "name": "A"})  # somebody new
    asker.post("/api/me/out-everywhere")


def _with_a_long_history(asker: Asker) -> str:
    place = asker.post("/api/play", {"game": "drakkar", "name": "A"}).json()
    account: str = asker.get("/api/me").json()["account"]["id"]
    asker.served.done(_played(asker.served.services.store, place["table"], account))
    return account


async def _played(store: Any, table: str, account: str) -> None:
    """As many matches as somebody plays in years, and a passkey for every device that there is."""
    (row,) = await store.rows([table])
    assert isinstance(row, TableRow)
    for number in range(MATCHES):
        owner = Owner(0, account, "drakkar")
        await store.create(structs.replace(row, id=f"t{number:011d}"), (), (owner,))
    keep = "insert into passkey values (?, ?, ?, ?, ?, ?)"
    for number in range(KEYS):
        key = (f"{'x' * 78}{number:02d}", account, "y" * 100, 0, "A" * 60, number)
        await store.note((keep, key))


def _passkeys(asker: Asker) -> None:
    """What is signed is 60 kB of nothing: only a device could sign something."""
    junk = {"id": "x", "rawId": "x", "type": "public-key", "response": {"x": [[]] * 20_000}}
    asker.post("/api/me/passkeys/new")
    asker.post("/api/me/passkeys", {"credential": junk, "name": "A" * 60})
    asker.post(f"/api/me/passkeys/{'x' * 12}/remove")
    asker.post("/api/enter/passkey/new")
    asker.post("/api/enter/passkey", {"credential": junk})
