"""Who is not at the table and has to be told: whose turn it is, that all is over."""

from __future__ import annotations

from fimbul.kernel import State, is_foregone
from fimbul.server.store.ledger import Ending, Summons
from fimbul.server.table.situation import Situation


def turn_summons(now: Situation, after: State) -> tuple[Summons, ...]:
    """Players who are away and are asked from now on. Whoever has no choice is answered for, so
    nobody is told of that."""
    away = now.away
    if not away:
        return ()
    same_row = now.match is not None and now.match.state.number == after.number
    known = now.waiting if same_row else ()
    asked = [decision.seat for decision in after.open if decision.seat not in known]
    return tuple(
        Summons(seat, "turn", after.number)
        for seat in away
        if seat in asked and not is_foregone(after, seat)
    )


def end_summons(now: Situation, ending: Ending | None) -> tuple[Summons, ...]:
    """Players who do not see the end of their match."""
    return () if ending is None else tuple(Summons(seat, "over") for seat in now.away)


def ready_summons(now: Situation) -> tuple[Summons, ...]:
    """Everybody sits, and those who are away are waited for."""
    return tuple(Summons(seat, "turn") for seat in now.away)


def rematch_summons(now: Situation, by: int) -> tuple[Summons, ...]:
    """Somebody wants to meet again."""
    return tuple(Summons(seat, "invitation") for seat in now.away if seat != by)


def is_waited_for(now: Situation, seat: int) -> bool:
    """Whether a player who was called still has something to do, and nobody looks."""
    if seat in now.present or not 0 <= seat < len(now.seats) or seat not in now.people:
        return False
    if now.standing.state == "waiting":
        return not now.free and seat not in now.standing.ready
    return seat in now.waiting
