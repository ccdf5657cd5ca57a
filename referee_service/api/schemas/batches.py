"""Batches: several requests in one body. An item inherits the fields that it lacks from the batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from marshmallow import Schema
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from referee_service.api.schemas.base import RequestSchema
from referee_service.api.schemas.bodies import DECODE_ERRORS, Body, BodyParser, Result
from referee_service.services.errors import ServiceError

MARK = b'"batch"'
"""What every batch contains. Few other bodies do, so most are not looked into."""
Fields = dict[str, Any]


class _Head(Struct):
    """The only field of a body that says whether it is a batch."""

    batch: Raw | UnsetType = UNSET


_SMALL_OBJECT = Raw(b"{}")
_head_decoder = msgspec.json.Decoder(_Head)


class Batch(NamedTuple):
    """The fields that the items of a batch share, and its items as JSON."""

    shared: Fields
    items: Sequence[Raw]


class BatchParser:
    """Parser of the batches of one call: of their shared fields, and of their items as single requests."""

    def __init__(self, single: type[Schema], item: type[Schema], batch: type[Schema]) -> None:
        self.single, self._item, self._batch = BodyParser(single()), BodyParser(item()), BodyParser(batch())
        assert issubclass(single, RequestSchema)
        self._alternatives = [[frozenset(each) for each in group] for group in single.alternatives]
        self._exclusions = single.exclusions

    def parse(self, raw: bytes) -> Batch:
        """Parse a batch with unparsed items. Raises ServiceError."""
        body = self._batch.parse(raw)
        shared = _present(body)
        return Batch(shared, shared.pop("batch"))

    def call(self, batch: Batch, item: Raw, body: Body, handler: Callable[[Body], Result]) -> Result:
        """Call the handler with the parsed body of an item. Raises ServiceError."""
        try:
            return handler(body)
        except ServiceError as error:
            if error.code == "schema-mismatch":
                self._parse_slowly(batch, item)
            raise

    def parse_item(self, batch: Batch, item: Raw) -> Body:
        """Parse an item as a single request with its inherited fields. Raises ServiceError."""
        try:
            own = _present(self._item.decode(bytes(item)))
            return self.single.struct(**self._inherited(batch.shared, own), **own)
        except DECODE_ERRORS:
            return self._parse_slowly(batch, item)

    def _parse_slowly(self, batch: Batch, item: Raw) -> Body:
        """Parse an item with its inherited fields by marshmallow. Raises ServiceError.

        An inherited state may be large, and every item of the batch may be wrong. So marshmallow gets a small object in
        its place.
        """
        try:
            own = msgspec.json.decode(bytes(item), type=dict[str, Raw])
        except DECODE_ERRORS:  # no object: the error says so
            return self.single.parse_with_marshmallow(bytes(item))
        inherited = self._inherited(batch.shared, own)
        large = {
            name: value for name, value in inherited.items() if isinstance(value, Raw) and bytes(value)[:1] == b"{"
        }
        whole = {**inherited, **dict.fromkeys(large, _SMALL_OBJECT), **own}
        return replace(self.single.parse_with_marshmallow(msgspec.json.encode(whole)), **large)

    def _inherited(self, shared: Fields, own: Mapping[str, object]) -> Fields:
        """Return the shared fields that an item lacks, without those that exclude its own ones."""
        found = {name: value for name, value in shared.items() if name not in own}
        for group in self._alternatives:
            names = frozenset().union(*group)
            present = names.intersection(own)
            fitting = frozenset().union(*(each for each in group if present <= each)) if present else names
            for name in names.intersection(found) - fitting:
                del found[name]
        for name, excluded in self._exclusions.items():
            if name in own or name in found:
                for other in excluded:
                    found.pop(other, None)
        return found


def _present(body: Struct) -> Fields:
    """Return the fields that a body has, by name."""
    values = ((name, getattr(body, name)) for name in body.__struct_fields__)
    return {name: value for name, value in values if value is not UNSET}


def is_batch(raw: bytes) -> bool:
    """Return whether a body is an object with the field `batch`, which no single request has."""
    if MARK not in raw:
        return False
    try:
        return _head_decoder.decode(raw).batch is not UNSET
    except DECODE_ERRORS:
        return False
