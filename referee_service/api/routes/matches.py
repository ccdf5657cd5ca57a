"""The calls of one game: set up, move, judge, list, view, audit, score, replay. Paths name the game literally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from flask import Response, current_app
from msgspec import UNSET, Raw, Struct

from referee_service.api.client_context import client_context_of
from referee_service.api.dependencies import match_service, metrics
from referee_service.api.flask_app import JsonResponse, current_request
from referee_service.api.openapi.document import POST_ERRORS, SCHEMA_REF, Json
from referee_service.api.openapi.examples import request_examples
from referee_service.api.routes.games import add_game_routes
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.requests import request_schemas, schema_prefix
from referee_service.kernel.chance import Chance
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import CodecError
from referee_service.kernel.records import parse_record, parse_record_json
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.loader import OpenState, SealedState, StateRef, StateSource
from referee_service.services.matches.service import MoveRequest

Body = Any
"""The struct of the call's schema: what was left out is UNSET, which is false."""
Decorator = Callable[[Callable[[Body], Response]], Callable[..., Response]]


class Operation(NamedTuple):
    """One POST call: the schema of its answer, what it does in a line and in a few sentences, and who does it."""

    response: str
    summary: str
    description: str
    handler: Callable[[AnyGame, Body], Struct | Raw]


def game_blueprint(game: AnyGame) -> Blueprint:
    """All calls of one game."""
    title = game.catalogue().title.en
    blueprint = Blueprint(game.name, __name__, url_prefix=f"/v1/games/{game.name}", description=title)
    add_game_routes(blueprint, game)
    requests, examples = request_schemas(game), request_examples(game)
    for path, call in _operations().items():
        decorator = blueprint.arguments(requests[path](), examples=examples[path])
        _add(blueprint, game, path, call, decorator)
    return blueprint


def _operations() -> dict[str, Operation]:
    """All POST calls by the last part of their path."""
    return {
        "states": Operation(
            "Position",
            "Set up a match",
            "A new match, played on until somebody must decide. `chance` is `seeded` (a seed is made when none is"
            " named), or `table` where clients report real dice. `guarded` matches answer with a token in place of the"
            " state, and with one pass for every seat and one for the keeper.",
            _set_up,
        ),
        "moves": Operation(
            "Position",
            "Play a move",
            "One action, one line of notation, or several actions of which all are played or none. Then chance acts"
            " until somebody must decide. A move against the rules answers 409 `illegal-move` with every rule that"
            " forbids it and near legal moves.",
            _move,
        ),
        "verdicts": Operation(
            "Verdict",
            "Judge a move without playing it",
            "Whether the move is legal, every rule that forbids it, and for a legal one the position after it, before"
            " chance acts (not in guarded matches).",
            _judge,
        ),
        "legal-actions": Operation(
            "LegalActions",
            "List everything the seat to move may do",
            "The complete list; `kind` names one verb. In a guarded match only the seat to move and the keeper see it.",
            _legal_actions,
        ),
        "views": Operation(
            "SeatView",
            "Show what one seat, or a spectator, sees",
            "The state as `seat` sees it, as JSON and as text; a spectator's when no seat is named. With a token the"
            " pass says whose view it is; the keeper may see all of them.",
            _view,
        ),
        "audits": Operation(
            "Audit",
            "Say why a state is impossible",
            "Every invariant that the state violates, with its path; none when it is possible.",
            _audit,
        ),
        "scores": Operation(
            "Score",
            "Count the score so far, line by line",
            "Every point with the rule that gave it, and the result once the game is over.",
            _score,
        ),
        "replays": Operation(
            "Replay",
            "Check a record",
            "A record as JSON or as text, played through: valid with its last position, or the index and the ruling of"
            " the first move that is illegal or that chance cannot have brought.",
            _replay,
        ),
    }


def _add(blueprint: Blueprint, game: AnyGame, path: str, call: Operation, reads_body: Decorator) -> None:
    """One POST call with its schema and its place in the document."""
    status, name = (201 if path == "states" else 200), path.replace("-", "_")
    shared = call.response in ("Audit", "Score")
    schema = {"$ref": f"{SCHEMA_REF}{call.response}" if shared else f"{SCHEMA_REF}{schema_prefix(game)}{call.response}"}

    def view(body: Body) -> Response:
        return JsonResponse(msgspec.json.encode(call.handler(game, body)), status)

    view.__name__, view.__doc__ = name, call.summary
    documented: Json = {
        "operationId": f"{game.name}_{name}",
        "summary": call.summary,
        "description": call.description,
        "responses": POST_ERRORS
        | {status: {"description": call.summary, "content": {"application/json": {"schema": schema}}}},
    }
    if call.response == "Position":
        documented["responses"][status]["links"] = _links(game)
    blueprint.route(f"/{path}", methods=["POST"])(blueprint.doc(**documented)(reads_body(view)))


