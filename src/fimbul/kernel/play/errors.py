"""What can go wrong, as a tree. One class, one code, one HTTP status.

FimbulError
 |- NoSuchGame      game/unknown     404   no game has that name
 |- BrokenGame      game/broken      404   a package brings a game that cannot be played
 |- NoSuchBot       bot/unknown      404   no bot can be made from that description
 |- NoSuchPuzzle    puzzle/unknown   404   the game has no puzzle of that name
 |- NoSuchLesson    lesson/unknown   404   the game has no lesson
 |- IllegalChoice   choice/illegal   422   that seat may not choose that thing now
 `- Problems                         422   several things may be wrong: all of them are listed
     |- BadSetup    setup/bad        422   a match cannot be set up so
     |- BadLesson   lesson/bad       422   a lesson cannot be read, or not be played to its end
     |- BadState    state/bad        422   a stored state does not fit its game
     `- BadRecord   record/bad       422   a record cannot be read or replayed
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, ClassVar

from fimbul.kernel.play.phrase import phrase

MOST_PROBLEMS = 20  # that one error tells
LONGEST = 500  # characters of one problem
MOST_NAMED = 12  # so many possible things fit into one sentence


def shortened(text: str) -> str:
    """Enough of it to know what is meant: how it begins and how it ends."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A tail for a sentence about an unknown word: the nearest known one, or those there are."""
    names = sorted(known)
    near = get_close_matches(word[:LONGEST], names, n=1)
    if near:
        return phrase(" (did you mean '{word}'?)", word=near[0])
    return phrase(" (there is {names})", names=_some(names)) if names else " (there is none)"


def _some(names: Sequence[str]) -> str:
    """As many as anybody reads, and how many more there are."""
    more, some = len(names) - MOST_NAMED, ", ".join(names[:MOST_NAMED])
    return phrase("{names} and {more} more", names=some, more=more) if more > 0 else some


class FimbulError(Exception):
    """The root: every error a player, host or developer may be shown."""

    code: ClassVar[str] = "fimbul/error"
    status: ClassVar[int] = 500

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors pass whole from process to process, whatever arguments their constructors need."""
        return _thawed, (type(self), self.args), self.__dict__

    @property
    def words(self) -> str:
        """The message for people, as a phrase where it is one: `str` of an error keeps only its
        text."""
        first = self.args[0] if self.args else ""
        return first if isinstance(first, str) else str(first)


def _thawed(kind: type[FimbulError], args: tuple[Any, ...]) -> FimbulError:
    return kind.__new__(kind, *args)


class NoSuchGame(FimbulError):
    code = "game/unknown"
    status = 404

    def __init__(self, name: str, known: Iterable[str]) -> None:
        told = "there is no game '{name}'{perhaps}"
        super().__init__(phrase(told, name=name, perhaps=did_you_mean(name, known)))


class BrokenGame(FimbulError):
    """A game from outside that cannot be played, and which package to blame."""

    code = "game/broken"
    status = 404


class NoSuchBot(FimbulError):
    code = "bot/unknown"
    status = 404


class NoSuchPuzzle(FimbulError):
    code = "puzzle/unknown"
    status = 404


class NoSuchLesson(FimbulError):
    code = "lesson/unknown"
    status = 404


class IllegalChoice(FimbulError):
    """Names the seat, the thing, why not, by which rule, and what was possible instead."""

    code = "choice/illegal"
    status = 422

    def __init__(
        self, seat: int, thing: str, reason: str, rule: str = "", possible: Sequence[str] = ()
    ) -> None:
        self.seat, self.thing, self.reason = seat, thing, reason
        self.rule, self.possible = rule, tuple(possible)
        cited = f" [{rule}]" if rule else ""
        super().__init__(f"seat {seat!r} cannot choose {thing!r}: {reason}{cited}{self._instead()}")

    def _instead(self) -> str:
        return f" Possible: {_some(self.possible)}." if self.possible else ""

    @property
    def plainly(self) -> str:
        """The message for people: without the number of the seat and the id of the rule."""
        thing = shortened(repr(self.thing))
        wrong = phrase("{thing} cannot be chosen here: {reason}", thing=thing, reason=self.reason)
        if not self.possible:
            return wrong
        return phrase("{wrong} Possible: {names}.", wrong=wrong, names=_some(self.possible))


class Problems(FimbulError):
    """An error that lists everything that is wrong, not only the first thing. There is a limit: of
    thousands of mistakes only the first are looked for and told."""

    status = 422
    about: ClassVar[str] = "this cannot be used"

    def __init__(self, problems: Iterable[str]) -> None:
        found = [shortened(problem) for problem in islice(problems, MOST_PROBLEMS + 1)]
        if len(found) > MOST_PROBLEMS:
            found[-1] = "and more, which were not looked for any further"
        self.problems = tuple(found)
        super().__init__(f"{self.about}: " + "; ".join(self.problems))

    @property
    def words(self) -> str:
        """Without the problems, which are told separately."""
        return self.about


def refuse(kind: type[Problems], problems: Iterable[str]) -> None:
    """Raise that error if there is any problem. The first few are enough; more are not looked
    for."""
    if found := list(islice(problems, MOST_PROBLEMS + 1)):
        raise kind(found)


class BadSetup(Problems):
    code = "setup/bad"
    about = "the match cannot be set up"


class BadLesson(Problems):
    code = "lesson/bad"


class BadState(Problems):
    code = "state/bad"
    about = "the stored state cannot be used"


class BadRecord(Problems):
    code = "record/bad"
    about = "the record cannot be used"


MISTAKES = (  # what a wrong line of a program raises; running out of memory is no mistake
    ArithmeticError,
    AssertionError,
    AttributeError,
    FimbulError,
    LookupError,
    NameError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
UNLOADABLE = (*MISTAKES, ImportError, OSError, SyntaxError)  # and what importing it may raise
