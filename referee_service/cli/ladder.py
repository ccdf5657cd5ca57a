"""Command `referee ladder`: a bot tournament with alternating seats and equal dice. It reports confidence intervals.

A tournament takes hours, so each game is appended to a log, and an interrupted tournament resumes from it.
A log does not record the version of the bots: delete it after a bot has changed.
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
"""Without a terminal, print progress once per this many games."""


class Pairing(NamedTuple):
    """One game of a tournament. The stronger bot has seat 0, or seat 1 if `swapped`; the seed decides the dice."""

    game: str
    stronger: str
    weaker: str
    seed: str
    swapped: bool


class GameScore(NamedTuple):
    """The score of the stronger bot: 1 for a win, 0.5 for a shared one; points of both; duration in seconds."""

    win: float
    points: int
    opponent_points: int
    seconds: float


class LoggedGame(NamedTuple):
    """One line of the log."""

    pairing: Pairing
    score: GameScore


class PairResult(NamedTuple):
    """The results of one pair of bots in one game."""

    game: str
    stronger: str
    weaker: str
    scores: list[GameScore]

    def cells(self) -> list[str]:
        """Return the cells of this pair's table row."""
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
    """Play every bot against the next weaker one in every game. Return the exit code, 2 for wrong options."""
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
    """Yield the games of a pair: two per seed, with the seats swapped in the second."""
    for number in range(games):
        yield Pairing(game, stronger, weaker, f"{seed}-{number // 2}", swapped=number % 2 == 1)


class GameLog:
    """The finished games by pairing, and the file that saves them, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.scores = path, dict[Pairing, GameScore]()
        lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                pairing, score = msgspec.json.decode(line, type=LoggedGame)
            except msgspec.MsgspecError as error:
                raise ValueError(f"{path}, line {number}, is not a ladder game ({error}); remove it") from error
            self.scores[pairing] = score

    def add(self, pairing: Pairing, score: GameScore) -> None:
        """Add a finished game and append it to the file."""
        self.scores[pairing] = score
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(LoggedGame(pairing, score)) + b"\n")


def _play_all(pairings: list[Pairing], processes: int, log: GameLog) -> list[GameScore]:
    """Play the games that the log lacks in several processes, show progress, and return all scores in order."""
    with ProcessPoolExecutor(processes) as pool:
        games = {pool.submit(play_one, pairing): pairing for pairing in pairings if pairing not in log.scores}
        for done in as_completed(games):
            log.add(games[done], done.result())
            scores = [log.scores[pairing] for pairing in pairings if pairing in log.scores]
            _print_progress(pairings[0], scores, len(pairings))
    return [log.scores[pairing] for pairing in pairings]


def play_one(pairing: Pairing) -> GameScore:
    """Play one game and return its score for the stronger bot."""
    bots = [bot_from_spec(pairing.stronger), bot_from_spec(pairing.weaker)]
    seat = int(pairing.swapped)
    started_at = monotonic()
    result = play_game(GAMES[pairing.game], bots[::-1] if pairing.swapped else bots, pairing.seed)
    win = 1 / len(result.winners) if seat in result.winners else 0.0
    return GameScore(win, result.scores[seat], result.scores[1 - seat], monotonic() - started_at)


def _print_progress(pairing: Pairing, scores: list[GameScore], games: int) -> None:
    if not sys.stderr.isatty() and len(scores) % PROGRESS_EVERY:
        return
    filled = BAR_WIDTH * len(scores) // games
    wins = sum(score.win for score in scores)
    bar = "█" * filled + "·" * (BAR_WIDTH - filled)
    end = "\n" if len(scores) == games or not sys.stderr.isatty() else ""
    line = f"\r{pairing.game}: {pairing.stronger} – {pairing.weaker} {bar} {len(scores)}/{games}, won {wins:g} "
    print(line, end=end, file=sys.stderr, flush=True)


def _render_page(rows: list[PairResult], options: argparse.Namespace) -> str:
    """Return the table as a Markdown page."""
    log = f" --log {options.log}" if options.log is not None else ""
    command = f"referee ladder --bots {options.bots} --games {options.games} --seed {options.seed}{log}"
    lines = ["# Bot ladder", "", f"Two seats, written by `{command}`.", INTRODUCTION, ""]
    lines += [
        f"| {' | '.join(cells)} |"
        for cells in (TABLE_HEADER, ["---"] * len(TABLE_HEADER), *(row.cells() for row in rows))
    ]
    return "\n".join([*lines, ""])


INTRODUCTION = """\
Each pair plays two games per seed, with the seats swapped, so neither the dice nor the seats favour a bot.
A shared victory counts half. The interval is Wilson's: it contains the true win rate in 95 of 100 such tournaments.
A bot's choices depend only on the version of Referee, the seed and the budget."""
