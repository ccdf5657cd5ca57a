"""Server process of the benchmarks: `python -m benchmarks.web SERVER APP PORT`.

SERVER is granian or gunicorn. APP is the service with its cache in redis, in memory, or without cache (cold);
`two` is `redis` with two serving processes. APP echo is a minimal Flask app that returns the request body.
"""

from __future__ import annotations

import os
import sys
from functools import cache, partial

from flask import Flask, Response, request

from referee_service.app import create_app
from referee_service.server.front import THREADS
from referee_service.server.listener import listen
from referee_service.settings import Settings


def echo() -> Flask:
    """Return a minimal Flask app with one route that returns the request body."""
    app = Flask("echo")

    @app.post("/echo")
    def echo_body() -> Response:
        return Response(request.get_data(), content_type="application/json")

    return app


def gunicorn(load: partial[Flask], port: int) -> None:
    """Serve an app with gunicorn threads until the process is stopped."""
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):
        def load_config(self) -> None:
            settings = {"bind": f"127.0.0.1:{port}", "worker_class": "gthread", "threads": THREADS, "keepalive": 30}
            for name, value in {**settings, "loglevel": "error", "control_socket_disable": True}.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return load()

    Server().run()


def referee(store: str) -> partial[Flask]:
    """Return a loader of the service with its cache in Redis, in memory, or disabled."""
    environ = {
        "redis": {"REDIS_URL": os.environ["REDIS_URL"]},
        "two": {"REDIS_URL": os.environ["REDIS_URL"], "REFEREE_PROCESSES": "2"},
        "memory": {},
        "cold": {"REFEREE_CACHE_SECONDS": "0"},
    }[store]
    return partial(_preloaded, Settings.from_env(environ))


@cache
def _preloaded(settings: Settings) -> Flask:
    """Return the service. It is cached, so a forked serving process does not create it again."""
    return create_app(settings)


def main() -> None:
    """Serve the app that the command line names."""
    server, app, port = sys.argv[1:]
    load = partial(echo) if app == "echo" else referee(app)
    if server == "granian":
        load()
        listen(load, host="127.0.0.1", port=int(port), processes=2 if app == "two" else 1)
    else:
        gunicorn(load, int(port))


if __name__ == "__main__":
    main()
