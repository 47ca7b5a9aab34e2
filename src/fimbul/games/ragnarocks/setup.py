"""What may be asked for before a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.cards import read_icons
from fimbul.games.ragnarocks.notation.position import Position, read_position, start_position
from fimbul.games.ragnarocks.powers import POWERS
from fimbul.games.ragnarocks.rules.moments import our_icons
from fimbul.games.ragnarocks.rules.teams import SIZES, seating, sizes_of
from fimbul.kernel import Preset, Setup, did_you_mean

TITLES = {name: power.title for name, power in POWERS.items()}

BoardName = Annotated[
    str,
    Meta(
        title="Board",
        description="The outline of the land. Midgard is the board of the box, either side up.",
        extra_json_schema={
            "enum": list(p.PLANS),
            "labels": {name: plan.name for name, plan in p.PLANS.items()},
        },
    ),
]
Stones = Annotated[
    int | None,
    Meta(
        title="Runestones",
        description="The box holds 40. When none is left the match ends, and land that is still "
        "contested scores for nobody: among good players that is how many matches end. "
        "Without a limit (0) they fight on until all land is divided; so it is on the grand board.",
        extra_json_schema={
            "labels": {"null": "40, as printed", str(p.UNLIMITED): "No limit (house rule)"}
        },
    ),
]
Colours = Annotated[
    str,
    Meta(
        title="Colours",
        description="By lot; or, so that luck gives nobody the better side, one player plays "
        "the first turn of both colours and the other then takes the colour that looks better. "
        "The latter without powers only.",
        extra_json_schema={
            "enum": [p.LOT, p.PIE],
            "labels": {
                p.LOT: "By lot, as printed",
                p.PIE: "One opens, the other chooses (pie rule)",
            },
        },
    ),
]
ZeroMove = Annotated[
    bool,
    Meta(title="Zero moves", description="May a viking stay where it is and only summon?"),
]
StallLimit = Annotated[
    int,
    Meta(
        title="Stall limit",
        description="So many turns in a row without a new high of runestones end the match.",
    ),
]
First = Annotated[
    str,
    Meta(
        title="First turn",
        description="The colour that begins; a position says it itself.",
        extra_json_schema={"enum": list(p.COLOURS)},
    ),
]
IvorySeat = Annotated[
    int | None,
    Meta(
        title="Ivory",
        description="The seat that plays ivory, with its team; where one opens and the other "
        "chooses, the seat that opens. Left open: drawn by the dice of the match.",
        extra_json_schema={
            "enum": [None, 0, 1],
            "labels": {"null": "By lot", "0": "The first seat", "1": "The second seat"},
        },
    ),
]
PositionText = Annotated[
    str,
    Meta(
        title="Position",
        description="Where to begin, as a position string; empty: the start of the board.",
        examples=["3rrr3/10/11/11/10/9/8/7/6/1iii1 i 40"],
    ),
]


Teams = Annotated[
    str,
    Meta(
        title="Teams",
        description="How many play on each side, the side of the first seat first. "
        "Left open: as evenly as can be.",
        extra_json_schema={"enum": ["", *SIZES]},
    ),
]
PowerName = Annotated[
    str,
    Meta(
        extra_json_schema={
            "enum": [p.DRAFT, p.ANY_POWER, p.NO_POWER, *TITLES],
            "labels": {p.ANY_POWER: "Drawn by chance", p.NO_POWER: "No power", **TITLES},
        }
    ),
]
Powers = Annotated[
    tuple[PowerName, ...] | str | None,
    Meta(
        title="Powers",
        description="The mythology powers of ivory and of red (of teams: ivory 1, red 1, ivory 2 "
        "and so on), none or random each; or one word for all. draft: ivory offers two cards and "
        "red keeps one; teams draw from a pool. Left open: no powers, and a draft for teams.",
        examples=[
            ["surtr", "ratatoskr"],  # rule: adv.matchups, adv.expansion-compat
            ["tyr", "gullinbursti"],
            ["random", "random"],
            ["sol", "mani", "nerthus", "tyr", "vali"],
            "draft",
        ],
    ),
]


Cards = Annotated[
    dict[str, Any] | None,
    Meta(
        title="Your own cards",
        description="For owners of the printed game: a table [[power]] with id and odin_icon for "
        "every card whose Odin icon is not as we guessed it. The others stay as they are.",
    ),
]


PRESETS = (  # rule: adv.matchups, adv.learn-basic-first
    Preset("Basic game", "No powers: the rules fit on a page, and a match is soon played."),
    Preset(
        "Equal chances",
        "No powers. One player opens for both colours, the other chooses one.",
        {"colours": p.PIE},
    ),
    Preset(
        "Stones without end",
        "No powers, and no limit of 40 stones: play until all land is divided.",
        {"stones": p.UNLIMITED},
    ),
    Preset(
        "Surtr and Ratatoskr",
        "Recommended to begin with: runestones in pairs, and a squirrel that runs back.",
        {"powers": ["surtr", "ratatoskr"]},
    ),
    Preset(
        "Tyr and Gullinbursti",
        "Recommended as well: vikings change places, and a boar runs twice.",
        {"powers": ["tyr", "gullinbursti"]},
    ),
    Preset("Draft", "Ivory offers two cards, red keeps one.", {"powers": ["draft"]}),
    Preset("Chance", "Everybody draws a power.", {"powers": ["random"]}),
    Preset(
        "Odin's commands",
        "Odin borrows another power every turn, against one drawn by chance.",
        {"powers": ["odin", "random"]},
    ),
    Preset(
        "Two teams",
        "Four players share the vikings of two clans and draft a power each.",
        {"seats": 4, "powers": ["draft"]},
    ),
    Preset("Quick match", "The same rules on a small land.", {"board": "sym54"}),
)


class RagnarocksSetup(Setup, frozen=True, kw_only=True):
    presets = PRESETS

    board: BoardName = p.DEFAULT_BOARD
    stones: Stones = None
    colours: Colours = p.LOT
    zero_move: ZeroMove = False
    stall_limit: StallLimit = p.STALL_LIMIT
    first: First = p.FIRST
    ivory: IvorySeat = None  # rule: ruling.colour-choice
    position: PositionText = ""
    powers: Powers = None
    teams: Teams = ""
    cards: Cards = None

    @property
    def icons(self) -> tuple[str, ...]:  # rule: ruling.odin-icons
        """The cards with Odin's icon."""
        return our_icons() if self.cards is None else read_icons(self.cards)[0]

    @property
    def supply(self) -> int:
        """The runestones in play, UNLIMITED for no limit."""
        return p.PLANS[self.board].stones if self.stones is None else self.stones

    def start(self) -> Position:
        """Where the match begins. Only for a setup without problems."""
        board = p.board(self.board)
        if self.position:
            return read_position(board, self.position)[0]
        return start_position(board, p.COLOURS.index(self.first), self.supply)

    @property
    def seating(self) -> tuple[int, ...]:
        """By seat, the first seat of its team; empty if two play."""
        return seating(sizes_of(self.teams, self.seats)) if self.seats > 2 else ()

    @property
    def named_powers(self) -> tuple[str, ...]:
        """The power of ivory, and of red; of teams, number by number."""
        if not self.powers:  # rule: team.with-powers
            return (p.DRAFT if self.seats > 2 else p.NO_POWER,) * self.seats
        named = (self.powers,) if isinstance(self.powers, str) else self.powers
        return named * self.seats if len(named) == 1 else named

    @property
    def drafts(self) -> bool:
        """Are the powers chosen at the table?"""
        return p.DRAFT in self.named_powers

    def problems(self) -> Iterator[str]:
        if self.cards is not None:
            yield from (f"cards: {problem}" for problem in read_icons(self.cards)[1])
        yield from self._power_problems()
        yield from self._colour_problems()
        if self.board not in p.PLANS:
            yield f"board: there is no board {self.board!r}{did_you_mean(self.board, p.PLANS)}"
        elif self.position:
            yield from self._position_problems()
        if self.stones is not None and self.stones < 0:
            yield f"stones: 0 (no limit) or more, not {self.stones}"
        if self.stall_limit < 1:
            yield f"stall_limit: 1 or more, not {self.stall_limit}"
        if self.first not in p.COLOURS:
            yield f"first: ivory or red, not {self.first!r}"
        if self.ivory is not None and not 0 <= self.ivory < self.seats:
            yield f"ivory: a seat from 0 to {self.seats - 1}, not {self.ivory}"
        if self.teams and sum(SIZES.get(self.teams, ())) != self.seats:
            fitting = ", ".join(name for name, two in SIZES.items() if sum(two) == self.seats)
            yield f"teams: {self.seats} players divide into {fitting}, not {self.teams!r}"

    def _colour_problems(self) -> Iterator[str]:  # rule: ruling.pie
        if self.colours not in (p.LOT, p.PIE):
            yield f"colours: {p.LOT} or {p.PIE}, not {self.colours!r}"
        if self.colours != p.PIE:
            return
        if set(self.named_powers) != {p.NO_POWER}:
            yield "colours: one opens and the other chooses only where nobody has a power"
        if self.position:
            yield "colours: one opens at the start of the board, not at a position"
        if self.stones and self.stones <= p.OPENING_TURNS:
            yield f"colours: two opening turns need more than {p.OPENING_TURNS} runestones"

    def _power_problems(self) -> Iterator[str]:  # rule: ruling.when-powers-are-picked
        names = self.named_powers
        if len(names) != self.seats:
            yield f"powers: {self.seats} players have a power each, not {len(names)}"
        for name in dict.fromkeys(names):
            if name not in (p.NO_POWER, p.ANY_POWER, p.DRAFT, *TITLES):
                yield f"powers: there is no power {name!r}{did_you_mean(name, TITLES)}"
            elif name in TITLES and names.count(name) > 1:
                yield f"powers: {TITLES[name]} is one card, and cannot be in play twice"
        if self.drafts and set(names) != {p.DRAFT}:
            yield "powers: a draft is for everybody"
        if self.drafts and self.position:
            yield "powers: a draft begins at the start of the board, not at a position"
        if self.seats > 2:
            yield from self._team_power_problems()

    def _team_power_problems(self) -> Iterator[str]:  # rule: team.card-pool, adv.odin-icon
        if p.NO_POWER in self.named_powers:  # rule: team.with-powers
            yield "powers: a team game is always played with powers, one for each player"
        for name in self.named_powers:
            if name in TITLES and name not in self.icons:
                yield f"powers: {TITLES[name]} has no Odin icon, and cannot be in a team game"

    def _position_problems(self) -> Iterator[str]:
        position, problems = read_position(p.board(self.board), self.position)
        yield from (f"position: {problem}" for problem in problems)
        total = position.total
        if self.supply == p.UNLIMITED:
            if position.stones:
                yield f"position: a supply without limit is written 0, not {position.stones}"
        elif total > self.supply:
            yield f"position: {total} runestones on the board and left, of {self.supply} in play"
        most = p.SKIPS_TO_END if self.seats == 2 else 2 * max(sizes_of(self.teams, self.seats))
        if position.skips >= most:
            yield f"position: after {most} skips in a row the match is over"
        if position.stall >= self.stall_limit:
            yield f"position: stall={position.stall} has reached the limit {self.stall_limit}"
        for name in position.cards:
            if name not in self.named_powers:
                yield f"position: something lies on the card of {name}, which nobody has"
        yield from self._latest_problems(position)

    def _latest_problems(self, position: Position) -> Iterator[str]:
        """Who had the latest turn of a side must sit there, whichever side that will be."""
        sizes = sizes_of(self.teams, self.seats) if self.seating else (0, 0)
        known = self.seating and self.ivory in range(self.seats)
        first = self.seating[self.ivory or 0] if known else 0
        for side, number in enumerate((position.ivory, position.red)):
            most = sizes[first ^ side] if known else min(sizes)
            if number > most:
                yield f"position: {p.COLOURS[side]}={number}, but {most} play in that team"
