"""Folds a finished match into its tale, in a process of its own: `python -m ...replay.fold`.

The job comes by standard input and the tale leaves by standard output, so nobody who plays has to
wait for it, and whatever goes wrong in it goes wrong there.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel import Game, Record
from fimbul.server.match.carried import origin_of
from fimbul.server.ops.politeness import stand_back
from fimbul.server.replay.reel import Reel
from fimbul.server.replay.tale import Tale, fold, fold_text, tale_of
from fimbul.server.store.base import Snapshot
from fimbul.server.wire.bodies import RulesNote

POLITE = 10  # how far behind those who play


class FoldJob(Struct, frozen=True):
    """A match to be told; from `origin` on, if it went on there by the rules of today."""

    package: str
    record: Record
    origin: Snapshot | None = None
    note: RulesNote | None = None


class Folded(Struct, frozen=True):
    whole: bytes
    text: str


def told(job: FoldJob) -> Tale:
    game: Game[Any] = import_module(job.package).GAME
    origin = None if job.origin is None else origin_of(game, job.origin, ())
    return tale_of(Reel(game, job.record, job.note, origin))


def main() -> None:
    stand_back(POLITE)
    tale = told(msgspec.json.decode(sys.stdin.buffer.read(), type=FoldJob))
    sys.stdout.buffer.write(msgspec.json.encode(Folded(fold(tale), fold_text(tale))))


if __name__ == "__main__":
    main()
