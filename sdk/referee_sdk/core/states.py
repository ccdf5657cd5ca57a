"""Calls about states: set-ups, moves, verdicts, views, scores, audits and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import Any
from uuid import uuid4

from referee_sdk.batch import MAX_BATCH_ITEMS, BatchResults, JudgedMove, judged_move
from referee_sdk.catalogue import GameList
from referee_sdk.core.bodies import include_body, move_body, seat_body, text_body
from referee_sdk.core.exchange import Json, Steps
from referee_sdk.core.sender import Sender, api_path, first_known, json_object
from referee_sdk.errors import InvalidResponse, NotFound, UnknownState
from referee_sdk.models import (
    Audit,
    LegalActions,
    Move,
    PlaceVerdict,
    Position,
    Replay,
    Score,
    Seat,
    SeatView,
    State,
    StateSource,
    Verdict,
)
from referee_sdk.options import PositionPart, TextOptions
from referee_sdk.records import Chance, Record
from referee_sdk.responses import decode_response

Include = Sequence[PositionPart] | None


@dataclass(frozen=True)
class SetUp:
    """Arguments of a set-up."""

    seats: int
    chance: Chance | None
    options: Mapping[str, Any] | None
    content: str | None
    guarded: bool
    include: Include

    def body(self) -> Json:
        """Return the body of the request."""
        body: Json = {"seats": self.seats, "guarded": self.guarded, "options": dict(self.options or {})}
        if self.chance is not None:
            body["chance"] = {"mode": self.chance.mode, "seed": self.chance.seed}
        if self.content is not None:
            body["content"] = self.content
        return {**body, **include_body(self.include)}


class StateCalls(Sender):
    """Calls about states."""

    def set_up(self, game: str, setup: SetUp, key: str | None) -> Steps[Position]:
        """Request the first position of a match. Without an idempotency key, its retries share a random one.

        Raises `NotFound` with the most similar name if the service does not have the game.
        """
        headers = {"Idempotency-Key": key or uuid4().hex}
        request = self.request("POST", api_path("games", game, "states"), setup.body(), headers=headers)
        try:
            return decode_response(Position, (yield from self.send(request, json_object)))
        except NotFound as error:
            if error.code != "unknown-game":
                raise
            games = [each.game for each in (yield from self.get(GameList, api_path("games"))).games]
            nearest = [f"Did you mean {name!r}?" for name in get_close_matches(game, games, 1)]
            detail = " ".join([f"This service has no game {game!r}.", *nearest, f"It has: {', '.join(games)}."])
            raise NotFound(detail, status=error.status, problem=error.problem) from None

    def move(self, source: StateSource, move: Move, seat: Seat | None, include: Include) -> Steps[Position]:
        """Play a move."""
        body = {**move_body(move), **seat_body(seat), **include_body(include)}
        return (yield from self.call(Position, source, "moves", body))

    def moves(self, source: StateSource, moves: Sequence[tuple[Seat, Move]], include: Include) -> Steps[Position]:
        """Play several moves, or none if one is illegal."""
        steps = [{"seat": seat, **move_body(move)} for seat, move in moves]
        return (yield from self.call(Position, source, "moves", {"moves": steps, **include_body(include)}))

    def judge(self, source: StateSource, move: Move, seat: Seat | None) -> Steps[Verdict]:
        """Judge a move."""
        return (yield from self.call(Verdict, source, "verdicts", {**move_body(move), **seat_body(seat)}))

    def judge_many(
        self, source: StateSource, moves: Sequence[Move], seat: Seat | None, include: Include
    ) -> Steps[tuple[JudgedMove, ...]]:
        """Judge several moves, in as few requests as possible."""
        judged: list[JudgedMove] = []
        shared = {**seat_body(seat), **include_body(include)}
        for start in range(0, len(moves), MAX_BATCH_ITEMS):
            chunk = moves[start : start + MAX_BATCH_ITEMS]
            body = {**shared, "batch": [move_body(move) for move in chunk]}
            judged += yield from first_known(source, partial(self._judge_chunk, chunk, body))
        return tuple(judged)

    def _judge_chunk(self, moves: Sequence[Move], body: Json, game: str, state: Json) -> Steps[tuple[JudgedMove, ...]]:
        """Judge the moves of one request. Raises `UnknownState` if the service does not cache their state."""
        response = decode_response(BatchResults, (yield from self.post(game, "verdicts", {**state, **body})))
        if len(response.results) != len(moves):
            raise InvalidResponse(f"The service judged {len(response.results)} of {len(moves)} moves.")
        judged = tuple(judged_move(move, item) for move, item in zip(moves, response.results, strict=True))
        for each in judged:
            if isinstance(each.error, UnknownState):
                raise each.error
        return judged

    def judge_places(self, source: StateSource, places: Sequence[str], seat: Seat | None) -> Steps[PlaceVerdict]:
        """Judge what pointed places may mean."""
        return (yield from self.call(PlaceVerdict, source, "verdicts", {"places": list(places), **seat_body(seat)}))

    def legal_actions(self, source: StateSource, kind: str | None) -> Steps[LegalActions]:
        """Request the legal actions."""
        return (yield from self.call(LegalActions, source, "legal-actions", {} if kind is None else {"kind": kind}))

    def view(self, source: StateSource, seat: int | None, text: TextOptions) -> Steps[SeatView]:
        """Request what a seat sees."""
        return (yield from self.call(SeatView, source, "views", {**seat_body(seat), **text_body(text)}))

    def score(self, source: StateSource) -> Steps[Score]:
        """Request the scores."""
        return (yield from self.call(Score, source, "scores", {}))

    def audit(self, state: State) -> Steps[Audit]:
        """Request the faults of an open state."""
        return decode_response(
            Audit, (yield from self.post(str(state.get("game", "")), "audits", {"state": dict(state)}))
        )

    def replay(self, record: Record | str, include: Include) -> Steps[Replay]:
        """Replay a record, which may be text."""
        body: Json = {"record": record.to_json()} if isinstance(record, Record) else {"text": record}
        game = record.game if isinstance(record, Record) else Record.from_text(record).game
        return decode_response(Replay, (yield from self.post(game, "replays", {**body, **include_body(include)})))
