"""Metrics for Prometheus. Labels come from short fixed lists: no name, token or thing in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class BotsWatched(Protocol):
    """Where jobs wait for a bot process."""

    on_begin: Callable[[float], None]
    on_end: Callable[[str], None]

    @property
    def waiting(self) -> int: ...

    @property
    def hired(self) -> int: ...


class Metrics:
    """One registry for each app, so that two apps in one process do not mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.choices = Counter(
            "fimbul_choices", "Choices written down", ["game", "by"], registry=self.registry
        )
        self.refused = Counter("fimbul_refused", "Refusals", ["code"], registry=self.registry)
        self.requests = Counter(
            "fimbul_requests", "HTTP requests", ["route", "status"], registry=self.registry
        )
        self.persist = Histogram(
            "fimbul_persist_seconds",
            "Seconds from a legal choice to a durable one",
            registry=self.registry,
            buckets=_SHORT,
        )
        self._count_bots()
        self.stood_still = Counter(
            "fimbul_stood_still_seconds",
            "Seconds in which the event loop did not come round, and no clock ran",
            registry=self.registry,
        )
        self.connections = Gauge(
            "fimbul_connections", "Open sockets", ["kind"], registry=self.registry
        )
        self.tables = Gauge("fimbul_tables", "Tables in memory", registry=self.registry)
        self.dropped = Counter(
            "fimbul_dropped", "Sockets closed because they read too slowly", registry=self.registry
        )

        self.notices = Counter(
            "fimbul_notices",
            "Notices sent, failed and given up",
            ["way", "kind", "outcome"],
            registry=self.registry,
        )

    def _count_bots(self) -> None:
        self.thinking = Histogram(
            "fimbul_bot_seconds",
            "Seconds a bot took to answer",
            registry=self.registry,
            buckets=_SHORT,
        )
        self.waiting = Gauge(
            "fimbul_bot_line", "Decisions in line for a bot process", registry=self.registry
        )
        self.waited = Histogram(
            "fimbul_bot_wait_seconds",
            "Seconds in line until a bot process was free",
            registry=self.registry,
            buckets=_SHORT,
        )
        self.desks = Gauge(
            "fimbul_bot_desks", "Processes of bot workers on the bus", registry=self.registry
        )
        self.thoughts = Counter(
            "fimbul_bot_jobs",
            "Jobs of bots that ended here, elsewhere, or were lost and asked again",
            ["where"],
            registry=self.registry,
        )
        self.chances = Counter(
            "fimbul_bot_chances",
            "Decisions of bots that had to be made at random",
            registry=self.registry,
        )

    def watch(self, bots: BotsWatched) -> None:
        """Count what waits for bots, and how long."""
        self.waiting.set_function(lambda: bots.waiting)
        self.desks.set_function(lambda: bots.hired)
        bots.on_begin = self.waited.observe
        bots.on_end = lambda where: self.thoughts.labels(where).inc()

    def text(self) -> bytes:
        return generate_latest(self.registry)
