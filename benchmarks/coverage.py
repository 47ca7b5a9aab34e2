"""Which kinds of Orders, skills, spells and machines the bots of Rag'Narok use, of those offered.

Counted are questions: how often a kind of answer could be given, and how often it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.battles import LISTS, Battle, fought
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.rules.command.orders import token
from fimbul.games.rag_narok.state import RagNarok, unit_named
from fimbul.kernel import step_of

WHOLE = ("button", "order", "level", "spell", "ritual", "manoeuvre")  # each is a kind of its own
ARMIES = Path(__file__).parent / "armies"
FORGONE = {  # what sergeants never do, and why that is no gap
    "Announce: board": "it gains nothing. From 24 tables where a ride was offered sergeants "
    "fought on 120 times each way: 41 % for who boarded, 40 % for who marched.",
}
BRANDED = ("miracle", "communion")  # so is what stands before the caller


class Count(NamedTuple):
    """How often each kind of answer was offered, and how often it was given."""

    offered: Counter[str]
    given: Counter[str]


def kind(state: RagNarok, seat: int, thing: str) -> str:
    """What an answer is, whoever gives it: `Charge: dive`, `Strike: masterstroke`."""
    step: Any = step_of(state, seat)
    asked, (head, _, rest) = type(step).__name__, thing.partition(":")
    if head == "token":
        return f"{asked}: {order_under(state, thing)}"
    if asked == "Charge":
        above = state.units[step.unit].altitude > state.units[unit_named(state, thing)].altitude
        return f"Charge: {'dive' if above else 'on its level'}"
    if head in WHOLE:
        return f"{asked}: {rest}"
    return f"{asked}: {rest.partition('/')[0] if head in BRANDED else head}"


def order_under(state: RagNarok, thing: str) -> str:
    """The Order that a token hides."""
    return next(
        p.ORDERS[order]
        for unit, one in enumerate(state.units)
        for number, order in enumerate(one.orders)
        if token(state, unit, number) == thing
    )


def pairings() -> Iterator[Battle]:
    """Every list against every other of its scenario, at both seats."""
    for scenario, lists in LISTS.items():
        for first, second in permutations(lists, 2):
            yield Battle(scenario, first, second)
    for one, other in permutations(special(), 2):
        yield Battle(PITCHED, one, other)


def special() -> list[str]:
    """Armies with what no ready one fields: guns, assassins, Scouts, a Communion, the Toga."""
    return [file.read_text(encoding="utf-8") for file in sorted(ARMIES.glob("*.army"))]


def counted(player: str, rounds: int, seed: int) -> Count:
    """All pairings so many times over."""
    count = Count(Counter(), Counter())
    for number, battle in enumerate(list(pairings()) * rounds):
        watch(battle, player, seed + number, count)
    return count


def watch(battle: Battle, player: str, seed: int, count: Count) -> None:
    """One battle, all whose questions with a choice are counted."""

    def look(state: RagNarok, pick: str) -> None:
        seat, options = state.open[0].seat, state.open[0].options
        if len(options) > 1:
            count.offered.update({kind(state, seat, thing) for thing in options})
            count.given[kind(state, seat, pick)] += 1

    fought(battle, player, seed, look)


def tell(player: str, rounds: int, seed: int) -> None:
    count = counted(player, rounds, seed)
    print(f"{len(list(pairings())) * rounds} battles of {player}: given, of times offered")
    for name in sorted(count.offered):
        print(f"{name:<40}{count.given[name]:>8,} of {count.offered[name]:>8,}")
    unused = sorted(name for name in count.offered if not count.given[name])
    print(f"never given: {', '.join(unused) or 'none'}")
    for name in (name for name in unused if name in FORGONE):
        print(f"  {name}: {FORGONE[name]}")
