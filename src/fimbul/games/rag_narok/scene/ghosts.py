"""Where options lie on the table: ghost positions of moves, and names for all other choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.ground.field import block_of
from fimbul.games.rag_narok.measure.geometry import Place, moved, turn_between
from fimbul.games.rag_narok.measure.lengths import read_distance, said
from fimbul.games.rag_narok.measure.tables import CM, COMMUNIONS, MIRACLES
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
    unit_named,
)
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import Decision, phrase, step_of

RING = 10 * CM  # from a Unit to the facings it may take
EDGE = 3 * CM  # from the edges of the table to the nearest of them
WIDEST = 60  # degrees off the front at which a quarter turn stands
MANOEUVRES = {
    man.LEFT: "Quarter turn to the left", man.RIGHT: "Quarter turn to the right",
    man.AFTER: "Quarter turn after the move", man.U_TURN: "U-turn", man.LATERAL: "Lateral move",
    man.RESHAPE: "Change formation",
}  # fmt: skip
SPOTS = {"front": "{far} cm from the left, in front", "back": "{far} cm from the left, behind"}
ENTRIES = {
    "own": "Own edge, {far} cm", "left": "Left edge, {far} cm", "right": "Right edge, {far} cm",
}  # fmt: skip


AGAINST = "{one} against {other}"
LAID = {"fallen": "{fighter} (fallen)", "stored": "{fighter} (stored)"}
SHAPES = {"close": "Close order, {files} wide", "dispersed": "Dispersed order, {files} wide"}


def ghosts(state: RagNarok, decision: Decision) -> Iterator[tuple[str, Place, str]]:
    """The options of a move as things with a place, a heading and a name."""
    step = step_of(state, decision.seat)
    if isinstance(step, Stand | Enter | Hide | Creep):
        yield from _stands(state, step, decision)
    elif isinstance(step, Straight):
        here = block_of(state, step.unit).at
        for thing in decision.options:
            label = phrase("Go {far} cm", far=said(read_distance(thing)))
            yield thing, moved(here, step.heading(state), read_distance(thing)), label
    elif isinstance(step, WayOut | Depart):
        yield from _exits(state, step, decision)
    elif isinstance(step, Glide | Withdrawing):
        yield from _flights(state, step, decision)
    elif isinstance(step, Alight):
        for thing, place in step.doors(state).items():
            yield (
                thing,
                place,
                phrase("Get off, {side}", side=DOORS[int(thing.removeprefix("door:"))]),
            )
    elif isinstance(step, AimSpell):
        yield from spell_ghosts(state)
    elif isinstance(step, UnitStep):
        yield from _turns(state, step, decision)


def _exits(
    state: RagNarok, step: WayOut | Depart, decision: Decision
) -> Iterator[tuple[str, Place, str]]:
    """Ways out of a melee, or how far to go along the chosen one."""
    here, most = middle(state, step.unit), card_mov(state, step.unit)
    for thing in decision.options:
        if isinstance(step, Depart):
            far, heading = read_distance(thing), step.heading
            label = phrase("Go {far} cm", far=said(far))
            yield thing, moved((*here, heading), heading, far), label
        else:
            heading = int(thing.removeprefix("way:"))
            degrees = turn_between(state.units[step.unit].facing, heading)
            label = phrase("Leave: {way}", way=turn_name(degrees))
            yield thing, moved((*here, heading), heading, most), label


def _flights(
    state: RagNarok, step: Glide | Withdrawing, decision: Decision
) -> Iterator[tuple[str, Place, str]]:
    at = stance(state, step.unit)
    heading = (at[2] + 180 * isinstance(step, Withdrawing)) % 360
    for thing in decision.options:
        label = phrase("Fly {far} cm", far=said(read_distance(thing)))
        yield thing, moved(at, heading, read_distance(thing)), label


def _stands(
    state: RagNarok, step: Stand | Enter | Hide | Creep, decision: Decision
) -> Iterator[tuple[str, Place, str]]:
    """Where a Unit may be deployed, come in, or hide."""
    for thing in decision.options:
        place: Place | None
        if isinstance(step, Stand):
            place, label = read_spot(state, step, thing), spot_name(thing)
        elif isinstance(step, Enter):
            side, _, far = thing.removeprefix("entry:").partition("-")
            place, label = read_entry(state, step, thing), phrase(ENTRIES[side], far=far)
        else:
            place, label = ghost_of(state, step.unit, thing), _hiding(thing)
        if place is not None:
            yield thing, place, label


def _turns(state: RagNarok, step: UnitStep, decision: Decision) -> list[tuple[str, Place, str]]:
    """Facings stand in a ring before the Unit, all of them on the table."""
    ring = list(_ring(state, step, decision))
    wide, deep = state.terms.table
    right = _inward([place[0] for _, place, _ in ring], wide)
    up = _inward([place[1] for _, place, _ in ring], deep)
    return [(thing, (x + right, y + up, heading), word) for thing, (x, y, heading), word in ring]


def _inward(found: list[int], most: int) -> int:
    """How far these have to move to lie between the edges, where they can be touched."""
    if not found:
        return 0
    return max(0, EDGE - min(found)) or min(0, most - EDGE - max(found))


def _ring(state: RagNarok, step: UnitStep, decision: Decision) -> Iterator[tuple[str, Place, str]]:
    """Quarter turns stand off the flags at the Unit's flanks."""
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
            there = moved(here, (heading - degrees + aside) % 360, RING)
            yield thing, (there[0], there[1], heading), turn_name(degrees)


