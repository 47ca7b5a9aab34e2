"""Phase 3: Team-up. A seeker with a complete ship bargains with helpers who have none.

Every bargain is open and bounded: three offers, each answered once, each counter answered once.
"""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar import ship as s
from fimbul.games.drakkar.parts import NO_LOOT, NONE, POOL, Loot
from fimbul.games.drakkar.rules.quest import fulfil, quest_of, spears_needed
from fimbul.games.drakkar.state import (
    Asking,
    Drakkar,
    DrakkarStep,
    add,
    clockwise,
    hand_over,
    loot_due,
    one_token,
    say,
    subtract,
)
from fimbul.kernel import NOBODY


class TeamUps(DrakkarStep, frozen=True):
    """Clockwise from the Earl, everybody with a complete ship and an unmet quest."""

    # rule: ruling.quest-order, ruling.seeker-and-helper
    part, beat = "team-up", True

    def run(self, state: Drakkar, pick: str | None) -> None:
        state.then(*[Seek(seat) for seat in clockwise(state) if is_seeker(state, seat)])


def is_seeker(state: Drakkar, seat: int) -> bool:
    return seat not in state.fulfilled and s.complete(state.pack, state.ships[seat])


def helpers(state: Drakkar, seeker: int) -> list[int]:
    """Who has no complete ship, is in no team yet, and alone would make up what lacks."""
    # rule: team.ask-one, team.helper-without-ship, ruling.seeker-and-helper
    # rule: ruling.helper-one-team
    pack, ships, quest = state.pack, state.ships, quest_of(state, seeker)
    return [
        seat
        for seat in clockwise(state)
        if seat not in state.helping
        and not s.complete(pack, ships[seat])
        and s.stored(ships[seat])
        and spears_needed(pack, quest, ships[seeker], ships[seat]) is not None
    ]


def pool(state: Drakkar, seeker: int) -> Loot:
    """What a seeker can pay with right after collecting: own tokens and the quest's loot."""
    # rule: team.payment, ruling.payment-pool
    due = state.pack.quest_loots[state.kept[seeker][-1]]
    return add(state.loot[seeker], loot_due(state.stacks, due)[0])


def within(bundle: Loot, most: Loot) -> bool:
    return min(bundle) >= 0 and min(subtract(most, bundle)) >= 0


class Bargain(Asking, frozen=True):
    """What all steps of a bargain know: the seeker, the helper, how many offers are left."""

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
            and within(self.bundle, pool(state, self.seeker))
        )

    def failed(self, state: Drakkar) -> None:
        """A refusal or a rejected counter uses up the offer."""
        if self.left > 1:
            state.then(Seek(self.seeker, self.left - 1))
        else:
            give_up(state, self.seeker)

    def close(self, state: Drakkar, bundle: Loot) -> None:
        """Loot, then payment, at once."""  # rule: team.collect-and-pay
        seeker, helper = self.seeker, self.helper
        berths, quest = state.ships[seeker], quest_of(state, seeker)
        spears = spears_needed(state.pack, quest, berths, state.ships[helper])
        state.helping.append(helper)
        fulfil(state, seeker, spears or 0)
        hand_over(state, seeker, helper, bundle)
        say(state, seeker, f"pays {{{helper}}} {p.said_loot(bundle)}")


def give_up(state: Drakkar, seeker: int) -> None:  # rule: ruling.quest-failed
    say(state, seeker, "cannot fulfil the quest")


class Seek(DrakkarStep, frozen=True):
    """The seeker asks one of the helpers that would suffice, or stops."""

    # rule: team.ask-one, ruling.bargain-protocol
    part = "bargain"
    prompt, rule = "Ask a player for help, or stop", "team.ask-one"

    left: int = p.OFFERS

    def options(self, state: Drakkar) -> list[str]:
        found = helpers(state, self.seat)
        return [p.STOP, *[p.SEATS[seat] for seat in found]] if found else []

    def run(self, state: Drakkar, pick: str | None) -> None:
        if pick is None or pick == p.STOP:
            give_up(state, self.seat)
        else:
            state.then(Offer(self.seat, self.seat, p.SEAT_OF[pick], self.left))

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        seat = p.SEAT_OF.get(thing, NONE)
        if seat == self.seat:
            return self.rule, "Ask another player."
        if 0 <= seat < state.seats and s.complete(state.pack, state.ships[seat]):
            return "team.helper-without-ship", "Only a player without a complete ship can help."
        if seat in state.helping:
            return "ruling.helper-one-team", "That player has joined another team."
        return self.rule, "Ask one player whose Vikings and Beer alone would be enough."

    def fits(self, state: Drakkar) -> bool:
        return 1 <= self.left <= p.OFFERS and is_seeker(state, self.seat)


