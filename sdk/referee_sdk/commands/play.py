"""Command `referee-play GAME`: a match in the terminal, with bots, several people at one keyboard, or in a room."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from referee_sdk import connection
from referee_sdk.catalogue import GameSummary
from referee_sdk.chat import BotSeat, Table
from referee_sdk.chat.game_list import BOTS
from referee_sdk.client import Client
from referee_sdk.core.room_links import room_link
from referee_sdk.core.sender import LOG
from referee_sdk.errors import BadRequest, RefereeError, Unreachable
from referee_sdk.options import Language
from referee_sdk.terminal import Terminal
from referee_sdk.terminal.texts import TEXTS

FRENCH_ERRORS = {
    "service": "Aucun service ne répond. Lancez-le (`make run` dans son dépôt), ou vérifiez l'adresse.",
    "room": "Ce n'est pas le lien d'un salon. Copiez le lien entier : https://referee.example/#/room/ID/CREDENTIAL.",
    "table": "Ce n'est pas une table enregistrée.",
    "file": "Impossible d'ouvrir {file} : ce fichier n'existe pas.",
}
"""Errors of the SDK before there is a table."""

MIN_COLOURS = 8

SIMPLE_TERMINALS = ("dumb", "unknown")
"""Values of TERM for terminals that only print lines."""

DEFAULT_NAMES: dict[Language, str] = {"en": "Player", "fr": "Joueur"}
"""Name of a player who gives none: at a table with a number, in a room without."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match until it ends or the user quits. Return 2 if it cannot be set up, else 0."""
    options = _parser().parse_args(arguments)
    try:
        table = _table(options, _client(options))
        if options.plain or not is_full_screen_possible() or not _play_on_full_screen(table):
            _play_line_by_line(table)
    except (connection.CommandError, RefereeError, OSError) as error:
        print(f"referee-play: {_error_text(error, options)}", file=sys.stderr)
        return 2
    return 0


def _error_text(error: Exception, options: argparse.Namespace) -> str:
    """Return an error in the language of the user. The SDK writes its own errors in English, for programmers."""
    if options.lang == "fr" and isinstance(error, FileNotFoundError):
        return FRENCH_ERRORS["file"].format(file=error.filename)
    if options.lang == "en" or not isinstance(error, RefereeError) or error.code:
        return str(error)
    if isinstance(error, Unreachable):
        return FRENCH_ERRORS["service"]
    return FRENCH_ERRORS["room" if options.room else "table"] if isinstance(error, BadRequest) else str(error)


def is_full_screen_possible() -> bool:
    """Return whether input and output are a terminal on which text can be placed anywhere. Textual writes to stderr."""
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return is_terminal and os.environ.get("TERM") not in (None, "", *SIMPLE_TERMINALS)


def has_colours() -> bool:
    """Return whether the terminal has colours, as its entry of terminfo says; without an entry it is assumed."""
    try:
        curses = import_module("curses")  # not on every platform
        curses.setupterm()
        return int(curses.tigetnum("colors")) >= MIN_COLOURS
    except Exception as error:  # `curses.error` has no name without curses
        LOG.debug("no entry of terminfo (%s)", error)
        return True


def _play_on_full_screen(table: Table) -> bool:
    """Play on the full screen. Return False if its package is not installed, and say how to get it."""
    if find_spec("textual") is None:
        print(TEXTS[table.match.client.language]["install"])
        return False
    if not has_colours():
        os.environ["NO_COLOR"] = "1"  # textual reads it
    full_screen = import_module("referee_sdk.terminal.full_screen").FullScreen(table)
    full_screen.run()
    print(*full_screen.goodbye, sep="\n")
    return True


