"""One mutant at a time is put in the place of its module, and the game's tests are run on it.

Each trial is a child of a process that has loaded pytest but no game, so nothing of a trial is left
behind: neither in memory nor on disk.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import hypothesis
import pytest

from tests.mutation.mutants import SOURCE, Mutant, rule_modules

TESTS = Path(__file__).parents[1]
SECONDS_A_TEST = 40  # of the processor: on a busy machine a test takes longer and is not broken
SECONDS_A_TRIAL = 1800  # by the clock, for what waits for ever
NOT_ONES_OWN = (
    "another_process",  # compares with a process in which nothing is broken
    "recorded_matches",  # reads what was written before anything was broken
)
PRELOADED = (hypothesis,)  # loaded once, not in each child


class Loader(SourceFileLoader):
    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(SOURCE / mutant.path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.mutant.source, self.path, "exec", dont_inherit=True)
        return code


class Finder(MetaPathFinder):
    """Finds the mutant wherever its module is asked for."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        return spec_from_file_location(
            fullname, SOURCE / self.mutant.path, loader=Loader(self.mutant)
        )


class LikeliestFirst:
    """Tests that cite the rules of the broken function, then those that import its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.rules, self.module = mutant.rules, mutant.module

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        ranks = {path: self.rank(path) for path in {item.path for item in items}}
        items.sort(key=lambda item: ranks[item.path])

    def rank(self, path: Path) -> int:
        text = path.read_text(encoding="utf-8")
        return 0 if any(rule in text for rule in self.rules) else 1 if self.module in text else 2


class InTime:
    """A test that takes too long ends the whole trial: that was noticed."""

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, SECONDS_A_TEST)


def unbroken(game: str) -> bool:
    """Are the tests green where nothing is broken? Otherwise every mutant would seem noticed."""
    path = rule_modules(game)[0]
    same = Mutant(path.relative_to(SOURCE).as_posix(), "", path.read_text(encoding="utf-8"), ())
    _, status = os.waitpid(_start(game, same), 0)
    return os.waitstatus_to_exitcode(status) == pytest.ExitCode.OK


def survivors(game: str, mutants: Sequence[Mutant], at_once: int) -> Iterator[Mutant]:
    """Those that no test noticed, as they come."""
    waiting, running = list(reversed(mutants)), dict[int, tuple[Mutant, float]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            mutant = waiting.pop()
            running[_start(game, mutant)] = mutant, time.monotonic()
        for child, (mutant, since) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                del running[child]
                if os.waitstatus_to_exitcode(status) == pytest.ExitCode.OK:
                    yield mutant
            elif time.monotonic() - since > SECONDS_A_TRIAL:  # it hangs: that was noticed
                os.kill(child, signal.SIGKILL)
        time.sleep(0.05)


def _start(game: str, mutant: Mutant) -> int:
    child = os.fork()
    if child:
        return child
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    sys.meta_path.insert(0, Finder(mutant))
    os._exit(_judged(game, mutant))


def _judged(game: str, mutant: Mutant) -> int:
    return pytest.main(
        [
            str(TESTS / "games" / game),
            str(TESTS / "conformance"),
            "--exitfirst",
            "--quiet",
            "--assert=plain",  # nobody reads why a test failed, and it loads twice as fast
            "--timeout=0",
            "-pno:cacheprovider",
            "-Wignore::pytest.PytestAssertRewriteWarning",
            f"-k{game} and not ({' or '.join(NOT_ONES_OWN)})",
        ],
        plugins=[LikeliestFirst(mutant), InTime()],
    )
