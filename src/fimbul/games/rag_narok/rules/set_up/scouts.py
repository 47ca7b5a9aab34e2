"""Scouts: deployed last and hidden, what they do in hiding, and who finds them."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import scouting
from fimbul.games.rag_narok.ground.councils import is_rooted
from fimbul.games.rag_narok.ground.hiding import (
    OUT,
    appear,
    grid,
    has_room,
    is_far,
    is_spotted,
    lair_of,
    lairs,
    towards,
    uncover,
)
from fimbul.games.rag_narok.measure.geometry import Place, Point, moved
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.charge.withdraw import main_card
from fimbul.games.rag_narok.rules.movement.marches import PACES
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.rules.rolls import attempt, told
from fimbul.games.rag_narok.rules.set_up.deploy import find_no_room
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    name,
    owner,
    say,
    squad,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Said, phrase, player

STAY, CREEP, SHOW = "button:stay-hidden", "button:creep", "button:show"
HEADINGS = range(0, 360, 45)


def to_hide(state: RagNarok, seat: int) -> list[int]:  # rule: setup.scouts
    """The Scouts of a seat that are still to be deployed."""
    return [
        unit
        for unit in state.roster.of(seat)
        if state.units[unit].ranks
        and unit not in state.aside.reserve
        and state.fighters[state.units[unit].ranks[0]].fate == p.WAITING
        and lair_of(state, unit) is None
        and unit in scouting(state.armies)
    ]


class HideScouts(RagStep, frozen=True):  # rule: setup.scouts
    """The last part of deployment; whoever deployed first begins."""

    phase = p.DEPLOYMENT

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.then(NextHiding(1 - state.winner))


def hidden_last(state: RagNarok) -> tuple[RagStep, ...]:
    return (HideScouts(),) if scouting(state.armies) else ()


class NextHiding(RagStep, frozen=True):  # rule: setup.scouts
    """In turn, while anybody has Scouts left."""

    phase = p.DEPLOYMENT
    prompt, rule = "Choose Scouts to hide", "setup.scouts"

    def options(self, state: RagNarok) -> Sequence[str]:
        units = to_hide(state, self.seat)
        return [squad(state, unit).id for unit in units] if len(units) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        units = to_hide(state, self.seat)
        if pick is not None:
            units = [unit_named(state, pick)]
        if units:
            state.then(Hide(self.seat, units[0]), NextHiding(1 - self.seat))
        elif to_hide(state, 1 - self.seat):
            state.then(NextHiding(1 - self.seat))


class Hide(UnitStep, frozen=True):  # rule: setup.scouts, ruling.hidden-information
    """Anywhere, 25 cm from every enemy; where it lies is its player's secret."""

    phase = p.DEPLOYMENT
    prompt, rule = "Choose where the Scouts hide", "setup.scouts"

    def ask(self, state: RagNarok) -> str:
        return about(squad(state, self.unit), "Choose where {unit} hide[s]")

    def options(self, state: RagNarok) -> Sequence[str]:
        spots = grid(state, self.unit)
        return [lair_id(spot) for spot in spots if is_far(state, self.unit, spot)]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            find_no_room(state, self.unit)
            return
        state.aside.hidden = tuple(sorted((*state.aside.hidden, (self.unit, *read_lair(pick)))))
        parts = {"who": player(self.seat), "unit": name(state, self.unit)}
        say(state, self.seat, phrase("{who} hides {unit} somewhere", **parts))

    def fits(self, state: RagNarok) -> bool:
        return self.unit in to_hide(state, self.seat)


def lair_id(spot: Point) -> str:
    return f"lair:{spot[0] // CM}-{spot[1] // CM}"


def read_lair(thing: str) -> Point:
    x, _, y = thing.removeprefix("lair:").partition("-")
    return int(x) * CM, int(y) * CM


# -- in hiding ---------------------------------------------------------------------------------


class LurkStep(UnitStep, frozen=True):
    """About a Unit that is still hidden."""

    phase = p.MOVEMENT

    def fits(self, state: RagNarok) -> bool:
        return lair_of(state, self.unit) is not None and owner(state, self.unit) == self.seat


