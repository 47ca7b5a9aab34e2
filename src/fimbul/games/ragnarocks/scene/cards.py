"""The cards beside the board: whose power it is, what it says, what lies on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import structs

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.cards import icons
from fimbul.games.ragnarocks.powers import BOOK, POWERS
from fimbul.games.ragnarocks.rules.set_up import CardStep
from fimbul.games.ragnarocks.rules.teams import mates
from fimbul.games.ragnarocks.scene.pieces import TONES, name_of
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Thing, Zone, listed, next_step

CARD_WIDTH = 120  # across


FEW, OFFERED = 4, "Cards to choose from"  # so few lie in one row, whatever their tier
TIERS = {"simple": "Simple cards", "advanced": "Advanced cards"}
POWER_OF, POWERS_OF = ("Ivory's power", "Red's power"), ("Ivory's powers", "Red's powers")
ICON = "◉"  # Odin's eye
WITH_ICON = "◉ It carries Odin's icon: it may be a command card and be used in a team game."
WITHOUT = "It does not carry Odin's icon: it is never a command card nor used in a team game."
GUESSED = "Which cards carry the icon is our guess; owners of the printed game can correct it."


@cache
def texts() -> dict[str, tuple[str, ...]]:
    """The whole effect of each card, and how it meets other powers."""
    parts = ("effect", "interactions")
    return {str(row["id"]): tuple(str(row[part]) for part in parts) for row in BOOK.tables["power"]}


@cache
def simple() -> frozenset[str]:  # rule: ruling.tiers
    """The cards of the simple tier; the others are advanced."""
    return frozenset(str(row["id"]) for row in BOOK.tables["power"] if row["tier"] == "simple")


def card_zones(state: Ragnarocks, seat: int | None) -> Iterator[Zone]:
    """All cards lie face up for the whole match; a hand is its owner's secret."""
    if not state.powers:
        return
    yield from offered(state)
    yield from team_zones(state) if state.teams else seat_zones(state)
    if state.hand and seat is not None and state.powers[seat] == "odin":
        hand = tuple(card(state, name) for name in state.hand)
        yield Zone("hand", "Command cards", "row", things=hand, seat=seat, role="hand")


def seat_zones(state: Ragnarocks) -> Iterator[Zone]:
    """A card before each player, and the command cards that have been played."""
    for seat, name in enumerate(state.powers):
        side = state.side(seat)
        if name:
            yield Zone(f"power-{seat}", POWER_OF[side], things=(held(state, seat),), seat=seat)
        if name == "odin" and state.played:
            played = tuple(commands(state))
            yield Zone("commands", "Played command cards", things=played, seat=seat)


def choosing_cards(state: Ragnarocks) -> CardStep | None:
    """The step at which somebody chooses among the cards, if that is asked now."""
    step = next_step(state)
    return step if isinstance(step, CardStep) else None


def offered(state: Ragnarocks) -> Iterator[Zone]:
    """The cards among which somebody chooses before the first turn."""
    step = choosing_cards(state)
    if step is None:
        return
    names = [thing.removeprefix("power:") for thing in step.ways(state)]
    if len(names) > FEW:
        yield from tiered(state, names)
    else:
        things = tuple(card(state, name) for name in names)
        yield Zone("offered", OFFERED, "row", things=things)
    laid = tuple(card(state, name) for name in step.laid() if name in POWERS)
    if laid:
        yield Zone("laid", "Laid out", "row", things=laid)


def tiered(state: Ragnarocks, names: Sequence[str]) -> Iterator[Zone]:
    for tier, title in TIERS.items():
        wanted = tier == "simple"
        things = tuple(card(state, name) for name in names if (name in simple()) is wanted)
        yield Zone(tier, title, "row", things=things)


def team_zones(state: Ragnarocks) -> Iterator[Zone]:  # rule: team.power-duration
    """The cards of each team; only one of them is active."""
    for side, title in enumerate(POWERS_OF):
        seats = mates(state.teams, state.ivory ^ side)
        things = tuple(held(state, seat) for seat in seats if state.powers[seat])
        if things:
            yield Zone(f"powers-{p.COLOURS[side]}", title, "row", things=things)


def commands(state: Ragnarocks) -> list[Thing]:
    """The command cards that have been played: the one that is heard, and those that are spent."""
    looks = {name: "selected" if name in state.borrowed else "exhausted" for name in state.played}
    return [structs.replace(card(state, name), state=(look,)) for name, look in looks.items()]


def card(state: Ragnarocks, name: str) -> Thing:
    """A card as it is printed, with the icon if it carries one."""
    return printed(name, name in icons(state), not state.icons)


@cache
def printed(name: str, icon: bool, guessed: bool) -> Thing:  # rule: adv.odin-icon
    effect, others = texts()[name]  # rule: ruling.odin-icons
    about = WITH_ICON if icon else WITHOUT
    return Thing(
        f"power:{name}",
        f"power-{name}",
        POWERS[name].title,
        size=CARD_WIDTH,
        tone="violet",
        badge=ICON if icon else "",
        tip=POWERS[name].sentence,
        more=(effect, others, listed((about, GUESSED), " ") if guessed else about),
        kind="card",
    )


def held(state: Ragnarocks, seat: int) -> Thing:
    tone = TONES[state.side(seat)]
    mine = structs.replace(card(state, state.powers[seat]), tone=tone)
    if not state.teams:
        said = [mine.badge, *on_card(state, seat)]
        return structs.replace(mine, badge=listed([*filter(None, said)], " "))
    look = "selected" if seat in state.acting else "exhausted"
    return structs.replace(mine, badge=name_of(state, seat), seat=seat, state=(look,))


def on_card(state: Ragnarocks, seat: int) -> list[str]:
    """What lies on a card, or has become of it: its own power says so, and then the rival's."""
    mine = state.powers[seat]
    rivals = (name for name in state.powers if name and name != mine)
    return [POWERS[mine].on_card(state), *(POWERS[name].on_rivals_card(state) for name in rivals)]
