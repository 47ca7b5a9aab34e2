"""Metrics for Prometheus. Labels come from short fixed lists: no name, token or thing in them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


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
        self.thinking = Histogram(
            "fimbul_bot_seconds",
            "Seconds a bot took to answer",
            registry=self.registry,
            buckets=_SHORT,
        )
        self.chances = Counter(
            "fimbul_bot_chances",
            "Decisions of bots that had to be made at random",
            registry=self.registry,
        )
        self.connections = Gauge(
            "fimbul_connections", "Open sockets", ["kind"], registry=self.registry
        )
        self.tables = Gauge("fimbul_tables", "Tables in memory", registry=self.registry)
        self.dropped = Counter(
            "fimbul_dropped", "Sockets closed because they read too slowly", registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
