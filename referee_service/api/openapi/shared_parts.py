"""Parts that an OpenAPI document repeats: each is written once, and the places that repeat it refer to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json

METHODS = ("get", "post", "delete")
"""HTTP methods of operations."""
REQUEST_SUFFIXES = ("Request", "Step", "Item", "Batch")
"""How the names of the schemas of request bodies and of their parts end."""
MIN_REPEATS = 3
MIN_BYTES = 80
"""Parts that are repeated less often or are shorter than this stay where they are."""


def share_repeated_parts(document: Json, games: int) -> None:
    """Move repeated properties of request bodies, parameters and response headers to the components.

    `games` is the number of games. What all games have is repeated a multiple of this number.
    """
    schemas = document["components"]["schemas"]
    requests = [schema for name, schema in schemas.items() if name.endswith(REQUEST_SUFFIXES)]
    _share(_properties(requests), schemas, SCHEMA_REF, games)
    for room, found in (("parameters", _parameters(document)), ("headers", _headers(document))):
        _share(found, document["components"].setdefault(room, {}), f"#/components/{room}/", games)


Place = tuple[str, Any, Any]
"""A name for the part, and the container and key where the part stands."""


def _properties(requests: list[Json]) -> Iterator[Place]:
    for schema in requests:
        for name in schema.get("properties", {}):
            yield name, schema["properties"], name


def _operations(document: Json) -> Iterator[Json]:
    for item in document["paths"].values():
        yield from (item[method] for method in item.keys() & METHODS)


def _parameters(document: Json) -> Iterator[Place]:
    for operation in _operations(document):
        for index, parameter in enumerate(operation["parameters"]):
            if "$ref" not in parameter:
                yield parameter["name"], operation["parameters"], index


def _headers(document: Json) -> Iterator[Place]:
    for operation in _operations(document):
        for response in operation["responses"].values():
            for name in response.get("headers", {}):
                yield name, response["headers"], name


def _share(places: Iterator[Place], room: Json, reference: str, games: int) -> None:
    """Move each part that many places repeat to a room of the components. Its name is that of the part."""
    repeats: dict[tuple[str, bytes], list[Place]] = defaultdict(list)
    for name, container, key in places:
        repeats[name, msgspec.json.encode(container[key])].append((name, container, key))
    for (name, encoded), found in repeats.items():
        public = "".join(word[:1].upper() + word[1:] for word in name.replace("-", "_").split("_"))
        is_of_all_games = len(found) % games == 0
        if len(found) < MIN_REPEATS or len(encoded) < MIN_BYTES or public in room or not is_of_all_games:
            continue
        room[public] = msgspec.json.decode(encoded)
        for _, container, key in found:
            container[key] = {"$ref": f"{reference}{public}"}
