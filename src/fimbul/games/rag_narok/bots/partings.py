"""When a sergeant divides a Unit, lets somebody leave it, joins two, or forms one up narrower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.bots.quarries import quarry
from fimbul.games.rag_narok.bots.roads import nearest
from fimbul.games.rag_narok.bots.ways_round import routes
from fimbul.games.rag_narok.ground.field import Formation, Way, block_at, block_of, formations
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.rules.aims import aims
from fimbul.games.rag_narok.rules.movement import activation as act
from fimbul.games.rag_narok.rules.movement import leaving
from fimbul.games.rag_narok.rules.movement.manoeuvres import RESHAPE
from fimbul.games.rag_narok.rules.movement.marches import Reshape
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import RagNarok, card_mov, middle, owner, standing
from fimbul.kernel import choose

Options = Sequence[str]
TRIED = 3  # ways to divide that are looked at


# -- more Units in the enemy's strip ---------------------------------------------------------------


def parting(state: RagNarok, step: act.Announce, options: Options) -> str:
    """What makes two Units of one that scores in the enemy's strip; none before the end."""
    if state.scenario != PITCHED or state.turn < state.terms.turns:
        return ""
    if step.order == p.IMMOBILE:
        return next((thing for thing in partings(options) if scores_more(state, step, thing)), "")
    halves = [thing for thing in options if thing.startswith("divide:")]
    return halves[len(halves) // 2] if halves and arrives(state, step) else ""


def partings(options: Options) -> Iterator[str]:
    """Even halves first, then those who leave to stand alone."""
    halves = [thing for thing in options if thing.startswith("divide:")]
    middle_ = len(halves) // 2
    yield from sorted(halves, key=lambda thing: abs(halves.index(thing) - middle_))[:TRIED]
    yield from (thing for thing in options if thing.endswith(f"/{leaving.ALONE}"))


def scores_more(state: RagNarok, step: act.Announce, thing: str) -> bool:
    twin = state.clone()
    choose(twin, step.seat, thing)
    return aims(twin, step.seat) > aims(state, step.seat)


def arrives(state: RagNarok, step: act.Announce) -> bool:
    """Whether going straight on brings all of a Unit, the last rank too, into the enemy's strip."""
    up = owner(state, step.unit) == state.south
    y, deep = middle(state, step.unit)[1], state.terms.table[1]
    line = deep - state.terms.deployment - y if up else y - state.terms.deployment
    needed = line + block_of(state, step.unit).extent[1]
    if abs(state.units[step.unit].facing - (90 if up else 270)) > max(p.TURNS):
        return False
    far = allowance(state, step.unit, step.order)
    return distances(state, step.unit, state.units[step.unit].facing, far, Way())[-1] >= needed


# -- two that become one ---------------------------------------------------------------------------


def unite(state: RagNarok, step: leaving.Unite, options: Options) -> str:
    """Where Orders are too few for all; but each Unit in the enemy's strip scores."""
    mine = standing(state, step.seat)
    lacking = len(mine) > len(order_sources(state, step.seat))
    return options[1] if lacking and not aims(state, step.seat) else leaving.APART


# -- narrower --------------------------------------------------------------------------------------


def is_too_wide(state: RagNarok, unit: int) -> bool:
    """Whether a narrower front would find a way to the enemy that is at least a turn shorter."""
    shape = narrowest(state, unit)
    if shape is None or (view := quarry(state, unit)) is None:
        return False
    here = block_of(state, unit)
    there = nearest(state, view.foe, here.at[:2]).at[:2]
    slim = block_at(state, unit, shape, here.at).extent[0]
    if view.gap <= 2 * card_mov(state, unit) or slim >= here.extent[0]:
        return False
    now, then = (
        routes(state.scenario, state.scenery, wide, there).length(here.at[:2])
        for wide in (here.extent[0], slim)
    )
    return then is not None and (now is None or now - then > 2 * card_mov(state, unit))


def narrowest(state: RagNarok, unit: int) -> Formation | None:
    """The close formation with the fewest files."""
    close = [shape for shape in formations(state, unit) if not shape.spread]
    return min(close, key=lambda shape: shape.files, default=None)


def reshape(state: RagNarok, step: Reshape, options: Options) -> str:
    """As narrow as possible."""
    close = [thing for thing in options if thing.startswith("shape:close")]
    return min(close or options, key=lambda thing: int(thing.rpartition("-")[2]))


def narrows(state: RagNarok, step: act.Announce, options: Options) -> str:
    able = step.order == p.MARCH and RESHAPE in options
    return RESHAPE if able and is_too_wide(state, step.unit) else ""
