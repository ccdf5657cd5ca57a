"""`referee ladder`: bots play each other, seats by turns and dice alike; win rates are told with their intervals.

A tournament takes hours, so every game can be logged as it ends; a tournament that was cut off goes on from its log.
A log knows nothing of the code it was played with: where bots have changed, it is begun anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec

from referee_service.bots.arena import play_game, wilson_interval
from referee_service.bots.registry import bot_from_spec
from referee_service.games import GAMES

BAR_WIDTH = 30
PROGRESS_EVERY = 5
"""A log hears of every so many games only."""


class Pairing(NamedTuple):
    """One game of a tournament: who sits where, and the dice it is played with."""

    game: str
    stronger: str
    weaker: str
    seed: str
    swapped: bool


class GameScore(NamedTuple):
    """What the stronger of two made of a game: 1 for a win, a half for a shared one; the points of both; how long."""

    win: float
    points: int
    opponent_points: int
    seconds: float


class LoggedGame(NamedTuple):
    """A line of the log."""

    pairing: Pairing
    score: GameScore


class PairResult(NamedTuple):
    """A pair over all its games."""

    game: str
    stronger: str
    weaker: str
    scores: list[GameScore]

    def cells(self) -> list[str]:
        """The row of the table."""
        games, wins = len(self.scores), sum(score.win for score in self.scores)
        low, high = wilson_interval(wins, games)
        points = (sum(s.points for s in self.scores) / games, sum(s.opponent_points for s in self.scores) / games)
        return [
            self.game,
            f"{self.stronger} – {self.weaker}",
            str(games),
            f"{wins / games:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{points[0]:.1f} : {points[1]:.1f}",
        ]


TABLE_HEADER = ["game", "bots", "games", "wins", "95% interval", "points"]


def run_ladder(options: argparse.Namespace) -> int:
    """Every bot against the next weaker one, in every game."""
    bots = options.bots.split(",")
    try:
        for bot in bots:
            bot_from_spec(bot)
        log = GameLog(options.log)
    except (ValueError, OSError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
    rows = list[PairResult]()
    for game in options.game or GAMES:
        for weaker, stronger in pairwise(bots):
            pairings = list(_pairings(game, stronger, weaker, options.games, options.seed))
            rows.append(PairResult(game, stronger, weaker, _play_all(pairings, options.processes, log)))
            print("  ".join(rows[-1].cells()), flush=True)
    if options.write is not None:
        options.write.write_text(_render_page(rows, options))
    return 0


def _pairings(game: str, stronger: str, weaker: str, games: int, seed: str) -> Iterator[Pairing]:
    """Two games with the same dice, the seats changed in between."""
    for number in range(games):
        yield Pairing(game, stronger, weaker, f"{seed}-{number // 2}", swapped=number % 2 == 1)


class GameLog:
    """The games that were played already, by their pairings; nothing is remembered without a file."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.scores = path, dict[Pairing, GameScore]()
        lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                pairing, score = msgspec.json.decode(line, type=LoggedGame)
            except msgspec.MsgspecError as error:
                raise ValueError(f"{path}, line {number}, is no game of a ladder ({error}); remove it") from error
            self.scores[pairing] = score

    def add(self, pairing: Pairing, score: GameScore) -> None:
        """Remember a game, here and in the file."""
        self.scores[pairing] = score
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(LoggedGame(pairing, score)) + b"\n")


def _play_all(pairings: list[Pairing], processes: int, log: GameLog) -> list[GameScore]:
    """All games that the log does not know, over several processes, with a bar for who waits."""
    with ProcessPoolExecutor(processes) as pool:
        games = {pool.submit(play_one, pairing): pairing for pairing in pairings if pairing not in log.scores}
        for done in as_completed(games):
            log.add(games[done], done.result())
            _print_progress(pairings[0], [log.scores[each] for each in pairings if each in log.scores], len(pairings))
    return [log.scores[pairing] for pairing in pairings]


def play_one(pairing: Pairing) -> GameScore:
    """One game, from the point of view of the stronger bot."""
    players = [bot_from_spec(pairing.stronger), bot_from_spec(pairing.weaker)]
    seat = int(pairing.swapped)
    began = monotonic()
    result = play_game(GAMES[pairing.game], players[::-1] if pairing.swapped else players, pairing.seed)
    win = 1 / len(result.winners) if seat in result.winners else 0.0
    return GameScore(win, result.scores[seat], result.scores[1 - seat], monotonic() - began)


def _print_progress(pairing: Pairing, scores: list[GameScore], games: int) -> None:
    if not sys.stderr.isatty() and len(scores) % PROGRESS_EVERY:
        return
    filled = BAR_WIDTH * len(scores) // games
    wins = sum(score.win for score in scores)
    bar = "█" * filled + "·" * (BAR_WIDTH - filled)
    end = "\n" if len(scores) == games or not sys.stderr.isatty() else ""
    said = f"\r{pairing.game}: {pairing.stronger} – {pairing.weaker} {bar} {len(scores)}/{games}, won {wins:g} "
    print(said, end=end, file=sys.stderr, flush=True)


def _render_page(rows: list[PairResult], options: argparse.Namespace) -> str:
    """The table as a page of the documentation."""
    log = f" --log {options.log}" if options.log is not None else ""
    command = f"referee ladder --bots {options.bots} --games {options.games} --seed {options.seed}{log}"
    lines = ["# The ladder of bots", "", f"Two seats, written by `{command}`.", INTRODUCTION, ""]
    lines += [
        f"| {' | '.join(cells)} |"
        for cells in (TABLE_HEADER, ["---"] * len(TABLE_HEADER), *(row.cells() for row in rows))
    ]
    return "\n".join([*lines, ""])


INTRODUCTION = """\
Each pair plays two games with every seed, the seats changed in between, so that neither dice nor seat favour anybody.
A shared victory counts half. The interval is Wilson's: it holds the true share in 95 of 100 such tournaments. What a
bot does rests on seed and budget alone, so anybody who plays these games again sees the same ones."""
