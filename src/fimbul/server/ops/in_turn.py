"""A line in which people take turns, and the tables of one person among themselves.

Whoever brings a hundred jobs waits behind whoever brings one: everybody in line gets a turn before
anybody gets the next.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")
REMEMBERED = 1000  # turns of people who may have nothing in line now


class Turns:
    """Whose turn comes when, as far as that still matters: nobody saves turns up."""

    def __init__(self) -> None:
        self._now = 0
        self._next: dict[str, int] = {}

    def of(self, name: str) -> int:
        return max(self._now, self._next.get(name, 0))

    def first(self, names: Iterable[str]) -> str:
        """Of several with the same turn, whoever came first."""
        return min(names, key=self.of)

    def take(self, name: str) -> None:
        self._now = self.of(name)
        self._next.pop(name, None)
        self._next[name] = self._now + 1
        if len(self._next) > REMEMBERED:
            del self._next[next(iter(self._next))]  # served longest ago

    def ahead(self, names: Iterable[str], name: str) -> list[str]:
        """Those whose turn comes before that one's."""
        order = sorted(names, key=self.of)
        return order[: order.index(name)]


class InTurn(Generic[T]):
    """Jobs of a lower rank come first; within a rank people take turns."""

    def __init__(self, ranks: int = 1) -> None:
        self._ranks: list[dict[str, dict[str, deque[T]]]] = [{} for _ in range(ranks)]
        self._people = Turns()
        self._tables: defaultdict[str, Turns] = defaultdict(Turns)  # of people who are in line

    def __len__(self) -> int:
        return self.before(len(self._ranks))

    def before(self, rank: int) -> int:
        """How many wait with a lower rank."""
        return sum(_size(tables) for lines in self._ranks[:rank] for tables in lines.values())

    def put(self, job: T, person: str = "", table: str = "", rank: int = 0) -> None:
        tables = self._ranks[rank].setdefault(person, {})
        tables.setdefault(table, deque()).append(job)

    def take(self) -> T:
        """The next job; LookupError if there is none."""
        lines = next((lines for lines in self._ranks if lines), None)
        if lines is None:
            raise LookupError("nobody is in line")
        person = self._people.first(lines)
        tables = lines[person]
        turns = self._tables[person]
        table = turns.first(tables)
        job = tables[table].popleft()
        self._people.take(person)
        turns.take(table)
        if not tables[table]:
            del tables[table]
        if not tables:
            del lines[person]
            del self._tables[person]
        return job

    def place(self, table: str, rank: int = 0) -> int:
        """Where the first job of that table stands in line, from 1; 0 if none waits."""
        lines = self._ranks[rank]
        person = next((person for person, tables in lines.items() if table in tables), None)
        if person is None:
            return 0
        own = len(self._tables[person].ahead(lines[person], table))
        sooner = self._people.ahead(lines, person)
        others = sum(
            min(_size(tables), own + (other in sooner))
            for other, tables in lines.items()
            if other != person
        )
        return 1 + self.before(rank) + own + others


def _size(tables: dict[str, deque[T]]) -> int:
    return sum(map(len, tables.values()))
