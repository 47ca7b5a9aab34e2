"""General Staffs: a Commander with a Musician, a Standard Bearer, or both."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import heads, is_commander
from fimbul.games.rag_narok.state import RagNarok, fighter, say
from fimbul.games.rag_narok.state.sides import Staff
from fimbul.kernel import phrase

DONE = "button:done"
AIDES = ("standard", "musician")


def candidates(state: RagNarok, seat: int) -> dict[str, tuple[int, int]]:  # rule: staff.eligibility
    """Commanders and those of their Unit who could serve in their Staff."""
    found: dict[str, tuple[int, int]] = {}  # rule: staff.same-category-and-type, staff.composition
    roster, able = state.roster, heads(state.armies)  # rule: ruling.staff-rank
    for unit in roster.of(seat):
        crew = () if roster.units[unit].summoned else state.units[unit].ranks
        commanders = [n for n in crew if n in able and is_commander(roster.fighters[n])]
        aides = [n for n in crew if roster.fighters[n].card.kind in AIDES] if commanders else []
        for head in commanders:
            for aide in aides:
                if may_serve(state, head, aide):
                    found[thing_of(state, head, aide)] = (head, aide)
    return found


def may_serve(state: RagNarok, head: int, aide: int) -> bool:  # rule: staff.same-category-and-type
    """A Musician or Standard Bearer of the same category, brave or fearsome like the Commander."""
    one, other = fighter(state, head).card, fighter(state, aide).card  # rule: ruling.staff-rank
    same = one.category == other.category and (one.cou is None) == (other.cou is None)
    return same and other.kind in AIDES


def thing_of(state: RagNarok, head: int, aide: int) -> str:
    one, other = (fighter(state, n).id.removeprefix("fighter:") for n in (head, aide))
    return f"staff:{one}/{other}"


def is_in(state: RagNarok, pair: tuple[int, int]) -> bool:
    return any(staff.commander == pair[0] and pair[1] in staff.aides for staff in state.staffs)


def fits_in(state: RagNarok, pair: tuple[int, int]) -> bool:  # rule: staff.composition
    """One of each kind at most, nobody in two Staffs."""
    head, aide = pair
    kind = fighter(state, aide).card.kind
    taken = any(aide in staff.aides for staff in state.staffs)
    mine = [n for staff in state.staffs if staff.commander == head for n in staff.aides]
    return not taken and all(fighter(state, n).card.kind != kind for n in mine)


class DeclareStaffs(RagStep, frozen=True):  # rule: staff.before-game, staff.before-tactics
    """Before the game, and just before each Tactics roll: who serves in which Staff."""

    prompt, rule = "Form your Staffs: touch a fighter to join or leave one", "staff.before-tactics"
    changed: tuple[str, ...] = ()  # rule: staff.not-in-movement

    def options(self, state: RagNarok) -> Sequence[str]:
        found = candidates(state, self.seat)
        left = [
            thing
            for thing, pair in found.items()
            if thing not in self.changed and (is_in(state, pair) or fits_in(state, pair))
        ]
        return [DONE, *left] if left else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is not None and pick != DONE:
            change(state, candidates(state, self.seat)[pick])
            state.then(DeclareStaffs(self.seat, (*self.changed, pick)))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        rule = "staff.same-category-and-type"
        return rule, "A Musician and a Standard Bearer of his Unit, his category and his kind."

    def fits(self, state: RagNarok) -> bool:
        early = state.phase in (p.DEPLOYMENT, p.STRATEGY)
        return early and set(self.changed) <= set(candidates(state, self.seat))


def change(state: RagNarok, pair: tuple[int, int]) -> None:  # rule: staff.before-game
    """Somebody joins a Staff, or leaves it."""
    head, aide = pair
    before = next((staff for staff in state.staffs if staff.commander == head), Staff(head, ()))
    joins = aide not in before.aides
    aides = (*before.aides, aide) if joins else tuple(n for n in before.aides if n != aide)
    state.staffs = tuple([staff for staff in state.staffs if staff.commander != head])
    if aides:
        state.staffs += (Staff(head, tuple(sorted(aides))),)
    one, chief = fighter(state, aide), fighter(state, head)
    words = "{aide} joins the Staff of {head}" if joins else "{aide} leaves the Staff of {head}"
    say(state, chief.seat, phrase(words, aide=one.card.name, head=chief.card.name))
