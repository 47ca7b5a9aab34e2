"""What people at a table allow each other: hints, taking back, the sight of a half-made pick, and
whose words they read."""

from __future__ import annotations

from fimbul.kernel import State
from fimbul.server.match.running import RunningMatch
from fimbul.server.table.situation import Situation
from fimbul.server.wire.messages import ChatLine, UndoLeave
from fimbul.server.wire.table_card import ALL_ALLOWED, Customs


def is_company(now: Situation) -> bool:
    """Whether people play here against each other, or will as soon as somebody sits down."""
    return len([seat for seat in now.seats if seat.kind != "bot"]) > 1


def customs_of(now: Situation) -> Customs:
    return now.facts.customs if is_company(now) or now.facts.rated else ALL_ALLOWED


def reads(now: Situation, viewer: int | None, line: ChatLine) -> bool:
    """Where a match counts nobody advises those who play it: what onlookers write is read by
    onlookers alone until it is over."""
    counts = now.facts.rated or bool(now.facts.tournament)
    apart = counts and line.seat is None and now.standing.state != "over"
    return viewer is None or not apart


def seen_state(now: Situation, match: RunningMatch, viewer: int | None) -> State:
    """The table as that viewer may see it: others' half-made picks only where that is allowed."""
    before = match.before_picks
    if before is None or customs_of(now).picks:
        return match.state
    return match.state if viewer in [d.seat for d in match.state.asked] else before


def undo_leave(now: Situation, seat: int) -> UndoLeave:
    """Where only bots would have to agree, it is free; a finished turn is what the table says."""
    leave = now.running.undo_leave(seat)
    if leave != "no" and not now.others(seat) and now.facts.rated:
        return "free" if leave == "free" and may_be_free(now, seat) else "no"  # nobody to ask
    if leave == "ask" and not now.others(seat):
        return "free"
    return "ask" if leave == "free" and not may_be_free(now, seat) else leave


def may_be_free(now: Situation, seat: int) -> bool:
    """Whether that seat may take back without asking, if its choice has shown nothing."""
    rows = now.running.undo_of(seat)
    going_on = seat in now.waiting or (rows and rows[0].number == now.running.state.number)
    return bool(going_on) or customs_of(now).takeback
