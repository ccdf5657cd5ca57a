"""The envelopes of requests as marshmallow schemas. States and actions pass through untouched: msgspec reads those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from referee_service.bots.registry import BotName
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import CHANCE
from referee_service.services.bots.jobs import Until
from referee_service.services.matches.responses import POSITION_PARTS

MAX_TEXT_CHARS = 200
"""More than any digest, seed, pass or name needs."""
MAX_SEALED_STATE_CHARS = 200_000
MAX_RECORD_CHARS = 1_000_000
MAX_MOVES = 500
MAX_ITERATIONS = 1_000_000
MAX_MILLISECONDS = 60_000
MAX_WORKERS = 16
MAX_WAIT_SECONDS = 30
BOT_NAMES, UNTIL_VALUES = get_args(BotName), get_args(Until)


class StrictInteger(fields.Integer):
    """An integer: takes 1 and 1.0, refuses 1.5, "1" and true."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class StrictBoolean(fields.Boolean):
    """True or false; 1 and "yes" are neither."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class PassthroughObject(fields.Field[dict[str, object]]):
    """An object that another part of the contract describes, passed on as it is; a `large` one is read just once."""

    def __init__(self, component: str, *, large: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component, self.large = component, large

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, object]:
        if not isinstance(value, dict):
            raise ValidationError("Must be an object.")
        return value


class SeatField(fields.Field[int | str]):
    """A seat number, or "chance"."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int | str:
        if value == CHANCE:
            return CHANCE
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 100:
            raise ValidationError('Must be a seat number or "chance".')
        return value


def openapi_field(field: fields.Field[Any], **_: object) -> dict[str, object]:
    """How our own fields appear in the contract."""
    if isinstance(field, PassthroughObject):
        return {"$ref": f"#/components/schemas/{field.component}"}
    if isinstance(field, SeatField):
        return {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"type": "string", "const": CHANCE}]}
    return {}


class RequestSchema(Schema):
    """Every request refuses what it does not know; `alternatives` are groups of fields of which one is given."""

    alternatives: tuple[tuple[tuple[str, ...], ...], ...] = ()

    class Meta:
        unknown = RAISE

    @validates_schema(skip_on_field_errors=True)
    def check_alternatives(self, data: Mapping[str, object], **_: object) -> None:
        """Of every group exactly one alternative is given, whole."""
        for group in self.alternatives:
            names = {name for alternative in group for name in alternative}
            given = {name for name in names if data.get(name) is not None}
            if given not in [set(alternative) for alternative in group]:
                wanted = " or ".join("+".join(alternative) for alternative in group)
                raise ValidationError(f"Give exactly one of {wanted}.", next(iter(sorted(names))))


STATE_ALTERNATIVES = (("state",), ("sealed_state", "credential"), ("digest",))
ACTION_ALTERNATIVES = (("action",), ("actions",), ("notation",))
SINGLE_ACTION_ALTERNATIVES = (("action",), ("notation",))


def include_field() -> fields.List[str]:
    """The parts of a position to answer with; all when left out."""
    return fields.List(
        fields.String(validate=validate.OneOf(POSITION_PARTS)), validate=validate.Length(max=len(POSITION_PARTS))
    )


class StateRequest(RequestSchema):
    """A request about a state: in the open, sealed, or remembered."""

    alternatives = (STATE_ALTERNATIVES,)
    sealed_state = fields.String(validate=validate.Length(min=1, max=MAX_SEALED_STATE_CHARS))
    credential = fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS))
    digest = fields.String(validate=validate.Regexp("^[0-9a-f]{32}$"), metadata={"description": "a digest from before"})
    include = include_field()


class ChanceRequest(RequestSchema):
    """How chance acts: `seeded` with a seed, or `table` where clients report real dice."""

    mode = fields.String(required=True, validate=validate.OneOf(["seeded", "table"]))
    seed = fields.String(load_default="", validate=validate.Length(max=MAX_TEXT_CHARS))


