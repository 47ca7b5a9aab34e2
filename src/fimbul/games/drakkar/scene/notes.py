"""Facts beside the table."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Fact, Note


def notes(state: Drakkar, seat: int | None) -> tuple[Note, ...]:
    if seat is None or not state.kept[seat] or len(state.kept[seat]) < state.round:
        return ()
    return (_quest_note(state.pack, state.ships[seat], state.kept[seat][-1]),)


@lru_cache(maxsize=1024)
def _quest_note(pack: Pack, berths: Ship, number: int) -> Note:
    """How far a ship is from its quest."""
    quest = pack.quests[number]
    crew, barrels, spears = s.strength(pack, berths), s.beer(pack, berths), s.spears(berths)
    whole = "complete" if s.complete(pack, berths) else "not complete"
    raised = f", and {p.BOOST * len(spears)} with Spears" if spears else ""
    loot = p.said_loot(pack.quest_loots[number])
    facts = (
        Fact(f"Your ship is {whole}", "quest.check"),
        Fact(f"Strength {crew} of {quest.strength}{raised}", "ruling.requirement-strength"),
        Fact(f"Beer {barrels} of {quest.beer}", "quest.requirements"),
        Fact(f"Loot: {loot}", "quest.loot"),
    )
    return Note(f"Quest: {quest.name}", facts)
