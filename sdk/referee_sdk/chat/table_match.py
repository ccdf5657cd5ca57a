"""What a table needs of a match: `Match` has it, and `RoomMatch` for the match of a room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Unpack

from referee_sdk.batch import JudgedMove
from referee_sdk.client import Client
from referee_sdk.models import Action, Event, Move, PlaceVerdict, Score, SeatView, State, Turn, Verdict
from referee_sdk.options import PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces
from referee_sdk.records import Record


class TableMatch(Protocol):
    """A match that a table can play. `Match` describes each member."""

    @property
    def client(self) -> Client:
        """The client of its service. Another one with other settings may be set."""

    @client.setter
    def client(self, client: Client) -> None: ...

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def content(self) -> str | None:
        """The content pack."""

    @property
    def turn(self) -> Turn:
        """The seat that decides now and its question. Raises `MatchOver` when the match is over."""

    @property
    def seat(self) -> int | str | None:
        """The seat that decides now; None when the match is over."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""

    @property
    def state(self) -> State:
        """The open state. Raises `BadRequest` if it is hidden."""

    @property
    def events(self) -> Sequence[Event]:
        """All events so far."""

    @property
    def decision_count(self) -> int:
        """Number that changes with every decision."""

    @property
    def decision_seats(self) -> Sequence[int | str]:
        """Seat of every decision so far, in order."""

    def legal_actions(self, kind: str | None = None, **fields: Any) -> tuple[Action, ...]:
        """Return the legal actions of the seat to move, as far as users of this table play it."""

    def play(self, move: Move | int) -> tuple[Event, ...]:
        """Play a move and return the events that all may read."""

    def judge(self, move: Move) -> Verdict:
        """Return whether a move is legal, with all `refusals` if not."""

    def judge_many(self, moves: Sequence[Move]) -> Sequence[JudgedMove]:
        """Return a verdict or an error per move, perhaps only of the first moves."""

    def judge_places(self, places: Sequence[str]) -> PlaceVerdict:
        """Return what these places may mean, and why it is not allowed."""

    def undo(self, *, seat: int | None = None, force: bool = False) -> None:
        """Undo the last decision of a seat. Raises `UndoRefused`."""

    def view(self, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat sees it, or as a spectator does without `seat`."""

    def picture(
        self, seat: int | None = None, *, format: PictureFormat = "png", **options: Unpack[PictureOptions]
    ) -> bytes:
        """Return the position as a picture for a seat, or for a spectator."""

    def picture_places(self, seat: int | None = None, **options: Unpack[PictureOptions]) -> PicturePlaces:
        """Return the box of every place of the same picture."""

    def score(self) -> Score:
        """Return the current scores."""

    def record(self) -> Record:
        """Return the record. Raises `BadRequest` if it is not known completely."""

    def save(self) -> str:
        """Return the match as one string."""
