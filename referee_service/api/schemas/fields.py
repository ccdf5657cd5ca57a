"""Marshmallow fields of requests: strict numbers, seats, objects that pass through, and options of pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from marshmallow import ValidationError, fields, validate

from referee_service.kernel.state import CHANCE
from referee_service.pictures.palette import ThemeName
from referee_service.pictures.png import MAX_PIXELS
from referee_service.pictures.svg import FontSource
from referee_service.services.matches.responses import (
    POSITION_PARTS,
    REPLAY_PARTS,
    VIEW_PARTS,
    ActionForm,
)
from referee_service.services.pictures import Highlight

MAX_TEXT_CHARS = 200
"""Limit for seeds, credentials and names."""
MIN_PIXELS: Final = 200
WIDTH_RANGE: Final = validate.Range(min=MIN_PIXELS, max=MAX_PIXELS)
WIDTH_DESCRIPTION: Final = "Width of the picture in pixels. Default: 1200."


class StrictInteger(fields.Integer):
    """An integer. Accepts 1 and 1.0; rejects 1.5, "1" and true."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class StrictBoolean(fields.Boolean):
    """A boolean. Rejects 1 and "yes"."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class AnyJson(fields.Raw):
    """Any JSON value, which the service does not read."""


class PassthroughObject(fields.Field[dict[str, object]]):
    """An object that msgspec decodes later. `component` is its OpenAPI schema; a `large` one is kept as raw bytes."""

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
    """Return the OpenAPI properties of the field classes defined here, else {}."""
    if isinstance(field, fields.Dict) and field.key_field is not None:
        (key,) = (each for each in field.key_field.validators if isinstance(each, validate.Regexp))
        return {"propertyNames": {"pattern": key.regex.pattern}}
    if isinstance(field, PassthroughObject):
        return {"$ref": f"#/components/schemas/{field.component}"}
    if isinstance(field, SeatField):
        return {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"type": "string", "const": CHANCE}]}
    return {}


def include_field() -> fields.List[str]:
    """Return the field for the parts of a position."""
    return _parts_field(
        POSITION_PARTS,
        "Parts of the position to return; the response leaves the others out. Default: all but `text`.",
    )


def replay_parts_field() -> fields.List[str]:
    """Return the field for the parts of a replay."""
    return _parts_field(
        REPLAY_PARTS,
        "Parts of the position to return, and `steps`: every move as text. Default: all but `text` and `steps`.",
    )


def view_parts_field() -> fields.List[str]:
    """Return the field for the parts of a view."""
    return _parts_field(VIEW_PARTS, "Parts of the view to return; the response leaves the others out. Default: all.")


def _parts_field(parts: Sequence[str], description: str) -> fields.List[str]:
    part = fields.String(validate=validate.OneOf(parts))
    return fields.List(part, validate=validate.Length(max=len(parts)), metadata={"description": description})


def actions_field() -> fields.String:
    """Return the field for the form of legal lists."""
    description = (
        "How `legal_actions` are written. `full` (the default): objects with fields, notation, label and touches."
        " `notation`: one line of notation each; then events have no `facts`, and the result has no `lines`."
    )
    return fields.String(validate=validate.OneOf(get_args(ActionForm)), metadata={"description": description})


def part_field() -> fields.String:
    """Return the field for the part of a picture."""
    return fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
        metadata={
            "description": "The only part to draw: `table`, or in card games also `mine` or `seat.0`. Default: all."
        },
    )


def font_field() -> fields.String:
    """Return the field for the font of an SVG picture."""
    return fields.String(
        validate=validate.OneOf(get_args(FontSource)),
        metadata={
            "description": "Font of an SVG picture: `page` if the page links `/fonts/referee-sans.css`, `embed` if the"
            " picture contains it. Other formats ignore it. Default: page."
        },
    )


def theme_field() -> fields.String:
    """Return the field for the colours of a picture."""
    return fields.String(
        validate=validate.OneOf(get_args(ThemeName)),
        metadata={"description": "Colours of the picture. Default: light."},
    )


def highlight_field() -> fields.String:
    """Return the field of the highlights of a picture."""
    description = (
        "`legal` (the default): places that the seat to move can touch have rings, and the numbers that actions have in"
        " the legal list, from 1. `last`: what the last move changed, if the service played it. `none`: nothing."
    )
    return fields.String(validate=validate.OneOf(get_args(Highlight)), metadata={"description": description})
