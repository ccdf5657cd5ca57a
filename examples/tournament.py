"""Bots against each other: every pair plays the same seeds from both seats, and a table says who won.

python examples/tournament.py --url http://127.0.0.1:8080 --game burgundy --bots random,greedy --games 10
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import combinations

from referee_sdk import Client, Match
from referee_sdk.connection import connect
from referee_sdk.progress import ProgressBar


def played(client: Client, game: str, bots: tuple[str, ...], seed: str, iterations: int | None) -> Match:
    """One match between bots, each in its seat."""
    match = client.new_match(game, seats=len(bots), seed=seed)
    while not match.is_over:
        assert isinstance(match.seat, int)
        bot = bots[match.seat]
        match.play_bot(bot, iterations=iterations if bot == "search" else None, seed=seed)
    return match


def tournament(
    client: Client, game: str, bots: list[str], *, games: int, iterations: int | None = None
) -> Counter[tuple[str, str]]:
    """How often each bot beat each other one; a tie counts for nobody."""
    pairs = list(combinations(bots, 2))
    wins = Counter[tuple[str, str]]()
    with ProgressBar(len(pairs) * games, sys.stderr) as progress:
        for number, (pair, at) in enumerate((pair, at) for pair in pairs for at in range(games)):
            progress.show(number, " – ".join(pair))
            seats = pair if at % 2 == 0 else pair[::-1]  # the same dice from both sides of the table
            result = played(client, game, seats, f"round {at // 2}", iterations).result
            if result is not None and len(result.winners) == 1:
                winner = seats[result.winners[0]]
                wins[winner, next(bot for bot in pair if bot != winner)] += 1
    return wins


def told(wins: Counter[tuple[str, str]], bots: list[str]) -> str:
    """The wins as a table: rows beat columns."""
    head = "".join(f"{bot:>10}" for bot in bots)
    rows = (f"{row:<10}" + "".join(f"{wins[row, column] or '·':>10}" for column in bots) for row in bots)
    return "\n".join([f"{'':<10}{head}", *rows])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--game", default="burgundy")
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--iterations", type=int)
    options = parser.parse_args()
    names = options.bots.split(",")
    counted = tournament(connect(options.url), options.game, names, games=options.games, iterations=options.iterations)
    print(told(counted, names))
