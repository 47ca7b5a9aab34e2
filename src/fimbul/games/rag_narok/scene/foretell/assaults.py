"""What would come of a charge, an engagement or a pursuit, before the Order is given."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import can_meet
from fimbul.games.rag_narok.ground.sight import unit_sees
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.rules.charge.approach import furthest, hindrance, reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.mask import approachable
from fimbul.games.rag_narok.rules.melee.fights import CHARGED
from fimbul.games.rag_narok.rules.values import war_cry
from fimbul.games.rag_narok.scene.cards import face_down
from fimbul.games.rag_narok.scene.foretell.needs import of_courage
from fimbul.games.rag_narok.scene.foretell.wounding import of_impact
from fimbul.games.rag_narok.state import RagNarok, is_standing, name
from fimbul.games.rag_narok.state.telling import signed
from fimbul.kernel import Fact, Note, phrase

CHARGE, ENGAGE = "If you charge {target}", "If you engage {target}"
PURSUED = "If you pursue {target}"
ASSAULTS = {p.CHARGE: True, p.ENGAGE: False}  # Orders that lead to an enemy: whether they charge


def of_assault(state: RagNarok, this: Assault) -> Iterator[Note]:
    """The way, what it does to them, how they may answer, and the tests it requires."""
    words = PURSUED if this.pursuit else CHARGE if this.charge else ENGAGE
    way = reach(state, this)
    facts = [_way(state, this)]
    if this.charge:  # rule: charge.penalty
        less = phrase("INI, ATT and DEF {amount}", amount=signed(CHARGED["att"]))
        facts.append(Fact("They fight with", "charge.penalty", value=less))
    facts.append(_answer(state, this.target))
    yield Note(phrase(words, target=name(state, this.target)), tuple(facts))
    if not this.charge or not war_cry(state, this.unit):  # rule: ruling.war-cry-brave
        yield from of_courage(state, this.unit, this.target)
    if this.charge and way is not None:
        yield from of_impact(state, this.unit, this.target, way)


def _way(state: RagNarok, this: Assault) -> Fact:  # rule: charge.procedure, engage.procedure
    """How far it goes to touch its target, out of how much; or why it does not."""
    rule = "charge.procedure" if this.charge else "engage.procedure"
    rule = "pursuit.procedure" if this.pursuit else rule  # rule: pursuit.procedure
    return Fact("The way", rule, value=way_said(state, this))


def way_said(state: RagNarok, this: Assault) -> str:
    """The one truth of ruler, ring and rules: how far, out of how much, or what is in the way."""
    if this.charge and not can_meet(state, this.unit, this.target):
        return "not on a level where they meet"
    if this.charge and not unit_sees(state, this.unit, this.target):
        return "out of sight"  # rule: charge.procedure
    way = reach(state, this)
    if way is None:
        return hindrance(state, this)
    return phrase("{far} of {most} cm", far=said(way), most=said(furthest(state, this)))


def _answer(state: RagNarok, target: int) -> Fact:  # rule: countercharge.before-measuring
    held = len(state.units[target].orders)
    value = face_down(held) if held else "they hold no Order"
    return Fact("Their answer", "countercharge.before-measuring", value=value)


def of_order(state: RagNarok, unit: int, order: int) -> Iterator[Note]:
    """Whom a Unit would reach with that Order, as all stand now; whoever hides stands nowhere."""
    if order not in ASSAULTS or not is_standing(state, unit):
        return
    ways = [
        (name(state, foe), way_said(state, Assault(unit, foe, ASSAULTS[order])))
        for foe in approachable(state, unit)
    ]
    rule = "charge.procedure" if ASSAULTS[order] else "engage.procedure"
    title = "If you charge, as things stand"
    if not ASSAULTS[order]:
        title = "If you engage, as things stand"
    facts = tuple(Fact(who, rule, value=way) for who, way in ways)
    if facts:
        yield Note(title, facts)
