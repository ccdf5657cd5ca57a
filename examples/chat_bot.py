"""A chat bot behind an outgoing webhook: the chat posts what people write, and shows what this answers.

    python examples/chat_bot.py --url http://127.0.0.1:8080 --token SECRET
    curl -s http://127.0.0.1:8001 -d token=SECRET -d channel_id=games -d user_name=ann -d 'text=new burgundy 2'

Mattermost, Rocket.Chat and Slack post such forms (`token`, `channel_id`, `user_name`, `text`). Tables are kept in a
file.
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

USAGE = "Say `new GAME [SEATS] [BOT]`, `join`, `close`, or anything at the table: `help` tells more."


def heard(hall: TableManager, channel: str, person: str, text: str) -> list[Message]:
    """What the bot says to somebody: the hall opens and closes tables, the table does the rest."""
    word, *more = text.split() or [""]
    if word == "new" and more:
        seats = int(more[1]) if len(more) > 1 and more[1].isdigit() else 2
        return hall.open(channel, person, more[0], seats=seats, bot=BotSeat(more[2]) if len(more) > 2 else None)
    if word == "join":
        return hall.join(channel, person)
    if word == "close":
        return hall.close(channel, person)
    return hall.say(channel, person, text) if hall.table(channel) is not None else [Message(USAGE)]


def written(messages: Sequence[Message], person: str) -> dict[str, str]:
    """One answer as the chat reads it. What is for somebody else cannot go this way: that person says `moves`."""
    shown = [message.text for message in messages if message.to in (None, person)]
    is_private = any(message.to is not None for message in messages)
    return {"text": "\n\n".join(shown), "response_type": "ephemeral" if is_private else "in_channel"}


class Webhook(BaseHTTPRequestHandler):
    """Hears the chat."""

    hall: TableManager
    token: str

    def do_POST(self) -> None:
        posted = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
        form = {name: values[0] for name, values in posted.items()}
        if not hmac.compare_digest(form.get("token", "").encode(), self.token.encode()):
            self.send_error(403)
            return
        person = form.get("user_name", "")
        messages = heard(self.hall, form.get("channel_id", ""), person, form.get("text", "").strip())
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(written(messages, person)).encode())


def serve(hall: TableManager, token: str, port: int) -> ThreadingHTTPServer:
    """A server that listens; `serve_forever` runs it."""
    return ThreadingHTTPServer(("127.0.0.1", port), type("Bot", (Webhook,), {"hall": hall, "token": token}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--token", required=True)
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--tables", default="tables.db")
    options = parser.parse_args()
    with shelve.open(options.tables) as kept:
        serve(TableManager(connect(options.url), kept), options.token, options.port).serve_forever()
