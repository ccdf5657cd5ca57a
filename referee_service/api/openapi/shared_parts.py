"""Parts that an OpenAPI document repeats: each is written once, and the places that repeat it refer to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.schemas.rooms import ROOM_BODIES, ROOMS_PREFIX

METHODS = ("get", "post", "delete")
"""HTTP methods of operations."""
REQUEST_SUFFIXES = ("Request", "Step", "Item", "Batch")
"""How the names of the schemas of request bodies and of their parts end."""
MIN_REPEATS = 3
MIN_BYTES = 80
"""Parts that are repeated less often or are shorter than this stay where they are."""


def share_repeated_parts(document: Json, games: int) -> None:
    """Move repeated properties of request bodies, parameters and response headers to the components.

    `games` is the number of games. What all games have is repeated a multiple of this number. Rooms, which are not part
    of any game, use what is shared.
    """
    schemas = document["components"]["schemas"]
    requests = {name: schema for name, schema in schemas.items() if name.endswith(REQUEST_SUFFIXES)}
    _share(_properties(requests), schemas, SCHEMA_REF, games)
    for room, found in (("parameters", _parameters(document)), ("headers", _headers(document))):
        _share(found, document["components"].setdefault(room, {}), f"#/components/{room}/", games)


class Place(NamedTuple):
    """A name for a part, the container and key where the part stands, and whether that belongs to rooms."""

    name: str
    container: Any
    key: Any
    is_of_rooms: bool


def _properties(requests: Mapping[str, Json]) -> Iterator[Place]:
    for title, schema in requests.items():
        for name in schema.get("properties", {}):
            yield Place(name, schema["properties"], name, title in ROOM_BODIES)


def _operations(document: Json) -> Iterator[tuple[bool, Json]]:
    """Yield whether an operation belongs to rooms, and the operation."""
    for path, item in document["paths"].items():
        yield from ((path.startswith(ROOMS_PREFIX), item[method]) for method in sorted(item.keys() & METHODS))


def _parameters(document: Json) -> Iterator[Place]:
    for is_of_rooms, operation in _operations(document):
        for index, parameter in enumerate(operation["parameters"]):
            if "$ref" not in parameter:
                yield Place(parameter["name"], operation["parameters"], index, is_of_rooms)


def _headers(document: Json) -> Iterator[Place]:
    for is_of_rooms, operation in _operations(document):
        for response in operation["responses"].values():
            for name in response.get("headers", {}):
                yield Place(name, response["headers"], name, is_of_rooms)


def _share(places: Iterator[Place], room: Json, reference: str, games: int) -> None:
    """Move each part that many places repeat to a room of the components. Its name is that of the part."""
    repeats: dict[tuple[str, bytes], list[Place]] = defaultdict(list)
    for place in places:
        repeats[place.name, msgspec.json.encode(place.container[place.key])].append(place)
    for (name, encoded), found in repeats.items():
        public = "".join(word[:1].upper() + word[1:] for word in name.replace("-", "_").split("_"))
        is_of_all_games = sum(not place.is_of_rooms for place in found) % games == 0
        if len(found) < MIN_REPEATS or len(encoded) < MIN_BYTES or public in room or not is_of_all_games:
            continue
        room[public] = msgspec.json.decode(encoded)
        for place in found:
            place.container[place.key] = {"$ref": f"{reference}{public}"}
