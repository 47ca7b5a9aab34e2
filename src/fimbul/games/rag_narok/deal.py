"""The first state: two armies beside an empty table, and all that is to happen."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import DRAWS, FIXED, SKIRMISH
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.magic.mana import FillPools, empty_pools, has_mana
from fimbul.games.rag_narok.rules.set_up.deploy import FirstTactics, RollForEdge
from fimbul.games.rag_narok.rules.set_up.reserves import declared
from fimbul.games.rag_narok.rules.set_up.scouts import hidden_last
from fimbul.games.rag_narok.rules.set_up.terrain import DrawTerrain
from fimbul.games.rag_narok.rules.turn import Turn, refresh, staffs
from fimbul.games.rag_narok.state import RagNarok


def deal(setup: RagSetup, seed: int) -> RagNarok:
    """The table before deployment."""  # rule: setup.terrain, turn.last-turn
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
    fighters, units = len(roster.fighters), len(roster.units)
    state = RagNarok(seats=p.SEATS, seed=seed, armies=texts, scenario=scenario)
    state.scenery = FIXED.get(scenario, "")
    state.results, state.idle = [0, 0], [0, 0]
    state.generals = list(roster.generals)
    state.places, state.fates = [None] * fighters, [p.WAITING] * fighters
    state.hurt, state.foes = [0] * fighters, [-1] * fighters
    state.spent, state.guard = [0] * fighters, [0] * fighters
    state.faith = [0] * fighters
    state.ranks = [squad.members for squad in roster.units]
    state.files, state.spread, state.facing = [0] * units, [0] * units, [0] * units
    state.moods, state.shaken, state.resisted = [0] * units, [0] * units, [0] * units
    state.losses, state.brawls, state.pushed = [0] * units, [-1] * units, [0] * units
    state.orders = [()] * units
    state.speed, state.aboard = [0] * units, [-1] * units
    state.altitude, state.skies = [p.GROUND] * units, [None] * units  # rule: flight.deploy-ground
    state.pools, state.horns = empty_pools(roster), [0] * fighters
    refresh(state)
    return state
