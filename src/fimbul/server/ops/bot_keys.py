"""Tokens for bots from elsewhere: an operator hands them out, and a file keeps their hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import tomllib
from pathlib import Path
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from fimbul.kernel import FimbulError, did_you_mean
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.tokens import hashed, is_same, new_token

Scope = Literal["play", "called"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
log = logging.getLogger("fimbul.server.ops.bot_keys")


class BadKeyFile(FimbulError):
    """The file cannot be read, or holds something that no key file can hold."""

    code = "bots/file"


class BotKey(Struct, frozen=True, forbid_unknown_fields=True):
    """`play`: sits down and chooses. `called`: people can ask it to their tables by its name."""

    name: str
    token: str  # its hash
    scopes: tuple[Scope, ...]


class _KeyFile(Struct, forbid_unknown_fields=True):
    bot: list[BotKey] = []


class BotKeys:
    """The file as it stands: bots added or removed while the server runs count at once."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._read: tuple[int, int] | None = None
        self._keys: tuple[BotKey, ...] = ()

    def every(self) -> tuple[BotKey, ...]:
        """All keys. While the file cannot be understood, the ones read before; none if it is
        gone."""
        if self.path is None:
            return ()
        try:
            stat = self.path.stat()
        except OSError:
            return ()
        if self._read != (stat.st_mtime_ns, stat.st_size):
            self._read = stat.st_mtime_ns, stat.st_size
            try:
                self._keys = read_keys(self.path)
            except BadKeyFile as wrong:
                log.warning("the file of bot tokens cannot be read", extra={"why": str(wrong)})
        return self._keys

    def find(self, token: str) -> BotKey | None:
        """Whose token that is. Every key is compared, so the time taken tells nothing."""
        mine = hashed(token)
        found = [key for key in self.every() if is_same(key.token, mine)]
        return found[0] if found else None

    def called(self) -> tuple[str, ...]:
        """The bots that people can ask to their tables."""
        return tuple(key.name for key in self.every() if "called" in key.scopes)


def read_keys(path: Path) -> tuple[BotKey, ...]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return tuple(msgspec.convert(data, _KeyFile).bot)
    except (tomllib.TOMLDecodeError, UnicodeError, msgspec.ValidationError) as wrong:
        raise BadKeyFile(f"{path} is no file of bot tokens: {wrong}") from None
    except OSError as wrong:
        raise BadKeyFile(f"{path} cannot be read: {wrong.strerror}") from None


def add_key(path: Path, name: str, scopes: tuple[Scope, ...]) -> str:
    """A new key at the end of the file; its token, which is told this once."""
    known = [key.name for key in read_keys(path)] if path.exists() else []
    if not shows(clean(name)) or clean(name) != name:
        raise BadKeyFile("a bot needs a name that can be read")
    if name in known:
        raise BadKeyFile(f"there is a bot {name!r} already; strike it out of {path} first")
    token = new_token()
    lines = [
        "[[bot]]",
        f"name = {json.dumps(name, ensure_ascii=False)}",
        f'token = "{hashed(token)}"  # its hash',
        f"scopes = {json.dumps(scopes)}",
        "",
    ]
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return token


def remove_key(path: Path, name: str) -> None:
    """The file without that bot: its token is dead from then on."""
    keys = read_keys(path) if path.exists() else ()
    if name not in (names := [key.name for key in keys]):
        raise BadKeyFile(f"there is no bot {name!r} in {path}{did_you_mean(name, names)}")
    at = names.index(name)
    blocks = path.read_text("utf-8").split("[[bot]]")
    del blocks[at + 1]
    path.write_text("[[bot]]".join(blocks), "utf-8")


def seat_key(token: str, table: str) -> str:
    """The token of the seat that a bot takes at a table: the same as often as it asks, and nothing
    that another seat could be opened with."""
    digest = hmac.digest(token.encode(), f"seat {table}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
