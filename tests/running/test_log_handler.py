"""The log of real processes: one JSON object per line. Logging never blocks and never raises."""

from __future__ import annotations

import errno
import fcntl
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import traceback
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from referee_service import logs
from referee_service.jobs.heartbeat import live_workers
from referee_service.jobs.redis_keys import QUEUE_NAMES
from tests.running.conftest import REFEREE, ROOT, ServerProcess, clean_environment, is_ok, wait_until

# --- the handler -----------------------------------------------------------------------------------------------------


def record(level: int, path: str) -> logging.LogRecord:
    log_record = logging.LogRecord(logs.LOGGER, level, "", 0, "request", None, None)
    log_record.path = path
    return log_record


@pytest.fixture
def pipe():
    """Return the two ends of a pipe that holds 4 kB."""
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
    yield read_end, write_end
    os.close(read_end)


def handler_to(descriptor):
    """Return the log handler of the service, writing to this file descriptor."""
    handler = logs.StderrHandler(descriptor)
    handler.setFormatter(logs.JsonFormatter())
    return handler


def read_until(descriptor, is_complete):
    """Read lines of JSON until the condition holds for them, and return them."""
    text, lines = b"", []
    while not is_complete(lines):
        text += os.read(descriptor, 65536)
        lines = [json.loads(line) for line in text.split(b"\n")[:-1]]
    return lines


def paths_of(lines):
    return [line["path"] for line in lines if "path" in line]


def test_lines_are_written_in_order(pipe):
    handler = handler_to(pipe[1])
    for number in range(100):
        handler.handle(record(logging.INFO, str(number)))
    lines = read_until(pipe[0], lambda lines: len(lines) == 100)
    assert paths_of(lines) == [str(number) for number in range(100)]
    assert handler.dropped == 0


def test_a_line_of_a_response_that_cannot_be_built_is_dropped_and_counted(pipe, monkeypatch):
    handler = handler_to(pipe[1])
    monkeypatch.setattr(logs._logger, "handle", handler.handle)
    monkeypatch.setattr(logs._logger, "isEnabledFor", lambda level: True)
    for method in ("GET", "\ud800", "POST"):
        logs.log_request("0", method, "/", 200, 0.0)
    handler.flush()
    lines = read_until(pipe[0], lambda lines: len(lines) == 3)
    assert [line.get("method") for line in lines] == ["GET", "POST", None]
    assert lines[2]["message"].startswith("1 log lines were dropped")


@pytest.mark.alone
def test_a_warning_does_not_wait_for_other_lines(pipe, monkeypatch):
    monkeypatch.setattr(logs, "BATCH_SECONDS", 30.0)
    handler = handler_to(pipe[1])
    handler.handle(record(logging.INFO, "before"))
    start = monotonic()
    handler.handle(record(logging.WARNING, "wrong"))
    assert paths_of(read_until(pipe[0], lambda lines: len(lines) == 2)) == ["before", "wrong"]
    assert monotonic() - start < 10


@pytest.mark.alone
def test_flush_does_not_wait_for_more_lines(pipe, monkeypatch):
    monkeypatch.setattr(logs, "BATCH_SECONDS", 30.0)
    handler = handler_to(pipe[1])
    start = monotonic()
    handler.handle(record(logging.INFO, "last"))
    handler.flush()
    assert paths_of(read_until(pipe[0], lambda lines: lines)) == ["last"]
    assert monotonic() - start < 10


@pytest.mark.alone
def test_a_pipe_that_is_not_read_neither_blocks_nor_grows_and_the_dropped_lines_are_counted(pipe):
    handler, count = handler_to(pipe[1]), 3 * logs.MAX_WAITING_LINES
    start = monotonic()
    for number in range(count):
        handler.handle(record(logging.INFO, str(number)))
    handler.flush()
    assert monotonic() - start < 10
    assert handler.dropped >= logs.MAX_WAITING_LINES
    dropped = handler.dropped
    lines = read_until(pipe[0], lambda lines: len(lines) == count - dropped + 1)
    (note,) = [line for line in lines if "path" not in line]
    assert note["message"].startswith(f"{dropped} log lines were dropped")
    assert note["level"] == "warning"


@pytest.mark.alone
def test_flush_waits_for_a_limited_time(pipe, monkeypatch):
    monkeypatch.setattr(logs, "FLUSH_TIMEOUT_SECONDS", 0.2)
    handler = handler_to(pipe[1])
    for number in range(200):
        handler.handle(record(logging.INFO, str(number)))
    start = monotonic()
    handler.flush()
    assert 0.1 < monotonic() - start < 5


def test_a_pipe_in_non_blocking_mode_loses_no_line(pipe):
    os.set_blocking(pipe[1], False)
    handler = handler_to(pipe[1])
    for number in range(500):
        handler.handle(record(logging.INFO, str(number)))
    assert len(read_until(pipe[0], lambda lines: len(lines) == 500)) == 500
    assert handler.dropped == 0


