"""Fixtures and reports that all tests share.

The report ends with the recorded figures, skipped tests and the slowest test files. Hypothesis always tries the same
cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings
from redis import Redis

from referee_service.store.embedded import EmbeddedRedis, embedded_redis
from tests.running.installation import installed, installed_server, make_once, wheels

__all__ = ["installed", "installed_server", "make_once", "wheels"]  # fixtures

SLOWEST_FILES = 10
"""How many test files the report of slow files lists."""

settings.register_profile("referee", derandomize=True, database=None, deadline=None)
settings.load_profile("referee")


@pytest.fixture(scope="session")
def redis_server() -> Iterator[EmbeddedRedis]:
    """Start the Redis of this test process. No test stops or configures it."""
    with embedded_redis() as server:
        yield server


@pytest.fixture
def empty_redis(redis_server: EmbeddedRedis) -> EmbeddedRedis:
    """Flush the Redis of this test process."""
    with Redis.from_url(redis_server.url) as client:
        client.flushall()
    return redis_server


def pytest_terminal_summary(terminalreporter):
    """Print every `record_property("figures", ...)`, one line each, what was skipped, and the slowest test files."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"figures: {value}")
    for reason, count in skipped_tests(terminalreporter.stats).items():
        terminalreporter.write_line(f"skipped: {reason} ({count} tests)")
    slowest = seconds_per_file(terminalreporter.stats).most_common(SLOWEST_FILES)
    if slowest:
        terminalreporter.section(f"{len(slowest)} slowest files")
    for path, seconds in slowest:
        terminalreporter.write_line(f"{seconds:8.1f}s  {path}")


def skipped_tests(stats) -> Counter[str]:
    """Count the skipped tests by the reason."""
    places = (report.longrepr for report in stats.get("skipped", []))
    return Counter(place[2].removeprefix("Skipped: ") for place in places)


def seconds_per_file(stats) -> Counter[str]:
    """Add up setup, call and teardown of every test, per file. Processes of pytest-xdist run files side by side."""
    seconds = Counter()
    for report in (report for reports in stats.values() for report in reports):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid.partition("::")[0]] += report.duration
    return seconds
