"""Command `referee ladder`: a series of games between each bot and the next weaker one, in every game."""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise

from referee_service.bots.registry import bot_from_spec
from referee_service.cli.contestants import play_bots
from referee_service.cli.series import (
    INTRODUCTION,
    GameLog,
    PairResult,
    markdown_table,
    pair_table,
    play_pair,
    report_interrupt,
)
from referee_service.games import GAMES


def run_ladder(options: argparse.Namespace) -> int:
    """Play every bot against the next weaker one in every game. Return the exit code, 2 for wrong options."""
    bots = options.bots.split(",")
    try:
        for bot in bots:
            bot_from_spec(bot)
        log = GameLog(options.log, "ladder")
    except (ValueError, OSError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
    results = list[PairResult]()
    for game in options.game or GAMES:
        for weaker, stronger in pairwise(bots):
            pair = (game, stronger, weaker)
            try:
                results.append(play_pair(pair, options.games, options.seed, play_bots, options.processes, log))
            except KeyboardInterrupt:
                return report_interrupt(log)
            print("  ".join(results[-1].cells()), flush=True)
    if options.write is not None:
        options.write.write_text(_render_page(results, options))
    return 0


def _render_page(results: list[PairResult], options: argparse.Namespace) -> str:
    """Return the table as a Markdown page."""
    log = f" --log {options.log}" if options.log is not None else ""
    command = f"referee ladder --bots {options.bots} --games {options.games} --seed {options.seed}{log}"
    head = ["# Bot ladder", "", f"Two seats, written by `{command}`.", INTRODUCTION, BOT_CHOICES, ""]
    return "\n".join([*head, *markdown_table(pair_table(results)), ""])


BOT_CHOICES = "A bot's choices depend only on the version of Referee, the seed and the budget."
