"""Step 4 of a number: contract draws; and when a contract is met and shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import Look, read
from fimbul.games.ragnarok_star.rules.guests import discard, effect_of
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import KEPT, TALLY, Kept
from fimbul.games.ragnarok_star.state.table import RagnarokStar, acting, around, say
from fimbul.kernel import Counted, Said, phrase

DRAW = 4


def draw(state: RagnarokStar) -> tuple[int, ...]:  # rule: contract.draw, ruling.contract-deck-empty
    """The top three, or what is there."""
    drawn = tuple(state.contracts[: -p.DRAWN - 1 : -1])
    del state.contracts[-p.DRAWN :]
    return drawn


class Draws(StarStep, frozen=True):  # rule: ruling.contract-same-number
    """In seat order each draws three; all choose together."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        seats = acting(state, DRAW)
        for seat in seats:
            state.offered[seat] = draw(state)
            if not state.offered[seat]:  # rule: ruling.contract-deck-empty
                say(state, seat, "{who} finds no contract left")
        asked = [seat for seat in seats if state.offered[seat]]
        if asked:
            state.then(tuple([KeepContract(seat) for seat in asked]), ReturnCards())


class KeepContract(Asking, frozen=True):  # rule: contract.draw, setup.first-contracts
    """One of the cards drawn is kept face down; Kurt Kobein keeps two."""

    prompt = "Keep one of these contracts, face down. It brings you glory if you fulfil it"
    rule = "contract.draw"

    first: int = p.NONE

    def ask(self, state: RagnarokStar) -> str:
        if self.first == p.NONE:
            return self.prompt
        return "Play your Guest Star to keep a second contract, or touch Enough"

    def options(self, state: RagnarokStar) -> list[str]:
        ids, offered = state.pack.contract_ids, state.offered[self.seat]
        left = [ids[card] for card in offered if card != self.first]
        if self.first != p.NONE:
            return [p.ENOUGH, *left]
        return left if len(left) > 1 else []  # rule: ruling.contract-must-keep

    def again(self, state: RagnarokStar, pick: str) -> KeepContract | None:
        if self.first != p.NONE or effect_of(state, self.seat) != p.KURT:
            return None
        return KeepContract(self.seat, state.pack.contract_of[pick])

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        offered, cards = state.offered[self.seat], [self.first]
        if pick is None:
            cards = [offered[0]]
        elif pick != p.ENOUGH:
            cards.append(state.pack.contract_of[pick])
        one, *more = [card for card in cards if card != p.NONE]
        state.picks[self.seat] = Kept(one, *more).pack()

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing in state.pack.contract_of:
            return self.rule, "Keep one of the contracts that you have just drawn."
        return super().why(state, thing)

    def fits(self, state: RagnarokStar) -> bool:
        offered = state.offered[self.seat]
        kurt = effect_of(state, self.seat) == p.KURT and len(offered) > 1
        return bool(offered) and self.first in (p.NONE, *(offered if kurt else ()))


class ReturnCards(StarStep, frozen=True):  # rule: ruling.bottom-order, contract.draw
    """What was not chosen goes to the bottom, each hand shuffled, in seat order."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        for seat in around(state):
            offered, chosen = state.offered[seat], state.picks[seat]
            if offered and chosen != p.NONE:
                kept = KEPT[chosen]
                if kept.second != p.NONE:
                    discard(state, seat)
                take(state, seat, [card for card in offered if card in kept])
                back = [card for card in offered if card not in kept]
                state.contracts[:0] = state.shuffled(sorted(back))
                state.offered[seat] = ()
            state.picks[seat] = p.NONE


def take(state: RagnarokStar, seat: int, cards: Sequence[int]) -> None:
    """Nothing that happened before counts for a card."""
    base = tuple(state.tally[TALLY[seat]])  # rule: ruling.contract-since
    for card in cards:
        state.hands[seat] = (*state.hands[seat], card)
        state.bases[seat] = (*state.bases[seat], base)
        state.events.append(_taken(seat, state.pack.contracts[card].name))


@lru_cache(maxsize=512)
def _taken(seat: int, contract: str) -> Said:
    words = phrase("{who} keeps the contract {contract}", who=p.WHO[seat], contract=contract)
    others = phrase("{who} keeps a contract", who=p.WHO[seat])
    return Said(seat=seat, words=words, only=(seat,), others=others)


def check_contracts(state: RagnarokStar) -> None:  # rule: contract.reveal
    """Contracts that are shown at once: whoever has met one shows it, and it counts for good."""
    pack = state.pack
    immediate, contracts = pack.immediate, pack.contracts
    for seat, hand in enumerate(state.hands):  # rule: ruling.contract-immediate-check
        bases = state.bases[seat]
        for at, card in enumerate(hand):
            if immediate[card]:
                asked = read(contracts[card].check)
                if asked(Look(state, seat, bases[at])):
                    show(state, seat, card)


def is_met(state: RagnarokStar, seat: int, card: int) -> bool:
    base = state.bases[seat][state.hands[seat].index(card)]
    return bool(read(state.pack.contracts[card].check)(Look(state, seat, base)))


def show(state: RagnarokStar, seat: int, card: int) -> None:
    at = state.hands[seat].index(card)
    hand, bases = state.hands[seat], state.bases[seat]
    state.hands[seat] = (*hand[:at], *hand[at + 1 :])
    state.bases[seat] = (*bases[:at], *bases[at + 1 :])
    state.shown[seat] = (*state.shown[seat], card)
    contract = state.pack.contracts[card]
    state.events.append(_fulfilled(seat, contract.name, contract.glory))


@lru_cache(maxsize=512)
def _fulfilled(seat: int, contract: str, glory: int) -> Counted:
    words = phrase(
        "{who} fulfils {contract} for {glory} glory",
        who=p.WHO[seat],
        contract=contract,
        glory=glory,
    )
    return Counted(seat=seat, amount=glory, rule="contract.value", words=words)