class Offer(Bargain, frozen=True):
    """Put the payment together token by token: touch the pool, then offer it."""

    # rule: team.payment, ruling.payment-pool

    def ask(self, state: Drakkar) -> str:
        said = p.said_loot(self.bundle)
        return f"What do you offer {{{self.helper}}} for their help? So far: {said}"

    def possible(self, state: Drakkar) -> list[str]:
        rest = subtract(pool(state, self.seeker), self.bundle)
        return [p.OFFER, *[POOL[kind] for kind in range(3) if rest[kind]]]

    def do(self, state: Drakkar, pick: str | None) -> None:
        seeker, helper = self.seeker, self.helper
        if pick == p.OFFER:
            said = p.said_loot(self.bundle)
            say(state, seeker, f"offers {{{helper}}} {said} for their help")
            state.then(Reply(helper, seeker, helper, self.left, self.bundle))
        elif pick is not None:
            more = add(self.bundle, one_token(p.POOL_OF[pick]))
            state.then(Offer(seeker, seeker, helper, self.left, more))

    def fits(self, state: Drakkar) -> bool:
        return self.seat == self.seeker and self.bargain_fits(state)


class Reply(Bargain, frozen=True):
    """The helper need not sell: accept, refuse, or name another price once."""

    # rule: ruling.forced-to-sell, ruling.bargain-protocol

    def ask(self, state: Drakkar) -> str:
        return f"{{{self.seeker}}} offers you {p.said_loot(self.bundle)} for your help"

    def possible(self, state: Drakkar) -> list[str]:
        if sum(pool(state, self.seeker)):
            return [p.REFUSE, p.ACCEPT, p.COUNTER]
        return [p.REFUSE, p.ACCEPT]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.ACCEPT:
            say(state, self.seat, "accepts")
            self.close(state, self.bundle)
        elif pick == p.COUNTER:
            state.then(Counter(self.helper, self.seeker, self.helper, self.left, self.bundle))
        else:
            say(state, self.seat, "refuses")
            self.failed(state)

    def fits(self, state: Drakkar) -> bool:
        return self.seat == self.helper and self.bargain_fits(state)


class Counter(Bargain, frozen=True):
    """The helper puts another bundle together, from the same pool."""

    wanted: Loot = NO_LOOT

    def ask(self, state: Drakkar) -> str:
        return f"What do you want from {{{self.seeker}}}? So far: {p.said_loot(self.wanted)}"

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
        seeker, helper = self.seeker, self.helper
        if pick == p.OFFER:
            say(state, helper, f"asks {{{seeker}}} for {p.said_loot(self.wanted)} instead")
            state.then(Answer(seeker, seeker, helper, self.left, self.wanted))
        elif pick is not None:
            more = add(self.wanted, one_token(p.POOL_OF[pick]))
            state.then(Counter(helper, seeker, helper, self.left, self.bundle, more))

    def fits(self, state: Drakkar) -> bool:
        sound = self.seat == self.helper and self.bargain_fits(state)
        most = pool(state, self.seeker) if sound else NO_LOOT
        stuck = self.wanted == self.bundle == most
        return sound and not stuck and within(self.wanted, most)


class Answer(Bargain, frozen=True):
    """The seeker takes a counter-offer or leaves it."""

    def ask(self, state: Drakkar) -> str:
        return f"{{{self.helper}}} asks you for {p.said_loot(self.bundle)} instead"

    def possible(self, state: Drakkar) -> list[str]:
        return [p.REJECT, p.ACCEPT]

    def do(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.ACCEPT:
            say(state, self.seat, "accepts")
            self.close(state, self.bundle)
        else:
            say(state, self.seat, "rejects that")
            self.failed(state)

    def fits(self, state: Drakkar) -> bool:
        return self.seat == self.seeker and self.bargain_fits(state)
