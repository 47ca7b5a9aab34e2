"""What a Unit's Courage, Fear and Discipline come to, and who passes them on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import price
from fimbul.games.rag_narok.army.roster import Fighter, holders, muster
from fimbul.games.rag_narok.ground.contact import near, on_table
from fimbul.games.rag_narok.ground.hiding import bases, lair_of
from fimbul.games.rag_narok.measure.geometry import within
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, fighter, is_routed, squad

Morale = Literal["cou", "fear", "dis"]


def worth(one: Fighter, what: Morale) -> int | None:
    if what == "dis":
        return one.dis
    return one.cou if what == "cou" else one.fear


def members(state: RagNarok, unit: int) -> list[Fighter]:
    fighters = state.roster.fighters
    return [fighters[member] for member in state.units[unit].ranks]


def own_value(state: RagNarok, unit: int, what: Morale) -> int | None:  # rule: test.unit-value
    """The value of the profile with the most DF in the Unit; None: nobody has such a value."""
    shares: dict[tuple[str, int], int] = {}  # rule: ruling.unit-value-majority
    crew = members(state, unit)
    for one in crew:
        value = worth(one, what)
        if value is not None:
            kind = one.card.id, value - one.leader
            shares[kind] = shares.get(kind, 0) + one.card.df
    if not shares:
        return None
    mixed = what == "cou" and any(one.cou is None for one in crew)
    if mixed:
        best = max(value for _, value in shares)
    else:
        best = max(shares, key=lambda share: (shares[share], share[1]))[1]
    return best + _bonus(state, unit, what)


def _bonus(state: RagNarok, unit: int, what: Morale) -> int:  # rule: musician.discipline
    """The bonus of a Musician or a Standard Bearer in the Unit."""
    busy, fighters = [n for staff in state.staffs for n in staff.aides], state.roster.fighters
    for one in [fighters[n] for n in state.units[unit].ranks if n not in busy]:
        if what == "dis" and one.card.kind == "musician":  # rule: standard.courage-fear
            return 1  # rule: standard.same-type-only, ruling.same-standard, staff.bonus
        if what != "dis" and one.card.kind == "standard" and worth(one, what) is not None:
            return 1
    return 0


def givers(state: RagNarok, unit: int) -> Iterator[int]:  # rule: command.transmission
    """Leaders of the Unit, and Commanders of its people that reach it."""
    mine, roster = state.units[unit].ranks, state.roster  # rule: leader.lower-category-no-penalty
    people, seat = roster.fighters[mine[0]].card.people, roster.units[unit].seat
    for number in heads(state.armies):
        one = roster.fighters[number]
        if state.places[number] is None or one.seat != seat:
            continue
        kin = is_commander(one) and one.card.people == people
        if (number in mine and one.leader) or (kin and conveys(state, number, unit)):
            yield number


def conveys(state: RagNarok, commander: int, unit: int) -> bool:  # rule: staff.relay
    """Whether a Commander reaches a Unit himself, or through those of his Staff and no others."""
    if commands(state, commander, unit):  # rule: staff.exclusive
        return True
    return any(commands(state, relay, unit) for relay in relays(state, commander))


def aides(state: RagNarok, commander: int) -> list[int]:
    """The living members of a Commander's Staff."""
    found = [staff.aides for staff in state.staffs if staff.commander == commander]
    return [n for staff in found for n in staff if state.places[n] is not None]


def relays(state: RagNarok, commander: int) -> list[int]:  # rule: staff.relay-range
    """Those who hear another of the Staff within their own range."""
    mine = aides(state, commander)
    return [
        relay
        for relay in mine
        if any(
            other != relay
            and near(state, relay, other, fighter(state, relay).card.rating("command") * CM)
            for other in (commander, *mine)
        )
    ]


def staff_bonus(state: RagNarok, commander: int, what: Morale) -> int:  # rule: staff.bonus
    """1 for a Musician's DIS, 1 for a Standard Bearer's COU or FEAR."""
    wanted = "musician" if what == "dis" else "standard"
    return int(any(fighter(state, n).card.kind == wanted for n in aides(state, commander)))


