"""Bot requests, and the jobs that are stored while their searches run."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, Literal

import msgspec
from msgspec import Raw, Struct

from referee_service.bots.choice import Choice
from referee_service.bots.registry import BotName
from referee_service.kernel.struct_types import prepare_type
from referee_service.services.bots.search_task import ViewChoice

Until = Literal["move", "turn_end"]

DEFAULT_ITERATIONS: Final = 400
"""Budget of a search that names none."""


class BotRequest(Struct, frozen=True, kw_only=True):
    """A request for a bot move. The budget is per decision; `workers` share one search."""

    bot: BotName
    seat: int | None = None
    iterations: int | None = None
    milliseconds: int | None = None
    seed: str = ""
    until: Until = "move"
    workers: int = 1
    play: bool = False

    @property
    def plays_choices(self) -> bool:
        """Whether choices are played on the match: to return the position, or to find the next decision."""
        return self.play or self.until == "turn_end"


class JobSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bot request with its position. For a guarded match it holds the sealed state, never the credential."""

    game: str
    client_id: str
    seat: int
    request: BotRequest
    state: Raw = Raw()
    sealed_state: str = ""


@prepare_type
class BotJob(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stored job: its spec, and the part of the turn that is decided and played."""

    spec: JobSpec
    quota_id: str = ""
    """Name under which the searches of the job count: that of the client that requested it last."""
    choices: tuple[Choice, ...] = ()
    """The choices so far. If choices are played, the last one may still wait for it."""
    played: int = 0
    """Number of choices that are played and, in a guarded match, committed."""
    ahead: tuple[ViewChoice, ...] = ()
    """Choices that workers made for later views. One is used if the seat really sees its view."""
    searches: tuple[str, ...] = ()
    """Ids of the latest searches. If one fails, the job has failed."""
    is_searched: bool = False
    """Whether the results of these searches are among the choices. Until then the next choice waits for them."""
    finished: bool = False
    stopped: bool = False
    error: str = ""
    """Name of the service error that ended the turn: the match was continued elsewhere, or its guard is lost."""

    @property
    def is_over(self) -> bool:
        """Whether the turn is complete, or cannot continue."""
        return self.finished or bool(self.error)

    @property
    def has_begun_play(self) -> bool:
        """Whether the last choice is being played. A guarded match may already have committed it."""
        return self.spec.request.plays_choices and self.played < len(self.choices)

    @property
    def shown_choices(self) -> tuple[Choice, ...]:
        """The choices that a client may see: all, or those that are played if the request plays them."""
        return self.choices[: self.played] if self.spec.request.plays_choices else self.choices


def stable_id(kind: str, *parts: object, key: bytes) -> str:
    """Return a stable id: equal requests get equal ids. Without the key (empty for open matches) no client knows it."""
    return blake2b(msgspec.json.encode((kind, parts)), digest_size=16, key=key).hexdigest()
