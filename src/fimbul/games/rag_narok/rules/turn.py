"""The course of a battle: deployment, turns of seven phases, the count."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.rules.command.grasp import BuyOrders, grasper
from fimbul.games.rag_narok.rules.command.orders import GiveOrders
from fimbul.games.rag_narok.rules.command.staffs import DeclareStaffs, candidates
from fimbul.games.rag_narok.rules.ending import EndPhase, NameSuccessor
from fimbul.games.rag_narok.rules.faith.divination import Divination
from fimbul.games.rag_narok.rules.machines.steam import keep_speed
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.movement.activation import Movement
from fimbul.games.rag_narok.rules.set_up.reserves import arrivals
from fimbul.games.rag_narok.rules.set_up.tactics import RollTactics
from fimbul.games.rag_narok.rules.shooting.harassment import Harassment
from fimbul.games.rag_narok.rules.shooting.rapid_fire import FirstShooting
from fimbul.games.rag_narok.rules.shooting.volleys import SecondShooting
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import order_sources, successors
from fimbul.games.rag_narok.state import RagNarok, lapse, say
from fimbul.games.rag_narok.state.facts import Until
from fimbul.kernel import phrase


def refresh(state: RagNarok) -> None:  # rule: toga.persists
    """Forget what was remembered for the turn only."""
    lapse(state, Until.TURN)
    state.magic.toga = tuple([one for one in state.magic.toga if state.places[one[0]] == one[1:]])


class Turn(RagStep, frozen=True):  # rule: turn.sequence
    """Strategy, shooting, movement, shooting and incantation, Divination, melee, end."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.turn += 1
        state.phase = p.STRATEGY
        keep_speed(state)
        refresh(state)
        say(state, -1, phrase("Turn {turn} of {turns}", turn=state.turn, turns=state.terms.turns))
        harass = (Harassment(),) if holders(state.armies, "harassment") else ()
        phases = (Movement(), SecondShooting(), Divination(), Melee(), EndPhase())
        coming = arrivals(state)
        first = (*coming, Muster()) if coming else staffs(state)
        state.then(*first, Tactics(), FirstShooting(), *harass, *phases)


class Muster(RagStep, frozen=True):  # rule: turn.sequence
    """Staffs, once the reserves of the turn are there."""

    phase = p.STRATEGY

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.then(*staffs(state))


def staffs(
    state: RagNarok,
) -> tuple[DeclareStaffs, ...]:  # rule: staff.before-tactics, staff.before-game
    """Whoever can form a Staff is asked."""
    return tuple(DeclareStaffs(seat) for seat in range(p.SEATS) if candidates(state, seat))


class Tactics(RagStep, frozen=True):  # rule: turn.tactics-roll
    """The Tactics roll, and the Orders that depend on it."""

    phase = p.STRATEGY

    def run(self, state: RagNarok, pick: str | None) -> None:
        if vacant := vacancies(state):
            state.then(*vacant, Tactics())
            return
        buying = [BuyOrders(seat) for seat in range(p.SEATS) if grasper(state, seat) >= 0]
        state.then(RollTactics(), *buying, HandOut())


def vacancies(state: RagNarok) -> list[NameSuccessor]:  # rule: ruling.no-successor
    """A side without an army Commander names one as soon as it can."""
    vacant = [seat for seat, side in enumerate(state.sides) if side.general < 0]
    return [NameSuccessor(seat) for seat in vacant if successors(state, seat)]


class HandOut(RagStep, frozen=True):  # rule: order.hidden
    """Both sides give their Orders."""

    phase = p.STRATEGY

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.then(tuple(GiveOrders(n, order_sources(state, n)) for n in range(p.SEATS)))
