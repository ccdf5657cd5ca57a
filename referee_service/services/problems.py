"""What can go wrong with a request, each with a stable code; the api knows which HTTP status a code has.

`problems.yaml` says it in every language: a problem is named `code.case`, and its facts fill the sentence of that case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from referee_service.kernel.ruling import Fact, Fault, Language, Reason, Refusal, Text


class ProblemTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a code, and a sentence for each of its cases that says what to do next."""

    title: Text
    says: dict[str, Text]


class Problem(Exception):
    """A request that cannot be served as it is: a code for programs, a sentence for people."""

    def __init__(self, name: str, /, **facts: Fact | Reason) -> None:
        super().__init__(f"{name} {facts}" if facts else name)
        self.code, _, self.case = name.partition(".")
        self.facts: Mapping[str, Fact | Reason] = facts

    def title(self, language: Language) -> str:
        """What kind of problem this is."""
        return problem_texts()[self.code].title[language]

    def detail(self, language: Language) -> str:
        """What is wrong here, and what to do next."""
        sentence = problem_texts()[self.code].says[self.case][language]
        return sentence.format_map({name: _word(fact, language) for name, fact in self.facts.items()})


class IllegalMove(Problem):
    """A move against the rules, with every reason and near legal moves; `index` tells which of several."""

    def __init__(self, refusals: Sequence[Refusal], suggestions: Sequence[dict[str, object]], index: int) -> None:
        super().__init__("illegal-move.refused", rules=tuple(refusal.rule for refusal in refusals))
        self.refusals, self.suggestions, self.index = tuple(refusals), list(suggestions), index


class ImpossibleState(Problem):
    """A state that no play leads to, with every fault that was found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("impossible-state.faults", places=tuple(dict.fromkeys(fault.path for fault in faults)))
        self.faults = tuple(faults)


@cache
def problem_texts() -> dict[str, ProblemTexts]:
    """For every code its texts."""
    text = (files("referee_service.services") / "problems.yaml").read_bytes()
    return msgspec.yaml.decode(text, type=dict[str, ProblemTexts])


def _word(fact: Fact | Reason, language: Language) -> str:
    if isinstance(fact, Reason):
        return fact.told(language)
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)
