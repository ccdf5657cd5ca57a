"""`deploy/nginx/referee.conf` in a real nginx with TLS, in front of a real service."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee_service.api.schemas.queries import MAX_WAIT_SECONDS
from referee_service.server.environ import MAX_HEADER_BYTES
from referee_service.services.errors import error_texts
from referee_service.settings import Settings
from tests.running.conftest import PATIENCE, ROOT, ServerProcess, running_referee, wait_until
from tests.running.connections import SETUP, STATES, RawResponse, head, receive

CONFIGURATION = (ROOT / "deploy/nginx/referee.conf").read_text()
KB = 1024
SETUP_REQUEST = head(STATES, Content_Length=len(SETUP)) + SETUP


@dataclass(frozen=True)
class Proxy:
    """A running nginx. Clients name their address in X-Real-IP, so that one machine can play many clients."""

    port: int
    folder: Path

    @property
    def log(self) -> str:
        """Return the access log."""
        return (self.folder / "access.log").read_text()

    def connect(self) -> ssl.SSLSocket:
        """Open a TLS connection."""
        context = ssl.create_default_context(cafile=self.folder / "referee.crt")
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        return context.wrap_socket(plain, server_hostname="localhost")

    def ask(self, request: bytes) -> RawResponse:
        """Send a request on a new connection and return its response."""
        with self.connect() as client:
            client.sendall(request)
            return receive(client)


def nginx_program() -> str:
    """Return the path of nginx, which Debian installs where only root looks."""
    found = shutil.which("nginx", path="/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin")
    assert found, "nginx is missing; run `make system`"
    return found


def free_port() -> int:
    """Return a port that no process uses."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def write_configuration(folder: Path, port: int, upstream: str) -> Path:
    """Write the shipped configuration with the lines marked REPLACE filled in, and what Debian has around it."""
    text = CONFIGURATION.replace("127.0.0.1:8080", upstream).replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)  # this machine may have no IPv6
    text = text.replace("/etc/nginx/", f"{folder}/").replace("/var/log/nginx/referee.log", f"{folder}/access.log")
    (folder / "referee.conf").write_text(text)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    outer = f"""
        daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
        events {{ worker_connections 1024; }}
        http {{
            set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;
            {temporary} include {folder}/referee.conf;
        }}"""
    (folder / "nginx.conf").write_text(outer)
    return folder / "nginx.conf"


