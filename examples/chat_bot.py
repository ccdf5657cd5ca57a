"""Chat bot behind an outgoing webhook: the chat posts what users write, and shows the response of this server.

    python examples/chat_bot.py --url http://127.0.0.1:8080 --token SECRET --public-url http://bot.example:8001
    curl -s http://127.0.0.1:8001 -d token=SECRET -d channel_id=games -d user_name=ann -d 'text=new burgundy 2'

Mattermost, Rocket.Chat and Slack post such forms. The chat loads pictures at `--public-url`; without it, none.
"""

import argparse
import hmac
import json
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from referee_sdk.chat import TableFile, TableManager, TextCommands
from referee_sdk.connection import connect
from referee_sdk.webhook import PictureStore, response_body

FIELDS = ("channel_id", "user_name", "text", "token")


def serve(manager: TableManager, token: str, port: int, public_url: str | None = None) -> ThreadingHTTPServer:
    """Return a server on this port; call `serve_forever` to run it."""
    commands, store = TextCommands(manager), PictureStore(public_url)

    class Webhook(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = store.contents.get(self.path)
            self.send_error(404) if content is None else self.respond("image/png", content)

        def do_POST(self) -> None:
            body = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
            channel, user, text, secret = (body.get(name, [""])[0] for name in FIELDS)
            if not hmac.compare_digest(secret.encode(), token.encode()):
                return self.send_error(403)
            body = response_body(commands.handle(channel, user, text), user, store, manager.language_of(channel))
            self.respond("application/json", json.dumps(body).encode())

        def respond(self, media_type: str, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.end_headers()
            self.wfile.write(content)

    return ThreadingHTTPServer(("127.0.0.1", port), Webhook)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--token", required=True)
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--public-url")
    args = parser.parse_args()
    with TableFile("chat_tables.db") as storage, suppress(KeyboardInterrupt):
        manager = TableManager(connect(args.url), storage, pictures=bool(args.public_url), announce_private=False)
        server = serve(manager, args.token, args.port, args.public_url)
        print(f"Waiting for texts at http://127.0.0.1:{server.server_port}; Ctrl-C stops.", flush=True)
        server.serve_forever()