def _links(game: AnyGame) -> Json:
    """From a position to the next move, a verdict on it, and the list."""
    body = {"state": "$response.body#/state", "action": "$response.body#/legal_actions/0"}
    about = {"state": "$response.body#/state"}
    linked = {"move": ("moves", body), "verdict": ("verdicts", body)}
    linked |= {"list": ("legal_actions", about), "score": ("scores", about)}
    return {
        # The body is just this: schemathesis would otherwise mix it with one it made up.
        name: {"operationId": f"{game.name}_{call}", "requestBody": sent, "x-schemathesis": {"merge_body": False}}
        for name, (call, sent) in linked.items()
    }


# --- handlers: from body to use case --------------------------------------------------------------------------------


def state_source(body: Body) -> StateSource:
    """Where a body says its match is: in a state, a token with its pass, or a reference."""
    if body.state is not UNSET:
        return OpenState(bytes(body.state))
    return SealedState(body.sealed_state, body.credential) if body.sealed_state is not UNSET else StateRef(body.digest)


def _move_request(body: Body) -> MoveRequest:
    seat = None if body.seat is UNSET else body.seat
    return seat, body.notation if body.action is UNSET else body.action


def _move_requests(body: Body) -> list[MoveRequest]:
    return [_move_request(body)] if body.actions is UNSET else [_move_request(step) for step in body.actions]


def _set_up(game: AnyGame, body: Body) -> Struct:
    try:
        options = msgspec.convert(body.options or {}, game.options_type)
    except msgspec.ValidationError as error:
        raise ServiceError("schema-mismatch.options", why=str(error)) from error
    if body.chance and body.guarded:
        raise ServiceError("impossible-setup.own-dice")
    chance = Chance(body.chance.mode, body.chance.seed) if body.chance else Chance("seeded", _random_seed())
    return match_service().set_up(
        game,
        seats=body.seats,
        options=options,
        chance=chance,
        content=body.content or None,
        guarded=bool(body.guarded),
        context=client_context_of(current_request(), body.include),
    )


def _random_seed() -> str:
    """A seed for those who name none: it stands in the state, so the match can be played again."""
    seed: str = current_app.extensions["referee.seed"]()
    return seed


def _move(game: AnyGame, body: Body) -> Struct:
    try:
        position = match_service().move(
            game, state_source(body), _move_requests(body), client_context_of(current_request(), body.include)
        )
    except IllegalMoveError as error:
        metrics().count_verdict(game.name, [refusal.rule for refusal in error.refusals])
        raise
    metrics().count_verdict(game.name, [])
    return position


def _judge(game: AnyGame, body: Body) -> Raw:
    judged = match_service().judge(
        game, state_source(body), _move_request(body), client_context_of(current_request(), body.include)
    )
    metrics().count_verdict(game.name, judged.rules)
    return judged.verdict


def _legal_actions(game: AnyGame, body: Body) -> Struct:
    return match_service().legal_actions(
        game, state_source(body), body.kind or None, client_context_of(current_request())
    )


def _view(game: AnyGame, body: Body) -> Struct:
    return match_service().view(
        game, state_source(body), None if body.seat is UNSET else body.seat, client_context_of(current_request())
    )


def _audit(game: AnyGame, body: Body) -> Struct:
    return match_service().audit(game, OpenState(bytes(body.state)), client_context_of(current_request()))


def _score(game: AnyGame, body: Body) -> Struct:
    return match_service().score(game, state_source(body), client_context_of(current_request()))


def _replay(game: AnyGame, body: Body) -> Struct:
    reading = client_context_of(current_request(), body.include)
    try:
        record = parse_record(body.text) if body.text else parse_record_json(bytes(body.record))
    except CodecError as error:
        name = "unreadable-notation.record" if body.text else "schema-mismatch.record"
        raise ServiceError(name, why=error.reason) from error
    return match_service().replay(game, record, reading)