@contextmanager
def running_nginx(folder: Path, server_address: str) -> Iterator[Proxy]:
    """Run nginx in front of a server during a `with` block."""
    openssl = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    )
    files = ["-keyout", folder / "referee.key", "-out", folder / "referee.crt"]
    subprocess.run([*openssl.split(), *files], check=True, capture_output=True, timeout=PATIENCE)
    port = free_port()
    path = write_configuration(folder, port, server_address.removeprefix("http://"))
    command = [nginx_program(), "-p", folder, "-c", path]
    check = subprocess.run([*command, "-t", "-q"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert check.returncode == 0, check.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _accepts(port))
        yield Proxy(port, folder)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    """Start a service that all tests of this file share."""
    with running_referee(tmp_path_factory.mktemp("service"), "up", "--port", "0") as server:
        yield server


@pytest.fixture(scope="module")
def nginx(server, tmp_path_factory) -> Iterator[Proxy]:
    """Start nginx in front of the service."""
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    folder.parent.chmod(0o755)
    with running_nginx(folder, server.address) as proxy:
        yield proxy


def assert_problem(response: RawResponse, status: int, code: str, language: str = "en") -> None:
    """Check that a problem of nginx has the form and the title of the service."""
    assert response.status == status
    assert response.headers["content-type"] == "application/problem+json"
    assert (response.json["status"], response.json["code"]) == (status, code)
    assert response.json["type"] == f"about:blank#{code}"
    assert response.json["title"] == error_texts()[code].title[language]
    assert response.json["detail"]
    assert response.json["request_id"]


def test_the_limits_of_nginx_are_those_of_the_service():
    values = dict(re.findall(r"^ +(\w+) ([^;]+);", CONFIGURATION, re.MULTILINE))
    assert int(values["client_max_body_size"]) == Settings().body_limit
    assert values["large_client_header_buffers"] == f"2 {MAX_HEADER_BYTES // KB}k"
    assert values["client_body_timeout"] == f"{Settings().body_seconds:.0f}s"
    assert int(values["proxy_read_timeout"].removesuffix("s")) > MAX_WAIT_SECONDS + 10


def test_requests_pass_with_their_errors_unchanged(nginx):
    assert nginx.ask(SETUP_REQUEST).status == 201
    refused = nginx.ask(head("/v1/games/chess", "GET", Accept_Language="fr"))
    assert (refused.status, refused.json["code"]) == (404, "unknown-game")
    assert refused.headers["x-request-id"] == refused.json["request_id"]


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/%6detrics", "//metrics", "/v1/../metrics", "/metrics?x=1"])
def test_the_pages_of_operators_are_refused_in_every_spelling(nginx, path):
    assert nginx.ask(head(path, "GET")).status == 403


def test_the_health_page_passes(nginx):
    assert nginx.ask(head("/healthz", "GET")).status == 200


@pytest.mark.parametrize(("count", "size"), [(1, 7), (1, 9), (4, 3), (7, 3)])
def test_headers_have_the_limits_of_the_service(nginx, count, size):
    padding = {f"X_Padding_{number}": "a" * size * KB for number in range(count)}
    response = nginx.ask(head("/v1/games", "GET", **padding))
    if size > 8 or count * size > 16:
        assert_problem(response, 431, "headers-too-large")
    else:
        assert response.status == 200


def test_a_body_over_the_limit_is_refused_in_the_language_of_the_client(nginx):
    response = nginx.ask(head(STATES, Content_Length=2 * KB * KB, Accept_Language="fr"))
    assert_problem(response, 413, "body-too-large", "fr")


def test_a_chunked_body_reaches_the_service_with_a_length(nginx):
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(SETUP), SETUP)
    assert nginx.ask(head(STATES, Transfer_Encoding="chunked") + chunks).status == 201
    assert nginx.ask(head(STATES, Transfer_Encoding="chunked", Content_Length=5) + chunks).status == 400


@pytest.mark.parametrize(
    ("one", "other", "is_shared"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2:3::4", "2001:db8:1:2:ffff:1:1:1", True),
        ("2001:db8:1:3::1", "2001:db8:1:4::1", False),
        ("2001:db8:5::1", "2001:db8:5::ffff:1", True),
    ],
)
def test_requests_of_an_address_or_an_ipv6_network_are_limited(nginx, one, other, is_shared):
    first, second = statuses(nginx, 300, one), statuses(nginx, 90, other)
    assert first.count(200) > 100
    assert first.count(429) > 100
    assert first.count(200) + first.count(429) == 300
    assert (429 in second) is is_shared


