"""A match whose rules have changed since it began: its players say whether it goes on."""

from __future__ import annotations

from msgspec import structs

from fimbul.server.match.carried import as_snapshot
from fimbul.server.store.base import ConsentAsked
from fimbul.server.table.plan import Actor, Plan, change_of
from fimbul.server.table.situation import Situation
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import Answered, Asked
from fimbul.server.wire.table_card import TableResult


def rules_plan(now: Situation, actor: Actor, ask: ConsentAsked, *, go_on: bool) -> Plan:
    """All must agree to go on by today's rules; one who does not ends the match as it stands."""
    if not go_on:
        even = TableResult((1,) * len(now.seats), (), "", "rules")
        return end_plan(now, actor, even, (Answered(ask.id, yes=False),))
    if now.match is None or now.match.origin is None:
        raise NotNow("this position means nothing to the new rules: the match can only end")
    agreed = tuple(sorted({*ask.agreed, actor.seat}))
    if not set(now.people) <= set(agreed):
        waiting = structs.replace(now.standing, ask=structs.replace(ask, agreed=agreed))
        told = asked(now, structs.replace(ask, agreed=agreed))
        return Plan(change=change_of(now, actor, standing=waiting), notices=(told,))
    standing = structs.replace(now.standing, ask=None, rules=now.game.rules)
    origin = as_snapshot(now.match.origin)
    return Plan(
        change=change_of(now, actor, standing=standing, origin=origin, kept=now.match.kept_state()),
        match=now.match,
        resends=True,
        notices=(Answered(ask.id, yes=True),),
    )


def asked(now: Situation, ask: ConsentAsked) -> Asked:
    """An open question, as everybody is told of it."""
    can = ask.kind != "rules" or now.match is not None
    agreed = ask.agreed if ask.kind == "rules" else ()
    return Asked(ask.id, ask.kind, ask.seat, agreed, can)


def end_plan(
    now: Situation, actor: Actor, result: TableResult, notices: tuple[Answered, ...] = ()
) -> Plan:
    """An end that no rulebook knows."""
    standing = structs.replace(now.standing, state="over", ask=None, result=result)
    change = change_of(now, actor, standing=standing)
    return Plan(change=change, moves=now.match is not None, notices=notices)
