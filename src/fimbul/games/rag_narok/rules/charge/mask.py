"""The Mask of High Works: a Unit struck unseen does not come near its bearer this turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, touching
from fimbul.games.rag_narok.ground.rocks import on_rocks, placed_anew, round_rocks
from fimbul.games.rag_narok.ground.sight import NONE as NO_SIGHT
from fimbul.games.rag_narok.ground.sight import sees
from fimbul.games.rag_narok.measure.geometry import Place
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.values import bears
from fimbul.games.rag_narok.state import RagNarok, enemies, fighter, place_of


def unseen(state: RagNarok, this: Assault) -> list[tuple[int, int]]:
    """Who wears the Mask of High Works and is not seen by those it falls upon."""
    return [
        (number, this.target)
        for number in state.units[this.unit].ranks
        if bears(fighter(state, number), "mask-of-high-works")
        and all(sees(state, foe, number) == NO_SIGHT for foe in state.units[this.target].ranks)
    ]  # rule: artefact.mask-receive-charge


def open_to(
    state: RagNarok,
    unit: int,
    foes: Iterable[int],
) -> tuple[int, ...]:  # rule: artefact.mask-receive-charge
    """The enemies among these that a Unit's Charge, Engage and pushes may be aimed at."""
    return tuple([foe for foe in foes if (foe, unit) not in state.magic.masked])


def approachable(state: RagNarok, unit: int) -> list[int]:  # rule: artefact.mask-receive-charge
    """The enemy Units with anybody that it may charge or engage."""
    found = enemies(state, unit)
    return [
        foe
        for foe in found
        if not state.magic.masked or open_to(state, unit, state.units[foe].ranks)
    ]


def clear_places(state: RagNarok, unit: int, places: Sequence[Place]) -> list[Place] | None:
    """Where a Unit stands instead, if some would be on a rock or beside its unseen attacker.

    None: nobody would, or there is no room.
    """
    if not state.magic.masked:  # rule: move.small-obstacle, artefact.mask-receive-charge
        return round_rocks(state, unit, places)  # rule: ruling.mask-in-a-unit
    shuns = partial(is_barred, state, unit)
    stands = zip(state.units[unit].ranks, places, strict=True)
    lost = {member for member, place in stands if shuns(member, place)}
    lost.update(on_rocks(state, unit, places))
    return placed_anew(state, unit, places, sorted(lost), shuns)


def is_barred(state: RagNarok, unit: int, member: int, place: Place) -> bool:
    """Whether somebody would come into contact there with a fighter that struck its Unit unseen."""
    bases, held = state.roster.bases, contacts(state).get(member, ())
    return any(
        touching(place, bases[member], place_of(state, foe), bases[foe], p.CONTACT)
        for foe, struck in state.magic.masked
        if struck == unit and state.places[foe] is not None and foe not in held
    )  # rule: artefact.mask-receive-charge
