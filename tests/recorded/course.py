"""The recorded matches, and what of a match its rules decide."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from fimbul.kernel import Game, Record, choose

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/rules-*/*.saga"))
COURSE = "Course"  # the tag that holds the digest of a match


def rules_of(file: Path) -> str:
    return file.parent.name.removeprefix("rules-")


def course_of(game: Game[Any], record: Record) -> str:
    """A digest of all that was asked and could be answered, choice by choice, and of the result.
    Words and pictures are no part of it: they may change without a change of rules."""
    state = game.new(game.setup(**record.setup), record.seed, mixed=record.mixed)
    course = hashlib.sha256()
    for seat, thing in record.choices:
        asked = [(decision.seat, sorted(decision.options)) for decision in state.open]
        course.update(msgspec.json.encode(asked))
        choose(state, seat, thing)
    course.update(msgspec.json.encode(state.result))
    return course.hexdigest()[:16]
