"""Wager and Brandub with one fault each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import structs

import fimbul
from fimbul.games.brandub.deal import deal as deal_brandub
from fimbul.games.brandub.rules import Turn
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import (
    Choice,
    Dice,
    Fact,
    Game,
    Goal,
    Lore,
    PlainNotation,
    Reach,
    Rolled,
    Row,
    Said,
    Scene,
    Setup,
    State,
    Step,
    Thing,
    Zone,
)
from tests.wager import GAME as WAGER
from tests.wager.deal import deal as deal_wager
from tests.wager.lore import redeal
from tests.wager.parts import NAMES
from tests.wager.rules import Bid, Reveal
from tests.wager.scene import show
from tests.wager.setup import WagerSetup
from tests.wager.state import Wager

BRANDUB = fimbul.game("brandub")


def with_steps(kinds: Mapping[type[Step[Any]], type[Step[Any]]]) -> Game[Any]:
    """Wager, its first agenda made of other kinds of steps."""

    def deal(setup: WagerSetup, seed: int) -> Wager:
        state = deal_wager(setup, seed)
        state.agenda = [tuple(_exchanged(step, kinds) for step in row) for row in state.agenda]
        return state

    return replace(WAGER, deal=deal)


def _exchanged(step: Step[Any], kinds: Mapping[type[Step[Any]], type[Step[Any]]]) -> Step[Any]:
    return kinds.get(type(step), type(step))(step.seat)


def with_note(scene: Scene, text: str) -> Scene:
    told = Zone("told", things=(Thing("pile:told", "card", text),))
    return structs.replace(scene, zones=(*scene.zones, told))


# -- secrets that get out -----------------------------------------------------------------------


def show_next_card(state: Wager, seat: int | None) -> Scene:
    return with_note(show(state, seat), str(state.deck[-1]))


def show_a_hand_to_onlookers(state: Wager, seat: int | None) -> Scene:
    return show(state, 0 if seat is None else seat)


def show_lanes(state: Wager, seat: int | None) -> Scene:
    return with_note(show(state, seat), f"under way: {sorted(state.lanes)}")


class TellingBid(Bid, frozen=True):
    """Its question tells what the deck holds."""

    def ask(self, state: Wager) -> str:
        return f"Lay a card; the next in the deck is {state.deck[-1]}"


class BidByDice(Bid, frozen=True):
    """Offers less when the next roll will be low, as nobody can know."""

    def options(self, state: Wager) -> list[str]:
        cards = super().options(state)
        return cards[1:] if state.seed % 2 else cards


class TellingDefault(Bid, frozen=True):
    def default(self, state: Wager, options: Sequence[str]) -> str:
        return options[state.deck[-1] % len(options)] if state.deck else options[0]


class AbsentDefault(Bid, frozen=True):
    def default(self, state: Wager, options: Sequence[str]) -> str:
        return "button:nothing"


class BidOnTheWay(Bid, frozen=True):
    """Says that a pick only leads to a question, though it lays a card."""

    def leads(self, state: Wager, pick: str) -> Step[Wager]:
        return self


class TellingWhy(Bid, frozen=True):
    """Its refusals tell where a card lies."""

    def why(self, state: Wager, thing: str) -> tuple[str, str]:
        held = any(thing in map(NAMES.__getitem__, hand) for hand in state.hands)
        return self.rule, "Somebody else has it." if held else "Nobody has it."


class LoudReveal(Reveal, frozen=True):
    """Everybody is told of the card that one seat draws."""

    def run(self, state: Wager, pick: str | None) -> None:
        super().run(state, pick)
        state.events = [msgspec.structs.replace(event, only=None) for event in state.events]


class ChattyReveal(Reveal, frozen=True):
    """Not the event, but its words for the others tell of the card."""

    def run(self, state: Wager, pick: str | None) -> None:
        super().run(state, pick)
        drawn = [event for event in state.events if event.only]
        state.events += [Said(words=event.words) for event in drawn]


class HintingReveal(Reveal, frozen=True):
    """A die that shows a secret: names no thing, looks like chance."""

    def run(self, state: Wager, pick: str | None) -> None:
        super().run(state, pick)
        face = 1 + sum(state.deck[-3:]) % 6
        state.events.append(Rolled(thing="die:0", face=face, sides=6))


def peek(dream: Wager, seat: int, dice: Dice) -> None:
    """A redeal that leaves the deck as it lies: whoever dreams knows the next card."""
    deck = list(dream.deck)
    redeal(dream, seat, dice)
    hidden = [card for card in deck if card in dream.deck]
    dream.deck = hidden + [card for card in dream.deck if card not in hidden]


def lose_a_card(dream: Wager, seat: int, dice: Dice) -> None:
    redeal(dream, seat, dice)
    dream.deck.pop()


def leave_all(dream: Wager, seat: int, dice: Dice) -> None:
    """Deals nothing anew."""


# -- states that are not their own ----------------------------------------------------------------


class Nested(Wager, kw_only=True):
    """A list of lists, of which a clone copies only the outer one."""

    piles: list[list[int]] = []


def deal_nested(setup: WagerSetup, seed: int) -> Nested:
    dealt = msgspec.structs.asdict(deal_wager(setup, seed))
    return Nested(**{**dealt, "piles": [[1, 2], [3]]})


class Forgetful(Wager, kw_only=True):
    """Its clones write into the same book."""

    memory: dict[str, int] = {}

    def clone(self) -> Forgetful:
        twin = super().clone()
        twin.memory = self.memory
        return twin


def deal_forgetful(setup: WagerSetup, seed: int) -> Forgetful:
    return Forgetful(**msgspec.structs.asdict(deal_wager(setup, seed)))


ANYHOW = iter(range(10**9))


def deal_anyhow(setup: WagerSetup, seed: int) -> Wager:
    return deal_wager(setup, seed + next(ANYHOW))


class OtherDice(Wager, kw_only=True):
    """Rolls dice that do not travel with the state."""

    def roll(self, sides: int) -> int:
        return next(ANYHOW) % sides


def deal_other_dice(setup: WagerSetup, seed: int) -> OtherDice:
    return OtherDice(**msgspec.structs.asdict(deal_wager(setup, seed)))


# -- turns that go wrong --------------------------------------------------------------------------


class HastyBid(Bid, frozen=True):
    """Writes into the state when it is touched, so who comes first matters."""

    def again(self, state: Wager, pick: str) -> Bid | None:
        state.shown = [*state.shown, self.seat]
        more = super().again(state, pick)
        return more and HastyBid(more.seat, more.first)


class StubbornBid(Bid, frozen=True):
    """Remembers every change of mind."""

    def again(self, state: Wager, pick: str) -> Bid | None:
        if self.first:
            state.points[self.seat] += 1
        more = super().again(state, pick)
        return more and StubbornBid(more.seat, more.first)


class DoubleBid(Bid, frozen=True):
    def options(self, state: Wager) -> list[str]:
        return [*super().options(state), *super().options(state)[:1]]


class FarBid(Bid, frozen=True):
    """Offers a card that lies where its seat cannot see it."""

    def options(self, state: Wager) -> list[str]:
        return [*super().options(state), NAMES[state.deck[0]]]


class LawlessBid(Bid, frozen=True):
    rule = "bid.whatever"


class SpeechlessBid(Bid, frozen=True):
    def why(self, state: Wager, thing: str) -> tuple[str, str]:
        return self.rule, ""


class EndlessReveal(Reveal, frozen=True):
    """Takes back what it did: the same round for ever."""

    def run(self, state: Wager, pick: str | None) -> None:
        state.laid = [()] * state.seats
        bids: Row = tuple(Bid(seat) for seat in range(state.seats))
        state.then(bids, EndlessReveal(self.seat))


class StoppingReveal(Reveal, frozen=True):
    """Has no next step and no result."""

    def run(self, state: Wager, pick: str | None) -> None:
        state.laid = [()] * state.seats


class LosingReveal(Reveal, frozen=True):
    """A card falls under the table."""

    def run(self, state: Wager, pick: str | None) -> None:
        super().run(state, pick)
        state.deck.pop()


class UnplacedReveal(Reveal, frozen=True):
    def run(self, state: Wager, pick: str | None) -> None:
        state.finish((2,) * state.seats, "end.rounds")


# -- books, scenes and records --------------------------------------------------------------------


def show_twice(state: Wager, seat: int | None) -> Scene:
    scene = show(state, seat)
    return Scene((*scene.zones, Zone("again", things=scene.zones[-1].things)), scene.plates)


def show_unknown_state(state: Wager, seat: int | None) -> Scene:
    """As a scene would be that was written without a look at its types."""
    scene = show(state, seat)
    strange = structs.replace(scene.zones[0].things[0], state=("glowing",))
    zone = structs.replace(scene.zones[0], things=(strange, *scene.zones[0].things[1:]))
    return structs.replace(scene, zones=(zone, *scene.zones[1:]))


def show_false_goal(state: Wager, seat: int | None) -> Scene:
    """A gesture that stands for a pick nobody is offered."""
    scene = show(state, seat)
    thing = scene.zones[0].things[0].id
    far = Reach(thing, (0, 0), (Goal(("nonsense:1",), (1, 1)),))
    return structs.replace(scene, reaches=(far,))


def show_nobodys_hand(state: Wager, seat: int | None) -> Scene:
    scene = show(state, seat)
    first = structs.replace(scene.zones[0], seat=None)
    return structs.replace(scene, zones=(first, *scene.zones[1:]))


def show_too_few_gains(state: Wager, seat: int | None) -> Scene:
    scene = show(state, seat)
    plates = [structs.replace(plate, gains=(Fact("luck", amount=0),)) for plate in scene.plates]
    return structs.replace(scene, plates=tuple(plates))


class LossyNotation(PlainNotation):
    """Writes only the last thing of a turn."""

    def write(self, state: State, choices: Sequence[Choice]) -> Iterator[tuple[int, str]]:
        for count, text in super().write(state, choices):
            seat, *things = text.split()
            yield count, f"{seat} {things[-1]}"


class FragileNotation(PlainNotation):
    """Dies of what it does not know."""

    def read(self, state: State, turn: str) -> Sequence[Choice]:
        seat, *things = turn.split(" ")
        return [({"0": 0, "1": 1, "2": 2, "3": 3}[seat], thing) for thing in things]


def with_lore(lore: Lore[Any]) -> Game[Any]:
    return replace(WAGER, lore=lore)


# -- a claim that is not true -------------------------------------------------------------------


class ClaimingTurn(Turn, frozen=True):
    """Says that choosing a piece ends the turn; the walk is still to come."""

    ends_turn = True


def deal_claiming(setup: Setup, seed: int) -> Brandub:
    state = deal_brandub(setup, seed)
    state.agenda = [(ClaimingTurn(0),)]
    return state


CLAIMING = replace(BRANDUB, deal=deal_claiming, turns=lambda state: (state.number - 1) // 2)
