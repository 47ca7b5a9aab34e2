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


def own_value(state: RagNarok, unit: int, what: Morale) -> int | None:
    """That of the profile with most DF in the Unit; None: nobody has such a value."""
    # rule: test.unit-value, ruling.unit-value-majority
    shares: dict[tuple[str, int], int] = {}
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


def _bonus(state: RagNarok, unit: int, what: Morale) -> int:
    """Of a Musician or a Standard Bearer in the Unit."""
    # rule: musician.discipline, standard.courage-fear, standard.same-type-only
    # rule: ruling.same-standard
    # rule: staff.bonus
    busy, fighters = [n for staff in state.staffs for n in staff.aides], state.roster.fighters
    for one in [fighters[n] for n in state.units[unit].ranks if n not in busy]:
        if what == "dis" and one.card.kind == "musician":
            return 1
        if what != "dis" and one.card.kind == "standard" and worth(one, what) is not None:
            return 1
    return 0


def givers(state: RagNarok, unit: int) -> Iterator[int]:
    """Leaders of the Unit, and Commanders of its people that reach it."""
    # rule: command.transmission, leader.lower-category-no-penalty
    mine, roster = state.units[unit].ranks, state.roster
    people, seat = roster.fighters[mine[0]].card.people, roster.units[unit].seat
    for number in heads(state.armies):
        one = roster.fighters[number]
        if state.places[number] is None or one.seat != seat:
            continue
        kin = is_commander(one) and one.card.people == people
        if (number in mine and one.leader) or (kin and conveys(state, number, unit)):
            yield number


def conveys(state: RagNarok, commander: int, unit: int) -> bool:
    """Whether a Commander reaches a Unit himself, or through those of his Staff and no others."""
    # rule: staff.relay, staff.exclusive
    if commands(state, commander, unit):
        return True
    return any(commands(state, relay, unit) for relay in relays(state, commander))


def aides(state: RagNarok, commander: int) -> list[int]:
    """The living of a Commander's Staff."""
    found = [staff.aides for staff in state.staffs if staff.commander == commander]
    return [n for staff in found for n in staff if state.places[n] is not None]


def relays(state: RagNarok, commander: int) -> list[int]:
    """Those who hear another of the Staff within their own range."""  # rule: staff.relay-range
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


def staff_bonus(state: RagNarok, commander: int, what: Morale) -> int:
    """1 for a Musician's DIS, 1 for a Standard Bearer's COU or FEAR."""  # rule: staff.bonus
    wanted = "musician" if what == "dis" else "standard"
    return int(any(fighter(state, n).card.kind == wanted for n in aides(state, commander)))


def is_commander(one: Fighter) -> bool:
    return one.card.kind == "character" and one.card.has("command")


@lru_cache(maxsize=1 << 8)
def heads(armies: tuple[str, str]) -> tuple[int, ...]:
    """Leaders and Commanders of both armies: nothing makes or unmakes them during a match."""
    fighters = muster(armies).fighters
    return tuple(n for n, one in enumerate(fighters) if one.leader or is_commander(one))


def commands(state: RagNarok, commander: int, unit: int) -> bool:
    """Whether a Unit stands within a Commander's range, on his own level."""
    # rule: command.same-level, order.basic
    one, crew = fighter(state, commander), state.units[unit].ranks
    if state.units[unit].altitude != state.units[one.unit].altitude:
        return False
    reach = one.card.rating("command") * CM
    if lair := lair_of(state, unit):  # rule: ruling.lurking
        here = on_table(state, commander)
        return any(within(here, there, reach) for there in bases(state, lair))
    return commander in crew or any(near(state, commander, member, reach) for member in crew)


def passed_on(state: RagNarok, unit: int, what: Morale) -> int | None:
    """The best value that a Leader or Commander passes to the Unit's own kind.

    The Unit's own Musician or Standard Bearer raises it too: the Unit has it then.
    """
    # rule: command.transmission, leader.warrior-penalty-downwards
    # rule: musician.discipline, standard.courage-fear, ruling.bonus-on-passed
    if what != "dis" and own_value(state, unit, what) is None:
        return None
    rank = squad(state, unit).category
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
    """Not the living with the Black Diamond to Undead, nor as a Leader to his own Unit."""
    # rule: artefact.black-diamond-no-fear
    one = fighter(state, number)
    if one.card.has("undead") or not bears(one, "black-diamond"):
        return True
    return not is_undead(state, unit) and not (one.leader and number in state.units[unit].ranks)


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
    return max([*fears, unit_value(state, unit, "fear") or 0, state.units[unit].roar], default=0)


