"""What is in the box, and every number of the rulebook; its cards are in `cards`.

A face is a number: twice its card, plus 0 for side a or 1 for side b; `face ^ 1` is the other
side. Cards lie in the order of their shields, so the cards in use are always the first ones.
"""

from __future__ import annotations

from functools import cache

from fimbul.kernel import phrase, player, together

NONE = -1  # no card in that place

FEWEST, MOST = 3, 6  # seats
ROUNDS = 3  # rule: game.three-rounds
DECK_SIZE = 10  # rule: brawl.decks-of-ten, setup.ten-per-player
TRICKS = DECK_SIZE  # rule: play.ten-tricks
SHIELDS = {3: 30, 4: 10, 5: 10, 6: 10}  # rule: ruling.shield-counts
CARDS = sum(SHIELDS.values())
QUESTS = 24
DEALT = 2  # quests to choose from
STACK = 20  # rule: ruling.loot-split
GOAT, WEAPON, GOLD = range(3)
LOOT_KINDS = ("goat", "weapon", "gold")
SAID_LOOT = (
    ("{count} goat", "{count} goats"),
    ("{count} weapon", "{count} weapons"),
    ("{count} gold", "{count} gold"),
)
ONE_TOKEN = ("a goat", "a weapon", "a gold token")
BOOST = 2  # strength of a discarded Spear
OFFERS = 3  # rule: ruling.bargain-protocol
OPENING, FIRST_TAP, NEXT_TAP = (500, 2000), (700, 1500), (500, 900)  # milliseconds, by chance
CALL, RACE = 30_000, 8_000  # until the Earl shouts, until the last deck is taken
LOOK = 10_000  # how long a bot lets the others look at the decks before it shouts
COUNT, CALLED = 5_000, 15_000  # the count of five, and when it starts by itself
REARRANGED = 4  # rule: ruling.rearrange-bound

KINDS = (
    "bow", "stern", "yggdrasil", "deck", "viking", "beer", "bardl", "spear",
    "loki", "thief", "raid", "boarding", "sabotage",
)  # fmt: skip
BOW, STERN, YGGDRASIL, DECK, VIKING, BEER, BARDL, SPEAR = range(8)
LOKI, THIEF, RAID, BOARDING, SABOTAGE = range(8, 13)
BANNERS = ("yellow",) * 8 + ("red",) * 2 + ("blue",) * 3
ENDS = (BOW, STERN, YGGDRASIL)  # pieces that make a ship complete, two of them
PIECES = (BOW, STERN, YGGDRASIL, DECK)
STORABLE = (VIKING, BEER, BARDL)
CREW = (VIKING, BARDL)  # rule: ruling.bardl-is-a-viking

Loot = tuple[int, int, int]  # goats, weapons, gold
NO_LOOT: Loot = (0, 0, 0)


@cache
def cards_in_use(seats: int) -> int:  # rule: setup.shield-table, ruling.shield-example
    """How many of the cards, sorted by shield, are in play."""
    return sum(count for shield, count in SHIELDS.items() if shield <= seats)


# -- the names of things ---------------------------------------------------------------------

FACES = tuple(f"face:{card}{side}" for card in range(1, CARDS + 1) for side in "ab")
FACE_OF = {name: face for face, name in enumerate(FACES)}
TOKENS = tuple(tuple(f"loot:{seat}-{kind}" for kind in LOOT_KINDS) for seat in range(MOST))
TOKEN_OF = {
    name: (seat, kind) for seat, names in enumerate(TOKENS) for kind, name in enumerate(names)
}
PLAYERS = tuple(player(seat) for seat in range(MOST))  # in words: whoever sits there
SEATS = tuple(f"seat:{seat}" for seat in range(MOST))
SEAT_OF = {name: seat for seat, name in enumerate(SEATS)}
DECKS = tuple(f"deck:{deck}" for deck in range(1, MOST + 1))
DECK_OF = {name: deck for deck, name in enumerate(DECKS)}
QUEST_NAMES = tuple(f"quest:{quest}" for quest in range(1, QUESTS + 1))
QUEST_OF = {name: quest for quest, name in enumerate(QUEST_NAMES)}
POOL = tuple(f"pool:{kind}" for kind in LOOT_KINDS)
POOL_OF = {name: kind for kind, name in enumerate(POOL)}
LAST = tuple(f"last:{seat}" for seat in range(MOST))  # the face that a seat revealed last
BY_ODIN, IN_SECRET = "button:by-Odin", "button:in-secret"
LATE = "button:let-the-count-run-out"
USE, DISCARD, BOARD = "button:use-it", "button:discard-it", "button:board"
STOP, OFFER, ACCEPT = "button:stop", "button:offer-this", "button:accept"
REFUSE, COUNTER, REJECT = "button:refuse", "button:counter", "button:reject"


@cache
def said_loot(loot: Loot) -> str:
    """Loot in words."""
    some = [
        phrase(one if count == 1 else many, count=count)
        for count, (one, many) in zip(loot, SAID_LOOT, strict=True)
        if count
    ]
    return together(some) if some else "nothing"


@cache
def said_needs(strength: int, beer: int) -> str:
    """What a quest asks for besides a complete ship, in words."""
    if strength and beer:
        return phrase("strength {needed} and {beer} Beer", needed=strength, beer=beer)
    if beer:
        return phrase("{beer} Beer", beer=beer)
    return phrase("strength {needed}", needed=strength)
