"""What is in the box, and every number of the rulebook; its cards are in `cards`.

Islands, fans, actions and tiles are small numbers; what a finger touches has a name, and every
name is made here, once. Fans of an island or a hall are counts by type.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fimbul.kernel import Rulebook, phrase, player

NONE = -1  # no island (at sea), no tile, no card, no action

TABLES: Mapping[str, Any] = Rulebook(Path(__file__).with_name("rules.toml")).tables

FEWEST, MOST = 2, 4  # rule: overview.players
BASE, ANGRY, DIVA = range(3)
MODES = tuple(mode["id"] for mode in TABLES["mode"])  # rule: diva.needs-angry
ROUNDS = 7  # rule: round.seven, ruling.turn-means-round
NUMBERS = (5, 5, 6)  # by mode; rule: program.numbers, diva.six-numbers
PLACES = 6  # places kept for each seat's numbers

# -- islands, in a ring ------------------------------------------------------------------------

ISLANDS = tuple(island["id"] for island in TABLES["island"])  # rule: setup.board
ISLAND_NAMES = tuple(island["name"] for island in TABLES["island"])  # rule: ruling.names
RING = range(len(ISLANDS))  # rule: ruling.board-ring
BESIDE = tuple((island - 1) % 4 for island in RING), tuple((island + 1) % 4 for island in RING)

# -- ice: spot i lies before port i, between the islands i and i + 1 ---------------------------

PACK, BRIDGE, BERG = range(3)  # rule: ruling.ice-spots, ruling.ice-tile-kinds
TILES = tuple(tile["id"] for tile in TABLES["ice_tile"])
TILE_NAMES = tuple(tile["name"] for tile in TABLES["ice_tile"])
BLOCKING = (*(bool(tile["blocks"]) for tile in TABLES["ice_tile"]), False)  # the last: no tile
LINKING = (*(bool(tile["links"]) for tile in TABLES["ice_tile"]), False)
ON_BOARD = 2  # rule: ice.always-two

# -- fans --------------------------------------------------------------------------------------

GIRL, BOY, LADY, MAN = range(4)  # rule: ruling.fan-colours, hall.four-columns
FANS = tuple(fan["id"] for fan in TABLES["fan_type"])
KINDS = range(len(FANS))
STOCK = 21  # of each type  # rule: setup.fan-supply
LINES = 5  # rule: ruling.hall-rows
ONE = ("girl", "boy", "old lady", "old man")
MANY = ("girls", "boys", "old ladies", "old men")
A_FAN = ("a girl", "a boy", "an old lady", "an old man")
LETTERS = "GBLM"
PRONOUN = ("she", "he", "she", "he")

# -- bands and their boards --------------------------------------------------------------------

BANDS = tuple(band["name"] for band in TABLES["band"])  # rule: setup.player-kit
ACTIONS = tuple(action["id"] for action in TABLES["action"])  # rule: band.action-list
(
    SAIL, FLY, SHIELD, ICE, STEAL, EYE, CONTRACT, GIRL2, GIRL1, BOY2, BOY1, LADY2, LADY1, MAN2,
    MAN1, GUEST, BEWITCH, DRAGON,
) = range(18)  # fmt: skip
ACTION_NAMES = tuple(action["name"] for action in TABLES["action"])
STEP_OF = tuple(int(action["step"]) for action in TABLES["action"])
TICKED = tuple(bool(action["needs_destination"]) for action in TABLES["action"])
FAN_OF = tuple(
    FANS.index(action["fan"]) if "fan" in action else NONE for action in TABLES["action"]
)
LIMIT_OF = tuple(int(action.get("limit", 0)) for action in TABLES["action"])
MUSICIANS = tuple(musician["id"] for musician in TABLES["musician"])  # rule: band.five-musicians
MUSICIAN_NAMES = tuple(musician["name"] for musician in TABLES["musician"])
OFFERS = tuple(  # rule: band.three-actions, ruling.band-layout, diva.three-actions
    tuple(ACTIONS.index(action) for action in musician["actions"])
    for musician in TABLES["musician"]
)
MUSICIAN_OF = tuple(
    next(number for number, offer in enumerate(OFFERS) if action in offer)
    for action in range(len(ACTIONS))
)

# -- decks and cards ---------------------------------------------------------------------------

YOUNG, OLD = range(2)
DECKS = ("young", "old")
AGES = ("young fans", "old fans")
DECK_CARDS = 8  # rule: setup.young-deck, setup.old-deck
DRAWN, KEPT = 3, 1  # rule: contract.draw, setup.first-contracts
CONTRACTS = (25, 25, 27)  # by mode; rule: setup.contract-deck, ruling.diva-contracts
GLORY = {"easy": 1, "intermediate": 2, "difficult": 3}  # rule: contract.value
STARS = 13  # rule: ruling.guest-content
(
    CHUCK, FREYJA, OZZY, JOAN, JOHNNY, TYRA, ALICE, KURT, STEVIE, JIMI, AMY, LEMMY, PRINS,
) = range(STARS)  # fmt: skip
EFFECTS = tuple(star["id"] for star in TABLES["guest_star"])
WINDOWS = tuple(star["window"] for star in TABLES["guest_star"])

# -- lodges ------------------------------------------------------------------------------------

SQUARES, EXITS = 4, 2  # rule: ruling.lodge-track, angry.exit-capacity

CHANGES = 40  # how often a seat may change its mind in one round: a match must come to an end

# -- what is counted for contracts, by seat ----------------------------------------------------

COUNTED = (
    "sails", "flights", "ice_flights", "girls", "boys", "ladies", "men", "across", "steals",
    "robbed", "saves", "ice_taken", "pink", "skerries", "motor", "kiss", "frozen_ends", "scared",
)  # fmt: skip
COUNTS = len(COUNTED)
SAILS, FLIGHTS, ICE_FLIGHTS, GAINED = range(4)
ACROSS, STEALS, ROBBED, SAVES, ICE_TAKEN, ENDED = range(7, 13)
FROZEN_ENDS, SCARED = 16, 17
NO_COUNTS = (0,) * COUNTS

# -- the names of things -----------------------------------------------------------------------


def numbered(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


ACT_IDS = tuple(f"act:{action}" for action in ACTIONS)
ACT_OF = numbered(ACT_IDS)
ISLAND_IDS = tuple(f"island:{island}" for island in ISLANDS)
ISLAND_OF = numbered(ISLAND_IDS)
SPOT_IDS = tuple(f"spot:{island}" for island in ISLANDS)
SPOT_OF = numbered(SPOT_IDS)
TILE_IDS = tuple(f"ice:{tile}" for tile in TILES)
TILE_OF = numbered(TILE_IDS)
BAND_IDS = tuple(f"band:{seat}" for seat in range(MOST))
BAND_OF = numbered(BAND_IDS)
BOAT_IDS = tuple(f"boat:{seat}" for seat in range(MOST))
DECK_IDS = tuple(f"deck:{deck}" for deck in DECKS)
DECK_OF = numbered(DECK_IDS)
MUSICIAN_IDS = tuple(f"musician:{musician}" for musician in MUSICIANS)
MUSICIAN_AT = numbered(MUSICIAN_IDS)
NUMBER_IDS = tuple(f"number:{number}" for number in range(1, PLACES + 1))
NUMBER_OF = numbered(NUMBER_IDS)
FAN_IDS = tuple(
    tuple(tuple(f"fan:{island}-{fan}-{n}" for n in range(1, STOCK + 1)) for fan in FANS)
    for island in ISLANDS
)
FAN_AT = {
    name: (island, fan, count)
    for island, kinds in enumerate(FAN_IDS)
    for fan, names in enumerate(kinds)
    for count, name in enumerate(names, start=1)
}
COLUMN_IDS = tuple(tuple(f"column:{seat}-{fan}" for fan in FANS) for seat in range(MOST))
COLUMN_OF = {
    name: (seat, fan) for seat, names in enumerate(COLUMN_IDS) for fan, name in enumerate(names)
}
EXIT_IDS = tuple(f"exit:{seat}" for seat in range(MOST))
STAGE_IDS = tuple(f"stage:{seat}" for seat in range(MOST))
EXIT_OF, STAGE_OF = numbered(EXIT_IDS), numbered(STAGE_IDS)
DONE, BACK = "button:done", "button:take-back"
NO_TICK = "button:tick-nothing"
TAKE_NONE = "button:take-none"
LET_FAIL = "button:let-it-fail"
KEEP, QUIET = "button:keep-the-card", "button:keep-it-all-round"
ENOUGH = "button:enough"

WHO = tuple(player(seat) for seat in range(MOST))
COUNT_WORDS = ("No", "One", "Two", "Three", "Four")

# -- words that are said again and again -------------------------------------------------------


def counts(one: str, many: str, most: int = STOCK) -> tuple[str, ...]:
    """`1 fan`, `2 fans`, by number, in words that can be told in another language."""
    return tuple(phrase(one if n == 1 else many, count=n) for n in range(most + 1))


SOME = tuple(
    counts(f"{{count}} {one}", f"{{count}} {many}") for one, many in zip(ONE, MANY, strict=True)
)
CROWDS = counts("{count} fan", "{count} fans", STOCK * len(FANS))


def some(count: int, fan: int) -> str:
    """A number of fans of one type, in words."""
    return SOME[fan][count]