def is_commander(one: Fighter) -> bool:
    return one.card.kind == "character" and one.card.has("command")


@lru_cache(maxsize=1 << 8)
def heads(armies: tuple[str, str]) -> tuple[int, ...]:
    """Leaders and Commanders of both armies: nothing makes or unmakes them during a match."""
    fighters = muster(armies).fighters
    return tuple(n for n, one in enumerate(fighters) if one.leader or is_commander(one))


def commands(state: RagNarok, commander: int, unit: int) -> bool:  # rule: command.same-level
    """Whether a Unit stands within a Commander's range, on his own level."""
    one, crew = fighter(state, commander), state.units[unit].ranks  # rule: order.basic
    if state.units[unit].altitude != state.units[one.unit].altitude:
        return False
    reach = one.card.rating("command") * CM
    if lair := lair_of(state, unit):  # rule: ruling.lurking
        here = on_table(state, commander)
        return any(within(here, there, reach) for there in bases(state, lair))
    return commander in crew or any(near(state, commander, member, reach) for member in crew)


def passed_on(state: RagNarok, unit: int, what: Morale) -> int | None:  # rule: command.transmission
    """The best value that a Leader or Commander passes to the Unit's own kind.

    The Unit's own Musician or Standard Bearer raises it too: the Unit has it then.
    """
    if what != "dis" and own_value(state, unit, what) is None:
        return None  # rule: leader.warrior-penalty-downwards, musician.discipline
    rank = squad(state, unit).category  # rule: standard.courage-fear, ruling.bonus-on-passed
    found = [
        value - max(0, one.card.category - rank) + staff_bonus(state, number, what)
        for number in givers(state, unit)
        if (value := worth(one := fighter(state, number), what)) is not None
        and (what != "fear" or passes_fear(state, number, unit))
    ]
    return max(found) + _bonus(state, unit, what) if found else None


def bears(one: Fighter, artefact: str) -> bool:
    """Whether somebody was given an artefact, or has it in its price."""
    included = artefact in one.card.artefacts and not price(artefact, one.card)
    return artefact in one.extras or included


def passes_fear(state: RagNarok, number: int, unit: int) -> bool:
    """Living bearers of the Black Diamond pass none on to Undead, or as Leaders to their Unit."""
    one = fighter(state, number)  # rule: artefact.black-diamond-no-fear
    if one.card.has("undead") or not bears(one, "black-diamond"):
        return True
    return not is_undead(state, unit) and not (one.leader and number in state.units[unit].ranks)


def unit_value(state: RagNarok, unit: int, what: Morale) -> int | None:
    """The troops' own value, or the one passed on when that is higher."""
    own, given = own_value(state, unit, what), passed_on(state, unit, what)
    if own is None or given is None:  # rule: command.best-of-both
        return own if given is None else given
    return max(own, given)


def discipline(state: RagNarok, unit: int) -> int:
    return unit_value(state, unit, "dis") or 0


def fearsome_df(state: RagNarok, unit: int) -> int:
    return sum(one.card.df for one in members(state, unit) if one.fear is not None)


def brave_df(state: RagNarok, unit: int) -> int:
    return sum(one.card.df for one in members(state, unit) if one.cou is not None)


def terror(state: RagNarok, unit: int) -> int:  # rule: fear.test
    """The highest Fear in a Unit; 0: it frightens nobody."""
    fears = [one.fear for one in members(state, unit) if one.fear is not None]
    return max([*fears, unit_value(state, unit, "fear") or 0, state.units[unit].roar], default=0)


