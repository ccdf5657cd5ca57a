"""Limits of the server before a request occupies a thread: headers, bodies, their time and their memory."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.running.conftest import descendants_of, running_referee, wait_until
from tests.running.connections import SETUP, STATES, RawResponse, ask, connect, head, is_closed, receive

KB = 1024


def assert_problem(response: RawResponse, status: int, code: str) -> None:
    """Check that a response is a problem with this status and code, and with the headers of every response."""
    assert response.status == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json["code"] == code
    assert response.json["status"] == status
    assert response.headers["x-request-id"] == response.json["request_id"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start a server that all tests of this file share."""
    with running_referee(tmp_path_factory.mktemp("limits"), "serve", "--port", "0", REFEREE_BODY_SECONDS="1") as server:
        yield server


@pytest.mark.alone
@pytest.mark.parametrize("length", [len(SETUP), 300 * KB])
def test_a_body_that_does_not_arrive_in_time_is_refused(server, length):
    with connect(server) as client:
        client.sendall(head(STATES, Content_Length=length) + SETUP[:5])
        start = time.monotonic()
        response = receive(client)
        assert 0.8 < time.monotonic() - start < 3
        assert_problem(response, 408, "body-too-slow")
        assert is_closed(client)  # the rest of the body must not be read as a request


def test_a_body_over_the_limit_is_refused_before_it_is_read(server):
    response = ask(server, head(STATES, Content_Length=2 * KB * KB) + SETUP)
    assert_problem(response, 413, "body-too-large")


@pytest.mark.parametrize("call", ["states", "moves"])
def test_a_length_may_have_thousands_of_zeros(server, call):
    length = "0" * 5000 + str(len(SETUP))
    response = ask(server, head(f"/v1/games/burgundy/{call}", Content_Length=length) + SETUP)
    assert response.status == {"states": 201, "moves": 422}[call]


def test_a_body_up_to_the_limit_is_read_in_parts(server):
    body = SETUP.ljust(KB * KB)
    assert ask(server, head(STATES, Content_Length=len(body)) + body).status == 201


@pytest.mark.alone
def test_the_body_of_a_client_without_a_valid_key_is_not_read(start):
    server = start("serve", "--port", "0", REFEREE_API_KEYS="good")
    begin = time.monotonic()
    assert_problem(ask(server, head(STATES, Content_Length=300 * KB)), 401, "bad-key")
    assert_problem(ask(server, head(STATES, Content_Length=300 * KB, X_API_Key="bad")), 401, "bad-key")
    assert time.monotonic() - begin < 3
    assert ask(server, head(STATES, Content_Length=len(SETUP), X_API_Key="good") + SETUP).status == 201


@pytest.mark.parametrize("length", [100, 300 * KB])
def test_a_body_that_the_client_abandons_reaches_neither_the_app_nor_the_log(start, length):
    server = start("serve", "--port", "0")
    with connect(server) as client:
        client.sendall(head(STATES, Content_Length=length) + SETUP)
        time.sleep(0.2)
    last = ask(server, head("/v1/games", "GET")).headers["x-request-id"]
    time.sleep(0.2)
    wait_until(lambda: last in server.logs)
    assert STATES not in server.logs
    assert '"error"' not in server.logs


@pytest.mark.parametrize("size", [7 * KB, 9 * KB, 200 * KB])
def test_one_header_may_have_8_kb(server, size):
    response = ask(server, head("/v1/games", "GET", X_Padding="a" * size))
    if size < 8 * KB:
        assert response.status == 200
    else:
        assert_problem(response, 431, "headers-too-large")


@pytest.mark.parametrize("count", [4, 6])
def test_all_headers_together_may_have_16_kb(server, count):
    padding = {f"X_Padding_{number}": "a" * 3 * KB for number in range(count)}
    response = ask(server, head("/v1/games", "GET", **padding))
    assert response.status == (200 if count == 4 else 431)


def test_a_refusal_of_the_server_is_in_the_language_of_the_client_and_is_counted_and_logged(server):
    response = ask(server, head("/v1/games", "GET", Accept_Language="fr", X_Padding="a" * 9 * KB))
    assert_problem(response, 431, "headers-too-large")
    assert response.json["title"] == "Les en-têtes sont trop grands"
    metrics = urlopen(f"{server.address}/metrics", timeout=30).read().decode()
    assert 'status="431"' in metrics
    wait_until(lambda: response.json["request_id"] in server.logs)


