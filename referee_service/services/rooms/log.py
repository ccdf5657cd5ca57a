"""The log of a room: the moves and events of each request with everything hidden, and what each viewer sees of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee_service.kernel import engine
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import PlayedMove
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.places import action_facts
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Event, Seat, verb_of
from referee_service.services.matches.playthrough import Playthrough
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import MoveResponse


class LoggedMove(Struct, frozen=True, omit_defaults=True):
    """A played move with the facts of its label, and who sees its fields: all viewers, or some seats only."""

    seat: Seat
    notation: str
    facts: dict[str, Fact]
    seen_by: tuple[int, ...] | None = None
    """Seats that see the fields; None: all viewers."""

    def is_seen_by(self, seat: int | None) -> bool:
        """Return whether a seat, or a spectator (None), sees the fields of the move."""
        return self.seen_by is None or seat in self.seen_by


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """The moves and events of one request, those of chance included, and the ply after them."""

    ply: int
    moves: tuple[LoggedMove, ...]
    events: tuple[Event, ...]


def log_entry(game: AnyGame, playthrough: Playthrough, seats: int) -> LogEntry:
    """Return the entry of what a request has played."""
    moves = tuple(_logged_move(game, move, seats) for move in playthrough.moves)
    return LogEntry(playthrough.match.ply, moves, tuple(playthrough.events))


def _logged_move(game: AnyGame, move: PlayedMove, seats: int) -> LoggedMove:
    """Return a move as the log has it. The state before it decides who sees it, and is not stored."""
    seat, state = move.recorded.seat, move.state_before
    viewers: tuple[int | None, ...] = (None, *range(seats))
    seen_by = [each for each in viewers if engine.visible_action(game, state, move.action, each) is not None]
    facts = action_facts(game, state, seat, move.action)
    seats_only = None if len(seen_by) == len(viewers) else tuple(each for each in seen_by if each is not None)
    return LoggedMove(seat, move.recorded.notation, facts, seats_only)


def shown_moves(presenter: Presenter, entries: Iterable[LogEntry]) -> Sequence[MoveResponse]:
    """Return the moves of entries as the seat of a presenter sees them."""
    return [_shown_move(presenter, move) for entry in entries for move in entry.moves]


def _shown_move(presenter: Presenter, move: LoggedMove) -> MoveResponse:
    action = parse_notation(presenter.game, move.notation)
    if not move.is_seen_by(presenter.seat):
        return MoveResponse(move.seat, verb_of(action))
    return MoveResponse(move.seat, verb_of(action), presenter.action_with_facts(action, move.facts), move.notation)
