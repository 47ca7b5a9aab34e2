"""The scenery of a battle that does not come with its own."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.state import RagNarok, RagStep, say
from fimbul.games.rag_narok.terms import DRAWN, FEWEST, most_pieces, room_for


class DrawTerrain(RagStep, frozen=True):
    """Three or four pieces, each of a kind and in a place that are drawn."""

    # rule: setup.terrain, terrain.not-crowded, ruling.drawn-ground
    phase = p.DEPLOYMENT

    def run(self, state: RagNarok, pick: str | None) -> None:
        most = most_pieces(state.terms.table)
        for _ in range(FEWEST + state.roll(1 + most - FEWEST)):
            kind = DRAWN[state.roll(len(DRAWN))]
            places = room_for(kind, state.scenario, state.scenery)
            if places:
                drawn = places[state.roll(len(places))]
                state.scenery = ", ".join(filter(None, (state.scenery, drawn)))
        kinds = [ground.kind for ground in state.terms.grounds]
        say(state, -1, f"On the table lie: {', '.join(kinds)}")
