"""The command `referee mcp`: what it refuses at start, and that standard output has only the protocol."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.running.conftest import PATIENCE, REFEREE, ROOT, clean_environment, referee

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the command with pipes, as a client does."""
    return subprocess.Popen(
        [*REFEREE, "mcp", "--folder", str(folder), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env=clean_environment(),
    )


def test_standard_output_has_only_the_protocol_and_the_end_of_input_ends_it(tmp_path):
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "games", "arguments": {}}}
    done = subprocess.run(
        [*REFEREE, "mcp", "--folder", str(tmp_path)],
        input="".join(json.dumps(each) + "\n" for each in (HELLO, call)),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=clean_environment(),
        timeout=PATIENCE,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["result"]["serverInfo"]["name"] == "referee"
    assert "call play with a number" in answers[0]["result"]["instructions"]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("end", ["end of input", "Ctrl-C"])
def test_a_waiting_call_does_not_delay_the_end(tmp_path, end):
    process = start(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None

    def call(name: str, **arguments: object) -> None:
        message = {
            "jsonrpc": "2.0",
            "id": name,
            "method": "tools/call",
            "params": {"name": name, "arguments": arguments},
        }
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()

    try:
        process.stdin.write(json.dumps(HELLO) + "\n")
        call("new_match", game="burgundy", guarded=True)
        process.stdout.readline()
        names = re.findall(r"seat \d: ([0-9a-f]+)", process.stdout.readline())
        for name in names:
            call("wait_for_turn", match=name, seconds=50)
        process.stdout.readline()  # that of the seat to move
        started_at = time.monotonic()
        if end == "Ctrl-C":
            process.send_signal(signal.SIGINT)
        else:
            process.stdin.close()
        assert process.wait(PATIENCE) == (-signal.SIGINT if end == "Ctrl-C" else 0)
        assert time.monotonic() - started_at < 30
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.mark.parametrize("package", ["mcp", "referee_sdk"])
def test_a_missing_extra_says_what_to_install(package):
    start = "from referee_service.cli.main import main; sys.exit(main(['mcp']))"
    program = f"import sys; sys.modules[{package!r}] = None; {start}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert f"({package} is missing)" in done.stderr
    assert "pip install 'referee-service[mcp]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--url", "http://127.0.0.1:9/v1"], "referee: The client adds /v1 to the address."),
        (["--folder", "/proc/nothing"], "referee: cannot write to /proc/nothing"),
        (["--http", "--host", "192.0.2.1", "--port", "0"], "referee: cannot listen on 192.0.2.1:0"),
    ],
)
def test_a_wrong_option_is_one_line(arguments, message):
    done = referee("mcp", *arguments, REFEREE_MCP_TOKEN="0" * 32)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_a_port_that_does_not_exist_is_one_line(port):
    done = referee("mcp", "--http", "--port", port)
    assert done.returncode == 2
    assert done.stderr.endswith("argument --port: must be a whole number from 0 to 65535\n")


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = referee("mcp", "--http", "--port", str(port), "--folder", tmp_path, REFEREE_MCP_TOKEN="0" * 32)
    assert done.returncode == 1
    assert f"referee: cannot listen on 127.0.0.1:{port}" in done.stderr
    assert done.stderr.endswith("; use another --port\n")


def test_the_service_elsewhere_may_be_away_at_start(tmp_path):
    """A host starts its servers at log-in. The first call then says that the service is away."""
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "games", "arguments": {}}}
    process = start(tmp_path, "--url", "http://127.0.0.1:9")
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(HELLO) + "\n")
        process.stdin.flush()
        assert "serverInfo" in process.stdout.readline()
        process.stdin.write(json.dumps(call) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer["result"]["isError"]
        assert "Cannot connect to http://127.0.0.1:9" in answer["result"]["content"][0]["text"]
    finally:
        process.kill()
        process.communicate()


def test_a_service_that_does_not_answer_is_reported_at_start(tmp_path):
    done = subprocess.run(
        [*REFEREE, "mcp", "--folder", str(tmp_path), "--url", "http://127.0.0.1:9"],
        input=json.dumps(HELLO) + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=clean_environment(),
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr.startswith("referee: http://127.0.0.1:9 does not answer now: ")
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "referee"


def test_in_a_terminal_the_server_says_that_it_waits_for_a_client(tmp_path):
    terminal, standard_input = os.openpty()
    process = subprocess.Popen(
        [*REFEREE, "mcp", "--folder", str(tmp_path)],
        stdin=standard_input,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=clean_environment(),
    )
    assert process.stderr is not None
    assert "speaks the Model Context Protocol on standard input" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    os.close(terminal)
    os.close(standard_input)
