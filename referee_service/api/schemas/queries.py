"""Marshmallow schemas of query parameters."""

from __future__ import annotations

from typing import Final

from marshmallow import Schema, fields, validate

from referee_service.api.schemas.fields import (
    MAX_TEXT_CHARS,
    WIDTH_DESCRIPTION,
    WIDTH_RANGE,
    font_field,
    highlight_field,
    part_field,
    theme_field,
)

MAX_WAIT_SECONDS: Final = 30


class WaitQuery(Schema):
    """Query parameters of requests that can wait for a search."""

    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MAX_WAIT_SECONDS),
        metadata={"description": "Longest time to wait for the result, in seconds. 0 returns immediately."},
    )


class PackQuery(Schema):
    """Query parameters of a request about a pack."""

    pack = fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
        metadata={"description": "Content pack, with or without digest. Default: the pack of new matches."},
    )


class ComponentQuery(PackQuery):
    """Query parameters of the list of components."""

    kind = fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS), metadata={"description": "Only components of this kind."}
    )
    q = fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
        metadata={"description": "Only components with this text in their English or French name."},
    )


class ComponentPictureQuery(PackQuery):
    """Query parameters of the picture of a component."""

    theme = theme_field()
    width = fields.Integer(
        validate=WIDTH_RANGE, metadata={"description": "Width of the picture in pixels. Default: 480."}
    )


class PictureQuery(Schema):
    """Query parameters of a picture."""

    seat = fields.Integer(
        validate=validate.Range(min=0, max=99), metadata={"description": "The seat that looks. Default: a spectator."}
    )
    part = part_field()
    theme = theme_field()
    highlight = highlight_field()
    width = fields.Integer(validate=WIDTH_RANGE, metadata={"description": WIDTH_DESCRIPTION})


class SvgPictureQuery(PictureQuery):
    """Query parameters of an SVG picture."""

    font = font_field()
