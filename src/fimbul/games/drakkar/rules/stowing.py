"""Ships and storing: how a yellow card is placed, and how cards are moved on their own ship."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.parts import FACES, NONE
from fimbul.games.drakkar.rules.steps import Asking, DrakkarStep
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import KEPT, Drakkar, said, say, throw
from fimbul.kernel import Said, phrase

A = TypeVar("A", bound="Arranging")
CHOOSE = "Choose the ship card for {card}, or move a stored card first"
CARRIES = "Choose the Viking who carries {card}: it adds 2 in a fight"
FULL = "Your ship is full. Discard a stored card to make room for {card}, or discard the new one"


def stow(state: Drakkar, seat: int) -> DrakkarStep | None:
    """Place the loose card of that seat; the step that asks where, if that is a question."""
    pack, berths, face = state.pack, state.ships[seat], state.loose[seat]
    kind = pack.kinds[face]
    if kind in p.PIECES and s.has_room(pack, berths, face):
        state.ships[seat] = s.with_piece(pack, berths, face)
        state.loose[seat] = NONE
        state.events.append(pack.builds[seat][face])
    elif kind in p.STORABLE and berths:
        free = s.free_pieces(berths)
        if len(free) != 1:
            return Place(seat) if free else Overflow(seat)
        store(state, seat, free[0])
    elif kind == p.SPEAR and (bearers := s.bearers(pack, berths)):
        if len(bearers) > 1:
            return Equip(seat)
        equip(state, seat, bearers[0])
    else:  # rule: play.unplayable, ruling.must-carry-out
        state.loose[seat] = NONE
        state.events.append(pack.wastes[seat][face])
        throw(state, face)
    return None


def place(state: Drakkar, seat: int) -> None:
    """Place the loose card of that seat now, asking where if that is a question."""
    step = stow(state, seat)
    if step is not None:
        state.then(step)


def drop(state: Drakkar, seat: int) -> None:
    """The owner of the loose card does not want to use it."""
    face, state.loose[seat] = state.loose[seat], NONE
    state.events.append(state.pack.discards[seat][face])
    throw(state, face)


def store(state: Drakkar, seat: int, piece: int, instead: int = NONE) -> None:  # rule: store.what
    """On that ship card, and in place of another card if there was one."""
    face, state.loose[seat] = state.loose[seat], NONE
    state.ships[seat] = s.with_cargo(state.ships[seat], piece, face)
    pack, looks = state.pack, state.pack.looks
    old = NONE if instead == NONE else looks[instead]
    state.events.append(_stored(pack, seat, looks[face], looks[piece], old))


@lru_cache(KEPT)
def _stored(pack: Pack, seat: int, face: int, piece: int, instead: int) -> Said:
    card, place = pack.nouns[face], pack.nouns[piece]
    if instead == NONE:
        return said(seat, "{who} stores {card} on {place}", card=card, place=place)
    swaps, old = "{who} discards {old} to store {card} on {place}", pack.nouns[instead]
    return said(seat, swaps, old=old, card=card, place=place)


def equip(state: Drakkar, seat: int, bearer: int) -> None:  # rule: yellow.spear-equip
    face, state.loose[seat] = state.loose[seat], NONE
    state.ships[seat] = s.with_spear(state.ships[seat], bearer, face)
    pack, looks = state.pack, state.pack.looks
    state.events.append(_equipped(pack, seat, looks[face], looks[bearer]))


@lru_cache(KEPT)
def _equipped(pack: Pack, seat: int, face: int, bearer: int) -> Said:
    spear, viking = pack.nouns[face], pack.nouns[bearer]
    return said(seat, "{who} gives {spear} to {viking}", spear=spear, viking=viking)


@lru_cache(KEPT)
def about(template: str, pack: Pack, face: int) -> str:
    """A question about that card."""
    return phrase(template, card=pack.nouns[face])


def lose(state: Drakkar, seat: int, card: int) -> None:
    """A stored card or Spear leaves the ship for the pile; a Spear without a Viking moves on."""
    berths = state.ships[seat]
    left_over = next((spear for _, cargo, spear in berths if cargo == card), NONE)
    state.ships[seat] = s.without(berths, card)
    throw(state, card)  # rule: ruling.no-free-discard
    if left_over != NONE:  # rule: yellow.spear-moves, ruling.spear-left-over
        state.loose[seat] = left_over


def rehome(state: Drakkar, seat: int) -> None:
    """A Spear that lost its Viking goes to another one without a Spear, or away."""
    if state.loose[seat] != NONE:
        place(state, seat)


class Arranging(DrakkarStep, frozen=True):  # rule: store.move, ruling.rearrange-window
    """A step before which a player may move stored cards and Spears on their own ship.

    A touched card goes on to the next place. The others see it together with what the step is
    about. Nobody can shift cards forever.
    """

    moves: int = 0
    moved: Ship = ()  # the ship as it will lie; empty: as it lies

    def berths(self, state: Drakkar) -> Ship:
        return self.moved or state.ships[self.seat]

    def movable(self, state: Drakkar) -> list[str]:
        berths = self.moved or state.ships[self.seat]
        if len(berths) < 2 or self.moves >= p.REARRANGED:  # rule: ruling.rearrange-bound
            return []
        return [FACES[card] for card in s.movable(state.pack, berths)]

    def again(self: A, state: Drakkar, pick: str) -> A | None:
        berths = self.moved or state.ships[self.seat]
        card = p.FACE_OF.get(pick)
        if card is None:
            return None
        for _, cargo, spear in berths:
            if card in (cargo, spear):
                moved = s.moved_on(state.pack, berths, card)
                return type(self)(self.seat, self.moves + 1, moved)
        return None

    def rearrange(self, state: Drakkar) -> None:
        if self.moved and self.moved != state.ships[self.seat]:
            state.ships[self.seat] = self.moved
            say(state, self.seat, "{who} moves cards on the ship")

    def fits(self, state: Drakkar) -> bool:
        berths = self.berths(state)
        return (
            0 <= self.moves <= p.REARRANGED
            and s.sound(state.pack, berths)
            and s.rearranged(berths, state.ships[self.seat])
        )


class Place(Arranging, frozen=True):  # rule: ruling.overflow, store.one-per-ship-card
    """Several ship cards are free: the owner picks one, and may move what is stored already."""

    places = True
    rule = "store.what"

    def ask(self, state: Drakkar) -> str:
        return about(CHOOSE, state.pack, state.loose[self.seat])

    def options(self, state: Drakkar) -> list[str]:
        free = s.free_pieces(self.berths(state))
        return [FACES[piece] for piece in free] + self.movable(state)

    def run(self, state: Drakkar, pick: str | None) -> None:
        assert pick, "there is a free ship card"
        self.rearrange(state)
        store(state, self.seat, p.FACE_OF[pick])

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        return "store.one-per-ship-card", "Every ship card holds one stored card. Touch a free one."

    def fits(self, state: Drakkar) -> bool:
        face = state.loose[self.seat]
        free = s.free_pieces(state.ships[self.seat])
        storing = face != NONE and state.pack.kinds[face] in p.STORABLE and len(free) > 1
        return storing and super().fits(state)


class Overflow(Asking, frozen=True):  # rule: store.replace, store.needs-space, ruling.overflow
    """No ship card is free: either the new card or a stored one must go."""

    places = True
    rule = "store.replace"

    def ask(self, state: Drakkar) -> str:
        return about(FULL, state.pack, state.loose[self.seat])

    def possible(self, state: Drakkar) -> list[str]:
        return [p.DISCARD, *[FACES[card] for card in s.stored(state.ships[self.seat])]]

    def do(self, state: Drakkar, pick: str | None) -> None:
        seat = self.seat
        if pick is None or pick == p.DISCARD:
            drop(state, seat)
            return
        card, face = p.FACE_OF[pick], state.loose[seat]
        piece = next(piece for piece, cargo, _ in state.ships[seat] if cargo == card)
        lose(state, seat, card)
        spear, state.loose[seat] = state.loose[seat], face
        store(state, seat, piece, card)
        if spear != face:
            state.loose[seat] = spear
            rehome(state, seat)

    def fits(self, state: Drakkar) -> bool:
        face, berths = state.loose[self.seat], state.ships[self.seat]
        full = bool(berths) and not s.free_pieces(berths)
        return face != NONE and state.pack.kinds[face] in p.STORABLE and full


class Equip(Asking, frozen=True):  # rule: yellow.spear-equip, yellow.spear-moves
    """A Spear, new or left over, and several Vikings without one."""

    places = True
    rule = "yellow.spear-equip"

    def ask(self, state: Drakkar) -> str:
        return about(CARRIES, state.pack, state.loose[self.seat])

    def possible(self, state: Drakkar) -> list[str]:  # rule: ruling.spear-left-over
        return [FACES[card] for card in s.bearers(state.pack, state.ships[self.seat])]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            drop(state, self.seat)
        else:
            equip(state, self.seat, p.FACE_OF[pick])

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        return (
            "ruling.spear-one-each",
            "The Spear goes to a Viking who carries none yet.",
        )

    def fits(self, state: Drakkar) -> bool:
        face = state.loose[self.seat]
        several = len(s.bearers(state.pack, state.ships[self.seat])) > 1
        return face != NONE and state.pack.kinds[face] == p.SPEAR and several
