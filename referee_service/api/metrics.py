"""What is counted, in Prometheus' words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from referee_service.store import Store


class Metrics:
    """Requests, verdicts, latency, and how the store is doing; one registry for each app."""

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("referee_requests", "Requests served", ["operation", "status"], registry=self.registry)
        self.latency = Histogram(
            "referee_request_seconds",
            "Time to serve a request",
            ["operation"],
            buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self.verdicts = Counter(
            "referee_verdicts",
            "Moves judged, by game and by rule that refused",
            ["game", "rule"],
            registry=self.registry,
        )
        for name, text in (("hits", "Cache hits"), ("misses", "Cache misses"), ("failures", "Store failures")):
            gauge = Gauge(f"referee_cache_{name}", text, registry=self.registry)
            gauge.set_function(partial(_figure, store, name))
        up = Gauge("referee_store_up", "1 while the store answers", registry=self.registry)
        up.set_function(partial(_figure, store, "up"))

    def count(self, game: str, refused_under: Sequence[str]) -> None:
        """One verdict: under each rule that refused the move, or under `legal`."""
        for rule in refused_under or ("legal",):
            self.verdicts.labels(game, rule).inc()


def _figure(store: Store, name: str) -> float:
    return float(getattr(store.health(), name))
