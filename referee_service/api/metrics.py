"""Prometheus metrics: counters and gauges of one app."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from referee_service.services.bots.queue import SearchQueue
from referee_service.store import Store, StoreUnavailable

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable of the folder in which several processes count. Unset: one process counts in its memory."""

STORE_GAUGES = {
    "hits": "Cache hits",
    "misses": "Cache misses",
    "failures": "Store failures",
    "dropped": "Cache writes dropped because too many were waiting",
}
"""Help text of each gauge that reads a field of the store's health."""

QUEUE_GAUGES = {
    "queued": "Searches that wait for a worker",
    "oldest_seconds": "Seconds that the oldest queued search has waited",
    "workers": "Search workers alive",
    "iterations": "Iterations of all finished searches",
    "seconds": "Seconds that workers spent in finished searches",
}
"""Help text of each gauge that reads a field of the search queue's stats."""


class SummedMetrics(Collector):
    """Counters and histograms of all processes, from their files; gauges as this process sees them."""

    def __init__(self, own: CollectorRegistry, folder: str) -> None:
        self._own = own
        self._files = MultiProcessCollector(None, folder)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterator[Metric]:
        """Yield each metric once."""
        of_all: list[Metric] = list(self._files.collect())  # type: ignore[no-untyped-call]
        yield from (metric for metric in of_all if metric.type != "gauge")
        yield from (metric for metric in self._own.collect() if metric.type == "gauge")


class Metrics:
    """Requests, latency, verdicts, and the health of store and queue. Each app has its own registry."""

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("referee_requests", "Requests served", ["operation", "status"], registry=self.registry)
        self.latency = Histogram(
            "referee_request_seconds",
            "Seconds to serve a request",
            ["operation"],
            buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self.verdicts = Counter(
            "referee_verdicts",
            "Moves judged, by game and by refusing rule (`legal` if none)",
            ["game", "rule"],
            registry=self.registry,
        )
        # The lookup of a labelled counter takes longer than an increment, so each lookup is cached.
        self._request_counter = cache(lambda operation, status: self.requests.labels(operation, str(status)))
        self._latency_histogram = cache(self.latency.labels)
        self._verdict_counter = cache(self.verdicts.labels)
        for name, text in STORE_GAUGES.items():
            gauge = Gauge(f"referee_cache_{name}", text, registry=self.registry, multiprocess_mode="liveall")
            gauge.set_function(partial(_store_gauge, store, name))
        up = Gauge(
            "referee_store_up",
            "1 if the store is reachable, else 0",
            registry=self.registry,
            multiprocess_mode="liveall",
        )
        up.set_function(partial(_store_gauge, store, "up"))

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus text format."""
        registry, folder = self.registry, os.environ.get(FOLDER_VARIABLE)
        if folder is not None:
            registry = CollectorRegistry()
            registry.register(SummedMetrics(self.registry, folder))
        return generate_latest(registry)

    def count_response(self, operation: str, status: int, seconds: float) -> None:
        """Count one response and its duration in seconds."""
        self._request_counter(operation, status).inc()
        self._latency_histogram(operation).observe(seconds)

    def add_queue_gauges(self, searches: SearchQueue) -> None:
        """Add the gauges of the search queue. Iterations divided by seconds is the speed of the workers."""
        for name, text in QUEUE_GAUGES.items():
            gauge = Gauge(f"referee_search_{name}", text, registry=self.registry, multiprocess_mode="liveall")
            gauge.set_function(partial(_queue_gauge, searches, name))

    def add_watchers(self, count: Callable[[], float]) -> None:
        """Add the gauge of clients that wait for a job or stream its events."""
        gauge = Gauge(
            "referee_watchers", "Clients that watch jobs", registry=self.registry, multiprocess_mode="liveall"
        )
        gauge.set_function(count)

    def count_verdict(self, game: str, refusing_rules: Sequence[str]) -> None:
        """Count one verdict under each rule that refused the move, or under `legal`."""
        for rule in refusing_rules or ("legal",):
            self._verdict_counter(game, rule).inc()


def _queue_gauge(searches: SearchQueue, name: str) -> float:
    try:
        return float(getattr(searches.stats(), name))
    except StoreUnavailable:
        return math.nan


def _store_gauge(store: Store, name: str) -> float:
    return float(getattr(store.health(), name))
