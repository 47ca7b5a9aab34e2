"""What a spell changes on the cards of those it lies on, as long as it lasts."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from fimbul.games.rag_narok.army.roster import Fighter, Group, Homes, Roster, settled
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import Profile
from fimbul.games.rag_narok.parts import half

Laid = tuple[int, int, int]  # which charm, on which Unit or fighter, until the end of which turn


class Charm(NamedTuple):
    """Changes of a card: what is added to its values."""

    name: str
    whole: bool  # lies on a Unit, otherwise on one fighter
    adds: dict[str, int]
    halves: bool = False  # both kinds of MOV, in steps of half a centimetre


SPASM = t.SKILLS["lovers-of-the-earth"]  # what it makes of Warriors of Danu lies on them as spasm
CARDS: dict[str, t.Card] = {
    **t.SPELLS, **t.RITUALS, **t.MIRACLES, **t.COMMUNIONS, **t.ARTEFACTS, "spasm": SPASM,
}  # fmt: skip


def _charm(name: str, card: t.Card | None = None) -> Charm:
    deeds = (card or CARDS[name]).deeds
    return Charm(name, deeds.touches == "unit", deeds.adds, deeds.halves)


CHARMS = tuple(
    _charm(name)
    for name in (  # in the order that stored states know
        "stone-skin",
        "injection-of-rage",
        "gift-of-the-jackal",
        "thermo-compression",
        "weight-of-the-grave",
        "mark-of-the-caste",
        "thermo-acceleration",
        "spasm",
        "storm-spirit",
        "occult-knighting",
        "bewitchment-of-salatiel",
        "hearth-oath",
        "shield-of-faith",
        "sudden-fervour",
        "vengeance-of-the-temple",
        "chorus-of-aegis",
        "lion-banner",
        "embrace-of-danu",
    )
)
NUMBER = {charm.name: number for number, charm in enumerate(CHARMS)}
Kinds = tuple[int, ...]


@lru_cache(maxsize=1 << 10)
def charmed(texts: tuple[str, str], homes: Homes, laid: tuple[Laid, ...]) -> Roster:
    """The roster with changed cards; a fighter changed alone fights in a group of its own."""
    plain = settled(texts, homes)
    whole = [_kinds(laid, True, one.unit) for one in plain.fighters]
    alone = [_kinds(laid, False, number) for number in range(len(plain.fighters))]
    groups = [
        group._replace(
            card=_changed(plain, group, _kinds(laid, True, group.unit)),
            members=tuple(member for member in group.members if not alone[member]),
        )
        for group in plain.groups
    ]
    fighters: list[Fighter] = []
    apart: dict[tuple[int, Kinds], int] = {}
    for number, one in enumerate(plain.fighters):
        card = _changed(plain, one, (*whole[number], *alone[number]))
        one = one._replace(card=card)
        if alone[number]:
            key = (one.group, alone[number])
            if key not in apart:
                apart[key] = len(groups)
                groups.append(_apart(groups[one.group], card, len(groups)))
            home = groups[apart[key]]
            groups[apart[key]] = home._replace(members=(*home.members, number))
            one = one._replace(group=apart[key])
        fighters.append(one)
    return plain._replace(fighters=tuple(fighters), groups=tuple(groups))


def lies_on(laid: tuple[Laid, ...], name: str, target: int) -> bool:
    """Whether that charm lies on a Unit or a fighter."""
    return any(CHARMS[kind].name == name and on == target for kind, on, _ in laid)


def _kinds(laid: tuple[Laid, ...], whole: bool, target: int) -> Kinds:
    return tuple(k for k, on, _ in laid if CHARMS[k].whole == whole and on == target)


def _apart(group: Group, card: Profile, number: int) -> Group:
    return group._replace(id=f"{group.id}-{number}", card=card, members=())


def as_laid(roster: Roster, seat: int, kind: int) -> Charm:  # rule: ruling.own-profiles
    """A charm on somebody of a seat, as the army that laid it has it."""
    charm, card = CHARMS[kind], CARDS[CHARMS[kind].name]
    layer = 1 - seat if card.deeds.whom == "enemies" else seat
    own = roster.cards[layer].get(charm.name)
    return charm if own is None else _charm(charm.name, own.card)


def _changed(roster: Roster, one: Fighter | Group, kinds: Kinds) -> Profile:
    """A card under these charms; Unalterable ones stay as they are."""
    card = one.card
    if card.has("unalterable"):
        return card
    for kind in kinds:
        charm = as_laid(roster, one.seat, kind)
        held = {name: getattr(card, name) for name in charm.adds}
        values = {
            name: value + charm.adds[name] for name, value in held.items() if value is not None
        }
        if charm.halves:
            values |= {"mov": half(card.mov), "mov_flight": half(card.mov_flight)}
        card = structs.replace(card, **values)
    return card