class BudgetRequest(RequestSchema):
    """How long a search may think: so many iterations, which give the same answer every time, or so long."""

    alternatives = ((("iterations",), ("milliseconds",)),)
    iterations = StrictInteger(validate=validate.Range(min=1, max=MAX_ITERATIONS))
    milliseconds = StrictInteger(validate=validate.Range(min=1, max=MAX_MILLISECONDS))


class WaitQuery(Schema):
    """How long to wait for a search before answering."""

    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MAX_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for the result; without it the answer comes at once."},
    )


def request_schemas(game: AnyGame) -> dict[str, type[Schema]]:
    """The request schemas of one game by path, and those of their parts; so states and actions are typed."""
    prefix = schema_prefix(game)

    def schema(name: str, base: type[RequestSchema], **own: object) -> type[Schema]:
        return type(f"{prefix}{name}", (base,), own)

    def state() -> PassthroughObject:
        return PassthroughObject(f"{prefix}State", large=True)

    def action() -> PassthroughObject:
        return PassthroughObject(f"{prefix}Action")

    line = validate.Length(min=1, max=500)
    step = schema(
        "Step",
        RequestSchema,
        alternatives=(SINGLE_ACTION_ALTERNATIVES,),
        seat=SeatField(required=True),
        action=action(),
        notation=fields.String(validate=line),
    )
    return {
        "step": step,
        "budget": BudgetRequest,
        "states": schema(
            "NewStateRequest",
            RequestSchema,
            seats=StrictInteger(required=True, validate=validate.Range(min=min(game.seats), max=max(game.seats))),
            options=PassthroughObject(f"{prefix}Options"),
            chance=fields.Nested(ChanceRequest),
            content=fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS)),
            guarded=StrictBoolean(),
            include=include_field(),
        ),
        "moves": schema(
            "MoveRequest",
            StateRequest,
            alternatives=(STATE_ALTERNATIVES, ACTION_ALTERNATIVES),
            state=state(),
            seat=SeatField(),
            action=action(),
            actions=fields.List(fields.Nested(step), validate=validate.Length(min=1, max=MAX_MOVES)),
            notation=fields.String(validate=line),
        ),
        "verdicts": schema(
            "VerdictRequest",
            StateRequest,
            alternatives=(STATE_ALTERNATIVES, SINGLE_ACTION_ALTERNATIVES),
            state=state(),
            seat=SeatField(),
            action=action(),
            notation=fields.String(validate=line),
        ),
        "legal-actions": schema(
            "LegalActionsRequest",
            StateRequest,
            state=state(),
            kind=fields.String(validate=validate.OneOf(list(game.verbs))),
        ),
        "views": schema(
            "ViewRequest",
            StateRequest,
            state=state(),
            seat=StrictInteger(allow_none=True, validate=validate.Range(min=0, max=99)),
        ),
        "bot-moves": schema(
            "BotMoveRequest",
            StateRequest,
            state=state(),
            seat=StrictInteger(validate=validate.Range(min=0, max=99)),
            bot=fields.String(required=True, validate=validate.OneOf(BOT_NAMES)),
            budget=fields.Nested(BudgetRequest),
            seed=fields.String(validate=validate.Length(max=MAX_TEXT_CHARS)),
            until=fields.String(validate=validate.OneOf(UNTIL_VALUES)),
            workers=StrictInteger(validate=validate.Range(min=1, max=MAX_WORKERS)),
            play=StrictBoolean(),
        ),
        "audits": schema(
            "AuditRequest", RequestSchema, state=PassthroughObject(f"{prefix}State", large=True, required=True)
        ),
        "scores": schema("ScoreRequest", StateRequest, state=state()),
        "replays": schema(
            "ReplayRequest",
            RequestSchema,
            alternatives=((("record",), ("text",)),),
            record=PassthroughObject("Record", large=True),
            text=fields.String(validate=validate.Length(min=1, max=MAX_RECORD_CHARS)),
            include=include_field(),
        ),
    }


def schema_prefix(game: AnyGame) -> str:
    """The beginning of every schema name of a game: `Burgundy`."""
    return "".join(part.capitalize() for part in game.name.split("_"))
