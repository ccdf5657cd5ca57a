"""What can go wrong with a request, each with a stable code; the api knows which HTTP status a code has.

`errors.yaml` says it in every language: a problem is named `code.case`, and its facts fill the sentence of that case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.rules import Fact, Fault, Language, LocalizedText, Reason, Refusal


class ErrorTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a code, and a sentence for each of its cases that says what to do next."""

    title: LocalizedText
    details: dict[str, LocalizedText]


class ServiceError(Exception):
    """A request that cannot be served as it is: a code for programs, a sentence for people."""

    def __init__(self, name: str, /, **facts: Fact | Reason) -> None:
        super().__init__(f"{name} {facts}" if facts else name)
        self.code, _, self.case = name.partition(".")
        self.facts: Mapping[str, Fact | Reason] = facts

    def title(self, language: Language) -> str:
        """What kind of problem this is."""
        return error_texts()[self.code].title[language]

    def detail(self, language: Language) -> str:
        """What is wrong here, and what to do next."""
        sentence = error_texts()[self.code].details[self.case][language]
        return sentence.format_map({name: _format_fact(fact, language) for name, fact in self.facts.items()})


class IllegalMoveError(ServiceError):
    """A move against the rules, with every reason and near legal moves; `index` tells which of several."""

    def __init__(self, refusals: Sequence[Refusal], suggestions: Sequence[dict[str, object]], index: int) -> None:
        super().__init__("illegal-move.refused", rules=tuple(refusal.rule for refusal in refusals))
        self.refusals, self.suggestions, self.index = tuple(refusals), list(suggestions), index


class ImpossibleStateError(ServiceError):
    """A state that no play leads to, with every fault that was found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("impossible-state.faults", places=tuple(dict.fromkeys(fault.path for fault in faults)))
        self.faults = tuple(faults)


@cache
def error_texts() -> dict[str, ErrorTexts]:
    """For every code its texts."""
    text = (files("referee_service.services") / "errors.yaml").read_bytes()
    return msgspec.yaml.decode(text, type=dict[str, ErrorTexts])


def _format_fact(fact: Fact | Reason, language: Language) -> str:
    if isinstance(fact, Reason):
        return reason_text(fact, language)
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)
