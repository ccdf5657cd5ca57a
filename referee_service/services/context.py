"""The context of a client: its language, the parts of a position it wants, and its id."""

from __future__ import annotations

from dataclasses import dataclass

from referee_service.kernel.rules import Language
from referee_service.services.matches.responses import (
    POSITION_PARTS,
)


@dataclass(frozen=True, slots=True)
class ClientContext:
    """Who reads an answer, and how: the language, the parts of a position, and whose cache is used."""

    language: Language = "en"
    include: frozenset[str] = frozenset(POSITION_PARTS)
    client_id: str = ""
