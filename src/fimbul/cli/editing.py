"""Line editing, history and completion with the Tab key, where the system has them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec


def complete_with(names: Callable[[], list[str]]) -> None:
    """Let the Tab key complete what could be typed now; only a terminal has such a key."""
    if not sys.stdin.isatty() or find_spec("readline") is None:
        return
    readline = import_module("readline")

    def complete(begun: str, place: int) -> str | None:
        found = [name for name in names() if name.startswith(begun)]
        return found[place] if place < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
