"""Guest Stars that have a moment of their own: after the arrival, and at the end of a number."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.contracts import check_contracts
from fimbul.games.ragnarok_star.rules.dragon import ask_payers
from fimbul.games.ragnarok_star.rules.guests import Window, discard, effect_of, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import (
    BIT,
    BOARD,
    CROWD,
    MARKS,
    PLANNED,
    SHORE,
    renumbered,
)
from fimbul.games.ragnarok_star.state.table import RagnarokStar, say
from fimbul.kernel import phrase


class AfterArrival(Window, frozen=True):
    """Lemmy Kilmead moves fans, Prins Rognvald swaps two numbers of the band."""

    prompt = "The new fans have arrived. Keep your Guest Star, or touch what you play it on"
    effects = (p.LEMMY, p.PRINS)

    def plays(self, state: RagnarokStar) -> list[str]:
        if effect_of(state, self.seat) == p.LEMMY:
            return first_fans(state, range(4))
        musicians = busy(state, self.seat)
        return musicians if len(musicians) > 1 else []

    def how(self, state: RagnarokStar) -> str:
        if effect_of(state, self.seat) == p.PRINS and not self.plays(state):
            return "Fewer than two of your musicians have a number that counts, so keep the card."
        return super().how(state)

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)
        if pick in p.FAN_AT:
            island, fan, _ = p.FAN_AT[pick]
            state.then(Gather(self.seat, island, fan))
        else:
            state.then(Swap(self.seat, p.MUSICIAN_AT[pick]))

    def fits(self, state: RagnarokStar) -> bool:
        return self.may_hold(state) and not state.at


def first_fans(state: RagnarokStar, islands: range) -> list[str]:
    """One fan of each type on each of these islands."""
    return [
        p.FAN_IDS[island][fan][0]
        for island in islands
        for fan in p.KINDS
        if state.islands[CROWD[island][fan]]
    ]


def busy(state: RagnarokStar, seat: int) -> list[str]:  # rule: program.error-duplicate
    """The band's musicians that carry a number that counts."""
    plan = state.plan[BOARD[seat]]
    return [p.MUSICIAN_IDS[p.MUSICIAN_OF[action]] for action in plan if action >= 0]


class Gather(Asking, frozen=True):
    """A second fan of the same island, or straight on to where they go."""

    prompt = "Touch a second fan to take along, or the neighbouring island where they go"
    rule = "guest.play"

    island: int = 0
    fan: int = 0
    other: int = p.NONE

    def options(self, state: RagnarokStar) -> list[str]:
        to = [p.ISLAND_IDS[side[self.island]] for side in p.BESIDE]
        if self.other != p.NONE:
            return to
        row = p.FAN_IDS[self.island]
        there = state.islands[SHORE[self.island]]
        there[self.fan] -= 1
        taken = [int(fan == self.fan) for fan in p.KINDS]
        return [*to, *[row[fan][taken[fan]] for fan in p.KINDS if there[fan] > 0]]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        if pick in p.FAN_AT:
            state.then(Gather(self.seat, self.island, self.fan, p.FAN_AT[pick][1]))
            return
        to = p.ISLAND_OF[pick or ""]
        fans = [fan for fan in (self.fan, self.other) if fan != p.NONE]
        for fan in fans:
            state.islands[CROWD[self.island][fan]] -= 1
            state.islands[CROWD[to][fan]] += 1
        moved = p.A_FAN[self.fan]
        if self.other != p.NONE:
            moved = phrase("{one} and {other}", one=moved, other=p.A_FAN[self.other])
        start, end = p.ISLAND_NAMES[self.island], p.ISLAND_NAMES[to]
        say(
            state,
            self.seat,
            "{who} moves {fans} from {start} to {end}",
            fans=moved,
            start=start,
            end=end,
        )

    def fits(self, state: RagnarokStar) -> bool:
        if not (0 <= self.island < 4 and 0 <= self.fan < 4 and -1 <= self.other < 4):
            return False
        there = state.islands[SHORE[self.island]]
        there[self.fan] -= 1
        if self.other != p.NONE:
            there[self.other] -= 1
        return state.mode == p.DIVA and min(there) >= 0


class Swap(Asking, frozen=True):
    """The numbers change places; actions and ticked islands stay as written."""

    prompt, rule = "Choose the musician who swaps numbers with the first", "guest.play"

    musician: int = 0

    def options(self, state: RagnarokStar) -> list[str]:
        return [name for name in busy(state, self.seat) if name != p.MUSICIAN_IDS[self.musician]]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        if pick is None:
            return
        plan = state.plan[BOARD[self.seat]]
        one, other = (
            next(n for n, action in enumerate(plan, 1) if action in p.OFFERS[musician])
            for musician in (self.musician, p.MUSICIAN_AT[pick])
        )
        swapped = {plan[one - 1]: other, plan[other - 1]: one}
        here, there = PLANNED[self.seat][one], PLANNED[self.seat][other]
        for row in (state.plan, state.ticks):
            row[here], row[there] = row[there], row[here]
        state.written[self.seat] = tuple(
            [
                renumbered(old, swapped.get(MARKS[old].action, MARKS[old].number))
                for old in state.written[self.seat]
            ]
        )
        say(state, self.seat, "{who} swaps the numbers {one} and {other}", one=one, other=other)

    def fits(self, state: RagnarokStar) -> bool:
        known = 0 <= self.musician < len(p.MUSICIANS)
        return known and p.MUSICIAN_IDS[self.musician] in busy(state, self.seat)


class EndOfNumber(Window, frozen=True):
    """Jimi Hendrakkar: the boat flies at once to any port; before the dragon it pays."""

    prompt = "The number is over. Keep your Guest Star, or touch an island to fly there"
    effects = (p.JIMI,)

    def plays(self, state: RagnarokStar) -> list[str]:
        return list(p.ISLAND_IDS)

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)
        to = p.ISLAND_OF[pick]
        state.boats[self.seat] = to
        say(state, self.seat, "{who} flies to {island}", island=p.ISLAND_NAMES[to])
        bit = BIT[self.seat]
        if state.dragon == to and not state.scared & bit:  # rule: ruling.dragon-arrival
            state.scared |= bit
            ask_payers(state, bit, bit)

    def fits(self, state: RagnarokStar) -> bool:
        return self.may_hold(state) and state.at > 0


class CloseNumber(StarStep, frozen=True):  # rule: ruling.order-within-number
    """After thefts: Guest Stars that play now, then contracts are checked."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        players = holders(state, p.JIMI)
        if players:
            state.then(*[EndOfNumber(seat) for seat in players], CheckContracts())
        else:
            check_contracts(state)  # rule: ruling.contract-immediate-check

    def reveals(self, state: RagnarokStar) -> bool:
        return True  # whose contract is fulfilled, and whose is not

    def fits(self, state: RagnarokStar) -> bool:
        return state.at > 0


class CheckContracts(StarStep, frozen=True):
    def reveals(self, state: RagnarokStar) -> bool:
        return True

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        check_contracts(state)
