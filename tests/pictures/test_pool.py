"""Tests of the pool of PNG pictures: its processes, and what it does with a process that fails."""

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from referee_service.pictures import pool as pool_module
from referee_service.pictures.png import MAX_PIXELS
from referee_service.pictures.pool import PngPool, PoolBusy, RendererDied
from tests.running.conftest import is_alive, wait_until

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'
PNG = b"\x89PNG"


@pytest.fixture
def pool():
    pool = PngPool(1)
    yield pool
    pool.close()


def test_a_picture_is_rendered_in_a_process_of_the_pool(pool):
    assert pool.process_ids == ()
    assert pool.render(SVG, 10).startswith(PNG)
    (pid,) = pool.process_ids
    assert pid != os.getpid()
    assert pool.render(SVG, 20).startswith(PNG)
    assert pool.process_ids == (pid,)


def test_two_processes_render_at_the_same_time():
    pool, found = PngPool(2), []
    threads = [Thread(target=lambda: found.append(pool.render(SVG, 2000))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pids = pool.process_ids
    pool.close()
    assert len(pids) == 2
    assert all(each == found[0] and each.startswith(PNG) for each in found)


def test_a_closed_pool_has_no_process_and_starts_again(pool):
    pool.render(SVG, 10)
    (pid,) = pool.process_ids
    pool.close()
    assert pool.process_ids == ()
    assert not is_alive(pid)
    assert pool.render(SVG, 10).startswith(PNG)


def test_a_process_that_died_is_replaced(pool):
    pool.render(SVG, 10)
    (pid,) = pool.process_ids
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_alive(pid))
    assert pool.render(SVG, 10).startswith(PNG)
    assert pool.process_ids != (pid,)


def test_a_process_that_dies_again_and_again_is_an_error_and_not_a_loop(pool, monkeypatch):
    monkeypatch.setattr(pool_module, "COMMAND", ("-c", "pass"))
    with pytest.raises(RendererDied):
        pool.render(SVG, 10)
    monkeypatch.undo()
    assert pool.render(SVG, 10).startswith(PNG)


def test_a_process_that_hangs_is_killed(pool, monkeypatch):
    monkeypatch.setattr(pool_module, "COMMAND", ("-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(pool_module, "RENDER_SECONDS", 0.2)
    with pytest.raises(RendererDied):
        pool.render(SVG, 10)


@pytest.mark.parametrize("width", [0, MAX_PIXELS + 1])
def test_a_huge_picture_reaches_no_process(pool, width):
    with pytest.raises(ValueError, match="2400"):
        pool.render(SVG, width)
    assert pool.process_ids == ()


def test_bad_svg_is_an_error_that_ends_no_process(pool):
    with pytest.raises(ValueError, match=r"\w"):
        pool.render("<svg", 10)
    assert pool.render(SVG, 10).startswith(PNG)
    assert len(pool.process_ids) == 1


def test_a_full_pool_refuses(pool):
    for _ in range(1 + pool_module.MAX_WAITING):
        pool._slots.acquire()
    with pytest.raises(PoolBusy):
        pool.render(SVG, 10)


def test_a_process_gets_no_secret(pool, monkeypatch):
    monkeypatch.setenv("REFEREE_SECRET", "secret")
    pool.render(SVG, 10)
    (pid,) = pool.process_ids
    if not Path(f"/proc/{pid}/environ").exists():
        pytest.skip("the environment of a process is read in /proc")
    assert b"REFEREE" not in Path(f"/proc/{pid}/environ").read_bytes()


def test_a_program_without_a_main_guard_renders_pictures(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "from referee_service.pictures.pool import PngPool\n"
        f"pool = PngPool(1)\nprint(pool.render('{SVG}', 10)[1:4].decode())\npool.close()\n"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    result = subprocess.run([sys.executable, program], env=environ, capture_output=True, text=True, timeout=60)
    assert (result.stdout, result.stderr) == ("PNG\n", "")


def test_the_processes_of_a_pool_that_is_dropped_end():
    pool = PngPool(1)
    pool.render(SVG, 10)
    (pid,) = pool.process_ids
    del pool
    gc.collect()
    wait_until(lambda: not is_alive(pid))


def test_a_picture_that_was_interrupted_does_not_answer_the_next_request(pool, monkeypatch):
    original = pool_module._read

    def interrupt(stream, length):
        raise KeyboardInterrupt

    monkeypatch.setattr(pool_module, "_read", interrupt)
    with pytest.raises(KeyboardInterrupt):
        pool.render(SVG, 50)
    monkeypatch.setattr(pool_module, "_read", original)
    assert int.from_bytes(pool.render(SVG, 20)[16:20], "big") == 20


def test_a_process_that_cannot_start_is_an_error_of_the_pool(pool, monkeypatch):
    def refuse(*arguments, **options):
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(pool_module, "Popen", refuse)
    with pytest.raises(RendererDied):
        pool.render(SVG, 10)


def test_two_threads_may_close_a_pool():
    pool = PngPool(2)
    threads = [Thread(target=pool.close) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
