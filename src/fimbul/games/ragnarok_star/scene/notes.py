"""Facts beside the table."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import columns, lines, pit
from fimbul.games.ragnarok_star.rules.contracts import is_met
from fimbul.games.ragnarok_star.rules.eye import fan_card_words
from fimbul.games.ragnarok_star.state.packing import BIT
from fimbul.games.ragnarok_star.state.table import RagnarokStar, hall
from fimbul.kernel import Fact, Note, counted


def notes(state: RagnarokStar, seat: int | None) -> tuple[Note, ...]:
    return () if seat is None else (*eye_notes(state, seat), _glory_note(state, seat))


def eye_notes(state: RagnarokStar, seat: int) -> tuple[Note, ...]:  # rule: ruling.eye-which-card
    """The cards that this seat has looked at, until they are turned over."""
    facts = [
        Fact(f"Next {p.DECKS[deck]} card: {fan_card_words(state, cards[-1])}", "eye.peek")
        for deck, cards in enumerate(state.decks)
        if cards and state.peeks[seat] & BIT[deck]
    ]
    return (Note("Your eye has seen", tuple(facts)),) if facts else ()


def _glory_note(state: RagnarokStar, seat: int) -> Note:
    """Where this seat's glory comes from, as it alone can add it up."""
    fans = hall(state, seat)
    pack = state.pack
    facts = [
        Fact(counted(lines(fans), "full line"), "end.lines", lines(fans)),
        Fact(counted(columns(fans), "full column"), "end.columns", columns(fans)),
        *[
            Fact(pack.contracts[card].name, "end.contracts", pack.contracts[card].glory)
            for card in state.shown[seat]
        ],
        *[
            Fact(f"{pack.contracts[card].name}, as it stands", "contract.reveal")
            for card in state.hands[seat]
            if is_met(state, seat, card)
        ],
        Fact(f"{counted(sum(fans), 'fan')}, {pit(fans)} of them in the pit", "end.tie-fans"),
    ]
    return Note("Your glory", tuple(facts))
