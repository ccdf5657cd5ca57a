"""The `referee` command: parser and dispatch. To play in a terminal, use `referee-play` of the SDK.

Each command imports its modules when it runs, so that no command waits for the libraries of another.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from referee_service.games import GAMES

MAX_WORKERS = 64
MAX_SECONDS = 86400
MAX_PORT = 65535
CommandFunction = Callable[[argparse.Namespace], int]
AddCommand = Callable[[str, CommandFunction, str], argparse.ArgumentParser]
"""Adds a command with its name, its function and its help text."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; 0 is success."""
    options = _parser().parse_args(arguments)
    run: CommandFunction = options.run
    return run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee", description="A rules backend for board games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: CommandFunction, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        added.set_defaults(run=run)
        return added

    for name, run, text in (
        ("up", _up, "start Redis (unless REDIS_URL is set), search workers and the HTTP server"),
        ("serve", _serve, "start only the HTTP server"),
    ):
        server = command(name, run, text)
        server.add_argument("--host", help="address to listen on (default: REFEREE_HOST, else 127.0.0.1)")
        server.add_argument("--port", help="port to listen on, 0 for any free one (default: REFEREE_PORT, else 8080)")
        server.add_argument(
            "--processes",
            help="number of serving processes, auto for one per core (default: REFEREE_PROCESSES, else 1)",
        )
        if name == "up":
            server.add_argument(
                "--workers", type=_worker_count, default=1, help="number of search workers (default: 1)"
            )
    worker = command("worker", _worker, "start only search workers, which read the queue in REDIS_URL")
    worker.add_argument("--workers", type=_worker_count, default=1, help="number of search workers (default: 1)")
    worker.add_argument("--parent", type=int, help=argparse.SUPPRESS)  # exit together with this process
    command("config", _config, "print the settings of the environment, with secrets hidden")
    openapi = command("openapi", _openapi, "print the OpenAPI document").add_mutually_exclusive_group()
    openapi.add_argument("--game", choices=list(GAMES), help="only the calls of one game, with short names of schemas")
    openapi.add_argument("--generic", action="store_true", help="the calls of any game, with its name as a parameter")
    _add_judge(command)
    _add_records(command)
    _add_picture(command)
    _add_games(command)
    _add_ladder(command)
    _add_tournament(command)
    _add_conformance(command)
    _add_mcp(command)
    return parser


def _worker_count(text: str) -> int:
    if not text.isdigit() or int(text) > MAX_WORKERS:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {MAX_WORKERS}")
    return int(text)


def _add_judge(command: AddCommand) -> None:
    judge = command("judge", _judge, "judge moves: one JSON line of standard input, one JSON line of standard output")
    judge.add_argument("--lang", choices=("en", "fr"), default="en", help="language of texts (default: en)")


def _add_records(command: AddCommand) -> None:
    check = command("check", _check, "check records; exit code 1 and the reason if a move is illegal")
    check.add_argument("files", nargs="+", type=Path)
    check.add_argument("--lang", choices=("en", "fr"), default="en")
    verify = command(
        "verify-chance", _verify_chance, "recompute the dice and draws of a record; exit code 1 if one differs"
    )
    verify.add_argument("file", type=Path, metavar="RECORD")
    verify.add_argument("--key", type=bytes.fromhex, metavar="HEX", help="chance_key that a guarded match revealed")


def _add_picture(command: AddCommand) -> None:
    picture = command("picture", _picture, "draw a state as an SVG or PNG file")
    picture.add_argument(
        "state", type=Path, metavar="STATE.json", help="the `state` of a position, - for standard input"
    )
    picture.add_argument("-o", "--output", type=Path, required=True, help="file to write, .svg or .png")
    picture.add_argument("--seat", type=int, help="the seat that looks (default: a spectator)")
    picture.add_argument("--part", help="part of the table (default: all of it)")
    picture.add_argument("--theme", choices=("light", "dark"), default="light")
    picture.add_argument(
        "--font", choices=("page", "embed"), default="page", help="embed: an SVG file contains its font (default: page)"
    )
    picture.add_argument(
        "--highlight",
        choices=("legal", "none"),
        default="legal",
        help="legal: rings and numbers at what the seat that looks can touch (default: legal)",
    )
    picture.add_argument("--width", type=int, default=1200, help="width in pixels (default: 1200)")
    picture.add_argument("--names", help="names of the players, separated by commas")
    picture.add_argument("--lang", choices=("en", "fr"), default="en")


def _add_games(command: AddCommand) -> None:
    command("games", _games, "list the games")
    rules = command("rules", _rules, "print the rule catalogue of a game")
    rules.add_argument("game", choices=GAMES)
    rules.add_argument(
        "prefix", nargs="?", default="", help="print only rules that start with this: place_tile, place_tile.number"
    )
    rules.add_argument("--lang", choices=("en", "fr"), default="en")


def _add_ladder(command: AddCommand) -> None:
    ladder = command("ladder", _ladder, "run a bot tournament; print win rates with confidence intervals")
    ladder.add_argument("--game", choices=GAMES, action="append", help="game to play, repeatable (default: all)")
    ladder.add_argument("--bots", default="random,greedy,search:400", help="from weak to strong; each plays the next")
    ladder.add_argument("--games", type=int, default=60, help="games per pair, with alternating seats")
    ladder.add_argument("--seed", default="ladder")
    ladder.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    ladder.add_argument("--log", type=Path, metavar="FILE", help="save every game here; games in it are not repeated")
    ladder.add_argument("--write", type=Path, metavar="FILE", help="Markdown page to write, for example docs/ladder.md")


