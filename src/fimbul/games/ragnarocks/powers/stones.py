"""Powers that place, forbid and remove runestones."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import lay_stone, slides, take_stone
from fimbul.games.ragnarocks.powers import Acting, Placing, Power, Steps, speakers
from fimbul.games.ragnarocks.powers.steps import (
    PowerStep,
    before_last,
    free_beside,
    free_contested,
    named,
    nomads_of,
    place,
    restricted,
    spot,
    stones_beside,
)
from fimbul.games.ragnarocks.regions import OPEN, cells_of, creates, flood
from fimbul.games.ragnarocks.rules import OpenSummon, summoned
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Removed, Said


class Nerthus(Power):
    against: ClassVar = {"summon": "no new region while there is another way"}

    def aim(self, state: Ragnarocks, owner: int, step: Placing, cells: list[int]) -> list[int]:
        """No runestone of the opponent's selected viking creates a region while it could lie
        elsewhere."""
        if step.seat == owner:  # rule: power.nerthus.no-new-region, ruling.nerthus-scope
            return cells
        elsewhere = step.harmless(state)
        safe = [at for at in cells if not creates(state, at)]
        return safe if safe or elsewhere else cells


# -- Thor --------------------------------------------------------------------------------------


class ThorThrow(OpenSummon, frozen=True):  # rule: power.thor.throw
    """A runestone from the card, on any free contested hex."""

    def ask(self, state: Ragnarocks) -> str:
        return "Thor: throw a runestone from the card on any free contested hex"

    def ways(self, state: Ragnarocks) -> list[str]:
        return named(state, restricted(state, self, free_contested(state)))

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "the card is offered only if there is a hex to throw at"
        state.hoard -= 1
        summoned(state, self, p.board(state.board).index[pick])

    def harmless(self, state: Ragnarocks) -> bool | None:
        board = p.board(state.board)
        line = slides(board, state.hexes, place(state, self.viking)) if state.supply else []
        return any(not creates(state, at) for at in line) or None

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return "power.thor.throw", f"That cannot be thrown at. {self.ask(state)}."


class SummonOrThrow(OpenSummon, frozen=True):
    """A hex in a straight line, or the card: then a hex for one of its runestones."""

    def ask(self, state: Ragnarocks) -> str:
        return f"{super().ask(state)}, or touch Thor's card to throw one of its {state.hoard}"

    def ways(self, state: Ragnarocks) -> list[str]:
        throws = ThorThrow(self.seat, self.viking).ways(state)
        return [*super().ways(state), *(["power:thor"] if throws else [])]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick == "power:thor":
            state.then(ThorThrow(self.seat, self.viking))
        else:
            super().run(state, pick)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "/" if pick.startswith("power:") else super().sign(state, pick)

    def harmless(self, state: Ragnarocks) -> bool | None:
        return any(not creates(state, at) for at in free_contested(state)) or None


class Thor(Power):
    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        """Four of the runestones in play."""  # rule: power.thor.setup, ruling.thor-stones
        state.hoard = p.HOARD if state.supply == p.ENDLESS else min(p.HOARD, state.supply)
        if state.supply != p.ENDLESS:
            state.supply -= state.hoard
        state.events.append(Said(seat=owner, words=f"{state.hoard} runestones lie on Thor's card"))
        return steps

    def price(self, state: Ragnarocks, owner: int, seat: int, stones: int) -> int:
        return 0 if seat == owner and state.hoard else stones

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner or not state.hoard:
            return steps
        return [*steps[:-1], SummonOrThrow(owner, step.viking)]


# -- one more runestone ------------------------------------------------------------------------


class StoneMore(PowerStep, frozen=True):
    """A further runestone from the supply. No selected viking summons it: Nerthus is silent."""

    mark = ",+"

    def cells(self, state: Ragnarocks) -> list[int]:
        raise NotImplementedError

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, self.cells(state)) if state.supply else []

    def use(self, state: Ragnarocks, pick: str) -> None:
        take_stone(state)
        lay_stone(state, self.seat, p.board(state.board).index[pick])


class SurtrStone(StoneMore, frozen=True):  # rule: power.surtr.two-stones
    power, rule = "surtr", "power.surtr.two-stones"
    words = "place a second runestone beside the first, or pass"
    mark = "+"

    def cells(self, state: Ragnarocks) -> list[int]:
        """Contested is judged with the first one lying there."""  # rule: ruling.surtr-second
        around = free_beside(state, state.last[-1]) if state.last else []
        cells = [at for at in around if state.land[at] == p.CONTESTED]
        return restricted(state, self, cells)  # rule: ruling.nerthus-scope

    def harmless(self, state: Ragnarocks) -> bool | None:
        """The first alone is a way to place it: so a second that creates a region is forbidden."""
        return None if state.created else True


class Surtr(Power):
    words: ClassVar = {"summon": "beside the viking, and a second may follow"}

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        around = p.board(state.board).beside[place(state, step.viking)]
        if step.seat != owner or state.last[-1] not in around:
            return steps
        return [SurtrStone(owner, step.viking), *steps]


class YmirStone(StoneMore, frozen=True):  # rule: power.ymir.extra-stone
    power, rule = "ymir", "power.ymir.extra-stone"
    words = "place another runestone beside a nomad of yours, or pass"

    def cells(self, state: Ragnarocks) -> list[int]:
        around = {
            at for nomad in nomads_of(state, self.seat)
            for at in free_beside(state, place(state, nomad))
        }  # fmt: skip
        return sorted(around)


class Ymir(Power):
    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, YmirStone(owner)) if step.seat == owner else steps


class ForsetiStone(StoneMore, frozen=True):  # rule: power.forseti.extra-stone
    power, rule = "forseti", "power.forseti.extra-stone"
    words = "place another runestone in a new or a contested region, or pass"

    def cells(self, state: Ragnarocks) -> list[int]:  # rule: ruling.forseti-placement
        if not state.created or not state.last:
            return []
        board, open_ = p.board(state.board), int(state.hexes.translate(OPEN), 2)
        new = 0
        for at in board.beside[state.last[-1]]:
            new |= flood(open_, board.bits[at] & open_, board.width)
        return [
            at
            for at in cells_of(board, open_)
            if not state.hexes[at] and (board.bits[at] & new or state.land[at] == p.CONTESTED)
        ]


class Forseti(Power):
    words: ClassVar = {"summon": "create a region, and another may follow"}

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, ForsetiStone(owner)) if step.seat == owner else steps


# -- Freyr -------------------------------------------------------------------------------------


class FreyrRemoval(PowerStep, frozen=True):  # rule: power.freyr.remove
    power, rule = "freyr", "power.freyr.remove"
    words = "remove a runestone beside {place}, or pass"
    mark = ",x"

    def things(self, state: Ragnarocks) -> list[str]:
        """Settled and wild land keeps its walls."""  # rule: power.freyr.limit
        stones = stones_beside(state, place(state, self.viking))
        return [stone for stone in stones if self.touches_contested_only(state, stone)]

    def touches_contested_only(self, state: Ragnarocks, stone: str) -> bool:
        board = p.board(state.board)  # rule: ruling.freyr-protected
        return all(
            state.hexes[at] == p.STONE or state.land[at] == p.CONTESTED
            for at in board.beside[board.index[f"cell:{spot(state, stone)}"]]
        )

    def use(self, state: Ragnarocks, pick: str) -> None:
        cell = f"cell:{spot(state, pick)}"
        at = p.board(state.board).index[cell]
        state.stones[state.stones.index(at)] = p.OFF
        state.hexes[at] = p.EMPTY  # its hex is contested, as all around it
        if state.supply != p.ENDLESS:
            state.supply += 1
        words = f"the stone on {cell[5:]} is taken away"
        state.events.append(Removed(seat=self.seat, thing=pick, origin=cell, words=words))
        for power, owner in speakers(state, self.seat):
            power.changed(state, owner)


class Freyr(Power):
    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner:
            return steps
        return before_last(steps, FreyrRemoval(owner, step.viking))
