"""All that lies on the table, and small changes that many rules make.

Lists are by seat unless said otherwise. `halls`, `islands`, `plan`, `ticks`, `tally` and `dawn` are
flat, and much is packed into integers: `packing` says how, in names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import OURS, Contract, FanCard, GuestStar, Pack, own_pack
from fimbul.games.ragnarok_star.checks import problems
from fimbul.games.ragnarok_star.state.packing import COUNTER, HALL, PLANNED
from fimbul.kernel import Said, State, phrase

KEPT = 4096  # lines of the log


class RagnarokStar(State, kw_only=True):
    order = "resolve.simultaneous"

    mode: int = p.BASE
    strict: bool = True
    fan_cards: tuple[FanCard, ...] = ()  # the owner's own card files; empty: ours
    contract_cards: tuple[Contract, ...] = ()
    star_cards: tuple[GuestStar, ...] = ()

    round: int = 0
    at: int = 0  # the number that is resolved; 0 before the first
    first: int = 0  # who was Ice Master when this number or phase began
    supply: list[int] = []  # by fan
    islands: list[int] = []  # CROWD
    boats: list[int] = []  # the island where each is docked, or NONE
    halls: list[int] = []  # COLUMN, seats and pit together
    ice: list[int] = []  # by spot: the tile that lies there, or NONE
    master: int = 0  # who holds the third tile
    decks: list[tuple[int, ...]] = []  # young and old: the next card is the last one
    spare: list[int] = []  # young and old: the card that left the game unseen
    used: list[tuple[int, ...]] = []  # young and old: cards turned over, the latest last
    peeks: list[int] = []  # the BIT of each deck whose next card this seat knows
    eyes: list[int] = []  # the BIT of each deck on which its eye lies
    locked: int = 0  # the BIT of each deck that was looked at in an earlier number
    shields: list[int] = []  # the number at which it was raised, 0: down
    useful: int = 0  # the BIT of each seat whose shield has kept a thief away
    written: list[tuple[int, ...]] = []  # MARKS of this round's open programs
    plan: list[int] = []  # PLANNED: the action that is carried out, or NONE
    ticks: list[int] = []  # likewise: the island ticked for it, or NONE
    picks: list[int] = []  # what was chosen together and is settled next, packed, or NONE
    moved: int = 0  # the BIT of each seat that moved at this number
    scared: int = 0  # the BIT of each seat that has met the dragon at this number

    contracts: list[int] = []  # the deck, the top last
    offered: list[tuple[int, ...]] = []  # drawn, to choose from
    hands: list[tuple[int, ...]] = []  # kept face down, in the order of taking
    bases: list[tuple[tuple[int, ...], ...]] = []  # what was counted when each was taken
    shown: list[tuple[int, ...]] = []  # completed and open
    tally: list[int] = []  # COUNTER, over the whole match
    dawn: list[int] = []  # the same when this round began

    lodges: list[int] = []  # LODGES
    dragon: int = p.NONE  # the port where he sits
    caller: int = p.NONE  # who called him there
    stars: list[int] = []  # the deck, the top last
    star_pile: list[int] = []  # played and discarded, open
    held: list[int] = []  # a card, or NONE
    second: list[int] = []  # another card just drawn, or NONE
    quiet: int = 0  # the BIT of each seat that keeps its card for the whole round
    foiled: int = 0  # the BIT of each thief whose theft was cancelled

    @property
    def pack(self) -> Pack:
        if not (self.fan_cards or self.contract_cards or self.star_cards):
            return OURS
        return own_pack(self.fan_cards, self.contract_cards, self.star_cards)

    def problems(self) -> Iterator[str]:
        yield from problems(self)


def around(state: RagnarokStar) -> tuple[int, ...]:  # rule: ruling.seat-order
    """All seats, from the Ice Master of this number or phase on."""
    return state.around(state.first)


def rivals(state: RagnarokStar, seat: int) -> tuple[int, ...]:
    return state.around(seat)[1:]


def action_of(state: RagnarokStar, seat: int) -> int:
    """What that seat does at this number."""
    return state.plan[PLANNED[seat][state.at]]


def tick_of(state: RagnarokStar, seat: int) -> int:
    return state.ticks[PLANNED[seat][state.at]]


def acting(state: RagnarokStar, step: int) -> list[int]:
    """Who acts in that step of this number, in seat order."""
    plan, at = state.plan, state.at
    return [
        seat
        for seat in state.around(state.first)
        if (action := plan[PLANNED[seat][at]]) >= 0 and p.STEP_OF[action] == step
    ]


def hall(state: RagnarokStar, seat: int) -> list[int]:
    return state.halls[HALL[seat]]


def count(state: RagnarokStar, seat: int, counter: int, more: int = 1) -> None:
    state.tally[COUNTER[seat][counter]] += more


def blocked(state: RagnarokStar, island: int) -> bool:  # rule: ice.blocks-port
    """Whether ice lies before that port; the open sea is never blocked."""
    return island >= 0 and p.BLOCKING[state.ice[island]]  # rule: ruling.move-from-centre


def linked(state: RagnarokStar, island: int) -> list[int]:  # rule: ice.links-islands
    """The neighbours that ice links to that island; links do not go on from there."""
    before, after = (island - 1) % 4, (island + 1) % 4  # rule: ruling.links-not-transitive
    found = [before] if p.LINKING[state.ice[before]] else []
    return [*found, after] if p.LINKING[state.ice[island]] else found


def held_tile(state: RagnarokStar) -> int:
    """The tile that lies nowhere on the board."""
    return next(tile for tile in range(3) if tile not in state.ice)


# -- the log: dreams say the same things over and over, so a line is made once -----------------


@lru_cache(maxsize=KEPT, typed=True)
def _said(template: str, seat: int, **parts: str | int) -> Said:
    return Said(seat=seat, words=phrase(template, who=p.WHO[seat], **parts))


@lru_cache(maxsize=KEPT, typed=True)
def _told(template: str, **parts: str | int) -> Said:
    return Said(words=phrase(template, **parts))


def say(state: RagnarokStar, seat: int, template: str, **parts: str | int) -> None:
    """What one seat does; `{who}` is whoever sits there."""
    state.events.append(_said(template, seat, **parts))


def tell(state: RagnarokStar, template: str, **parts: str | int) -> None:
    """What happens to all."""
    state.events.append(_told(template, **parts))
