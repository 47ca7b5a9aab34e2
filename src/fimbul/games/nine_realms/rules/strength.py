"""How a line of battle adds up: base, dice, Cunning, and the turning of dice."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fimbul.games.nine_realms.parts import FACES, NONE, POOL, WORTH, Box


class BattleLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """What one player has laid in the battle so far, by number; dice by their faces as rolled."""

    hero: int = NONE
    cards: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()  # of the Wisdom step
    last: int = NONE  # the Cunning card
    more: tuple[int, ...] = ()  # dice of the Cunning card
    ups: tuple[int, ...] = ()  # which die each step of a Treasure has turned


EMPTY = BattleLine()


def base(box: Box, realm: int, line: BattleLine) -> int:
    """Hero, Wonders and circle, before any die. The Cunning card adds nothing here."""
    points = box.card_points[realm]  # rule: ruling.circle-scope
    total = box.hero_points[realm][line.hero] if line.hero != NONE else 0
    for card in line.cards:
        total += points[card]
    return total


def dice_count(box: Box, realm: int, cards: Sequence[int]) -> int:
    """The dice of the Wisdom step."""
    dice, count = box.card_dice[realm], 0
    for card in cards:  # rule: realm.square-not-cunning
        count += dice[card]
    return count if count < POOL else POOL  # rule: ruling.dice-cap


def bonus(faces: Sequence[int]) -> int:  # rule: wisdom.low, wisdom.middle, wisdom.high
    total = 0
    for face in faces:
        total += WORTH[face]
    return total


def cunning_dice(box: Box, last: int, cards: Sequence[int], rolled: int) -> int:
    """The dice that the last card gives, as far as the pool reaches."""
    count, matches = box.more[last], box.matches[last]  # rule: card.dwarven-one-or-two
    for card in cards:  # rule: card.dwarven-match, ruling.dwarven-scope
        count += matches[box.kinds[card]]
    left = POOL - rolled
    return count if count < left else left  # rule: ruling.dice-cap


def faces(line: BattleLine) -> list[int]:
    """The dice of a line as they lie now, turned as far as their owner has turned them."""
    return turned(line, line.ups)


def turned(line: BattleLine, ups: Sequence[int]) -> list[int]:
    """The dice of a line as they were rolled, then each of `ups` a step up."""
    shown = [*line.dice, *line.more]
    for die in ups:
        shown[die] += 1
    return shown


def total(box: Box, realm: int, line: BattleLine) -> int:  # rule: cunning.add
    dice = faces(line) if line.ups else line.dice + line.more
    plus = box.plus[line.last] if line.last != NONE else 0
    return base(box, realm, line) + bonus(dice) + plus


def best_turn(shown: Sequence[int], steps: int) -> tuple[int, ...]:
    """The proposal: the dice to turn, a step each; highest total, fewest steps, rolled order.

    A 2 or a 4 gains a point with one step, a 1 or a 3 with two; so the cheap ones come first.
    """
    dice, picks = list(shown), list[int]()  # rule: ruling.rotate-free-split
    for cost in (1, 2):
        for number, face in enumerate(dice):
            while steps >= cost and face < FACES - 1 and 1 + face % 2 == cost:
                dice[number] = face = face + cost
                picks += [number] * cost
                steps -= cost
    return tuple(picks)
