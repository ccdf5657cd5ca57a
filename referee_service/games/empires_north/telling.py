"""The table as text."""

from __future__ import annotations

from referee_service.games.empires_north.view import View
from referee_service.kernel.ruling import Catalogue, Language


def describe(seen: View, catalogue: Catalogue, language: Language) -> str:
    """The table as text."""
    return catalogue.title[language]
