"""What can be wrong with a state that was read from outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar import setup
from fimbul.games.drakkar.parts import NONE
from fimbul.games.drakkar.state import ship
from fimbul.kernel import first_problems

if TYPE_CHECKING:
    from fimbul.games.drakkar.rules.steps import DrakkarStep
    from fimbul.games.drakkar.state.table import Drakkar

BY_SEAT = (
    "decks", "pointed", "hands", "played", "last", "loose", "ships", "offered", "kept", "spurned",
    "loot",
)  # fmt: skip
TAIL = ("collect", "team-up", "sail")  # what ends a round, the last first


def problems(state: Drakkar) -> Iterator[str]:
    """Each check may rely on those before it."""
    yield from first_problems(
        state, _own_cards, _shape, _numbers, _cards, _ships, _quests, _loot, _agenda
    )


def _own_cards(state: Drakkar) -> Iterator[str]:
    if state.cards:
        yield from setup.sound_cards(state.cards)
    if state.quest_cards:
        yield from setup.sound_quests(state.quest_cards)


def _shape(state: Drakkar) -> Iterator[str]:
    if not p.FEWEST <= state.seats <= p.MOST:
        yield f"seats: {p.FEWEST} to {p.MOST} can play, not {state.seats}"
        return
    for name in BY_SEAT:
        if len(getattr(state, name)) != state.seats:
            yield f"{name}: one for each of {state.seats} seats"
    if len(state.stacks) != 3:
        yield "stacks: one for each kind of loot"
    if sorted(state.ranks) not in ([], list(range(state.seats))):
        yield "ranks: every seat has its own"


def _numbers(state: Drakkar) -> Iterator[str]:
    if not 0 <= state.earl < state.seats:
        yield "earl: no such seat"
    if not 1 <= state.round <= p.ROUNDS or not 0 <= state.trick <= p.TRICKS:
        yield f"round: {p.ROUNDS} of them, with {p.TRICKS} tricks each"
    if any(deck not in range(NONE, state.seats) for deck in state.pointed):
        yield "pointed: at a deck that is not there"
    faces = range(NONE, 2 * p.cards_in_use(state.seats))
    if any(face not in faces for face in state.last):
        yield "last: a face that is not in use"
    for name in ("fulfilled", "helping"):
        seats = getattr(state, name)
        if len(set(seats)) < len(seats) or any(seat not in range(state.seats) for seat in seats):
            yield f"{name}: seats, each at most once"
    if any(min(pair) < 0 or max(pair) >= state.seats for pair in state.beaten):
        yield "beaten: these are not pairs of seats"


def lying(state: Drakkar) -> Iterator[int]:
    """Every double-faced card on the table, as the face that is up."""
    for pile in (*state.decks, *state.hands, state.discard, state.played, state.loose):
        yield from pile
    for berths in state.ships:
        for berth in berths:
            yield from berth


def _cards(state: Drakkar) -> Iterator[str]:
    in_use = p.cards_in_use(state.seats)
    faces = [face for face in lying(state) if face >= 0]
    if state.result is None:
        if sorted(face // 2 for face in faces) != list(range(in_use)):
            yield f"hands: each of the {in_use} cards lies in exactly one place"
    elif faces:
        yield "hands: after the match all cards are in the box"
    held = [*state.discard, *(face for pile in (*state.decks, *state.hands) for face in pile)]
    if any(face < 0 for face in held) or any(face < NONE for face in (*state.played, *state.loose)):
        yield "hands: there is no such card"
    full = [len(deck) for deck in state.decks if deck]
    if any(size != p.DECK_SIZE for size in full):
        yield f"decks: each has {p.DECK_SIZE} cards"


def _ships(state: Drakkar) -> Iterator[str]:
    for seat, berths in enumerate(state.ships):
        if not ship.sound(state.pack, berths):
            yield f"ships: the ship of seat {seat} cannot be built"
    yellow = range(p.LOKI)
    if any(face >= 0 and state.pack.kinds[face] not in yellow for face in state.loose):
        yield "loose: only yellow cards are placed"


def _quests(state: Drakkar) -> Iterator[str]:
    kept = [quest for quests in state.kept for quest in quests]
    dealt = [quest for quests in state.offered for quest in quests]
    if sorted([*state.quests, *dealt, *kept]) != list(range(p.QUESTS)):
        yield f"quests: each of the {p.QUESTS} lies in exactly one place"
    if list(state.quests) != sorted(state.quests):
        yield "quests: the deck is kept in number order"
    if any(len(quests) not in (0, p.DEALT) for quests in state.offered):
        yield f"offered: {p.DEALT} quests to choose from"
    rounds = {len(quests) for quests in state.kept}
    if [len(quests) for quests in state.kept] != [len(quests) for quests in state.spurned]:
        yield "spurned: one for each quest that was kept"
    if any(count not in (state.round - 1, state.round) for count in rounds) or len(rounds) > 1:
        yield "kept: one quest for each round"
    if any(quest not in range(p.QUESTS) for quests in state.spurned for quest in quests):
        yield "spurned: no such quest"
    if len(set(state.shown)) < len(state.shown) or not set(state.shown) <= set(kept):
        yield "shown: only quests that were kept"


def _loot(state: Drakkar) -> Iterator[str]:
    piles = [*state.loot, tuple(state.stacks)]
    if min(count for pile in piles for count in pile) < 0:
        yield "loot: nobody owes tokens"
    if [sum(pile[kind] for pile in piles) for kind in range(3)] != [p.STACK] * 3:
        yield f"loot: there are {p.STACK} tokens of each kind"


def _agenda(state: Drakkar) -> Iterator[str]:
    if state.result is not None:
        return
    rows: list[tuple[Any, ...]] = [*state.agenda]
    parts = [row[0].part for row in rows]
    part = parts[-1]
    still: list[str] = ["score", *["month"] * (p.ROUNDS - state.round), *_rest(state, part)]
    if parts[: len(still)] != still or any(other != part for other in parts[len(still) :]):
        yield f"agenda: this is not how round {state.round} goes on"
        return
    above: list[DrakkarStep] = [step for row in rows[len(still) :] for step in row]
    lanes: list[Any] = [*state.lanes.values()]
    if not above or any(not _in_place(state, step, part) for step in (*above, *lanes)):
        yield "agenda: a step does not fit the table"
    placing = sorted(step.seat for step in above if step.places)
    if placing != [seat for seat, face in enumerate(state.loose) if face != NONE]:
        yield "loose: whoever holds a card places it"


def _in_place(state: Drakkar, step: DrakkarStep, part: str) -> bool:
    return step.part == part and step.fits(state)


def _rest(state: Drakkar, part: str) -> list[str]:
    """What is left of the round's outline while that part is played, the last first."""
    if part == "bargain":
        return ["collect"]
    tricks = ["trick-begin"] * (p.TRICKS - state.trick)
    return [*TAIL, *tricks, "quests"] if part == "brawl" else [*TAIL, *tricks]
