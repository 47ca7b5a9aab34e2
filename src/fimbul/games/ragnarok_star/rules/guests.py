"""Divalkyrie: Guest Stars, drawn in secret and played in the window printed on the card.

Everybody sees who holds a card, nobody which. So that being asked tells nothing, a window opens
for every holder as long as its card may be in somebody's hand. Whoever holds another card is
answered for; whoever wants to keep the card for the whole round says so once, and is not asked
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import BIT
from fimbul.games.ragnarok_star.state.table import RagnarokStar, acting, around, say
from fimbul.kernel import Said, phrase

GUEST = 7


def effect_of(state: RagnarokStar, seat: int) -> int:
    """What the card in that hand can do; NONE without a card."""
    card = state.held[seat]
    return state.pack.effects[card] if card >= 0 else p.NONE


def holders(state: RagnarokStar, *effects: int) -> tuple[int, ...]:  # rule: guest.play
    """Who is asked when the window of these cards opens, in seat order."""
    if state.mode != p.DIVA or max(state.held) < 0:
        return ()
    ours, pile = state.pack.effects, state.star_pile  # rule: ruling.guest-window
    if not any(ours[card] in effects for card in range(p.STARS) if card not in pile):
        return ()
    held, quiet = state.held, state.quiet  # rule: ruling.guest-order
    return tuple([seat for seat in around(state) if held[seat] >= 0 and not quiet & BIT[seat]])


def discard(state: RagnarokStar, seat: int) -> None:  # rule: guest.play, guest.breaks-rules
    """The card is announced and goes to the common pile; where it breaks a rule, it prevails."""
    card = state.held[seat]
    state.held[seat] = p.NONE
    state.star_pile.append(card)
    say(state, seat, "{who} plays {star}", star=state.pack.stars[card].name)


class Window(Asking, frozen=True):
    """The moment of a card. Whoever holds another one can only keep it."""

    effects: ClassVar[tuple[int, ...]] = ()
    rule = "guest.play"

    def plays(self, state: RagnarokStar) -> list[str]:
        """What may be touched to play the card; asked of its holder alone."""
        raise NotImplementedError

    def play(self, state: RagnarokStar, pick: str) -> None:
        raise NotImplementedError

    def keep(self, state: RagnarokStar) -> None:
        """What follows if nothing is played."""

    def options(self, state: RagnarokStar) -> list[str]:
        """Nothing, if the card has gone or gone quiet since the window was opened."""
        if state.held[self.seat] == p.NONE or state.quiet & BIT[self.seat]:
            return []
        mine = effect_of(state, self.seat) in self.effects
        return [p.KEEP, p.QUIET, *(self.plays(state) if mine else ())]

    def foregone(self, state: RagnarokStar, options: Sequence[str]) -> bool:
        return all(thing in (p.KEEP, p.QUIET) for thing in options)

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        if pick is None or pick in (p.KEEP, p.QUIET):
            if pick == p.QUIET:
                state.quiet |= BIT[self.seat]
            self.keep(state)
        else:
            self.play(state, pick)

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing not in state.pack.star_of:
            return super().why(state, thing)
        if effect_of(state, self.seat) in self.effects:
            return self.rule, self.how(state)
        return "ruling.guest-window", "That card is played at another moment."

    def how(self, state: RagnarokStar) -> str:
        """What to touch instead of the card itself; told to its holder alone."""
        return "Touch what you want to play it on."

    def may_hold(self, state: RagnarokStar) -> bool:
        return state.mode == p.DIVA and state.held[self.seat] != p.NONE


class DrawStars(StarStep, frozen=True):
    """Step 7 of a number."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        state.then(*[DrawStar(seat) for seat in acting(state, GUEST)])


class DrawStar(StarStep, frozen=True):  # rule: guest.draw
    def run(self, state: RagnarokStar, pick: str | None) -> None:
        if not state.stars:  # rule: guest.reshuffle
            state.stars, state.star_pile = state.shuffled(sorted(state.star_pile)), []
        if not state.stars:  # rule: ruling.guest-second
            say(state, self.seat, "{who} finds no Guest Star left")
            return
        card, seat = state.stars.pop(), self.seat
        state.events.append(_drawn(seat, state.pack.stars[card].name))
        if state.held[seat] == p.NONE:
            state.held[seat] = card
        else:
            state.second[seat] = card
            state.then(DropStar(seat))

    def fits(self, state: RagnarokStar) -> bool:
        return state.mode == p.DIVA and state.second[self.seat] == p.NONE


@lru_cache(maxsize=256)
def _drawn(seat: int, star: str) -> Said:
    words = phrase("{who} draws {star}", who=p.WHO[seat], star=star)
    others = phrase("{who} draws a Guest Star", who=p.WHO[seat])
    return Said(seat=seat, words=words, only=(seat,), others=others)


class DropStar(Asking, frozen=True):  # rule: guest.limit, ruling.guest-second
    """Nobody holds two: one of them goes to the open pile at once."""

    prompt = "You may hold one Guest Star only. Choose the one to discard"
    rule = "guest.limit"

    def options(self, state: RagnarokStar) -> list[str]:
        ids, seat = state.pack.star_ids, self.seat
        return [ids[state.second[seat]], ids[state.held[seat]]]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        seat, dropped = self.seat, state.pack.star_of[pick or ""]
        kept = state.held[seat] + state.second[seat] - dropped
        state.held[seat], state.second[seat] = kept, p.NONE
        state.star_pile.append(dropped)
        say(state, seat, "{who} discards {star}", star=state.pack.stars[dropped].name)

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        return self.rule, "Choose which of your two Guest Stars you discard."

    def fits(self, state: RagnarokStar) -> bool:
        seat = self.seat
        return state.mode == p.DIVA and min(state.held[seat], state.second[seat]) >= 0
