"""Prometheus metrics: counters and gauges of one app."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from referee_service import logs
from referee_service.services.bots.queue import SearchQueue
from referee_service.services.readiness import queue_stats
from referee_service.store import Store

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable of the folder in which several processes count. Unset: one process counts in its memory."""

STORE_GAUGES = {
    "referee_cache_hits": "Cache hits",
    "referee_cache_misses": "Cache misses",
    "referee_cache_failures": "Store failures",
    "referee_cache_dropped": "Cache writes dropped because too many were waiting",
    "referee_cache_up": "1 if the shared cache is reachable, else 0",
    "referee_store_up": "1 if the store of guards, limits and queue is reachable, else 0",
    "referee_store_writable": "1 if the store accepts writes, so that guarded matches can be played, else 0",
}
"""Name and help text of each gauge about the store."""

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

    def __init__(self, store: Store, searches: SearchQueue) -> None:
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
        self.registry.register(HealthCollector(store, searches))

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


class HealthCollector(Collector):
    """Gauges of store, queue and log. A scrape asks each of them once, and the queue only if its Redis responds."""

    def __init__(self, store: Store, searches: SearchQueue) -> None:
        self._store, self._searches = store, searches

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges. Those of the queue are NaN if its Redis does not respond."""
        health = self._store.health()
        values = {
            "referee_cache_hits": health.hits,
            "referee_cache_misses": health.misses,
            "referee_cache_failures": health.failures,
            "referee_cache_dropped": health.dropped,
            "referee_cache_up": health.cache_up,
            "referee_store_up": health.up,
            "referee_store_writable": health.up and health.refusal is None,
        }
        for name, text in STORE_GAUGES.items():
            yield GaugeMetricFamily(name, text, value=float(values[name]))
        yield GaugeMetricFamily(
            "referee_log_dropped", "Log lines that could not be written", value=logs.dropped_lines()
        )
        stats = queue_stats(self._searches, health)
        for name, text in QUEUE_GAUGES.items():
            value = math.nan if stats is None else float(getattr(stats, name))
            yield GaugeMetricFamily(f"referee_search_{name}", text, value=value)
