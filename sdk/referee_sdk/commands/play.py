"""`referee-play GAME`: a match in the terminal, against bots or among people at one keyboard."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from referee_sdk import connection
from referee_sdk.chat import BotSeat, Table
from referee_sdk.client import Client
from referee_sdk.errors import RefereeError
from referee_sdk.terminal import Terminal

NO_MESSAGE_LIMIT = 1_000_000
"""The limit of a message where there is none."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Sit down at a table; 2 when none can be set up."""
    options = _parser().parse_args(arguments)
    if sys.stdin.isatty():
        with suppress(ImportError):  # not on every platform
            import_module("readline")  # `input` then knows the arrow keys and what was typed before
    try:
        Terminal(_table(options, connection.client_from_options(options)), sys.stdout).run()
    except (connection.CommandError, RefereeError, OSError) as error:
        print(f"referee-play: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee-play", description="Play a game in the terminal.")
    parser.add_argument("game", nargs="?", help="what to play; without it, the games are listed")
    parser.add_argument("--seats", type=int, help="how many play; two where the game allows it")
    parser.add_argument("--names", default="", help="the people, in the order of their seats: Ann,Bob")
    parser.add_argument("--bot", metavar="NAME[,NAME…]", help="bots in all seats but the first: random, greedy, search")
    parser.add_argument("--iterations", type=int, help="how long a search may think, in iterations")
    parser.add_argument("--milliseconds", type=int, help="how long a search may think, in time")
    parser.add_argument("--seed", help="a match that can be played again")
    parser.add_argument("--options", default="{}", help='options of the game as JSON, e.g. \'{"boards": "random"}\'')
    parser.add_argument("--resume", type=Path, metavar="FILE", help="take up a table that was saved")
    connection.add_arguments(parser)
    return parser


def _table(options: argparse.Namespace, client: Client) -> Table:
    if options.resume is not None:
        return Table.resume(client, options.resume.read_text())
    games = {line.game: line for line in client.games()}
    if options.game not in games:
        told = "\n".join(f"  {line.game:<16} {line.title}, {_seat_range(line.seats)} seats" for line in games.values())
        raise connection.CommandError(f"name a game to play:\n{told}")
    seats = options.seats or max(min(2, max(games[options.game].seats)), min(games[options.game].seats))
    return Table.open(
        client,
        options.game,
        _seat_list(options, seats),
        language=options.lang,
        seed=options.seed,
        options=_game_options(options.options),
        limit=NO_MESSAGE_LIMIT,
        page=max(8, shutil.get_terminal_size().lines // 2),
    )


def _seat_list(options: argparse.Namespace, seats: int) -> list[str | BotSeat]:
    """People by name, or bots in all seats but the first."""
    names = [name.strip() for name in options.names.split(",") if name.strip()]
    people: list[str | BotSeat] = [names[seat] if seat < len(names) else f"Player {seat + 1}" for seat in range(seats)]
    if not options.bot:
        return people
    bots = options.bot.split(",")
    budget = {"iterations": options.iterations, "milliseconds": options.milliseconds}
    return [people[0], *(BotSeat(bots[at % len(bots)], **budget) for at in range(seats - 1))]


def _game_options(written: str) -> dict[str, object]:
    try:
        given = json.loads(written)
    except ValueError as error:
        raise connection.CommandError(f"--options is no JSON: {error}") from error
    if not isinstance(given, dict):
        raise connection.CommandError("--options must be a JSON object")
    return given


def _seat_range(seats: Sequence[int]) -> str:
    return f"{min(seats)}-{max(seats)}" if len(seats) > 1 else str(seats[0])
