"""What each card does, in our words: in short on the card, in full in its close-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.kernel import phrase

SHORT: Mapping[int, str] = {
    p.BOW: "The front of your ship. It carries one card.",
    p.STERN: "The back of your ship. It carries one card.",
    p.DECK: "The middle of your ship. It carries one card.",
    p.YGGDRASIL: "The front or back of your ship. It carries one card.",
    p.VIKING: "A Viking of strength {strength} for your ship.",
    p.BEER: "A barrel for quests that ask for Beer.",
    p.BARDL: "A Viking of strength 1 and a barrel of Beer in one.",
    p.SPEAR: "For one of your Vikings. Discard it for +2 in a fight.",
    p.LOKI: "Take a loot token from a rival.",
    p.THIEF: "Take a yellow card just revealed. Use it or discard it.",
    p.RAID: "Attack a rival. If you are stronger, take a token. The loser loses a Viking or Spear.",
    p.BOARDING: "With strength {strength} or more, win {loot}. It costs a Viking or Spear.",
    p.SABOTAGE: "A rival discards a Bow or Stern that carries nothing.",
}
ENDS = "A ship is complete with a Bow and a Stern. Only then can it sail on a quest, or board."
STORED = "It needs a free ship card. On a full ship it takes the place of another card."
FULL: Mapping[int, str] = {
    p.BOW: ENDS,
    p.STERN: ENDS,
    p.YGGDRASIL: ENDS,
    p.DECK: "It makes room for a third card, whether the ship is complete or not.",
    p.VIKING: STORED,
    p.BEER: STORED,
    p.BARDL: STORED,
    p.SPEAR: "It takes no room. In a Raid, a Boarding or a quest of yours, discard it to add 2.",
    p.LOKI: "You choose the rival, and the kind of token.",
    p.THIEF: "It never goes into your hand, and cards of earlier tricks are safe.",
    p.RAID: "You need a Viking aboard, but no complete ship. At equal strength the attacker loses.",
    p.BOARDING: "Your ship must be complete. Win or lose, you discard a Viking or a Spear.",
    p.SABOTAGE: "A Deck is safe, and so is every ship card that carries something.",
}
KEPT = 1024  # faces: those of a few packs, for owners bring packs of their own
WHEN: Mapping[str, str] = {
    "yellow": "Yellow: carried out after red cards and before blue ones.",
    "red": "Red: carried out first, in the order of the numbers; this one is {number}.",
    "blue": "Blue: carried out last, in the order of the numbers; this one is {number}.",
}


@lru_cache(maxsize=KEPT)
def text_of(pack: Pack, face: int) -> str:
    """What the card does when this side is played, so short that the card can carry it."""
    kind, loot = pack.kinds[face], p.said_loot(pack.loots[face])
    return phrase(SHORT[kind], strength=pack.needs[face], loot=loot)


@lru_cache(maxsize=KEPT)
def details_of(pack: Pack, face: int) -> tuple[str, ...]:
    """What else there is to know of it, and when it is carried out."""
    kind = pack.kinds[face]
    return (FULL[kind], phrase(WHEN[p.BANNERS[kind]], number=pack.orders[face]))
