"""Chat bot behind an outgoing webhook: the chat posts what users write, and shows the response of this server.

    python examples/chat_bot.py --url http://127.0.0.1:8080 --token SECRET --public-url http://bot.example:8001
    curl -s http://127.0.0.1:8001 -d token=SECRET -d channel_id=games -d user_name=ann -d 'text=new burgundy 2'

Mattermost, Rocket.Chat and Slack post such forms (`token`, `channel_id`, `user_name`, `text`). Tables are saved
in a file. Pictures are Markdown images, which Mattermost and Rocket.Chat show. The chat loads them from this server at
`--public-url`; without it, there are none. Their addresses cannot be guessed.
"""

from __future__ import annotations

import argparse
import hmac
import json
import secrets
import shelve
from collections import OrderedDict
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from referee_sdk.chat import Attachment, BotSeat, Message, TableManager
from referee_sdk.connection import connect

USAGE = "Say `new GAME [SEATS] [BOT]`, `join [ROOM LINK]`, `close`, or anything at the table: `help` explains more."

ALT_CHARS = str.maketrans("[]", "()")
MAX_PICTURES = 200
"""Pictures that the server keeps. A chat loads a picture when it shows the message."""


class PictureStore:
    """The latest pictures, each at an address of its own below `public_url`."""

    def __init__(self, public_url: str | None) -> None:
        self.public_url = public_url
        self.contents: OrderedDict[str, bytes] = OrderedDict()

    def markdown(self, picture: Attachment) -> str:
        """Add a picture and return it as a Markdown image."""
        path = f"/pictures/{secrets.token_urlsafe(16)}/{picture.name}"
        self.contents[path] = picture.content
        if len(self.contents) > MAX_PICTURES:
            self.contents.popitem(last=False)
        return f"![{picture.alt.translate(ALT_CHARS)}]({self.public_url}{path})"


def handle_text(manager: TableManager, channel: str, user: str, text: str) -> list[Message]:
    """Return the messages for a text. The commands of the manager come first; all other texts go to the table."""
    word, *arguments = text.split() or [""]
    if word == "new" and arguments:
        seats = int(arguments[1]) if len(arguments) > 1 and arguments[1].isdigit() else 2
        bot = BotSeat(arguments[2]) if len(arguments) > 2 else None
        return manager.open(channel, user, arguments[0], seats=seats, bot=bot)
    if word == "join" and arguments:
        return manager.join_room(channel, user, arguments[0], is_public=True)
    if word == "join":
        return manager.join(channel, user)
    if word == "close":
        return manager.close(channel, user)
    return manager.say(channel, user, text) if manager.table(channel) is not None else [Message(USAGE)]


def response_body(messages: Sequence[Message], user: str, pictures: PictureStore) -> dict[str, str]:
    """Return the JSON for the chat.

    Private messages for another user cannot go this way, so they are left out. That user can say `moves`.
    """
    texts: list[str] = []
    for message in messages:
        if message.to in (None, user):
            images = map(pictures.markdown, message.attachments if pictures.public_url else ())
            texts.append("\n".join([message.text, *images]))
    is_private = any(message.to is not None for message in messages)
    return {"text": "\n\n".join(texts), "response_type": "ephemeral" if is_private else "in_channel"}


class Webhook(BaseHTTPRequestHandler):
    """Handler of the requests that the chat posts, and of those for pictures."""

    manager: TableManager
    token: str
    pictures: PictureStore

    def do_GET(self) -> None:
        content = self.pictures.contents.get(self.path)
        if content is None:
            self.send_error(404)
            return
        self.respond("image/png", content)

    def do_POST(self) -> None:
        body = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
        form = {name: values[0] for name, values in body.items()}
        if not hmac.compare_digest(form.get("token", "").encode(), self.token.encode()):
            self.send_error(403)
            return
        user = form.get("user_name", "")
        messages = handle_text(self.manager, form.get("channel_id", ""), user, form.get("text", "").strip())
        self.respond("application/json", json.dumps(response_body(messages, user, self.pictures)).encode())

    def respond(self, media_type: str, content: bytes) -> None:
        """Send a response with status 200."""
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.end_headers()
        self.wfile.write(content)


def serve(manager: TableManager, token: str, port: int, public_url: str | None = None) -> ThreadingHTTPServer:
    """Return a server on this port; call `serve_forever` to run it."""
    manager.pictures = public_url is not None
    settings = {"manager": manager, "token": token, "pictures": PictureStore(public_url)}
    return ThreadingHTTPServer(("127.0.0.1", port), type("Bot", (Webhook,), settings))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--token", required=True)
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--tables", default="tables.db")
    parser.add_argument("--public-url", help="address of this server for the chat, to show pictures")
    options = parser.parse_args()
    with shelve.open(options.tables) as storage:
        manager = TableManager(connect(options.url), storage=storage)
        serve(manager, options.token, options.port, options.public_url).serve_forever()
