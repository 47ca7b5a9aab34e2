"""Phase 3: Team-up. A seeker with a complete ship bargains with helpers who have none.

Either may open a bargain; whoever does, the seeker pays. Every bargain is open and bounded: three
offers, each answered once, each counter answered once.
"""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.parts import NO_LOOT, NONE, POOL, Loot
from fimbul.games.drakkar.rules.quest import fulfil, quest_of, spears_needed
from fimbul.games.drakkar.rules.steps import Asking, DrakkarStep
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import (
    Drakkar,
    add,
    clockwise,
    hand_over,
    loot_due,
    one_token,
    say,
    subtract,
)
from fimbul.kernel import NOBODY, phrase


class TeamUps(DrakkarStep, frozen=True):  # rule: ruling.quest-order
    """Clockwise from the Earl, whoever seeks help and whoever has some to sell."""

    part, beat = "team-up", True

    def run(self, state: Drakkar, pick: str | None) -> None:
        turns: list[Seek] = []  # rule: ruling.offer-turns
        for seat in clockwise(state):
            if is_seeker(state, seat):  # rule: ruling.seeker-and-helper
                turns.append(Seek(seat))
            elif can_sell(state, seat):
                turns.append(Sell(seat))
        state.then(*turns, Unmet())


def is_seeker(state: Drakkar, seat: int) -> bool:
    return seat not in state.fulfilled and s.complete(state.pack, state.ships[seat])


def can_sell(state: Drakkar, seat: int) -> bool:  # rule: team.no-ship-sells
    """Without a complete ship all that is left is to sell what it stores."""
    return not s.complete(state.pack, state.ships[seat]) and bool(s.stored(state.ships[seat]))


def helpers(state: Drakkar, seeker: int) -> list[int]:  # rule: team.ask-one
    """Who has no complete ship, is in no team yet, and alone would make up what is missing."""
    if not is_seeker(state, seeker):  # rule: ruling.seeker-and-helper
        return []
    pack, ships, quest = state.pack, state.ships, quest_of(state, seeker)
    return [
        seat
        for seat in clockwise(state)
        if seat not in state.helping  # rule: ruling.helper-one-team
        and can_sell(state, seat)  # rule: team.helper-without-ship
        and spears_needed(pack, quest, ships[seeker], ships[seat]) is not None
    ]


def buyers(state: Drakkar, helper: int) -> list[int]:  # rule: team.offer, ruling.seeker-and-helper
    """Who seeks help, and would have enough of it with that helper alone."""
    return [seat for seat in clockwise(state) if helper in helpers(state, seat)]


def pool(state: Drakkar, seeker: int) -> Loot:  # rule: team.payment, ruling.payment-pool
    """What a seeker can pay with right after collecting: own tokens and the quest's loot."""
    due = state.pack.quest_loots[state.kept[seeker][-1]]
    return add(state.loot[seeker], loot_due(state.stacks, due)[0])


def within(bundle: Loot, most: Loot) -> bool:
    return min(bundle) >= 0 and min(subtract(most, bundle)) >= 0


class Bargain(Asking, frozen=True):
    """What all steps of a bargain know: the seeker, the helper, how many offers are left.

    Whoever opened it, the seeker or the helper, puts offers together and answers counters; the
    other replies. The bundle always goes from the seeker to the helper.
    """

    part = "bargain"
    rule = "team.payment"

    seeker: int = NOBODY
    helper: int = NOBODY
    left: int = 1
    bundle: Loot = NO_LOOT  # what is offered, as far as it is put together

    def bargain_fits(self, state: Drakkar) -> bool:
        sound = is_seeker(state, self.seeker) if 0 <= self.seeker < state.seats else False
        return (
            sound
            and 1 <= self.left <= p.OFFERS
            and self.helper in helpers(state, self.seeker)
            and self.seat in (self.seeker, self.helper)
            and within(self.bundle, pool(state, self.seeker))
        )

    def fits(self, state: Drakkar) -> bool:
        return self.bargain_fits(state)

    @property
    def other(self) -> int:
        return self.helper if self.seat == self.seeker else self.seeker

    @property
    def pays(self) -> bool:
        """Whether the seat that is asked now would pay, or be paid."""
        return self.seat == self.seeker

    def worded(self, template: str, loot: Loot) -> str:
        """A question about the other side, `{who}`, and a bundle."""
        return phrase(template, who=p.PLAYERS[self.other], loot=p.said_loot(loot))

    def tells(self, state: Drakkar, template: str, loot: Loot) -> None:
        """What this side says to the other, for the log."""
        other, bundle = p.PLAYERS[self.other], p.said_loot(loot)
        say(state, self.seat, template, other=other, loot=bundle)

    def failed(self, state: Drakkar, opener: int) -> None:
        """A refusal or a rejected counter uses up the offer of whoever opened the bargain."""
        if self.left > 1:
            again = Seek if opener == self.seeker else Sell
            state.then(again(opener, self.left - 1))

    def close(self, state: Drakkar, bundle: Loot) -> None:  # rule: team.collect-and-pay
        """Loot, then payment, at once."""
        seeker, helper = self.seeker, self.helper
        berths, quest = state.ships[seeker], quest_of(state, seeker)
        spears = spears_needed(state.pack, quest, berths, state.ships[helper])
        state.helping.append(helper)
        fulfil(state, seeker, spears or 0)
        hand_over(state, seeker, helper, bundle)
        paid, other = p.said_loot(bundle), p.PLAYERS[helper]
        say(state, seeker, "{who} pays {helper} {loot} for the help", helper=other, loot=paid)


