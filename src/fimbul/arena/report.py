"""A study's report: its chapters, from what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from fimbul.arena.findings import Findings, Spread
from fimbul.arena.looking import LookedAt
from fimbul.arena.page import MINUS, ReportChapter, ReportTable
from fimbul.arena.plots import count_plots, entry_plot, pair_plot, strength_plot, thing_plot
from fimbul.arena.ranking import FirstRate
from fimbul.arena.strengths import Strength
from fimbul.arena.study import BalanceStudy
from fimbul.kernel import Game, counted

MOST_PAIRS = 12  # values whose pairs fit into a table; those of more are drawn


class KeptMatch(Struct, frozen=True):
    """A match worth a look: why, its file beside the report, and a link that opens it."""

    why: str
    file: str
    link: str


def chapters_of(
    study: BalanceStudy,
    game: Game[Any],
    looked: Sequence[LookedAt],
    found: Findings,
    kept: Sequence[KeptMatch],
) -> list[ReportChapter]:
    """In the order in which they are read."""
    return [
        ReportChapter("In short", _summary(study, game, found), _lengths(found)),
        *_entries(found),
        *_things(found),
        *_held(found),
        ReportChapter("Seats", _fair_seats(found), _seats(found)),
        ReportChapter("Length, margin and drama", plots=tuple(count_plots(looked))),
        ReportChapter("How matches ended", table=_ends(game, found)),
        ReportChapter("Matches to look at", LINKED, _linked(kept)),
        ReportChapter("Played on", _played_on(study, found)),
    ]


LINKED = (
    "Open shows the match at the table, where Fimbul is served under the address of the link. The "
    "file does the same on its front page, or by `fimbul replay FILE`."
)


def _summary(study: BalanceStudy, game: Game[Any], found: Findings) -> str:
    bots = " and ".join(dict.fromkeys(study.bots))
    text = (
        f"{counted(found.matches, 'match', 'matches')} of {game.title} (rules {game.rules}), "
        f"played by {bots}; {found.drawn} of them with a shared first place."
    )
    return f"{study.text.strip()} {text}".strip()


def _played_on(study: BalanceStudy, found: Findings) -> str:
    """Everything hangs on the seed, so the matches need not be kept to be gone on from."""
    return (
        f"These are the first {counted(found.matches, 'match', 'matches')} of seed {study.seed}. "
        f"`fimbul balance STUDY --matches {2 * found.matches}` plays as many again, with the file "
        "of the study in place of STUDY: from `matches.jsonl` in the folder of the report if it is "
        "there, else from the first match. Bots that count tries and not seconds play every match "
        "as it was played here."
    )


def _lengths(found: Findings) -> ReportTable:
    told = (
        ("choices", found.choices),
        ("turns", found.turns),
        ("margin in points", found.margins),
        ("lead changes", found.lead_changes),
    )
    head = ("of a match", "mean", "median", "least", "most")
    return ReportTable(
        head, tuple((name, *_spread(spread)) for name, spread in told if spread.most)
    )


def _spread(spread: Spread) -> tuple[str, ...]:
    return (f"{spread.mean:.1f}", f"{spread.median:g}", str(spread.least), str(spread.most))


def _percent(rate: float) -> str:
    return f"{100 * rate:.0f} %"


def _between(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _seats(found: Findings) -> ReportTable:
    rows = (
        (name, str(one.played), _percent(one.rate), _between(*one.interval))
        for name, one in zip(_seat_names(found), found.seats, strict=True)
    )
    return ReportTable(("seat", "matches", "first", "95 % interval"), tuple(rows))


def _seat_names(found: Findings) -> tuple[str, ...]:
    names = found.plates or ("",) * len(found.seats)
    return tuple(f"{seat}. {name}".rstrip(". ") for seat, name in enumerate(names, start=1))


def _fair_seats(found: Findings) -> str:
    """Whether any seat has more or less than its share, beyond chance."""
    fair = 1 / len(found.seats)
    named = list(zip(_seat_names(found), found.seats, strict=True))
    told = [f"{name} {word}" for name, one in named if (word := _beyond(one, fair))]
    more = (
        f"Beyond chance: {', '.join(told)}." if told else "No seat differs from it beyond chance."
    )
    return f"How often each seat came first; its share is {_percent(fair)}. {more}"


def _beyond(one: FirstRate, fair: float) -> str:
    low, high = one.interval
    if low > fair:
        return f"{100 * (one.rate - fair):.0f} points above it"
    return f"{100 * (fair - one.rate):.0f} points below it" if high < fair else ""


def _entries(found: Findings) -> Iterator[ReportChapter]:
    if not found.entries:
        return
    points = {one.name: _signed(one) for one in found.strengths}
    head = ("value", "matches", "first", "95 % interval", *(("Elo",) if points else ()))
    rows = tuple(
        (one.name, str(one.played), _percent(one.rate), _between(one.low, one.high))
        + ((points[one.name],) if points else ())
        for one in found.entries
    )
    text, plot = (BY_SEAT, strength_plot) if points else (BY_TABLE, entry_plot)
    yield ReportChapter("Values", text, ReportTable(head, rows), (plot(found),))
    if points:
        yield _who_beats_whom(found)


def _signed(one: Strength) -> str:
    return f"{one.points:+.0f} ± {one.reach:.0f}".replace("-", MINUS)


BY_SEAT = (
    "How often each value came first, and its strength by Bradley and Terry: 100 points more are a "
    "chance of 64 %."
)
BY_TABLE = "How often the first seat came first, with each value of the table."


def _who_beats_whom(found: Findings) -> ReportChapter:
    if len(found.strengths) > MOST_PAIRS:
        words = "The share of the row, from red (lost all) to blue (won all)."
        return ReportChapter("Who beats whom", words, plots=(pair_plot(found),))
    words = "The share of the row, and in how many matches."
    return ReportChapter("Who beats whom", words, _matrix(found))


def _matrix(found: Findings) -> ReportTable:
    names = tuple(one.name for one in found.strengths)
    told = {(one, other): f"{_percent(part)} ({met})" for one, other, met, part in found.pairs}
    rows = ((one, *(told.get((one, other), "") for other in names)) for one in names)
    return ReportTable(("", *names), tuple(rows))


def _things(found: Findings) -> Iterator[ReportChapter]:
    if not found.things:
        return
    head = ("thing", "offered", "taken", "seats that took it", "first", "95 % interval", "remark")
    rows = tuple(
        (one.name, str(one.offered), _percent(one.picked), str(one.played), _percent(one.rate),
         _between(one.low, one.high), one.remark)
        for one in found.things
    )  # fmt: skip
    yield ReportChapter(
        "What was taken, and how that went", CAUSES, ReportTable(head, rows), (thing_plot(found),)
    )


CAUSES = (
    "Who takes a thing and wins need not win because of it: a rate tells where to look, not why. "
    "A remark stands only where the difference is beyond chance for all of these things together."
)


def _held(found: Findings) -> Iterator[ReportChapter]:
    if not found.held:
        return
    first = _seat_names(found)[0]
    head = ("thing", "held", f"by {first}", "95 % interval", "who held it came first", "interval")
    rows = tuple(
        (one.name, str(one.held), _percent(one.by_first), _between(one.first_low, one.first_high),
         _percent(one.rate), _between(one.low, one.high))
        for one in found.held
    )  # fmt: skip
    yield ReportChapter("What was held at the end", table=ReportTable(head, rows))


def _ends(game: Game[Any], found: Findings) -> ReportTable:
    titles = {rule.id: rule.title for rule in game.rulebook.rules.values()}
    told = ((titles.get(rule) or game.rulebook.sentence(rule), n) for rule, n in found.because)
    rows = ((words, str(count)) for words, count in told)
    return ReportTable(("ended by", "matches"), tuple(rows))


def _linked(kept: Sequence[KeptMatch]) -> ReportTable:
    rows = ((one.why, f"[Open]({one.link})", f"[{one.file}]({one.file})") for one in kept)
    return ReportTable(("match", "at the table", "file"), tuple(rows))


def worth_a_look(looked: Sequence[LookedAt]) -> dict[str, LookedAt]:
    """A typical match, and those that stick out; each for one reason, as long as there are
    others."""
    by_length = sorted(looked, key=lambda one: (one.turns, one.match.number))
    by_margin = sorted(looked, key=lambda one: -one.margin)
    by_drama = sorted(looked, key=lambda one: -one.lead_changes)
    wanted = {
        "typical: of middling length": by_length[len(by_length) // 2 :],
        "the longest": by_length[::-1],
        "the shortest": by_length,
        "the clearest win": by_margin,
        "the most changes of the lead": by_drama,
    }
    found: dict[str, LookedAt] = {}
    for why, best_first in wanted.items():
        others = (one for one in best_first if one not in found.values())
        found[why] = next(others, best_first[0])
    return found