def _add_tournament(command: AddCommand) -> None:
    tournament = command("tournament", _tournament, "let agents play each other: programs that speak lines of JSON")
    tournament.add_argument("game", choices=GAMES)
    tournament.add_argument(
        "--agents", nargs="+", required=True, metavar="AGENT", help="NAME=COMMAND, or a bot: random, greedy, search:400"
    )
    tournament.add_argument("--games", type=_count, default=20, help="games per pair, better even (default: 20)")
    tournament.add_argument("--seed", default="tournament")
    tournament.add_argument("--seconds", type=_seconds, default=30.0, help="time limit per decision (default: 30)")
    tournament.add_argument("--repeats", type=_repeats, default=3, help="answers after a refused one (default: 3)")
    tournament.add_argument("--lang", choices=("en", "fr"), default="en", help="language of texts (default: en)")
    tournament.add_argument("--processes", type=_count, default=os.cpu_count() or 1, help="games at the same time")
    tournament.add_argument(
        "--log", type=Path, metavar="FILE", help="save every game here; games in it are not repeated"
    )
    tournament.add_argument("--write", type=Path, metavar="FILE", help="Markdown page to write")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number from 1")
    return int(text)


def _repeats(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("must be a whole number from 0")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {MAX_PORT}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a number of seconds") from error
    if not 0 < seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, at most {MAX_SECONDS}")
    return seconds


def _add_conformance(command: AddCommand) -> None:
    kit = command("conformance", _conformance, "write test data for implementations of the games in other languages")
    export = kit.add_subparsers(required=True, metavar="export").add_parser(
        "export", help="write the conformance kit", description="Write the conformance kit (docs/conformance.md)."
    )
    export.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    export.add_argument("--game", choices=GAMES, action="append", help="game to export, repeatable (default: all)")
    export.add_argument("--seed", default="winter", help="equal seeds give equal files (default: winter)")
    export.add_argument("--size", choices=("small", "full"), default="small", help="(default: small)")


def _add_mcp(command: AddCommand) -> None:
    server = command("mcp", _mcp, "serve tools for agents (Model Context Protocol): over stdio, or HTTP with a token")
    server.add_argument("--url", help="service to play on (default: REFEREE_URL, else one in this process)")
    server.add_argument("--api-key", default=os.environ.get("REFEREE_API_KEY"), help="default: REFEREE_API_KEY")
    server.add_argument("--lang", choices=("en", "fr"), default="en", help="language of texts (default: en)")
    server.add_argument("--folder", type=Path, help="folder of the matches (default: below ~/.local/state/referee)")
    server.add_argument(
        "--http", action="store_true", help="serve streamable HTTP with the token in REFEREE_MCP_TOKEN, else a new one"
    )
    server.add_argument("--host", default="127.0.0.1", help="with --http: address to listen on (default: 127.0.0.1)")
    server.add_argument("--port", type=_port, default=8090, help="with --http: 0 for any free one (default: 8090)")
    server.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="with --http: other name of this host"
    )


# --- games, rules, settings -----------------------------------------------------------------------------------------


def _games(options: argparse.Namespace) -> int:
    for game in GAMES.values():
        title = game.catalogue().title
        print(
            f"{game.name}: {title.en} / {title.fr}, {min(game.seats)}-{max(game.seats)} seats, ruleset {game.ruleset}"
        )
    return 0


def _rules(options: argparse.Namespace) -> int:
    rules = GAMES[options.game].catalogue().rules
    selected = {name: rule for name, rule in rules.items() if name.startswith(options.prefix)}
    for name, rule in selected.items():
        print(f"{name}: {rule.title[options.lang]}\n    {rule.message[options.lang]}  [{rule.source}]")
    if not selected:
        prefixes = dict.fromkeys(name.partition(".")[0] for name in rules)
        print(f"No rule of {options.game} starts with {options.prefix!r}. Rules start with: {', '.join(prefixes)}")
    return 0 if selected else 1


def _config(options: argparse.Namespace) -> int:
    from referee_service.settings import Settings, SettingsError

    try:
        variables = Settings.from_env(os.environ).redacted()
    except SettingsError as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    print("\n".join(f"{variable}={value}" for variable, value in variables.items()))
    return 0


# --- commands of other modules --------------------------------------------------------------------------------------


def _picture(options: argparse.Namespace) -> int:
    from referee_service.cli.pictures import draw_picture

    return draw_picture(options)


def _judge(options: argparse.Namespace) -> int:
    from referee_service.cli.judge import judge

    return judge(options)


def _check(options: argparse.Namespace) -> int:
    from referee_service.cli.records import check

    return check(options)


def _verify_chance(options: argparse.Namespace) -> int:
    from referee_service.cli.records import verify_chance

    return verify_chance(options)


def _serve(options: argparse.Namespace) -> int:
    from referee_service.cli.serve import serve

    return serve(options)


def _up(options: argparse.Namespace) -> int:
    from referee_service.cli.serve import up

    return up(options)


def _worker(options: argparse.Namespace) -> int:
    from referee_service.cli.worker import worker

    return worker(options)


def _ladder(options: argparse.Namespace) -> int:
    from referee_service.cli.ladder import run_ladder

    return run_ladder(options)


def _tournament(options: argparse.Namespace) -> int:
    from referee_service.cli.tournament import run_tournament

    return run_tournament(options)


def _conformance(options: argparse.Namespace) -> int:
    from referee_service.cli.conformance import export

    return export(options)


def _mcp(options: argparse.Namespace) -> int:
    from referee_service.cli.mcp import mcp

    return mcp(options)


def _openapi(options: argparse.Namespace) -> int:
    from referee_service.cli.serve import openapi

    return openapi(options)
