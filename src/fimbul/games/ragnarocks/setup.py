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
from fimbul.kernel import NamedSide, Preset, Setup, did_you_mean, of_field, phrase, quoted

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
        "contested scores for nobody; many matches of good players end that way. Without a limit "
        "(0) you play until all land is divided; the grand board is always played that way.",
        extra_json_schema={
            "labels": {"null": "40, as printed", str(p.UNLIMITED): "No limit (house rule)"},
            "rated": False,
        },
    ),
]
Colours = Annotated[
    str,
    Meta(
        title="Colours",
        description="Drawn by lot; or, so that luck favours nobody, one player plays the first "
        "turn of both colours and the other then takes the colour that looks better. That "
        "works only without powers.",
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
    Meta(
        title="Zero moves",
        description="May a viking stay where it is and only summon?",
        extra_json_schema={"rated": False},
    ),
]
StallLimit = Annotated[
    int,
    Meta(
        title="Turns without a new stone",
        description="After this many in a row the match ends. A stone that is only moved counts as "
        "none.",
        extra_json_schema={"rated": False},
    ),
]
First = Annotated[
    str,
    Meta(
        title="First turn",
        description="The colour that begins, unless a position says otherwise.",
        extra_json_schema={
            "enum": list(p.COLOURS),
            "labels": {name: name.capitalize() for name in p.COLOURS},
            "rated": False,
        },
    ),
]
IvorySeat = Annotated[
    int | None,
    Meta(
        title="Ivory",
        description="Which seat plays ivory, with its team; where one opens and the other "
        "chooses, which seat opens. If you choose neither, the dice of the match decide.",
        extra_json_schema={
            "enum": [None, 0, 1],
            "labels": {"null": "By lot", "0": "The first seat", "1": "The second seat"},
            "rated": False,
        },
    ),
]
PositionText = Annotated[
    str,
    Meta(
        title="Position",
        description="A position to start from, in writing. Without one the match starts as usual.",
        examples=["3rrr3/10/11/11/10/9/8/7/6/1iii1 i 40"],
        extra_json_schema={"rated": False},
    ),
]


_TEAMS = {name: f"{one} against {other}" for name, (one, other) in SIZES.items()}
Teams = Annotated[
    str,
    Meta(
        title="Teams",
        description="How many play on each side, the side of the first seat first.",
        extra_json_schema={
            "enum": ["", *SIZES],
            "labels": {"": "As evenly as possible", **_TEAMS},
        },
    ),
]
PowerName = Annotated[
    str,
    Meta(
        extra_json_schema={
            "enum": [p.DRAFT, p.ANY_POWER, p.NO_POWER, *TITLES],
            "labels": {
                p.DRAFT: "Drafted at the table",
                p.ANY_POWER: "Drawn by chance",
                p.NO_POWER: "No power",
                **TITLES,
            },
        }
    ),
]
Powers = Annotated[
    tuple[PowerName, ...] | str | None,
    Meta(
        title="Powers",
        description="The mythology powers of ivory and of red; in teams of ivory 1, red 1, ivory 2 "
        "and so on. In a draft, ivory offers two cards and red keeps one; teams draw from a pool. "
        "If you choose none, two players play without powers, and teams draft.",
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
        description="For owners of the printed game: a file that names every card whose Odin icon "
        "is not as we guessed it. The others stay as they are.",
    ),
]


PRESETS = (  # rule: adv.matchups, adv.learn-basic-first
    Preset(
        "Basic game",
        "No powers: the rules fit on a page, and a match is soon played.",
        art=("viking-horn", "stone-fehu"),
    ),
    Preset(
        "Equal chances",
        "No powers. One player opens for both colours, the other chooses one.",
        {"colours": p.PIE},
        art=("viking-horn", "viking-cone"),
    ),
    Preset(
        "Stones without end",
        "No powers, and no limit of 40 stones: play until all land is divided.",
        {"stones": p.UNLIMITED},
        art=("stone-fehu", "stone-raidho", "stone-algiz"),
    ),
    Preset(
        "Surtr and Ratatoskr",
        "Recommended to begin with: runestones in pairs, and a squirrel that runs back.",
        {"powers": ["surtr", "ratatoskr"]},
        art=("power-surtr", "power-ratatoskr"),
    ),
    Preset(
        "Tyr and Gullinbursti",
        "Recommended as well: vikings change places, and a boar runs twice.",
        {"powers": ["tyr", "gullinbursti"]},
        art=("power-tyr", "power-gullinbursti"),
    ),
    Preset(
        "Draft",
        "Ivory offers two cards, red keeps one.",
        {"powers": ["draft"]},
        art=("power-thor", "power-freya"),
    ),
    Preset(
        "Chance",
        "Everybody draws a power.",
        {"powers": ["random"]},
        art=("power-fenrir", "die-5"),
    ),
    Preset(
        "Odin's commands",
        "Odin borrows another power every turn, against one drawn by chance.",
        {"powers": ["odin", "random"]},
        art=("power-odin",),
    ),
    Preset(
        "Two teams",
        "Four players share the vikings of two clans and draft a power each.",
        {"seats": 4, "powers": ["draft"]},
        art=("viking-horn", "viking-cone", "power-sol"),
    ),
    Preset(
        "Quick match",
        "The same rules on a small land.",
        {"board": "sym54"},
        art=("viking-horn", "hex"),
    ),
)


SIDES = (  # rule: ruling.colour-choice
    NamedSide("By lot", options={"ivory": None}),
    NamedSide("Ivory", 0, {"ivory": 0}, art="viking-horn", tone="bone"),
    NamedSide("Red", 1, {"ivory": 0}, art="viking-cone", tone="blood"),
)


class RagnarocksSetup(Setup, frozen=True, kw_only=True):
    presets = PRESETS
    named_sides = SIDES

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
            yield from (of_field("cards", problem) for problem in read_icons(self.cards)[1])
        yield from self._power_problems()
        yield from self._colour_problems()
        if self.board not in p.PLANS:
            name, tail = quoted(self.board), did_you_mean(self.board, p.PLANS)
            yield of_field("board", phrase("there is no board {name}{tail}", name=name, tail=tail))
        elif self.position:
            yield from self._position_problems()
        if self.stones is not None and not 0 <= self.stones <= p.MOST_STONES:
            words = "0 (no limit) to {most}, not {number}"
            yield of_field("stones", phrase(words, most=p.MOST_STONES, number=self.stones))
        if not 1 <= self.stall_limit <= p.MOST_STALLED:
            words = phrase(
                "1 to {most}, not {number}", most=p.MOST_STALLED, number=self.stall_limit
            )
            yield of_field("stall_limit", words)
        if self.first not in p.COLOURS:
            yield of_field("first", phrase("ivory or red, not {given}", given=quoted(self.first)))
        if self.ivory is not None and not 0 <= self.ivory < self.seats:
            words = "a seat from 0 to {last}, not {given}"
            yield of_field("ivory", phrase(words, last=self.seats - 1, given=self.ivory))
        if self.teams and sum(SIZES.get(self.teams, ())) != self.seats:
            fitting = ", ".join(name for name, two in SIZES.items() if sum(two) == self.seats)
            words, given = "{count} players divide into {fitting}, not {given}", quoted(self.teams)
            yield of_field("teams", phrase(words, count=self.seats, fitting=fitting, given=given))

    def _colour_problems(self) -> Iterator[str]:  # rule: ruling.pie
        if self.colours not in (p.LOT, p.PIE):
            yield of_field("colours", phrase("lot or pie, not {given}", given=quoted(self.colours)))
        if self.colours != p.PIE:
            return
        if set(self.named_powers) != {p.NO_POWER}:
            yield of_field(
                "colours", "one opens and the other chooses only where nobody has a power"
            )
        if self.position:
            yield of_field("colours", "one opens at the start of the board, not at a position")
        if self.stones and self.stones <= p.OPENING_TURNS:
            yield of_field("colours", "two opening turns need more than 2 runestones")

    def _power_problems(self) -> Iterator[str]:  # rule: ruling.when-powers-are-picked
        names = self.named_powers
        if len(names) != self.seats:
            words = "{count} players have a power each, not {given}"
            yield of_field("powers", phrase(words, count=self.seats, given=len(names)))
        for name in dict.fromkeys(names):
            if name not in (p.NO_POWER, p.ANY_POWER, p.DRAFT, *TITLES):
                words, tail = "there is no power {name}{tail}", did_you_mean(name, TITLES)
                yield of_field("powers", phrase(words, name=quoted(name), tail=tail))
            elif name in TITLES and names.count(name) > 1:
                words = "{power} is one card, and cannot be in play twice"
                yield of_field("powers", phrase(words, power=TITLES[name]))
        if self.drafts and set(names) != {p.DRAFT}:
            yield of_field("powers", "a draft is for everybody")
        if self.drafts and self.position:
            yield of_field("powers", "a draft begins at the start of the board, not at a position")
        if self.seats > 2:
            yield from self._team_power_problems()

    def _team_power_problems(self) -> Iterator[str]:  # rule: team.card-pool, adv.odin-icon
        if p.NO_POWER in self.named_powers:  # rule: team.with-powers
            words = "a team game is always played with powers, one for each player"
            yield of_field("powers", words)
        for name in self.named_powers:
            if name in TITLES and name not in self.icons:
                words = "{power} has no Odin icon, and cannot be in a team game"
                yield of_field("powers", phrase(words, power=TITLES[name]))

    def _position_problems(self) -> Iterator[str]:
        position, problems = read_position(p.board(self.board), self.position)
        found = (*problems, *self._misfits(position))
        yield from (of_field("position", problem) for problem in found)

    def _misfits(self, position: Position) -> Iterator[str]:
        """What a position says that does not go with the other options."""
        total = position.total
        if self.supply == p.UNLIMITED:
            if position.stones:
                words = "a supply without limit is written 0, not {given}"
                yield phrase(words, given=position.stones)
        elif total > self.supply:
            words = "{total} runestones on the board and left, of {supply} in play"
            yield phrase(words, total=total, supply=self.supply)
        most = p.SKIPS_TO_END if self.seats == 2 else 2 * max(sizes_of(self.teams, self.seats))
        if position.skips >= most:
            yield phrase("after {most} skips in a row the match is over", most=most)
        if position.stall >= self.stall_limit:
            words = "{stall} turns without a new stone have reached the limit {limit}"
            yield phrase(words, stall=position.stall, limit=self.stall_limit)
        for name in position.cards:
            if name not in self.named_powers:
                words = "something lies on the card of {power}, which nobody has"
                yield phrase(words, power=TITLES.get(name, name))
        yield from self._latest_problems(position)

    def _latest_problems(self, position: Position) -> Iterator[str]:
        """Whoever had a side's last turn must sit there, whichever side that will be."""
        sizes = sizes_of(self.teams, self.seats) if self.seating else (0, 0)
        known = self.seating and self.ivory in range(self.seats)
        first = self.seating[self.ivory or 0] if known else 0
        for side, number in enumerate((position.ivory, position.red)):
            most = sizes[first ^ side] if known else min(sizes)
            if number > most:
                words = "{colour} {number} has the turn, but {most} play in that team"
                yield phrase(words, colour=p.COLOURS[side], number=number, most=most)
