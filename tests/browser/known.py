"""Tables with known dice: matches played at random, up to a choice worth looking at."""

from __future__ import annotations

from random import Random
from typing import Any

import fimbul
from fimbul.kernel import Decision

PEOPLE: list[dict[str, str]] = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
BOT = {"kind": "bot", "bot": "random"}


def begun(name: str, seed: int, **options: object) -> fimbul.Match[Any]:
    game = fimbul.game(name)
    return fimbul.Match(game, game.setup(**options), seed)


def until(match: fimbul.Match[Any], seat: int, rule: str, option: str = "") -> fimbul.Match[Any]:
    """On to where that seat is asked by that rule, with that option if one is named."""

    def is_wanted(decision: Decision) -> bool:
        known = (decision.seat, decision.rule) == (seat, rule)
        return known and (not option or option in decision.options)

    dice = Random(match.seed)
    while not is_wanted(first := match.state.open[0]):
        match.choose(first.seat, dice.choice(first.options))
    return match
