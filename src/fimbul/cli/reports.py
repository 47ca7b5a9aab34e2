"""`fimbul reports`: what players report, with what was said, and what was done about it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fimbul.cli.helping import SpokenGroup
from fimbul.cli.operating import of_a_server

if TYPE_CHECKING:
    from fimbul.server.people.care import Care
    from fimbul.server.store.base import Store
    from fimbul.server.wire.care import CareAct, ReportCard

T = TypeVar("T")
OPERATOR = "operator"  # who acts at a terminal, in the trail


@click.group(cls=SpokenGroup)
def reports() -> None:
    """Read and close what players report about others. The server may be running."""


@reports.command("list")
@click.option("--closed", is_flag=True, help="The closed ones instead of the open ones.")
@of_a_server
def list_reports(closed: bool, data: Path, database: str) -> None:
    """List the reports, the latest first."""
    found = _asked(data, database, lambda care: care.page("closed" if closed else "open"))
    for one in found.reports:
        click.echo(f"{one.id}  {_day(one.created)}  {one.name}: {one.words}")
    click.echo(f"{len(found.reports)} reports")


@reports.command()
@click.argument("report")
@of_a_server
def show(report: str, data: Path, database: str) -> None:
    """Show one report, with what was said at the table."""
    found = _asked(data, database, lambda care: care.one(report))
    for line in _told(found):
        click.echo(line)


@reports.command()
@click.argument("report")
@click.option("--ban", "ban", is_flag=True, help="Ban the account, too.")
@click.option("--why", default="", help="The reason, for the audit trail.")
@of_a_server
def close(report: str, ban: bool, why: str, data: Path, database: str) -> None:
    """Close a report."""
    from fimbul.server.wire.care import CareWish

    act: CareAct = "ban" if ban else "dismiss"
    wish = CareWish(act, why)
    _asked(data, database, lambda care: care.close(OPERATOR, report, wish))
    click.echo("closed, and the account is shut out" if ban else "closed")


@reports.command("trail")
@of_a_server
def audit(data: Path, database: str) -> None:
    """List who did what to whom, the latest first."""
    for one in _asked(data, database, lambda care: care.page()).audit:
        click.echo(f"{_day(one.created)}  {one.doer}  {one.act}  {one.what}  {one.words}".rstrip())


def _told(one: ReportCard) -> list[str]:
    said = [f"  {_day(line.at)}  {line.name}: {line.text}" for line in one.evidence]
    return [
        f"{one.name} (account:{one.about}){' is shut out' if one.banned else ''}",
        f"reported by account:{one.sender} on {_day(one.created)}, table {one.table or 'none'}",
        one.words or "(no words)",
        *(said or ["  nothing was said"]),
    ]


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _asked(data: Path, database: str, work: Callable[[Care], Awaitable[T]]) -> T:
    """Ask the store, also beside a running server; one of an older version is left as it is."""

    async def done() -> T:
        from fimbul.server.people.care import Care

        store = _store(data, database)
        try:
            return await work(Care(store))
        finally:
            await store.close()

    return asyncio.run(done())


def _store(data: Path, database: str) -> Store:
    if database:
        try:
            from fimbul.server.store.postgres.store import PostgresStore
        except ImportError as gone:
            needs = f"--database needs the package {gone.name}: pip install 'fimbul[scale]'"
            raise click.ClickException(needs) from None
        return PostgresStore(database)
    from fimbul.server.store.file import check_current
    from fimbul.server.store.sqlite import SqliteStore

    check_current(data)
    return SqliteStore(data)
