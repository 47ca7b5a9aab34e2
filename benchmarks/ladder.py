"""The whole ladder: each level against the next weaker one, in every game, told in one table.

Every match is kept as it ends, so the same command goes on where it was stopped; the table of
docs/play/bots.md is written anew after every rung.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import fimbul
from benchmarks.strength import Series, bar, rate
from fimbul.arena import (
    PlayedMatch,
    SequentialTest,
    SeriesFile,
    SeriesRequest,
    compare,
    deal_shares,
    play_series,
    rank_bots,
)
from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/play/bots.md"
KEPT = ROOT / "build/ladder"
BEGIN, END = "<!-- ladder -->", "<!-- /ladder -->"
SEATS = {"ragnarocks": 2, "nine_realms": 2, "drakkar": 4, "ragnarok_star": 2, "rag_narok": 2}
AIMS = {2: 0.65, 4: 0.45}  # what a level should win, where all other seats are the weaker one's
HEAD = (
    "| Game | Seats | Stronger - weaker | Played as | Won by the stronger | Aim |",
    "|---|---|---|---|---|---|",
)


class Rung(NamedTuple):
    """One level, and the next weaker one at all other seats."""

    game: str
    stronger: str
    weaker: str

    @property
    def seats(self) -> int:
        return SEATS.get(self.game, 2)

    @property
    def aim(self) -> float:
        return AIMS[self.seats]


class Climb(NamedTuple):
    """A rung as it is played: by these bots, from this file."""

    rung: Rung
    bots: tuple[str, ...]
    file: Path
    seed: int

    @property
    def asked(self) -> SeriesRequest:
        game = fimbul.game(self.rung.game)
        return SeriesRequest(
            game.id, game.rules, self.bots, {"seats": self.rung.seats}, self.seed, "common"
        )


def rungs(names: Iterable[str]) -> Iterator[Rung]:
    for name in names:
        yield from (Rung(name, strong, weak) for weak, strong in pairwise(LEVELS))


def climb_of(rung: Rung, series: Series, kept: Path) -> Climb:
    """Bots in the same words, but for what stands for a second; each kind of series has files."""
    game = fimbul.game(rung.game)
    strong, weak = (
        series.thought.of(level_bot(game, level)) for level in (rung.stronger, rung.weaker)
    )
    bots = (strong, *[weak] * (rung.seats - 1))
    told = f"{rung.game}-{game.rules}-{rung.stronger}-{strong}-{weak}-{series.seed}"
    named = re.sub(r"[^\w.-]+", "-", told)
    return Climb(rung, bots, kept / f"{named}.jsonl", series.seed)


def play(names: Iterable[str], series: Series, kept: Path, page: Path | None, sure: bool) -> None:
    """Rung after rung; `sure` ends one as soon as a sequential test is. The page has a row for
    every rung that was ever begun with these rules, bots and seed."""
    kept.mkdir(parents=True, exist_ok=True)
    for rung in rungs(names or fimbul.game_names()):
        climb = climb_of(rung, series, kept)
        print(line(climb, played(climb, series, sure)), flush=True)
        if page is not None:
            climbs = [climb_of(one, series, kept) for one in rungs(fimbul.game_names())]
            write(page, [one for one in climbs if one.file.exists()])


def played(climb: Climb, series: Series, sure: bool) -> list[PlayedMatch]:
    """The matches that are kept, then new ones until there are enough."""
    file = SeriesFile(climb.file, climb.asked)
    numbers = {ended.number for ended in file.matches}
    new = play_series(
        climb.rung.game,
        climb.bots,
        series.games,
        seed=series.seed,
        options={"seats": climb.rung.seats},
        workers=series.workers,
        played=numbers,
    )
    if sure and verdict(climb, file.matches) != "undecided":
        return file.matches
    for ended in new:
        file.write(ended)
        done = bar(len(file.matches), series.games)
        print(f"\r{done} {climb.rung.game}, {climb.rung.stronger}", end="", flush=True)
        if sure and verdict(climb, file.matches) != "undecided":
            break
    print("\r\033[K", end="")
    return file.matches


def verdict(climb: Climb, matches: list[PlayedMatch]) -> str:
    """Whether the stronger one reaches its aim or is no better than its seats (SPRT, by deals)."""
    test = SequentialTest(usual=1 / climb.rung.seats, wanted=climb.rung.aim)
    return test.verdict([share for share, _ in deal_shares(climb.bots[0], matches)])


def line(climb: Climb, matches: list[PlayedMatch]) -> str:
    """A row of the table."""
    rung, game = climb.rung, fimbul.game(climb.rung.game)
    strong, weak = climb.bots[:2]
    cells = (
        game.title,
        str(rung.seats),
        f"{rung.stronger} - {rung.weaker}",
        f"`{strong}` - `{weak}`",
        rate(strong, matches),
        f"{rung.aim:.0%}, {_reached(climb, matches)}",
    )
    return f"| {' | '.join(cells)} |"


def _reached(climb: Climb, matches: list[PlayedMatch]) -> str:
    """Whether the rate lies above the aim, below it, or about it, match by match and deal by
    deal: few deals that went alike prove little."""
    by_deal = compare(climb.bots[0], matches)
    by_match = next(one for one in rank_bots(matches) if one.bot == climb.bots[0])
    if min(by_deal.low, by_match.low) > climb.rung.aim:
        return "reached"
    return "missed" if max(by_deal.high, by_match.high) < climb.rung.aim else "not sure"


def write(page: Path, climbs: Iterable[Climb]) -> None:
    """The table of these rungs in place of that which stands between the marks."""
    rows = [line(climb, SeriesFile(climb.file, climb.asked).matches) for climb in climbs]
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{page} has no place for the table: {BEGIN} and {END}")
    table = "\n".join((*HEAD, *rows))
    page.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", "utf-8", newline="\n")
