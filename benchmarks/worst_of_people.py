"""What `server_worst` asks of those who meet here: ratings, rivals, notices, bonds, reports."""

from __future__ import annotations

from typing import Any

import fimbul
from benchmarks.server_worst import Asker

WORDS = "x" * 500
NOBODY = "x" * 40
ENTRANTS, BOUTS = 1_000, 10_000  # of a large arena
EVERYBODY = 400  # players whom one follows
FRIENDS = [{"kind": "me"}, {"kind": "friend"}]


def ask_of_people(asker: Asker, account: str) -> None:
    """Of whoever is signed in just now."""
    for part in (_ratings, _bonds, _works, _reports):
        part(asker, account)
    for rest in (_rivals, _notices, _invitations, _provider, _tournaments):
        rest(asker)
    for path in ("/api/privacy", "/api/hall"):
        asker.get(path)


def _ratings(asker: Asker, account: str) -> None:
    for name in fimbul.game_names():
        asker.get(f"/api/games/{name}/ratings")
        asker.get(f"/api/players/{account}/ratings/{name}")


def _works(asker: Asker, account: str) -> None:
    """As many as an account may keep."""
    asker.served.done(_filled(asker.served.services.store, account))
    path, text = "/api/me/works", "x" * 50_000
    wish = {"game": "rag_narok", "workshop": "cards", "title": "The largest", "text": text}
    works = asker.post(path, wish).json()["works"]
    asker.get(path)
    asker.get(f"{path}/{works[0]['id']}")
    asker.post(f"{path}/{works[0]['id']}/remove")


async def _filled(store: Any, account: str) -> None:
    for number in range(99):
        title = f"{number:03d}{'x' * 110}"
        made = (f"w{number}", account, "rag_narok", "army", title, "x" * 4_000, number)
        await store.note(("insert into work values (?, ?, ?, ?, ?, ?, ?)", made))


def _rivals(asker: Asker) -> None:
    asker.hear_post("/api/seek", {"game": "brandub", "name": "A" * 20, "within": 5_000})


def _provider(asker: Asker) -> None:
    """Where none is named, as on most servers."""
    asker.post("/api/enter/provider")
    asker.get(f"/api/enter/provider/back?state={NOBODY}&code={WORDS}")
    asker.post("/api/me/provider/remove")


def _tournaments(asker: Asker) -> None:
    """An arena of 1,000 that is nearly over."""
    clock = {"kind": "match", "seconds": 300}
    wish = {"title": "x" * 60, "game": "brandub", "kind": "arena", "name": "A" * 20, "clock": clock}
    name = asker.post("/api/tournaments", wish).json()["card"]["id"]
    asker.served.done(_fought(asker.served.services.store, name))
    for act in ("join", "pause", "return"):
        asker.post(f"/api/tournaments/{name}/entry", {"act": act, "name": "A" * 20})
    asker.get("/api/tournaments")
    asker.get(f"/api/tournaments/{name}")
    asker.post(f"/api/tournaments/{name}/course", {"act": "end"})


async def _fought(store: Any, name: str) -> None:
    rows = [(name, n, f"e{n}", "", "A" * 20, 25.0, "in", 1) for n in range(1, ENTRANTS)]
    await store.note(
        *(("insert into entrant values (?, ?, ?, ?, ?, ?, ?, ?)", row) for row in rows)
    )
    sql = "insert into bout values (?, ?, ?, 1, ?, ?, 1, 1, ?, ?)"
    pairs = [(1 + n % (ENTRANTS - 1), 1 + (7 * n + 1) % (ENTRANTS - 1)) for n in range(BOUTS)]
    lines = (
        (sql, (name, number, seat, one, f"t{number}", 1 + number, seat + 1))
        for number, names in enumerate(pairs)
        for seat, one in enumerate(names)
    )
    await store.note(*lines)


def _bonds(asker: Asker, account: str) -> None:
    asker.served.done(_followed(asker.served.services.store, account))
    asker.get("/api/me/bonds")
    asker.post(f"/api/players/{account}/bond", {"kind": "follow"})


async def _followed(store: Any, account: str) -> None:
    """As many players as somebody may follow in years."""
    for number in range(EVERYBODY):
        other = f"p{number:05d}"
        made = (other, "A" * 20, "bone", "axe", f"{other}@example.org", number, number)
        await store.note(
            ("insert into account values (?, ?, ?, ?, ?, ?, ?)", made),
            ("insert into bond values (?, ?, 'follow', ?)", (account, other, number)),
        )


def _notices(asker: Asker) -> None:
    path = "/api/me/notices"
    asker.post(path, {"kind": "webhook", "url": f"https://example.org/{'x' * 900}"})
    (way,) = asker.get(path).json()["channels"]
    asker.post(f"{path}/{way['id']}", {"wants": ["turn"]})
    asker.post(f"{path}/{way['id']}/remove")
    asker.post("/api/me/quiet", {"begins": 0, "ends": 1439, "zone": "Europe/Paris"})
    asker.get(f"/api/notices/off/{NOBODY}")
    asker.post(f"/api/notices/off/{NOBODY}")


def _invitations(asker: Asker) -> None:
    table = {"game": "brandub", "name": "A", "seats": FRIENDS}
    place = asker.post("/api/tables", table).json()
    asker.post(f"/api/tables/{place['table']}/invite", {"player": "p00001"}, place["token"])
    asker.get("/api/me/invitations")
    asker.post(f"/api/me/invitations/{place['table']}/decline")


def _reports(asker: Asker, account: str) -> None:
    """By whoever looks after the server, too."""
    object.__setattr__(asker.served.services, "moderators", frozenset({account}))
    for _ in range(5):
        report = asker.post("/api/reports", {"player": "p00001", "words": WORDS}).json()
    asker.get("/api/care")
    asker.post(f"/api/care/reports/{report['id']}", {"act": "ban", "words": WORDS})
    asker.post("/api/care/players/p00001", {"act": "unban", "words": WORDS})
