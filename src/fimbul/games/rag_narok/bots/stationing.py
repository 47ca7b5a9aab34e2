"""Where a sergeant deploys: in which formation, opposite whom, and what he holds back."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.lore import edge
from fimbul.games.rag_narok.bots.ordering import has_guns
from fimbul.games.rag_narok.ground.field import Formation, block_at, grounds_near
from fimbul.games.rag_narok.measure.geometry import clash, squared, swept
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.set_up import deploy, reserves
from fimbul.games.rag_narok.state import RagNarok, card_mov, middle, owner, standing, unit_named

Options = Sequence[str]
DETOUR, LONG = 15 * CM, 40 * CM  # what scenery in the way is worth when a Unit is deployed
ELBOW = 16 * CM  # friends stand no closer
ASIDE = 25 * CM  # shooters are deployed no nearer to those they fear
SLOW = 10 * CM  # a lower MOV is slow


def is_slow(state: RagNarok, unit: int) -> bool:
    return card_mov(state, unit) < SLOW


def next_in_line(state: RagNarok, step: deploy.NextDeployment, options: Options) -> str:
    """The slow first, the quick later, shooters last: later ones see more of the enemy."""

    def rank(thing: str) -> tuple[bool, int]:
        unit = unit_named(state, thing)
        return has_guns(state, unit), card_mov(state, unit)

    return min(options, key=rank)


def form(state: RagNarok, step: deploy.Form, options: Options) -> str:
    """Shooters in one loose line, which few can charge at once, others close and two deep.

    Slow Units stand narrow and so pass everywhere.
    """
    files, wanted = len(state.units[step.unit].ranks), "shape:dispersed"
    if not has_guns(state, step.unit):
        wanted, deep = "shape:close", max(p.LEAST_FILES, (files + 1) // 2)
        files = p.LEAST_FILES if is_slow(state, step.unit) else deep
    shapes = [thing for thing in options if thing.startswith(wanted)] or options
    return min(shapes, key=lambda thing: abs(deploy.read_shape(thing).files - files))


def stand(state: RagNarok, step: deploy.Stand, options: Options) -> str:
    """In front, opposite those it beats, preferably where no scenery is in the way.

    Slow Units have no time to go round it. Shooters keep away from those they fear.
    """
    there = opposite(state, step.unit)
    shape = Formation(step.files, step.spread)
    friends = [middle(state, unit)[0] for unit in standing(state, owner(state, step.unit))]
    detour = LONG if is_slow(state, step.unit) else DETOUR

    def far(thing: str) -> tuple[bool, int]:
        at = deploy.read_spot(state, step, thing)
        block = block_at(state, step.unit, shape, at).shape
        ahead = swept(block, at[2], state.terms.table[1] // 2)
        blocked = any(clash(ahead, ground.shape) for ground in grounds_near(state, ahead))
        away = min(abs(at[0] - other) for other in there) + aside(state, step.unit, at[0])
        close = any(abs(at[0] - other) < ELBOW for other in friends)
        return thing.endswith("back"), away + detour * blocked + DETOUR * close

    return min(options, key=far)


def opposite(state: RagNarok, unit: int) -> list[int]:
    """How far along the edge the enemies stand that a Unit wants to face; else the middle."""
    foes = standing(state, 1 - owner(state, unit))
    if foes and not has_guns(state, unit):
        foes = [max(foes, key=lambda foe: edge(state, unit, foe))]
    return [middle(state, foe)[0] for foe in foes] or [state.terms.table[0] // 2]


def aside(state: RagNarok, unit: int, x: int) -> int:
    """What shooters miss of the room that they want from the enemy who is worst for them."""
    foes = standing(state, 1 - owner(state, unit))
    if not foes or not has_guns(state, unit):
        return 0
    worst = max(foes, key=lambda foe: edge(state, foe, unit))
    return max(0, ASIDE - abs(x - middle(state, worst)[0]))


def come_in(state: RagNarok, step: reserves.Enter, options: Options) -> str:
    """As near to an enemy as possible."""
    there = [middle(state, foe) for foe in standing(state, 1 - step.seat)]

    def far(thing: str) -> int:
        here = reserves.read_entry(state, step, thing)[:2]
        return min((squared(here, other) for other in there), default=0)

    return min(options, key=far)
