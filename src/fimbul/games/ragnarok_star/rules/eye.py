"""Step 5 of a number: the eye of Márlinmansson looks at the next card of a fan deck."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import fail
from fimbul.games.ragnarok_star.rules.arrival import ashore
from fimbul.games.ragnarok_star.rules.guests import discard, effect_of, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import BIT, BOTH_DECKS
from fimbul.games.ragnarok_star.state.table import RagnarokStar, acting, action_of, say
from fimbul.kernel import Said, phrase

LOOK = 5


def open_decks(state: RagnarokStar) -> list[int]:  # rule: eye.peek, ruling.eye-choice
    """Decks with a card that nobody has looked at in an earlier number of this round."""
    free = [deck for deck in (p.YOUNG, p.OLD) if not state.locked & BIT[deck]]
    return [deck for deck in free if state.decks[deck]]  # rule: ruling.eye-impossible


class Eyes(StarStep, frozen=True):  # rule: eye.simultaneous, ruling.eye-choice
    """All who use the eye at this number choose together; one way alone is no choice."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        decks, seats = open_decks(state), acting(state, LOOK)
        askable = holders(state, p.STEVIE) if any(state.decks) else ()
        asked = [seat for seat in seats if len(decks) > 1 or seat in askable]
        for seat in seats:
            state.picks[seat] = decks[0] if decks else p.NONE
        state.then(*([tuple([Eye(seat) for seat in asked])] if asked else []), Peek())


class Eye(Asking, frozen=True):
    """One deck, or both with Stevie Wyrmder."""

    prompt, rule = "Choose a deck, to see which fans it brings next round", "eye.peek"

    def options(self, state: RagnarokStar) -> list[str]:
        names = [p.DECK_IDS[deck] for deck in open_decks(state)] or [p.LET_FAIL]
        if effect_of(state, self.seat) == p.STEVIE:
            names.append(state.pack.star_ids[state.held[self.seat]])
        return names

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        played = pick in state.pack.star_of
        state.picks[self.seat] = BOTH_DECKS if played else p.DECK_OF.get(pick or "", p.NONE)

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing in p.DECK_OF:
            return "eye.lock", "An eye has been on that deck since an earlier number of this round."
        return super().why(state, thing)

    def fits(self, state: RagnarokStar) -> bool:
        return looks(state, self.seat)


def looks(state: RagnarokStar, seat: int) -> bool:
    return state.at > 0 and action_of(state, seat) == p.EYE and any(state.decks)


class Peek(StarStep, frozen=True):  # rule: eye.lock, eye.simultaneous
    """The choices are shown, the cards are not; then the decks are locked."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        failed, locks = [], []
        for seat in acting(state, LOOK):
            chosen, state.picks[seat] = state.picks[seat], p.NONE
            if chosen == p.NONE:
                say(state, seat, "{who} finds no deck to look at")
                failed.append(seat)  # rule: angry.fail-eye
            elif chosen == BOTH_DECKS:
                discard(state, seat)
                locks.append(Lock(seat))
                for deck in (p.YOUNG, p.OLD):
                    see(state, seat, deck)
            else:
                see(state, seat, chosen)  # rule: ruling.eye-which-card
                state.eyes[seat] |= BIT[chosen]
        for seat in range(state.seats):
            state.locked |= state.eyes[seat]
        if locks:
            state.then(tuple(locks))
        fail(state, failed)


class Lock(Asking, frozen=True):  # rule: guest.breaks-rules, eye.lock
    """Stevie Wyrmder has shown both cards; the eye lies on one of the decks."""

    prompt, rule = "You have seen both cards. Choose the deck that your eye locks", "eye.lock"

    def options(self, state: RagnarokStar) -> list[str]:
        return [p.DECK_IDS[deck] for deck in (p.YOUNG, p.OLD) if state.decks[deck]]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        deck = p.DECK_OF[pick or ""]
        state.eyes[self.seat] |= BIT[deck]
        state.locked |= BIT[deck]
        say(state, self.seat, "{who} locks the deck of the {fans}", fans=p.AGES[deck])

    def fits(self, state: RagnarokStar) -> bool:
        return state.mode == p.DIVA and looks(state, self.seat)


def see(state: RagnarokStar, seat: int, deck: int) -> None:
    """It stays on top, face down; only the band that looked knows it."""
    if not state.decks[deck]:
        return
    state.peeks[seat] |= BIT[deck]
    card = state.decks[deck][-1]
    state.events.append(peeked(seat, deck, fan_card_words(state, card)))


LOOKS = "{who} looks at the next card of the {fans}"
SEES = "{who} looks at the next card of the {fans}, which brings {card}"


@lru_cache(maxsize=512)
def peeked(seat: int, deck: int, card: str) -> Said:  # rule: arrival.no-looking-back
    who, fans = p.WHO[seat], p.AGES[deck]
    words, others = phrase(SEES, who=who, fans=fans, card=card), phrase(LOOKS, who=who, fans=fans)
    return Said(seat=seat, words=words, only=(seat,), others=others, fades=True)


def fan_card_words(state: RagnarokStar, card: int) -> str:
    """What a fan card brings at this table."""
    return _brings(state.seats, *state.pack.crowds[card], *state.pack.singles[card])


@lru_cache(maxsize=512)
def _brings(seats: int, island: int, crowd: int, other: int, single: int) -> str:
    return phrase(
        "{crowd} and {single}", crowd=ashore(seats, island, crowd), single=ashore(1, other, single)
    )
