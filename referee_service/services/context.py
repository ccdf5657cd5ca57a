"""The context of a client: its language, the parts of a position it requests, and its id."""

from __future__ import annotations

from dataclasses import dataclass

from referee_service.kernel.rules import Language
from referee_service.services.matches.responses import POSITION_PARTS


@dataclass(frozen=True, slots=True)
class ClientContext:
    """The client of a request: language of its texts, parts of a position it requests, and its cache namespace."""

    language: Language = "en"
    include: frozenset[str] = frozenset(POSITION_PARTS)
    client_id: str = ""
