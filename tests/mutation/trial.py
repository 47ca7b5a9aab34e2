"""Mutants are tried on the game's tests, one at a time and each in a child of its own.

First in a process that has collected all tests: there a mutant is the broken function put in the
place of the sound one, and only the tests in which that makes a difference are run, the quickest
first. Where it made one while modules were loaded, or is not in a function, whoever survives is
tried anew in a process that has loaded no game: there the broken module takes the place of the
sound one before anybody asks for it, and all tests are run.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import hypothesis
import msgspec
import pytest

from tests.mutation.mutants import SOURCE, Mutant, rule_modules
from tests.mutation.reach import Marker
from tests.mutation.swap import Memory

TESTS = Path(__file__).parents[1]
SECONDS_A_TEST = 40  # of the processor: on a busy machine a test takes longer and is not broken
TIMES_AS_LONG, SECONDS_MORE = 5, 5  # than a test takes with nothing broken
SECONDS_A_TRIAL = 1800  # by the clock, for what waits for ever
NOT_ONES_OWN = (
    "another_process",  # compares with a process in which nothing is broken
    "recorded_matches",  # reads what was written before anything was broken
)
OUR_FAULT = 70  # how a child ends that could not try its mutant
PRELOADED = (hypothesis,)  # loaded once, not in each child
Start = Callable[[Mutant], int]  # a trial in a child; its number


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


class Usual(NamedTuple):
    """A test where nothing is broken: how long it takes, and which mutants would matter to it."""

    seconds: float  # of the processor
    came: frozenset[int]
    failed: bool


class Collected:
    """A run that has collected the tests tries mutants on them, and writes down who is left."""

    def __init__(self, mutants: Sequence[Mutant], at_once: int, told: int) -> None:
        self.mutants, self.at_once, self.told = mutants, at_once, told
        self.marker = Marker(mutants)
        sys.meta_path.insert(0, self.marker)
        self.usual: dict[str, Usual] = {}  # by test

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A test that takes far longer than usual ends the whole trial: that was noticed."""
        usual = self.usual.get(item.nodeid)
        most = TIMES_AS_LONG * usual.seconds + SECONDS_MORE if usual else SECONDS_A_TEST
        signal.setitimer(signal.ITIMER_PROF, most)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        while_loading, self.memory = self.marker.take(), Memory()
        if failed := self.failures(session):
            self.tell(f"failed {' '.join(failed)}")
            return True
        fixed = {mutant for mutant in self.mutants if not self.memory.changes(mutant)}
        for mutant in fixed:
            self.tell(f"again {self.mutants.index(mutant)}")
        loose = [mutant for mutant in self.mutants if mutant not in fixed]
        for mutant in unnoticed(loose, self.at_once, partial(self.start, session)):
            number = self.mutants.index(mutant)
            self.tell(f"{'again' if number in while_loading else 'left'} {number}")
        self.tell("ended")
        return True

    def tell(self, line: str) -> None:
        os.write(self.told, f"{line}\n".encode())

    def failures(self, session: pytest.Session) -> list[str]:
        """Run all tests with nothing broken, and remember how each of them went."""
        ends = os.pipe()
        child = os.fork()
        if not child:
            with os.fdopen(ends[1], "wb") as told:
                told.write(msgspec.json.encode(dict(self.watched(session))))
            os._exit(0)
        os.close(ends[1])
        with os.fdopen(ends[0], "rb") as told:
            usual = told.read()
        os.waitpid(child, 0)
        self.usual = msgspec.json.decode(usual, type=dict[str, Usual])
        return [name for name, test in self.usual.items() if test.failed]

    def watched(self, session: pytest.Session) -> Iterator[tuple[str, Usual]]:
        since, failed = time.process_time(), 0
        for item in played(session.items):
            taken, came = time.process_time() - since, self.marker.take()
            yield item.nodeid, Usual(taken, came, session.testsfailed > failed)
            self.memory.forget()  # who asks again is told apart
            since, failed = time.process_time(), session.testsfailed

    def start(self, session: pytest.Session, mutant: Mutant) -> int:
        return os.fork() or self.judge(session, mutant)

    def judge(self, session: pytest.Session, mutant: Mutant) -> int:
        """In a child. It ends as if nothing were broken where no test notices the mutant."""
        ended = OUR_FAULT
        try:
            self.memory.break_with(mutant)
            tests = played(self.likeliest(session.items, mutant))
            ended = int(any(session.testsfailed for _ in tests))
        finally:
            os._exit(ended)

    def likeliest(self, items: Sequence[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
        """The tests to which it matters, by what each costs and how likely it is to notice."""
        number, likely = self.mutants.index(mutant), LikeliestFirst(mutant)
        those = [item for item in items if number in self.usual[item.nodeid].came]
        ranks = {path: likely.rank(path) for path in {item.path for item in those}}
        return sorted(
            those, key=lambda item: (1 + ranks[item.path]) * self.usual[item.nodeid].seconds
        )


def played(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Tests one after the other."""
    for item, after in zip(items, (*items, None)[1:], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        yield item


def survivors(game: str, mutants: Sequence[Mutant], at_once: int) -> Iterator[Mutant]:
    """Those that no test noticed, as they come; NotGreen where tests fail without them."""
    again: list[Mutant] = []
    for word, mutant in _left_when_collected(game, mutants, at_once):
        if word == "left":
            yield mutant
        else:
            again.append(mutant)
    if again and not _is_green_anew(game):
        raise NotGreen("some test in a process of its own")
    yield from unnoticed(again, at_once, lambda mutant: _start(game, mutant))


class NotGreen(Exception):
    """Tests that fail where nothing is broken: every mutant would seem noticed."""


def _is_green_anew(game: str) -> bool:
    path = rule_modules(game)[0]
    same = Mutant(path.relative_to(SOURCE).as_posix(), "", path.read_text(encoding="utf-8"), ())
    _, status = os.waitpid(_start(game, same), 0)
    return os.waitstatus_to_exitcode(status) == pytest.ExitCode.OK


def unnoticed(mutants: Sequence[Mutant], at_once: int, start: Start) -> Iterator[Mutant]:
    """Those whose trial ends as if nothing were broken, as they come."""
    waiting, running = list(reversed(mutants)), dict[int, tuple[Mutant, float]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            mutant = waiting.pop()
            running[start(mutant)] = mutant, time.monotonic()
        for child, (mutant, since) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                del running[child]
                code = os.waitstatus_to_exitcode(status)
                assert code != OUR_FAULT, f"no trial: {mutant.key}"
                if code == pytest.ExitCode.OK:
                    yield mutant
            elif time.monotonic() - since > SECONDS_A_TRIAL:  # it hangs: that was noticed
                os.kill(child, signal.SIGKILL)
        time.sleep(0.02)


def _left_when_collected(
    game: str, mutants: Sequence[Mutant], at_once: int
) -> Iterator[tuple[str, Mutant]]:
    """Who is left in a process that has collected the tests, and whether to try it anew."""
    ends = os.pipe()
    child = os.fork()
    if not child:
        os.close(ends[0])
        _hush()
        os._exit(_run(game, Collected(mutants, at_once, ends[1])))
    os.close(ends[1])
    ended = False
    with os.fdopen(ends[0]) as told:
        for line in told:
            word, _, rest = line.strip().partition(" ")
            if word == "failed":
                raise NotGreen(rest)
            ended = word == "ended"
            if rest:
                yield word, mutants[int(rest)]
    os.waitpid(child, 0)
    if not ended:
        raise NotGreen("the run itself")


def _start(game: str, mutant: Mutant) -> int:
    """A trial in a process that has loaded no game yet."""
    child = os.fork()
    if child:
        return child
    _hush()
    sys.meta_path.insert(0, Finder(mutant))
    os._exit(_run(game, LikeliestFirst(mutant), InTime()))


def _hush() -> None:
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)


def _run(game: str, *plugins: object) -> int:
    return pytest.main(
        [
            str(TESTS / "games" / game),
            str(TESTS / "conformance"),
            "--exitfirst",
            "--quiet",
            "--assert=plain",  # nobody reads why a test failed, and it loads twice as fast
            "--timeout=0",
            "--hypothesis-profile=first",
            "-pno:cacheprovider",
            "-Wignore::pytest.PytestAssertRewriteWarning",
            f"-k{game} and not ({' or '.join(NOT_ONES_OWN)})",
        ],
        plugins=list(plugins),
    )