@pytest.mark.alone
@pytest.mark.parametrize("request_line", [("/v1/games", "GET"), ("/v1/games/burgundy/moves", "POST")])
def test_huge_accept_headers_cost_neither_memory_nor_time(server, request_line):
    start, before = time.monotonic(), _resident_kb(server)
    for number in range(100):
        accept = ",".join(f"a{number}/b{index}" for index in range(15_000))
        assert ask(server, head(*request_line, Content_Length=2, Accept=accept) + b"{}").status == 431
    assert time.monotonic() - start < 10
    assert _resident_kb(server) - before < 30 * KB


def test_a_rate_limit_counts_a_move_once_whoever_answers_it(start):
    server = start("serve", "--port", "0", REFEREE_RATE_LIMIT="5/hour")
    unreadable, unknown = b'{"state": {}, "notation": "x"}', b'{"digest": "%032d", "notation": "x"}' % 0
    bodies = [unreadable, unknown, unreadable, unknown, b"{", unknown]
    moves = [head("/v1/games/burgundy/moves", Content_Length=len(body)) + body for body in bodies]
    assert [ask(server, move).status for move in moves] == [422, 404, 422, 404, 400, 429]


@pytest.mark.parametrize("extra", [{"Content_Length": 12}, {}])
def test_a_chunked_body_is_refused_with_or_without_a_length(server, extra):
    chunks = b"c\r\n" + SETUP + b"\r\n0\r\n\r\n"
    response = ask(server, head(STATES, **extra, Transfer_Encoding="chunked") + chunks)
    assert_problem(response, 400, "chunked-body")


def test_http_2_without_tls_is_disabled(server):
    with connect(server) as client:
        client.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9))
        assert is_closed(client)


@pytest.mark.parametrize(
    "path", ["/v1/games/burgundy/rules/place_tile%2Etwin", "/v1/games/burgundy/rules/place_tile.twin"]
)
def test_a_path_may_be_percent_encoded(server, path):
    assert ask(server, head(path, "GET")).status == 200


@pytest.mark.parametrize("path", ["/v1/games/caf%C3%A9", "/v1/games/%FF%FE", "/v1/jobs/%00", "/%"])
def test_an_unknown_path_of_any_bytes_is_not_found(server, path):
    assert ask(server, head(path, "GET")).status == 404


@pytest.mark.alone
def test_bodies_that_would_fill_the_memory_are_refused_and_released(start):
    server = start("serve", "--port", "0", REFEREE_BODY_SECONDS="30")
    body = SETUP.ljust(KB * KB)
    with ExitStack() as stack:
        for _ in range(64):
            client = stack.enter_context(connect(server))
            client.sendall(head(STATES, Content_Length=len(body)) + body[:-1])
        time.sleep(3)  # until the server has read them; another body would take the place of one of them
        response = ask(server, head(STATES, Content_Length=len(body)) + body)
        assert_problem(response, 503, "server-busy")
        assert response.headers["retry-after"] == "1"
    wait_until(lambda: ask(server, head(STATES, Content_Length=len(body)) + body).status == 201)


@pytest.mark.alone
def test_200_slow_clients_delay_neither_operators_nor_other_clients(start, record_property):
    server = start("serve", "--port", "0")
    body = SETUP
    request = head(STATES, Content_Length=len(body)) + body

    def p99_of_setups() -> float:
        """Return the 99th percentile of 400 set-ups by 16 clients, which keep all threads busy."""
        seconds: list[float] = []

        def set_up() -> None:
            with connect(server) as client:
                for _ in range(25):
                    began = time.perf_counter()
                    client.sendall(request)
                    assert receive(client).status == 201
                    seconds.append(time.perf_counter() - began)

        threads = [threading.Thread(target=set_up) for _ in range(16)]
        for thread in threads:
            thread.start()
        operators = [_seconds_of(server, path) for path in ("/healthz", "/metrics") * 5]
        for thread in threads:
            thread.join()
        assert max(operators) < 0.2
        assert len(seconds) == 400
        return sorted(seconds)[396]

    p99_of_setups()  # warm
    before = p99_of_setups()
    with ExitStack() as stack:
        for number in range(200):
            client = stack.enter_context(connect(server))
            client.sendall(head(STATES, Content_Length=300 * KB) + b" " * (100 * KB if number % 2 else 10))
        time.sleep(1)
        during = p99_of_setups()
    record_property("figures", f"p99 of set-ups {before * 1000:.0f} ms, with 200 slow clients {during * 1000:.0f} ms")
    assert during < max(2 * before, 0.1)


def _seconds_of(server, path: str) -> float:
    start = time.perf_counter()
    assert ask(server, head(path, "GET")).status == 200
    return time.perf_counter() - start


def _resident_kb(server) -> int:
    """Return the resident memory of the serving process in kB."""
    return max(
        int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0])
        for pid in descendants_of(server.process.pid)
    )
