"""The arena: players that play each other, bots or other programs, and the confidence interval of a win rate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from referee_service.bots.registry import BotFunction
from referee_service.kernel.chance import Chance
from referee_service.kernel.events import redact_event
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import MoveResult, new_match, play_chance, play_move
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.records import ClaimedResult, Record, RecordedMove
from referee_service.kernel.replay import new_record
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Event, State, Turn

Z_95 = 1.96
"""Standard deviations on each side of a 95% interval."""


class OpenQuestion(Struct, frozen=True):
    """A question to a player. The state has hidden information: show a player no more than the view of the seat."""

    game: AnyGame
    state: State
    turn: Turn
    seat: int
    seed: str
    """Seed of the random choices of a bot. It contains the seed of the dice, so no other player may see it."""
    events: tuple[Event, ...]
    """The events since the last question of this seat, as the seat sees them."""

    @property
    def view(self) -> Struct:
        """What the seat sees."""
        view: Struct = self.game.view(self.state, self.seat)
        return view


Player = Callable[[OpenQuestion], Action]
"""Decides for a seat. It must return a legal action."""


class Arena:
    """One game between players. `events` collects what each seat has not seen yet."""

    def __init__(self, game: AnyGame, players: Sequence[Player], seed: str) -> None:
        self.game, self.players, self.seed = game, players, seed
        self.match = new_match(game, seats=len(players), chance=Chance("seeded", seed))
        self.events: list[list[Event]] = [[] for _ in players]
        self._start = new_record(game, self.match, seats=len(players))
        self._moves: list[RecordedMove] = []

    def play(self) -> Result:
        """Play the game to its end and return the result.

        Every move is judged like the move of any client. Raises MoveRefused for an illegal one.
        """
        game = self.game
        self._continue(play_chance(game, self.match))
        while (turn := game.turn(self.match.state)) is not None:
            action = self.players[self._seat(turn)](self._decision(turn))
            self._continue(play_move(game, self.match, turn.seat, action))
            self._continue(play_chance(game, self.match))
        result: Result | None = game.result(self.match.state)
        assert result is not None, "no seat is to move, so the game is over"
        return result

    def record(self, result: Result | None) -> Record:
        """Return the record of the game so far, with its result if it is over."""
        claimed = None if result is None else ClaimedResult(result.winners, result.scores, result.rival_scores)
        return replace(self._start, moves=tuple(self._moves), result=claimed)

    def unseen_events(self, seat: int) -> tuple[Event, ...]:
        """Return the events that a seat has not seen yet, as it sees them. They count as seen then."""
        events, self.events[seat] = self.events[seat], []
        return tuple(redact_event(event, seat) for event in events)

    def _continue(self, result: MoveResult) -> None:
        self.match = result.match
        self._moves += result.recorded_moves
        for unseen in self.events:
            unseen.extend(result.events)

    def _decision(self, turn: Turn) -> OpenQuestion:
        seat, match = self._seat(turn), self.match
        return OpenQuestion(self.game, match.state, turn, seat, f"{self.seed}/{match.ply}", self.unseen_events(seat))

    @staticmethod
    def _seat(turn: Turn) -> int:
        assert isinstance(turn.seat, int), "chance has acted"
        return turn.seat


def bot_player(bot: BotFunction) -> Player:
    """Return the player that a bot is. It gets the view of its seat only."""

    def decide(question: OpenQuestion) -> Action:
        return parse_notation(question.game, bot(question.game, question.view, question.seed).notation)

    return decide


def play_game(game: AnyGame, bots: Sequence[BotFunction], seed: str) -> Result:
    """Play one game between bots to its end and return the result."""
    return Arena(game, [bot_player(bot) for bot in bots], seed).play()


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a win rate (Wilson score interval)."""
    win_rate, z2_per_game = wins / games, Z_95 * Z_95 / games
    center = win_rate + z2_per_game / 2
    margin = Z_95 * sqrt(win_rate * (1 - win_rate) / games + z2_per_game / (4 * games))
    return (center - margin) / (1 + z2_per_game), (center + margin) / (1 + z2_per_game)
