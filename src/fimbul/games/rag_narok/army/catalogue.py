"""What can be bought: fighters and their extras, for whoever writes an army."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fimbul.games.rag_narok.army.army import Army, Enlisted, price
from fimbul.games.rag_narok.army.levy import called, entry_problems, may_lead
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.lengths import said_mov
from fimbul.games.rag_narok.measure.tables import Profile
from fimbul.kernel import listed, phrase

KINDS: dict[str, Mapping[str, t.Row]] = {
    "spell": t.SPELLS,
    "ritual": t.RITUALS,
    "miracle": t.MIRACLES,
    "communion": t.COMMUNIONS,
    "artefact": t.ARTEFACTS,
    "module": t.MODULES,
}


class Extra(NamedTuple):
    """Something that a fighter may own."""

    id: str
    kind: str
    name: str
    ap: int


def cards_of(people: str) -> list[Profile]:
    """The fighters of a people, Characters first, the cheapest last."""
    mine = [card for card in t.PROFILES.values() if card.people == people]
    return sorted(mine, key=lambda card: (card.kind != "character", -card.ap, card.id))


def extras_of(card: Profile) -> list[Extra]:
    """All that the rules let a fighter own, taken alone."""
    offered = [
        Extra(extra, kind, str(row.name), price(extra, card))
        for kind, table in KINDS.items()
        for extra, row in table.items()
    ]
    return [extra for extra in offered if not any(entry_problems(_with(card, extra)))]


def _with(card: Profile, extra: Extra) -> Enlisted:
    return Enlisted(1, card.id, False, (extra.id,))


def skill_name(skill: str) -> str:
    """`command/20` is Command 20."""
    known, _, rating = skill.partition("/")
    name = t.SKILLS[known].name.removesuffix("/X")
    return (
        phrase("{skill} {rating}", skill=name, rating=rating) if rating not in ("", "0") else name
    )


def row(card: Profile) -> tuple[str, ...]:
    """A fighter in a few words."""
    values = f"{said_mov(card)} {card.ini} {card.att}/{card.strength} {card.defence}/{card.res}"
    words = [*map(skill_name, card.skills), *(["may lead"] if may_lead(card) else [])]
    return card.id, str(card.ap), card.kind, values, listed(words) if words else ""


def summary(army: Army) -> list[str]:
    """An army with the cost of every line."""
    people = t.PEOPLES[army.people].name
    told = "{army}: {cost} of {budget} AP, {people}"
    parts = {"cost": army.cost, "budget": army.budget}
    lines = [phrase(told, army=army.name, people=people, **parts)]
    for unit in army.units:
        told = "{unit}: {count} fighter, {ap} AP"
        many = told if unit.fighters == 1 else "{unit}: {count} fighters, {ap} AP"
        lines += ["", phrase(many, unit=unit.name, count=unit.fighters, ap=unit.cost)]
        lines += [phrase("  {line}", line=line(entry, army)) for entry in unit.entries]
    return lines


def line(entry: Enlisted, army: Army) -> str:
    """Who it is, what they own and what they cost."""
    who: list[str] = [phrase("{count} {fighter}", count=entry.count, fighter=entry.card.name)]
    if entry.leader:
        who.append("Leader")
    who += [called(extra) for extra in entry.extras]
    if entry.profile == army.commander:
        who.append("commands the army")
    return phrase("{who}: {ap} AP", who=listed(who), ap=entry.cost)
