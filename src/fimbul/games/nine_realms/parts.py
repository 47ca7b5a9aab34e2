"""What lies in the box: the numbers of the rulebook, and the cards as tables that play quickly."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path

from fimbul.games.nine_realms.cards import KINDS, SIDES, TABLES, Card, CardFile, read_cards
from fimbul.kernel import Counted, Placed, Rolled, Rulebook, Said, either, once, phrase, player


def some(count: int, one: str, many: str) -> str:
    """A count in words, by the template for one or by that for several."""
    return phrase(one if count == 1 else many, count=count)


def _places(left: int, way: int) -> list[int]:
    places = []
    for rest in range(left, max(0, left - DRAWN), -1):
        way, at = divmod(way, rest)
        places.append(at)
    return places


def dice_in_words(count: int) -> str:
    return some(count, "{count} die", "{count} dice")


def heroes_in_words(count: int) -> str:
    return some(count, "{count} hero", "{count} heroes")


def gain_in_words(strength: int, dice: int) -> str:
    """What a card brings to a line before the dice are rolled."""
    if not dice:
        return phrase("{count} Strength", count=strength)
    if not strength:
        return dice_in_words(dice)
    words = "{strength} Strength and {dice}"
    return phrase(words, strength=strength, dice=dice_in_words(dice))


SEATS = 2
BATTLES, WINS = 9, 5  # rule: goal.five-wins, ruling.markers-per-player
POOL, FACES = 9, 6  # Wisdom dice of a player  # rule: setup.dice
HAND, DRAWN, LAID, REFILL = 5, 3, 2, 3  # rule: setup.hand, hero.draw-three, after.draw-three
DECK = 27  # rule: setup.draw-pile
ALL_CARDS = (1 << DECK) - 1
NONE = -1  # no hero, no card
WORTH = (0, 0, 0, 1, 1, 2, 2)  # by face  # rule: wisdom.low, wisdom.middle, wisdom.high
FALLS = [FACES**count for count in range(POOL + 1)]  # ways in which that many dice can fall
HANDFUL = 4  # dice that are read off a table together
FALLEN = [  # those dice, by the way in which they fall, the first one changing the quickest
    [dice[::-1] for dice in product(range(1, FACES + 1), repeat=count)]
    for count in range(HANDFUL + 1)
]
RANKED = [[tuple(sorted(dice, reverse=True)) for dice in falls] for falls in FALLEN]  # best first
WAYS = [prod(range(max(1, left - DRAWN + 1), left + 1)) for left in range(BATTLES + 1)]  # to draw
PLACES = [  # of the heroes to draw, one after the other, for each of those ways
    [_places(left, way) for way in range(ways)] for left, ways in enumerate(WAYS)
]
KEEP, DONE = "button:no-exchange", "button:done"
TURNS = (0.0, 0.9, 1.7, 2.2)  # what a Treasure gains on average, by its steps
MATCHES = 1.5  # and a Dwarven card
WHO = (player(0), player(1))  # a player's name in words
PIPS = ("", "1", "2", "3", "4", "5", "6")
DIE = [[f"die:{seat}-{n}" for n in range(1, POOL + 1)] for seat in range(SEATS)]
DIE_NUMBER = [{name: n for n, name in enumerate(names)} for names in DIE]
DRAWS = [  # heroes: their owner sees them, the others only hear of it
    [Said(seat=seat, words=phrase("{who} draws {heroes}", who=who, heroes=heroes_in_words(count)))
     for count in range(DRAWN + 1)]
    for seat, who in enumerate(WHO)
]  # fmt: skip
DRAWS_WORDS = "{who} draws {one}, {two} and {three}"
WINS_WORDS = "{who} wins {realm}, {most} to {least}"
DRAWS_THREE = [phrase("{who} draws three cards", who=who) for who in WHO]
ROLLED = [
    [[Rolled(seat=seat, thing=name, face=face, sides=FACES) for face in range(FACES + 1)]
     for name in DIE[seat]]
    for seat in range(SEATS)
]  # fmt: skip


class Box:
    """One card file, ready to play: everything by number, in the order of the file.

    Heroes 0 to 8 fight for the Aesir, 9 to 17 for the Jötunn.
    """

    def __init__(self, file: CardFile) -> None:
        heroes = sorted(file.hero, key=lambda hero: SIDES.index(hero.side))
        self.file, self.realms, self.heroes, self.cards = file, file.realm, heroes, file.card
        self.realm_ids = [f"realm:{realm.id}" for realm in file.realm]
        self.hero_ids = [f"hero:{hero.id}" for hero in heroes]
        self.card_ids = [f"card:{card.id}" for card in file.card]
        self.hero_number = {name: number for number, name in enumerate(self.hero_ids)}
        self.card_number = {name: number for number, name in enumerate(self.card_ids)}
        self.tricks = [hero.power == "exchange" for hero in heroes]  # rule: hero.loki
        self.kinds = [KINDS.index(card.type) for card in file.card]
        self.hero_names = [hero.name for hero in heroes]
        self.card_names = [card.name for card in file.card]
        self.strengths = [hero.strength for hero in heroes]  # rule: ruling.trickster-strength
        self._count_strength()
        self._count_cunning()
        self._weigh()
        self._tell()

    def _count_strength(self) -> None:  # rule: strength.realm-bonus
        """What a hero or a card adds in each realm: its own value and the realm's icon."""
        gods_and_giants = [KINDS[SIDES.index(hero.side)] for hero in self.heroes]
        self.hero_points = [  # rule: realm.circle, ruling.circle-favours-one-side
            [hero.strength + (realm.icon == "circle" and realm.type == kind)
             for hero, kind in zip(self.heroes, gods_and_giants, strict=True)]
            for realm in self.realms
        ]  # fmt: skip
        self.card_points = [  # rule: card.wonder-strength, ruling.circle-scope
            [card.strength + (realm.icon == "circle" and realm.type == card.type)
             for card in self.cards]
            for realm in self.realms
        ]  # fmt: skip
        self.card_dice = [  # rule: strength.dice-icons, realm.square, ruling.square-per-card
            [card.dice + (realm.icon == "square" and realm.type == card.type)
             for card in self.cards]  # rule: card.monster-dice, card.treasure-dice
            for realm in self.realms  # rule: card.dwarven-dice, card.hall-dice
        ]  # fmt: skip

    def _count_cunning(self) -> None:
        """What each card does as the last one; only one of these is not zero."""
        self.plus = [card.cunning.amount for card in self.cards]  # rule: card.hall-plus
        self.more = [card.cunning.dice for card in self.cards]  # rule: card.monster-cunning
        self.steps = [card.cunning.steps for card in self.cards]  # rule: card.treasure-rotate
        self.matches = [  # by the type of a card in the line  # rule: card.dwarven-match
            tuple(kind in card.cunning.types for kind in KINDS) for card in self.cards
        ]
        self.cunning_texts = [cunning_text(card) for card in self.cards]

    def _weigh(self) -> None:
        """What cards are worth on average, for whoever plans: a die gives 1."""
        self.in_line: list[list[int]] = [
            [points + dice for points, dice in zip(*tables, strict=True)]
            for tables in zip(self.card_points, self.card_dice, strict=True)
        ]
        self.as_last: list[float] = [
            plus + more + TURNS[steps] + MATCHES * any(matches)
            for plus, more, steps, matches in zip(
                self.plus, self.more, self.steps, self.matches, strict=True
            )
        ]
        lines = zip(*self.in_line, strict=True)
        self.worth: list[float] = [
            max(sum(line) / len(line), last) for line, last in zip(lines, self.as_last, strict=True)
        ]

    def _tell(self) -> None:
        """What is said when a hero or a card is played, by seat, realm and number: made once."""
        self.begun = [  # by battle and realm
            [Said(words=phrase("Battle {number}: {realm}", number=battle, realm=realm.name))
             for realm in self.realms]
            for battle in range(1, BATTLES + 1)
        ]  # fmt: skip
        self.hero_laid = [
            [self._heroes_laid(seat, to) for to in self.realm_ids] for seat in range(SEATS)
        ]
        self.card_laid = [
            [self._cards_laid(seat, realm) for realm in range(BATTLES)] for seat in range(SEATS)
        ]
        self.last_laid = [
            [Said(seat=seat, words=last_words(who, card)) for card in self.cards]
            for seat, who in enumerate(WHO)
        ]

    def drawn_said(self, seat: int, one: int, two: int, three: int) -> Said:
        """Only their owner hears which cards they are."""
        who, names = WHO[seat], self.card_names
        one_, two_, three_ = names[one], names[two], names[three]
        text = f"{who} draws {one_}, {two_} and {three_}"
        words = once(text, DRAWS_WORDS, who=who, one=one_, two=two_, three=three_)
        return Said(seat=seat, words=words, only=(seat,), others=DRAWS_THREE[seat])

    def tied_said(self, realm: int, both: int) -> Said:
        name = self.realms[realm].name
        return Said(
            words=phrase("{realm} stays unclaimed, {both} to {both}", realm=name, both=both)
        )

    def won_said(self, realm: int, seat: int, most: int, least: int) -> Counted:
        who, name = WHO[seat], self.realms[realm].name
        text = f"{who} wins {name}, {most} to {least}"
        words = once(text, WINS_WORDS, who=who, realm=name, most=most, least=least)
        return Counted(seat=seat, amount=1, rule="win.highest", words=words)

    def _heroes_laid(self, seat: int, to: str) -> list[Placed]:
        words = "{who} sends {hero} with Strength {strength}"
        return [
            Placed(
                seat=seat,
                thing=thing,
                to=to,
                words=phrase(words, who=WHO[seat], hero=hero.name, strength=hero.strength),
            )
            for thing, hero in zip(self.hero_ids, self.heroes, strict=True)
        ]

    def _cards_laid(self, seat: int, realm: int) -> list[Placed]:
        words, to = "{who} plays {card} for {gain}", self.realm_ids[realm]
        gains = map(gain_in_words, self.card_points[realm], self.card_dice[realm])
        return [
            Placed(
                seat=seat,
                thing=thing,
                to=to,
                words=phrase(words, who=WHO[seat], card=card.name, gain=gain),
            )
            for thing, card, gain in zip(self.card_ids, self.cards, gains, strict=True)
        ]

    def own_heroes(self, side: int) -> range:
        half = len(self.heroes) // 2
        return range(side * half, side * half + half)


