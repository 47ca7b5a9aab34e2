"""The language of contract conditions: what a card's `check` says, made into a question.

A check is written with the names of [contract_language], whole numbers, + and -, comparisons, and
`and`, `or`, `not`. Nothing else is understood, so a card file cannot do anything but ask.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.packing import COUNTER, HALL, LODGES
from fimbul.kernel import phrase

if TYPE_CHECKING:
    from fimbul.games.ragnarok_star.state.table import RagnarokStar


class Look(NamedTuple):
    """Who a condition asks about: a seat, and what was counted for it when the card was taken.

    Only what the condition names is looked up: contracts are checked after every number.
    """

    state: RagnarokStar
    seat: int
    base: tuple[int, ...]

    @property
    def fans(self) -> list[int]:
        """By type, seats and pit together."""
        return self.state.halls[HALL[self.seat]]

    def since(self, counter: int) -> int:  # rule: ruling.contract-since
        """Counted since the card was taken."""
        return self.state.tally[COUNTER[self.seat][counter]] - self.base[counter]

    def now(self, counter: int) -> int:
        """The same, of this round."""
        at = COUNTER[self.seat][counter]
        return self.state.tally[at] - max(self.base[counter], self.state.dawn[at])

    def others(self) -> tuple[int, ...]:
        return self.state.around(self.seat)[1:]


Question = Callable[[Look], int]


def rival_total(look: Look) -> int:
    """The largest total among the opponents."""
    halls = look.state.halls
    return max([sum(halls[HALL[other]]) for other in look.others()])


def company(look: Look) -> int:
    """Opponents docked at the same island; none at sea."""
    boats = look.state.boats
    mine = boats[look.seat]
    return sum([boats[other] == mine != p.NONE for other in look.others()])


def angry(look: Look) -> int:
    """Angry fans in the band's own lodge."""
    return LODGES[look.state.lodges[look.seat]].fans


MATTERS: Mapping[str, Question] = {
    "girl": lambda look: look.fans[0],
    "boy": lambda look: look.fans[1],
    "lady": lambda look: look.fans[2],
    "man": lambda look: look.fans[3],
    "young": lambda look: sum(look.fans[:2]),
    "old": lambda look: sum(look.fans[2:]),
    "female": lambda look: sum(look.fans[::2]),
    "male": lambda look: sum(look.fans[1::2]),
    "total": lambda look: sum(look.fans),
    "pit": lambda look: pit(look.fans),
    "lines": lambda look: lines(look.fans),
    "columns": lambda look: columns(look.fans),
    "biggest": lambda look: max(look.fans),
    "smallest": lambda look: min(look.fans),
    "distinct": lambda look: len(set(look.fans)),
    "rival_total": rival_total,
    "company": company,
    "ice_master": lambda look: look.state.master == look.seat,
    "angry": angry,
}
PLAIN = (
    "sails", "flights", "ice_flights", "across", "steals", "robbed", "saves", "ice_taken",
    "frozen_ends", "scared",
)  # fmt: skip
Counter = Callable[[int], int]  # how much one counter has gone up


def _plain(at: int) -> Callable[[Counter], int]:
    return lambda counted: counted(at)


COUNTERS: Mapping[str, Callable[[Counter], int]] = {
    **{name: _plain(p.COUNTED.index(name)) for name in PLAIN},
    "fans": lambda counted: sum([counted(p.GAINED + fan) for fan in p.KINDS]),
    "types": lambda counted: sum([counted(p.GAINED + fan) > 0 for fan in p.KINDS]),
    "ports": lambda counted: sum([counted(p.ENDED + island) > 0 for island in p.RING]),
}


def pit(fans: Sequence[int]) -> int:  # rule: hall.mosh-pit
    """Whoever finds no seat stands in the pit; it has no limit."""
    return sum([max(0, count - p.LINES) for count in fans])


def lines(fans: Sequence[int]) -> int:  # rule: ruling.hall-compact
    """Columns fill from the stage without gaps."""
    return min(p.LINES, *fans)


def columns(fans: Sequence[int]) -> int:
    return sum([count >= p.LINES for count in fans])


class Earned(NamedTuple):
    """Glory that lies open on the table, by where it comes from."""

    lines: int
    columns: int
    contracts: int


def earned(state: RagnarokStar, seat: int) -> Earned:  # rule: overview.glory-sources, end.contracts
    fans = state.halls[HALL[seat]]  # rule: end.columns, end.lines, end.pit
    worth = sum([state.pack.contracts[card].glory for card in state.shown[seat]])
    return Earned(lines(fans), columns(fans), worth)


class BadCondition(ValueError):
    """A check that cannot be understood, and why, in words."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@lru_cache(maxsize=256)
def read(check: str) -> Question:
    """The question that a check asks; BadCondition says what cannot be understood."""
    try:
        tree = ast.parse(check.strip(), mode="eval")
    except (SyntaxError, MemoryError, RecursionError):
        raise BadCondition(phrase("{check} is not a condition", check=repr(check))) from None
    return question(tree.body, check)


def question(node: ast.expr, check: str) -> Question:
    if isinstance(node, ast.BoolOp):
        return _joined(node, check)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = question(node.operand, check)
        return lambda look: not inner(look)
    if isinstance(node, ast.Compare):
        return _compared(node, check)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        left, right = question(node.left, check), question(node.right, check)
        sign = 1 if isinstance(node.op, ast.Add) else -1
        return lambda look: left(look) + sign * right(look)
    return _single(node, check)


def _joined(node: ast.BoolOp, check: str) -> Question:
    parts = [question(value, check) for value in node.values]
    if isinstance(node.op, ast.And):
        return lambda look: all(part(look) for part in parts)
    return lambda look: any(part(look) for part in parts)


COMPARED: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.GtE: lambda one, other: one >= other,
    ast.LtE: lambda one, other: one <= other,
    ast.Gt: lambda one, other: one > other,
    ast.Lt: lambda one, other: one < other,
    ast.Eq: lambda one, other: one == other,
}


def _compared(node: ast.Compare, check: str) -> Question:
    if len(node.ops) != 1 or type(node.ops[0]) not in COMPARED:
        words = "{check}: two things are compared with >=, <=, >, < or =="
        raise BadCondition(phrase(words, check=repr(check)))
    compare = COMPARED[type(node.ops[0])]
    left, right = question(node.left, check), question(node.comparators[0], check)
    return lambda look: compare(left(look), right(look))


def _single(node: ast.expr, check: str) -> Question:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        number = node.value
        return lambda look: number
    if isinstance(node, ast.Name) and node.id in MATTERS:
        return MATTERS[node.id]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        count = COUNTERS.get(node.attr)
        if count is not None and node.value.id == "since":
            return lambda look: count(look.since)
        if count is not None and node.value.id == "rd":
            return lambda look: count(look.now)
    words = "{check}: {what} is not something a contract can ask about"
    raise BadCondition(phrase(words, check=repr(check), what=repr(ast.unparse(node))))
