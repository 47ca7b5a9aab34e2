"""Moving a Unit as one: how far an Order takes it, and carrying it there."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import loosen, settle_in
from fimbul.games.rag_narok.ground.paths import ahead, crosses_wall
from fimbul.games.rag_narok.measure.geometry import Place
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.rules.charge.mask import clear_places
from fimbul.games.rag_narok.state import RagNarok, card_mov, squad
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Moved


def allowance(state: RagNarok, unit: int, order: int) -> int:  # rule: move.march, move.run
    """How far that Order takes a Unit."""
    return card_mov(state, unit) * p.PACES[order]


def go_on(state: RagNarok, unit: int, heading: int, distance: int) -> None:
    """Carry a Unit along a heading, and note what that means for the rest of the turn."""
    feat = crosses_wall(state, unit, heading, distance)
    state.units[unit].paces += distance
    places = ahead(state, unit, heading, distance)
    if not stand_clear(state, unit, places):
        settle_in(state, unit, places)
    if feat and state.units[unit].moved != p.RAN:  # a Run forbids more  # rule: move.feat
        state.units[unit].moved = p.FEATED
    thing = squad(state, unit).id
    words = about(squad(state, unit), "{unit} move[s] {far} cm", far=said(distance))
    state.events.append(
        Moved(seat=squad(state, unit).seat, thing=thing, origin="table", to="table", words=words)
    )


def stand_clear(state: RagNarok, unit: int, places: list[Place]) -> bool:
    """If these places are on a small rock, or forbidden, it stands beside them, loose.

    Returns whether it does.
    """
    aside = clear_places(state, unit, places)  # rule: move.small-obstacle, ruling.path-blocking
    if aside is None:  # rule: formation.loose
        return False
    loosen(state, unit)
    settle_in(state, unit, aside)
    return True
