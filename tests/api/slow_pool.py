"""A pool of PNG pictures that is full until a test lets it go on."""

from contextlib import contextmanager
from threading import Event, Thread

from referee_service.pictures.pool import MAX_WAITING, Renderer
from tests.running.conftest import wait_until

ACCEPTED = 1 + MAX_WAITING
"""How many pictures an app has in its pool at most: one in its process, the others waiting."""


@contextmanager
def full_pool(app, monkeypatch, request):
    """Send as many requests as the pool accepts, each from its own thread. All of them succeed after the block.

    `request` gets a width that no other picture has, and returns the status.
    """
    pool, go_on, found = app.extensions["referee.pictures"]._pool, Event(), []

    def render_slowly(self, svg, width):
        assert go_on.wait(30)
        return b"png"

    monkeypatch.setattr(Renderer, "render", render_slowly)
    threads = [Thread(target=lambda width=width: found.append(request(width))) for width in range(200, 200 + ACCEPTED)]
    try:
        for thread in threads:
            thread.start()
        wait_until(lambda: pool._slots._value == 0)
        yield
    finally:
        go_on.set()
        for thread in threads:
            thread.join()
    assert found == [200] * ACCEPTED
