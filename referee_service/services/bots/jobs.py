"""What is wanted of a bot, and the ticket that is kept of it while it is searched for."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import Raw, Struct

from referee_service.bots.registry import BotName

Until = Literal["move", "turn_end"]


class BotRequest(Struct, frozen=True, kw_only=True):
    """What is wanted of a bot."""

    bot: BotName
    seat: int | None = None
    iterations: int | None = None
    milliseconds: int | None = None
    seed: str = ""
    until: Until = "move"
    workers: int = 1
    play: bool = False


class JobSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A search that somebody asked for. Of a guarded match it holds the sealed token and the seat, never the pass."""

    game: str
    client_id: str
    seat: int
    request: BotRequest
    state: Raw = Raw()
    sealed_state: str = ""
    stopped: bool = False


def stable_id(kind: str, *parts: object) -> str:
    """A name for what was asked: asked again, it is the same."""
    return blake2b(msgspec.json.encode((kind, parts)), digest_size=16).hexdigest()
