"""Powers that act before the move, and those that exchange or throw vikings after it."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import shift, take_stone
from fimbul.games.ragnarocks.powers import Acting, Power, Steps
from fimbul.games.ragnarocks.powers.steps import (
    MoveAgain,
    OneHex,
    PowerStep,
    beside,
    free_beside,
    place,
    vikings_of,
)
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted, Moved


class SolStep(OneHex, frozen=True):  # rule: power.sol.sidestep, ruling.sample-sol
    power, rule = "sol", "power.sol.sidestep"
    words = "step east or west with {place}, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        board, at = p.board(state.board), place(state, self.viking)
        return [name for name in super().things(state) if abs(board.index[name] - at) == 1]


class Sol(Power):
    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [SolStep(owner, step.viking), *steps] if step.seat == owner else steps


class FriggStep(OneHex, frozen=True):  # rule: power.frigg.relocate, ruling.selected
    power, rule = "frigg", "power.frigg.relocate"
    words = "put {place} on a hex beside it for a runestone, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        """Once a turn, and only if a runestone is left for the summon."""
        # rule: ruling.frigg-once, ruling.frigg-supply, power.frigg.not-first-turn
        poor = state.supply in (0, 1)
        if state.used or poor or self.seat in state.newcomers:
            return []
        return super().things(state)

    def use(self, state: Ragnarocks, pick: str) -> None:
        take_stone(state)
        state.debt += 1
        state.used = True
        super().use(state, pick)


class Frigg(Power):
    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [FriggStep(owner, step.viking), *steps] if step.seat == owner else steps

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [FriggStep(owner, step.viking), *steps] if step.seat == owner else steps

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        """Her opponent is paid."""  # rule: power.frigg.score
        if seat == owner or not state.debt:
            return points
        words = f"On {{{seat}}}'s card: {state.debt} of Frigg's runestones"
        paid = Counted(seat=seat, amount=state.debt, rule="power.frigg.score", words=words)
        state.events.append(paid)
        return points + state.debt


class BragiLure(PowerStep, frozen=True):  # rule: power.bragi.lure
    power, rule = "bragi", "power.bragi.lure"
    words = "choose an enemy beside {place} to move, or pass"
    mark = "("
    fateful = True

    def things(self, state: Ragnarocks) -> list[str]:
        near = beside(state, place(state, self.viking), vikings_of(state, state.rival(self.seat)))
        return [viking for viking in near if free_beside(state, place(state, viking))]

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(BragiMove(self.seat, pick))


class BragiMove(MoveAgain, frozen=True):  # rule: ruling.bragi-full-move
    power, rule = "bragi", "power.bragi.lure"
    words = "move the enemy from {place} in a straight line"
    optional = False

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"{super().sign(state, pick)})"


class Bragi(Power):
    fateful = True  # a lured enemy may set a blocked viking free

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [BragiLure(owner, step.viking), *steps] if step.seat == owner else steps


class TyrSwap(PowerStep, frozen=True):  # rule: power.tyr.swap
    power, rule = "tyr", "power.tyr.swap"
    words = "swap {place} with a viking beside it, or pass"
    mark = "="
    fateful = True

    def things(self, state: Ragnarocks) -> list[str]:
        everybody = [*vikings_of(state, self.seat), *vikings_of(state, state.rival(self.seat))]
        return beside(state, place(state, self.viking), everybody)

    def use(self, state: Ragnarocks, pick: str) -> None:
        board = p.board(state.board)
        mine, other = board.numbers[self.viking], board.numbers[pick]
        at, to = state.where[mine], state.where[other]
        state.where[mine], state.where[other] = to, at
        state.hexes[at], state.hexes[to] = other, mine
        names, words = board.names, f"{board.spoken(at)} and {board.spoken(to)} change places"
        state.events += (
            Moved(seat=self.seat, thing=self.viking, origin=names[at], to=names[to], words=words),
            Moved(seat=self.seat, thing=pick, origin=names[to], to=names[at]),
        )


class Tyr(Power):
    fateful = True  # a swap may leave no hex to summon on

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [TyrSwap(owner, step.viking), *steps] if step.seat == owner else steps


class ValiThrow(PowerStep, frozen=True):  # rule: power.vali.throw
    power, rule = "vali", "power.vali.throw"
    words = "throw an enemy over {place}, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        near = beside(state, place(state, self.viking), vikings_of(state, state.rival(self.seat)))
        return [enemy for enemy in near if self.beyond(state, enemy)]

    def beyond(self, state: Ragnarocks, enemy: str) -> int:
        """The free hex on the other side, or hex 0, which is none."""
        around = p.board(state.board).around[place(state, self.viking)]
        to = around[(around.index(place(state, enemy)) + 3) % 6]
        return 0 if state.hexes[to] else to

    def use(self, state: Ragnarocks, pick: str) -> None:
        shift(state, self.seat, pick, self.beyond(state, pick))

    def sign(self, state: Ragnarocks, pick: str) -> str:
        if pick == p.PASS:
            return ""
        to = p.board(state.board).spoken(self.beyond(state, pick))
        return f"({super().sign(state, pick)}~{to})"


class Vali(Power):
    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [ValiThrow(owner, step.viking), *steps] if step.seat == owner else steps
