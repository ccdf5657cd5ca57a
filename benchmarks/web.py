"""Reference apps of the benchmarks, for servers that load an app by name: a Flask echo, and the service.

`python -m benchmarks.web PORT PROCESSES` serves the echo with the server of Referee.
"""

from __future__ import annotations

import os
import sys

from flask import Flask, Response, request

from referee_service import logs
from referee_service.app import create_app
from referee_service.server.listener import listen
from referee_service.settings import Settings


def echo() -> Flask:
    """Return a minimal Flask app with one route that returns the request body."""
    app = Flask("echo")

    @app.post("/echo")
    def echo_body() -> Response:
        return Response(request.get_data(), content_type="application/json")

    return app


def service() -> Flask:
    """Return the service with the settings of the environment and its logs, for another server than its own."""
    settings = Settings.from_env(os.environ)
    logs.configure_logging(settings.log_level)
    return create_app(settings)


def main() -> None:
    """Serve the echo with the server of Referee."""
    port, processes = map(int, sys.argv[1:])
    listen(echo, host="127.0.0.1", port=port, processes=processes)


if __name__ == "__main__":
    main()
