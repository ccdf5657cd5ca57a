"""Chat bot behind an outgoing webhook: the chat posts what users write, and shows the response of this server.

    python examples/chat_bot.py --url http://127.0.0.1:8080 --token SECRET
    curl -s http://127.0.0.1:8001 -d token=SECRET -d channel_id=games -d user_name=ann -d 'text=new burgundy 2'

Mattermost, Rocket.Chat and Slack post such forms (`token`, `channel_id`, `user_name`, `text`). Tables are saved
in a file.
"""

from __future__ import annotations

import argparse
import hmac
import json
import shelve
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from referee_sdk.chat import BotSeat, Message, TableManager
from referee_sdk.connection import connect

USAGE = "Say `new GAME [SEATS] [BOT]`, `join`, `close`, or anything at the table: `help` explains more."


def handle_text(manager: TableManager, channel: str, user: str, text: str) -> list[Message]:
    """Return the messages for a text. The commands of the manager come first; all other texts go to the table."""
    word, *arguments = text.split() or [""]
    if word == "new" and arguments:
        seats = int(arguments[1]) if len(arguments) > 1 and arguments[1].isdigit() else 2
        bot = BotSeat(arguments[2]) if len(arguments) > 2 else None
        return manager.open(channel, user, arguments[0], seats=seats, bot=bot)
    if word == "join":
        return manager.join(channel, user)
    if word == "close":
        return manager.close(channel, user)
    return manager.say(channel, user, text) if manager.table(channel) is not None else [Message(USAGE)]


def response_body(messages: Sequence[Message], user: str) -> dict[str, str]:
    """Return the JSON for the chat.

    Private messages for another user cannot go this way, so they are left out. That user can say `moves`.
    """
    texts = [message.text for message in messages if message.to in (None, user)]
    is_private = any(message.to is not None for message in messages)
    return {"text": "\n\n".join(texts), "response_type": "ephemeral" if is_private else "in_channel"}


class Webhook(BaseHTTPRequestHandler):
    """Handler of the requests that the chat posts."""

    manager: TableManager
    token: str

    def do_POST(self) -> None:
        body = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
        form = {name: values[0] for name, values in body.items()}
        if not hmac.compare_digest(form.get("token", "").encode(), self.token.encode()):
            self.send_error(403)
            return
        user = form.get("user_name", "")
        messages = handle_text(self.manager, form.get("channel_id", ""), user, form.get("text", "").strip())
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(response_body(messages, user)).encode())


def serve(manager: TableManager, token: str, port: int) -> ThreadingHTTPServer:
    """Return a server on this port; call `serve_forever` to run it."""
    return ThreadingHTTPServer(("127.0.0.1", port), type("Bot", (Webhook,), {"manager": manager, "token": token}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--token", required=True)
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--tables", default="tables.db")
    options = parser.parse_args()
    with shelve.open(options.tables) as storage:
        serve(TableManager(connect(options.url), storage=storage), options.token, options.port).serve_forever()
