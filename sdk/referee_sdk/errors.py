"""What can go wrong, as one family: every error has the code, status and request id that the service gave it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee_sdk.bots import Job
from referee_sdk.decoder import decode_all
from referee_sdk.models import Action, Fault, Refusal


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


class Unauthorized(RefereeError):
    """The service asks for an API key, and this one is not known."""


class Forbidden(RefereeError):
    """A token that the service did not make, or a pass that does not allow this."""


class NotFound(RefereeError):
    """No such game, rule, job or state."""


class UnknownState(NotFound):
    """The service does not remember this `ref`: send the state (a Match and a Position do so by themselves)."""


# --- the rules ------------------------------------------------------------------------------------------------------


class RulesError(RefereeError):
    """The request is well-formed, and the rules say no."""


class IllegalMove(RulesError):
    """A move against the rules: every rule that forbids it, and near legal moves; `index` tells which of several."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, status=status, problem=problem)
        self.refusals = decode_all(Refusal, self.problem.get("refusals", []))
        self.suggestions = decode_all(Action, self.problem.get("suggestions", []))
        self.index = int(self.problem.get("index", 0))

    def __str__(self) -> str:
        return "; ".join(f"{refusal.message} ({refusal.rule})" for refusal in self.refusals) or super().__str__()


class ImpossibleState(RulesError):
    """No play leads to this state; `faults` say why, each with its place."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, status=status, problem=problem)
        self.faults = decode_all(Fault, self.problem.get("faults", []))


class ImpossibleSetup(RulesError):
    """The game cannot be set up so."""


class RulesetMismatch(RulesError):
    """The state belongs to another game, ruleset or content pack than the service judges by."""


class AlreadyPlayed(RulesError):
    """A guarded match went on otherwise: what was played cannot be taken back."""


class IrreversibleMove(RulesError):
    """In a guarded match: actions after one that cannot be taken back must be sent on their own."""


class UndoRefused(RulesError):
    """A take-back after which somebody knows more than before; `reasons` say what (`chance`, `other-seat`, `over`)."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(f"Taking this back would reveal something: {', '.join(reasons)}.")
        self.reasons = reasons


# --- the service ----------------------------------------------------------------------------------------------------


class RateLimited(RefereeError):
    """Too many requests; `retry_after` is how many seconds the service asks to wait."""

    retry_after: float | None = None


class ServerError(RefereeError):
    """The service did not do its part, and trying again did not help."""

    retry_after: float | None = None


class Unreachable(ServerError):
    """Nobody answers at this address."""


class TimedOut(ServerError):
    """The answer took longer than the timeout."""


class InvalidResponse(ServerError):
    """The answer ended too early, or is not what the contract says."""


class Unavailable(ServerError):
    """The service answers, but what the call needs is down: the guard of a match, or every worker."""


class BotFailed(ServerError):
    """A bot's search failed or was stopped; `job` is how it ended, of a whole turn with what was decided before."""

    def __init__(self, detail: str, job: Job) -> None:
        super().__init__(detail)
        self.job = job


ERROR_BY_CODE: dict[str, type[RefereeError]] = {
    "bad-key": Unauthorized,
    "bad-sealed-state": Forbidden,
    "bad-credential": Forbidden,
    "unknown-state": UnknownState,
    "unreadable-notation": UnreadableNotation,
    "illegal-move": IllegalMove,
    "impossible-state": ImpossibleState,
    "impossible-setup": ImpossibleSetup,
    "ruleset-mismatch": RulesetMismatch,
    "already-played": AlreadyPlayed,
    "irreversible-move": IrreversibleMove,
}
"""The errors that a code names; any other follows its status."""

ERROR_BY_STATUS: dict[int, type[RefereeError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: RulesError,
    429: RateLimited,
    503: Unavailable,
}


def error_from_problem(status: int, problem: Mapping[str, Any]) -> RefereeError:
    """The error that an answer stands for."""
    fallback = ServerError if status >= 500 else BadRequest
    kind = ERROR_BY_CODE.get(str(problem.get("code", "")), ERROR_BY_STATUS.get(status, fallback))
    detail = str(problem.get("detail") or problem.get("title") or f"The service answered with status {status}.")
    return kind(detail, status=status, problem=problem)
