"""State of a match: its turn, legal actions, views, pictures and scores, for open and guarded matches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from referee_sdk.errors import BadRequest, NotFound
from referee_sdk.history import Snapshot
from referee_sdk.models import (
    Action,
    Audit,
    Credentials,
    LegalActions,
    Position,
    Result,
    Score,
    SealedState,
    SeatView,
    State,
    StateSource,
    TextOptions,
    Turn,
)
from referee_sdk.picture_client import PictureFormat, PictureOptions
from referee_sdk.pictures import PicturePlaces

if TYPE_CHECKING:
    from referee_sdk.client import Client


class MatchState:
    """Base class of `Match` with everything that plays no move.

    The host of a guarded match has its `credentials`. A player who joined it has only their own credential.
    """

    def __init__(
        self,
        client: Client,
        game: str,
        snapshot: Snapshot,
        *,
        credentials: Credentials | None = None,
        own_credential: str | None = None,
    ) -> None:
        self.client, self.game, self.credentials = client, game, credentials
        self._own_credential = own_credential
        self._snapshot = snapshot

    def __repr__(self) -> str:
        status = "over" if self.turn is None else f"seat {self.turn.seat} decides: {self.turn.prompt}"
        return f"<Match of {self.game}, {status}>"

    @property
    def turn(self) -> Turn | None:
        """The seat that decides now and its question; None when the match is over."""
        return self._snapshot.turn

    @property
    def seat(self) -> int | str | None:
        """The seat that decides now."""
        return self.turn.seat if self.turn else None

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.turn is None

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""
        return self._snapshot.result

    @property
    def state(self) -> State:
        """The open state, which you may store anywhere. Raises `BadRequest` in a guarded match: use `sealed_state`."""
        source = self._snapshot.source
        state = source.state if isinstance(source, Position) else source
        if state is None or isinstance(state, str):
            raise BadRequest("The state of a guarded match is sealed; use its sealed_state.")
        return state

    @property
    def sealed_state(self) -> str | None:
        """The encrypted state of a guarded match; None in an open one."""
        return self._snapshot.source if isinstance(self._snapshot.source, str) else None

    def legal_actions(self, kind: str | None = None, **fields: Any) -> tuple[Action, ...]:
        """Return the legal actions, all or those of a verb and fields: `legal_actions("take_tile", depot=3)`."""
        if self._snapshot.legal_actions is None:
            response: LegalActions = self.client.legal_actions(self._source())
            self._snapshot = replace(self._snapshot, legal_actions=response.legal_actions)
        return tuple(
            action
            for action in self._snapshot.legal_actions or ()
            if kind in (None, action.kind) and all(action.fields.get(name) == value for name, value in fields.items())
        )

    def view(self, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat sees it, or as a spectator sees it without `seat`. `text` are `TextOptions`."""
        return self.client.view(self._source_for(seat), seat=seat, **text)

    def picture(
        self, seat: int | None = None, *, format: PictureFormat = "png", **options: Unpack[PictureOptions]
    ) -> bytes:
        """Return the position as a picture for a seat, or for a spectator without `seat`."""
        return self.client.picture(self._source_for(seat), seat=seat, format=format, **options)

    def picture_places(self, seat: int | None = None, **options: Unpack[PictureOptions]) -> PicturePlaces:
        """Return the size of the same picture and the box of every place in it."""
        return self.client.picture_places(self._source_for(seat), seat=seat, **options)

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows: as the seat to move sees it, or as the seat that this player has.

        Return None for a game without pictures; a notebook then shows the `repr`.
        """
        seat = self.seat if isinstance(self.seat, int) and self._own_credential is None else None
        try:
            return self.picture(seat, format="svg", font="embed").decode()
        except NotFound as error:
            if error.code != "no-picture":
                raise
            return None

    def score(self) -> Score:
        """Return the current scores with their lines."""
        return self.client.score(self._source())

    def audit(self) -> Audit:
        """Return whether the current state is possible, with all faults. Only for open matches."""
        return self.client.audit(self.state)

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
