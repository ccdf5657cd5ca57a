"""The moves and events of one request."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee_service.kernel.match import Match, MoveResult, PlayedMove
from referee_service.kernel.state import Event


@dataclass(slots=True)
class Playthrough:
    """The current match of a request, with the moves and events that the request has caused.

    `start` is the digest of the state that the request began with. It is empty after a set-up or a replay.
    """

    match: Match
    start: str = ""
    moves: list[PlayedMove] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def append(self, step: MoveResult) -> None:
        """Add the moves and events of a step and continue from its match."""
        self.moves += step.moves
        self.events += step.events
        self.match = step.match
