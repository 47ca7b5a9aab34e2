"""The first state: two armies beside an empty table, and all that is to happen."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import DRAWS, FIXED, SKIRMISH
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.magic.mana import FillPools, empty_pool, has_mana
from fimbul.games.rag_narok.rules.set_up.deploy import FirstTactics, RollForEdge
from fimbul.games.rag_narok.rules.set_up.reserves import declared
from fimbul.games.rag_narok.rules.set_up.scouts import hidden_last
from fimbul.games.rag_narok.rules.set_up.terrain import DrawTerrain
from fimbul.games.rag_narok.rules.turn import Turn, staffs
from fimbul.games.rag_narok.state import RagNarok
from fimbul.games.rag_narok.state.fighters import Figure
from fimbul.games.rag_narok.state.sides import Camp
from fimbul.games.rag_narok.state.units import Unit


def deal(setup: RagSetup, seed: int) -> RagNarok:  # rule: setup.terrain, turn.last-turn
    """The table before deployment."""
    state = lay_out(setup.texts(), seed, setup.scenario)
    state.sixes = setup.sixes
    mana = (FillPools(),) if has_mana(state) else ()
    land = (DrawTerrain(),) if state.scenario in DRAWS else ()
    before = (*land, RollForEdge(), *staffs(state), *declared(state))
    deployment = (FirstTactics(), *hidden_last(state), *mana)
    state.then(*before, *deployment, *[Turn()] * state.terms.turns, Score())
    return state


def lay_out(texts: tuple[str, str], seed: int, scenario: str = SKIRMISH) -> RagNarok:
    """Two armies beside an empty table, and nothing to do yet."""
    roster = muster(texts)
    state = RagNarok(seats=p.SEATS, seed=seed, armies=texts, scenario=scenario)
    state.scenery = FIXED.get(scenario, "")
    state.sides = [Camp(general=general) for general in roster.generals]
    state.units = [Unit(ranks=squad.members) for squad in roster.units]
    state.fighters = [Figure(pool=empty_pool(one)) for one in roster.fighters]
    state.places = [None] * len(roster.fighters)
    return state
