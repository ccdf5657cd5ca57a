"""Requests that wait for a job and event streams: neither holds a thread, and each ends with its client."""

from __future__ import annotations

import json
import resource
import signal
import statistics
import threading
import time
from contextlib import ExitStack

import pytest

from tests.running.conftest import ServerProcess, running_referee, wait_until
from tests.running.connections import SETUP, STATES, RawResponse, ask, connect, head, receive

BOT_MOVES = "/v1/games/burgundy/bot-moves"


def wait_for_worker(server: ServerProcess) -> None:
    """Wait until the worker of a server is ready."""
    wait_until(lambda: b"referee_search_workers 1.0" in ask(server, head("/metrics", "GET")).body)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start a service with one worker that all tests of this file share."""
    with running_referee(tmp_path_factory.mktemp("watched"), "up", "--port", "0") as server:
        wait_for_worker(server)
        yield server


def bot_move_request(server: ServerProcess, wait: int, milliseconds: int) -> bytes:
    """Return the bytes of a request for a bot move in a new match."""
    state = ask(server, head(STATES, Content_Length=len(SETUP)) + SETUP).json["state"]
    search = {"state": state, "bot": "search", "budget": {"milliseconds": milliseconds}}
    body = json.dumps(search).encode()
    return head(f"{BOT_MOVES}?wait={wait}", Content_Length=len(body)) + body


def start_job(server: ServerProcess, milliseconds: int) -> str:
    """Start a search and return the id of its job."""
    return ask(server, bot_move_request(server, 0, milliseconds)).json["id"]


def get_job(job: str, wait: int = 0) -> bytes:
    """Return the bytes of a request for a job."""
    return head(f"/v1/jobs/{job}?wait={wait}", "GET")


def watchers(server: ServerProcess) -> float:
    """Return the number of clients that watch jobs."""
    lines = ask(server, head("/metrics", "GET")).body.decode().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("referee_watchers ")))


def events_of(server: ServerProcess, job: str) -> list[dict]:
    """Read an event stream to its end. Return the data of its events."""
    with connect(server) as client:
        client.sendall(head(f"/v1/jobs/{job}/events", "GET", Connection="close"))
        data = b""
        while part := client.recv(1 << 16):
            data += part
    return [json.loads(line[6:]) for line in data.decode().splitlines() if line.startswith("data: ")]


def test_a_request_for_a_bot_move_waits_for_the_search(server):
    response = ask(server, bot_move_request(server, 30, 1500))
    assert response.status == 200
    assert response.json["iterations"] > 0
    assert response.json["action"]["notation"]


def test_a_request_for_a_job_waits_for_its_end_and_the_log_shows_how_long(server):
    job = start_job(server, 1500)
    response = ask(server, get_job(job, 30))
    assert response.json["status"] == "finished"
    wait_until(lambda: response.headers["x-request-id"] in server.logs)
    (line,) = [line for line in server.logs.splitlines() if response.headers["x-request-id"] in line]
    assert json.loads(line)["ms"] > 300
    assert json.loads(line)["path"] == "/v1/jobs/<id>"


@pytest.mark.alone
def test_a_wait_ends_after_its_seconds_with_the_job_as_it_is(server):
    start = time.monotonic()
    response = ask(server, bot_move_request(server, 1, 20_000))
    assert response.status == 202
    assert response.headers["location"] == f"/v1/jobs/{response.json['id']}"
    assert 0.9 < time.monotonic() - start < 4
    ask(server, head(f"/v1/jobs/{response.json['id']}", "DELETE"))


@pytest.mark.alone
def test_requests_that_wait_hold_no_thread_and_leave_within_a_second_of_their_client(server):
    job = start_job(server, 30_000)
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(connect(server)).sendall(get_job(job, 30))
        wait_until(lambda: watchers(server) == 50)
        start = time.monotonic()
        assert ask(server, head("/v1/games", "GET")).status == 200
        assert time.monotonic() - start < 1
    start = time.monotonic()
    wait_until(lambda: watchers(server) == 0)
    assert time.monotonic() - start < 1
    assert ask(server, head(f"/v1/jobs/{job}", "DELETE")).json["status"] == "stopped"


def test_a_waiting_request_counts_once_for_the_rate_limit(start):
    server = start("up", "--port", "0", REFEREE_RATE_LIMIT="3/minute")
    wait_for_worker(server)
    request = bot_move_request(server, 30, 800)  # the first of three requests
    assert [ask(server, request).status, ask(server, request).status] == [200, 200]
    assert ask(server, request).status == 429


def test_an_unknown_job_is_an_error_for_waits_and_streams(server):
    for path in ("/v1/jobs/unknown?wait=5", "/v1/jobs/unknown/events"):
        response = ask(server, head(path, "GET"))
        assert (response.status, response.json["code"]) == (404, "unknown-job")


def test_an_event_stream_shows_the_progress_of_a_job_to_its_end(server):
    events = events_of(server, start_job(server, 1500))
    assert len(events) > 2
    assert events[-1]["status"] == "finished"
    assert events[-1]["result"]["action"]["notation"]
    iterations = [event["iterations"] for event in events]
    assert iterations == sorted(iterations)


@pytest.mark.alone
def test_a_hundred_streams_of_one_job_hold_no_thread(server):
    job = start_job(server, 3000)
    ended: list[dict] = []
    threads = [threading.Thread(target=lambda: ended.append(events_of(server, job)[-1])) for _ in range(100)]
    for thread in threads:
        thread.start()
    wait_until(lambda: watchers(server) == 100)
    start = time.monotonic()
    assert ask(server, head(STATES, Content_Length=len(SETUP)) + SETUP).status == 201
    assert time.monotonic() - start < 1
    for thread in threads:
        thread.join()
    assert [event["status"] for event in ended] == ["finished"] * 100
    wait_until(lambda: watchers(server) == 0)


@pytest.mark.alone
def test_a_thousand_streams_hardly_slow_other_requests(server, record_property):
    """Compare the median of 200 set-ups in turns of 50, while the search runs: without streams and with them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else 65_536, hard))
    job = start_job(server, 60_000)
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(4):
        seconds[False] += seconds_of_setups(server)
        with ExitStack() as streams:
            for _ in range(1000):
                streams.enter_context(connect(server)).sendall(head(f"/v1/jobs/{job}/events", "GET"))
            wait_until(lambda: watchers(server) == 1000)
            seconds[True] += seconds_of_setups(server)
        wait_until(lambda: watchers(server) == 0)
    ask(server, head(f"/v1/jobs/{job}", "DELETE"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    without, with_streams = (1000 * statistics.median(seconds[is_streaming]) for is_streaming in (False, True))
    record_property("figures", f"set-up {without:.2f} ms, with 1,000 streams {with_streams:.2f} ms")
    assert with_streams < 1.3 * without  # the goal is 1.1; a busy machine is not that exact


def seconds_of_setups(server: ServerProcess) -> list[float]:
    """Return the durations of 50 set-ups on one connection."""
    seconds = []
    with connect(server) as client:
        for _ in range(50):
            start = time.perf_counter()
            client.sendall(head(STATES, Content_Length=len(SETUP)) + SETUP)
            assert receive(client).status == 201
            seconds.append(time.perf_counter() - start)
    return seconds


@pytest.mark.alone
def test_an_abandoned_stream_ends_with_its_client(server):
    job = start_job(server, 30_000)
    with connect(server) as client:
        client.sendall(head(f"/v1/jobs/{job}/events", "GET"))
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 200")
        wait_until(lambda: watchers(server) == 1)
    start = time.monotonic()
    wait_until(lambda: watchers(server) == 0)
    assert time.monotonic() - start < 1
    ask(server, head(f"/v1/jobs/{job}", "DELETE"))


@pytest.mark.alone
def test_a_stop_signal_ends_streams_at_once_and_lets_waiting_requests_finish(start):
    """Send SIGTERM while one client waits for a search and another one streams it."""
    server = start("up", "--port", "0")
    wait_for_worker(server)
    request = bot_move_request(server, 30, 4000)
    with connect(server) as waiting, connect(server) as streaming:
        waiting.sendall(request)
        job = ask(server, request.replace(b"?wait=30", b"?wait=00")).json["id"]
        streaming.sendall(head(f"/v1/jobs/{job}/events", "GET"))
        wait_until(lambda: watchers(server) == 2)
        start = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        while streaming.recv(1 << 16):
            pass
        assert time.monotonic() - start < 2
        with pytest.raises(ConnectionRefusedError):
            connect(server)
        response: RawResponse = receive(waiting)
        assert response.status == 200
        assert response.json["iterations"] > 0
    assert server.process.wait(timeout=30) == 0
