"""Service errors: what can go wrong with a request, each with a stable code. The API maps codes to HTTP statuses.

An error is named `code.case`. `errors.yaml` has a title for each code and a sentence for each case, in every language.
The facts of an error fill the sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.rules import Fact, Language, LocalizedText, Reason
from referee_service.kernel.struct_types import prepare_type
from referee_service.services.matches.responses import ActionJson, FaultResponse, RefusalResponse

ErrorFact = Fact | Reason | LocalizedText
"""A value that fills a sentence. Some are sentences themselves."""


@prepare_type
class ErrorTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a code, and for each of its cases a sentence that says what is wrong and what to do."""

    title: LocalizedText
    details: dict[str, LocalizedText]


class ServiceError(Exception):
    """Raised if a request cannot be served. It has a code for programs and a sentence for people."""

    def __init__(self, name: str, /, **facts: ErrorFact) -> None:
        super().__init__(f"{name} {facts}" if facts else name)
        self.code, _, self.case = name.partition(".")
        self.facts: Mapping[str, ErrorFact] = facts

    def title(self, language: Language) -> str:
        """Return the title of the error code."""
        return error_texts()[self.code].title[language]

    def detail(self, language: Language) -> str:
        """Return the sentence that says what is wrong and what to do."""
        sentence = error_texts()[self.code].details[self.case][language]
        return sentence.format_map({name: _format_fact(fact, language) for name, fact in self.facts.items()})


class IllegalMoveError(ServiceError):
    """Raised for an illegal move, with all refusals, similar legal moves, and the index of the move in the request.

    Refusals and suggestions are finished responses in the client's language.
    """

    def __init__(self, refusals: Sequence[RefusalResponse], suggestions: Sequence[ActionJson], index: int) -> None:
        super().__init__("illegal-move.refused", rules=tuple(refusal.rule for refusal in refusals))
        self.refusals, self.suggestions, self.index = tuple(refusals), tuple(suggestions), index


class StalePositionError(ServiceError):
    """Raised for a move in a room whose position has changed. It has the room as the client sees it now."""

    def __init__(self, room: Struct) -> None:
        super().__init__("stale-position.room")
        self.room = room


class ImpossibleStateError(ServiceError):
    """Raised for a state that play cannot reach. It has every fault of the audit, in the client's language."""

    def __init__(self, faults: Sequence[FaultResponse]) -> None:
        super().__init__("impossible-state.faults", places=tuple(dict.fromkeys(fault.path for fault in faults)))
        self.faults = tuple(faults)


@cache
def error_texts() -> dict[str, ErrorTexts]:
    """Return the texts of every code."""
    text = (files("referee_service.services") / "errors.yaml").read_bytes()
    return msgspec.yaml.decode(text, type=dict[str, ErrorTexts])


def _format_fact(fact: ErrorFact, language: Language) -> str:
    if isinstance(fact, Reason):
        return reason_text(fact, language)
    if isinstance(fact, LocalizedText):
        return fact[language]
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)