class Seek(DrakkarStep, frozen=True):  # rule: team.ask-one, ruling.bargain-protocol
    """The seeker asks one of the helpers that would be enough, or stops."""

    part = "bargain"
    prompt = "Your ship lacks something for the quest: ask a player for help, in return for loot"
    rule = "team.ask-one"

    left: int = p.OFFERS

    def partners(self, state: Drakkar) -> list[int]:
        return helpers(state, self.seat)

    def options(self, state: Drakkar) -> list[str]:
        found = self.partners(state)
        return [p.STOP, *[p.SEATS[seat] for seat in found]] if found else []

    def run(self, state: Drakkar, pick: str | None) -> None:
        if pick is not None and pick != p.STOP:
            state.then(self.opened(p.SEAT_OF[pick]))

    def opened(self, partner: int) -> Offer:
        return Offer(self.seat, self.seat, partner, self.left)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        seat = p.SEAT_OF.get(thing, NONE)
        if seat == self.seat:
            return self.rule, "Ask another player."
        if 0 <= seat < state.seats and s.complete(state.pack, state.ships[seat]):
            return "team.helper-without-ship", "Only a player without a complete ship can help."
        if seat in state.helping:
            return "ruling.helper-one-team", "That player already helps somebody else."
        return self.rule, "Ask a player whose Vikings and Beer would be enough."

    def fits(self, state: Drakkar) -> bool:
        able = s.complete(state.pack, state.ships[self.seat])
        return 1 <= self.left <= p.OFFERS and able


class Sell(Seek, frozen=True):  # rule: team.offer, ruling.offer-turns, ruling.bargain-protocol
    """A player without a complete ship offers Vikings and Beer to one who needs them, or stops."""

    prompt = "Offer your Vikings and Beer to a player who needs them, in return for loot"
    rule = "team.offer"

    def partners(self, state: Drakkar) -> list[int]:
        return buyers(state, self.seat)

    def opened(self, partner: int) -> Offer:
        return Offer(self.seat, partner, self.seat, self.left)

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        seat = p.SEAT_OF.get(thing, NONE)
        if seat == self.seat:
            return self.rule, "Offer them to another player."
        if 0 <= seat < state.seats and not s.complete(state.pack, state.ships[seat]):
            return "ruling.seeker-and-helper", "Without a complete ship that player cannot sail."
        if seat in state.fulfilled:
            return "ruling.seeker-and-helper", "That player has fulfilled the quest already."
        return self.rule, "Offer them to a player who would have enough with yours."

    def fits(self, state: Drakkar) -> bool:
        return 1 <= self.left <= p.OFFERS and can_sell(state, self.seat)


class Unmet(DrakkarStep, frozen=True):  # rule: ruling.quest-failed
    """When all bargains are over, whoever still seeks goes without."""

    part = "bargain"

    def run(self, state: Drakkar, pick: str | None) -> None:
        for seat in clockwise(state):
            if is_seeker(state, seat):
                say(state, seat, "{who} goes home without fulfilling the quest")


