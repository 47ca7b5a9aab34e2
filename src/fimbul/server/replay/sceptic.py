"""A process that reads one record of a stranger: `python -m fimbul.server.replay.sceptic`.

A record may be long and its matches slow, and nothing else can be stopped in the middle. What is to
be read comes in, what was found goes out, and then the process ends.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel import BadRecord, Game, NoSuchGame, Spoken, frozen, read_as_written
from fimbul.server.ops.politeness import stand_back
from fimbul.server.replay.verify import verify
from fimbul.server.wire.bodies import Check


class SentRecord(Struct, frozen=True):
    """A record as somebody sent it, and the games that are played here, by name."""

    saga: str
    packages: dict[str, str]
    verify: bool = False

    def find(self, name: str) -> Game[Any]:
        if name not in self.packages:
            raise NoSuchGame(name, self.packages)
        game: Game[Any] = import_module(self.packages[name]).GAME
        return game


class RecordRead(Struct, frozen=True, omit_defaults=True):
    """What is to be said of a record, or everything that is wrong with it."""

    checks: tuple[Check, ...] = ()
    problems: tuple[Spoken, ...] = ()


def reading(text: SentRecord) -> RecordRead:
    try:
        if text.verify:
            return RecordRead(checks=tuple(verify(text.saga, text.find)))
        read_as_written(text.saga, text.find)
        return RecordRead()
    except BadRecord as bad:
        return RecordRead(problems=bad.problems)


if __name__ == "__main__":
    stand_back(5)  # players who wait for a message come first
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=SentRecord)
    sys.stdout.buffer.write(msgspec.json.encode(reading(asked), enc_hook=frozen))
