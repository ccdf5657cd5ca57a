"""What can go wrong, as one family: every error has the code, status and request id that the service gave it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee_sdk.answers import Action, Fault, Refusal
from referee_sdk.bots import Job
from referee_sdk.reading import read_all


class RefereeError(Exception):
    """Anything that kept a call from succeeding. `code` is stable; quote `request_id` when you report it."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.problem: Mapping[str, Any] = problem or {}
        self.code = str(self.problem.get("code", ""))
        self.request_id = str(self.problem.get("request_id", ""))

    def __str__(self) -> str:
        return f"{self.detail} [{self.code}, request {self.request_id}]" if self.code else self.detail


# --- the request ----------------------------------------------------------------------------------------------------


class BadRequest(RefereeError):
    """The service cannot read or serve this request as it is: not JSON, too large, not as the contract says."""


class UnreadableNotation(BadRequest):
    """A line of notation that cannot be read."""


class UnreadableRecord(UnreadableNotation):
    """A record that cannot be read; `line` is where, if it is one line's fault."""

    def __init__(self, detail: str, *, line: int | None = None) -> None:
        super().__init__(detail)
        self.line = line


class BadKey(RefereeError):
    """The service asks for an API key, and this one is not known."""


class Forged(RefereeError):
    """A token that the service did not make, or a pass that does not allow this."""


class NotFound(RefereeError):
    """No such game, rule, job or state."""


class UnknownState(NotFound):
    """The service does not remember this `ref`: send the state (a Match and a Position do so by themselves)."""


# --- the rules ------------------------------------------------------------------------------------------------------


class RulesRefuse(RefereeError):
    """The request is well-formed, and the rules say no."""


class IllegalMove(RulesRefuse):
    """A move against the rules: every rule that forbids it, and near legal moves; `index` tells which of several."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, status=status, problem=problem)
        self.refusals = read_all(Refusal, self.problem.get("refusals", []))
        self.suggestions = read_all(Action, self.problem.get("suggestions", []))
        self.index = int(self.problem.get("index", 0))

    def __str__(self) -> str:
        return "; ".join(f"{refusal.message} ({refusal.rule})" for refusal in self.refusals) or super().__str__()


class ImpossibleState(RulesRefuse):
    """No play leads to this state; `faults` say why, each with its place."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, status=status, problem=problem)
        self.faults = read_all(Fault, self.problem.get("faults", []))


class ImpossibleSetup(RulesRefuse):
    """The game cannot be set up so."""


class OtherRuleset(RulesRefuse):
    """The state belongs to another game, ruleset or content pack than the service judges by."""


class AlreadyPlayed(RulesRefuse):
    """A guarded match went on otherwise: what was played cannot be taken back."""


class FinalMove(RulesRefuse):
    """In a guarded match: actions after one that cannot be taken back must be sent on their own."""


class WouldReveal(RulesRefuse):
    """A take-back after which somebody knows more than before; `reasons` say what (`chance`, `other-seat`, `over`)."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(f"Taking this back would reveal something: {', '.join(reasons)}.")
        self.reasons = reasons


# --- the service ----------------------------------------------------------------------------------------------------


class RateLimited(RefereeError):
    """Too many requests; `retry_after` is how many seconds the service asks to wait."""

    retry_after: float | None = None


class ServerFailed(RefereeError):
    """The service did not do its part, and trying again did not help."""

    retry_after: float | None = None


class Unreachable(ServerFailed):
    """Nobody answers at this address."""


class TimedOut(ServerFailed):
    """The answer took longer than the timeout."""


class BrokenAnswer(ServerFailed):
    """The answer ended too early, or is not what the contract says."""


class Unavailable(ServerFailed):
    """The service answers, but what the call needs is down: the guard of a match, or every worker."""


class BotFailed(ServerFailed):
    """A bot's search failed or was stopped; `job` is how it ended, of a whole turn with what was decided before."""

    def __init__(self, detail: str, job: Job) -> None:
        super().__init__(detail)
        self.job = job


BY_CODE: dict[str, type[RefereeError]] = {
    "bad-key": BadKey,
    "bad-token": Forged,
    "bad-pass": Forged,
    "unknown-state": UnknownState,
    "unreadable-notation": UnreadableNotation,
    "illegal-move": IllegalMove,
    "impossible-state": ImpossibleState,
    "impossible-setup": ImpossibleSetup,
    "other-ruleset": OtherRuleset,
    "already-played": AlreadyPlayed,
    "final-move": FinalMove,
}
"""The errors that a code names; any other follows its status."""

BY_STATUS: dict[int, type[RefereeError]] = {
    401: BadKey,
    403: Forged,
    404: NotFound,
    409: RulesRefuse,
    429: RateLimited,
    503: Unavailable,
}


def error_of(status: int, problem: Mapping[str, Any]) -> RefereeError:
    """The error that an answer stands for."""
    fallback = ServerFailed if status >= 500 else BadRequest
    kind = BY_CODE.get(str(problem.get("code", "")), BY_STATUS.get(status, fallback))
    detail = str(problem.get("detail") or problem.get("title") or f"The service answered with status {status}.")
    return kind(detail, status=status, problem=problem)
