"""Web frontend for any game in a hundred lines. The page stores the match; this server only calls the referee.

The page contains all hidden information, so the players must trust each other. Else use guarded matches (docs/sdk.md).

python examples/web_frontend.py --url http://127.0.0.1:8080      # then open http://127.0.0.1:8000
"""

from __future__ import annotations

import argparse
import html
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from referee_sdk import Client, IllegalMove, Match, NotFound, RefereeError, UndoRefused
from referee_sdk.connection import connect

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Referee</title><style>
  body {{ font: 16px/1.5 system-ui; margin: 2rem auto; max-width: 84rem; padding: 0 1rem; background: #fafaf7 }}
  main {{ display: grid; grid-template-columns: minmax(0, 3fr) minmax(18rem, 2fr); gap: 2rem }}
  svg {{ width: 100%; height: auto }}
  pre {{ overflow-x: auto; background: #fff; border: 1px solid #ddd; padding: 1rem; font-size: 13px }}
  button {{ display: block; width: 100%; text-align: left; margin: .2rem 0; padding: .4rem .7rem; font: inherit;
           background: #fff; border: 1px solid #cbb; border-radius: 6px; cursor: pointer }}
  h1 a {{ color: inherit; text-decoration: none }} h2 {{ font-size: 1.1rem }}
  button:hover {{ background: #f4ece0 }} .ruling {{ color: #9b1c1c }} .event {{ color: #555; margin: 0 }}
  form.line {{ display: flex; gap: .5rem; margin: 1rem 0 }} input[name=move] {{ flex: 1; font: inherit }}
  @media (max-width: 50rem) {{ main {{ grid-template-columns: 1fr }} }}
</style><h1><a href="/">Referee</a></h1>{body}</html>"""


def page(*parts: str) -> str:
    """Return a complete HTML page."""
    return PAGE.format(body="".join(parts))


def lobby(client: Client) -> str:
    """Return the page that lists all games."""
    games = (
        f"<li>{html.escape(game.title)}: "
        + ", ".join(f'<a href="/new?game={game.game}&amp;seats={seats}">{seats}</a>' for seats in game.seats)
        + " seats"
        for game in client.games()
    )
    return page("<ul>", *games, "</ul>")


def board(match: Match, seat: int | None) -> str:
    """Return the position as a picture, or as text if the service draws no pictures of the game."""
    try:
        return match.picture(seat, format="svg", font="embed").decode()
    except NotFound:
        return f"<pre>{html.escape(match.view(seat).text)}</pre>"


def table(match: Match, events: Iterable[str] = (), rulings: Iterable[str] = ()) -> str:
    """Return the page with board, events, and a button per legal action, with the numbers of the picture.

    Its field `saved` has the whole match.
    """
    saved = html.escape(match.save())
    seat = match.seat if isinstance(match.seat, int) else None
    prompt = f"Seat {match.seat}: {match.turn.prompt}" if not match.is_over else f"Over: {match.score().scores}"
    buttons = (
        f'<button name="move" value="{html.escape(action.notation)}">{number} {html.escape(action.label)}</button>'
        for number, action in enumerate(match.legal_actions(), start=1)
    )
    return page(
        f"<main><section>{board(match, seat)}</section><section>",
        *(f'<p class="event">{html.escape(line)}</p>' for line in list(events)[-12:]),
        *(f'<p class="ruling">✗ {html.escape(line)}</p>' for line in rulings),
        f"<h2>{html.escape(prompt)}</h2>",
        f'<form method="post" action="/move"><input type="hidden" name="saved" value="{saved}">',
        *buttons,
        '<button name="move" value="undo">↩ undo</button></form>',
        f'<form class="line" method="post" action="/move"><input type="hidden" name="saved" value="{saved}">',
        '<input name="move" placeholder="or a move in notation"><button style="width:auto">play</button></form>',
        "</section></main>",
    )


def play(match: Match, move: str) -> str:
    """Play a move or `undo`, and return the page after it, or with the rulings that forbid it."""
    try:
        if move != "undo":
            return table(match, events=(event.text for event in match.play(move)))
        match.undo()
        return table(match)
    except IllegalMove as error:
        return table(match, rulings=(f"{refusal.message} [{refusal.source}]" for refusal in error.refusals))
    except UndoRefused as error:
        return table(match, rulings=[error.detail])


def handle(client: Client, path: str, form: dict[str, str]) -> str:
    """Return the page for a path and its form or query."""
    if path == "/new":
        return table(client.new_match(form["game"], seats=int(form["seats"])))
    return play(client.resume(form["saved"]), form.get("move", "")) if path == "/move" else lobby(client)


class Frontend(BaseHTTPRequestHandler):
    """Handler that responds to every request with a page."""

    client: Client

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        self.reply(url.path, url.query)

    def do_POST(self) -> None:
        self.reply(self.path, self.rfile.read(int(self.headers["Content-Length"])).decode())

    def reply(self, path: str, form: str) -> None:
        """Send the page, or a page with the error."""
        try:
            status, text = 200, handle(self.client, path, {name: values[0] for name, values in parse_qs(form).items()})
        except (RefereeError, KeyError, ValueError) as error:
            status, text = 400, page(f'<p class="ruling">{html.escape(str(error))}</p>')
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())


def serve(client: Client, port: int) -> ThreadingHTTPServer:
    """Return a server on this port; call `serve_forever` to run it."""
    return ThreadingHTTPServer(("127.0.0.1", port), type("Page", (Frontend,), {"client": client}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    print(f"http://127.0.0.1:{options.port}")
    serve(connect(options.url), options.port).serve_forever()
