"""Contestants: the players of one game of a series, with their conduct. Bots are contestants, and so are agents."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import monotonic

from referee_service.bots.arena import Arena, OpenQuestion, Player, bot_player
from referee_service.bots.registry import bot_from_spec
from referee_service.cli.series import Conduct, GameScore, Pairing
from referee_service.games import GAMES
from referee_service.kernel.records import record_text
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Event


class Forfeit(Exception):
    """Raised by a contestant that loses the game before its end. The text is the reason in one word."""

    def __init__(self, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.details = details


class Contestant(ABC):
    """A player of one game. It counts its decisions, their seconds and the refused answers."""

    def __init__(self) -> None:
        self.decisions, self.seconds, self.refused, self.forfeit = 0, 0.0, 0, ""
        self.surplus, self.note = 0, ""

    def __call__(self, question: OpenQuestion) -> Action:
        """Return the action of the contestant, and measure its time."""
        started_at = monotonic()
        self.decisions += 1
        try:
            return self.choose(question)
        except Forfeit as error:
            self.forfeit, self.note = str(error), error.details
            raise
        finally:
            self.seconds += monotonic() - started_at

    @abstractmethod
    def choose(self, question: OpenQuestion) -> Action:
        """Return a legal action. Raises Forfeit if the contestant cannot."""

    @abstractmethod
    def end(self, events: Sequence[Event], result: Result | None) -> None:
        """Receive the end of the game. Without a result, a contestant has lost it before its end."""

    @property
    def conduct(self) -> Conduct:
        """How the contestant has played so far."""
        return Conduct(self.decisions, round(self.seconds, 3), self.refused, self.forfeit, self.surplus, self.note)


class BotContestant(Contestant):
    """A bot, named by its spec."""

    def __init__(self, spec: str) -> None:
        super().__init__()
        self._player: Player = bot_player(bot_from_spec(spec))

    def choose(self, question: OpenQuestion) -> Action:
        """Return the choice of the bot."""
        return self._player(question)

    def end(self, events: Sequence[Event], result: Result | None) -> None:
        """Do nothing: a bot has no memory."""


def play_contest(pairing: Pairing, first: Contestant, second: Contestant) -> GameScore:
    """Play one game and return its score for the first contestant. One that forfeits loses."""
    started_at = monotonic()
    seated = (second, first) if pairing.swapped else (first, second)
    own_seat = seated.index(first)
    arena = Arena(GAMES[pairing.game], seated, pairing.seed)
    result: Result | None = None
    try:
        result = arena.play()
    except Forfeit:
        win, points = (0.0 if first.forfeit else 1.0), (0, 0)
    else:
        win = 1 / len(result.winners) if own_seat in result.winners else 0.0
        points = result.scores[own_seat], result.scores[1 - own_seat]
    seconds = monotonic() - started_at
    for seat, contestant in enumerate(seated):
        contestant.end(arena.unseen_events(seat), result)
    return GameScore(win, *points, seconds, first.conduct, second.conduct, record_text(arena.record(result)))


def play_bots(pairing: Pairing) -> GameScore:
    """Play one game between two bots."""
    score = play_contest(pairing, BotContestant(pairing.first), BotContestant(pairing.second))
    return score._replace(record="")  # thousands of games, and any of them can be played again from its seed
