"""What the log says of a battle. All of it is said over and over, in dreams above all: so every
event is made once and then found again by its small numbers."""

from __future__ import annotations

from functools import cache, lru_cache

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import MOST_STEPS
from fimbul.games.nine_realms.rules.strength import bonus
from fimbul.kernel import Counted, Moved, Said, Turned, once, phrase

ROLLS = "{who} rolls {dice} and adds {count}"
RESHUFFLED = Said(words="The discards are shuffled and become the new draw pile")
TURN_UP = [  # by the steps that are left
    p.some(
        left,
        "Turn a die up for a higher total. {count} step left",
        "Turn a die up for a higher total. {count} steps left",
    )
    for left in range(MOST_STEPS + 1)
]


def rolled(seat: int, dice: tuple[int, ...], rule: str) -> Counted | Said:
    """What is told of rolled dice: the highest first, whatever their order on the table."""
    who, amount, faces = p.WHO[seat], bonus(dice), ", ".join([p.PIPS[face] for face in dice])
    if not dice:  # rule: ruling.no-dice
        return Said(seat=seat, words=phrase("{who} has no dice to roll", who=who))
    if amount:
        text = f"{who} rolls {faces} and adds {amount}"
        words = once(text, ROLLS, who=who, dice=faces, count=amount)
    else:
        words = phrase("{who} rolls {dice} and adds nothing", who=who, dice=faces)
    return Counted(seat=seat, amount=amount, rule=rule, words=words)


few_rolled = cache(rolled)  # so few can fall so differently that all of it is remembered


@cache
def turned(seat: int, die: int, old: int, new: int) -> Turned:
    words = phrase("{who} turns a {old} up to {new}", who=p.WHO[seat], old=old, new=new)
    return Turned(seat=seat, thing=p.DIE[seat][die], face=p.PIPS[new], words=words)


@lru_cache(maxsize=64)
def exchange_asked(box: p.Box, trickster: int) -> str:
    words = "Exchange {hero} for one of your veterans to gain Strength, or keep {hero}"
    return phrase(words, hero=box.hero_names[trickster])


@lru_cache(maxsize=64)
def kept(box: p.Box, seat: int, trickster: int) -> Said:
    words = phrase("{who} keeps {hero}", who=p.WHO[seat], hero=box.hero_names[trickster])
    return Said(seat=seat, words=words)


def exchanged(box: p.Box, seat: int, heroes: tuple[int, int], realms: tuple[int, int]) -> Moved:
    """The trickster goes, the other hero comes from that realm to this one."""
    gone, come = heroes
    words = phrase(
        "{who} exchanges {gone} for {come}",
        who=p.WHO[seat],
        gone=box.hero_names[gone],
        come=box.hero_names[come],
    )
    origin, to = (box.realm_ids[realm] for realm in realms)
    return Moved(seat=seat, thing=box.hero_ids[come], origin=origin, to=to, words=words)
