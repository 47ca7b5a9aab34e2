"""The cards beside the board: whose power it is, what it says, what lies on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import structs

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.dealing import Keep, Offer
from fimbul.games.ragnarocks.pieces import TONES
from fimbul.games.ragnarocks.rules import TurnStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Thing, Zone
from fimbul.kernel.rulebook import Rulebook

WIDE = 120  # across


@cache
def effects() -> dict[str, str]:
    """What each card does, in the words of the rulebook."""
    book = Rulebook(Path(__file__).with_name("rules.toml"))
    return {str(row["id"]): str(row["effect"]) for row in book.tables["power"]}


def card_zones(state: Ragnarocks, seat: int | None) -> Iterator[Zone]:
    """Both cards lie face up for the whole match; a hand is its owner's secret."""
    if not state.powers:
        return
    choosing = [thing for step in _asked(state) for thing in step.ways(state)]
    if choosing:
        names = [thing.removeprefix("power:") for thing in choosing]
        simple = list(p.TITLES)[: p.SIMPLE]  # rule: ruling.tiers
        for tier, wanted in (("simple", True), ("advanced", False)):
            things = tuple(card(name) for name in names if (name in simple) is wanted)
            yield Zone(tier, f"{tier.capitalize()} cards", "row", things=things)
        return
    owned = [held(state, each) for each, name in enumerate(state.powers) if name]
    looks = {
        name: ("selected" if name in state.borrowed else "exhausted",) for name in state.played
    }
    commands = [structs.replace(card(name), state=look) for name, look in looks.items()]
    yield Zone("powers", "Powers", "row", things=(*owned, *commands))
    if state.hand and seat is not None and state.powers[seat] == "odin":
        hand = tuple(card(name) for name in state.hand)
        yield Zone("hand", "Command cards", "row", things=hand, seat=seat)


def _asked(state: Ragnarocks) -> list[TurnStep]:
    """The step at which cards are offered and kept, if that is asked now."""
    step = state.agenda[-1][0] if state.agenda else None
    return [step] if isinstance(step, Offer | Keep) else []


def card(name: str) -> Thing:
    return Thing(f"power:{name}", "card", p.TITLES[name], size=WIDE, tip=effects()[name])


def held(state: Ragnarocks, seat: int) -> Thing:
    tone = TONES[state.side(seat)]
    return structs.replace(card(state.powers[seat]), tone=tone, badge=on_card(state, seat))


def on_card(state: Ragnarocks, seat: int) -> str:
    """What lies on a card, or has become of it."""
    said = {
        "thor": str(state.hoard),
        "ask": "a viking waits" if state.waiting else "",
        "idun": "spent" if state.spent else "",
        "odin": f"{len(state.hand)} in hand",
    }.get(state.powers[seat], "")
    paid = f"+{state.debt}" if state.debt and state.powers[1 - seat] == "frigg" else ""
    return " ".join(part for part in (said, paid) if part)
