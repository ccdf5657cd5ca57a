"""The error of the tools, and its text for errors of the service."""

from __future__ import annotations

from referee_sdk.agents.texts import Texts
from referee_sdk.errors import IllegalMove, RateLimited, RefereeError, RoomGone, ServerError
from referee_sdk.models import Refusal


class AgentError(Exception):
    """Reason why a tool has done nothing, and what to do next, as a text for a language model."""


def refusal_line(refusal: Refusal) -> str:
    """Return a refusal as one line: its sentence and the id that the tool `rules` finds."""
    return f"{refusal.message} ({refusal.rule})"


def error_text(error: RefereeError, texts: Texts) -> str:
    """Return what an error of the service means for an agent. It never has the number of a request."""
    if isinstance(error, IllegalMove):
        return "\n".join(map(refusal_line, error.refusals)) or error.detail
    if isinstance(error, RoomGone):
        return texts.get("room gone")
    if isinstance(error, RateLimited | ServerError):
        return texts.get("try again", reason=error.detail)
    detail = error.detail.replace("`notation`", "`move`").replace("chance.seed", "`seed`")  # the arguments of the tools
    detail = detail.replace(": notation: ", ": `move`: ")
    return detail.replace("Longer than maximum length ", "longer than its maximum length, ")
