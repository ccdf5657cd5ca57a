"""Marshmallow schemas of request bodies. States and actions pass through; msgspec decodes them later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from referee_service.api.schemas.fields import (
    MAX_TEXT_CHARS,
    WIDTH_DESCRIPTION,
    WIDTH_RANGE,
    PassthroughObject,
    SeatField,
    StrictBoolean,
    StrictInteger,
    font_field,
    highlight_field,
    part_field,
    theme_field,
)
from referee_service.bots.registry import BotName
from referee_service.kernel.game import AnyGame
from referee_service.kernel.text_table import DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH
from referee_service.services.bots.jobs import Until
from referee_service.services.matches.responses import POSITION_PARTS

MAX_SEALED_STATE_CHARS = 200_000
MAX_RECORD_CHARS = 1_000_000
MAX_MOVES = 500
MAX_PLACES = 8
MAX_NAME_CHARS = 40
NAME_PATTERN = r"^(?!.*[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069])"
"""Pattern of a player's name: no control characters, line breaks or marks that turn the direction of a line."""
MAX_ITERATIONS = 1_000_000
MAX_MILLISECONDS = 60_000
MAX_WORKERS = 16
BOT_NAMES, UNTIL_VALUES = get_args(BotName), get_args(Until)


class RequestSchema(Schema):
    """Base of all request bodies. It rejects unknown fields.

    `alternatives` has groups; a body must have exactly one alternative of each group, with all of its fields.
    """

    alternatives: tuple[tuple[tuple[str, ...], ...], ...] = ()

    class Meta:
        unknown = RAISE

    @validates_schema(skip_on_field_errors=True)
    def check_alternatives(self, data: Mapping[str, object], **_: object) -> None:
        """Check the alternatives. Raises ValidationError for the first group that does not match."""
        for group in self.alternatives:
            names = {name for alternative in group for name in alternative}
            present = {name for name in names if data.get(name) is not None}
            if present not in [set(alternative) for alternative in group]:
                choices = " or ".join("+".join(alternative) for alternative in group)
                raise ValidationError(f"Give exactly one of {choices}.", next(iter(sorted(names))))


STATE_ALTERNATIVES = (("state",), ("sealed_state", "credential"), ("digest",))
ACTION_ALTERNATIVES = (("action",), ("actions",), ("notation",))
SINGLE_ACTION_ALTERNATIVES = (("action",), ("notation",))
VERDICT_ALTERNATIVES = (("action",), ("notation",), ("places",))


def include_field() -> fields.List[str]:
    """Return the field for the parts of a position to return (default: all)."""
    return fields.List(
        fields.String(validate=validate.OneOf(POSITION_PARTS)), validate=validate.Length(max=len(POSITION_PARTS))
    )


class StateRequest(RequestSchema):
    """A request about a match: an open state, a sealed state with its credential, or the digest of a cached state."""

    alternatives = (STATE_ALTERNATIVES,)
    sealed_state = fields.String(validate=validate.Length(min=1, max=MAX_SEALED_STATE_CHARS))
    credential = fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS))
    digest = fields.String(
        validate=validate.Regexp("^[0-9a-f]{32}$"), metadata={"description": "digest from an earlier response"}
    )
    include = include_field()


class ChanceRequest(RequestSchema):
    """The chance of a new match: `seeded` with a seed, or `table` if clients report real dice."""

    mode = fields.String(required=True, validate=validate.OneOf(["seeded", "table"]))
    seed = fields.String(load_default="", validate=validate.Length(max=MAX_TEXT_CHARS))


class BudgetRequest(RequestSchema):
    """The budget of a search, in iterations (reproducible) or in milliseconds."""

    alternatives = ((("iterations",), ("milliseconds",)),)
    iterations = StrictInteger(validate=validate.Range(min=1, max=MAX_ITERATIONS))
    milliseconds = StrictInteger(validate=validate.Range(min=1, max=MAX_MILLISECONDS))


def request_schemas(game: AnyGame) -> dict[str, type[Schema]]:
    """Return the request schemas of one game by path, and its `step` and `budget` schemas."""
    schemas = _GameSchemas(game)
    step = schemas.step()
    return {
        "step": step,
        "budget": BudgetRequest,
        "states": schemas.new_state(),
        "moves": schemas.move(step),
        "verdicts": schemas.verdict(),
        "legal-actions": schemas.legal_actions(),
        "views": schemas.view(),
        "pictures": schemas.picture(),
        "bot-moves": schemas.bot_move(),
        "audits": schemas.audit(),
        "scores": schemas.score(),
        "replays": schemas.replay(),
    }


