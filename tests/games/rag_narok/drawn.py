"""Small battlefields for tests: Units by what stands in them, where, and the dice to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import Army, Enlisted, Troop, write
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.ground.air import assemble
from fimbul.games.rag_narok.ground.field import Formation, block_of, form_up, loosen, troops
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.harm import Harm, Stroke, wound
from fimbul.games.rag_narok.rules.melee import blows
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.melee import Combat
from fimbul.kernel import Row, Step, Substate, choose, settle
from fimbul.kernel.play.dice import number, stir


def entry(told: str) -> Enlisted:
    """`3 griffin-duelist leader`."""
    count, profile, *rest = told.split()
    extras = tuple(word for word in rest if word != "leader")
    return Enlisted(int(count), profile, "leader" in rest, extras)


def troop(told: str, name: str = "Unit") -> Troop:
    """`1 abel, 6 griffin-duelist`."""
    return Troop(name, tuple(entry(part.strip()) for part in told.split(",")))


def army(*units: str, commander: str = "", people: str = "", budget: int = 200) -> Army:
    found = tuple(troop(told, f"Unit {n}") for n, told in enumerate(units))
    first = found[0].entries[0].card
    heads = [e.profile for unit in found for e in unit.entries if e.leader or is_hero(e.card)]
    named = commander or (heads[0] if heads else found[0].entries[0].profile)
    return Army("An army", people or first.people, budget, named, found)


def is_hero(card: t.Profile) -> bool:
    return card.kind == "character" and card.has("command")


def battle(first: Sequence[str], second: Sequence[str]) -> RagNarok:
    """Two armies by their Units; nobody stands on the table yet."""
    state = lay_out((write(army(*first)), write(army(*second))), 1)
    state.turn, state.phase, state.south, state.winner = 1, p.MOVEMENT, 0, 0
    return state


def put(
    state: RagNarok, unit: int, at: tuple[float, float, int], files: int = 0, spread: int = 0
) -> None:
    """Form a Unit up, centred there in centimetres, with that heading."""
    for member in state.units[unit].ranks:
        state.fighters[member].fate = p.STANDING
    wide = files or max(1, troops(state, unit))
    spot = (round(at[0] * CM), round(at[1] * CM), at[2])
    form_up(state, unit, Formation(wide, spread), spot)


def fly(state: RagNarok, unit: int, at: tuple[float, float, int], level: int = 1) -> None:
    """A Unit in the air, its token there in centimetres, with that heading."""
    put(state, unit, at)
    state.units[unit].facing = at[2]
    state.units[unit].token = (round(at[0] * CM), round(at[1] * CM))
    state.units[unit].altitude = level
    assemble(state, unit)


def stand(state: RagNarok, member: int, at: tuple[float, float, int]) -> None:
    """One fighter alone; its Unit is loose."""
    state.fighters[member].fate = p.STANDING
    state.places[member] = (round(at[0] * CM), round(at[1] * CM), at[2])
    unit = fighter(state, member).unit
    state.units[unit].files, state.units[unit].facing = 0, at[2]


def fight(first: str, second: str, ranks: tuple[int, int] = (20, 20)) -> RagNarok:
    """Two Units front to front, in the melee phase."""
    state = battle([first], [second])
    put(state, 0, (40, 42.5, 90), files=ranks[0])
    deep = block_of(state, 0).extent[1] / 200
    put(state, 1, (40, 42.5, 270), files=ranks[1])
    deep += block_of(state, 1).extent[1] / 200
    put(state, 1, (40, 42.5 + deep, 270), files=ranks[1])
    for unit in (0, 1):
        loosen(state, unit)
    state.phase = p.MELEE
    Melee().run(state, None)
    state.agenda.clear()
    return state


def begin(state: RagNarok, **changes: object) -> RagNarok:
    """The combat of the first two groups, with these dice."""
    state.melee.combat = structs.replace(Combat((0, next_group(state))), **changes)
    return state


def next_group(state: RagNarok) -> int:
    return next(n for n, group in enumerate(state.roster.groups) if group.seat == 1)


def roll_next(state: RagNarok, *faces: int) -> None:
    """Let the next dice show these faces: look for a seed that does."""
    for seed in range(5_000_000):
        now = seed
        for face in faces:
            now = stir(now)
            if number(now, p.FACES) != face - 1:
                break
        else:
            state.seed = seed
            return
    raise AssertionError(f"no seed rolls {faces}")


def ask(state: RagNarok, *steps: Step[RagNarok] | Row) -> RagNarok:
    """Let these steps be next, and nothing after them."""
    state.agenda.clear()
    state.events = []
    state.then(*steps)
    settle(state)
    return state


def happen(state: RagNarok) -> RagNarok:
    """Let what was set going run its course, until somebody is asked."""
    settle(state)
    return state


def play(state: RagNarok, *things: str) -> RagNarok:
    """Whoever may touch each thing does."""
    for thing in things:
        seat = next(d.seat for d in state.open if thing in d.options)
        choose(state, seat, thing)
    return state


def options(state: RagNarok) -> tuple[str, ...]:
    return tuple(option for decision in state.open for option in decision.options)


def words(state: RagNarok) -> str:
    return "; ".join(event.words for event in state.events if event.words)


def strengths(state: RagNarok) -> set[int]:
    """The STR of every wound roll by the first Unit in one melee phase."""
    seen: set[int] = set()

    def spy(
        state: RagNarok, attacker: int, victim: int, stroke: Stroke, rolled: tuple[int, int]
    ) -> Harm:
        if attacker == 0:
            seen.add(stroke.strength)
        return wound(state, attacker, victim, stroke, rolled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blows, "wound", spy)
        for seed in range(6):
            trial = state.clone()
            trial.seed = seed
            ask(trial, Melee())
            while trial.open:
                choose(trial, trial.open[0].seat, trial.open[0].options[0])
    return seen


def each(rows: Sequence[Substate], fact: str) -> list[Any]:
    """That fact of each Unit, fighter or side."""
    return [getattr(row, fact) for row in rows]


def set_each(rows: Sequence[Substate], fact: str, values: Sequence[Any]) -> None:
    """That fact of each, as told."""
    for row, value in zip(rows, values, strict=True):
        setattr(row, fact, value)


def those(rows: Sequence[Substate], fact: str) -> list[int]:
    """Of which that is so, by number."""
    return [number for number, row in enumerate(rows) if getattr(row, fact)]


def set_those(rows: Sequence[Substate], fact: str, numbers: Sequence[int]) -> None:
    """That is so of these, and of no other."""
    set_each(rows, fact, [int(number in numbers) for number in range(len(rows))])