@pytest.mark.parametrize("cut", [1, 60, 61, 150])
def test_a_line_that_was_written_in_part_is_completed_when_writing_works_again(monkeypatch, cut):
    written, room, write = bytearray(), cut, os.write

    def limited_write(descriptor, data):
        nonlocal room
        if descriptor != -5:
            return write(descriptor, data)
        if not room:
            raise OSError(errno.ENOSPC, "full")
        count = min(room, len(data))
        written.extend(bytes(data)[:count])
        room -= count
        return count

    monkeypatch.setattr(os, "write", limited_write)
    handler = handler_to(-5)
    for number in range(10):
        handler.handle(record(logging.INFO, str(number)))
    handler.flush()
    assert len(written) == cut
    room = 1_000_000
    handler.handle(record(logging.INFO, "later"))
    handler.flush()
    lines = [json.loads(line) for line in bytes(written).splitlines()]
    assert paths_of(lines)[-1] == "later"
    assert lines[-1]["message"].startswith(f"{handler.dropped} log lines were dropped")
    assert len(paths_of(lines)) + handler.dropped == 11


def test_a_record_that_cannot_be_formatted_is_counted_and_raises_nothing(pipe):
    handler = handler_to(pipe[1])
    broken = record(logging.INFO, "x")
    broken.path = object()
    handler.handle(broken)
    handler.handle(logging.LogRecord("x", logging.INFO, "", 0, "%d of %s", ("two",), None))
    handler.handle(logging.LogRecord("x", logging.INFO, "", 0, "name \udcff", (), None))
    lines = read_until(pipe[0], lambda lines: len(lines) == 3)
    assert [line["message"] for line in lines[:2]] == ["%d of %s", "name ?"]
    assert handler.dropped == 1


def test_a_process_that_can_start_no_thread_drops_its_lines_and_raises_nothing(pipe, monkeypatch):
    def fail(_):
        raise RuntimeError("can't start new thread")

    handler = handler_to(pipe[1])
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", fail)
        handler.handle(record(logging.INFO, "lost"))
        handler.flush()
    assert handler.dropped == 1
    handler.handle(record(logging.INFO, "later"))
    assert paths_of(read_until(pipe[0], lambda lines: len(lines) == 2)) == ["later"]


def test_the_writer_starts_again_in_a_forked_process(pipe, monkeypatch):
    handler = handler_to(pipe[1])
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    handler.handle(record(logging.INFO, "parent"))
    handler.flush()
    child = os.fork()
    if not child:
        handler.handle(record(logging.INFO, "child"))
        handler.flush()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert paths_of(read_until(pipe[0], lambda lines: len(lines) == 2)) == ["parent", "child"]


# --- real processes --------------------------------------------------------------------------------------------------


def serve_with_stderr(descriptor, folder, *arguments):
    """Start `referee serve` with this standard error."""
    out = folder / "out"
    with out.open("wb") as stdout:
        process = subprocess.Popen(
            [*REFEREE, "serve", "--port", "0"], cwd=ROOT, env=clean_environment(), stdout=stdout, stderr=descriptor
        )
    server = ServerProcess(process, folder)
    wait_until(lambda: "Ctrl-C" in server.output or process.poll() is not None)
    assert process.poll() is None
    wait_until(lambda: is_ok(f"{server.address}/readyz"))
    return server


def send_requests(address, count):
    """Send GET requests over one connection and return their statuses."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=30)
    statuses = []
    for _ in range(count):
        connection.request("GET", "/v1/games")
        with connection.getresponse() as response:
            response.read()
            statuses.append(response.status)
    connection.close()
    return statuses


def dropped_lines(address):
    """Return the number of dropped lines that /metrics shows."""
    with urlopen(f"{address}/metrics", timeout=30) as response:
        lines = response.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("referee_log_dropped "))


@pytest.mark.alone
def test_a_full_disk_under_the_log_fails_no_request(tmp_path):
    with Path("/dev/full").open("wb") as full:
        server = serve_with_stderr(full, tmp_path)
    try:
        assert set(send_requests(server.address, 200)) == {200}
        wait_until(lambda: dropped_lines(server.address) >= 200)
    finally:
        code, seconds = server.stop()
    assert code == 0
    assert seconds < 10


@pytest.mark.alone
def test_a_log_pipe_that_is_not_read_stops_no_request_and_ends_with_the_number_of_dropped_lines(tmp_path):
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
    server = serve_with_stderr(write_end, tmp_path)
    os.close(write_end)
    try:
        assert set(send_requests(server.address, 3 * logs.MAX_WAITING_LINES)) == {200}
        dropped = dropped_lines(server.address)
        assert dropped > 0
        lines = read_until(read_end, lambda lines: any("were dropped" in line["message"] for line in lines))
        note = next(line for line in lines if "were dropped" in line["message"])
        assert int(note["message"].split()[0]) >= dropped
        assert set(send_requests(server.address, 1)) == {200}
        assert read_until(read_end, bool)[-1]["path"] == "/v1/games"
    finally:
        code, seconds = server.stop()
        os.close(read_end)
    assert code == 0
    assert seconds < 10


@pytest.mark.alone
def test_a_service_whose_log_pipe_stays_unread_stops_in_time(tmp_path):
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
    server = serve_with_stderr(write_end, tmp_path)
    os.close(write_end)
    send_requests(server.address, 500)
    code, seconds = server.stop()
    os.close(read_end)
    assert code == 0
    assert seconds < 10


def test_a_closed_log_pipe_fails_no_request(tmp_path):
    read_end, write_end = os.pipe()
    server = serve_with_stderr(write_end, tmp_path)
    os.close(write_end)
    os.close(read_end)
    try:
        assert set(send_requests(server.address, 50)) == {200}
    finally:
        assert server.stop()[0] == 0


UNCAUGHT = """
import threading, warnings
from referee_service import logs
logs.configure_logging("info")
warnings.warn("a hidden message\\nof two lines")
thread = threading.Thread(target=lambda: {}["a hidden key"], name="one")
thread.start()
thread.join()
class Broken:
    def __del__(self):
        raise ValueError("a hidden value")
