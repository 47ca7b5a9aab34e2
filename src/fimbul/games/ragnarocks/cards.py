"""The cards beside the board: whose power it is, what it says, what lies on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.pieces import TONES
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Thing, Zone
from fimbul.kernel.rulebook import Rulebook

WIDE = 120  # across


@cache
def effects() -> dict[str, str]:
    """What each card does, in the words of the rulebook."""
    book = Rulebook(Path(__file__).with_name("rules.toml"))
    return {str(row["id"]): str(row["effect"]) for row in book.tables["power"]}


def card_zones(state: Ragnarocks) -> Iterator[Zone]:
    """Both cards lie face up for the whole match."""
    if not state.powers:
        return
    things = tuple(card(state, seat) for seat, name in enumerate(state.powers) if name)
    yield Zone("powers", "Powers", "row", things=things)


def card(state: Ragnarocks, seat: int) -> Thing:
    name = state.powers[seat]
    return Thing(
        f"power:{name}",
        "card",
        p.TITLES[name],
        size=WIDE,
        tone=TONES[state.side(seat)],
        badge=on_card(state, seat),
        tip=effects()[name],
    )


def on_card(state: Ragnarocks, seat: int) -> str:
    """What lies on a card, or has become of it."""
    said = {
        "thor": str(state.hoard),
        "ask": "a viking waits" if state.waiting else "",
        "idun": "spent" if state.spent else "",
    }.get(state.powers[seat], "")
    paid = f"+{state.debt}" if state.debt and state.powers[1 - seat] == "frigg" else ""
    return " ".join(part for part in (said, paid) if part)
