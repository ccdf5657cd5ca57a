"""Calls about rooms. Each has the credential of a viewer in its `Authorization`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from referee_sdk.bots import BotMove, BotRequest, bot_request_body
from referee_sdk.core.bodies import move_body, picture_body, text_body
from referee_sdk.core.bots import BotCalls, OnProgress
from referee_sdk.core.catalogue import CatalogueCalls
from referee_sdk.core.exchange import Json, Request, Steps
from referee_sdk.core.room_links import RoomAccess
from referee_sdk.core.sender import T, api_path, json_object
from referee_sdk.errors import RoomGone
from referee_sdk.models import Move, PlaceVerdict, Score, SeatView, Verdict
from referee_sdk.options import PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces
from referee_sdk.responses import decode_job, decode_response
from referee_sdk.room_models import NewRoom, RoomBot, RoomRecord, RoomView


@dataclass(frozen=True)
class RoomSetUp:
    """Arguments of a new room."""

    game: str
    seats: int
    names: Sequence[str] | None
    bots: Mapping[int, RoomBot | str] | None
    seconds: int | None
    options: Mapping[str, Any] | None
    content: str | None

    def body(self) -> Json:
        """Return the body of the request."""
        body: Json = {"game": self.game, "seats": self.seats, "options": dict(self.options or {})}
        if self.names is not None:
            body["names"] = list(self.names)
        if self.bots:
            body["bots"] = {str(seat): bot_body(bot) for seat, bot in self.bots.items()}
        optional = {"seconds": self.seconds, "content": self.content}
        return body | {name: value for name, value in optional.items() if value is not None}


def bot_body(bot: RoomBot | str) -> Json:
    """Return the request field of a bot, which may be only its name."""
    return (RoomBot(bot) if isinstance(bot, str) else bot).to_json()


class RoomCalls(CatalogueCalls, BotCalls):
    """Calls about rooms."""

    def new_room(self, setup: RoomSetUp, key: str | None) -> Steps[NewRoom]:
        """Open a room. Without an idempotency key, its retries share a random one."""
        request = self.request("POST", "/v1/rooms", setup.body(), headers={"Idempotency-Key": key or uuid4().hex})
        return decode_response(NewRoom, (yield from self.send(request, json_object)))

    def room(self, access: RoomAccess, since: int) -> Steps[RoomView]:
        """Request a room with all that happened after a ply."""
        request = self._room_request("GET", access, params={"since": since})
        return decode_response(RoomView, (yield from self.send(request, json_object)))

    def change_room(self, access: RoomAccess, path: Sequence[str], body: Json, since: int) -> Steps[RoomView]:
        """Change a room. A repeated request changes nothing more."""
        request = self._room_request("POST", access, path, body, params={"since": since})
        return decode_response(RoomView, (yield from self.send(request, json_object)))

    def remove_room(self, access: RoomAccess) -> Steps[None]:
        """Remove a room. One that is gone was perhaps removed by an attempt whose response was lost."""
        try:
            yield from self.send(self._room_request("DELETE", access), json_object)
        except RoomGone:
            return

    def room_record(self, access: RoomAccess) -> Steps[RoomRecord]:
        """Request the record."""
        request = self._room_request("GET", access, ["record"])
        return decode_response(RoomRecord, (yield from self.send(request, json_object)))

    def room_events(self, access: RoomAccess, seconds: float) -> Request:
        """Return the request of the event stream. It fails if nothing arrives in `seconds`."""
        path = api_path("rooms", access.id, "events")
        request = self.request("GET", path, accept="text/event-stream", credential=access.credential)
        return Request(request.method, path, seconds, request.headers)

    # --- the position -------------------------------------------------------------------------------------------------

    def room_verdict(self, access: RoomAccess, move: Move) -> Steps[Verdict]:
        """Judge a move of the own seat."""
        return (yield from self._about_room(Verdict, access, "verdicts", move_body(move)))

    def room_place_verdict(self, access: RoomAccess, places: Sequence[str]) -> Steps[PlaceVerdict]:
        """Judge what pointed places may mean."""
        return (yield from self._about_room(PlaceVerdict, access, "verdicts", {"places": list(places)}))

    def room_view(self, access: RoomAccess, text: TextOptions) -> Steps[SeatView]:
        """Request what the viewer sees."""
        return (yield from self._about_room(SeatView, access, "views", text_body(text)))

    def room_score(self, access: RoomAccess) -> Steps[Score]:
        """Request the scores."""
        return (yield from self._about_room(Score, access, "scores", {}))

    def room_picture(self, access: RoomAccess, picture_format: PictureFormat, options: PictureOptions) -> Steps[bytes]:
        """Request the picture that the viewer sees."""
        path, body = api_path("rooms", access.id, "pictures"), picture_body(None, options)
        return (yield from self._content("POST", path, picture_format, body, credential=access.credential))

    def room_picture_places(self, access: RoomAccess, options: PictureOptions) -> Steps[PicturePlaces]:
        """Request the places of the same picture."""
        return (yield from self._about_room(PicturePlaces, access, "pictures", picture_body(None, options)))

    def room_bot_move(
        self, access: RoomAccess, bot: str, request: BotRequest, on_progress: OnProgress
    ) -> Steps[BotMove]:
        """Request the move that a bot would choose, and wait for it if it is a search."""
        sent = self._room_request("POST", access, ["bot-moves"], bot_request_body(bot, request))
        response = yield from self.send(sent, json_object)
        if "status" not in response:
            return decode_response(BotMove, response)
        return (yield from self.wait_for_job(decode_job(response, access.credential), on_progress))

    def _about_room(self, model: type[T], access: RoomAccess, call: str, body: Json) -> Steps[T]:
        request = self._room_request("POST", access, [call], body)
        return decode_response(model, (yield from self.send(request, json_object)))

    def _room_request(
        self,
        method: str,
        access: RoomAccess,
        path: Sequence[str] = (),
        body: Json | None = None,
        *,
        params: Mapping[str, Any] | None = None,
    ) -> Request:
        full_path = api_path("rooms", access.id, *path)
        return self.request(method, full_path, body, params=params, credential=access.credential)
