"""How a match ends for each seat, as its history, its player's record and the ratings have it."""

from __future__ import annotations

from fimbul.server.store.base import Standing
from fimbul.server.store.ledger import Contender, Contest, Ending
from fimbul.server.table.situation import Situation
from fimbul.server.wire.table_card import TableResult

ABSENT, VOID = -1, 0  # places in a tournament: did not come; nobody has won
UNDECIDED = ("closed", "rules")  # such an end says nothing about who played better


def ending_of(now: Situation, standing: Standing | None) -> Ending | None:
    """How a match ends for each seat with that change, if it ends. Whoever has left has lost."""
    result = None if standing is None else standing.result
    if result is None or now.standing.result is not None:
        return None
    seats = range(len(now.seats))
    return Ending(
        tuple(_said(now, result, seat) for seat in seats),
        0 if now.match is None else now.match.turn,
        tuple(_against(now, seat) for seat in seats),
        tuple(_brought(now, seat) for seat in seats),
        _contest(now, result),
        tuple(_placed(now, result, seat) for seat in seats) if now.facts.tournament else (),
    )


def _said(now: Situation, result: TableResult, seat: int) -> str:
    if result.kind in UNDECIDED:
        return "ended"
    if now.seats[seat].left:
        return "lost"
    even = len(set(result.places)) == 1
    return "drawn" if even else "won" if result.places[seat] == 1 else "lost"


def _placed(now: Situation, result: TableResult, seat: int) -> int:
    """As a tournament has it: whoever has left is last, whoever never came is behind them."""
    if now.standing.state == "waiting" and seat in stayed_away(now):
        return ABSENT
    if result.kind in UNDECIDED:
        return VOID
    return len(now.seats) + 1 if now.seats[seat].left else result.places[seat]


def stayed_away(now: Situation) -> tuple[int, ...]:
    """Who has not said that the match may begin."""
    seats = enumerate(now.seats)
    return tuple(n for n, seat in seats if seat.kind != "bot" and n not in now.standing.ready)


def _allies(now: Situation, seat: int) -> tuple[int, ...]:
    return (seat,) if now.match is None else now.game.allies(now.match.state, seat)


def _against(now: Situation, seat: int) -> str:
    """`people`, the bot by its name, or `mixed`."""
    mine = _allies(now, seat)
    rivals = [other for number, other in enumerate(now.seats) if number not in mine]
    kinds = {other.bot if other.kind == "bot" and not other.left else "people" for other in rivals}
    return kinds.pop() if len(kinds) == 1 else "mixed" if kinds else ""


def _brought(now: Situation, seat: int) -> str:
    return "" if now.match is None else now.game.brought(now.match.state, seat)


def _contest(now: Situation, result: TableResult) -> Contest | None:
    if not now.facts.rated or now.match is None or result.kind in UNDECIDED:
        return None
    contenders = tuple(_contender(now, result, seat) for seat in range(len(now.seats)))
    return Contest(now.game.id, contenders)


def _contender(now: Situation, result: TableResult, seat: int) -> Contender:
    """Whoever has left is last, and for themselves: their team is judged without them, and the bot
    that played on for them not at all."""
    held = now.seats[seat]
    if held.left:
        return Contender(seat, len(now.seats) + seat, len(now.seats) + 1)
    bot = held.bot if held.kind == "bot" else ""
    return Contender(seat, min(_allies(now, seat)), result.places[seat], bot)
