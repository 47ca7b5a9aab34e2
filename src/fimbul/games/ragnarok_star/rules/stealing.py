"""Step 1 and step 10 of a number: shields go up first, thefts come last."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import fail
from fimbul.games.ragnarok_star.rules.collecting import gain
from fimbul.games.ragnarok_star.rules.guests import Window, discard, effect_of, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import BIT, COLUMN, SEAT_AND_FAN, THEFTS, Theft
from fimbul.games.ragnarok_star.state.table import (
    RagnarokStar,
    acting,
    action_of,
    count,
    hall,
    rivals,
    say,
    tell,
)
from fimbul.kernel import Said, phrase

RAISE, THEFT = 1, 10
RAISED = tuple(
    Said(seat=seat, words=phrase("{who} raises a shield", who=who))
    for seat, who in enumerate(p.WHO)
)


class Shields(StarStep, frozen=True):  # rule: shield.duration
    """Up from this number on, to the end of the actions; against thieves only."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: shield.theft-only
        for seat in acting(state, RAISE):
            state.shields[seat] = state.at  # rule: ruling.diva-shield, ruling.steal-own-shield
            state.events.append(RAISED[seat])


def present(state: RagnarokStar, seat: int) -> list[int]:  # rule: steal.same-island
    """Opponents with fans whose boats lie at the same island; the open sea is not one."""
    at = state.boats[seat]
    if at == p.NONE:  # rule: ruling.collect-at-sea
        return []
    return [
        other
        for other in rivals(state, seat)
        if state.boats[other] == at and any(hall(state, other))  # rule: ruling.steal-newcomer
    ]


def targets(state: RagnarokStar, seat: int, *, bold: bool = False) -> list[str]:
    """What a thief may name: a column of an opponent whose shield is down."""
    return [
        p.COLUMN_IDS[other][fan]  # rule: ruling.steal-choice
        for other in present(state, seat)  # rule: steal.same-number-escape
        if bold or not state.shields[other]  # rule: steal.shield
        for fan in p.KINDS
        if state.halls[COLUMN[other][fan]]  # rule: ruling.steal-pit
    ]


class Thefts(StarStep, frozen=True):  # rule: resolve.theft-last, steal.secret-choice
    """All thieves of this number choose in secret."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: ruling.steal-choice
        askable = holders(state, p.OZZY)
        asked = [seat for seat in acting(state, THEFT) if must_choose(state, seat, askable)]
        state.foiled = 0
        state.then(*([tuple([Steal(seat) for seat in asked])] if asked else []), Named())


def must_choose(state: RagnarokStar, seat: int, askable: tuple[int, ...]) -> bool:
    """Whether that thief is asked; a single target needs no question, and is named at once.

    Whoever holds a Guest Star is also asked about a shielded target: it might be Ozzy Osbjørn.
    """
    names = targets(state, seat)
    if len(names) > 1 or (seat in askable and targets(state, seat, bold=True)):
        return True
    if names:
        state.picks[seat] = Theft(*p.COLUMN_OF[names[0]]).pack()
    return False


class Steal(Asking, frozen=True):
    """One opponent and one type; whoever is behind a shield can be named with Ozzy Osbjørn."""

    prompt = "Steal a fan for your hall. Touch a column of an opponent at your island"
    rule = "steal.same-island"

    def options(self, state: RagnarokStar) -> list[str]:
        names = targets(state, self.seat) or [p.LET_FAIL]
        if effect_of(state, self.seat) == p.OZZY:
            bold = targets(state, self.seat, bold=True)
            names += [name for name in bold if name not in names]
        return names

    def default(self, state: RagnarokStar, options: Sequence[str]) -> str:
        """From whoever has most fans, of the type they have most of; no card is played."""
        open_to_all = targets(state, self.seat)
        return min(open_to_all, key=lambda name: _most(state, name), default=p.LET_FAIL)

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        if pick is None or pick == p.LET_FAIL:
            return
        victim, fan = p.COLUMN_OF[pick]
        state.picks[self.seat] = Theft(victim, fan, bold=bool(state.shields[victim])).pack()

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing not in p.COLUMN_OF:
            return super().why(state, thing)
        victim, fan = p.COLUMN_OF[thing]
        if victim == self.seat:
            return self.rule, "Those are your own fans."
        if victim < state.seats and state.boats[victim] != state.boats[self.seat]:
            return self.rule, "The boat of that band does not lie at your island."
        if victim < state.seats and state.shields[victim]:
            return "steal.shield", "That band's shield is up."
        return self.rule, phrase("There is no {fan} to steal.", fan=p.ONE[fan])

    def fits(self, state: RagnarokStar) -> bool:
        return is_thief(state, self.seat)


def _most(state: RagnarokStar, column: str) -> tuple[int, int, int]:
    victim, fan = p.COLUMN_OF[column]
    fans = hall(state, victim)
    return -sum(fans), victim, -fans[fan]


def is_thief(state: RagnarokStar, seat: int) -> bool:
    return state.at > 0 and action_of(state, seat) == p.STEAL


class Named(StarStep, frozen=True):  # rule: steal.secret-choice
    """The choices are shown; shields prove useful, and victims may answer with a Guest Star."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        askable = holders(state, p.JOHNNY)
        answers: list[StarStep] = []
        for thief in acting(state, THEFT):
            theft = THEFTS.get(state.picks[thief])
            if theft and theft.bold:
                discard(state, thief)
            else:
                kept_away(state, thief)  # rule: angry.fail-shield, ruling.failure-shield
            if theft and theft.victim in askable:
                answers.append(Cancel(theft.victim, thief))
        state.then(*answers, Rob())