def statuses(nginx: Proxy, count: int, address: str) -> list[int]:
    """Return the statuses of this number of requests at once."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", responses(nginx, count, X_Real_IP=address))]


def responses(nginx: Proxy, count: int, **headers: str) -> bytes:
    """Send requests for `/healthz` without waiting for responses in between, and return all that nginx sends."""
    request, last = (head("/healthz", "GET", Connection=kind, **headers) for kind in ("keep-alive", "close"))
    received = b""
    with nginx.connect() as client:
        client.sendall(request * (count - 1) + last)
        while part := client.recv(1 << 16):
            received += part
    return received


def test_a_refusal_for_too_many_requests_says_when_to_return(nginx):
    received = responses(nginx, 300, X_Real_IP="192.0.2.9", Accept_Language="fr")
    refusal = received[received.index(b"HTTP/1.1 429") :]
    headers, _, body = refusal.partition(b"\r\n\r\n")
    assert b"Retry-After: 1" in headers
    assert b"application/problem+json" in headers
    problem = json.loads(body[: body.index(b"}") + 1])
    assert (problem["code"], problem["status"]) == ("too-many-requests", 429)
    assert problem["title"] == error_texts()["too-many-requests"].title["fr"]


def test_the_connections_of_an_address_are_limited_while_requests_are_in_progress(nginx):
    slow = head(STATES, Content_Length=300 * KB, X_Real_IP="192.0.2.20") + b" " * 10
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(nginx.connect()).sendall(slow)
        wait_until(lambda: nginx.ask(head("/healthz", "GET", X_Real_IP="192.0.2.20")).status == 429)
        assert nginx.ask(head("/healthz", "GET", X_Real_IP="192.0.2.21")).status == 200
    wait_until(lambda: nginx.ask(head("/healthz", "GET", X_Real_IP="192.0.2.20")).status == 200)


@pytest.mark.alone
def test_slow_bodies_and_headers_delay_no_other_client(nginx, server, record_property):
    """64 clients drip bodies, 64 drip headers. The service sees none of them."""
    before = _watched_setups(nginx, drip=None)
    with ExitStack() as stack:
        clients = [stack.enter_context(nginx.connect()) for _ in range(128)]
        for number, client in enumerate(clients):
            address = f"198.51.100.{number}"
            if number % 2:
                client.sendall(head(STATES, X_Real_IP=address, Content_Length=300 * KB) + b" " * (number % 4) * 33 * KB)
            else:
                client.sendall(f"GET /v1/games HTTP/1.1\r\nX-Real-IP: {address}\r\nX-Slow: ".encode())
        during = _watched_setups(nginx, drip=clients)
        assert all(map(_is_refused_or_closed, clients[::2])), "slow headers end after client_header_timeout"
    assert '"status":408' not in server.logs, "the service would refuse a slow body that it received"
    figures = f"p99 of set-ups behind nginx {before * 1000:.0f} ms, with 128 slow clients {during * 1000:.0f} ms"
    record_property("figures", figures)
    assert during < max(3 * before, 0.2)


def _watched_setups(nginx: Proxy, drip: list[ssl.SSLSocket] | None) -> float:
    """Play set-ups for 12 seconds (2 without slow clients) and return the 99th percentile of their durations."""
    seconds: list[float] = []
    end = time.monotonic() + (12 if drip else 2)
    next_drip = 0.0
    with nginx.connect() as client:
        while time.monotonic() < end:
            if drip and time.monotonic() > next_drip:
                next_drip = time.monotonic() + 0.5
                for slow in drip:
                    with suppress(OSError):  # nginx has closed it
                        slow.sendall(b"a")
            began = time.perf_counter()
            client.sendall(SETUP_REQUEST)
            assert receive(client).status == 201
            seconds.append(time.perf_counter() - began)
            time.sleep(0.03)
    return sorted(seconds)[len(seconds) * 99 // 100]


def _is_refused_or_closed(client: ssl.SSLSocket) -> bool:
    """Return whether nginx has ended a connection, with or without a response."""
    try:
        return client.recv(1 << 16) == b"" or client.recv(1 << 16) == b""
    except ConnectionError:
        return True


def test_events_arrive_while_the_search_runs_and_job_ids_are_not_logged(nginx):
    state = nginx.ask(SETUP_REQUEST).json["state"]
    body = json.dumps({"state": state, "bot": "search", "budget": {"milliseconds": 4000}}).encode()
    request = head("/v1/games/burgundy/bot-moves", Content_Length=len(body)) + body
    wait_until(lambda: nginx.ask(request).status == 202)
    job = nginx.ask(request).json["id"]
    received = b""
    with nginx.connect() as client:
        client.sendall(head(f"/v1/jobs/{job}/events", "GET", Connection="close"))
        while b'"status":"running"' not in received:
            received += client.recv(1 << 16)
        assert b'"status":"finished"' not in received, "an event arrives before the stream ends"
        while part := client.recv(1 << 16):
            received += part
    assert b'"status":"finished"' in received
    wait_until(lambda: '"GET /v1/jobs/*/events" 200' in nginx.log)
    assert job not in nginx.log


def test_a_service_that_does_not_respond_is_a_problem_with_retry_after(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    with running_nginx(folder, f"http://127.0.0.1:{free_port()}") as nginx:
        response = nginx.ask(head("/v1/games", "GET"))
    assert_problem(response, 503, "server-busy")
    assert response.headers["retry-after"] == "1"
