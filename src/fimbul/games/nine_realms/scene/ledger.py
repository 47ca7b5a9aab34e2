"""Why a total is what it is: every point of a line with its reason and its rule."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.strength import BattleLine, cunning_dice, dice_count, faces
from fimbul.kernel import Fact, counted

DIE_RULES = ("", "wisdom.low", "wisdom.low", "wisdom.middle", "wisdom.middle", "wisdom.high",
             "wisdom.high")  # fmt: skip
DICE_RULES = {
    "monster": "card.monster-dice",
    "treasure": "card.treasure-dice",
    "dwarven": "card.dwarven-dice",
    "shield_hall": "card.hall-dice",
}
CUNNING_RULES = {
    "wonder": "card.wonder-no-cunning",
    "monster": "card.monster-cunning",
    "treasure": "card.treasure-rotate",
    "dwarven": "card.dwarven-match",
    "shield_hall": "card.hall-plus",
}
STEP_RULES = ("", "card.treasure-rotate-1", "card.treasure-rotate-2", "card.treasure-rotate-3")


def ledger(box: p.Box, realm: int, line: BattleLine) -> tuple[Fact, ...]:
    """The lines of a total, in the order in which they came; their amounts add up to it."""
    return tuple(_facts(box, realm, line))


def _facts(box: p.Box, realm: int, line: BattleLine) -> Iterator[Fact]:
    if line.hero != p.NONE:
        yield from _hero(box, realm, line.hero)
    for card in line.cards:
        yield from _card(box, realm, card)
    if sum(box.card_dice[realm][card] for card in line.cards) > p.POOL:
        yield Fact(f"only {p.POOL} dice in the pool", "ruling.dice-cap")
    shown, first = faces(line), len(line.dice)
    for number in range(first):
        yield _die(line, number, shown[number])
    if line.last != p.NONE:
        yield _last(box, line)
    for number in range(first, len(shown)):
        yield _die(line, number, shown[number])


def _hero(box: p.Box, realm: int, hero: int) -> Iterator[Fact]:
    name, strength = box.hero_names[hero], box.strengths[hero]
    yield Fact(name, "strength.hero-reveal", strength)
    if box.hero_points[realm][hero] > strength:
        yield Fact(f"{box.realms[realm].name} for {name}", "realm.circle", 1)


def _card(box: p.Box, realm: int, number: int) -> Iterator[Fact]:
    card, place = box.cards[number], box.realms[realm].name
    if card.type == "wonder":
        yield Fact(card.name, "card.wonder-strength", card.strength)
    else:
        yield Fact(f"{card.name}: {counted(card.dice, 'die', 'dice')}", DICE_RULES[card.type])
    if box.card_points[realm][number] > card.strength:
        yield Fact(f"{place} for {card.name}", "realm.circle", 1)
    if box.card_dice[realm][number] > card.dice:
        yield Fact(f"{place}: 1 die more for {card.name}", "realm.square")


def _die(line: BattleLine, number: int, face: int) -> Fact:
    steps = line.ups.count(number)
    turned = f", turned up from {face - steps}" if steps else ""
    return Fact(f"die {face}{turned}", DIE_RULES[face], p.WORTH[face])


def _last(box: p.Box, line: BattleLine) -> Fact:
    card = box.cards[line.last]
    rule, amount = CUNNING_RULES[card.type], box.plus[line.last] or None
    return Fact(f"{card.name}, Cunning {box.cunning_texts[line.last]}", rule, amount)


def in_short(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Only what adds to the total, all dice on one line: it lies beside the dice themselves."""
    dice = [fact.amount or 0 for fact in facts if fact.rule in DIE_RULES]
    rest = tuple(fact for fact in facts if fact.amount is not None and fact.rule not in DIE_RULES)
    if not dice:
        return rest
    worths = " + ".join(str(worth) for worth in dice)
    thrown = counted(len(dice), "die", "dice")
    return (*rest, Fact(f"{thrown}: {worths}", "wisdom.roll", sum(dice)))


def foreseen_total(box: p.Box, line: BattleLine, before: int) -> tuple[str, Fact]:
    """What the last card of a line would do to the total before it: in short, and why."""
    card, fact = line.last, _last(box, line)
    more = cunning_dice(box, card, line.cards, len(line.dice))
    if box.plus[card]:
        return f"{before} + {box.plus[card]} = {before + box.plus[card]}", fact
    if more:
        return f"{before} + {counted(more, 'die', 'dice')}", fact
    return f"{before} stays {before}", fact


def promise(box: p.Box, realm: int, line: BattleLine) -> str:
    """A line before its dice, in short."""
    dice = dice_count(box, realm, line.cards)
    points = sum(fact.amount or 0 for fact in ledger(box, realm, line))
    return f"{points} + {counted(dice, 'die', 'dice')}" if dice else f"{points}"
