"""What lies in the box: the numbers of the rulebook, and the cards as tables that play quickly."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from pathlib import Path

from fimbul.games.nine_realms.cards import KINDS, SIDES, TABLES, Card, CardFile, read_cards
from fimbul.kernel import Placed, Rolled, Rulebook, Said, counted


def _places(left: int, way: int) -> list[int]:
    places = []
    for rest in range(left, max(0, left - DRAWN), -1):
        way, at = divmod(way, rest)
        places.append(at)
    return places


SEATS = 2
BATTLES, WINS = 9, 5  # rule: goal.five-wins, ruling.markers-per-player
POOL, FACES = 9, 6  # Wisdom dice of a player  # rule: setup.dice
HAND, DRAWN, LAID, REFILL = 5, 3, 2, 3  # rule: setup.hand, hero.draw-three, after.draw-three
DECK = 27  # rule: setup.draw-pile
ALL_CARDS = (1 << DECK) - 1
NONE = -1  # no hero, no card
WORTH = (0, 0, 0, 1, 1, 2, 2)  # by face  # rule: wisdom.low, wisdom.middle, wisdom.high
FALLS = [FACES**count for count in range(POOL + 1)]  # ways in which so many dice can fall
WAYS = [prod(range(max(1, left - DRAWN + 1), left + 1)) for left in range(BATTLES + 1)]  # to draw
PLACES = [  # of the heroes to draw, one after the other, for each of those ways
    [_places(left, way) for way in range(ways)] for left, ways in enumerate(WAYS)
]
KEEP, DONE = "button:no-exchange", "button:done"
TURNS = (0.0, 0.9, 1.7, 2.2)  # what a Treasure gains on average, by its steps
MATCHES = 1.5  # and a Dwarven card
WHO = ("{0}", "{1}")  # a player's name in words
PIPS = ("", "1", "2", "3", "4", "5", "6")
DIE = [[f"die:{seat}-{n}" for n in range(1, POOL + 1)] for seat in range(SEATS)]
DIE_NUMBER = [{name: n for n, name in enumerate(names)} for names in DIE]
DRAWS = [  # heroes: their owner sees them, the others only hear of it
    [Said(seat=seat, words=f"{who} draws {counted(count, 'hero', 'heroes')}") for count in range(4)]
    for seat, who in enumerate(WHO)
]
DRAWS_THREE = [f"{who} draws three cards" for who in WHO]
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
        """What each card does as the last one; only one of these is not nought."""
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
        heroes = zip(self.hero_ids, self.hero_names, self.strengths, strict=True)
        plays = [(hero, f"plays {name}, Strength {count}") for hero, name, count in heroes]
        cards = zip(self.card_ids, self.card_names, self.cunning_texts, strict=True)
        lasts = [(card, name, f"plays {name}, Cunning {text}") for card, name, text in cards]
        self.hero_laid = self._laid(plays)
        self.card_laid = self._laid([(card, f"plays {name}") for card, name, _ in lasts])
        self.begun = [  # by battle and realm
            [Said(words=f"Battle {battle}: {realm.name}") for realm in self.realms]
            for battle in range(1, BATTLES + 1)
        ]
        self.last_laid = [
            [Said(seat=seat, words=f"{who} {words}") for *_, words in lasts]
            for seat, who in enumerate(WHO)
        ]

    def _laid(self, plays: list[tuple[str, str]]) -> list[list[list[Placed]]]:
        return [
            [
                [
                    Placed(seat=seat, thing=thing, to=to, words=f"{who} {words}")
                    for thing, words in plays
                ]
                for to in self.realm_ids
            ]
            for seat, who in enumerate(WHO)
        ]

    def own_heroes(self, side: int) -> range:
        half = len(self.heroes) // 2
        return range(side * half, side * half + half)


KIND_NAMES = ("Norse God", "Frost Giant", "Wonder", "Monster", "Treasure", "Dwarven", "Shield Hall")


def cunning_text(card: Card) -> str:
    """The Cunning of a card in words."""
    cunning = card.cunning
    if cunning.kind == "plus":
        return f"+{cunning.amount}"
    if cunning.kind == "dice":
        return f"roll {counted(cunning.dice, 'more die', 'more dice')}"
    if cunning.kind == "rotate":
        return f"turn dice up, {counted(cunning.steps, 'step')}"
    if cunning.kind == "match":
        names = " or ".join(KIND_NAMES[KINDS.index(kind)] for kind in cunning.types)
        return f"roll a die for each {names} card in your line"
    return "none"


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
