"""Powers that win, score, or start with fewer vikings."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import Acting, Power, Steps
from fimbul.games.ragnarocks.powers.steps import (
    PowerStep,
    before_last,
    beside,
    free_contested,
    named,
    place,
    vikings_of,
)
from fimbul.games.ragnarocks.regions import survey
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted, Placed, Removed


class Freya(Power):
    words: ClassVar = {"summon": "wild land counts for you"}

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        wild = state.land.count(p.WILD)  # rule: power.freya.score
        if seat != owner or not wild:
            return points
        words = f"Freya: the wild gives {wild} to {{{seat}}}"
        counted = Counted(seat=seat, amount=wild, rule="power.freya.score", words=words)
        state.events.append(counted)
        return points + wild


class Hel(Power):
    words: ClassVar = {"summon": "each runestone is a point for you"}

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        if seat != owner:
            return points
        stones = state.hexes.count(p.STONE)  # rule: power.hel.score
        words = f"Hel: {stones} runestones count for {{{seat}}} instead of land"
        counted = Counted(seat=seat, amount=stones, rule="power.hel.score", words=words)
        state.events.append(counted)
        return stones


class Idun(Power):
    words: ClassVar = {"summon": "the match's first settled region wins, if it is yours and large"}
    once = True

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        """A position may hold settled land: then the first region has been settled before."""
        if any(settled in state.land for settled in p.SETTLED):
            state.spent = True
        return steps

    def changed(self, state: Ragnarocks, owner: int) -> None:
        """The first settled region of the match decides; several at once, or a small one, do not.

        It is looked for after every single change of the board.
        """  # rule: power.idun.win, power.idun.lost, ruling.idun-moment
        if state.spent or state.result is not None:
            return
        settled = [region for region in survey(state) if region.status in p.SETTLED]
        if not settled:
            return
        first, mine = settled[0], p.SETTLED[state.side(owner)]
        if len(settled) == 1 and first.status == mine and len(first.cells) >= p.IDUN_WORTH:
            win(state, owner, "power.idun.win")
        else:
            state.spent = True


def win(state: Ragnarocks, owner: int, because: str) -> None:
    """A win condition on a card comes before all scores."""  # rule: adv.win-priority
    mine = state.side(owner)
    state.finish([1 + (state.side(seat) != mine) for seat in range(state.seats)], because)


# -- fewer vikings -----------------------------------------------------------------------------


class LeaveOut(PowerStep, frozen=True):
    """Which starting hex stays empty: touch the viking that stands on it."""

    before_play = True
    optional = False
    mark = "empty="

    def things(self, state: Ragnarocks) -> list[str]:
        return vikings_of(state, self.seat)

    def use(self, state: Ragnarocks, pick: str) -> None:
        board = p.board(state.board)
        number = board.numbers[pick]
        at = state.where[number]
        state.hexes[at], state.where[number] = p.EMPTY, p.OFF
        words = f"{board.spoken(at)} stays empty"
        state.events.append(
            Removed(seat=self.seat, thing=pick, origin=board.names[at], words=words)
        )
        self.keep(state, number)

    def keep(self, state: Ragnarocks, viking: int) -> None:
        state.home = (*state.home, viking)


class FenrirStart(LeaveOut, frozen=True):  # rule: power.fenrir.setup
    power, rule = "fenrir", "power.fenrir.setup"
    words = "which viking stays out of the match?"


class Fenrir(Power):
    words: ClassVar = {"move": "who stands beside an enemy when your next turn begins wins"}

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        return before_last(steps, FenrirStart(owner))

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        """Before anything else in the turn, even if it would have to be skipped."""
        enemies = vikings_of(state, state.rival(owner))  # rule: power.fenrir.win
        wolves = [place(state, viking) for viking in vikings_of(state, owner)]
        if seat == owner and any(beside(state, at, enemies) for at in wolves):
            win(state, owner, "power.fenrir.win")
            return []
        return steps


class FjorgynStart(LeaveOut, frozen=True):  # rule: power.fjorgyn.setup
    power, rule = "fjorgyn", "power.fjorgyn.setup"
    words = "which viking stays out of the match?"


class Fjorgyn(Power):
    words: ClassVar = {"move": "it may walk through a row of runestones beside it"}
    fateful = True  # it may land where nothing can be summoned

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        return before_last(steps, FjorgynStart(owner))

    def reach(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """Also the first hex behind a row of runestones beside it."""
        # rule: power.fjorgyn.through, power.fjorgyn.limit, ruling.fjorgyn-stone-path
        if step.seat != owner:
            return cells
        found = list(cells)
        for ray in p.board(state.board).rays[place(state, step.viking)]:
            stones = next((n for n, at in enumerate(ray) if state.hexes[at] != p.STONE), len(ray))
            to = ray[stones] if 0 < stones < len(ray) else 0
            if to and not state.hexes[to] and state.land[to] == p.CONTESTED:
                found.append(to)
        return found


# -- Ask and Embla -----------------------------------------------------------------------------


class AskStart(LeaveOut, frozen=True):  # rule: power.ask.setup
    power, rule = "ask", "power.ask.setup"
    words = "which viking waits on the card?"

    def keep(self, state: Ragnarocks, viking: int) -> None:
        state.waiting = viking


class AskArrival(PowerStep, frozen=True):  # rule: power.ask.arrival
    """Compulsory; where there is no room the viking stays on the card for good."""

    power, rule = "ask", "power.ask.arrival"
    words = "place the waiting viking on a free contested hex"
    mark = "*"
    optional = False

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, free_contested(state)) if state.waiting else []

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        number, state.waiting = state.waiting, 0
        if not number:
            return
        if pick is None:  # rule: ruling.ask-arrival-impossible
            state.home = (*state.home, number)
            return
        board = p.board(state.board)
        to = board.index[pick]
        state.hexes[to], state.where[number] = number, to
        words = f"a viking arrives on {pick[5:]}"
        thing = board.vikings[number]
        state.events.append(Placed(seat=self.seat, thing=thing, to=pick, words=words))


class Ask(Power):
    words: ClassVar = {"summon": "it flies over whatever is in the way"}

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        return before_last(steps, AskStart(owner))

    def aim(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """Whatever stands in between."""  # rule: power.ask.summon, ruling.ask-line
        if step.seat != owner:
            return cells
        rays = p.board(state.board).rays[place(state, step.viking)]
        free = set(free_contested(state))
        return [at for ray in rays for at in ray if at in free]

    def created(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner or not state.waiting:
            return steps
        return [AskArrival(owner), *steps]
