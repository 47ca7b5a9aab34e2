"""How long a bot may think, as its description says, and how that is cut short."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import floor, log2

BLIND = 10.0  # seconds for a bot whose description names no time
QUICK = 1.0  # seconds on the last free process, for whoever holds another already
LEAST_SECONDS = 0.02  # seconds, or a single iteration: less is no thought

_BUDGET = re.compile(r":([0-9.]+)(s|ms)$")
_TIMED = re.compile(r"(\d+(?:\.\d+)?)(ms|s)", re.ASCII)
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)(ms|s|cpu|n)\b", re.ASCII)


Pace = Mapping[str, int]  # kind of searcher -> tries a second where its levels were measured


def budget(bot: str) -> float:
    """The seconds that a bot's description allows it."""
    found = _BUDGET.search(bot)
    if found is None:
        return BLIND
    return float(found[1]) / (1 if found[2] == "s" else 1000)


def shortened(bot: str, share: float) -> str:
    """The same bot with that share of its thought, in halves: a bot is known by its description,
    and should be met again."""
    if share >= 1:
        return bot
    part = 2.0 ** floor(log2(share))
    name, colon, amounts = bot.partition(":")
    return name + colon + _AMOUNT.sub(lambda found: _less(found, part), amounts)


def _less(found: re.Match[str], part: float) -> str:
    amount, unit = float(found[1]) * part, found[2]
    if unit == "n":
        return f"{max(1, round(amount))}n"
    least = min(float(found[1]), LEAST_SECONDS * (1000 if unit == "ms" else 1))
    return f"{max(least, amount):.3f}".rstrip("0").rstrip(".") + unit


def by_tries(bot: str, pace: Pace) -> str:
    """The same bot with its budget in tries: on another machine the same time would mean another
    strength. Left as it is where the game does not say how many tries its time means."""
    kind, _, amounts = bot.partition(":")
    own, comma, strange = amounts.partition(",")
    paced = [_tries(own, pace.get(kind, 0))]
    if comma:
        paced.append(_tries(strange, pace.get("mcts", 0)))
    return f"{kind}:{','.join(paced)}" if amounts else bot


def _tries(amount: str, pace: int) -> str:
    found = _TIMED.match(amount)
    if found is None or not pace:
        return amount
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    return f"{max(1, round(seconds * pace))}n{amount[found.end() :]}"
