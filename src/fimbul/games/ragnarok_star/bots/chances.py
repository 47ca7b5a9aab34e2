"""How likely it is that a contract will be met in the end: the same checks, as bots ask them.

What is counted grows in every round by what bands gain on the whole, so that what is still missing
comes by Poisson's law; what is judged only at the end may have changed by then.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache, lru_cache
from math import exp, prod, sqrt, tanh

from fimbul.games.ragnarok_star.rules.conditions import Look, Question, question

Chance = Callable[[Look, int], float]  # with so many rounds to come

# How much a band that keeps its contracts in mind gains of each in a round.
RATES = {
    "girl": 0.75, "boy": 0.75, "lady": 0.75, "man": 0.75, "young": 1.5, "old": 1.5, "female": 1.5,
    "male": 1.5, "total": 3.0, "pit": 0.3, "lines": 0.6, "columns": 0.35, "biggest": 0.9,
    "smallest": 0.6, "distinct": 0.3, "company": 0.3, "fans": 3.0, "types": 2.2, "sails": 0.8,
    "flights": 0.3, "ice_flights": 0.2, "across": 0.4, "steals": 0.25, "robbed": 0.15,
    "saves": 0.05, "ice_taken": 0.25, "ports": 0.6, "frozen_ends": 0.3, "scared": 0.3,
}  # fmt: skip
STANDING = ("company", "distinct", "angry", "ice_master", "rival_total")  # these do not grow
SELDOM = 0.1  # what has no known rate
SPOILT = 0.04  # what each round may spoil of something that is judged only at the end
EVEN, SETTLED = (
    0.4,
    0.3,
)  # what is either met or not: in the long run, and how much of that each round adds
SPREAD = 2.5  # how far two bands drift apart in a round


@cache
def at_least(need: int, mean: float) -> float:
    """How likely it is that at least that many more come, given how many come on average."""
    short, term = 0.0, exp(-mean)
    for many in range(need):
        short += term
        term *= mean / (many + 1)
    return max(0.0, 1.0 - short)


@lru_cache(maxsize=256)
def chance(check: str) -> Chance:
    """How likely that check is to be met at the end; it must be one that can be read."""
    return _chance(ast.parse(check.strip(), mode="eval").body, check)


def _chance(node: ast.expr, check: str) -> Chance:
    if isinstance(node, ast.BoolOp):
        parts = [_chance(value, check) for value in node.values]
        if isinstance(node.op, ast.And):
            return lambda look, left: prod([part(look, left) for part in parts])
        return lambda look, left: 1.0 - prod([1.0 - part(look, left) for part in parts])
    if isinstance(node, ast.UnaryOp):
        inner = _chance(node.operand, check)
        return lambda look, left: 1.0 - inner(look, left)
    if isinstance(node, ast.Compare) and _grows(node):
        return _compared(node, check)
    asked = question(node, check)
    if _name(node).startswith("since.") and isinstance(node, ast.Compare):
        rate = _rate(node.left)
        return lambda look, left: exp(-rate * left) if asked(look) else 0.0
    return lambda look, left: _settled(bool(asked(look)), left)


def _grows(node: ast.Compare) -> bool:
    return not isinstance(node.ops[0], ast.Eq) and _name(node) not in STANDING


def _settled(met: bool, left: int) -> float:
    """What is met or not may change until the end."""
    open_ = min(1.0, SETTLED * left)
    return met * (1.0 - open_) + EVEN * open_


def _compared(node: ast.Compare, check: str) -> Chance:
    sides = question(node.left, check), question(node.comparators[0], check)
    if isinstance(node.ops[0], ast.Lt | ast.LtE):
        sides = sides[1], sides[0]
    strict = isinstance(node.ops[0], ast.Gt | ast.Lt)
    if not isinstance(node.comparators[0], ast.Constant) or isinstance(
        node.ops[0], ast.Lt | ast.LtE
    ):
        return _ahead(*sides, strict)
    name, rate = _name(node), _rate(node.left)
    if name.startswith("rd."):
        return _in_a_round(*sides, strict, rate)
    return _grown(*sides, strict, rate, 0.0 if name.startswith("since.") else SPOILT)


def _ahead(one: Question, other: Question, strict: bool) -> Chance:
    """Two things that both change: by how far one is ahead."""

    def ahead(look: Look, left: int) -> float:
        lead = one(look) - other(look) - 0.5 * strict
        return 0.5 + 0.5 * tanh(lead / (SPREAD * sqrt(left) + 0.05))

    return ahead


def _in_a_round(one: Question, other: Question, strict: bool, rate: float) -> Chance:
    """It must happen within one of the rounds to come, or has happened in this one."""

    def sometime(look: Look, left: int) -> float:
        target = other(look) + strict
        if one(look) >= target:
            return 1.0
        return 1.0 - (1.0 - at_least(target, rate)) ** left

    return sometime


def _grown(one: Question, other: Question, strict: bool, rate: float, spoilt: float) -> Chance:
    """It grows until the end of the match."""

    def grown(look: Look, left: int) -> float:
        need = other(look) + strict - one(look)
        return 1.0 - spoilt * left if need <= 0 else at_least(need, rate * left)

    return grown


def _name(node: ast.expr) -> str:
    """The first thing that is asked about: `since.steals`, `total`."""
    side = node.left if isinstance(node, ast.Compare) else node
    return ast.unparse(side)


def _rate(side: ast.expr) -> float:
    """How much everything that is added up there grows by in a round."""
    if isinstance(side, ast.BinOp):
        more = _rate(side.right)
        return max(SELDOM, _rate(side.left) + (more if isinstance(side.op, ast.Add) else -more))
    return RATES.get(ast.unparse(side).rpartition(".")[2], SELDOM)