Broken()
raise KeyError("the whole state")
"""


def test_uncaught_exceptions_and_warnings_are_json():
    process = subprocess.run(
        [sys.executable, "-c", UNCAUGHT], cwd=ROOT, env=clean_environment(), capture_output=True, text=True, check=False
    )
    warning, in_thread, in_destructor, uncaught = map(json.loads, process.stderr.splitlines())
    assert process.returncode == 1
    assert (warning["level"], in_thread["error"], in_destructor["error"]) == ("warning", "KeyError", "ValueError")
    assert (uncaught["error"], uncaught["level"]) == ("KeyError", "critical")
    assert "<module>" in uncaught["where"][0]
    for hidden in ("a hidden key", "a hidden value", "the whole state", "of two lines"):
        assert hidden not in process.stderr


def test_the_traceback_in_a_message_becomes_the_type_and_the_locations():
    try:
        json.loads("")
    except ValueError:
        text = traceback.format_exc()
    formatted = logs.JsonFormatter().format(
        logging.LogRecord("rq.worker", logging.ERROR, "", 0, "job %s: exception raised\n%s", ("1", text), None)
    )
    line = json.loads(formatted)
    assert (line["message"], line["error"]) == ("job 1: exception raised", "json.decoder.JSONDecodeError")
    assert line["where"][-1].endswith(" raw_decode")
    assert "the whole state" not in formatted


def start_workers(redis, folder, *arguments):
    """Start `referee worker` with its standard error in a file."""
    environment = clean_environment(REDIS_URL=redis.url)
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen([*REFEREE, "worker", *arguments], cwd=ROOT, env=environment, stdout=out, stderr=err)
    return ServerProcess(process, folder)


def test_a_task_that_raises_is_logged_as_json(empty_redis, tmp_path):
    worker = start_workers(empty_redis, tmp_path)
    try:
        with Redis.from_url(empty_redis.url) as connection:
            queue = Queue(QUEUE_NAMES[0], connection=connection, serializer=JSONSerializer)
            queue.enqueue("builtins.int", "the whole state")
            wait_until(lambda: "ValueError" in worker.logs)
    finally:
        worker.stop()
    lines = [json.loads(line) for line in worker.logs.splitlines()]
    (line,) = [line for line in lines if "error" in line]
    assert line["message"] == "a search failed"
    assert line["error"] == "ValueError"
    assert any("perform_job" in location for location in line["where"])
    assert "the whole state" not in line["message"] + str(line["where"])


def test_a_killed_worker_is_logged_as_json_and_replaced(empty_redis, tmp_path):
    supervisor = start_workers(empty_redis, tmp_path, "--workers", "2")
    pid = supervisor.process.pid
    try:
        with Redis.from_url(empty_redis.url) as connection:
            wait_until(lambda: len(live_workers(connection)) == 2)
            killed = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
            os.kill(killed, signal.SIGKILL)
            wait_until(lambda: len([name for name in live_workers(connection) if f"-{killed}-" not in name]) == 2)
    finally:
        supervisor.stop()
    lines = [json.loads(line) for line in supervisor.logs.splitlines()]
    assert any(f"search worker {killed} ended with code -9" in line["message"] for line in lines)


def test_a_killed_server_process_is_logged_as_json(start):
    server = start("serve", "--port", "0")
    pid = server.process.pid
    (serving,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    os.kill(int(serving), signal.SIGKILL)
    wait_until(lambda: "Unexpected exit" in server.logs or server.process.poll() is not None)
    lines = [json.loads(line) for line in server.logs.splitlines()]
    assert [line["message"] for line in lines if line["level"] == "error"] == ["Unexpected exit from worker-1"]
