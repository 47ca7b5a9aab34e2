"""Facts beside the table."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Fact, Note, phrase


def notes(state: Drakkar, seat: int | None) -> tuple[Note, ...]:
    if seat is None or not state.kept[seat] or len(state.kept[seat]) < state.round:
        return ()
    return (_quest_note(state.pack, state.ships[seat], state.kept[seat][-1]),)


@lru_cache(maxsize=1024)
def _quest_note(pack: Pack, berths: Ship, number: int) -> Note:
    """How far a ship is from its quest."""
    quest = pack.quests[number]
    crew, barrels, spears = s.strength(pack, berths), s.beer(pack, berths), s.spears(berths)
    whole = "Your ship is complete" if s.complete(pack, berths) else "Your ship is not complete"
    strength = phrase("Strength {have} of {need}", have=crew, need=quest.strength)
    if spears:
        more = p.BOOST * len(spears)
        strength = phrase("{strength}, and {more} more with Spears", strength=strength, more=more)
    beer = phrase("Beer {have} of {need}", have=barrels, need=quest.beer)
    brings = phrase("Brings {loot}", loot=p.said_loot(pack.quest_loots[number]))
    facts = (
        Fact(whole, "quest.check"),
        Fact(strength, "ruling.requirement-strength"),
        *([Fact(beer, "quest.requirements")] if quest.beer else []),
        Fact(brings, "quest.loot"),
    )
    return Note(phrase("Quest: {quest}", quest=quest.name), facts)