def war_cry(state: RagNarok, unit: int) -> int:  # rule: skill.warcry-commander
    """The FEAR of a Unit of which all have War Cry: the commander's X, else the lowest; 0: none.

    No Rank and no Staff changes it.
    """
    crew = members(state, unit)  # rule: skill.warcry-no-staff-bonus, ruling.war-cry-brave
    heads = [one.card.rating("war-cry") for one in crew if is_commander(one)]
    if not all(one.card.has("war-cry") for one in crew):
        return 0
    return max(heads) if heads else min(one.card.rating("war-cry") for one in crew)


def fearless(state: RagNarok, unit: int) -> bool:  # rule: skill.undead-fearless
    """Undead and Constructs take no Courage test of any kind."""
    return all(one.card.has("undead") or one.card.has("construct") for one in members(state, unit))


def tactics(state: RagNarok, seat: int) -> int:  # rule: turn.tactics-roll
    """The army Commander's Discipline, routed or not; 0 without one."""
    general = state.sides[seat].general  # rule: command.routed-tactics-and-additional
    return fighter(state, general).dis if general >= 0 else 0


def successors(state: RagNarok, seat: int) -> list[int]:  # rule: command.death-successor
    """Who may take over: Commanders of the main people on the table, or else its Leaders."""
    able = [
        number
        for number, now in enumerate(state.fighters)
        if now.fate == p.STANDING
        and (one := fighter(state, number)).seat == seat
        and one.commands
        and one.card.kind not in ("standard", "musician")
    ]  # rule: command.successor-not-ally, army.commander, command.successor-not-standard-musician
    return [number for number in able if is_commander(fighter(state, number))] or able


def order_sources(state: RagNarok, seat: int) -> tuple[tuple[int, ...], ...]:  # rule: order.basic
    """Each Order a side may give, as the Units that it may go to: basic ones, then additional."""
    mine = [unit for unit in state.roster.of(seat) if _can_receive(state, unit)]
    found: list[tuple[int, ...]] = []  # rule: command.routed-no-basic-order
    fighters = state.roster.fighters  # rule: command.army-commander-routed
    for number in heads(state.armies):
        one = fighters[number]
        if state.places[number] is None or one.seat != seat:
            continue
        home = next(unit for unit, one in enumerate(state.units) if number in one.ranks)
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
    found += [tuple(mine)] * state.sides[seat].bought  # rule: darkgrasp.any-unit
    return tuple(units for units in found if units)


def _can_receive(state: RagNarok, unit: int) -> bool:  # rule: state.rout, state.control
    """Routed Units and those under Control take no Orders; hidden ones do."""
    crew = state.units[unit].ranks  # rule: ruling.lurking
    there = bool(crew) and (state.places[crew[0]] is not None or lair_of(state, unit) is not None)
    return there and state.units[unit].mood not in (p.ROUT, p.CONTROL)


def is_undead(state: RagNarok, unit: int) -> bool:
    able = holders(state.armies, "undead")
    return any(member in able for member in state.units[unit].ranks)


def may_order(
    state: RagNarok,
    giver: Fighter,
    unit: int,
) -> (
    bool
):  # rule: order.undead, artefact.black-diamond-undead-orders, artefact.black-diamond-normal-orders
    """Only Undead, and whoever bears the Black Diamond, command Undead."""
    return bears(giver, "black-diamond") or obeys(state, giver, unit)


def obeys(state: RagNarok, giver: Fighter, unit: int) -> bool:  # rule: order.undead
    """Whether a Unit is commanded by its own kind, Undead by Undead."""
    return giver.card.has("undead") or not is_undead(state, unit)


def _additional_to(state: RagNarok, seat: int, unit: int) -> bool:  # rule: order.undead
    """The army Commander's own additional Orders, to Undead if he has Dark Grasp."""
    general = state.sides[seat].general  # rule: ruling.diamond-commander
    return general >= 0 and may_order(state, fighter(state, general), unit)


def additional(state: RagNarok, seat: int) -> int:  # rule: order.additional, ruling.order-count
    """A third of the Tactics result, at least one, while somebody commands the army."""
    return max(1, state.sides[seat].tactics // 3) if state.sides[seat].general >= 0 else 0
