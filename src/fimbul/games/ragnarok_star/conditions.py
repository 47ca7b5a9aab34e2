"""The language of contract conditions: what a card's `check` says, made into a question.

A check is written with the names of [contract_language], whole numbers, + and -, comparisons, and
`and`, `or`, `not`. Nothing else is understood, so a card file cannot do anything but ask.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from fimbul.games.ragnarok_star import parts as p


class Look(NamedTuple):
    """All that a condition may ask about, for one seat."""

    fans: tuple[int, ...]  # by type, seats and pit together
    rivals: int  # the largest total among the opponents
    company: int
    ice_master: bool
    angry: int
    since: tuple[int, ...]  # what was counted since the card was taken
    now: tuple[int, ...]  # the same, of this round


Question = Callable[[Look], int]

MATTERS: Mapping[str, Question] = {
    "girl": lambda look: look.fans[0],
    "boy": lambda look: look.fans[1],
    "lady": lambda look: look.fans[2],
    "man": lambda look: look.fans[3],
    "young": lambda look: look.fans[0] + look.fans[1],
    "old": lambda look: look.fans[2] + look.fans[3],
    "female": lambda look: look.fans[0] + look.fans[2],
    "male": lambda look: look.fans[1] + look.fans[3],
    "total": lambda look: sum(look.fans),
    "pit": lambda look: pit(look.fans),
    "lines": lambda look: lines(look.fans),
    "columns": lambda look: columns(look.fans),
    "biggest": lambda look: max(look.fans),
    "smallest": lambda look: min(look.fans),
    "distinct": lambda look: len(set(look.fans)),
    "rival_total": lambda look: look.rivals,
    "company": lambda look: look.company,
    "ice_master": lambda look: look.ice_master,
    "angry": lambda look: look.angry,
}
PLAIN = (
    "sails", "flights", "ice_flights", "across", "steals", "robbed", "saves", "ice_taken",
    "frozen_ends", "scared",
)  # fmt: skip
COUNTERS: Mapping[str, Callable[[Sequence[int]], int]] = {
    **{name: itemgetter(p.COUNTED.index(name)) for name in PLAIN},
    "fans": lambda counts: sum(counts[p.GAINED : p.GAINED + 4]),
    "types": lambda counts: sum(map(bool, counts[p.GAINED : p.GAINED + 4])),
    "ports": lambda counts: sum(map(bool, counts[p.ENDED : p.ENDED + 4])),
}


def pit(fans: Sequence[int]) -> int:
    """Whoever finds no seat stands in the pit; it has no limit."""  # rule: hall.mosh-pit
    return sum([max(0, count - p.LINES) for count in fans])


def lines(fans: Sequence[int]) -> int:
    """Columns fill from the stage without gaps."""  # rule: ruling.hall-compact
    return min(p.LINES, *fans)


def columns(fans: Sequence[int]) -> int:
    return sum([count >= p.LINES for count in fans])


def read(check: str) -> Question:
    """The question that a check asks; ValueError says what cannot be understood."""
    try:
        tree = ast.parse(check.strip(), mode="eval")
    except (SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"{check!r} is no condition") from None
    return _question(tree.body, check)


def _question(node: ast.expr, check: str) -> Question:
    if isinstance(node, ast.BoolOp):
        return _joined(node, check)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _question(node.operand, check)
        return lambda look: not inner(look)
    if isinstance(node, ast.Compare):
        return _compared(node, check)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        left, right = _question(node.left, check), _question(node.right, check)
        sign = 1 if isinstance(node.op, ast.Add) else -1
        return lambda look: left(look) + sign * right(look)
    return _single(node, check)


def _joined(node: ast.BoolOp, check: str) -> Question:
    parts = [_question(value, check) for value in node.values]
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
        raise ValueError(f"{check!r}: two things are compared with >=, <=, >, < or ==")
    compare = COMPARED[type(node.ops[0])]
    left, right = _question(node.left, check), _question(node.comparators[0], check)
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
    raise ValueError(f"{check!r}: {ast.unparse(node)!r} is nothing a contract can ask about")
