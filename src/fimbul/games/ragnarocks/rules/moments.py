"""Where seats differ: the moments of a match at which a mythology power may speak.

The powers themselves are in the folder `powers`, a file each.

A moment gets what the base rules would do next and hands back what to do instead: a list
of steps, of hexes, of vikings, or a number. This class says nothing at any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

from fimbul.games.ragnarocks.rules.sayings import more

if TYPE_CHECKING:
    from fimbul.games.ragnarocks.state import Ragnarocks
    from fimbul.kernel import Step

Steps: TypeAlias = "list[Step[Ragnarocks]]"


class Acting(Protocol):
    """A step of the turn of one viking."""

    @property
    def seat(self) -> int: ...

    @property
    def viking(self) -> str: ...


class Placing(Acting, Protocol):
    """A step that puts a runestone somewhere."""

    def harmless(self, state: Ragnarocks) -> bool | None: ...


class Card:
    """A mythology card as it lies on the table. Its full text is in the rulebook."""

    title: ClassVar[str]
    sentence: ClassVar[str]  # what is printed on it
    icon: ClassVar[bool] = False  # Odin's  # rule: adv.odin-icon, ruling.odin-icons

    def on_card(self, state: Ragnarocks) -> str:
        """What lies on it, or has become of it."""
        return ""

    def on_rivals_card(self, state: Ragnarocks) -> str:
        """What this power lays on the card of the other side."""
        return ""


class Power(Card):
    """`owner` is the seat that holds the power; `step.seat` or `seat`, whose turn it is.

    A power that ends the match (`state.finish`) hands back no steps.
    """

    words: ClassVar[Mapping[str, str]] = {}  # a sentence for a question of its owner, by step
    against: ClassVar[Mapping[str, str]] = {}  # and for one of the other side
    once = False  # does it fall silent once it is spent?
    fateful = False  # can its owner be led to where a turn cannot be completed, or out of it?
    stoneless = False  # can its owner complete a turn without the supply?
    restless = False  # can its owner move on and on without a runestone, or might it?
    deadly = False  # can its owner win once no more runestones are laid?

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        """The table is being laid: vikings left out, stones on a card, cards drawn."""
        return steps

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        """A turn begins, before anybody asks whether it can be completed."""
        return steps

    def price(self, state: Ragnarocks, owner: int, seat: int, stones: int) -> int:
        """How many runestones of the supply a complete turn takes at least."""
        return stones

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """A viking has been selected: what comes before and instead of its move."""
        return steps

    def reach(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """The hexes the selected viking can move to."""
        return cells

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """The viking has moved: what comes before and instead of the summon."""
        return steps

    def aim(self, state: Ragnarocks, owner: int, step: Placing, cells: list[int]) -> list[int]:
        """The hexes a runestone can be summoned to."""
        return cells

    def changed(self, state: Ragnarocks, owner: int) -> None:
        """Something on the board has changed, and the regions with it; a match may end here."""

    def created(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """A runestone has created regions."""
        return steps

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """The summon is resolved."""
        return steps

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """A turn ends, one's own or another's; what is added comes before the last step."""
        return steps

    def next_turn(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        """The turn of `seat` is over, and another begins."""
        return steps

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        """The points of a seat when the match is over."""
        return points


Voice = tuple[Power, int]
POWERS: dict[str, Power] = {}  # by name, in the order of the book; filled from their folder


@cache
def our_icons() -> tuple[str, ...]:
    """The cards with Odin's icon, as we guess them."""
    return tuple(name for name, power in POWERS.items() if power.icon)


def speakers(state: Ragnarocks, seat: int) -> Sequence[Voice]:  # rule: adv.simultaneous, adv.timing
    """Who speaks, in order: the seat whose turn it is first, then the other side.

    Of a team only one power is heard at a time.
    """
    if not state.powers:  # rule: ruling.hook-order, adv.normal-rules-stay
        return ()
    team = state.teams[seat] if state.teams else seat  # rule: team.power-duration
    powers, seats = state.powers, (state.acting[team], state.acting[1 - team])
    first, second = powers[seats[0]], powers[seats[1]]
    if first and second and not state.borrowed:  # as in most matches: this is asked all the time
        return (POWERS[first], seats[0]), (POWERS[second], seats[1])
    voices = [(POWERS[powers[each]], each) for each in seats if powers[each]]
    if state.borrowed:
        voices += [(POWERS[state.borrowed[each]], each) for each in seats if state.borrowed[each]]
        voices.sort(key=lambda voice: voice[1] != seat)
    return voices


def told(state: Ragnarocks, seat: int, step: str, question: str) -> str:
    """A question of the base rules, and what the powers in play have to say about it."""
    for saying in _sayings(state, seat, step):
        question = more(question, saying)
    return question


def _sayings(state: Ragnarocks, seat: int, step: str) -> Iterator[str]:
    for power, owner in speakers(state, seat):
        words = (power.words if owner == seat else power.against).get(step, "")
        if words and not (power.once and state.spent):
            yield words
