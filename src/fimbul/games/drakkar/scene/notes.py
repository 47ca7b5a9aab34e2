"""Facts beside the table."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.rules.quest import quest_of
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Fact, Note


def notes(state: Drakkar, seat: int | None) -> tuple[Note, ...]:
    if seat is None or not state.kept[seat] or len(state.kept[seat]) < state.round:
        return ()
    return (_quest_note(state, seat),)


def _quest_note(state: Drakkar, seat: int) -> Note:
    """How far this seat's ship is from its quest."""
    pack, berths, quest = state.pack, state.ships[seat], quest_of(state, seat)
    crew, barrels, spears = s.strength(pack, berths), s.beer(pack, berths), s.spears(berths)
    whole = "complete" if s.complete(pack, berths) else "not complete"
    raised = f", and {p.BOOST * len(spears)} with Spears" if spears else ""
    loot = p.said_loot(pack.quest_loots[state.kept[seat][-1]])
    facts = (
        Fact(f"Your ship is {whole}", "quest.check"),
        Fact(f"Strength {crew} of {quest.strength}{raised}", "ruling.requirement-strength"),
        Fact(f"Beer {barrels} of {quest.beer}", "quest.requirements"),
        Fact(f"Loot: {loot}", "quest.loot"),
    )
    return Note(f"Quest: {quest.name}", facts)
