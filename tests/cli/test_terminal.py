"""The real terminal: colours, a spinner, line editing, Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

import fimbul

PATIENCE = 30  # seconds

START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore Ctrl-C
from fimbul.cli import main
main()
"""


class Screen:
    """A pseudo-terminal with `fimbul` in it."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.letters = getincrementaldecoder("utf-8")()  # a letter may come in two parts
        wanted = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40", "PYTHONUTF8": "1"}
        kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=kept | wanted,
            start_new_session=True,
        )
        os.close(slave)
        self.raw = ""  # all that came, with its colours
        self.read = 0  # so many characters of it, without colours, have been waited for

    def wait_for(self, words: str) -> str:
        """Read on until these words appear; what came since the last wait, up to them."""
        ends = monotonic() + PATIENCE
        while (found := self.plain().find(words, self.read)) < 0:
            ready, _, _ = select.select([self.master], [], [], max(0, ends - monotonic()))
            assert ready, f"{words!r} never came after:\n{self.plain()[self.read :]}"
            try:
                data = os.read(self.master, 65536)
            except OSError:  # Linux says so when the program has left
                data = b""
            assert data, f"the end came before {words!r}:\n{self.plain()[self.read :]}"
            self.raw += self.letters.decode(data)
        begun, self.read = self.read, found + len(words)
        return self.plain()[begun : self.read]

    def plain(self) -> str:
        return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", self.raw)

    def interrupt(self) -> None:
        """Ctrl-C, and again while nothing comes of it.

        One that falls between the prompt and the wait for a key is lost, in any program that reads
        lines so; a person presses again.
        """
        for _ in range(PATIENCE):
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
                return

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.process.kill()
        screen.process.wait()
        os.close(screen.master)


def test_a_short_match_at_a_real_terminal(tmp_path: Path, screens: list[Screen]) -> None:
    screen = Screen(tmp_path, "play", "brandub", "--vs", "mcts:200ms", "--seed", "3")
    screens.append(screen)
    screen.wait_for("raider on d1, d2")
    assert "\x1b[1;38;5;" in screen.raw  # bold, and one of 256 colours
    screen.type("d1 c1")
    shown = screen.wait_for("• King: ")
    assert "King thinks" in shown
    screen.wait_for("The king must reach a corner")
    screen.type("save short")
    screen.wait_for("Saved as short.saga")
    screen.type("quit")
    screen.wait_for("Farewell.")
    assert screen.process.wait(PATIENCE) == 0
    kept = fimbul.read_saga((tmp_path / "short.saga").read_text(encoding="utf-8"))
    assert [seat for seat, _ in kept.choices] == [0, 0, 1, 1]


@pytest.mark.parametrize("way", ["interrupt", "end of input"])
def test_leaving_without_a_word(tmp_path: Path, screens: list[Screen], way: str) -> None:
    screen = Screen(tmp_path, "play", "brandub", "--vs", "random")
    screens.append(screen)
    screen.wait_for("d6, d7")
    screen.wait_for("> ")
    if way == "interrupt":
        screen.interrupt()
    else:
        os.write(screen.master, b"\x04")
    screen.wait_for("Farewell.")
    assert screen.process.wait(PATIENCE) == 0


def test_the_tab_key_completes(tmp_path: Path, screens: list[Screen]) -> None:
    screen = Screen(tmp_path, "play", "brandub", "--vs", "random")
    screens.append(screen)
    screen.wait_for("d6, d7")
    screen.wait_for("> ")
    os.write(screen.master, b"opt\t\n")
    assert "options" in screen.wait_for("raider on d1")
