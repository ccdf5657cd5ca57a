"""Undo at a table: at once if nothing was revealed, else after the other users agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.seats import SeatMap
from referee_sdk.errors import RulesError, StalePosition, UndoRefused


@dataclass
class UndoRequest:
    """An undo that needs consent: the user who requests it, the seat, and the users who have not agreed yet."""

    user: str
    seat: int
    waiting: set[str]


@dataclass(frozen=True)
class UndoReply:
    """Lines for the chat (`to` None: for all), and whether the match was changed."""

    lines: tuple[str, ...]
    to: str | None = None
    is_undone: bool = False


class UndoAgreement:
    """Pending undo request of one table; there is at most one."""

    def __init__(self, seats: SeatMap, formatter: ChatFormatter) -> None:
        self.seats, self.formatter = seats, formatter
        self.match = seats.match
        self._pending: UndoRequest | None = None

    def cancel(self) -> None:
        """Drop the pending request."""
        self._pending = None

    def request(self, user: str) -> UndoReply:
        """Undo the user's last move, or ask for consent if the moves since then revealed something.

        The other users must agree. A user without human opponents must confirm. In a room the service decides alone.
        """
        seat = self.seats.last_decision_seat(user)
        if seat is None:
            return self._reply("nothing to undo", user=user)
        try:
            self.match.undo(seat=seat)
        except StalePosition:
            raise
        except UndoRefused as error:
            if not error.reasons:
                return UndoReply((error.detail,), to=user)
            others = set(self.seats.users) - {user}
            self._pending = UndoRequest(user, seat, others or {user})
            return self._consent_question(self._pending, error.reasons)
        except RulesError:
            return self._reply("nothing to undo", user=user)
        return self._undone(user)

    def agree(self, user: str) -> UndoReply:
        """Note the consent of a user, and undo once all have agreed."""
        pending = self._pending
        if pending is None or user not in pending.waiting:
            return UndoReply((self.formatter.text("nothing to agree"),), to=user)
        pending.waiting.discard(user)
        agreed = self._reply("agreed", user=user)
        if pending.waiting:
            return agreed
        self.match.undo(seat=pending.seat, force=True)
        undone = self._undone(pending.user)
        return UndoReply(agreed.lines + undone.lines, is_undone=True)

    def _consent_question(self, request: UndoRequest, reasons: Sequence[str]) -> UndoReply:
        facts = {
            "user": self.formatter.user_name(request.user),
            "reasons": ", ".join(self.formatter.text(f"revealed {reason}") for reason in reasons),
            "others": ", ".join(self.formatter.user_name(each) for each in sorted(request.waiting)),
        }
        return UndoReply((self.formatter.text("undo consent", **facts),))

    def _undone(self, user: str) -> UndoReply:
        return UndoReply((self.formatter.text("undone", user=self.formatter.user_name(user)),), is_undone=True)

    def _reply(self, key: str, *, user: str) -> UndoReply:
        return UndoReply((self.formatter.text(key, user=self.formatter.user_name(user)),))
