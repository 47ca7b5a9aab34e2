"""One line of the rulebook's turn, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct

from fimbul.kernel.play.event import NOBODY
from fimbul.kernel.play.phrase import phrase, sentence

if TYPE_CHECKING:
    from fimbul.kernel.play.state import State

S = TypeVar("S", bound="State")


class Timing(Struct, frozen=True):
    """How a live table keeps time for a decision, in milliseconds. The rules know no time."""

    opens: int = 0  # picks before that are refused
    closes: int = 0  # then the default is taken; 0: never
    reach: tuple[int, int] = (0, 0)  # when a bot picks: after the opening, after being beaten
    count: int = 0  # a count: so long after it is called, the default is taken
    calls: int = 0  # it is called so long after the first pick; 0: by whoever picked first
    late: str = ""  # the option that stands for no answer: no bot is asked about it
    apart: str = ""  # the option taken while a player is away: no bot is asked about it either


class Step(Struct, Generic[S], frozen=True, tag=True, gc=False):
    """Who is asked, what may be touched, what then happens. Values only: copied, stored, sent.

    Plain values cannot form a circle, so the collector need not watch them (`gc=False`).
    """

    seat: int
    prompt: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    changeable: ClassVar[bool] = False  # may a sealed pick be changed while others still think?
    races: ClassVar[bool] = False  # in a row: whoever picks first is served first, at once
    undo: ClassVar[str] = ""  # the option that takes the last pick back: for people, not for bots
    ends_turn: ClassVar[bool] = False  # whatever is picked, one turn is over: perft counts in bulk
    beat: ClassVar[bool] = False  # the eye rests before it runs: see `beats`

    def ask(self, state: S) -> str:
        """The question in words; override it where the words depend on the state."""
        return self.prompt

    def options(self, state: S) -> Sequence[str]:
        """The things this seat may touch now; none, and the step simply runs."""
        return ()

    def default(self, state: S, options: Sequence[str]) -> str:
        """The option chosen for a seat that does not answer in time.

        Like the options themselves, it may depend only on what that seat sees.
        """
        return options[0]

    def foregone(self, state: S, options: Sequence[str]) -> bool:
        """Whether this seat is asked only because not being asked would tell something of it.

        Then it has nothing to decide, and the default is answered for it.
        """
        return False

    def reveals(self, state: S) -> bool:
        """Whether coming to this step tells somebody what was hidden: it is asked, or does, by what
        not everybody can see. A choice that leads here cannot simply be taken back."""
        return False

    def onward(self, state: S, options: Sequence[str]) -> Sequence[str]:
        """The options without those that take back or spoil earlier picks: bots choose from
        these."""
        undo = self.undo
        return [option for option in options if option != undo] if undo else options

    def again(self, state: S, pick: str) -> Step[S] | None:
        """This step with `pick` noted, if the seat goes on choosing in the same row.

        So one seat can fill a whole hand of picks while the others fill theirs.
        """
        return None

    def leads(self, state: S, pick: str) -> Step[S] | None:
        """The step that asks this seat next, where coming to it is all that `pick` does.

        None says nothing about it: then whoever needs to know tries the pick on a copy. It is for
        those who look ahead by one pick all the time, as scenes do; `run` remains what is played.
        """
        return None

    def run(self, state: S, pick: str | None) -> None:
        """Do what the rule says. `pick` is None when there was nothing to choose."""
        raise NotImplementedError

    def timing(self, state: S) -> Timing | None:
        """How a live table keeps time for this step, if it does."""
        return None

    def why(self, state: S, thing: str) -> tuple[str, str]:
        """The rule, and a sentence: why `thing`, which is no option, cannot be touched."""
        return self.rule, _not_asked(self.ask(state))


def _not_asked(question: str) -> str:
    return phrase("That is not what is asked now. {question}", question=sentence(question))


class BookStep(Step[S], frozen=True):
    """A line of the rulebook that is nobody's unless a seat is given: a reveal, a scoring.

    A game whose checks walk the agenda makes this the base of all its steps.
    """

    seat: int = NOBODY

    def fits(self, state: S) -> bool:
        """Whether a stored state can really have come to this step."""
        return True