class Offer(Bargain, frozen=True):  # rule: team.payment, team.offer, ruling.payment-pool
    """Put the payment together token by token: touch the pool, then offer it."""

    def ask(self, state: Drakkar) -> str:
        offers = "What do you offer {who} for their help? So far {loot}"
        wants = "What do you want from {who} for your help? So far {loot}"
        return self.worded(offers if self.pays else wants, self.bundle)

    def possible(self, state: Drakkar) -> list[str]:
        rest = subtract(pool(state, self.seeker), self.bundle)
        return [p.OFFER, *[POOL[kind] for kind in range(3) if rest[kind]]]

    def do(self, state: Drakkar, pick: str | None) -> None:
        seeker, helper = self.seeker, self.helper
        if pick == p.OFFER:
            buys = "{who} offers {other} {loot} for their help"
            sells = "{who} offers to help {other} for {loot}"
            self.tells(state, buys if self.pays else sells, self.bundle)
            state.then(Reply(self.other, seeker, helper, self.left, self.bundle))
        elif pick is not None:
            more = add(self.bundle, one_token(p.POOL_OF[pick]))
            state.then(Offer(self.seat, seeker, helper, self.left, more))


class Reply(Bargain, frozen=True):  # rule: ruling.forced-to-sell, ruling.bargain-protocol
    """Nobody has to buy or sell: accept, refuse, or name another price once."""

    def ask(self, state: Drakkar) -> str:
        sells = "{who} would help you fulfil the quest for {loot}. Do you accept?"
        buys = "{who} offers you {loot} for your Vikings and Beer. Do you accept?"
        return self.worded(sells if self.pays else buys, self.bundle)

    def possible(self, state: Drakkar) -> list[str]:
        if sum(pool(state, self.seeker)):
            return [p.REFUSE, p.ACCEPT, p.COUNTER]
        return [p.REFUSE, p.ACCEPT]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.ACCEPT:
            say(state, self.seat, "{who} accepts")
            self.close(state, self.bundle)
        elif pick == p.COUNTER:
            state.then(Counter(self.seat, self.seeker, self.helper, self.left, self.bundle))
        else:
            say(state, self.seat, "{who} refuses")
            self.failed(state, self.other)


class Counter(Bargain, frozen=True):
    """Whoever replies puts another bundle together, from the same pool."""

    wanted: Loot = NO_LOOT

    def ask(self, state: Drakkar) -> str:
        offers = "What do you offer {who} instead? So far {loot}"
        wants = "What do you want from {who} instead? So far {loot}"
        return self.worded(offers if self.pays else wants, self.wanted)

    def possible(self, state: Drakkar) -> list[str]:
        most = pool(state, self.seeker)
        rest = subtract(most, self.wanted)
        names = [] if self.wanted == self.bundle else [p.OFFER]
        for kind in range(3):
            more = add(self.wanted, one_token(kind))
            if rest[kind] and not more == self.bundle == most:  # another bundle, not the same
                names.append(POOL[kind])
        return names

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.OFFER:
            offers = "{who} offers {other} {loot} instead"
            asks = "{who} asks {other} for {loot} instead"
            self.tells(state, offers if self.pays else asks, self.wanted)
            state.then(Answer(self.other, self.seeker, self.helper, self.left, self.wanted))
        elif pick is not None:
            more = add(self.wanted, one_token(p.POOL_OF[pick]))
            sides = self.seat, self.seeker, self.helper
            state.then(Counter(*sides, self.left, self.bundle, more))

    def fits(self, state: Drakkar) -> bool:
        sound = self.bargain_fits(state)
        most = pool(state, self.seeker) if sound else NO_LOOT
        stuck = self.wanted == self.bundle == most
        return sound and not stuck and within(self.wanted, most)


class Answer(Bargain, frozen=True):
    """Whoever opened the bargain takes a counter-offer or leaves it."""

    def ask(self, state: Drakkar) -> str:
        asks = "{who} asks you for {loot} instead. Do you accept?"
        offers = "{who} offers you {loot} instead. Do you accept?"
        return self.worded(asks if self.pays else offers, self.bundle)

    def possible(self, state: Drakkar) -> list[str]:
        return [p.REJECT, p.ACCEPT]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.ACCEPT:
            say(state, self.seat, "{who} accepts")
            self.close(state, self.bundle)
        else:
            say(state, self.seat, "{who} turns that down")
            self.failed(state, self.seat)
