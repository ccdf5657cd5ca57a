"""Attempts: moves that may be refused, and the rules that forbid them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, MoveRefused, play_move
from referee_service.kernel.notation import CodecError, list_fields, notation, optional_fields, parse_notation
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Action, Seat, Turn, verb_of
from referee_service.services.conformance.draws import Draws

MAX_VALUES = 3
"""Largest number of values in a field that holds several."""
UNKNOWN_NAME = "no_such_piece"


class Attempt(NamedTuple):
    """A move of a seat, legal or not."""

    seat: Seat
    action: Action


def forbidding_rules(game: AnyGame, match: Match, attempt: Attempt) -> tuple[str, ...]:
    """Return the sorted ids of the rules that forbid a move. Empty for a legal move."""
    try:
        play_move(game, match, *attempt)
    except MoveRefused as refused:
        return tuple(sorted({refusal.rule for refusal in refused.refusals}))
    return ()


def is_readable(game: AnyGame, action: Action) -> bool:
    """Return whether the notation of an action reads back. A client can send no other action."""
    try:
        return parse_notation(game, notation(action)) == action
    except CodecError:
        return False


class Attempts:
    """Moves to try in one match: for each verb that is due `each` at random and `each` near a legal action."""

    def __init__(self, game: AnyGame, match: Match, draws: Draws, *, each: int) -> None:
        self.game, self.state, self.draws, self.each = game, match.state, draws, each
        self.domains: Mapping[str, Sequence[Fact]] = game.domains(match.state)

    def __iter__(self) -> Iterator[Attempt]:
        turn = self.game.turn(self.state)
        if turn is None:
            yield Attempt(0, self._random_action(self.draws.pick(tuple(self.game.verbs))))
            return
        for action in self._answers(turn):
            yield Attempt(turn.seat, action)
        for verb in (*self.game.flow.refused[turn.question], self.draws.pick(tuple(self.game.verbs))):
            yield Attempt(turn.seat, self._random_action(verb))
        yield from self._other_seats(turn)

    def _answers(self, turn: Turn) -> Iterator[Action]:
        """Yield actions of the verbs that are due: refused candidates, random ones, and changed legal ones."""
        for verb in turn.verbs:
            legal = legal_actions(self.game, self.state, kind=verb)
            offered = set(legal)
            refused = [each for each in self.game.verbs[verb].candidates(self.state) if each not in offered]
            for _ in range(self.each):
                if refused:
                    yield self.draws.pick(refused)
                yield self._random_action(verb)
                if legal:
                    near = self._changed(self.draws.pick(legal))
                    yield near
                    yield self._changed(near)
            if legal:
                yield self._with_other_name(self.draws.pick(legal))

    def _other_seats(self, turn: Turn) -> Iterator[Attempt]:
        """Yield moves of seats that are not due. A question that has just closed may be the reason against one."""
        for closed in self.state.closed:
            for verb in self.game.flow.verbs[closed.question]:
                yield Attempt(closed.seat, self._random_action(verb))
        for seat in (CHANCE, *range(len(self.state.score_lines))):
            if seat != turn.seat:
                yield Attempt(seat, self._random_action(self.draws.pick(turn.verbs)))

    def _random_action(self, verb: str) -> Action:
        kind = self.game.verbs[verb].action
        return kind(*(self._random_value(verb, name) for name in kind.__struct_fields__))

    def _random_value(self, verb: str, name: str) -> Fact:
        record = self.game.verbs[verb]
        values = self.domains[record.domains[name]]
        if name in optional_fields(record.action) and (not values or not self.draws.below(4)):
            return None
        if name in list_fields(record.action):
            count = self.draws.below(MAX_VALUES + 1) if values else 0
            drawn = [self.draws.pick(values) for _ in range(count)]
            return tuple(sorted(value for value in drawn if isinstance(value, int | str)))
        return self.draws.pick(values) if values else UNKNOWN_NAME

    def _changed(self, action: Action) -> Action:
        """Return the action with one field drawn again. An action without fields stays."""
        names = action.__struct_fields__
        name = self.draws.pick(names) if names else ""
        return replace(action, **{name: self._random_value(verb_of(action), name)}) if name else action

    def _with_other_name(self, action: Action) -> Action:
        """Return the action with the name of another kind of piece, or of no piece, in one field."""
        lists = list_fields(type(action))
        names = [name for name in action.__struct_fields__ if name in lists or isinstance(getattr(action, name), str)]
        if not names:
            return action
        texts = [value for values in self.domains.values() for value in values if isinstance(value, str)]
        value = self.draws.pick(texts) if texts and self.draws.below(4) else UNKNOWN_NAME
        name = self.draws.pick(names)
        return replace(action, **{name: (value,) if name in lists else value})
