"""Parts that the request schemas of all games share: the source of a state, chance and budget."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from referee_service.api.schemas.base import STATE_ALTERNATIVES, STATE_EXCLUSIONS, RequestSchema
from referee_service.api.schemas.fields import MAX_TEXT_CHARS, StrictInteger
from referee_service.kernel.chance import MAX_SEED_CHARS

MAX_SEALED_STATE_CHARS: Final = 200_000
MAX_ITERATIONS: Final = 1_000_000
MAX_MILLISECONDS: Final = 60_000


class StateRequest(RequestSchema):
    """A request about a match: an open state, a sealed state with its credential, or the digest of a cached state."""

    alternatives = (STATE_ALTERNATIVES,)
    exclusions = STATE_EXCLUSIONS
    sealed_state = fields.String(
        validate=validate.Length(min=1, max=MAX_SEALED_STATE_CHARS),
        metadata={"description": "The guarded match, exactly as a response had it. It needs `credential` beside it."},
    )
    credential = fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
        metadata={"description": "Secret of one seat or of the keeper of a guarded match, from its set-up."},
    )
    digest = fields.String(
        validate=validate.Regexp("^[0-9a-f]{32}$"),
        metadata={
            "description": "Hash of an open state, from an earlier response. If the service no longer has the state,"
            " the response is 404 `unknown-state`."
        },
    )
    signature = fields.String(
        validate=validate.Length(max=MAX_TEXT_CHARS),
        metadata={"description": "The `signature` that came with the open state. It saves the audit."},
    )


class ChanceRequest(RequestSchema):
    """The chance of a new match: `seeded` with a seed, or `table` if clients report real dice."""

    mode = fields.String(
        required=True,
        validate=validate.OneOf(["seeded", "table"]),
        metadata={"description": "Who rolls and draws: the service from a seed, or people at a table."},
    )
    seed = fields.String(
        validate=validate.Length(max=MAX_SEED_CHARS),
        metadata={
            "description": "Any text. Equal seeds and moves give equal dice and draws. Without it the service makes"
            " one. At a table it is unused."
        },
    )


class BudgetRequest(RequestSchema):
    """The budget of a search, in iterations (reproducible) or in milliseconds."""

    alternatives = ((("iterations",), ("milliseconds",)),)
    iterations = StrictInteger(
        validate=validate.Range(min=1, max=MAX_ITERATIONS),
        metadata={"description": "Playouts of the search per decision. With the same seed the move is the same."},
    )
    milliseconds = StrictInteger(
        validate=validate.Range(min=1, max=MAX_MILLISECONDS),
        metadata={"description": "Time of the search per decision. The move depends on the speed of the machine."},
    )
