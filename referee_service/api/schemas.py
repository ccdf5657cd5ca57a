"""The envelopes of requests as marshmallow schemas. States and actions pass through untouched: msgspec reads those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from referee_service.bots.players import BotName
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import CHANCE
from referee_service.services.answers import PARTS
from referee_service.services.tickets import Until

TEXT_LIMIT = 200
"""More than any digest, seed, pass or name needs."""
TOKEN_LIMIT = 200_000
RECORD_LIMIT = 1_000_000
MOVES_LIMIT = 500
ITERATIONS_LIMIT = 1_000_000
MILLISECONDS_LIMIT = 60_000
WORKERS_LIMIT = 16
WAIT_LIMIT = 30
BOTS, UNTIL = get_args(BotName), get_args(Until)


class Whole(fields.Integer):
    """An integer: takes 1 and 1.0, refuses 1.5, "1" and true."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class Flag(fields.Boolean):
    """True or false; 1 and "yes" are neither."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Component(fields.Field[dict[str, object]]):
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


def described(field: fields.Field[Any], **_: object) -> dict[str, object]:
    """How our own fields appear in the contract."""
    if isinstance(field, Component):
        return {"$ref": f"#/components/schemas/{field.component}"}
    if isinstance(field, SeatField):
        return {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"type": "string", "const": CHANCE}]}
    return {}


class Request(Schema):
    """Every request refuses what it does not know; `alternatives` are groups of fields of which one is given."""

    alternatives: tuple[tuple[tuple[str, ...], ...], ...] = ()

    class Meta:
        unknown = RAISE

    @validates_schema(skip_on_field_errors=True)
    def one_of_each(self, data: Mapping[str, object], **_: object) -> None:
        """Of every group exactly one alternative is given, whole."""
        for group in self.alternatives:
            names = {name for alternative in group for name in alternative}
            given = {name for name in names if data.get(name) is not None}
            if given not in [set(alternative) for alternative in group]:
                wanted = " or ".join("+".join(alternative) for alternative in group)
                raise ValidationError(f"Give exactly one of {wanted}.", next(iter(sorted(names))))


SOURCES = (("state",), ("token", "pass"), ("ref",))
ACTIONS = (("action",), ("actions",), ("notation",))
ONE_ACTION = (("action",), ("notation",))


def parts_field() -> fields.List[str]:
    """The parts of a position to answer with; all when left out."""
    return fields.List(fields.String(validate=validate.OneOf(PARTS)), validate=validate.Length(max=len(PARTS)))


class SourceRequest(Request):
    """A request about a state: in the open, sealed, or remembered."""

    alternatives = (SOURCES,)
    token = fields.String(validate=validate.Length(min=1, max=TOKEN_LIMIT))
    ref = fields.String(validate=validate.Regexp("^[0-9a-f]{32}$"), metadata={"description": "a digest from before"})
    include = parts_field()


# `pass` is a Python keyword, so the field cannot be written as an attribute.
SourceRequest._declared_fields["pass"] = fields.String(validate=validate.Length(min=1, max=TEXT_LIMIT))


class ChanceRequest(Request):
    """How chance acts: `seeded` with a seed, or `table` where clients report real dice."""

    mode = fields.String(required=True, validate=validate.OneOf(["seeded", "table"]))
    seed = fields.String(load_default="", validate=validate.Length(max=TEXT_LIMIT))


class BudgetRequest(Request):
    """How long a search may think: so many iterations, which give the same answer every time, or so long."""

    alternatives = ((("iterations",), ("milliseconds",)),)
    iterations = Whole(validate=validate.Range(min=1, max=ITERATIONS_LIMIT))
    milliseconds = Whole(validate=validate.Range(min=1, max=MILLISECONDS_LIMIT))


class WaitQuery(Schema):
    """How long to wait for a search before answering."""

    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=WAIT_LIMIT),
        metadata={"description": "Seconds to wait for the result; without it the answer comes at once."},
    )


def requests_of(game: AnyGame) -> dict[str, type[Schema]]:
    """The request schemas of one game by path, and those of their parts; so states and actions are typed."""
    prefix = prefix_of(game)

    def schema(name: str, base: type[Request], **own: object) -> type[Schema]:
        return type(f"{prefix}{name}", (base,), own)

    def state() -> Component:
        return Component(f"{prefix}State", large=True)

    def action() -> Component:
        return Component(f"{prefix}Action")

    line = validate.Length(min=1, max=500)
    step = schema(
        "Step",
        Request,
        alternatives=(ONE_ACTION,),
        seat=SeatField(required=True),
        action=action(),
        notation=fields.String(validate=line),
    )
    return {
        "step": step,
        "budget": BudgetRequest,
        "states": schema(
            "NewStateRequest",
            Request,
            seats=Whole(required=True, validate=validate.Range(min=min(game.seats), max=max(game.seats))),
            options=Component(f"{prefix}Options"),
            chance=fields.Nested(ChanceRequest),
            content=fields.String(validate=validate.Length(min=1, max=TEXT_LIMIT)),
            guarded=Flag(),
            include=parts_field(),
        ),
        "moves": schema(
            "MoveRequest",
            SourceRequest,
            alternatives=(SOURCES, ACTIONS),
            state=state(),
            seat=SeatField(),
            action=action(),
            actions=fields.List(fields.Nested(step), validate=validate.Length(min=1, max=MOVES_LIMIT)),
            notation=fields.String(validate=line),
        ),
        "verdicts": schema(
            "VerdictRequest",
            SourceRequest,
            alternatives=(SOURCES, ONE_ACTION),
            state=state(),
            seat=SeatField(),
            action=action(),
            notation=fields.String(validate=line),
        ),
        "legal-actions": schema(
            "LegalActionsRequest",
            SourceRequest,
            state=state(),
            kind=fields.String(validate=validate.OneOf(list(game.verbs))),
        ),
        "views": schema(
            "ViewRequest",
            SourceRequest,
            state=state(),
            seat=Whole(allow_none=True, validate=validate.Range(min=0, max=99)),
        ),
        "bot-moves": schema(
            "BotMoveRequest",
            SourceRequest,
            state=state(),
            seat=Whole(validate=validate.Range(min=0, max=99)),
            bot=fields.String(required=True, validate=validate.OneOf(BOTS)),
            budget=fields.Nested(BudgetRequest),
            seed=fields.String(validate=validate.Length(max=TEXT_LIMIT)),
            until=fields.String(validate=validate.OneOf(UNTIL)),
            workers=Whole(validate=validate.Range(min=1, max=WORKERS_LIMIT)),
            play=Flag(),
        ),
        "audits": schema("AuditRequest", Request, state=Component(f"{prefix}State", large=True, required=True)),
        "scores": schema("ScoreRequest", SourceRequest, state=state()),
        "replays": schema(
            "ReplayRequest",
            Request,
            alternatives=((("record",), ("text",)),),
            record=Component("Record", large=True),
            text=fields.String(validate=validate.Length(min=1, max=RECORD_LIMIT)),
            include=parts_field(),
        ),
    }


def prefix_of(game: AnyGame) -> str:
    """The beginning of every schema name of a game: `Burgundy`."""
    return "".join(part.capitalize() for part in game.name.split("_"))
