"""Turn of a match or a room, and its legal actions by verb and fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from referee_sdk.catalogue import Verb
from referee_sdk.core.calls import Calls, ClientCore
from referee_sdk.core.exchange import Steps
from referee_sdk.errors import MatchOver, UnknownName
from referee_sdk.models import Action, Result, Turn


class TurnState(ABC):
    """Base class of `MatchState` and `RoomCore`: whose turn it is, and which actions are legal."""

    def __init__(self, client: ClientCore, game: str) -> None:
        self.client, self.game = client, game
        self._verbs: dict[str, Verb] | None = None  # requested if a name is in doubt

    @property
    def _calls(self) -> Calls:
        return self.client._calls

    def __repr__(self) -> str:
        status = "over" if self.is_over else f"seat {self.turn.seat} decides: {self.turn.prompt}"
        return f"<{type(self).__name__} of {self.game}, {status}>"

    @property
    @abstractmethod
    def _current_turn(self) -> Turn | None:
        """The turn; None when the match is over."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""

    @property
    def turn(self) -> Turn:
        """The seat that decides now and its question. Raises `MatchOver` with the result when the match is over."""
        turn = self._current_turn
        if turn is None:
            raise MatchOver(self.result)
        return turn

    @property
    def seat(self) -> int | str | None:
        """The seat that decides now; None when the match is over, so that `while match.seat == 0` ends."""
        return None if self.is_over else self.turn.seat

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._current_turn is None

    def _filtered(
        self, legal: tuple[Action, ...], kind: str | None, fields: dict[str, Any]
    ) -> Steps[tuple[Action, ...]]:
        """Return the actions of a verb and fields. Raises `UnknownName` if the game has no such verb or field."""
        of_kind = tuple(action for action in legal if kind in (None, action.kind))
        if not self._has_names(of_kind, kind, fields):
            yield from self._check_names(kind, fields)
        return tuple(
            action for action in of_kind if all(action.fields.get(name) == value for name, value in fields.items())
        )

    def _has_names(self, actions: tuple[Action, ...], kind: str | None, fields: Iterable[str]) -> bool:
        """Return whether the verb and all fields occur now, so that no name can be misspelt."""
        if not actions and kind is not None and (self.is_over or kind not in self.turn.verbs):
            return False
        return all(any(name in action.fields for action in actions) for name in fields)

    def _check_names(self, kind: str | None, fields: Iterable[str]) -> Steps[None]:
        """Raise `UnknownName` if the game has no such verb, or if its verbs have no such field."""
        if self._verbs is None:
            self._verbs = (yield from self._calls.game(self.game)).verbs
        verbs = self._verbs
        if kind is not None and kind not in verbs:
            raise UnknownName(self.game, "verb", kind, verbs)
        chosen = verbs.values() if kind is None else [verbs[kind]]
        valid = {name for verb in chosen for name in verb.fields}
        for name in fields:
            if name not in valid:
                raise UnknownName(kind or self.game, "field", name, valid)
