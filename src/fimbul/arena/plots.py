"""The plots of a report: Altair's grammar, drawn as SVG without a browser or a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from msgspec import Struct

from fimbul.arena.findings import Findings, ThingWorth
from fimbul.arena.looking import LookedAt

# colours of the drawing; a page may put others in their place (fimbul.arena.page)
INK, QUIET, LINE, MARK, PAPER = "#1d2329", "#575d60", "#c9bfa9", "#9c2b23", "#fffaf0"
LESS, EVEN, MORE = "#b0342b", "#e9e2d2", "#2f7896"  # red and blue: told apart by nearly everybody
WIDE, NARROW, SMALL = 480, 170, 190  # of the drawing itself, beside its names
LONGEST = {WIDE: 220, NARROW: 115}  # of a name
MOST_NAMED = 60  # things in one plot
MOST_BARS = 24
CELL = 15  # of a pair


class Plot(Struct, frozen=True):
    """A drawing, and the same for a small screen where it would not fit."""

    title: str
    wide: str
    narrow: str = ""


def strength_plot(found: Findings) -> Plot:
    rows = [
        {"name": one.name, "at": one.points, "low": one.points - one.reach,
         "high": one.points + one.reach}
        for one in found.strengths
    ]  # fmt: skip
    words = "Elo points, 95 % interval"
    return _for_both("Strength", lambda width: _with_reach(rows, words, 0.0, width))


def entry_plot(found: Findings) -> Plot:
    rows = [
        {"name": one.name, "at": one.rate, "low": one.low, "high": one.high}
        for one in found.entries
    ]
    words, fair = "first seat first, 95 % interval", 1 / len(found.seats)
    return _for_both(
        "How the first seat does", lambda width: _with_reach(rows, words, fair, width, "%")
    )


def pair_plot(found: Findings) -> Plot:
    import altair as alt

    order = [one.name for one in found.strengths]
    rows = [
        {"one": one, "other": other, "share": share, "met": met}
        for one, other, met, share in found.pairs
    ]
    names = alt.Axis(labelLimit=LONGEST[NARROW], orient="top", labelAngle=-90)
    chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_rect(stroke=PAPER)
        .encode(
            x=alt.X("other:N", sort=order, title="against", axis=names),
            y=alt.Y("one:N", sort=order, title=None, axis=alt.Axis(labelLimit=LONGEST[NARROW])),
            color=alt.Color(
                "share:Q",
                scale=alt.Scale(domain=[0, 0.5, 1], range=[LESS, EVEN, MORE]),
                legend=alt.Legend(title="won", format="%", orient="bottom", gradientLength=SMALL),
            ),
        )
        .properties(width=CELL * len(order), height=CELL * len(order))
    )
    return Plot("Who beats whom", _svg(chart))


def thing_plot(found: Findings) -> Plot:
    """How often each was taken, and how those did who took it; the most offered, if they are
    many."""
    played = [one for one in found.things if one.played]
    often = sorted(played, key=lambda one: -one.offered)[:MOST_NAMED]
    told, fair = [one for one in played if one in often], 1 / len(found.seats)
    return _for_both("Taken, and won with", lambda width: _things(told, fair, width))


def _things(told: Sequence[ThingWorth], fair: float, width: int) -> Any:
    import altair as alt

    rows = [
        {"name": one.name, "picked": one.picked, "at": one.rate, "low": one.low, "high": one.high}
        for one in told
    ]
    ends = alt.Axis(format="%", values=[0, 1], titleAnchor="start")
    share = alt.X("picked:Q", title="taken", axis=ends, scale=alt.Scale(domain=[0, 1]))
    bars = _chart(rows, width // 4).mark_bar(color=MORE).encode(y=_names(width), x=share)
    return alt.hconcat(
        bars, _with_reach(rows, "came first", fair, width * 3 // 4, "%", named=False), spacing=8
    )


def count_plots(looked: Sequence[LookedAt]) -> list[Plot]:
    """Length, margins and drama, where matches differ in them."""
    told = (
        ("Length", "turns of a match", [one.turns for one in looked]),
        ("Margin", "points between the first two", [one.margin for one in looked]),
        ("Drama", "how often the lead changed hands", [one.lead_changes for one in looked]),
    )
    return [
        Plot(title, _svg(_counts(numbers, words)))
        for title, words, numbers in told
        if len(set(numbers)) > 1
    ]


def _for_both(title: str, drawn: Callable[[int], Any]) -> Plot:
    return Plot(title, _svg(drawn(WIDE)), _svg(drawn(NARROW)))


def _svg(chart: Any) -> str:
    import vl_convert

    words = {"labelColor": INK, "titleColor": QUIET, "labelFontSize": 12, "titleFontSize": 12}
    axis = {**words, "gridColor": LINE, "domainColor": LINE, "tickColor": LINE,
            "titleFontWeight": "normal"}  # fmt: skip
    told = chart.configure(background=PAPER, font="sans-serif")
    told = told.configure_axis(**axis).configure_legend(**words).configure_view(stroke=None)
    return str(vl_convert.vegalite_to_svg(told.to_dict()))


def _chart(rows: list[dict[str, Any]], width: int) -> Any:
    import altair as alt

    return alt.Chart(alt.InlineData(values=rows)).properties(width=width)


def _names(width: int) -> Any:
    import altair as alt

    axis = alt.Axis(labelLimit=LONGEST[width], grid=False, ticks=False, domain=False)
    return alt.Y("name:N", sort=None, title=None, axis=axis)


def _ticks(form: str, count: int) -> Any:
    import altair as alt

    return alt.Axis(format=form, tickCount=count, titleAnchor="start")


def _with_reach(
    rows: list[dict[str, Any]],
    title: str,
    middle: float,
    width: int,
    form: str = "d",
    *,
    named: bool = True,
) -> Any:
    """A point for each name, and a line for its interval."""
    import altair as alt

    names = _names(width) if named else alt.Y("name:N", sort=None, axis=None)
    across = alt.X(
        "low:Q", title=title, scale=alt.Scale(zero=False), axis=_ticks(form, width // 60)
    )
    chart = _chart(rows, width)
    lines = chart.mark_rule(color=MARK).encode(y=names, x=across, x2="high:Q")
    points = chart.mark_point(color=MARK, filled=True, opacity=1, size=45)
    fair = _chart([{"middle": middle}], width).mark_rule(color=QUIET, strokeDash=[4, 4])
    return fair.encode(x="middle:Q") + lines + points.encode(y=names, x="at:Q")


def _counts(numbers: Sequence[int], title: str) -> Any:
    """Whole numbers, each in the middle of its bar."""
    import altair as alt

    step = ceil((max(numbers) - min(numbers) + 1) / MOST_BARS)
    bars: dict[int, int] = {}
    for number in numbers:
        bars[number // step * step] = bars.get(number // step * step, 0) + 1
    rows = [
        {"low": first - 0.5, "high": first + step - 0.5, "matches": count}
        for first, count in sorted(bars.items())
    ]
    whole = alt.Axis(format="d", tickMinStep=1, tickCount=6, grid=False, titleAnchor="start")
    return (
        _chart(rows, SMALL)
        .mark_bar(color=MARK, stroke=PAPER, strokeWidth=0.5)
        .encode(
            x=alt.X("low:Q", title=title, axis=whole, scale=alt.Scale(zero=False, nice=False)),
            x2="high:Q",
            y=alt.Y("matches:Q", title="matches", axis=alt.Axis(tickCount=4, tickMinStep=1)),
            y2=alt.datum(0),
        )
        .properties(height=130)
    )
