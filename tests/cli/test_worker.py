"""Command `referee worker`. tests/jobs runs real workers."""

from tests.running.conftest import referee


def test_a_worker_without_redis_names_the_missing_variable():
    process = referee("worker")
    assert process.returncode == 1
    assert "REDIS_URL" in process.stderr
    assert "Traceback" not in process.stderr
