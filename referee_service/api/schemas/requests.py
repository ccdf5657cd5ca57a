"""Marshmallow schemas of request bodies. States and actions pass through; msgspec decodes them later."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from referee_service.api.schemas.base import (
    MOVE_ALTERNATIVES,
    SINGLE_MOVE_ALTERNATIVES,
    STATE_ALTERNATIVES,
    STATE_EXCLUSIONS,
    VERDICT_ALTERNATIVES,
    RequestSchema,
)
from referee_service.api.schemas.fields import (
    MAX_TEXT_CHARS,
    WIDTH_DESCRIPTION,
    WIDTH_RANGE,
    PassthroughObject,
    SeatField,
    StrictBoolean,
    StrictInteger,
    actions_field,
    font_field,
    highlight_field,
    include_field,
    part_field,
    replay_parts_field,
    theme_field,
    view_parts_field,
)
from referee_service.api.schemas.parts import BudgetRequest, ChanceRequest, StateRequest
from referee_service.bots.registry import BotName
from referee_service.kernel.game import AnyGame
from referee_service.kernel.text_table import DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH
from referee_service.services.bots.jobs import Until

MAX_RECORD_CHARS = 1_000_000
MAX_MOVES = 500
MAX_PLACES = 8
MAX_BATCH_ITEMS = 100
MAX_NAME_CHARS = 40
NAME_PATTERN = r"^(?!.*[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069])"
"""Pattern of a player's name: no control characters, line breaks or marks that turn the direction of a line."""
MAX_WORKERS = 16
BOT_NAMES, UNTIL_VALUES = get_args(BotName), get_args(Until)


def request_schemas(game: AnyGame) -> dict[str, type[Schema]]:
    """Return the request schemas of one game by path, and those inside them: `step`, `budget`, batches and items."""
    schemas = GameSchemas(game)
    step = schemas.step()
    return {
        "step": step,
        "budget": BudgetRequest,
        "states": schemas.new_state(),
        "moves": schemas.move(step),
        "verdicts": schemas.verdict(),
        "verdicts/item": schemas.item("Verdict"),
        "verdicts/batch": schemas.batch("Verdict"),
        "legal-actions": schemas.legal_actions(),
        "legal-actions/item": schemas.item("LegalActions"),
        "legal-actions/batch": schemas.batch("LegalActions"),
        "views": schemas.view(),
        "pictures": schemas.picture(),
        "bot-moves": schemas.bot_move(),
        "audits": schemas.audit(),
        "scores": schemas.score(),
        "replays": schemas.replay(),
    }


