"""What can go wrong, as a tree. One class, one code, one HTTP status.

FimbulError
 |- NoSuchGame      game/unknown     404   no game has that name
 |- NoSuchBot       bot/unknown      404   no bot can be made from that description
 |- IllegalChoice   choice/illegal   422   that seat may not choose that thing now
 `- Problems                         422   several things may be wrong: all of them are listed
     |- BadSetup    setup/bad        422   a match cannot be set up so
     |- BadState    state/bad        422   a stored state does not fit its game
     `- BadRecord   record/bad       422   a record cannot be read or replayed
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, ClassVar

MOST_NAMED = 12  # so many possible things fit into one sentence


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A tail for a sentence about an unknown word: the nearest known one, or those there are."""
    names = sorted(known)
    near = get_close_matches(word, names, n=1)
    return f" (did you mean {near[0]!r}?)" if near else f" (there is {_some(names) or 'none'})"


def _some(names: Sequence[str]) -> str:
    """As many as one reads, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


class FimbulError(Exception):
    """The root: every error a player, host or developer may be shown."""

    code: ClassVar[str] = "fimbul/error"
    status: ClassVar[int] = 500

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross from process to process whole, whatever their constructors ask for."""
        return _thawed, (type(self), self.args), self.__dict__


def _thawed(kind: type[FimbulError], args: tuple[Any, ...]) -> FimbulError:
    return kind.__new__(kind, *args)


class NoSuchGame(FimbulError):
    code = "game/unknown"
    status = 404

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no game {name!r}{did_you_mean(name, known)}")


class NoSuchBot(FimbulError):
    code = "bot/unknown"
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


class Problems(FimbulError):
    """An error that lists everything that is wrong, not only the first thing."""

    status = 422
    about: ClassVar[str] = "this cannot be used"

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(f"{self.about}: " + "; ".join(self.problems))


class BadSetup(Problems):
    code = "setup/bad"
    about = "the match cannot be set up"


class BadState(Problems):
    code = "state/bad"
    about = "the stored state cannot be used"


class BadRecord(Problems):
    code = "record/bad"
    about = "the record cannot be used"
