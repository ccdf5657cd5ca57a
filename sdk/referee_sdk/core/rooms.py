"""Room that keeps its position between calls: moves, undo, players and events, without a connection."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Lock
from typing import Any, Self

from referee_sdk.bots import BotMove, BotRequest
from referee_sdk.core.bodies import move_body
from referee_sdk.core.bots import OnProgress
from referee_sdk.core.calls import ClientCore
from referee_sdk.core.exchange import Json, Steps
from referee_sdk.core.room_calls import bot_body
from referee_sdk.core.room_links import RoomAccess, check_service, link_text, room_link
from referee_sdk.core.turn_state import TurnState
from referee_sdk.errors import BadRequest, InvalidResponse, MatchOver, NoSuchMove, StalePosition
from referee_sdk.models import Action, Event, Move, PlaceVerdict, PlayedMove, Result, Score, SeatView, Turn, Verdict
from referee_sdk.options import PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces
from referee_sdk.responses import decode_response
from referee_sdk.room_models import RoomBot, RoomPlayer, RoomRecord, RoomView, Thinking

Events = tuple[Event, ...]


class RoomCore(TurnState):
    """Base class of `Room` and `AsyncRoom`. Methods that return `Steps` open no connection."""

    def __init__(self, client: ClientCore, access: RoomAccess, view: RoomView) -> None:
        super().__init__(client, view.game)
        self.events: list[Event] = list(view.position.events)
        self.played: list[PlayedMove] = list(view.position.played)
        self._access, self._view, self._received_at = access, view, time.monotonic()
        self._change = Lock()

    @classmethod
    def from_link(cls, client: ClientCore, link: str) -> Steps[Self]:
        """Return the room of a link. Raises `BadRequest` if it is none, or of another service than the client's."""
        found = room_link(link)
        check_service(found, client.base_url)
        return (yield from cls.from_access(client, found.access))

    @classmethod
    def from_access(cls, client: ClientCore, access: RoomAccess) -> Steps[Self]:
        """Return the room with this id as the holder of a credential sees it.

        Without an API key of the client, the room stands in place of one for texts of the game and for jobs.
        """
        keyed = client if client._calls.settings.api_key else client._with(api_key=f"{access.id}.{access.credential}")
        return cls(keyed, access, (yield from keyed._calls.room(access, since=0)))

    # --- what is known ------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the room."""
        return self._view.id

    @property
    def credential(self) -> str:
        """The credential of this viewer: a secret."""
        return self._access.credential

    @property
    def link(self) -> str:
        """The link with which this viewer joins again, in a browser too. It has the credential, so it is a secret."""
        return link_text(self.client.base_url, self._access)

    @property
    def watcher_link(self) -> str:
        """The link for people who watch. It shows only what is public."""
        return self._view.watcher_link

    @property
    def version(self) -> int:
        """Number that grows with each change of the room."""
        return self._view.version

    @property
    def undos(self) -> int:
        """How often moves were taken back. When it changes, `events` lacks what was undone."""
        return self._view.undos

    @property
    def own_seat(self) -> int | None:
        """The seat of this viewer; None for watchers and the creator."""
        return self._view.viewer.seat

    @property
    def role(self) -> str:
        """The role of this viewer: `seat`, `watcher` or `creator`."""
        return self._view.viewer.role

    @property
    def status(self) -> str:
        """The status: `playing`, `over`, or `resigned` if fewer than two seats have not resigned."""
        return self._view.status

    @property
    def players(self) -> tuple[RoomPlayer, ...]:
        """The seats: their names, bots, and whether their players are there."""
        return self._view.players

    @property
    def is_own_turn(self) -> bool:
        """Whether this viewer may move now: its seat is to move, and no bot plays it."""
        return self.own_seat is not None and self.seat == self.own_seat and self.players[self.own_seat].bot is None

    @property
    def can_undo(self) -> bool:
        """Whether this viewer may take its last move back."""
        return self._view.can_undo

    @property
    def thinking(self) -> Thinking | None:
        """The bot that is to move, as of the last look."""
        return self._view.thinking

    @property
    def seconds(self) -> int | None:
        """The time limit per decision in seconds, if there is one."""
        return self._view.seconds

    @property
    def deadline_in(self) -> float | None:
        """Seconds until a bot decides for the seat to move; None if no time runs."""
        left = self._view.deadline_in
        return None if left is None else max(0.0, left - (time.monotonic() - self._received_at))

    @property
    def expires_in(self) -> float | None:
        """Seconds from the last look until the room expires, if nothing changes."""
        return self._view.expires_in

    @property
    def has_rematch(self) -> bool:
        """Whether a rematch was opened; `rematch` joins it."""
        return self._view.rematch is not None

    @property
    def content(self) -> str:
        """The content pack of the match."""
        return self._view.position.content

    @property
    def commitment(self) -> str | None:
        """The hash of the secret key of the dice."""
        return self._view.position.commitment

    @property
    def chance_key(self) -> str | None:
        """The key that proves every die and draw, once the match is over."""
        return self._view.position.chance_key

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over. None after a resignation."""
        return self._view.position.result

    @property
    def _current_turn(self) -> Turn | None:
        return self._view.position.turn if self.status == "playing" else None

    # --- looking ------------------------------------------------------------------------------------------------------

    def _refresh(self) -> Steps[Events]:
        """Look at the room, and return the events since the last look."""
        since = self._view.position.ply
        return (yield from self._take((yield from self._calls.room(self._access, since)), since))

    def _take(self, view: RoomView, since: int) -> Steps[Events]:
        """Make a view that begins after a ply the current one. Return the events that are new, none after an undo.

        Requests the log again if moves were taken back, or if another thread took another view meanwhile.
        """
        count, undos = len(self.events), self.undos
        while not self._is_taken(view, since):
            since = 0 if view.undos != self.undos else self._view.position.ply
            view = yield from self._calls.room(self._access, since)
        return tuple(self.events[count:]) if self.undos == undos else ()

    def _is_taken(self, view: RoomView, since: int) -> bool:
        """Take a view, and return whether that was possible: it continues the log here or has the whole log."""
        with self._change:
            if view.version < self._view.version:
                return True  # another thread has taken a later one
            if view.version > self._view.version:
                is_whole = since == 0
                if not is_whole and (view.undos != self.undos or since != self._view.position.ply):
                    return False
                # New lists, because a copy of this room with another client has the present ones.
                self.events = [*([] if is_whole else self.events), *view.position.events]
                self.played = [*([] if is_whole else self.played), *view.position.played]
            self._view, self._received_at = view, time.monotonic()
            return True

    def _legal_actions(self, kind: str | None, fields: dict[str, Any]) -> Steps[tuple[Action, ...]]:
        return self._filtered(self._view.position.legal_actions, kind, fields)

    def _judge(self, move: Move) -> Steps[Verdict]:
        return self._calls.room_verdict(self._access, move)

    def _judge_places(self, places: Sequence[str]) -> Steps[PlaceVerdict]:
        return self._calls.room_place_verdict(self._access, places)

    def _see(self, text: TextOptions) -> Steps[SeatView]:
        return self._calls.room_view(self._access, text)

    def _picture(self, picture_format: PictureFormat, options: PictureOptions) -> Steps[bytes]:
        return self._calls.room_picture(self._access, picture_format, options)

    def _picture_places(self, options: PictureOptions) -> Steps[PicturePlaces]:
        return self._calls.room_picture_places(self._access, options)

    def _score(self) -> Steps[Score]:
        return self._calls.room_score(self._access)

    def _record(self) -> Steps[RoomRecord]:
        return self._calls.room_record(self._access)

    def _hint(self, bot: str, request: BotRequest, on_progress: OnProgress) -> Steps[BotMove]:
        return self._calls.room_bot_move(self._access, bot, request, on_progress)

    # --- changes ------------------------------------------------------------------------------------------------------

    def _play(self, move: Move | int) -> Steps[Events]:
        """Play a move and return the events since the last look."""
        if isinstance(move, bool):
            raise BadRequest(f"{move} is not a move. Play an action, its notation, or its number in the legal list.")
        action = self._numbered_action(move) if isinstance(move, int) else move
        return (yield from self._send_change(["moves"], {**move_body(action), "expect": self._view.position.digest}))

    def _numbered_action(self, index: int) -> Action:
        if self.is_over:
            raise MatchOver(self.result)
        legal = self._view.position.legal_actions
        if not -len(legal) <= index < len(legal):
            raise NoSuchMove(index, len(legal))
        return legal[index]

    def _undo(self) -> Steps[None]:
        """Take the last move of the own seat back.

        Only this seat can do so. If moves were taken back meanwhile, an attempt whose response was lost has done it.
        """
        undos = self.undos
        try:
            yield from self._send_change(["undo"], {"expect": self._view.position.digest}, since=0)
        except StalePosition:
            if self.undos == undos:
                raise

    def _change_seat(self, seat: int, change: Json) -> Steps[None]:
        yield from self._send_change(["seats", str(seat)], change)

    def _rename(self, name: str) -> Steps[None]:
        return self._change_seat(self._required_seat(), {"name": name})

    def _put_bot(self, seat: int, bot: RoomBot | str) -> Steps[None]:
        return self._change_seat(seat, {"bot": bot_body(bot)})

    def _take_back(self) -> Steps[None]:
        return self._change_seat(self._required_seat(), {"bot": None})

    def _resign(self) -> Steps[None]:
        yield from self._send_change(["resign"], {})

    def _rematch(self) -> Steps[Self]:
        """Open the rematch, or join the one that was opened."""
        if self._view.rematch is None:
            yield from self._send_change(["rematch"], {})
        rematch = self._view.rematch
        if rematch is None:
            raise InvalidResponse("The service has opened a rematch, but its response does not name it.")
        own_key = f"{self.id}.{self.credential}"
        client = self.client._with(api_key=None) if self.client._calls.settings.api_key == own_key else self.client
        return (yield from type(self).from_access(client, RoomAccess(rematch.id, rematch.credential)))

    def _remove(self) -> Steps[None]:
        return self._calls.remove_room(self._access)

    def _required_seat(self) -> int:
        if self.own_seat is None:
            raise BadRequest(f"A {self.role} has no seat. Join with the link of a seat.")
        return self.own_seat

    def _send_change(self, path: Sequence[str], body: Json, since: int | None = None) -> Steps[Events]:
        """Send a change and take the room after it. A `StalePosition` is raised after its position was taken."""
        start = self._view.position.ply if since is None else since
        try:
            view = yield from self._calls.change_room(self._access, path, body, start)
        except StalePosition as error:
            yield from self._take(decode_response(RoomView, error._room), start)
            raise
        return (yield from self._take(view, start))
