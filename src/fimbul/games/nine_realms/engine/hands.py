"""What an average hand and an average roll come to, counted once for each box."""

from __future__ import annotations

from collections import Counter
from functools import cache

from fimbul.games.nine_realms import parts as p
from fimbul.kernel import Dice

DEALS = 60  # hands that are looked at for an average


def mean_hands(box: p.Box) -> list[float]:
    """By realm: what the two best cards of a hand and its best last one add, on average."""
    dice = Dice(1)
    hands = [dice.shuffled(range(p.DECK))[: p.HAND] for _ in range(DEALS)]
    return [sum(_points(box, realm, hand) for hand in hands) / DEALS for realm in range(p.BATTLES)]


def _points(box: p.Box, realm: int, hand: list[int]) -> float:
    in_line = box.in_line[realm]
    ranked = sorted(hand, key=in_line.__getitem__, reverse=True)
    best = max(box.as_last[card] for card in ranked[p.LAID :])
    return sum(in_line[card] for card in ranked[: p.LAID]) + best


@cache
def turn_gains(dice: int, steps: int) -> float:
    """What that many steps of a Treasure gain on average, with that many dice."""
    if not steps:
        return 0.0
    ways = Counter({(0, 0): 1})  # dice that gain with one step, and gains of two steps besides
    for _ in range(dice):
        ways = _fallen(ways)
    gains = sum(count * _gain(*way, steps) for way, count in ways.items())
    return float(gains / p.FALLS[dice])


def _fallen(ways: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """The same with one more die."""
    more = Counter[tuple[int, int]]()
    for (cheap, dear), count in ways.items():
        for one, two in ((0, 2), (1, 1), (0, 1), (1, 0), (0, 0), (0, 0)):  # by its face
            more[cheap + one, dear + two] += count
    return more


def _gain(cheap: int, dear: int, steps: int) -> int:
    return steps if cheap >= steps else cheap + min(dear, (steps - cheap) // 2)
