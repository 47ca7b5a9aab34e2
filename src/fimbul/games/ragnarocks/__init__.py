"""Ragnarocks: two clans wall off the land of Midgard with runestones, and gods may help."""

from __future__ import annotations

from fimbul.games.ragnarocks import deal
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.search import RagnarocksEngine
from fimbul.games.ragnarocks.learning import LEARNING
from fimbul.games.ragnarocks.lore import hides, near, redeal, secrets, value
from fimbul.games.ragnarocks.notation.turns import RagnarocksNotation
from fimbul.games.ragnarocks.powers import POWERS
from fimbul.games.ragnarocks.rules.teams import mates
from fimbul.games.ragnarocks.scene.table import show
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Game, Lore


def box(setup: RagnarocksSetup) -> dict[str, int]:
    """The parts in play. A supply without limit cannot be counted."""
    start = setup.start()
    parts = {f"viking-{c}": len(v) for c, v in zip(p.COLOURS, start.vikings, strict=True)}
    if start.wait:
        parts[f"viking-{p.COLOURS[p.LETTERS.index(start.wait)]}"] += 1
    if setup.supply != p.UNLIMITED:
        parts["runestone"] = start.total
    return parts


def count(state: Ragnarocks) -> dict[str, int]:
    """The parts that lie on the table now."""
    held = [number for number in state.hexes if 0 < number < p.RIM]
    held += [*state.home, state.waiting]
    sides = p.board(state.board).sides
    parts = {
        f"viking-{colour}": sum(number in side for number in held)
        for colour, side in zip(p.COLOURS, sides, strict=True)
    }
    if state.supply != p.ENDLESS:
        parts["runestone"] = state.hexes.count(p.STONE) + state.supply + state.hoard + state.debt
    return parts


def bound(setup: RagnarocksSetup) -> int:
    """Every turn that is not skipped lays a runestone on a hex that stays full.

    With powers this does not hold; there the stall limit ends a match that no longer moves on.
    """
    start = setup.start()
    free = len(p.board(setup.board).cells) - sum(map(len, start.vikings)) - len(start.runestones)
    if set(setup.named_powers) != {p.NO_POWER}:
        drafted = 2 * setup.seats  # each card laid out, each card taken
        return drafted + p.CHOICES_WITH_POWERS * setup.stall_limit * (free + 1)
    turns = free if setup.supply == p.UNLIMITED else min(free, start.stones)
    return p.CHOICES_A_TURN * turns + (setup.colours == p.PIE)


def allies(state: Ragnarocks, seat: int) -> tuple[int, ...]:  # rule: team.win, ruling.resign
    """The whole team: it also loses together if one of its players gives up."""
    team = state.teams[seat] if state.teams else seat
    return tuple(mates(state.teams or (0, 1), team))


def brought(state: Ragnarocks, seat: int) -> str:
    """The power it had in the end."""
    name = state.powers[seat] if state.powers else ""
    return POWERS[name].title if name in POWERS else ""


# The engine is worth far more than time; where a draft or teams keep it out, time has to do.
LEVELS = {"jarl": "mcts:300ms", "konung": "engine:100ms,700ms", "odin": "engine:1s,2s"}

GAME = Game(
    package=__name__,
    state_type=Ragnarocks,
    setup_type=RagnarocksSetup,
    deal=deal.deal,
    show=show,
    lore=Lore(
        value=value,
        redeal=redeal,
        hides=hides,
        secrets=secrets,
        near=near,
        engine=RagnarocksEngine(),
        levels=LEVELS,
        pace={"mcts": 870, "engine": 27_000},
    ),
    learning=LEARNING,
    box=box,
    count=count,
    bound=bound,
    notation=RagnarocksNotation(),
    turns=lambda state: state.turns,
    allies=allies,
    brought=brought,
)
