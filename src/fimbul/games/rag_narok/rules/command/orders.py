"""Orders: who gives how many, in secret; Rapid Fire; activation and revealing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.councils import is_fixed
from fimbul.games.rag_narok.ground.hiding import lair_of, lairs
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import (
    RagNarok,
    is_routed,
    say,
    squad,
    standing,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import phrase, player

IN_MELEE = (p.IMMOBILE, p.DISENGAGE, p.PURSUIT, *p.REACTIONS)  # rule: order.in-melee
IN_THE_OPEN = tuple(o for o in range(len(p.ORDERS)) if o not in (p.DISENGAGE, p.PURSUIT))
STILL = (p.IMMOBILE, p.RAPID_FIRE, p.RECEIVE_CHARGE)  # Orders that move nobody
DONE = "button:done"
ROLLING = -2  # instead of an Order: a machine that cannot be stopped
Given = tuple[int, int]  # a Unit and an Order


def can_match(wanted: Sequence[int], sources: Sequence[Sequence[int]]) -> bool:
    """Whether each of these Units can get an Order from a source of its own."""
    taken: dict[int, int] = {}

    def assign(at: int, seen: set[int]) -> bool:
        for source, units in enumerate(sources):
            if wanted[at] in units and source not in seen:
                seen.add(source)
                if source not in taken or assign(taken[source], seen):
                    taken[source] = at
                    return True
        return False

    return all(assign(at, set()) for at in range(len(wanted)))


@lru_cache(maxsize=1 << 12)
def within_reach(so_far: tuple[int, ...], sources: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The Units that can get one more Order, after those that got one so far."""
    return tuple(
        unit
        for unit in sorted({unit for units in sources for unit in units})
        if so_far.count(unit) < p.MOST_ORDERS and can_match([*so_far, unit], sources)
    )


def useful_orders(state: RagNarok, unit: int) -> list[int]:  # rule: order.in-melee
    """The Orders that a Unit could carry out as it stands."""
    now = state.units[unit]  # rule: state.disorganised, ruling.orders-as-it-stands
    orders = IN_MELEE if in_melee(state, unit) else IN_THE_OPEN
    banned = {p.CHARGE, p.RUN, p.RAPID_FIRE} if now.shaken else set()
    if now.arrived:  # rule: reserve.test
        banned.add(p.CHARGE)
    fighters = state.roster.fighters
    unarmed = all(fighters[member].card.aim is None for member in now.ranks)
    if unarmed or lair_of(state, unit) or now.speed:  # rule: ruling.lurking, machine.irrepressible
        banned.add(p.RAPID_FIRE)
    if is_fixed(state, unit):  # rule: ruling.council-stays
        banned |= set(orders) - set(STILL)
    return [order for order in orders if order not in banned]


def at_hand(state: RagNarok, seat: int) -> list[int]:  # rule: ruling.lurking
    """That seat's Units that may hold Orders: on the table, seen or hidden."""
    seen = standing(state, seat)
    return [*seen, *(unit for unit, *_ in lairs(state, seat))] if state.aside.hidden else seen


