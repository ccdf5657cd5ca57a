"""Series of games between two players, for `referee ladder` and `referee tournament`.

Two games have each seed, with the seats swapped, so neither the dice nor the seats favour a player. A series takes
hours, so each game is appended to a log, and an interrupted series resumes from it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from threading import Event
from typing import NamedTuple

import msgspec

from referee_service.bots.arena import wilson_interval

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""
BAR_WIDTH = 30
PROGRESS_EVERY = 5
"""Without a terminal, print progress once per this many games."""


class Pairing(NamedTuple):
    """One game of a series. The first player has seat 0, or seat 1 if `swapped`; the seed decides the dice."""

    game: str
    first: str
    second: str
    seed: str
    swapped: bool

    @property
    def seats(self) -> tuple[str, str]:
        """The players by seat."""
        return (self.second, self.first) if self.swapped else (self.first, self.second)


class Conduct(NamedTuple):
    """How a player played one game: decisions and their seconds, refused answers, and the reason of a lost game."""

    decisions: int = 0
    seconds: float = 0.0
    refused: int = 0
    forfeit: str = ""
    surplus: int = 0
    """Lines that answer no question."""
    note: str = ""
    """Why the game was lost, or the first surplus line."""


class GameScore(NamedTuple):
    """The score of the first player: 1 for a win, 0.5 for a shared one; points of both; duration in seconds."""

    win: float
    points: int
    opponent_points: int
    seconds: float
    first: Conduct = Conduct()
    second: Conduct = Conduct()
    record: str = ""
    """The record of the game as text, until the log has it."""

    @property
    def is_forfeit(self) -> bool:
        """Whether a player has lost the game before its end. The game then has no points."""
        return bool(self.first.forfeit or self.second.forfeit)


class LoggedGame(NamedTuple):
    """One line of the log."""

    pairing: Pairing
    score: GameScore
    record: str = ""
    """The record of the game as text, or nothing."""


class PairResult(NamedTuple):
    """The results of one pair of players in one game."""

    game: str
    first: str
    second: str
    scores: list[GameScore]

    def cells(self) -> list[str]:
        """Return the cells of this pair's table row."""
        return [
            self.game,
            f"{self.first} – {self.second}",
            *win_cells([score.win for score in self.scores]),
            self._mean_points(),
        ]

    def _mean_points(self) -> str:
        """Return the mean points of both players in games that were played to the end."""
        played = [score for score in self.scores if not score.is_forfeit]
        if not played:
            return "–"
        points = (sum(s.points for s in played) / len(played), sum(s.opponent_points for s in played) / len(played))
        return f"{points[0]:.1f} : {points[1]:.1f}"


def report_interrupt(log: GameLog) -> int:
    """Print where the games of an interrupted series are, and return the exit code."""
    rest = f"the finished games are in {log.path}" if log.path is not None else "with --log it could be resumed"
    print(f"\nreferee: interrupted; {rest}", file=sys.stderr)
    return INTERRUPTED


INTRODUCTION = """\
Each pair plays two games per seed, with the seats swapped, so neither the dice nor the seats favour a bot.
A shared victory counts half. The interval is Wilson's: it contains the true win rate in 95 of 100 such tournaments."""
"""How to read the tables, for the pages of both commands."""


def pair_table(results: Sequence[PairResult], players: str = "bots") -> list[list[str]]:
    """Return the table of all pairs, its head first."""
    return [["game", players, "games", "wins", "95% interval", "points"], *(result.cells() for result in results)]


def win_cells(wins: Sequence[float]) -> list[str]:
    """Return the cells for some games of a player: their number, the win rate and its interval."""
    low, high = wilson_interval(sum(wins), len(wins))
    return [str(len(wins)), f"{sum(wins) / len(wins):.1%}", f"{low:.1%} – {high:.1%}"]


def markdown_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table. The first row is the head."""
    head, *body = rows
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body)]


class GameLog:
    """The finished games by pairing, and the file that saves them, if there is one.

    A log does not record the version of the players: delete it after one has changed.
    """

    def __init__(self, path: Path | None, kind: str) -> None:
        self.path, self.scores = path, dict[Pairing, GameScore]()
        lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                pairing, score, _ = msgspec.json.decode(line, type=LoggedGame)
            except msgspec.MsgspecError as error:
                raise ValueError(f"{path}, line {number}, is not a {kind} game ({error}); remove it") from error
            self.scores[pairing] = score

    def add(self, pairing: Pairing, score: GameScore) -> None:
        """Add a finished game and append it to the file."""
        self.scores[pairing] = score._replace(record="")
        if self.path is not None:
            logged = LoggedGame(pairing, self.scores[pairing], score.record)
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(logged) + b"\n")


def play_pair(
    pair: tuple[str, str, str],
    games: int,
    seed: str,
    play_one: Callable[[Pairing], GameScore],
    processes: int,
    log: GameLog,
) -> PairResult:
    """Play a pair (game, first, second) in several processes, show progress, and return all scores in order.

    Games in the log are not played again. Ctrl-C raises KeyboardInterrupt when all processes have stopped.
    """
    pairings = list(_pairings(*pair, games, seed))
    with ProcessPoolExecutor(processes) as pool:
        play = partial(_play_unless_interrupted, play_one)
        started = {pool.submit(play, pairing): pairing for pairing in pairings if pairing not in log.scores}
        try:
            for done in as_completed(started):
                log.add(started[done], done.result())
                scores = [log.scores[pairing] for pairing in pairings if pairing in log.scores]
                _print_progress(pairings[0], scores, len(pairings))
        finally:
            pool.shutdown(cancel_futures=True)
    return PairResult(*pair, [log.scores[pairing] for pairing in pairings])


_interrupted = Event()
"""Set in a process of the pool after Ctrl-C. The pool gives each process its next game before the last one ends."""


def _play_unless_interrupted(play_one: Callable[[Pairing], GameScore], pairing: Pairing) -> GameScore:
    """Play one game in a process of the pool, but no further one after Ctrl-C."""
    if _interrupted.is_set():
        raise KeyboardInterrupt
    try:
        return play_one(pairing)
    except KeyboardInterrupt:
        _interrupted.set()
        raise


def _pairings(game: str, first: str, second: str, games: int, seed: str) -> Iterator[Pairing]:
    """Yield the games of a pair: two per seed, with the seats swapped in the second."""
    for number in range(games):
        yield Pairing(game, first, second, f"{seed}-{number // 2}", swapped=number % 2 == 1)


def _print_progress(pairing: Pairing, scores: list[GameScore], games: int) -> None:
    if not sys.stderr.isatty() and len(scores) % PROGRESS_EVERY:
        return
    filled = BAR_WIDTH * len(scores) // games
    wins = sum(score.win for score in scores)
    bar = "█" * filled + "·" * (BAR_WIDTH - filled)
    end = "\n" if len(scores) == games or not sys.stderr.isatty() else ""
    line = f"\r{pairing.game}: {pairing.first} – {pairing.second} {bar} {len(scores)}/{games}, won {wins:g} "
    print(line, end=end, file=sys.stderr, flush=True)