def turn_name(degrees: int) -> str:
    if not degrees:
        return "Straight on"
    words = "{degrees} degrees to the left" if degrees > 0 else "{degrees} degrees to the right"
    return phrase(words, degrees=abs(degrees))


def tip_of(thing: str) -> str:
    return (
        "The Unit would look this way."
        if thing.startswith("turn:")
        else "The Unit would stand here."
    )


def spot_name(thing: str) -> str:
    """`spot:44-front` is 44 cm from the left, in front."""
    far, _, row = thing.removeprefix("spot:").partition("-")
    return phrase(SPOTS[row], far=far)


def _hiding(thing: str) -> str:
    """`lair:40-30` is a place to hide, `creep:90-10` a way to creep."""
    kind, _, where = thing.partition(":")
    one, _, two = where.partition("-")
    if kind == "lair":
        return phrase("{far} cm from the left, {up} cm up", far=one, up=two)
    return phrase("Creep {far} cm", far=two)


def labels(state: RagNarok, things: Sequence[str]) -> dict[str, str]:
    """What each choice is called that is not a thing on the table."""
    named = {one.id: one.name for one in muster(state.armies).groups}
    named |= {thing: army.name for thing, army in zip(p.SEAT_IDS, state.roster.armies, strict=True)}
    fought = named | {
        thing: phrase(AGAINST, one=name(state, one), other=name(state, other))
        for thing, (one, other) in fights(state).items()
    }
    for one, other in state.melee.fought[-1:]:
        for thing, (mine, theirs) in combats(state, one, other).items():
            names = {"one": group(state, mine).name, "other": group(state, theirs).name}
            fought[thing] = phrase(AGAINST, **names)
    return {thing: fought.get(thing) or _label(state, thing) for thing in things}


def _label(state: RagNarok, thing: str) -> str:
    named = prayer(state, thing) or farewell(state, thing) or marked(state, thing)
    return named or plain(thing)


def marked(state: RagNarok, thing: str) -> str:
    """`fallen:0-blades-7` is who lies there; `grasp:0-blades` a Unit that a gem lets march."""
    kind, _, value = thing.partition(":")
    if kind == "grasp":
        unit = name(state, unit_named(state, f"unit:{value}"))
        return phrase("{unit}, in the Dark Grasp", unit=unit)
    if kind not in LAID:
        return ""
    one = next(one for one in state.roster.fighters if one.id == f"fighter:{value}")
    return phrase(LAID[kind], fighter=one.card.name)


def farewell(state: RagNarok, thing: str) -> str:
    """`leave:0-blades-7/alone` is who leaves, and what for; `divide:4` is who goes apart."""
    kind, _, value = thing.partition(":")
    if kind == "divide":
        return some(
            int(value), "Divide: the last one goes apart", "Divide: the last {count} go apart"
        )
    who, _, where = value.partition("/")
    if kind not in ("leave", "board"):
        return ""
    names = {one.id.removeprefix("fighter:"): one.card.name for one in state.roster.fighters}
    if kind == "board":
        return phrase("Board {machine}", machine=names[who])
    units = {one.id: one.name for one in state.roster.units}
    if where in units:
        return phrase("{fighter} leaves for {unit}", fighter=names[who], unit=units[where])
    return phrase("{fighter} leaves to act alone", fighter=names[who])


def _prayer_name(miracle: str) -> str:
    known = MIRACLES.get(miracle) or COMMUNIONS.get(miracle)
    return known.name if known else plain(f"miracle:{miracle}")


def prayer(state: RagNarok, thing: str) -> str:
    """`miracle:shield-of-faith/0-clerics-1` is Shield of Faith, and who calls it."""
    kind, _, value = thing.partition(":")
    first, _, who = value.partition("/")
    if kind not in ("miracle", "communion", "staff"):
        return ""
    names = {one.id.removeprefix("fighter:"): one.card.name for one in state.roster.fighters}
    what = names.get(first) or _prayer_name(first)
    return phrase("{what}, {fighter}", what=what, fighter=names[who])


def plain(thing: str) -> str:
    """A name from an id: `order:rapid-fire` is Rapid Fire, `split:3-2` is 3 attack, 2 defence."""
    kind, _, value = thing.partition(":")
    if thing in MANOEUVRES:
        return MANOEUVRES[thing]
    if kind == "order":
        return p.ORDER_NAMES[p.ORDER_OF[thing]]
    if kind == "split":
        attack, _, defence = value.partition("-")
        return phrase("{attack} attack, {defence} defence", attack=attack, defence=defence)
    if kind == "shape":
        order, _, files = value.partition("-")
        return phrase(SHAPES[order], files=int(files))
    if kind == "again":
        return phrase("Roll {number} again", number=value)
    if kind == "gems":
        return some(int(value), "{count} gem", "{count} gems")
    if kind == "dice":
        return some(int(value), "{count} die", "{count} dice")
    if kind == "difficulty":
        return phrase("Difficulty {number}", number=value)
    return value.replace("-", " ").capitalize()
