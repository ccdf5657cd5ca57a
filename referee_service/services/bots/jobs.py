"""Bot requests, and the job specs that store them while searches run."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import Raw, Struct

from referee_service.bots.registry import BotName

Until = Literal["move", "turn_end"]


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


class JobSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stored bot request with its position. For a guarded match it holds the sealed state, never the credential."""

    game: str
    client_id: str
    seat: int
    request: BotRequest
    state: Raw = Raw()
    sealed_state: str = ""
    stopped: bool = False


def stable_id(kind: str, *parts: object) -> str:
    """Return a stable id: equal requests get equal ids."""
    return blake2b(msgspec.json.encode((kind, parts)), digest_size=16).hexdigest()
