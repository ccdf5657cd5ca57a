"""Agreement of the users of a table: to an undo that reveals something, or to a bot for a user who is away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee_sdk.chat.departures import Departures
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.phrases import consent_in
from referee_sdk.chat.replies import TableReply
from referee_sdk.chat.seats import SeatMap
from referee_sdk.errors import RulesError, StalePosition, UndoRefused


@dataclass
class AgreementRequest:
    """A request that needs consent: the user who makes it, and the users who have not agreed yet.

    It is an undo of the last move of `seat`, or a bot for the user `absent`.
    """

    user: str
    waiting: list[str]
    seat: int | None = None
    absent: str | None = None


class Agreement:
    """Pending request of one table; there is at most one."""

    def __init__(self, seats: SeatMap, formatter: ChatFormatter, departures: Departures) -> None:
        self.seats, self.formatter, self.departures = seats, formatter, departures
        self.match = seats.match
        self.pending: AgreementRequest | None = None

    def saved(self) -> dict[str, Any] | None:
        """Return the pending request as JSON."""
        return None if self.pending is None else asdict(self.pending)

    def restore(self, saved: dict[str, Any] | None) -> None:
        """Set the pending request of a saved table."""
        self.pending = None if saved is None else AgreementRequest(**saved)

    def cancel(self) -> None:
        """Drop the pending request."""
        self.pending = None

    def request_undo(self, user: str) -> TableReply:
        """Undo the user's last move, or ask for consent if the moves since then revealed something.

        The other users must agree; a person who plays with bots alone needs no consent. In a room the service decides.
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
                return TableReply((error_text(error, self.formatter.language),), to=user)
            others = [each for each in self.seats.users if each != user]
            request = AgreementRequest(user, others or [user], seat=seat)
            if not others and self.departures.room is None:
                return self._grant(request)
            self.pending = request
            return self._undo_question(self.pending, error.reasons)
        except RulesError:
            return self._reply("nothing to undo", user=user)
        return self._undone(user)

    def request_bot(self, user: str, name: str) -> TableReply:
        """Let a bot play for an absent user, once the remaining users agree. Alone, a user must wait some minutes."""
        if user not in self.seats.users:
            return TableReply(self._reply("watching", user=user).lines, to=user)
        if self.match.is_over:
            return self._reply("after over", user=user)
        absent = self.departures.user_called(name)
        if absent is None and (elsewhere := self.departures.replace_elsewhere(user, name)) is not None:
            return elsewhere
        if absent is None or absent == user:
            return self.departures.leave(user) if absent else self.departures.unknown_user(user, name)
        others = [each for each in self.seats.users if each not in (user, absent)]
        if not others or self.departures.room is not None:
            return self.departures.replace_absent(user, absent)
        self.pending = AgreementRequest(user, others, absent=absent)
        facts = {"absent": self.formatter.user_name(absent), "others": self._names(others)}
        return TableReply((self.formatter.text("bot request", user=self.formatter.user_name(user), **facts),))

    def note_presence(self, user: str) -> TableReply:
        """Drop the request for a bot if the absent user writes."""
        if self.pending is None or self.pending.absent != user:
            return TableReply(())
        self.cancel()
        return self._reply("still here", user=user)

    def answer_in(self, user: str, words: str) -> str | None:
        """Return the command `agree` or `decline` if the user answers the request with "yes" or "no"; else None."""
        consent = consent_in(words)
        if consent is None or self.pending is None or user not in self.pending.waiting:
            return None
        return "agree" if consent else "decline"

    def decline(self, user: str) -> TableReply:
        """Drop the request that waits for the user."""
        if self.pending is None or user not in self.pending.waiting:
            return TableReply((self.formatter.text("nothing to agree"),), to=user)
        self.cancel()
        return self._reply("declined", user=user)

    def agree(self, user: str) -> TableReply:
        """Note the consent of a user, and grant the request once all have agreed who still play."""
        pending = self.pending
        if pending is None or user not in pending.waiting:
            return TableReply((self.formatter.text("nothing to agree"),), to=user)
        pending.waiting = [each for each in pending.waiting if each != user and each in self.seats.users]
        agreed = self._reply("agreed", user=user)
        if pending.waiting:
            return agreed
        self.cancel()
        granted = self._grant(pending)
        return TableReply(agreed.lines + granted.lines, is_changed=granted.is_changed)

    def _grant(self, request: AgreementRequest) -> TableReply:
        if request.absent is not None:
            return self.departures.give_to_bot(request.absent, "bot replaces")
        self.match.undo(seat=request.seat, force=True)
        return self._undone(request.user)

    def _undo_question(self, request: AgreementRequest, reasons: Sequence[str]) -> TableReply:
        facts = {
            "user": self.formatter.user_name(request.user),
            "reasons": self.formatter.enumeration([self.formatter.text(f"revealed {each}") for each in reasons]),
            "others": self._names(request.waiting),
        }
        return TableReply((self.formatter.text("undo consent", **facts),))

    def _names(self, users: Sequence[str]) -> str:
        return ", ".join(map(self.formatter.user_name, users))

    def _undone(self, user: str) -> TableReply:
        return TableReply((self.formatter.text("undone", user=self.formatter.user_name(user)),), is_changed=True)

    def _reply(self, key: str, *, user: str) -> TableReply:
        return TableReply((self.formatter.text(key, user=self.formatter.user_name(user)),))
