"""What the tests of every game ask the referee; all that it refuses is noted for `@rule`."""

from __future__ import annotations

from dataclasses import dataclass

from referee_service.kernel import engine
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.state import Action, Event, Seat, State
from tests.games.rules import JUDGED


@dataclass(frozen=True)
class Asking:
    """Questions about positions of one game."""

    game: AnyGame

    def after(self, state: State, *actions: Action) -> State:
        """The position after these actions of whoever is to move, each of which must be legal."""
        for action in actions:
            refused = self.refusals(state, action)
            assert not refused, (action, refused)
            state, _ = engine.apply(self.game, state, action)
        return state

    def refusals(self, state: State, action: Action | str, seat: Seat | None = None) -> set[str]:
        """The rules that forbid this action (or line of notation) by whoever is to move; empty when it is legal."""
        action = parse_notation(self.game, action) if isinstance(action, str) else action
        seat = self.game.turn(state).seat if seat is None else seat
        judged = {refusal.rule for refusal in engine.judge(self.game, state, seat, action)}
        JUDGED.append(judged)
        return judged

    def faults(self, state: State) -> set[tuple[str, str]]:
        """Why this position is impossible: each fault as its path and its rule; empty when it is possible."""
        found = {(fault.path, fault.rule) for fault in self.game.audit(state)}
        JUDGED.append({rule for _, rule in found})
        return found

    def events_of(self, state: State, action: Action) -> tuple[Event, ...]:
        """What happens when this action is taken."""
        return engine.apply(self.game, state, action)[1]

    def legal(self, state: State, kind: str | None = None) -> list[Action]:
        """What the seat to move may do."""
        return engine.legal_actions(self.game, state, kind=kind)

    def question(self, state: State) -> str | None:
        """The question asked now."""
        turn = self.game.turn(state)
        return turn.question if turn else None
