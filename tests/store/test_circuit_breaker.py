"""The circuit breaker: which failures open it, who probes, and how it closes. Probes are counted, not timed."""

import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from redis.exceptions import ConnectionError, LockError, OutOfMemoryError, TimeoutError

from referee_service.store import StoreUnavailable
from referee_service.store.circuit_breaker import MAX_PAUSE_SECONDS, CircuitBreaker


class Server:
    """A server that responds to probes only while `is_up` is set."""

    def __init__(self):
        self.is_up, self.probes = Event(), []

    def ping(self):
        self.probes.append(time.monotonic())
        if not self.is_up.is_set():
            raise TimeoutError("no answer")


@pytest.fixture
def server():
    server = Server()
    yield server
    server.is_up.set()  # ends the thread of the circuit breaker


@pytest.fixture
def circuit(server):
    return CircuitBreaker(server.ping)


def wait_until(condition, *, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def fail(circuit, error):
    with pytest.raises(StoreUnavailable), circuit.calls():
        raise error


def test_a_closed_circuit_allows_calls_and_probes_nothing(circuit, server):
    for _ in range(3):
        with circuit.calls():
            pass
    assert circuit.allows_call()
    assert server.probes == []


@pytest.mark.parametrize("error", [TimeoutError("slow"), ConnectionError("refused"), ValueError("nonsense")])
def test_a_failure_opens_the_circuit_and_no_call_is_made_until_a_probe_succeeds(circuit, server, error):
    circuit.record_failure(error)
    calls = []
    for _ in range(3):
        with pytest.raises(StoreUnavailable), circuit.calls():
            calls.append("made")
    assert calls == []
    wait_until(lambda: len(server.probes) >= 2)
    assert not circuit.allows_call()
    server.is_up.set()
    wait_until(circuit.allows_call)


@pytest.mark.parametrize("error", [OutOfMemoryError("full"), LockError("taken")])
def test_an_error_that_proves_an_answer_keeps_the_circuit_closed(circuit, server, error):
    fail(circuit, error)
    assert circuit.allows_call()
    assert server.probes == []


def test_an_error_of_another_kind_passes_through(circuit):
    with pytest.raises(KeyError), circuit.calls():
        raise KeyError("no Redis here")
    assert circuit.allows_call()


def test_concurrent_failures_open_the_circuit_once_with_one_thread(circuit, server, caplog):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: circuit.record_failure(TimeoutError("slow")), range(100)))
        list(pool.map(lambda _: circuit.allows_call(), range(100)))
    wait_until(lambda: len(server.probes) >= 3)
    assert len(server.probes) < 6
    server.is_up.set()
    wait_until(lambda: len(caplog.records) == 2)
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2


@pytest.mark.alone
def test_the_pause_between_probes_grows_to_one_second(circuit, server):
    assert MAX_PAUSE_SECONDS == 1
    circuit.record_failure(TimeoutError("slow"))
    wait_until(lambda: len(server.probes) == 7)
    pauses = [later - earlier for earlier, later in zip(server.probes, server.probes[1:], strict=False)]
    assert pauses == pytest.approx([0.1, 0.2, 0.4, 0.8, 1, 1], abs=0.09)


def test_refused_commands_are_logged_once_a_minute(circuit, caplog):
    for _ in range(5):
        fail(circuit, OutOfMemoryError("full"))
    assert [record.getMessage() for record in caplog.records] == ["Redis refuses a command: full"]


@pytest.mark.alone
def test_a_process_forked_from_an_open_circuit_probes_too(circuit, server):
    circuit.record_failure(TimeoutError("slow"))
    child = os.fork()
    if child == 0:
        server.is_up.set()
        deadline = time.monotonic() + 5
        while not circuit.allows_call() and time.monotonic() < deadline:
            time.sleep(0.01)
        os._exit(0 if circuit.allows_call() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert not circuit.allows_call()
