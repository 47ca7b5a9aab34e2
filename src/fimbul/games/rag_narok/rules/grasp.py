"""Dark Grasp: the Commander of the dead turns Darkness gems into Orders and marches."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import in_melee
from fimbul.games.rag_narok.state import (
    RagNarok,
    RagStep,
    fighter,
    say,
    squad,
    standing,
)
from fimbul.games.rag_narok.tables import CONSTANTS
from fimbul.games.rag_narok.values import bears, commands, is_commander, is_undead

EACH = int(CONSTANTS["dark_grasp_gems_per_order"])  # rule: darkgrasp.buy-orders
MARCH_COST = 1  # rule: ruling.dark-grasp-second


def grasper(state: RagNarok, seat: int) -> int:
    """The army Commander, if he has Dark Grasp and stands on the table; -1: nobody."""
    # rule: darkgrasp.two-effects
    general = state.generals[seat]
    if general < 0 or state.places[general] is None:
        return -1
    one = fighter(state, general)
    dead = one.card.has("undead") and one.card.people == "acheron" and is_commander(one)
    return general if dead or bears(one, "black-diamond") else -1


def dark_gems(state: RagNarok, number: int) -> int:
    """The Darkness gems of his pool and his Horns."""  # rule: darkgrasp.buy-orders
    pool = state.pools[number]
    return state.horns[number] + (pool[p.DARKNESS] if pool else 0)


def pay(state: RagNarok, number: int, gems: int) -> None:
    """From the Horns first: they serve nothing else as well."""
    first = min(gems, state.horns[number])
    state.horns[number] -= first
    if gems > first:
        pool = list(state.pools[number])
        pool[p.DARKNESS] -= gems - first
        state.pools[number] = tuple(pool)


class BuyOrders(RagStep, frozen=True):
    """Between the Tactics roll and the Orders: two gems for each more."""

    # rule: darkgrasp.two-effects, darkgrasp.buy-orders, darkgrasp.any-unit
    phase = p.STRATEGY
    prompt, rule = "Dark Grasp: how many Orders do you buy?", "darkgrasp.buy-orders"

    def options(self, state: RagNarok) -> Sequence[str]:
        number = grasper(state, self.seat)
        most = dark_gems(state, number) // EACH if number >= 0 else 0
        return [f"orders:{count}" for count in range(most + 1)] if most else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        count = int((pick or "orders:0").removeprefix("orders:"))
        if count:
            pay(state, grasper(state, self.seat), EACH * count)
            state.bought[self.seat] = count
            say(state, self.seat, f"{{{self.seat}}} buys {count} Order{'s' * (count > 1)}")


def grasped(state: RagNarok, seat: int) -> dict[str, int]:
    """Undead Units without Orders near the Commander, which a gem lets march."""
    # rule: darkgrasp.two-effects, ruling.dark-grasp-second
    number = grasper(state, seat)
    if number < 0 or dark_gems(state, number) < MARCH_COST:
        return {}
    return {
        f"grasp:{squad(state, unit).id.removeprefix('unit:')}": unit
        for unit in standing(state, seat)
        if not state.orders[unit]
        and not state.done[unit]
        and state.moods[unit] in (p.CALM, p.FEAR)
        and is_undead(state, unit)
        and not in_melee(state, unit)
        and commands(state, number, unit)
    }
