"""Where options lie on the table: ghost positions of moves, and names for all other choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.ground.field import block_of
from fimbul.games.rag_narok.measure.geometry import Place, moved, turn_between
from fimbul.games.rag_narok.measure.lengths import read_distance
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.charge.withdraw import Depart, WayOut
from fimbul.games.rag_narok.rules.flight.airborne import Glide, Withdrawing
from fimbul.games.rag_narok.rules.flight.attacks import stance
from fimbul.games.rag_narok.rules.machines.transport import DOORS, Alight
from fimbul.games.rag_narok.rules.magic.incantation import AimSpell
from fimbul.games.rag_narok.rules.melee.fights import combats, fights
from fimbul.games.rag_narok.rules.movement import manoeuvres as man
from fimbul.games.rag_narok.rules.movement.marches import Straight
from fimbul.games.rag_narok.rules.set_up.deploy import Aim, Stand, facing, read_spot
from fimbul.games.rag_narok.rules.set_up.reserves import Enter, read_entry
from fimbul.games.rag_narok.rules.set_up.scouts import Creep, Hide, ghost_of
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.scene.magic import spell_ghosts
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    group,
    is_standing,
    middle,
    name,
)
from fimbul.kernel import Decision, step_of

WIDEST = 60  # degrees off the front at which a quarter turn stands
MANOEUVRES = {
    man.LEFT: "Quarter turn to the left", man.RIGHT: "Quarter turn to the right",
    man.AFTER: "Quarter turn after the move", man.U_TURN: "U-turn", man.LATERAL: "Lateral move",
    man.RESHAPE: "Change formation",
}  # fmt: skip
SIDES = {-1: "right", 0: "", 1: "left"}


def ghosts(state: RagNarok, decision: Decision) -> Iterator[tuple[str, Place, str]]:
    """The options of a move as things with a place, a heading and a name."""
    step = step_of(state, decision.seat)
    if isinstance(step, Stand | Enter | Hide | Creep):
        yield from _stands(state, step, decision)
    elif isinstance(step, Straight):
        here = block_of(state, step.unit).at
        for thing in decision.options:
            label = f"Go {thing.removeprefix('advance:')} cm"
            yield thing, moved(here, step.heading(state), read_distance(thing)), label
    elif isinstance(step, WayOut | Depart):
        yield from _exits(state, step, decision)
    elif isinstance(step, Glide | Withdrawing):
        yield from _flights(state, step, decision)
    elif isinstance(step, Alight):
        for thing, place in step.doors(state).items():
            yield thing, place, f"Get off, {DOORS[int(thing.removeprefix('door:'))]}"
    elif isinstance(step, AimSpell):
        yield from spell_ghosts(state)
    elif isinstance(step, UnitStep):
        yield from _turns(state, step, decision)


def _exits(
    state: RagNarok, step: WayOut | Depart, decision: Decision
) -> Iterator[tuple[str, Place, str]]:
    """Ways out of a melee, and how far one leads."""
    here, most = middle(state, step.unit), card_mov(state, step.unit)
    for thing in decision.options:
        if isinstance(step, Depart):
            far, heading, label = read_distance(thing), step.heading, thing.partition(":")[2]
            yield thing, moved((*here, heading), heading, far), f"Go {label} cm"
        else:
            heading = int(thing.removeprefix("way:"))
            degrees = turn_between(state.units[step.unit].facing, heading)
            label = f"Leave {turn_name(degrees).lower()}"
            yield thing, moved((*here, heading), heading, most), label


def _flights(
    state: RagNarok, step: Glide | Withdrawing, decision: Decision
) -> Iterator[tuple[str, Place, str]]:
    at = stance(state, step.unit)
    heading = (at[2] + 180 * isinstance(step, Withdrawing)) % 360
    for thing in decision.options:
        label = f"Fly {thing.removeprefix('advance:')} cm"
        yield thing, moved(at, heading, read_distance(thing)), label


def _stands(
    state: RagNarok, step: Stand | Enter | Hide | Creep, decision: Decision
) -> Iterator[tuple[str, Place, str]]:
    """Where a Unit may be deployed, come in, or hide."""
    for thing in decision.options:
        place: Place | None
        if isinstance(step, Stand):
            far, _, row = thing.removeprefix("spot:").partition("-")
            place, label = read_spot(state, step, thing), f"{far} cm from the left, {row}"
        elif isinstance(step, Enter):
            side = thing.removeprefix("entry:").replace("-", " edge, ").capitalize()
            place, label = read_entry(state, step, thing), f"{side} cm"
        else:
            place, label = ghost_of(state, step.unit, thing), thing.replace(":", " ").capitalize()
        if place is not None:
            yield thing, place, label


def _turns(state: RagNarok, step: UnitStep, decision: Decision) -> Iterator[tuple[str, Place, str]]:
    """Facings stand in a ring before the Unit, quarter turns off the flags at its flanks."""
    all_round = f"turn:{WIDEST}" in decision.options
    for thing in decision.options:
        if thing.startswith("turn:"):
            degrees = int(thing.removeprefix("turn:"))
            if isinstance(step, Aim) or not is_standing(state, step.unit):
                wide, deep = state.terms.table
                heading = facing(state, step.unit, degrees)
                here: Place = (wide // 2, deep // 2, heading)
            else:
                at = stance(state, step.unit)
                heading = (at[2] + degrees) % 360
                here = (at[0], at[1], heading)
            aside = degrees if all_round else max(-WIDEST, min(WIDEST, degrees))
            there = moved(here, (heading - degrees + aside) % 360, 7 * CM)
            yield thing, (there[0], there[1], heading), turn_name(degrees)


def turn_name(degrees: int) -> str:
    if not degrees:
        return "Straight on"
    return f"{abs(degrees)} degrees to the {SIDES[1 if degrees > 0 else -1]}"


def labels(state: RagNarok, things: Sequence[str]) -> dict[str, str]:
    """What each choice that is no thing on the table is called."""
    named = {one.id: one.name for one in muster(state.armies).groups}
    fought = named | {
        thing: f"{name(state, one)} against {name(state, other)}"
        for thing, (one, other) in fights(state).items()
    }
    for one, other in state.melee.fought[-1:]:
        for thing, (mine, theirs) in combats(state, one, other).items():
            fought[thing] = f"{group(state, mine).name} against {group(state, theirs).name}"
    fought |= {
        f"{kind}:{one.id.removeprefix('fighter:')}": f"{one.card.name} ({kind})"
        for one in state.roster.fighters
        for kind in ("fallen", "stored")
    }
    return {
        thing: fought.get(thing) or prayer(state, thing) or farewell(state, thing) or plain(thing)
        for thing in things
    }


def farewell(state: RagNarok, thing: str) -> str:
    """`leave:0-blades-7/alone` is who leaves, and what for; `divide:4` is who goes apart."""
    kind, _, value = thing.partition(":")
    if kind == "divide":
        return f"Divide: {value} of the rear go apart"
    who, _, where = value.partition("/")
    if kind not in ("leave", "board"):
        return ""
    names = {one.id.removeprefix("fighter:"): one.card.name for one in state.roster.fighters}
    if kind == "board":
        return f"Board the {names[who]}"
    units = {one.id: f"leaves for {one.name}" for one in state.roster.units}
    return f"{names[who]} {units.get(where, 'leaves to act alone')}"


def prayer(state: RagNarok, thing: str) -> str:
    """`miracle:shield-of-faith/0-clerics-1` is Shield of Faith, and who calls it."""
    kind, _, value = thing.partition(":")
    first, _, who = value.partition("/")
    if kind not in ("miracle", "communion", "staff"):
        return ""
    names = {one.id.removeprefix("fighter:"): one.card.name for one in state.roster.fighters}
    return f"{names.get(first) or plain(f'{kind}:{first}')}: {names[who]}"


def plain(thing: str) -> str:
    """A name from an id: `order:rapid-fire` is Rapid Fire, `split:3-2` is 3 attack, 2 defence."""
    kind, _, value = thing.partition(":")
    if thing in MANOEUVRES:
        return MANOEUVRES[thing]
    if kind == "order":
        return p.ORDER_NAMES[p.ORDER_OF[thing]]
    if kind == "split":
        attack, _, defence = value.partition("-")
        return f"{attack} attack, {defence} defence"
    if kind == "shape":
        order, _, files = value.partition("-")
        return f"{order.capitalize()} order, {files} wide" if files else order.capitalize()
    if kind == "again":
        return f"Roll {value} again"
    if kind == "gems":
        return f"{value} gems"
    if kind == "dice":
        return "1 die" if value == "1" else f"{value} dice"
    if kind in ("difficulty", "seat"):
        return f"{kind.capitalize()} {int(value) + (kind == 'seat')}"
    return value.replace("-", " ").capitalize()