class _GameSchemas:
    """Builder of the request schemas of one game. They refer to the game's own state and action schemas."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.prefix = game, schema_prefix(game)

    def step(self) -> type[Schema]:
        """Return the schema of one move in a list of moves."""
        return self._schema(
            "Step",
            RequestSchema,
            alternatives=(SINGLE_ACTION_ALTERNATIVES,),
            seat=SeatField(required=True),
            action=self._action(),
            notation=_notation_field(),
        )

    def new_state(self) -> type[Schema]:
        """Return the schema of a set-up request."""
        seats = validate.Range(min=min(self.game.seats), max=max(self.game.seats))
        return self._schema(
            "NewStateRequest",
            RequestSchema,
            seats=StrictInteger(required=True, validate=seats),
            options=PassthroughObject(f"{self.prefix}Options"),
            chance=fields.Nested(ChanceRequest),
            content=fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS)),
            guarded=StrictBoolean(),
            include=include_field(),
        )

    def move(self, step: type[Schema]) -> type[Schema]:
        """Return the schema of a request that plays one action, one line of notation or several steps."""
        return self._schema(
            "MoveRequest",
            StateRequest,
            alternatives=(STATE_ALTERNATIVES, ACTION_ALTERNATIVES),
            state=self._state(),
            seat=SeatField(),
            action=self._action(),
            actions=fields.List(fields.Nested(step), validate=validate.Length(min=1, max=MAX_MOVES)),
            notation=_notation_field(),
        )

    def verdict(self) -> type[Schema]:
        """Return the schema of a request that judges one move, or places that a player points at."""
        place = fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS))
        return self._schema(
            "VerdictRequest",
            StateRequest,
            alternatives=(STATE_ALTERNATIVES, VERDICT_ALTERNATIVES),
            state=self._state(),
            seat=SeatField(),
            action=self._action(),
            notation=_notation_field(),
            places=fields.List(
                place,
                validate=validate.Length(min=1, max=MAX_PLACES),
                metadata={"description": "Places that the player points at, as `touches` names them."},
            ),
        )

    def legal_actions(self) -> type[Schema]:
        """Return the schema of a request for the legal actions, of one verb or of all."""
        kind = fields.String(validate=validate.OneOf(list(self.game.verbs)))
        return self._schema("LegalActionsRequest", StateRequest, state=self._state(), kind=kind)

    def view(self) -> type[Schema]:
        """Return the schema of a request for the view of a seat, or of a spectator (null)."""
        return self._schema(
            "ViewRequest",
            StateRequest,
            state=self._state(),
            seat=StrictInteger(allow_none=True, validate=validate.Range(min=0, max=99)),
            names=self._names(),
            width=StrictInteger(
                validate=validate.Range(min=MIN_WIDTH, max=MAX_WIDTH),
                metadata={"description": f"Longest line of `text`, in characters. Default: {DEFAULT_WIDTH}."},
            ),
            part=fields.String(
                validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
                metadata={"description": "The only part of `text` to write, such as `seat.0`. Default: all."},
            ),
            plain=StrictBoolean(metadata={"description": "Whether `text` is sentences without drawings."}),
        )

    def picture(self) -> type[Schema]:
        """Return the schema of a request for a picture as a seat sees it, or a spectator (null)."""
        place = fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS))
        return self._schema(
            "PictureRequest",
            StateRequest,
            state=self._state(),
            seat=StrictInteger(allow_none=True, validate=validate.Range(min=0, max=99)),
            part=part_field(),
            theme=theme_field(),
            font=font_field(),
            width=StrictInteger(validate=WIDTH_RANGE, metadata={"description": WIDTH_DESCRIPTION}),
            highlight=highlight_field(),
            chosen=fields.List(
                place,
                validate=validate.Length(max=MAX_PLACES),
                metadata={"description": "Places that the player has picked so far, as `touches` names them."},
            ),
            names=self._names(),
        )

    def bot_move(self) -> type[Schema]:
        """Return the schema of a request for a bot move."""
        return self._schema(
            "BotMoveRequest",
            StateRequest,
            state=self._state(),
            seat=StrictInteger(validate=validate.Range(min=0, max=99)),
            bot=fields.String(required=True, validate=validate.OneOf(BOT_NAMES)),
            budget=fields.Nested(BudgetRequest),
            seed=fields.String(validate=validate.Length(max=MAX_TEXT_CHARS)),
            until=fields.String(validate=validate.OneOf(UNTIL_VALUES)),
            workers=StrictInteger(validate=validate.Range(min=1, max=MAX_WORKERS)),
            play=StrictBoolean(),
        )

    def audit(self) -> type[Schema]:
        """Return the schema of a request that audits a state, which must be an open one."""
        return self._schema("AuditRequest", RequestSchema, state=self._state(required=True))

    def score(self) -> type[Schema]:
        """Return the schema of a request for the score."""
        return self._schema("ScoreRequest", StateRequest, state=self._state())

    def replay(self) -> type[Schema]:
        """Return the schema of a request that checks a record, as JSON or as text."""
        return self._schema(
            "ReplayRequest",
            RequestSchema,
            alternatives=((("record",), ("text",)),),
            record=PassthroughObject("Record", large=True),
            text=fields.String(validate=validate.Length(min=1, max=MAX_RECORD_CHARS)),
            include=include_field(),
        )

    def _schema(self, name: str, base: type[RequestSchema], **attributes: object) -> type[Schema]:
        return type(f"{self.prefix}{name}", (base,), attributes)

    def _names(self) -> fields.List[str]:
        """Return the field for the names of the players."""
        name = fields.String(validate=[validate.Length(min=1, max=MAX_NAME_CHARS), validate.Regexp(NAME_PATTERN)])
        return fields.List(
            name,
            validate=validate.Length(max=max(self.game.seats)),
            metadata={"description": "Names of the players, by seat. Default: `Seat 0`."},
        )

    def _state(self, *, required: bool = False) -> PassthroughObject:
        return PassthroughObject(f"{self.prefix}State", large=True, required=required)

    def _action(self) -> PassthroughObject:
        return PassthroughObject(f"{self.prefix}Action")


def _notation_field() -> fields.String:
    return fields.String(validate=validate.Length(min=1, max=500))


def schema_prefix(game: AnyGame) -> str:
    """Return the prefix of the game's schema names: `dice_settlers` gives `DiceSettlers`."""
    return "".join(part.capitalize() for part in game.name.split("_"))
