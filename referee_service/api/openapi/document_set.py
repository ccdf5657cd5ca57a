"""All OpenAPI documents of a service, as YAML and JSON. Each is made when a client first requests it."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, Literal

import msgspec
from msgspec import Struct

from referee_service.api.openapi.document import OpenApi, openapi_document, to_yaml
from referee_service.api.openapi.documents import game_document, generic_document
from referee_service.api.openapi.struct_schemas import Json
from referee_service.kernel.game import AnyGame
from referee_service.services.encoded_body import EncodedBody, encoded_body

DocumentFormat = Literal["yaml", "json"]
WHOLE, GENERIC = "openapi", "openapi-generic"
"""Names of the document with all calls, and of the one with the game as a parameter. Others are named by their game."""


class DocumentLink(Struct, frozen=True):
    """A document in the list of the reference page: its name for people, and its path."""

    name: str
    url: str


class DocumentSet:
    """The OpenAPI documents of an app."""

    def __init__(self, api: OpenApi, games: Mapping[str, AnyGame]) -> None:
        self._api, self._games = api, games
        self._bodies: dict[tuple[str, DocumentFormat], EncodedBody] = {}
        self._lock, self._made = Lock(), dict[str, Any]()

    def links(self) -> list[DocumentLink]:
        """Return all documents, the shortest one first."""
        titles = {name: game.catalogue().title.en for name, game in self._games.items()}
        games = [DocumentLink(title, f"/v1/games/{name}/openapi.yaml") for name, title in titles.items()]
        return [
            DocumentLink("Any game", f"/{GENERIC}.yaml"),
            *games,
            DocumentLink("All games, every field", f"/{WHOLE}.yaml"),
        ]

    def body(self, name: str, document_format: DocumentFormat) -> EncodedBody:
        """Return one document: `WHOLE`, `GENERIC` or that of a game. Threads that are first together each make it."""
        key = name, document_format
        if key not in self._bodies:
            document = self.document(name)
            raw = to_yaml(document) if document_format == "yaml" else msgspec.json.encode(document)
            self._bodies[key] = encoded_body(raw)
        return self._bodies[key]

    def document(self, name: str) -> Json:
        """Return one document as JSON values. Raises KeyError if there is no game of this name."""
        if name == WHOLE:
            return self._whole
        if name == GENERIC:
            return generic_document(self._whole, self._games.values())
        return game_document(self._whole, self._games[name])

    @property
    def _whole(self) -> Json:
        """The document with all calls. A lock makes it once, because making it describes the routes of the app."""
        with self._lock:
            if not self._made:
                self._made = openapi_document(self._api, self._games.values())
            return self._made
