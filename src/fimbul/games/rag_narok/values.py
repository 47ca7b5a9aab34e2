"""What a Unit's Courage, Fear and Discipline come to, and who passes them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import near
from fimbul.games.rag_narok.roster import Fighter
from fimbul.games.rag_narok.state import RagNarok, fighter, is_routed, squad
from fimbul.games.rag_narok.tables import CM

Morale = Literal["cou", "fear", "dis"]


def worth(one: Fighter, what: Morale) -> int | None:
    if what == "dis":
        return one.dis
    return one.cou if what == "cou" else one.fear


def members(state: RagNarok, unit: int) -> list[Fighter]:
    return [fighter(state, member) for member in state.ranks[unit]]


def own_value(state: RagNarok, unit: int, what: Morale) -> int | None:
    """That of the profile with most DF in the Unit; None: nobody has such a value."""
    # rule: test.unit-value, ruling.unit-value-majority
    shares: Counter[tuple[str, int]] = Counter()
    for one in members(state, unit):
        value = worth(one, what)
        if value is not None:
            shares[one.card.id, value - one.leader] += one.card.df
    if not shares:
        return None
    mixed = what == "cou" and any(one.cou is None for one in members(state, unit))
    if mixed:
        best = max(value for _, value in shares)
    else:
        best = max(shares, key=lambda share: (shares[share], share[1]))[1]
    return best + _bonus(state, unit, what)


def _bonus(state: RagNarok, unit: int, what: Morale) -> int:
    """Of a Musician or a Standard Bearer in the Unit."""
    # rule: musician.discipline, standard.courage-fear, standard.same-type-only
    # rule: ruling.same-standard
    for one in members(state, unit):
        if what == "dis" and one.card.kind == "musician":
            return 1
        if what != "dis" and one.card.kind == "standard" and worth(one, what) is not None:
            return 1
    return 0


def givers(state: RagNarok, unit: int) -> Iterator[int]:
    """Leaders of the Unit, and Commanders of its people that reach it."""
    # rule: command.transmission, leader.lower-category-no-penalty
    mine = state.ranks[unit]
    people = fighter(state, mine[0]).card.people
    for number, place in enumerate(state.places):
        one = fighter(state, number)
        if place is None or one.seat != squad(state, unit).seat:
            continue
        kin = is_commander(one) and one.card.people == people
        if (number in mine and one.leader) or (kin and commands(state, number, unit)):
            yield number


def is_commander(one: Fighter) -> bool:
    return one.card.kind == "character" and one.card.has("command")


def commands(state: RagNarok, commander: int, unit: int) -> bool:
    """Whether a Unit stands within a Commander's range."""
    reach = fighter(state, commander).card.rating("command") * CM
    return any(
        member == commander or near(state, commander, member, reach) for member in state.ranks[unit]
    )


def passed_on(state: RagNarok, unit: int, what: Morale) -> int | None:
    """The best value that a Leader or Commander passes to the Unit's own kind."""
    # rule: command.transmission, leader.warrior-penalty-downwards
    if what != "dis" and own_value(state, unit, what) is None:
        return None
    rank = squad(state, unit).category
    found = [
        value - max(0, one.card.category - rank)
        for one in (fighter(state, number) for number in givers(state, unit))
        if (value := worth(one, what)) is not None
    ]
    return max(found, default=None)


def unit_value(state: RagNarok, unit: int, what: Morale) -> int | None:
    """The troops' own value, or the one passed on when that is higher."""
    # rule: command.best-of-both
    own, given = own_value(state, unit, what), passed_on(state, unit, what)
    if own is None or given is None:
        return own if given is None else given
    return max(own, given)


def discipline(state: RagNarok, unit: int) -> int:
    return unit_value(state, unit, "dis") or 0


def fearsome_df(state: RagNarok, unit: int) -> int:
    return sum(one.card.df for one in members(state, unit) if one.fear is not None)


def brave_df(state: RagNarok, unit: int) -> int:
    return sum(one.card.df for one in members(state, unit) if one.cou is not None)


def terror(state: RagNarok, unit: int) -> int:
    """The highest Fear in a Unit; 0: it frightens nobody."""  # rule: fear.test
    fears = [one.fear for one in members(state, unit) if one.fear is not None]
    return max([*fears, unit_value(state, unit, "fear") or 0], default=0)


def fearless(state: RagNarok, unit: int) -> bool:
    """Undead and Constructs take no Courage test of any kind."""  # rule: skill.undead-fearless
    return all(one.card.has("undead") or one.card.has("construct") for one in members(state, unit))


def tactics(state: RagNarok, seat: int) -> int:
    """The army Commander's Discipline, routed or not; 0 without one."""
    # rule: turn.tactics-roll, command.routed-tactics-and-additional
    general = state.generals[seat]
    return fighter(state, general).dis if general >= 0 else 0


def successors(state: RagNarok, seat: int) -> list[int]:
    """Who may take over: Commanders and Leaders of the main people still on the table."""
    # rule: command.death-successor, command.successor-not-ally
    # rule: command.successor-not-standard-musician
    return [
        number
        for number, fate in enumerate(state.fates)
        if fate == p.STANDING
        and (one := fighter(state, number)).seat == seat
        and one.commands
        and one.card.kind not in ("standard", "musician")
    ]


def order_sources(state: RagNarok, seat: int) -> tuple[tuple[int, ...], ...]:
    """Each Order a side may give, as the Units that it may go to: basic ones, then additional."""
    # rule: order.basic, command.routed-no-basic-order, command.army-commander-routed
    mine = [unit for unit in state.roster.of(seat) if _can_receive(state, unit)]
    found: list[tuple[int, ...]] = []
    for number, place in enumerate(state.places):
        one = fighter(state, number)
        if place is None or one.seat != seat:
            continue
        home = next(unit for unit, crew in enumerate(state.ranks) if number in crew)
        if is_routed(state, home):
            continue
        reach: list[int] = []
        if is_commander(one):
            reach = [unit for unit in mine if commands(state, number, unit)]
        elif one.leader:
            reach = [unit for unit in mine if unit == home]
        found.append(tuple(unit for unit in reach if may_order(state, one, unit)))
    extra = tuple(unit for unit in mine if _additional_to(state, seat, unit))
    found += [extra] * additional(state, seat)
    return tuple(units for units in found if units)


def _can_receive(state: RagNarok, unit: int) -> bool:
    """Routed Units and those under Control take no Orders."""  # rule: state.rout, state.control
    standing = bool(state.ranks[unit]) and state.places[state.ranks[unit][0]] is not None
    return standing and state.moods[unit] not in (p.ROUT, p.CONTROL)


def is_undead(state: RagNarok, unit: int) -> bool:
    return any(one.card.has("undead") for one in members(state, unit))


def may_order(state: RagNarok, giver: Fighter, unit: int) -> bool:
    """Only Undead command Undead."""  # rule: order.undead
    return giver.card.has("undead") or not is_undead(state, unit)


def _additional_to(state: RagNarok, seat: int, unit: int) -> bool:
    general = state.generals[seat]
    return general >= 0 and may_order(state, fighter(state, general), unit)


def additional(state: RagNarok, seat: int) -> int:
    """A third of the Tactics result, at least one, while somebody commands the army."""
    # rule: order.additional, ruling.order-count
    return max(1, state.results[seat] // 3) if state.generals[seat] >= 0 else 0
