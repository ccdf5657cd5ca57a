"""State of a match: its turn, legal actions, views, pictures and scores, for open and guarded matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee_sdk.core.calls import ClientCore
from referee_sdk.core.exchange import Steps
from referee_sdk.core.history import Snapshot
from referee_sdk.core.turn_state import TurnState
from referee_sdk.errors import BadRequest
from referee_sdk.models import (
    Action,
    Audit,
    Credentials,
    Position,
    Result,
    Score,
    SealedState,
    SeatView,
    State,
    StateSource,
    Turn,
)
from referee_sdk.options import PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces


class MatchState(TurnState):
    """Base class of `MatchCore` with everything that plays no move. Methods that return `Steps` open no connection.

    The host of a guarded match has its `credentials`. A player who joined it has only their own credential.
    """

    def __init__(
        self,
        client: ClientCore,
        game: str,
        snapshot: Snapshot,
        *,
        credentials: Credentials | None = None,
        own_credential: str | None = None,
    ) -> None:
        super().__init__(client, game)
        self.credentials = credentials
        self._own_credential = own_credential
        self._snapshot = snapshot

    @property
    def _current_turn(self) -> Turn | None:
        return self._snapshot.turn

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""
        return self._snapshot.result

    @property
    def state(self) -> State:
        """The open state, which you may store anywhere. Raises `BadRequest` in a guarded match: use `sealed_state`."""
        source = self._snapshot.source
        state = source.state if isinstance(source, Position) else source
        if state is None:
            raise BadRequest("This position does not include its state. Request it without `include`, or with `state`.")
        if isinstance(state, str):
            raise BadRequest("The state of a guarded match is sealed; use its sealed_state.")
        return state

    @property
    def sealed_state(self) -> str | None:
        """The encrypted state of a guarded match; None in an open one."""
        return self._snapshot.source if isinstance(self._snapshot.source, str) else None

    def _legal_actions(self, kind: str | None, fields: dict[str, Any]) -> Steps[tuple[Action, ...]]:
        """Return the legal actions of a verb and fields. They are requested if the snapshot lacks them."""
        snapshot = self._snapshot
        legal = snapshot.legal_actions
        if legal is None:
            legal = (yield from self._calls.legal_actions(self._source(), None)).legal_actions
            if self._snapshot is snapshot:  # else another task has played meanwhile
                self._snapshot = replace(snapshot, legal_actions=legal)
        return (yield from self._filtered(legal, kind, fields))

    def _view(self, seat: int | None, text: TextOptions) -> Steps[SeatView]:
        return self._calls.view(self._source_for(seat), seat, text)

    def _picture(self, seat: int | None, picture_format: PictureFormat, options: PictureOptions) -> Steps[bytes]:
        return self._calls.picture(self._source_for(seat), seat, picture_format, options)

    def _picture_places(self, seat: int | None, options: PictureOptions) -> Steps[PicturePlaces]:
        return self._calls.picture_places(self._source_for(seat), seat, options)

    def _score(self) -> Steps[Score]:
        return self._calls.score(self._source())

    def _audit(self) -> Steps[Audit]:
        return self._calls.audit(self.state)

    def _source_for(self, seat: int | None) -> StateSource:
        """Return the state for a call about what a seat sees, or a spectator."""
        return self._source("keeper" if seat is None else seat)

    def _source(self, principal: int | str | None = None) -> StateSource:
        """Return the state for a call; if sealed, with the credential of a principal (None: the seat to move)."""
        source = self._snapshot.source
        return SealedState(self.game, source, self._credential(principal)) if isinstance(source, str) else source

    def _credential(self, principal: int | str | None = None) -> str:
        """Return this player's credential, or else that of the seat, or the keeper's for any other principal."""
        if self._own_credential is not None:
            return self._own_credential
        assert self.credentials is not None, "a guarded match has all credentials or an own one"
        seat = self.seat if principal is None else principal
        return self.credentials.seats[seat] if isinstance(seat, int) else self.credentials.keeper
