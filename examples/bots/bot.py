"""A bot for Fimbul over the network, in Python, with nothing but the standard library.

    python bot.py http://127.0.0.1:8080 TOKEN          answer whoever calls this bot by its name
    python bot.py http://127.0.0.1:8080 TOKEN TABLE    play one table (TOKEN may be a seat's own)

It knows no rules: every line of a table's stream holds all options, in words too. `pick` is the
place for your own ideas.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
import urllib.error
import urllib.request


def pick(line: dict) -> str:
    """Which of line["options"]? Any of them; each has a `thing` (its id) and `words`."""
    return random.choice(line["options"])["thing"]


class Server:
    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def ask(self, path: str, body: dict | None = None):
        """An open answer. A refusal that says when to try again is tried again then."""
        data = None if body is None else json.dumps(body).encode()
        head = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        while True:
            request = urllib.request.Request(self.address + path, data, head)
            try:
                return urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as refused:
                if "Retry-After" not in refused.headers:
                    raise
                time.sleep(int(refused.headers["Retry-After"]))

    def lines(self, path: str):
        """The lines of a stream; empty ones only say that it is open."""
        with self.ask(path) as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)

    def play(self, table: str) -> dict:
        """To the end of the match; the last line, which holds the result."""
        line: dict = {}
        while line.get("state") != "over":  # a stream that breaks off is opened again
            for line in self.lines(f"/api/bot/tables/{table}/stream"):
                if line["options"]:
                    self.choose(table, line)
        return line

    def choose(self, table: str, line: dict) -> None:
        body = {"thing": pick(line), "number": line["number"], "part": line["part"]}
        try:
            self.ask(f"/api/bot/tables/{table}/choose", body).close()
        except urllib.error.HTTPError as refused:
            if refused.code != 409:  # 409: the match has moved on, and the next line says how
                raise SystemExit(refused.read().decode()) from None


def main(address: str, token: str, table: str = "") -> None:
    server = Server(address, token)
    if table:
        print(json.dumps(server.play(table)["result"]))
        return
    for call in server.lines("/api/bot/events"):
        path = f"/api/bot/tables/{call['table']}/sit"
        server.ask(path, {"invite": call["invite"]}).close()
        threading.Thread(target=server.play, args=(call["table"],)).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
