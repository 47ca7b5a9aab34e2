"""Units as cards: their numbers, weapons, skills, state and Orders; and what each word means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.lengths import said, said_mov
from fimbul.games.rag_narok.measure.tables import Weapon
from fimbul.games.rag_narok.rules.command.orders import token
from fimbul.games.rag_narok.scene.units import held, states
from fimbul.games.rag_narok.state import RagNarok, fighter, is_standing, squad
from fimbul.games.rag_narok.state.telling import some, wounds_told
from fimbul.kernel import SEAT_TONES, Term, Thing, ThingState, Zone, listed, phrase

NUMBERS = {
    "MOV": "Movement: how many centimetres it marches; it runs and charges twice as far.",
    "INI": "Initiative: added to the die that decides who strikes first.",
    "ATT": "Attack: added to each attack die in a melee.",
    "STR": "Strength: what its blows add to the wound roll.",
    "DEF": "Defence: added to each defence die in a melee.",
    "RES": "Resistance: what is taken off the strength of blows it receives.",
    "COU": "Courage: added to the die when it meets something fearsome, or loses a melee.",
    "FEAR": "Fear: how hard it is for the living to meet it.",
    "DIS": "Discipline: added to the die of tests for manoeuvres, to rally and to form up.",
    "AIM": "Aim: added to each shot.",
    "POW": "Power: added to the dice of spells.",
    "dice": "How many dice each fighter has in a melee, for attack and defence together.",
    "wounds": "How many wounds each fighter can take.",
}
SPEED = Term("Speed", "It rolls on, Order or none, unless it brakes.", "machine.irrepressible")


def rosters(
    state: RagNarok, seat: int | None, asked: int, options: Sequence[str]
) -> Iterator[Zone]:
    """The Units of each side in a row."""
    for side in range(p.SEATS):  # rule: ruling.hidden-information
        units = [unit for unit in state.roster.of(side) if _is_known(state, unit)]
        cards = [_card(state, seat, unit, asked) for unit in units]
        cards = [
            structs.replace(card, whole=_meant(state, unit, options))
            for card, unit in zip(cards, units, strict=True)
        ]
        if cards:
            things = tuple(cards)
            yield Zone(f"units-{side}", "Units", "row", things=things, seat=side, role="roster")


def _meant(state: RagNarok, unit: int, options: Sequence[str]) -> str:
    """What touching its card means: the Unit, or the one Order of it that may be picked."""
    own = squad(state, unit).id
    tokens = [token(state, unit, number) for number in range(len(state.units[unit].orders))]
    asked = [thing for thing in tokens if thing in options]
    return asked[0] if len(asked) == 1 and own not in options else own


def _is_known(state: RagNarok, unit: int) -> bool:
    """A Unit not yet on the table lies beside it for all to see; only where it is may be hidden."""
    return is_standing(state, unit) or (
        bool(state.units[unit].ranks) and not squad(state, unit).summoned
    )


def _card(state: RagNarok, seat: int | None, unit: int, asked: int) -> Thing:
    one, now = squad(state, unit), state.units[unit]
    crew = [fighter(state, member) for member in now.ranks]
    main, *others = _profiles(crew)
    many, all_ = len(crew), len(one.members)
    badge = phrase("{count} of {all}", count=many, all=all_) if all_ > 1 else ""
    return Thing(
        f"card:{one.id.removeprefix('unit:')}", _art(state, unit, seat), one.name,
        tone=SEAT_TONES[one.seat], badge=badge, state=tuple(_look(state, unit, asked)),
        tip=orders_said(state, unit, seat, unit == asked), kind="card", said=states(state, unit),
        values=values_of(main), terms=tuple(_skills(crew)),
        more=(*_arms(crew), *(_summary(other) for other in others), *_hurt(state, unit)),
    )  # fmt: skip


def _look(state: RagNarok, unit: int, asked: int) -> Iterator[ThingState]:
    if unit == asked:
        yield "selected"
    if state.units[unit].done:
        yield "exhausted"


def _art(state: RagNarok, unit: int, seat: int | None) -> str:
    """The Order that it carries out, or holds; else its flag."""
    now, own = state.units[unit], squad(state, unit).seat == seat
    shown = [now.revealed] if now.revealed >= 0 else held(state, unit, seat) if own else ()
    return f"order-{p.ORDERS[shown[0]]}" if shown else "unit"


def orders_said(
    state: RagNarok, unit: int, seat: int | None, now_asked: bool
) -> str:  # rule: order.hidden
    """Its Orders in words: their owner sees which, everybody else how many."""
    now, own = state.units[unit], squad(state, unit).seat == seat
    hidden = held(state, unit, seat)  # rule: ruling.hidden-information
    told = [p.ORDER_NAMES[order] for order in hidden] if own else []
    if hidden and not own:
        told = [face_down(len(hidden))]
    if now.revealed >= 0:
        order = p.ORDER_NAMES[now.revealed]
        over = now.done and not now_asked
        told.insert(0, phrase("{order} (done)", order=order) if over else order)
    if not told:
        return "No Order" if is_standing(state, unit) else "Not on the table"
    return listed(told)


def face_down(count: int) -> str:
    return some(count, "{count} Order face down", "{count} Orders face down")


# -- what is printed on it -----------------------------------------------------------------------


def _profiles(crew: list[Fighter]) -> list[Fighter]:
    """One of each profile, the most frequent first; a Leader is listed with his fellows."""
    many = Counter(one.card.id for one in crew)
    found = {one.card.id: one for one in sorted(crew, key=lambda one: one.leader)[::-1]}
    return sorted(found.values(), key=lambda one: -many[one.card.id])


def values_of(one: Fighter) -> tuple[tuple[str, str], ...]:
    card = one.card
    morale = ("COU", one.cou) if one.cou is not None else ("FEAR", one.fear)
    rows: list[tuple[str, str | int | None]] = [
        ("MOV", said_mov(card)), ("INI", card.ini), ("ATT", card.att), ("STR", card.strength),
        ("DEF", card.defence), ("RES", card.res), morale, ("DIS", one.dis), ("AIM", card.aim),
        ("POW", card.power), ("dice", card.dice), ("wounds", card.wounds),
    ]  # fmt: skip
    return tuple([(name, _figure(value)) for name, value in rows if value is not None])


def _figure(value: str | int) -> str:
    return value if isinstance(value, str) else str(value)


def _summary(one: Fighter) -> str:
    told = row_told(values_of(one), ", ")
    return phrase("With {fighter}: {numbers}.", fighter=one.card.name, numbers=told)


@lru_cache(1024)
def row_told(numbers: tuple[tuple[str, str], ...], between: str = " ") -> str:
    """Numbers with their names, in a row."""
    told = [phrase("{name} {value}", name=name, value=value) for name, value in numbers]
    return listed(told, between)


def _arms(crew: Iterable[Fighter]) -> Iterator[str]:
    weapons: dict[str, Weapon] = {}
    for one in crew:
        if one.card.weapon is not None:
            weapons[one.card.weapon.name] = one.card.weapon
    for weapon in weapons.values():
        bands = [said(far) for far in (weapon.short, weapon.medium, weapon.long)]
        short, medium, long = bands
        reach = "short range to {short} cm, medium to {medium}, long to {long}"
        words = "{weapon}: STR {strength}, {reach}."
        far = phrase(reach, short=short, medium=medium, long=long)
        yield phrase(words, weapon=weapon.name, strength=weapon.strength, reach=far)


def _hurt(state: RagNarok, unit: int) -> Iterator[str]:
    hurt = [member for member in state.units[unit].ranks if state.fighters[member].hurt]
    for member in hurt:
        card = fighter(state, member).card
        left = card.wounds - state.fighters[member].hurt
        words, wounds = "{fighter} can still take {left} of {wounds}.", wounds_told(card.wounds)
        yield phrase(words, fighter=card.name, left=left, wounds=wounds)


def _skills(crew: Iterable[Fighter]) -> list[str]:
    kinds = dict.fromkeys([one.card.skills for one in crew])  # most of a Unit are alike
    return list(dict.fromkeys([_skill_name(skill) for skills in kinds for skill in skills]))


def _skill_name(skill: str) -> str:
    """`command/10` is Command 10."""
    name, _, rating = skill.partition("/")
    plain = t.SKILLS[name].name.removesuffix("/X")
    return phrase("{skill} {rating}", skill=plain, rating=rating) if rating else plain


# -- what the words mean -------------------------------------------------------------------------


def terms(state: RagNarok) -> tuple[Term, ...]:
    """All numbers, states and skills that a card of this battle may bear."""
    numbers = [Term(name, text) for name, text in NUMBERS.items()]
    moods = [_plight(mood) for mood in ("fear", "control", "rout", "disorganised")]
    skills = {skill for one in state.roster.fighters for skill in one.card.skills}
    return (*numbers, *moods, SPEED, *(_skill_term(skill) for skill in sorted(skills)))


def _plight(mood: str) -> Term:
    card = t.MOODS[mood]
    effect = phrase("Effect: {effect}. Ends with: {ends}.", effect=card.effect, ends=card.ends)
    return Term(mood.capitalize(), effect, f"state.{mood}")


def _skill_term(skill: str) -> Term:
    name, _, rating = skill.partition("/")
    words = "{effect} Here, X is {rating}." if rating else "{effect}"
    return Term(_skill_name(skill), phrase(words, effect=t.SKILLS[name].effect, rating=rating))
