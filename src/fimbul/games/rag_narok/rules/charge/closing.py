"""Closing up: fighters step from their ranks to a free place beside an enemy."""

from __future__ import annotations

from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.ground.councils import bound
from fimbul.games.rag_narok.ground.slots import Slot, beside, chains, is_clear
from fimbul.games.rag_narok.measure.geometry import squared
from fimbul.games.rag_narok.rules.charge.mask import is_barred
from fimbul.games.rag_narok.rules.machines.artillery import is_manned
from fimbul.games.rag_narok.state import RagNarok, half, own_mov, place_of


def slots(state: RagNarok, members: list[int], enemies: tuple[int, ...]) -> list[Slot]:
    """All places within half the MOV of each, nearest first."""
    found = []  # rule: ruling.closing-up-algorithm
    for member in members:
        here = place_of(state, member)
        most = half(own_mov(state, member)) ** 2
        for place in beside(state, member, enemies):
            far = squared(here[:2], place[:2])
            if far <= most:
                found.append(Slot(far, member, place))
    return sorted(found)


def close_up(
    state: RagNarok,
    unit: int,
    target: int,
) -> None:  # rule: charge.closing-up, ritual.warmage-no-move
    """Each fighter without an enemy in contact goes to the nearest free place, nearest first.

    Whoever takes part in a Ritual stays.
    """
    tied = bound(state)  # rule: receive.procedure, ruling.closing-up-algorithm
    able = [member for member in idle(state, unit) if member not in tied]
    step_up(state, unit, slots(state, able, state.units[target].ranks))


def close_in(state: RagNarok, unit: int, target: int) -> None:  # rule: charge.closing-up
    """The same for attackers, who keep away from whoever struck them unseen."""
    found = slots(state, idle(state, unit), state.units[target].ranks)
    step_up(state, unit, allowed(state, unit, found))  # rule: artefact.mask-receive-charge


def idle(state: RagNarok, unit: int) -> list[int]:  # rule: machine.crew, ruling.crew-wounds
    """Those who have no enemy in contact and can move: not a machine without a crew."""
    touched = contacts(state)
    return [n for n in state.units[unit].ranks if n not in touched and is_manned(state, n)]


def allowed(state: RagNarok, unit: int, found: list[Slot]) -> list[Slot]:
    """The places that the Mask of High Works leaves them."""
    if not state.magic.masked:  # rule: artefact.mask-receive-charge
        return found
    return [slot for slot in found if not is_barred(state, unit, slot.member, slot.place)]


def step_up(state: RagNarok, unit: int, found: list[Slot]) -> list[int]:
    """Each fighter goes to its first free place; return who went."""
    went = []
    while best := next((slot for slot in found if fits(state, unit, slot)), None):
        state.places[best.member] = best.place
        found = [slot for slot in found if slot.member != best.member]
        went.append(best.member)
    return went


def fits(state: RagNarok, unit: int, slot: Slot) -> bool:
    """Free, and stepping there does not split the Unit into more parts."""
    here = {m: place_of(state, m) for m in state.units[unit].ranks}
    if not is_clear(state, slot):
        return False
    parts = chains(state, here | {slot.member: slot.place})
    return parts <= 1 or parts <= chains(state, here)
