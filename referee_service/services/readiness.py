"""Readiness: what a service cannot serve at the moment, and why. Open matches need neither Redis nor workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from referee_service.services.bots.queue import QueueStats, SearchQueue
from referee_service.store import Store, StoreHealth, StoreUnavailable, StoreWarning

Part = Literal["guarded-matches", "searches", "shared-cache"]
Reason = Literal[
    "no-redis",
    "no-secret",
    "no-worker",
    "redis-unreachable",
    "redis-full",
    "redis-read-only",
    "redis-refuses-writes",
]
"""Why a part cannot be served. `no-redis` and `no-secret` are settings; all others are failures."""

_SETTINGS: Final[frozenset[Reason]] = frozenset({"no-redis", "no-secret"})


class UnavailablePart(Struct, frozen=True):
    """A part of the service that cannot be served, and the reason."""

    part: Part
    reason: Reason


class Readiness(Struct, frozen=True):
    """Whether the service is ready, and what it cannot serve. It is always ready: open matches need no other server."""

    ready: bool
    degraded: bool
    """Whether a part fails that the settings ask for."""
    games: tuple[str, ...]
    unavailable: tuple[UnavailablePart, ...]
    warnings: tuple[StoreWarning, ...]
    store: StoreHealth


def check_readiness(store: Store, searches: SearchQueue, games: tuple[str, ...], *, has_secret: bool) -> Readiness:
    """Ask store and queue once each, and return what can be served."""
    health = store.health()
    parts = tuple(_unavailable_parts(health, queue_stats(searches, health), has_secret=has_secret))
    is_degraded = any(part.reason not in _SETTINGS for part in parts)
    return Readiness(True, is_degraded, games, parts, health.warnings, health)


def queue_stats(searches: SearchQueue, health: StoreHealth) -> QueueStats | None:
    """Return the figures of the queue, or None if its Redis does not respond. The store has just asked that Redis."""
    if not health.up:
        return None
    try:
        return searches.stats()
    except StoreUnavailable:
        return None


def _unavailable_parts(health: StoreHealth, stats: QueueStats | None, *, has_secret: bool) -> Iterator[UnavailablePart]:
    failure = _data_failure(health)
    if not has_secret:
        yield UnavailablePart("guarded-matches", "no-secret")
    elif failure is not None and health.shared:
        yield UnavailablePart("guarded-matches", failure)
    if failure is not None or stats is None:
        yield UnavailablePart("searches", failure or "redis-unreachable")
    elif not stats.workers:
        yield UnavailablePart("searches", "no-worker")
    if not health.shared:
        yield UnavailablePart("shared-cache", "no-redis")
    elif not health.cache_up:
        yield UnavailablePart("shared-cache", "redis-unreachable")


def _data_failure(health: StoreHealth) -> Reason | None:
    """Return why the Redis with guards and queue cannot be used, or None."""
    if not health.shared:
        return "no-redis"
    if not health.up:
        return "redis-unreachable"
    if health.refusal == "full":
        return "redis-full"
    if health.refusal == "read-only":
        return "redis-read-only"
    return "redis-refuses-writes" if health.refusal is not None else None
