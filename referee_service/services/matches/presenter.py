"""The presenter: turns kernel values into responses, in one language for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec import UNSET

from referee_service.kernel import engine
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.events import redact_event
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import PlayedMove
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.notation import notation
from referee_service.kernel.places import action_facts, touches
from referee_service.kernel.rules import Fact, Fault, Language, Refusal
from referee_service.kernel.score import Result, Rival
from referee_service.kernel.state import Action, Event, ScoreLine, Seat, State, verb_of
from referee_service.services.matches.responses import (
    ActionForm,
    ActionJson,
    EventResponse,
    FaultResponse,
    MoveResponse,
    RefusalResponse,
    ResultResponse,
    RivalResponse,
    ScoreLineResponse,
    TurnResponse,
)

_MISSING_FACTS = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What the facts of a label raise for an action that is not legal."""


@lru_cache(maxsize=4096)
def _fixed_json(action: Action) -> ActionJson:
    """Return the parts of an action's JSON that no state changes. They are cached, so callers must not change them."""
    fields = msgspec.to_builtins(action)
    assert isinstance(fields, dict)
    return {**fields, "notation": notation(action)}


class Presenter:
    """Builds responses about matches with one pack, in one language for one seat.

    `seat` decides which events are redacted. None is a spectator, also for the keeper and in open matches.
    """

    def __init__(self, game: AnyGame, language: Language, pack: str, seat: int | None = None) -> None:
        self.game, self.language, self.seat = game, language, seat
        self.catalogue: Catalogue = game.texts(pack)

    def turn(self, state: State) -> TurnResponse | None:
        """Return the turn of a state with its prompt, or None if the game is over."""
        turn = self.game.turn(state)
        if turn is None:
            return None
        facts = turn_facts(self.game, state, turn)
        prompt = question_prompt(self.catalogue, turn, self.language, facts)
        return TurnResponse(turn.seat, turn.question, prompt, turn.verbs, facts)

    def action(self, state: State, seat: Seat, action: Action) -> ActionJson:
        """Return an action of a seat in a state, with its notation and label."""
        return self.action_with_facts(action, action_facts(self.game, state, seat, action))

    def action_with_facts(self, action: Action, facts: Mapping[str, Fact]) -> ActionJson:
        """Return an action with its notation, and its label made from `action_facts` of the state that it had."""
        return {**_fixed_json(action), "label": self._label(action, facts)}

    def label(self, state: State, seat: Seat, action: Action) -> str:
        """Return an action of a seat in a state as a sentence."""
        return self._label(action, action_facts(self.game, state, seat, action))

    def _label(self, action: Action, facts: Mapping[str, Fact]) -> str:
        return action_label(self.catalogue, action, self.language, facts)

    def choice(self, state: State, seat: Seat, action: Action) -> ActionJson:
        """Return an action that a seat may choose: with notation, label and touches."""
        found = self.action(state, seat, action)
        found["touches"] = touches(self.game, state, seat, action)
        return found

    def attempt(self, state: State, seat: Seat, action: Action) -> ActionJson:
        """Return a refused action like a choice.

        Labels are written for legal actions. If this one lacks a fact of its label, such as the card of an empty slot,
        its label is the title of its verb.
        """
        try:
            return self.choice(state, seat, action)
        except _MISSING_FACTS:
            label = self.catalogue.verbs[verb_of(action)].title[self.language]
            return {**_fixed_json(action), "label": label, "touches": touches(self.game, state, seat, action)}

    def legal_actions(self, state: State, *, kind: str | None = None) -> list[ActionJson]:
        """Return all legal actions with notation, label and touches. `kind` selects one verb."""
        turn = self.game.turn(state)
        if turn is None:
            return []
        return [self.choice(state, turn.seat, each) for each in engine.legal_actions(self.game, state, kind=kind)]

    def legal_lines(self, state: State, *, kind: str | None = None) -> list[str]:
        """Return all legal actions as lines of notation. `kind` selects one verb."""
        if self.game.turn(state) is None:
            return []
        return [notation(each) for each in engine.legal_actions(self.game, state, kind=kind)]

    def moves(self, moves: Iterable[PlayedMove], *, sees_all: bool) -> list[MoveResponse]:
        """Return the played moves, without the fields that the seat did not see unless `sees_all`."""
        return [self._move(move, sees_all=sees_all) for move in moves]

    def _move(self, move: PlayedMove, *, sees_all: bool) -> MoveResponse:
        recorded, action = move.recorded, move.action
        if not sees_all and engine.visible_action(self.game, move.state_before, action, self.seat) is None:
            return MoveResponse(recorded.seat, verb_of(action))
        shown = self.action(move.state_before, recorded.seat, action)
        return MoveResponse(recorded.seat, verb_of(action), shown, recorded.notation)

    def events(self, events: Iterable[Event], form: ActionForm = "full") -> list[EventResponse]:
        """Return the events with their sentences, redacted for the seat. Only those of the full form have facts."""
        return [self._event(event, form) for event in events]

    def _event(self, event: Event, form: ActionForm) -> EventResponse:
        visible = redact_event(event, self.seat)
        text, facts = narrate(self.catalogue, visible, self.language), visible.facts if form == "full" else UNSET
        return EventResponse(kind=visible.kind, seat=visible.seat, facts=facts, text=text)

    def refusals(self, refusals: Iterable[Refusal]) -> list[RefusalResponse]:
        """Return the refusals with their messages."""
        rulings = [self.catalogue.ruling(refusal, self.language) for refusal in refusals]
        return [RefusalResponse(r.rule, r.title, r.message, r.facts, r.source) for r in rulings]

    def faults(self, faults: Iterable[Fault]) -> list[FaultResponse]:
        """Return the faults of an audit with their messages."""
        rulings = [(fault.path, self.catalogue.ruling(fault, self.language)) for fault in faults]
        return [FaultResponse(path, r.rule, r.title, r.message, r.facts) for path, r in rulings]

    def score_lines(self, lines: Iterable[ScoreLine]) -> tuple[ScoreLineResponse, ...]:
        """Return the score lines of a side with the titles of their rules."""
        rules = self.catalogue.rules
        return tuple(
            ScoreLineResponse(line.rule, rules[line.rule].title[self.language], line.count, line.points)
            for line in lines
        )

    def rivals(self, rivals: Iterable[Rival], form: ActionForm = "full") -> tuple[RivalResponse, ...]:
        """Return the opponents without a seat with their names, and in the full form with their score lines."""
        return tuple(
            RivalResponse(
                rival.name,
                self.catalogue.piece_name(rival.name, self.language),
                rival.score,
                self.score_lines(rival.lines) if form == "full" else (),
            )
            for rival in rivals
        )

    def result(self, result: Result | None, form: ActionForm = "full") -> ResultResponse | None:
        """Return the result, in the full form with its score lines, or None if the game is not over."""
        if result is None:
            return None
        lines = tuple(map(self.score_lines, result.lines)) if form == "full" else ()
        rivals = self.rivals(result.rivals, form)
        return ResultResponse(result.winners, result.scores, result.ranking, lines, rivals)
