"""What is counted, in Prometheus' words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from referee_service.services.bots.queue import SearchQueue
from referee_service.store import Store, StoreUnavailable

STORE_GAUGES = {
    "hits": "Cache hits",
    "misses": "Cache misses",
    "failures": "Store failures",
    "dropped": "Values that were not written to the store",
}
"""What is told of the store's health."""


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
        # Finding a labelled counter takes longer than counting: each is looked for once.
        self._answers = cache(lambda operation, status: self.requests.labels(operation, str(status)))
        self._seconds = cache(self.latency.labels)
        self._judged = cache(self.verdicts.labels)
        for name, text in STORE_GAUGES.items():
            gauge = Gauge(f"referee_cache_{name}", text, registry=self.registry)
            gauge.set_function(partial(_store_gauge, store, name))
        up = Gauge("referee_store_up", "1 while the store answers", registry=self.registry)
        up.set_function(partial(_store_gauge, store, "up"))

    def count_response(self, operation: str, status: int, seconds: float) -> None:
        """One answer."""
        self._answers(operation, status).inc()
        self._seconds(operation).observe(seconds)

    def add_queue_gauges(self, searches: SearchQueue) -> None:
        """Show how the queue of searches is doing; iterations over seconds is how fast workers search."""
        for name, text in QUEUE_GAUGES.items():
            gauge = Gauge(f"referee_search_{name}", text, registry=self.registry)
            gauge.set_function(partial(_queue_gauge, searches, name))

    def count_verdict(self, game: str, refused_under: Sequence[str]) -> None:
        """One verdict: under each rule that refused the move, or under `legal`."""
        for rule in refused_under or ("legal",):
            self._judged(game, rule).inc()


QUEUE_GAUGES = {
    "queued": "Searches that wait for a worker",
    "oldest_seconds": "How long the first of them has waited",
    "workers": "Search workers alive",
    "iterations": "Iterations of all searches so far",
    "seconds": "Time that workers searched so far",
}


def _queue_gauge(searches: SearchQueue, name: str) -> float:
    try:
        return float(getattr(searches.stats(), name))
    except StoreUnavailable:
        return math.nan


def _store_gauge(store: Store, name: str) -> float:
    return float(getattr(store.health(), name))