def war_cry(state: RagNarok, unit: int) -> int:
    """The FEAR of a Unit of which all have War Cry: the commander's X, else the lowest; 0: none.

    No Rank and no Staff changes it.
    """
    # rule: skill.warcry-commander, skill.warcry-no-staff-bonus, ruling.war-cry-brave
    crew = members(state, unit)
    heads = [one.card.rating("war-cry") for one in crew if is_commander(one)]
    if not all(one.card.has("war-cry") for one in crew):
        return 0
    return max(heads) if heads else min(one.card.rating("war-cry") for one in crew)


def fearless(state: RagNarok, unit: int) -> bool:
    """Undead and Constructs take no Courage test of any kind."""  # rule: skill.undead-fearless
    return all(one.card.has("undead") or one.card.has("construct") for one in members(state, unit))


def tactics(state: RagNarok, seat: int) -> int:
    """The army Commander's Discipline, routed or not; 0 without one."""
    # rule: turn.tactics-roll, command.routed-tactics-and-additional
    general = state.sides[seat].general
    return fighter(state, general).dis if general >= 0 else 0


def successors(state: RagNarok, seat: int) -> list[int]:
    """Who may take over: Commanders of the main people on the table, failing them its Leaders."""
    # rule: command.death-successor, command.successor-not-ally, army.commander
    # rule: command.successor-not-standard-musician
    able = [
        number
        for number, now in enumerate(state.fighters)
        if now.fate == p.STANDING
        and (one := fighter(state, number)).seat == seat
        and one.commands
        and one.card.kind not in ("standard", "musician")
    ]
    return [number for number in able if is_commander(fighter(state, number))] or able


def order_sources(state: RagNarok, seat: int) -> tuple[tuple[int, ...], ...]:
    """Each Order a side may give, as the Units that it may go to: basic ones, then additional."""
    # rule: order.basic, command.routed-no-basic-order, command.army-commander-routed
    mine = [unit for unit in state.roster.of(seat) if _can_receive(state, unit)]
    found: list[tuple[int, ...]] = []
    fighters = state.roster.fighters
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


def _can_receive(state: RagNarok, unit: int) -> bool:
    """Routed Units and those under Control take no Orders; hidden ones do."""
    # rule: state.rout, state.control, ruling.lurking
    crew = state.units[unit].ranks
    there = bool(crew) and (state.places[crew[0]] is not None or lair_of(state, unit) is not None)
    return there and state.units[unit].mood not in (p.ROUT, p.CONTROL)


def is_undead(state: RagNarok, unit: int) -> bool:
    able = holders(state.armies, "undead")
    return any(member in able for member in state.units[unit].ranks)


def may_order(state: RagNarok, giver: Fighter, unit: int) -> bool:
    """Only Undead command Undead, and whoever bears the Black Diamond."""
    # rule: order.undead, artefact.black-diamond-undead-orders
    # rule: artefact.black-diamond-normal-orders
    return bears(giver, "black-diamond") or obeys(state, giver, unit)


def obeys(state: RagNarok, giver: Fighter, unit: int) -> bool:
    """Whether a Unit is commanded by its own kind, Undead by Undead."""  # rule: order.undead
    return giver.card.has("undead") or not is_undead(state, unit)


def _additional_to(state: RagNarok, seat: int, unit: int) -> bool:
    """The army Commander's own additional Orders, to Undead if he has Dark Grasp."""
    # rule: order.undead, ruling.diamond-commander
    general = state.sides[seat].general
    return general >= 0 and may_order(state, fighter(state, general), unit)


def additional(state: RagNarok, seat: int) -> int:
    """A third of the Tactics result, at least one, while somebody commands the army."""
    # rule: order.additional, ruling.order-count
    return max(1, state.sides[seat].tactics // 3) if state.sides[seat].general >= 0 else 0
