"""Why a total is what it is: every point of a line with its reason and its rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules.strength import BattleLine, cunning_dice, dice_count, faces
from fimbul.kernel import Fact, phrase

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


@lru_cache(maxsize=2048)
def ledger(box: p.Box, realm: int, line: BattleLine) -> tuple[Fact, ...]:
    """The lines of a total, in the order in which they came; their amounts add up to it."""
    return tuple(_facts(box, realm, line))


def _facts(box: p.Box, realm: int, line: BattleLine) -> Iterator[Fact]:
    if line.hero != p.NONE:
        yield from _hero(box, realm, line.hero)
    for card in line.cards:
        yield from _card(box, realm, card)
    if sum(box.card_dice[realm][card] for card in line.cards) > p.POOL:
        yield Fact(phrase("{count} dice at most", count=p.POOL), "ruling.dice-cap")
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
        yield _favoured(box, realm, name)


def _card(box: p.Box, realm: int, number: int) -> Iterator[Fact]:
    card = box.cards[number]
    if card.type == "wonder":
        yield Fact(card.name, "card.wonder-strength", card.strength)
    else:
        words = phrase("{card} brings {dice}", card=card.name, dice=p.dice_in_words(card.dice))
        yield Fact(words, DICE_RULES[card.type])
    if box.card_points[realm][number] > card.strength:
        yield _favoured(box, realm, card.name)
    if box.card_dice[realm][number] > card.dice:
        words = "{realm} gives {card} 1 more die"
        words = phrase(words, realm=box.realms[realm].name, card=card.name)
        yield Fact(words, "realm.square")


def _favoured(box: p.Box, realm: int, name: str) -> Fact:
    words = phrase("{realm} favours {name}", realm=box.realms[realm].name, name=name)
    return Fact(words, "realm.circle", 1)


def _die(line: BattleLine, number: int, face: int) -> Fact:
    steps = line.ups.count(number)
    words = "die {face}, turned up from {old}" if steps else "die {face}"
    parts = {"old": face - steps} if steps else {}
    return Fact(phrase(words, face=face, **parts), DIE_RULES[face], p.WORTH[face])


def _last(box: p.Box, line: BattleLine) -> Fact:
    card, does = box.cards[line.last], box.cunning_texts[line.last]
    rule, amount = CUNNING_RULES[card.type], box.plus[line.last]
    if amount:
        return Fact(phrase("Cunning of {card}", card=card.name), rule, amount)
    if does:
        return Fact(phrase("the Cunning of {card} {does}", card=card.name, does=does), rule)
    return Fact(phrase("{card} has no Cunning", card=card.name), rule)


def in_short(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Only what adds to the total, all dice on one line: it lies beside the dice themselves."""
    dice = [fact.amount or 0 for fact in facts if fact.rule in DIE_RULES]
    rest = tuple(fact for fact in facts if fact.amount is not None and fact.rule not in DIE_RULES)
    if not dice:
        return rest
    worths = " + ".join(str(worth) for worth in dice)
    thrown = phrase("{dice}: {worths}", dice=p.dice_in_words(len(dice)), worths=worths)
    return (*rest, Fact(thrown, "wisdom.roll", sum(dice)))


def foreseen_total(box: p.Box, line: BattleLine, before: int) -> tuple[str, Fact]:
    """What the last card of a line would do to the total before it: in short, and why."""
    card, fact = line.last, _last(box, line)
    more = cunning_dice(box, card, line.cards, len(line.dice))
    if box.plus[card]:
        return grown(before, box.plus[card]), fact
    if more:
        return with_dice(before, more), fact
    return grown(before, 0), fact


def grown(before: int, more: int) -> str:
    """A total and what comes to it."""
    if more:
        return f"{before} + {more} = {before + more}"
    return phrase("{total} stays {total}", total=before)


def promise(box: p.Box, realm: int, line: BattleLine) -> str:
    """A line before its dice, in short."""
    dice = dice_count(box, realm, line.cards)
    points = sum(fact.amount or 0 for fact in ledger(box, realm, line))
    return with_dice(points, dice) if dice else f"{points}"


def with_dice(points: int, dice: int) -> str:
    return phrase("{points} + {dice}", points=points, dice=p.dice_in_words(dice))
