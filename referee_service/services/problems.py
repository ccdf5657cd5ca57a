"""What can go wrong with a request, each with a stable code; the api knows which HTTP status a code has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee_service.kernel.ruling import Fault, Refusal

Code = Literal[
    "unknown-game",
    "unknown-rule",
    "unknown-state",
    "schema-mismatch",
    "unreadable-notation",
    "illegal-move",
    "impossible-state",
    "impossible-setup",
    "other-ruleset",
    "already-played",
    "final-move",
    "bad-token",
    "bad-pass",
    "guard-unavailable",
    "unknown-job",
    "needs-play",
    "too-many-jobs",
    "no-worker",
    "search-unavailable",
]


class Problem(Exception):
    """A request that cannot be served as it is: a code for programs, a sentence that says what to do next."""

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(detail)
        self.code: Code = code
        self.detail = detail


class IllegalMove(Problem):
    """A move against the rules, with every reason and near legal moves; `index` tells which of several."""

    def __init__(self, refusals: Sequence[Refusal], suggestions: Sequence[dict[str, object]], index: int) -> None:
        rules = ", ".join(refusal.rule for refusal in refusals)
        super().__init__("illegal-move", f"The move is refused under {rules}.")
        self.refusals, self.suggestions, self.index = tuple(refusals), list(suggestions), index


class ImpossibleState(Problem):
    """A state that no play leads to, with every fault that was found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        places = ", ".join(dict.fromkeys(fault.path for fault in faults))
        super().__init__("impossible-state", f"No play leads to this state; look at {places}.")
        self.faults = tuple(faults)
