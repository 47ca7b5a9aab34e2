"""Which fighter is of which Size, by the lists of the book; the cards must agree with it."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok.army.levy import CAVALRY
from fimbul.games.rag_narok.measure.tables import PROFILES, Profile, Size

NAMED: dict[Size, frozenset[str]] = {  # rule: size.very-large-list, size.large-list
    "Very Large": frozenset({"belial", "dragon"}),
    "Large": frozenset(
        {
            "centaur", "fire-elemental", "son-of-uren", "great-skull", "minotaur", "brontops",
            "shaman-animist-brontops", "goreth-the-massive", "sophet-drahas", "tiger-of-dirz",
            "troll", "vile-tis-carnivore",
        }
    ),
    "Normal": frozenset(
        {
            "giant-barbarian", "executor", "melmoth", "alderan", "sasia-samaris",
            "acheron-spectre", "formor-minion",
        }  # rule: size.formor-normal
    ),
    "Small": frozenset(
        {"baron-samedi", "dwarf-bomber", "battle-toad", "ridgebearer", "elghir", "golborak"}
    ),  # rule: size.elghir-small, size.golborak-small
}  # fmt: skip  # rule: size.normal-list, size.small-list
KINDRED: dict[str, Size] = {  # peoples that are all of one Size, unless a list says otherwise
    "dwarves": "Small", "goblins": "Small", "mid-nor": "Small", "wolfen": "Large",
}  # fmt: skip  # rule: ruling.mid-nor-size


def is_mounted(card: Profile) -> bool:
    return card.base_mm == CAVALRY


def due(card: Profile) -> Size:
    """The Size of a fighter. A fighter that no list names is as large as a Human."""
    if card.kind == "machine" and card.size_on_card:  # rule: size.war-machine
        return card.size
    for size, names in NAMED.items():
        if card.id in names:
            return size
    if is_mounted(card):  # rule: size.cavalry-large
        return "Large"
    if card.kind == "familiar":
        return "Small"
    return crew_size(card.people)


def crew_size(people: str) -> Size:  # rule: size.war-machine
    """The Size of a people on foot, and so of a machine's crew."""
    return KINDRED.get(people, "Normal")


def wrong() -> Iterator[str]:
    """Cards whose Size differs from the book's; a test keeps this empty."""
    for card in PROFILES.values():
        if card.size != due(card):
            yield f"{card.id}: {card.size}, not {due(card)}"
