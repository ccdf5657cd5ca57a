"""Fields of request bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee_sdk.core.exchange import Json
from referee_sdk.errors import BadRequest
from referee_sdk.models import Move, Position, SealedState, Seat, StateRef, StateSource
from referee_sdk.options import PictureOptions, PositionPart, TextOptions

MOVE_FORMS = (
    "Pass an action of `legal_actions()`, a typed action with its fields such as TakeWorkers(die=1), a line of"
    " notation, or JSON with the verb as `kind`. `match.play` also takes an index of `legal_actions()`."
)


def move_body(move: Move) -> Json:
    """Return the request fields that name a move. Raises `BadRequest` if it is none, such as a class or None."""
    if isinstance(move, str):
        return {"notation": move}
    if isinstance(move, Mapping):
        if "kind" not in move:
            raise BadRequest('`kind` is missing. Write the verb there: {"kind": "end_turn"}.')
        return {"action": dict(move)}
    if isinstance(move, type) or not hasattr(move, "to_json"):
        raise BadRequest(f"{move!r} is not a move. {MOVE_FORMS}")
    return {"action": move.to_json()}


def seat_body(seat: Seat | None) -> Json:
    """Return the request fields that name a seat."""
    return {} if seat is None else {"seat": seat}


def include_body(include: Sequence[PositionPart] | None) -> Json:
    """Return the request fields that select parts of a position."""
    return {} if include is None else {"include": list(include)}


def text_body(text: TextOptions) -> Json:
    """Return the request fields of text options, without those that are None."""
    body: Json = {name: value for name, value in text.items() if value is not None}
    return {**body, "names": list(body["names"])} if "names" in body else body


def picture_body(seat: int | None, options: PictureOptions) -> Json:
    """Return the request fields of a picture."""
    body: Json = {**options, **seat_body(seat)}
    for name in ("chosen", "names"):
        if name in body:
            body[name] = list(body[name])
    return body


def state_fields(source: StateSource) -> tuple[str, list[Json]]:
    """Return the game of a state, and the request fields that name the state: its digest first if it has one."""
    game = source.game if isinstance(source, Position | SealedState | StateRef) else str(source.get("game", ""))
    if isinstance(source, SealedState):
        return game, [{"sealed_state": source.ciphertext, "credential": source.credential}]
    if isinstance(source, StateRef):
        return game, [{"digest": source.digest}]
    if not isinstance(source, Position):
        return game, [{"state": dict(source)}]
    if source.sealed_state is not None:
        raise BadRequest("This position is sealed. Send it as SealedState(game, sealed_state, credential).")
    if source.state is None:
        return game, [{"digest": source.digest}]
    signed = {"state": source.state, "signature": source.signature} if source.signature else {"state": source.state}
    return game, [{"digest": source.digest}, signed]