def kept_away(state: RagnarokStar, thief: int) -> None:
    """Every shield at the thief's island has taken its owner out of the thief's options."""
    for other in present(state, thief):
        if state.shields[other]:
            state.useful |= BIT[other]
            count(state, other, p.SAVES)


WANTED = "{who} is stealing {fan} from you. Keep your Guest Star, or play it against the theft"


class Cancel(Window, frozen=True):  # rule: ruling.steal-foiled
    """Johnny Kaskr: that one theft fails."""

    effects = (p.JOHNNY,)

    thief: int = p.NONE

    def ask(self, state: RagnarokStar) -> str:
        fan = p.A_FAN[THEFTS[state.picks[self.thief]].fan]
        return phrase(WANTED, who=p.WHO[self.thief], fan=fan)

    def plays(self, state: RagnarokStar) -> list[str]:
        return [state.pack.star_ids[state.held[self.seat]]]

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)
        state.foiled |= BIT[self.thief]

    def fits(self, state: RagnarokStar) -> bool:
        thief = self.thief
        named = 0 <= thief < state.seats and is_thief(state, thief)
        theft = THEFTS.get(state.picks[thief]) if named else None
        return self.may_hold(state) and theft is not None and theft.victim == self.seat


class Rob(StarStep, frozen=True):  # rule: ruling.steal-snapshot
    """All thefts are judged on the halls as they are, and take effect together."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        thieves = acting(state, THEFT)
        named: dict[int, list[int]] = {}
        for thief in thieves:
            theft = THEFTS.get(state.picks[thief])
            if theft and not state.foiled & BIT[thief]:
                named.setdefault(theft.column, []).append(thief)
        there = list(state.halls)
        robbed = [
            (thief, column)
            for column, claimants in named.items()
            if clash(state, column, claimants, there[column])  # rule: ruling.steal-same-fan
            for thief in claimants
        ]
        for thief, column in robbed:
            rob(state, thief, column)
        lucky = [thief for thief, _ in robbed]
        self.close(state, thieves, lucky)

    def close(self, state: RagnarokStar, thieves: list[int], lucky: list[int]) -> None:
        """Whoever has failed fails now; whoever has not may follow up."""
        failed = [thief for thief in thieves if thief not in lucky]
        for thief in failed:
            state.picks[thief] = p.NONE
            say(state, thief, "{who} steals nothing")
        askable = holders(state, p.JOAN)
        encores = [seat for seat in askable if seat in lucky]
        for thief in lucky:
            victim, state.picks[thief] = THEFTS[state.picks[thief]].victim, p.NONE
            if thief in encores and any(hall(state, victim)):
                state.then(Encore(thief, victim))
        fail(state, failed)  # rule: angry.fail-steal, ruling.failure-steal


def clash(state: RagnarokStar, column: int, claimants: list[int], there: int) -> bool:
    """Whether there are enough fans for all who name them; otherwise nobody gets one."""
    if there >= len(claimants):
        return True
    victim, fan = SEAT_AND_FAN[column]
    words = "{thieves} thieves want the same {fan} of {who}, so nobody gets one"
    thieves = p.COUNT_WORDS[len(claimants)]
    tell(state, words, thieves=thieves, fan=p.ONE[fan], who=p.WHO[victim])
    return False


def rob(state: RagnarokStar, thief: int, column: int) -> None:  # rule: steal.same-island
    """A fan changes halls."""
    victim, fan = SEAT_AND_FAN[column]
    state.halls[column] -= 1
    gain(state, thief, fan, 1)  # rule: hall.placement
    count(state, thief, p.STEALS)
    count(state, victim, p.ROBBED)
    state.events.append(STOLEN[thief][victim][fan])


STOLEN = tuple(
    tuple(
        tuple(
            Said(
                seat=thief,
                words=phrase("{who} steals {fan} from {whom}", who=who, fan=fan, whom=whom),
            )
            for fan in p.A_FAN
        )
        for whom in p.WHO
    )
    for thief, who in enumerate(p.WHO)
)


class Encore(Window, frozen=True):  # rule: ruling.encore-fresh-fan
    """Joan Jötunn: a second fan of any type from the same victim, as its hall is now."""

    prompt = "Your theft has succeeded. Keep your Guest Star, or touch a column to steal once more"
    effects = (p.JOAN,)

    victim: int = p.NONE

    def plays(self, state: RagnarokStar) -> list[str]:
        fans = hall(state, self.victim)
        return [p.COLUMN_IDS[self.victim][fan] for fan in p.KINDS if fans[fan]]

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)
        victim, fan = p.COLUMN_OF[pick]
        rob(state, self.seat, COLUMN[victim][fan])

    def fits(self, state: RagnarokStar) -> bool:
        known = 0 <= self.victim < state.seats and self.victim != self.seat
        return self.may_hold(state) and known
