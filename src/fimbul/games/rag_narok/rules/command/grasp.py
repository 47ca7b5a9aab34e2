"""Dark Grasp: the Commander of the dead turns Darkness gems into Orders and marches."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.councils import is_fixed
from fimbul.games.rag_narok.measure.tables import CONSTANTS
from fimbul.games.rag_narok.rules.magic.mana import HORNS, Well, draw, own_wells, well_id
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import bears, commands, is_commander, is_undead
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    say,
    squad,
    standing,
)
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import phrase, player

EACH = int(CONSTANTS["dark_grasp_gems_per_order"])  # rule: darkgrasp.buy-orders
MARCH_COST = 1  # rule: ruling.dark-grasp-second


def grasper(state: RagNarok, seat: int) -> int:  # rule: darkgrasp.two-effects
    """The army Commander, if he has Dark Grasp and stands on the table; -1: nobody."""
    general = state.sides[seat].general
    if general < 0 or state.places[general] is None:
        return -1
    one = fighter(state, general)
    dead = one.card.has("undead") and one.card.people == "acheron" and is_commander(one)
    return general if dead or bears(one, "black-diamond") else -1


def dark_gems(state: RagNarok, number: int) -> int:  # rule: darkgrasp.buy-orders
    """The Darkness gems of his pool and his Horns."""
    pool = state.fighters[number].pool
    return state.fighters[number].horns + (pool[p.DARKNESS] if pool else 0)


class PayGems(RagStep, frozen=True):  # rule: darkgrasp.buy-orders
    """Gem by gem, from his pool or his Horns."""

    prompt, rule = "Pay with a gem of his pool or of his Horns?", "darkgrasp.buy-orders"
    gems: int = 1

    def found(self, state: RagNarok) -> dict[str, Well]:
        number = grasper(state, self.seat)
        wells = [well for well in own_wells(state, number) if well.element == p.DARKNESS]
        if state.fighters[number].horns:
            wells.append(Well(HORNS, number, p.DARKNESS, state.fighters[number].horns))
        return {well_id(state, well): well for well in wells}

    def options(self, state: RagNarok) -> Sequence[str]:
        scarce = dark_gems(state, grasper(state, self.seat)) == self.gems
        found = self.found(state)
        return [] if scarce or len(found) < 2 else list(found)

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.found(state)
        draw(state, found[pick] if pick else next(iter(found.values())))
        if self.gems > 1:
            state.then(PayGems(self.seat, self.gems - 1))

    def fits(self, state: RagNarok) -> bool:
        number = grasper(state, self.seat)
        return number >= 0 and 0 < self.gems <= dark_gems(state, number)


class BuyOrders(RagStep, frozen=True):  # rule: darkgrasp.two-effects, darkgrasp.buy-orders
    """Between the Tactics roll and the Orders: two gems for each further one."""

    phase = p.STRATEGY  # rule: darkgrasp.any-unit
    prompt, rule = "Dark Grasp: how many Orders do you buy?", "darkgrasp.buy-orders"

    def options(self, state: RagNarok) -> Sequence[str]:
        number = grasper(state, self.seat)
        most = dark_gems(state, number) // EACH if number >= 0 else 0
        return [f"orders:{count}" for count in range(most + 1)] if most else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        count = int((pick or "orders:0").removeprefix("orders:"))
        if count:
            state.then(PayGems(self.seat, EACH * count))
            state.sides[self.seat].bought = count
            orders = some(count, "{count} Order", "{count} Orders")
            words = phrase("{who} buys {orders}", who=player(self.seat), orders=orders)
            say(state, self.seat, words)


def grasped(state: RagNarok, seat: int) -> dict[str, int]:  # rule: darkgrasp.two-effects
    """Undead Units without Orders near the Commander, which a gem lets march."""
    number = grasper(state, seat)  # rule: ruling.dark-grasp-second
    if number < 0 or dark_gems(state, number) < MARCH_COST:
        return {}
    return {
        f"grasp:{squad(state, unit).id.removeprefix('unit:')}": unit
        for unit in standing(state, seat)
        if not state.units[unit].orders
        and not state.units[unit].done
        and state.units[unit].revealed < 0
        and state.units[unit].mood in (p.CALM, p.FEAR)
        and is_undead(state, unit)
        and not in_melee(state, unit)
        and not is_fixed(state, unit)
        and commands(state, number, unit)
    }