KIND_NAMES = ("Norse God", "Frost Giant", "Wonder", "Monster", "Treasure", "Dwarven", "Shield Hall")


def cunning_text(card: Card) -> str:
    """What the Cunning of a card does, behind its name; nothing, if it has none."""
    cunning = card.cunning
    if cunning.kind == "plus":
        return phrase("adds {count}", count=cunning.amount)
    if cunning.kind == "dice":
        return some(cunning.dice, "rolls {count} more die", "rolls {count} more dice")
    if cunning.kind == "rotate":
        one, many = "turns a die up by {count} step", "turns dice up by {count} steps in all"
        return some(cunning.steps, one, many)
    if cunning.kind == "match":
        kinds = either([KIND_NAMES[KINDS.index(kind)] for kind in cunning.types])
        return phrase("rolls a die for each {kinds} card in the line", kinds=kinds)
    return ""


def last_words(who: str, card: Card) -> str:
    """Said when somebody plays that card as the last one."""
    if does := cunning_text(card):
        words = "{who} plays {card}, whose Cunning {does}"
        return phrase(words, who=who, card=card.name, does=does)
    return phrase("{who} plays {card}, which has no Cunning", who=who, card=card.name)


def _our_cards() -> CardFile:  # rule: ruling.card-content, ruling.example-split
    tables = Rulebook(Path(__file__).with_name("rules.toml")).tables
    file, problems = read_cards({name: tables[name] for name in TABLES})
    assert file, f"rules.toml: {problems}"
    return file


OURS = Box(_our_cards())


@lru_cache(maxsize=32)
def box_of(cards: CardFile | None) -> Box:
    """The box of a card file; none means the cards of our rulebook."""
    return OURS if cards is None else Box(cards)
