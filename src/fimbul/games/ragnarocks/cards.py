"""The cards beside the board: whose power it is, what it says, what lies on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import structs

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.dealing import Draft, Keep, Offer, Pool
from fimbul.games.ragnarocks.pieces import NAMES, TONES, name_of
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.games.ragnarocks.teams import mates
from fimbul.kernel import Thing, Zone
from fimbul.kernel.rulebook import Rulebook

WIDE = 120  # across


@cache
def effects() -> dict[str, str]:
    """What each card does, in the words of the rulebook."""
    book = Rulebook(Path(__file__).with_name("rules.toml"))
    return {str(row["id"]): str(row["effect"]) for row in book.tables["power"]}


def card_zones(state: Ragnarocks, seat: int | None) -> Iterator[Zone]:
    """All cards lie face up for the whole match; a hand is its owner's secret."""
    if not state.powers:
        return
    yield from offered(state)
    if state.teams:
        yield from team_zones(state)
    elif any(state.powers):
        owned = [held(state, each) for each, name in enumerate(state.powers) if name]
        yield Zone("powers", "Powers", "row", things=(*owned, *commands(state)))
    if state.hand and seat is not None and state.powers[seat] == "odin":
        hand = tuple(card(name) for name in state.hand)
        yield Zone("hand", "Command cards", "row", things=hand, seat=seat)


def offered(state: Ragnarocks) -> Iterator[Zone]:
    """The cards among which somebody chooses before the first turn."""
    step = state.agenda[-1][0] if state.agenda else None
    if not isinstance(step, Offer | Keep | Pool | Draft):
        return
    names = [thing.removeprefix("power:") for thing in step.ways(state)]
    simple = list(p.TITLES)[: p.SIMPLE]  # rule: ruling.tiers
    for tier, wanted in (("simple", True), ("advanced", False)):
        things = tuple(card(name) for name in names if (name in simple) is wanted)
        yield Zone(tier, f"{tier.capitalize()} cards", "row", things=things)
    laid = tuple(card(name) for name in step.laid() if name in p.TITLES)
    if laid:
        yield Zone("laid", "Laid out", "row", things=laid)


def team_zones(state: Ragnarocks) -> Iterator[Zone]:
    """The cards of each team; only one of them is active."""  # rule: team.power-duration
    for side, name in enumerate(NAMES):
        seats = mates(state.teams, state.ivory ^ side)
        things = tuple(held(state, seat) for seat in seats if state.powers[seat])
        if things:
            yield Zone(f"powers-{p.COLOURS[side]}", f"{name}'s powers", "row", things=things)


def commands(state: Ragnarocks) -> list[Thing]:
    """The command cards that have been played: the one that is heard, and those that are spent."""
    looks = {name: "selected" if name in state.borrowed else "exhausted" for name in state.played}
    return [structs.replace(card(name), state=(look,)) for name, look in looks.items()]


def card(name: str) -> Thing:
    return Thing(f"power:{name}", "card", p.TITLES[name], size=WIDE, tip=effects()[name])


def held(state: Ragnarocks, seat: int) -> Thing:
    tone = TONES[state.side(seat)]
    mine = structs.replace(card(state.powers[seat]), tone=tone, badge=on_card(state, seat))
    if not state.teams:
        return mine
    look = "selected" if seat in state.acting else "exhausted"
    return structs.replace(mine, badge=name_of(state, seat), state=(look,))


def on_card(state: Ragnarocks, seat: int) -> str:
    """What lies on a card, or has become of it."""
    said = {
        "thor": str(state.hoard),
        "ask": "a viking waits" if state.waiting else "",
        "idun": "spent" if state.spent else "",
        "odin": f"{len(state.hand)} in hand",
    }.get(state.powers[seat], "")
    owed = state.debt and "frigg" in state.powers and state.powers[seat] != "frigg"
    return " ".join(part for part in (said, f"+{state.debt}" if owed else "") if part)