class GiveOrders(RagStep, frozen=True):  # rule: order.hidden, order.basic, order.additional
    """Each side gives its Orders in secret, both at the same time: a Unit, then its Order."""

    phase = p.STRATEGY  # rule: order.max-two
    changeable = False
    rule = "order.hidden"
    sources: tuple[tuple[int, ...], ...] = ()  # for each Order, the Units it may go to
    given: tuple[Given, ...] = ()
    unit: int = -1  # chosen, and waiting for its Order

    def ask(self, state: RagNarok) -> str:
        if self.unit >= 0:
            return phrase("Choose an Order for {unit}", unit=squad(state, self.unit).name)
        left = len(self.sources) - len(self.given)
        return phrase("Choose a Unit for an Order ({count} left)", count=left)

    def options(self, state: RagNarok) -> Sequence[str]:
        if self.unit >= 0:
            held = {order for unit, order in self.given if unit == self.unit}
            return [p.ORDER_IDS[o] for o in useful_orders(state, self.unit) if o not in held]
        units = [squad(state, unit).id for unit in self.reachable(state)]
        return [*units, DONE] if units or self.given else []

    def reachable(self, state: RagNarok) -> tuple[int, ...]:
        return within_reach(tuple([unit for unit, _ in self.given]), self.sources)

    def default(self, state: RagNarok, options: Sequence[str]) -> str:  # rule: ruling.stalemate
        """Whoever does not answer in time gives no more Orders."""
        return DONE if DONE in options else options[0]

    def again(self, state: RagNarok, pick: str) -> GiveOrders | None:
        if pick == DONE:
            return None
        if self.unit < 0:
            return GiveOrders(self.seat, self.sources, self.given, unit_named(state, pick))
        given = (*self.given, (self.unit, p.ORDER_OF[pick]))
        return GiveOrders(self.seat, self.sources, given)

    def run(self, state: RagNarok, pick: str | None) -> None:
        for unit in at_hand(state, self.seat):
            mine = sorted(order for other, order in self.given if other == unit)
            state.units[unit].orders = tuple(mine)
        orders = some(len(self.given), "{count} Order", "{count} Orders")
        words = "{who} gives {orders}" if self.given else "{who} gives no Orders"
        say(state, self.seat, phrase(words, who=player(self.seat), orders=orders))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing in p.ORDER_OF:
            return self.why_no_order(state, p.ORDER_OF[thing])
        if any(thing == squad(state, unit).id for unit in state.roster.of(self.seat)):
            return self.why_no_unit(state, unit_named(state, thing))
        return self.rule, "Choose one of your Units, then an Order for it, or finish."

    def why_no_order(self, state: RagNarok, order: int) -> tuple[str, str]:
        if self.unit < 0:
            return self.rule, "First choose the Unit that is given an Order."
        if (self.unit, order) in self.given:
            return "order.max-two", "It holds that Order already."
        if state.units[self.unit].shaken and order in (p.CHARGE, p.RUN, p.RAPID_FIRE):
            return "state.disorganised", "A Disorganised Unit neither charges, runs nor shoots."
        return "ruling.orders-as-it-stands", "As it stands, it could not carry out that Order."

    def why_no_unit(self, state: RagNarok, unit: int) -> tuple[str, str]:
        if state.units[unit].mood == p.ROUT:
            return "state.rout", "A routed Unit takes no Orders."
        if [other for other, _ in self.given].count(unit) == p.MOST_ORDERS:
            return "order.max-two", "It holds two Orders already."
        return "order.basic", "No Order is left that could reach that Unit."

    def fits(self, state: RagNarok) -> bool:
        mine = at_hand(state, self.seat)
        sound = all(u in mine and o in range(len(p.ORDERS)) for u, o in self.given)
        due = self.sources == order_sources(state, self.seat)
        reached = can_match([unit for unit, _ in self.given], self.sources)
        twice = len(set(self.given)) == len(self.given)
        open_ = self.unit == -1 or self.unit in self.reachable(state)
        return sound and due and reached and twice and open_


def token(state: RagNarok, unit: int, number: int) -> str:
    """The id of a face-down Order: by its place, so that it tells nothing."""
    return f"token:{squad(state, unit).id.removeprefix('unit:')}-{number + 1}"


def tokens(state: RagNarok, seat: int, orders: Sequence[int]) -> dict[str, tuple[int, int]]:
    """That seat's tokens that show one of these Orders, with Unit and Order."""
    return {
        token(state, unit, number): (unit, order)
        for unit in standing(state, seat)
        for number, order in enumerate(state.units[unit].orders)
        if order in orders
    }


def reveal(state: RagNarok, unit: int, order: int) -> None:  # rule: order.hidden
    """Turn a token face up."""
    held = list(state.units[unit].orders)
    held.remove(order)
    state.units[unit].orders = tuple(held)
    state.units[unit].revealed = order
    tell(state, unit, "{unit} reveal[s] {order}", order=p.ORDER_NAMES[order])


def discard_orders(state: RagNarok, unit: int, keep: Sequence[int] = ()) -> None:
    state.units[unit].orders = tuple(order for order in state.units[unit].orders if order in keep)


def must_roll(state: RagNarok, unit: int) -> bool:  # rule: machine.irrepressible
    """A machine with a speed counter moves even without an Order."""
    idle = state.units[unit].speed and not state.units[unit].done and not in_melee(state, unit)
    return bool(idle) and not any(order in p.ACTIONS for order in state.units[unit].orders)


def can_activate(state: RagNarok, seat: int) -> dict[str, tuple[int, int]]:  # rule: turn.activation
    """What that seat may activate: tokens with action Orders, and routed Units (Order -1)."""
    idle = [unit for unit in at_hand(state, seat) if not state.units[unit].done]  # rule: order.none
    found = {
        token(state, unit, number): (unit, order)
        for unit in idle
        for number, order in enumerate(state.units[unit].orders)
        if order in p.ACTIONS and (order == p.MARCH or not state.units[unit].harassed)
    }  # rule: ruling.harassment
    for unit in idle:
        if is_routed(state, unit):
            found[squad(state, unit).id] = (unit, -1)
        elif must_roll(state, unit):
            found[squad(state, unit).id] = (unit, ROLLING)
    return found