class Lurk(LurkStep, frozen=True):  # rule: ruling.lurking, ruling.scout-hidden
    """Hidden Scouts carry out their Order unseen, if possible, or come out to do so."""

    prompt, rule = "Stay hidden?", "ruling.scout-hidden"
    order: int = p.IMMOBILE

    def ask(self, state: RagNarok) -> str:
        return phrase("Should {unit} stay hidden?", unit=name(state, self.unit))

    def options(self, state: RagNarok) -> Sequence[str]:
        """Whoever charges is seen; whoever engages may also engage nobody."""
        stays = is_rooted(state, self.unit)  # rule: ritual.warmage-no-move
        creep = [CREEP] if self.order in PACES and not stays else []
        return [STAY, *creep, SHOW] if self.order != p.CHARGE else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick in (None, SHOW):
            appear(state, self.unit, OUT)
            return
        # Whether it really moved is nobody's business.
        state.units[self.unit].moved = PACES.get(self.order, p.STILL)
        if pick == CREEP:
            state.then(Creep(self.seat, self.unit, self.order))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in p.ACTIONS


def in_waiting(state: RagNarok, seat: int) -> dict[str, int]:  # rule: ruling.lurking, order.none
    """Hidden Units that have nothing to carry out: they may come out where they lie."""
    return {
        squad(state, unit).id: unit
        for unit, *_ in (lairs(state, seat) if state.aside.hidden else ())
        if not state.units[unit].done
        and not any(held in p.ACTIONS for held in state.units[unit].orders)
    }


class Creep(LurkStep, frozen=True):  # rule: ruling.lurking
    """As far as its Order takes it, unseen."""

    prompt, rule = "Where does it creep?", "ruling.scout-hidden"
    order: int = p.MARCH

    def options(self, state: RagNarok) -> Sequence[str]:
        lair, most = lair_of(state, self.unit), allowance(state, self.unit, self.order)
        if lair is None:
            return ()
        turns: Sequence[int] = HEADINGS
        if self.order == p.RETREAT:  # rule: retreat.procedure
            turns = [(towards(state, self.unit, lair[1:]) + 180) % 360]
        ways = [f"creep:{turn}-{far // CM}" for far in (most // 2, most) for turn in turns]
        able = [way for way in ways if has_room(state, self.unit, crept(lair[1:], way))]
        return [STAY, *able]

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in PACES

    def run(self, state: RagNarok, pick: str | None) -> None:
        lair = lair_of(state, self.unit)
        if lair is None or pick in (None, STAY):
            return
        rest = [other for other in state.aside.hidden if other is not lair]
        state.aside.hidden = tuple(sorted((*rest, (self.unit, *crept(lair[1:], pick or "")))))
        words = about(squad(state, self.unit), "{unit} creep[s] on")
        state.events.append(Said(seat=self.seat, words=words, only=(self.seat,)))


def crept(spot: tuple[int, ...], way: str) -> Point:
    """Where `creep:90-10` leads: 10 cm up the table."""
    turn, _, far = way.removeprefix("creep:").partition("-")
    x, y, _ = moved((spot[0], spot[1], 0), int(turn), int(far) * CM)
    return x, y


def ghost_of(state: RagNarok, unit: int, thing: str) -> Place | None:
    """Where a Unit would lie."""
    lair = lair_of(state, unit)
    if thing.startswith("lair:"):
        spot = read_lair(thing)
    elif thing.startswith("creep:") and lair:
        spot = crept(lair[1:], thing)
    else:
        return None
    return (*spot, towards(state, unit, spot))


# -- found out ---------------------------------------------------------------------------------


def look_out(state: RagNarok, unit: int) -> None:  # rule: ruling.scout-hidden, ruling.lurking
    """A Unit that is activated looks for Scouts; the die falls wherever they may lie."""
    found = lairs(state, 1 - owner(state, unit))
    if not found:
        return
    value = main_card(state, unit).ini
    alert = {lair: p.UNSEEN + max(_ini(state, lair[0])) for lair in found}
    roll = attempt(state, unit, value, max(alert.values()))
    tell(state, unit, "{unit} look[s] out for Scouts: {sum}", sum=told(roll, value))
    for lair, needed in alert.items():
        if not roll.failed and roll.total >= needed and is_spotted(state, unit, lair):
            appear(state, lair[0], "{unit} [is|are] spotted")


def _ini(state: RagNarok, unit: int) -> list[int]:
    return [fighter(state, member).card.ini for member in state.units[unit].ranks]


class Uncover(RagStep, frozen=True):  # rule: ruling.scout-hidden
    """After each activation: has anybody come upon hidden Scouts?"""

    phase = p.MOVEMENT

    def reveals(self, state: RagNarok) -> bool:
        return True  # where they lie, and where not

    def run(self, state: RagNarok, pick: str | None) -> None:
        uncover(state)


def watch(state: RagNarok) -> tuple[RagStep, ...]:
    return (Uncover(),) if state.aside.hidden else ()
