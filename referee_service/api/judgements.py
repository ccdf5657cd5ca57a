"""Calls that play, judge and list moves, for single requests, batches and lines of `referee judge`.

This module does not need Flask.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from msgspec import UNSET, Raw, Struct

from referee_service.api.problems import problem_body
from referee_service.api.schemas.batches import Batch, BatchParser
from referee_service.api.schemas.bodies import Body
from referee_service.kernel.game import AnyGame
from referee_service.services.context import ClientContext, requested_form, requested_parts
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.loader import LoadedMatch, OpenState, SealedState, StateRef, StateSource
from referee_service.services.matches.move_requests import MoveRequest
from referee_service.services.matches.service import MatchService

CountVerdict = Callable[[str, Sequence[str]], None]
"""Counts a verdict on a move of a game, with the rules that refused it."""
Source = StateSource | LoadedMatch


class CallResult(Struct, frozen=True):
    """The response to one item of a batch or to one line: a status, and the body that a single request would get."""

    status: int
    body: object


class BatchResults(Struct, frozen=True):
    """The responses to the items of a batch, in order."""

    results: Sequence[CallResult]


def state_source(body: Body) -> StateSource:
    """Return where the match comes from: an open state, a sealed state with its credential, or a digest."""
    if body.state is not UNSET:
        return OpenState(bytes(body.state), body.signature or "")
    return SealedState(body.sealed_state, body.credential) if body.sealed_state is not UNSET else StateRef(body.digest)


def move_request(body: Body) -> MoveRequest:
    """Return the move of a body: its seat, and its action or line of notation."""
    seat = None if body.seat is UNSET else body.seat
    return seat, body.notation if body.action is UNSET else body.action


def move_requests(body: Body) -> list[MoveRequest]:
    """Return the moves of a body, in order."""
    return [move_request(body)] if body.moves is UNSET else [move_request(step) for step in body.moves]


class Judgements:
    """The three calls on one match service. `count_verdict` gets every verdict."""

    def __init__(self, matches: MatchService, count_verdict: CountVerdict) -> None:
        self.matches, self.count_verdict = matches, count_verdict

    def move(self, game: AnyGame, source: Source, body: Body, context: ClientContext) -> Struct:
        """Return the position after the moves of a body. Raises ServiceError, IllegalMoveError for an illegal move."""
        try:
            position = self.matches.move(game, source, move_requests(body), context)
        except IllegalMoveError as error:
            self.count_verdict(game.name, [refusal.rule for refusal in error.refusals])
            raise
        self.count_verdict(game.name, [])
        return position

    def judge(self, game: AnyGame, source: Source, body: Body, context: ClientContext) -> Raw:
        """Return the verdict on the move or the places of a body. Raises ServiceError."""
        if body.places is UNSET:
            judgement = self.matches.judge(game, source, move_request(body), context)
        else:
            seat = None if body.seat is UNSET else body.seat
            judgement = self.matches.judge_places(game, source, seat, tuple(body.places), context)
        self.count_verdict(game.name, judgement.rules)
        return judgement.verdict

    def legal_actions(self, game: AnyGame, source: Source, body: Body, context: ClientContext) -> Struct:
        """Return the legal actions, or those of the verb of a body. Raises ServiceError."""
        return self.matches.legal_actions(game, source, body.kind or None, context)

    def call(self, name: str, game: AnyGame, source: Source, body: Body, context: ClientContext) -> Struct | Raw:
        """Return the response of the call at a path: `moves`, `verdicts` or `legal-actions`. Raises ServiceError."""
        if name == "moves":
            return self.move(game, source, body, context)
        if name == "verdicts":
            return self.judge(game, source, body, context)
        assert name == "legal-actions", name
        return self.legal_actions(game, source, body, context)

    def answer_batch(
        self, game: AnyGame, name: str, parser: BatchParser, batch: Batch, client: ClientContext, request_id: str
    ) -> BatchResults:
        """Return the responses to the items of a batch. A bad item gets its problem, and others are not affected.

        Each state of the batch is loaded once. If that fails, all its items get the same problem.
        """
        loaded, failed = dict[StateSource, LoadedMatch](), dict[StateSource, ServiceError]()

        def answer(body: Body) -> Struct | Raw:
            source = state_source(body)
            if source not in loaded:
                loaded[source] = self.matches.loader.load(game, source, client)
            return self.call(name, game, loaded[source], body, context_of(client, body))

        def answer_item(item: Raw) -> Struct | Raw:
            body = parser.parse_item(batch, item)
            source = state_source(body)
            if source in failed:
                raise failed[source]
            try:
                return parser.call(batch, item, body, answer)
            except ServiceError as error:
                if source not in loaded:
                    failed[source] = error
                raise

        return BatchResults([call_result(partial(answer_item, item), client, request_id) for item in batch.items])


def context_of(client: ClientContext, body: Body) -> ClientContext:
    """Return the context of a client with the parts and the form of legal lists that a body requests."""
    include = getattr(body, "include", UNSET)  # a legal list has no parts
    if include is UNSET and body.actions is UNSET:
        return client  # the usual case: the client has the default parts and form
    return replace(client, include=requested_parts(include), actions=requested_form(body.actions))


def call_result(answer: Callable[[], object], client: ClientContext, request_id: str | None = None) -> CallResult:
    """Return the response of a call, or the problem of its error. An unexpected exception is logged."""
    try:
        return CallResult(200, answer())
    except ServiceError as error:
        problem = problem_body(error, client.language, request_id)
    except Exception:
        logging.getLogger("referee").exception("call failed", extra={"request_id": request_id})
        problem = problem_body(ServiceError("internal.logged"), client.language, request_id)
    return CallResult(problem["status"], problem)
