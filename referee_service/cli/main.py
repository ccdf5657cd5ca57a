"""The `referee` command: run the service, check records, read the rules. The SDK has the table: `referee-play`.

What a command needs is imported when it runs, so that none waits for another's libraries.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from referee_service.games import GAMES

MAX_WORKERS = 64
CommandFunction = Callable[[argparse.Namespace], int]


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all went well."""
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
        ("up", _up, "start everything here: a Redis unless REDIS_URL names one, search workers, the HTTP server"),
        ("serve", _serve, "start the HTTP server alone"),
    ):
        server = command(name, run, text)
        server.add_argument("--host", help="where to listen; REFEREE_HOST, else 127.0.0.1")
        server.add_argument("--port", help="0 takes a free one; REFEREE_PORT, else 8080")
        if name == "up":
            server.add_argument(
                "--workers", type=_positive_int, default=1, help="search workers to start; 1 unless said"
            )
    worker = command("worker", _worker, "start search workers alone: they take their work from REDIS_URL")
    worker.add_argument("--workers", type=_positive_int, default=1, help="how many; 1 unless said")
    worker.add_argument("--parent", type=int, help=argparse.SUPPRESS)  # the process it ends with
    command("config", _config, "print the settings of the environment, secrets hidden")
    command("openapi", _openapi, "print the contract of the service (OpenAPI)")
    _add_records(command)
    _add_games(command)
    _add_ladder(command)
    return parser


def _positive_int(text: str) -> int:
    if not text.isdigit() or int(text) > MAX_WORKERS:
        raise argparse.ArgumentTypeError(f"a number from 0 to {MAX_WORKERS} is wanted")
    return int(text)


def _add_records(command: Callable[[str, CommandFunction, str], argparse.ArgumentParser]) -> None:
    check = command("check", _check, "check records: exit code 1 and the ruling at the first illegal move")
    check.add_argument("files", nargs="+", type=Path)
    check.add_argument("--lang", choices=("en", "fr"), default="en")
    verify = command(
        "verify-chance", _verify_chance, "recompute every die of a record: exit code 1 at the first wrong one"
    )
    verify.add_argument("file", type=Path, metavar="RECORD")
    verify.add_argument("--key", type=bytes.fromhex, metavar="HEX", help="the chance_key that a secret match revealed")


def _add_games(command: Callable[[str, CommandFunction, str], argparse.ArgumentParser]) -> None:
    command("games", _games, "list the games that can be played")
    rules = command("rules", _rules, "print the rule catalogue of a game")
    rules.add_argument("game", choices=GAMES)
    rules.add_argument(
        "prefix", nargs="?", default="", help="only the rules that begin so: place_tile, place_tile.number"
    )
    rules.add_argument("--lang", choices=("en", "fr"), default="en")


def _add_ladder(command: Callable[[str, CommandFunction, str], argparse.ArgumentParser]) -> None:
    ladder = command("ladder", _ladder, "let bots play each other: win rates with their intervals, written as a page")
    ladder.add_argument("--game", choices=GAMES, action="append", help="which; all unless said")
    ladder.add_argument("--bots", default="random,greedy,search:400", help="from weak to strong; each meets the next")
    ladder.add_argument("--games", type=int, default=60, help="how many each pair plays, seats by turns")
    ladder.add_argument("--seed", default="ladder")
    ladder.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    ladder.add_argument(
        "--log", type=Path, metavar="FILE", help="keep every game here; what it has is not played again"
    )
    ladder.add_argument("--write", type=Path, metavar="FILE", help="for example docs/ladder.md")


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
    fitting = {name: rule for name, rule in rules.items() if name.startswith(options.prefix)}
    for name, rule in fitting.items():
        print(f"{name}: {rule.title[options.lang]}\n    {rule.message[options.lang]}  [{rule.source}]")
    if not fitting:
        families = dict.fromkeys(name.partition(".")[0] for name in rules)
        print(f"No rule of {options.game} begins with {options.prefix!r}; they begin with: {', '.join(families)}")
    return 0 if fitting else 1


def _config(options: argparse.Namespace) -> int:
    from referee_service.settings import Settings, SettingsError

    try:
        shown = Settings.from_env(os.environ).redacted()
    except SettingsError as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    print("\n".join(f"{variable}={value}" for variable, value in shown.items()))
    return 0


# --- commands of other files ----------------------------------------------------------------------------------------


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


def _openapi(options: argparse.Namespace) -> int:
    from referee_service.cli.serve import openapi

    return openapi()
