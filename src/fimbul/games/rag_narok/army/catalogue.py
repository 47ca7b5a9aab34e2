"""What can be bought: fighters and their extras, for whoever writes an army."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fimbul.games.rag_narok.army.army import Army, Enlisted, price
from fimbul.games.rag_narok.army.levy import entry_problems, may_lead
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.lengths import said_mov
from fimbul.games.rag_narok.measure.tables import Profile

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


def row(card: Profile) -> tuple[str, ...]:
    """A fighter in a few words."""
    values = f"{said_mov(card)} {card.ini} {card.att}/{card.strength} {card.defence}/{card.res}"
    words = [*card.skills, *(["may lead"] if may_lead(card) else [])]
    return card.id, str(card.ap), card.kind, values, ", ".join(words)


def summary(army: Army) -> str:
    """An army with the cost of every line."""
    lines = [f"{army.name}: {army.cost} of {army.budget} AP, {t.PEOPLES[army.people].name}"]
    for unit in army.units:
        lines += ["", f"{unit.name}: {unit.fighters} fighters, {unit.cost} AP"]
        lines += [f"  {line(entry, army)}" for entry in unit.entries]
    return "\n".join(lines)


def line(entry: Enlisted, army: Army) -> str:
    leader = ", Leader" if entry.leader else ""
    chief = ", commands the army" if entry.profile == army.commander else ""
    extras = f" with {', '.join(entry.extras)}" if entry.extras else ""
    return f"{entry.count} {entry.card.name}{leader}{extras}{chief}: {entry.cost} AP"