class GameSchemas:
    """Builder of the request schemas of one game. They refer to the game's own state and action schemas."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.prefix = game, schema_prefix(game)

    def step(self) -> type[Schema]:
        """Return the schema of one move in a list of moves."""
        return self._schema(
            "Step",
            RequestSchema,
            alternatives=(SINGLE_MOVE_ALTERNATIVES,),
            seat=SeatField(required=True, metadata={"description": "The seat that plays this move, or `chance`."}),
            action=self._action(),
            notation=notation_field(),
        )

    def new_state(self) -> type[Schema]:
        """Return the schema of a set-up request."""
        seats = validate.Range(min=min(self.game.seats), max=max(self.game.seats))
        return self._schema(
            "NewStateRequest",
            RequestSchema,
            seats=StrictInteger(required=True, validate=seats, metadata={"description": "How many players take part."}),
            options=PassthroughObject(
                f"{self.prefix}Options", metadata={"description": "Variants of the set-up. Default: those of the book."}
            ),
            chance=fields.Nested(
                ChanceRequest,
                metadata={"description": "Where dice and draws come from. Default: a random seed."},
            ),
            content=fields.String(
                validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
                metadata={"description": "Pack of components, with or without its digest. Default: the newest one."},
            ),
            guarded=StrictBoolean(
                metadata={"description": "Whether players must not see hidden pieces, choose dice or take moves back."}
            ),
            include=include_field(),
            actions=actions_field(),
        )

    def move(self, step: type[Schema]) -> type[Schema]:
        """Return the schema of a request that plays one action, one line of notation or several moves."""
        return self._schema(
            "MoveRequest",
            StateRequest,
            alternatives=(STATE_ALTERNATIVES, MOVE_ALTERNATIVES),
            state=self._state(),
            seat=seat_field(),
            action=self._action(),
            moves=fields.List(
                fields.Nested(step),
                validate=validate.Length(min=1, max=MAX_MOVES),
                metadata={"description": "Several moves in order. If one is refused, none is played."},
            ),
            notation=notation_field(),
            include=include_field(),
            actions=actions_field(),
        )

    def verdict(self) -> type[Schema]:
        """Return the schema of a request that judges one move, or places that a player points at."""
        return self._schema("VerdictRequest", StateRequest, **self._verdict_attributes())

    def legal_actions(self) -> type[Schema]:
        """Return the schema of a request for the legal actions, of one verb or of all."""
        return self._schema("LegalActionsRequest", StateRequest, **self._list_attributes())

    def item(self, call: str) -> type[Schema]:
        """Return the schema of one item of a batch. It inherits the fields that it lacks from the batch."""
        return self._schema(f"{call}Item", StateRequest, is_partial=True, **self._attributes(call))

    def batch(self, call: str) -> type[Schema]:
        """Return the schema of a batch: shared fields, and items that inherit them."""
        item = PassthroughObject(f"{self.prefix}{call}Item", large=True)
        batch = fields.List(
            item,
            required=True,
            validate=validate.Length(min=1, max=MAX_BATCH_ITEMS),
            metadata={"description": "Requests that are answered in order. Each inherits the fields that it lacks."},
        )
        return self._schema(f"{call}Batch", StateRequest, is_partial=True, batch=batch, **self._attributes(call))

    def _attributes(self, call: str) -> dict[str, object]:
        return self._verdict_attributes() if call == "Verdict" else self._list_attributes()

    def _verdict_attributes(self) -> dict[str, object]:
        return {
            "alternatives": (STATE_ALTERNATIVES, VERDICT_ALTERNATIVES),
            "exclusions": {**STATE_EXCLUSIONS, "places": ("include", "actions")},
            "state": self._state(),
            "seat": seat_field(),
            "action": self._action(),
            "notation": notation_field(),
            "places": places_field("Places that the player points at, as `touches` names them.", least=1),
            "include": include_field(),
            "actions": actions_field(),
        }

    def _list_attributes(self) -> dict[str, object]:
        kind = fields.String(
            validate=validate.OneOf(list(self.game.verbs)),
            metadata={"description": "List only the actions of this verb. Default: of all verbs."},
        )
        return {"state": self._state(), "kind": kind, "actions": actions_field()}

    def view(self) -> type[Schema]:
        """Return the schema of a request for the view of a seat, or of a spectator (null)."""
        return self._schema(
            "ViewRequest",
            StateRequest,
            state=self._state(),
            seat=viewer_field(),
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
            include=view_parts_field(),
            actions=actions_field(),
        )

    def picture(self) -> type[Schema]:
        """Return the schema of a request for a picture as a seat sees it, or a spectator (null)."""
        return self._schema(
            "PictureRequest",
            StateRequest,
            state=self._state(),
            seat=viewer_field(),
            part=part_field(),
            theme=theme_field(),
            font=font_field(),
            width=StrictInteger(validate=WIDTH_RANGE, metadata={"description": WIDTH_DESCRIPTION}),
            highlight=highlight_field(),
            chosen=places_field("Places that the player has picked so far, as `touches` names them.", least=0),
            names=self._names(),
        )

    def bot_move(self) -> type[Schema]:
        """Return the schema of a request for a bot move."""
        return self._schema(
            "BotMoveRequest",
            StateRequest,
            state=self._state(),
            seat=StrictInteger(
                validate=validate.Range(min=0, max=99),
                metadata={"description": "The seat that the bot plays. It must be the seat to move, as by default."},
            ),
            bot=fields.String(
                required=True,
                validate=validate.OneOf(BOT_NAMES),
                metadata={"description": "Who chooses: `random` and `greedy` answer at once, `search` takes longer."},
            ),
            budget=fields.Nested(
                BudgetRequest,
                metadata={"description": "How long a search may take, for each decision. Other bots ignore it."},
            ),
            seed=fields.String(
                validate=validate.Length(max=MAX_TEXT_CHARS),
                metadata={"description": "Any text that varies the choices of the bot. Default: empty."},
            ),
            until=fields.String(
                validate=validate.OneOf(UNTIL_VALUES),
                metadata={"description": "Decide one `move` (the default), or all until another seat must decide."},
            ),
            workers=StrictInteger(
                validate=validate.Range(min=1, max=MAX_WORKERS),
                metadata={"description": "Processes that share one search. Default: 1."},
            ),
            play=StrictBoolean(metadata={"description": "Whether the moves are played and `position` is returned."}),
            include=include_field(),
            actions=actions_field(),
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
            record=PassthroughObject(
                "Record", large=True, metadata={"description": "A whole match as JSON: how it began, and its moves."}
            ),
            text=fields.String(
                validate=validate.Length(min=1, max=MAX_RECORD_CHARS),
                metadata={"description": "The same as a file of lines, with a header and one move per line."},
            ),
            until=StrictInteger(
                validate=validate.Range(min=0),
                metadata={"description": "Stop after this number of moves."},
            ),
            chance_key=fields.String(
                validate=validate.Regexp("^[0-9a-f]{64}$"),
                metadata={"description": "The revealed key of a guarded match, to verify its dice."},
            ),
            include=replay_parts_field(),
            actions=actions_field(),
        )

    def _schema(self, name: str, base: type[RequestSchema], **attributes: object) -> type[Schema]:
        return type(f"{self.prefix}{name}", (base,), attributes)

    def _names(self) -> fields.List[str]:
        """Return the field for the names of the players."""
        name = fields.String(validate=[validate.Length(min=1, max=MAX_NAME_CHARS), validate.Regexp(NAME_PATTERN)])
        return fields.List(
            name,
            validate=validate.Length(max=max(self.game.seats)),
            metadata={"description": "What the players are called, by seat. Default: `Seat 0`."},
        )

    def _state(self, *, required: bool = False) -> PassthroughObject:
        description = "The open match, as a response had it or as you changed it. It is audited before it is used."
        return PassthroughObject(
            f"{self.prefix}State", large=True, required=required, metadata={"description": description}
        )

    def _action(self) -> PassthroughObject:
        description = "What the seat does, as JSON with `kind` and its fields. An entry of a legal list fits."
        return PassthroughObject(f"{self.prefix}Action", metadata={"description": description})


def notation_field() -> fields.String:
    """Return the field for an action as one line."""
    description = "What the seat does, as one line: `take_tile die=1 depot=2`."
    return fields.String(validate=validate.Length(min=1, max=500), metadata={"description": description})


def seat_field() -> SeatField:
    """Return the field for the seat that acts."""
    description = "Who acts. Default: the seat of the credential, else the seat to move."
    return SeatField(metadata={"description": description})


def viewer_field() -> StrictInteger:
    """Return the field for the seat whose view it is."""
    description = "Whose view it is. Default, also for null: a spectator, or the seat of the credential."
    return StrictInteger(allow_none=True, validate=validate.Range(min=0, max=99), metadata={"description": description})


def places_field(description: str, *, least: int) -> fields.List[str]:
    """Return a field for places on the table, of which a request needs at least some."""
    place = fields.String(validate=validate.Length(min=1, max=MAX_TEXT_CHARS))
    length = validate.Length(min=least or None, max=MAX_PLACES)
    return fields.List(place, validate=length, metadata={"description": description})


def schema_prefix(game: AnyGame) -> str:
    """Return the prefix of the game's schema names: `dice_settlers` gives `DiceSettlers`."""
    return "".join(part.capitalize() for part in game.name.split("_"))
