"""Which seats belong to an account."""

from __future__ import annotations

from fimbul.server.store.base import Store


async def owned_at(store: Store, match: str, account: str) -> tuple[int, ...]:
    """The seats of that table that belong to that account."""
    if not account:
        return ()
    sql = "select seat from place where match = ? and account = ? order by seat"
    return tuple(seat for (seat,) in await store.look_up(sql, match, account))


async def latest_places(store: Store, account: str, most: int) -> dict[str, tuple[int, ...]]:
    """The seats that an account took last, by table."""
    if not account:
        return {}
    sql = "select match, seat from place where account = ? order by since desc limit ?"
    return {match: (seat,) for match, seat in await store.look_up(sql, account, most)}


async def going_places(store: Store, account: str) -> list[tuple[str, int]]:
    """The seats of an account in matches that are not over, with their tables."""
    sql = (
        "select place.match, place.seat from place join tables on tables.id = place.match "
        "where place.account = ? and tables.state <> 'over' order by place.match, place.seat"
    )
    return [(match, seat) for match, seat in await store.look_up(sql, account)]


async def owner_of(store: Store, match: str, seat: int) -> str:
    """The account that owns a seat; nothing, if it is nobody's."""
    rows = await store.glance("select account from place where match = ? and seat = ?", match, seat)
    return str(rows[0][0]) if rows else ""
