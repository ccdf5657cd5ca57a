"""Tournament of bots: every pair plays the same seeds from both seats. Prints a table of wins.

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


def play_match(client: Client, game: str, bots: tuple[str, ...], seed: str, iterations: int | None) -> Match:
    """Play one match between bots, one per seat, and return it. `iterations` is the budget of `search`."""
    match = client.new_match(game, seats=len(bots), seed=seed)
    while not match.is_over:
        assert isinstance(match.seat, int)
        bot = bots[match.seat]
        match.play_bot(bot, iterations=iterations if bot == "search" else None, seed=seed)
    return match


def tournament(
    client: Client, game: str, bots: list[str], *, games: int, iterations: int | None = None
) -> Counter[tuple[str, str]]:
    """Play all pairs of bots and count the wins per (winner, loser). A tie counts for neither bot."""
    pairs = list(combinations(bots, 2))
    wins = Counter[tuple[str, str]]()
    with ProgressBar(len(pairs) * games, sys.stderr) as progress:
        for done, (pair, index) in enumerate((pair, index) for pair in pairs for index in range(games)):
            progress.show(done, " – ".join(pair))
            seats = pair if index % 2 == 0 else pair[::-1]  # both bots get the same dice from both seats
            result = play_match(client, game, seats, f"round {index // 2}", iterations).result
            if result is not None and len(result.winners) == 1:
                winner = seats[result.winners[0]]
                wins[winner, next(bot for bot in pair if bot != winner)] += 1
    return wins


def wins_table(wins: Counter[tuple[str, str]], bots: list[str]) -> str:
    """Return the wins as a table: each row has the wins of one bot against the others."""
    header = "".join(f"{bot:>10}" for bot in bots)
    rows = (f"{row:<10}" + "".join(f"{wins[row, column] or '·':>10}" for column in bots) for row in bots)
    return "\n".join([f"{'':<10}{header}", *rows])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--game", default="burgundy")
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--iterations", type=int)
    options = parser.parse_args()
    names = options.bots.split(",")
    wins = tournament(connect(options.url), options.game, names, games=options.games, iterations=options.iterations)
    print(wins_table(wins, names))
