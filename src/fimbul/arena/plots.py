"""The plots of a report: Altair's grammar, drawn as SVG without a browser or a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fimbul.arena.findings import Findings
from fimbul.arena.looking import LookedAt

WIDE, INK, PAPER = 560, "#8d2f23", "#fffaf0"
MOST_NAMED = 40  # things in one plot


def plots(found: Findings, looked: Sequence[LookedAt]) -> dict[str, str]:
    """A title and its SVG for everything that can be drawn."""
    drawn: dict[str, Any] = {}
    if found.strengths:
        drawn["Strength"] = _strengths(found)
        drawn["Pairs"] = _pairs(found)
    elif found.entries:
        drawn["How the first seat does"] = _entries(found)
    if found.things:
        drawn["Picked, and won with"] = _things(found)
    drawn["Length"] = _lengths(looked)
    drawn["Drama"] = _drama(looked)
    return {title: _svg(chart) for title, chart in drawn.items()}


def _svg(chart: Any) -> str:
    import vl_convert

    told = chart.configure(background=PAPER, font="sans-serif").to_dict()
    return str(vl_convert.vegalite_to_svg(told))


def _chart(rows: list[dict[str, Any]]) -> Any:
    import altair as alt

    return alt.Chart(alt.InlineData(values=rows)).properties(width=WIDE)


def _with_reach(rows: list[dict[str, Any]], title: str, middle: float) -> Any:
    """A point for each name, and a line for its interval."""
    import altair as alt

    names = alt.Y("name:N", sort=None, title=None)
    chart = _chart(rows)
    lines = chart.mark_rule(color=INK).encode(
        y=names, x=alt.X("low:Q", title=title, scale=alt.Scale(zero=False)), x2="high:Q"
    )
    points = chart.mark_point(color=INK, filled=True, size=50).encode(y=names, x="at:Q")
    fair = _chart([{"middle": middle}]).mark_rule(strokeDash=[4, 4]).encode(x="middle:Q")
    return fair + lines + points


def _strengths(found: Findings) -> Any:
    rows = [
        {"name": one.name, "at": one.points, "low": one.points - one.reach,
         "high": one.points + one.reach}
        for one in found.strengths
    ]  # fmt: skip
    return _with_reach(rows, "Elo points around the mean, 95 % interval", 0.0)


def _entries(found: Findings) -> Any:
    rows = [
        {"name": one.name, "at": one.rate, "low": one.low, "high": one.high}
        for one in found.entries
    ]
    return _with_reach(rows, "rate of the first seat, 95 % interval", 1 / len(found.seats))


def _pairs(found: Findings) -> Any:
    import altair as alt

    order = [one.name for one in found.strengths]
    rows = [{"one": one, "other": other, "share": share} for one, other, _, share in found.pairs]
    colour = alt.Scale(scheme="redyellowgreen", domain=[0, 1])
    return (
        _chart(rows)
        .mark_rect()
        .encode(
            x=alt.X("other:N", sort=order, title="against"),
            y=alt.Y("one:N", sort=order, title=None),
            color=alt.Color("share:Q", scale=colour, title="won"),
        )
    )


def _things(found: Findings) -> Any:
    import altair as alt

    told = [one for one in found.things if one.played]
    told.sort(key=lambda one: -one.offered)
    rows = [
        {
            "name": one.name,
            "picked": one.picked,
            "rate": one.rate,
            "remark": one.remark or "as most",
        }
        for one in told[:MOST_NAMED]
    ]
    points = _chart(rows).encode(
        x=alt.X("picked:Q", title="share of offers that were taken", axis=alt.Axis(format="%")),
        y=alt.Y("rate:Q", title="first, of those who took it", axis=alt.Axis(format="%"),
                scale=alt.Scale(zero=False)),
    )  # fmt: skip
    names = points.mark_text(dy=-7, fontSize=8).encode(text="name:N")
    return points.mark_point(filled=True).encode(color=alt.Color("remark:N", title=None)) + names


def _lengths(looked: Sequence[LookedAt]) -> Any:
    return _counts([one.turns for one in looked], "turns of a match")


def _drama(looked: Sequence[LookedAt]) -> Any:
    return _counts([one.lead_changes for one in looked], "how often the lead changed hands")


def _counts(numbers: list[int], title: str) -> Any:
    import altair as alt

    return (
        _chart([{"number": number} for number in numbers])
        .mark_bar(color=INK)
        .encode(
            x=alt.X("number:Q", bin=alt.Bin(maxbins=30, minstep=1), title=title),
            y=alt.Y("count()", title="matches"),
        )
        .properties(height=160)
    )
