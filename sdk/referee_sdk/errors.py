"""Family of errors. Each has the code, HTTP status and request id that the service sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from referee_sdk.bots import Job
from referee_sdk.decoder import decode_all
from referee_sdk.models import Action, Fault, Refusal, Result


class RefereeError(Exception):
    """Base class of all errors of a call. `code` is stable; quote `request_id` when you report a problem."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.problem: Mapping[str, Any] = problem or {}
        self.code = str(self.problem.get("code", ""))
        self.request_id = str(self.problem.get("request_id", ""))

    def __str__(self) -> str:
        return f"{self.detail} [{self.code}, request {self.request_id}]" if self.code else self.detail


# --- requests ---------------------------------------------------------------------------------------------------------


class BadRequest(RefereeError):
    """A request that cannot be sent or read: a wrong address, not JSON, too large, or not as documented."""


class UnreadableNotation(BadRequest):
    """A line of notation that cannot be read."""


class UnreadableRecord(UnreadableNotation):
    """A record that cannot be read; `line` is the number of the bad line, if there is one."""

    def __init__(self, detail: str, *, line: int | None = None) -> None:
        super().__init__(detail)
        self.line = line


class UnknownName(BadRequest):
    """A misspelt verb or field: `name`, the most similar valid name as `nearest` (or None), and all `valid` names."""

    def __init__(self, owner: str, kind: str, name: str, valid: Iterable[str]) -> None:
        self.name, self.valid = name, tuple(sorted(valid))
        self.nearest: str | None = next(iter(get_close_matches(name, self.valid, 1)), None)
        hint = f" Did you mean {self.nearest!r}?" if self.nearest else ""
        super().__init__(f"{owner} has no {kind} {name!r}.{hint} Use one of: {', '.join(self.valid) or '(none)'}.")


class NoSuchMove(BadRequest):
    """An index that is not in the legal list; `count` is the number of legal actions."""

    def __init__(self, index: int, count: int) -> None:
        numbers = f", numbered 0 to {count - 1}" if count else ""
        super().__init__(f"There is no move {index}: there are {count} legal actions{numbers}.")
        self.index, self.count = index, count


class Unauthorized(RefereeError):
    """Missing or unknown API key."""


class Forbidden(RefereeError):
    """A sealed state that the service did not make, or a credential that does not permit the request."""


class NotFound(RefereeError):
    """Unknown game, rule, component, content pack, job or state."""


class UnknownState(NotFound):
    """A digest that the service does not cache. Send the full state; calls with a `Position` do so automatically."""


# --- rules ------------------------------------------------------------------------------------------------------------


class RulesError(RefereeError):
    """Base class of all errors caused by the rules. The request itself is well-formed."""


