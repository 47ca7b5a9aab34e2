"""Rag'Narok: two armies of regiments and heroes on a table measured in centimetres."""

from collections.abc import Mapping

from fimbul.games.rag_narok import deal
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import read
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.workshop import Armoury
from fimbul.games.rag_narok.bots.dreams import redeal, secrets
from fimbul.games.rag_narok.bots.lore import near, runs, value
from fimbul.games.rag_narok.bots.strategist import Strategist
from fimbul.games.rag_narok.learning import LEARNING
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.scene import show
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Game, Lore

LEVELS = {  # sergeants who slip, a sergeant who does not, and a strategist
    "karl": "engine:1n/4",
    "jarl": "engine:1n/10",
    "konung": "engine:1n",
    "odin": "engine:2s",
}
A_FIGHTER = 40  # choices about one fighter in one turn: far more than it takes


def box(setup: RagSetup) -> Mapping[str, int]:
    return {"fighters": len(muster(setup.texts()).fighters)}


def count(state: RagNarok) -> Mapping[str, int]:
    gone = sum(one.fate in (p.DEAD, p.FLED) for one in state.fighters)
    return {"fighters": gone + sum(len(unit.ranks) for unit in state.units)}


def bound(setup: RagSetup) -> int:
    fighters = len(muster(setup.texts()).fighters)
    return fighters * A_FIGHTER * (t.SCENARIOS[setup.scenario].turns + 1)


def brought(state: RagNarok, seat: int) -> str:
    """The people its army belongs to: the army's own name may be anybody's words."""
    return t.PEOPLES[read(state.armies[seat]).people].name


def turns_over(state: RagNarok) -> int:
    return state.turn if state.result is not None else max(0, state.turn - 1)


GAME = Game(
    package=__name__,
    state_type=RagNarok,
    setup_type=RagSetup,
    deal=deal.deal,
    show=show,
    lore=Lore(
        value=value,
        redeal=redeal,
        secrets=secrets,
        engine=Strategist(),
        levels=LEVELS,
        pace={"mcts": 360, "engine": 53},
        runs=runs,
        near=near,
    ),
    learning=LEARNING,
    box=box,
    count=count,
    bound=bound,
    turns=turns_over,
    brought=brought,
    workshops={"army": Armoury()},
)