def _play_line_by_line(table: Table) -> None:
    if sys.stdin.isatty():
        with suppress(ImportError):  # not on every platform
            import_module("readline")  # gives `input` arrow keys and a history
    Terminal(table, sys.stdout).run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee-play", description="Play a game in the terminal.")
    parser.add_argument("game", nargs="?", help="game to play; without it, the command lists the games")
    parser.add_argument("--seats", type=int, help="number of seats; default: two if the game allows it")
    parser.add_argument("--names", default="", help="names of the people, in the order of their seats: Ann,Bob")
    parser.add_argument("--bot", metavar="NAME[,NAME…]", help="bots in all seats but the first: random, greedy, search")
    parser.add_argument("--iterations", type=int, help="budget of a search in iterations")
    parser.add_argument("--milliseconds", type=int, help="budget of a search in milliseconds")
    parser.add_argument("--seed", help="seed of chance, for a match that can be repeated")
    parser.add_argument("--options", default="{}", help='options of the game as JSON, e.g. \'{"boards": "random"}\'')
    parser.add_argument("--resume", type=Path, metavar="FILE", help="resume a saved table")
    parser.add_argument("--room", metavar="LINK", help="join a room; with - the command reads the link")
    parser.add_argument("--plain", action="store_true", help="print line by line, without the full screen")
    connection.add_arguments(parser)
    return parser


def _client(options: argparse.Namespace) -> Client:
    """Return the client of the named service, or for a room that of the service which its link names."""
    if options.room == "-":
        options.room = input(TEXTS[options.lang]["room link"] if sys.stdin.isatty() else "")
    if options.room is None or options.url or options.app:
        return connection.client_from_options(options)
    return Client(room_link(options.room).base_url, options.api_key, options.lang)


def _table(options: argparse.Namespace, client: Client) -> Table:
    if options.resume is not None:
        return Table.resume(client, options.resume.read_text())
    if options.room is not None:
        name = options.names.split(",")[0].strip() or DEFAULT_NAMES[options.lang]
        return Table.join(client, {name: options.room}, language=options.lang, **_screen())
    games = {each.game: each for each in client.games()}
    if options.game not in games:
        raise connection.CommandError(_game_list(games.values(), TEXTS[options.lang]))
    seats = options.seats or max(min(2, max(games[options.game].seats)), min(games[options.game].seats))
    return Table.open(
        client,
        options.game,
        _seat_list(options, seats),
        language=options.lang,
        seed=options.seed,
        options=_game_options(options.options, TEXTS[options.lang]),
        **_screen(),
    )


def _screen() -> dict[str, Any]:
    """Return the settings of a table for this terminal."""
    return {"page": max(8, shutil.get_terminal_size().lines // 2)}


def _seat_list(options: argparse.Namespace, seats: int) -> list[str | BotSeat]:
    """Return a name per seat, or with `--bot` a name and bots in all other seats."""
    names = [name.strip() for name in options.names.split(",") if name.strip()]
    default = DEFAULT_NAMES[options.lang]
    people: list[str | BotSeat] = [*names[:seats], *(f"{default} {seat + 1}" for seat in range(len(names), seats))]
    if not options.bot:
        return people
    bots = [name.strip() for name in options.bot.split(",")]
    for name in bots:
        if name not in BOTS:
            raise connection.CommandError(TEXTS[options.lang]["no bot"].format(name=name, bots=", ".join(BOTS)))
    budget = {"iterations": options.iterations, "milliseconds": options.milliseconds}
    return [people[0], *(BotSeat(bots[index % len(bots)], **budget) for index in range(seats - 1))]


def _game_options(text: str, texts: Mapping[str, str]) -> dict[str, object]:
    try:
        options = json.loads(text)
    except ValueError as error:
        raise connection.CommandError(texts["not json"].format(reason=error)) from error
    if not isinstance(options, dict):
        raise connection.CommandError(texts["no object"])
    return options


def _game_list(games: Iterable[GameSummary], texts: Mapping[str, str]) -> str:
    """Return the games as a message, one per line."""
    lines = (
        texts["game line"].format(game=each.game, title=each.title, seats=_seat_range(each.seats)) for each in games
    )
    return "\n".join([texts["name a game"], *lines])


def _seat_range(seats: Sequence[int]) -> str:
    return f"{min(seats)}-{max(seats)}" if len(seats) > 1 else str(seats[0])
