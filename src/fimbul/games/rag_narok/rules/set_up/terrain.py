"""The scenery of a battle beyond what its scenario fixes."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import DRAWN, DRAWS, most_pieces, room_for
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, say
from fimbul.kernel import listed, phrase


class DrawTerrain(RagStep, frozen=True):  # rule: setup.terrain, terrain.not-crowded
    """A few pieces, each of a kind and in a place that are drawn."""

    phase = p.DEPLOYMENT  # rule: ruling.drawn-ground

    def run(self, state: RagNarok, pick: str | None) -> None:
        fewest, most = DRAWS[state.scenario][0], most_pieces(state.scenario)
        kinds = DRAWN[state.scenario]
        for _ in range(fewest + state.roll(1 + most - fewest)):
            kind = kinds[state.roll(len(kinds))]
            places = room_for(kind, state.scenario, state.scenery)
            if places:
                drawn = places[state.roll(len(places))]
                state.scenery = ", ".join(filter(None, (state.scenery, drawn)))
        lie = listed([ground.kind for ground in state.terms.grounds])
        say(state, -1, phrase("Scenery on the table: {scenery}", scenery=lie))