class IllegalMove(RulesError):
    """An illegal move, with all refusals and similar legal moves. `index` is its place in a list of moves."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, status=status, problem=problem)
        self.refusals = decode_all(Refusal, self.problem.get("refusals", []))
        self.suggestions = decode_all(Action, self.problem.get("suggestions", []))
        self.index = int(self.problem.get("index", 0))

    def __str__(self) -> str:
        return "; ".join(f"{refusal.message} ({refusal.rule})" for refusal in self.refusals) or super().__str__()


class ImpossibleState(RulesError):
    """A state that no play can reach; `faults` has the reasons, each with its place in the state."""

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, status=status, problem=problem)
        self.faults = decode_all(Fault, self.problem.get("faults", []))


class ImpossibleSetup(RulesError):
    """Seats, options or content with which the game cannot be set up."""


class RulesetMismatch(RulesError):
    """A state of another game, ruleset or content pack than the service has."""


class MatchOver(RulesError):
    """A match that is over and waits for no decision. `result` has winners, scores and ranking."""

    def __init__(self, result: Result | None) -> None:
        winners = f" Winners: {', '.join(map(str, result.winners))}." if result is not None and result.winners else ""
        super().__init__(f"The match is over.{winners} Check `is_over` first; `result` has the scores.")
        self.result = result


class AlreadyPlayed(RulesError):
    """A guarded match in which another move was already played from this position."""


class MatchLost(RulesError):
    """A guarded match that can never continue, because the service has lost its guard (Redis was emptied).

    A repeated call gets the same error, so the client does not retry it. `view` and `score` still read the last
    position. To play on, set up a new match.
    """


class IrreversibleMove(RulesError):
    """Moves of one request that follow an irreversible move in a guarded match. Send them in a new request."""


class UndoRefused(RulesError):
    """An undo that a match or a room refuses, because chance acted, another seat decided or the match is over.

    `reasons` has these reasons in a match. In a room only the sentence of the service says why.
    """

    reasons: tuple[str, ...] = ()

    @classmethod
    def because(cls, reasons: tuple[str, ...]) -> UndoRefused:
        """Return the error for these reasons."""
        error = cls(f"These moves were not undone, because of what followed: {', '.join(reasons)}.")
        error.reasons = reasons
        return error


# --- rooms ------------------------------------------------------------------------------------------------------------


class RoomGone(NotFound):
    """A room that is unknown, has expired or was removed. A link to it never works again."""


class StalePosition(RulesError):
    """A move or an undo for a position that others have changed meanwhile. The `Room` then has the new position.

    Look at it and decide again.
    """

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        content = dict(problem or {})
        self._room = content.pop("room", None)  # for `Room`; it may have a credential, which no error shows
        super().__init__(detail, status=status, problem=content)


class RoomOver(RulesError):
    """A move or a change in a room whose match is over, or by a seat that has resigned."""


class RematchRefused(RulesError):
    """A rematch before the end of the match."""


class BotPlays(RulesError):
    """A move of a seat that a bot plays now. `Room.take_back` takes the seat back."""


class SeatPresent(RulesError):
    """A bot for a seat whose player is present."""


# --- service ----------------------------------------------------------------------------------------------------------


class RateLimited(RefereeError):
    """Too many requests; `retry_after` is the number of seconds to wait, if the service sent it."""

    retry_after: float | None = None


class ServerError(RefereeError):
    """Base class of failures of the service that remain after all retries."""

    retry_after: float | None = None


class Unreachable(ServerError):
    """No service responds at this URL."""


class TimedOut(ServerError):
    """Response that took longer than the timeout."""


class InvalidResponse(ServerError):
    """Response that is incomplete or not as documented."""


class Unavailable(ServerError):
    """A running service that lacks what the call needs: the guard store, or a worker."""


class RoomsUnavailable(Unavailable):
    """A service that has no rooms now: it runs without Redis, or its Redis is unreachable or full."""


class BotFailed(ServerError):
    """A search that failed or was stopped. `job` is its last status, with the choices already made in the turn."""

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
    "match-lost": MatchLost,
    "irreversible-move": IrreversibleMove,
    "idempotency-key-reused": BadRequest,
    "unknown-room": RoomGone,
    "stale-position": StalePosition,
    "undo-refused": UndoRefused,
    "room-over": RoomOver,
    "rematch-refused": RematchRefused,
    "bot-plays": BotPlays,
    "seat-present": SeatPresent,
    "rooms-unavailable": RoomsUnavailable,
}
"""Error class per code. For other codes, `ERROR_BY_STATUS` decides."""

ERROR_BY_STATUS: dict[int, type[RefereeError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: RulesError,
    429: RateLimited,
    503: Unavailable,
}


def error_from_problem(status: int, problem: Mapping[str, Any]) -> RefereeError:
    """Return the error for an HTTP status and its RFC 9457 body."""
    fallback = ServerError if status >= 500 else BadRequest
    error_class = ERROR_BY_CODE.get(str(problem.get("code", "")), ERROR_BY_STATUS.get(status, fallback))
    detail = str(problem.get("detail") or problem.get("title") or f"The service responded with status {status}.")
    return error_class(detail, status=status, problem=problem)
