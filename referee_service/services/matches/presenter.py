"""The presenter: kernel values as responses, in one language for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from referee_service.kernel import engine
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.events import redact_event
from referee_service.kernel.game import AnyGame
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.notation import notation
from referee_service.kernel.records import RecordedMove
from referee_service.kernel.rules import Fault, Language, Refusal
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Event, ScoreLine, State, Turn, verb_of
from referee_service.services.matches.responses import (
    ActionJson,
    EventResponse,
    FaultResponse,
    MoveResponse,
    PlayedAction,
    RefusalResponse,
    ResultResponse,
    ScoreLineResponse,
    TurnResponse,
)


@lru_cache(maxsize=8192)
def _action_json(catalogue: Catalogue, action: Action, language: Language) -> ActionJson:
    """An action written out: the same few thousand come up again and again, so they are kept. To be read only."""
    fields = msgspec.to_builtins(action)
    assert isinstance(fields, dict)
    return {**fields, "notation": notation(action), "label": action_label(catalogue, action, language)}


class Presenter:
    """Says what happened in one game, in one language, to one reader (None: to everybody)."""

    def __init__(self, game: AnyGame, language: Language, reader: int | None = None) -> None:
        self.game, self.language, self.reader = game, language, reader
        self.catalogue: Catalogue = game.catalogue()

    def turn(self, turn: Turn | None) -> TurnResponse | None:
        """The turn with its prompt."""
        if turn is None:
            return None
        return TurnResponse(turn.seat, turn.question, question_prompt(self.catalogue, turn, self.language), turn.verbs)

    def action(self, action: Action) -> ActionJson:
        """An action with its notation and label."""
        return _action_json(self.catalogue, action, self.language)

    def legal_actions(self, state: State, *, kind: str | None = None) -> list[ActionJson]:
        """The legal list in words."""
        return [self.action(action) for action in engine.legal_actions(self.game, state, kind=kind)]

    def moves(self, taken: Iterable[PlayedAction], *, sees_all: bool) -> list[MoveResponse]:
        """What was played, as far as this reader saw it."""
        return [self._move(*each, sees_all=sees_all) for each in taken]

    def _move(self, state: State, move: RecordedMove, action: Action, *, sees_all: bool) -> MoveResponse:
        if not sees_all and engine.visible_action(self.game, state, action, self.reader) is None:
            return MoveResponse(move.seat, verb_of(action))
        return MoveResponse(move.seat, verb_of(action), self.action(action), move.notation)

    def events(self, events: Iterable[Event]) -> list[EventResponse]:
        """What happened, narrated for this reader."""
        return [self._event(event) for event in events]

    def _event(self, event: Event) -> EventResponse:
        seen = redact_event(event, self.reader)
        return EventResponse(seen.kind, seen.seat, seen.facts, narrate(self.catalogue, seen, self.language))

    def refusals(self, refusals: Iterable[Refusal]) -> list[RefusalResponse]:
        """Refusals as rulings."""
        rulings = [self.catalogue.ruling(refusal, self.language) for refusal in refusals]
        return [RefusalResponse(r.rule, r.title, r.message, r.facts, r.source) for r in rulings]

    def faults(self, faults: Iterable[Fault]) -> list[FaultResponse]:
        """Faults as sentences."""
        rulings = [(fault.path, self.catalogue.ruling(fault, self.language)) for fault in faults]
        return [FaultResponse(path, r.rule, r.title, r.message, r.facts) for path, r in rulings]

    def lines(self, points: Sequence[Sequence[ScoreLine]]) -> tuple[tuple[ScoreLineResponse, ...], ...]:
        """Cited points with the titles of their rules."""
        rules = self.catalogue.rules
        return tuple(
            tuple(
                ScoreLineResponse(line.rule, rules[line.rule].title[self.language], line.count, line.points)
                for line in seat
            )
            for seat in points
        )

    def result(self, result: Result | None) -> ResultResponse | None:
        """The end of the game."""
        if result is None:
            return None
        return ResultResponse(result.winners, result.scores, result.ranking, self.lines(result.lines))
