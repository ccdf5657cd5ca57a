"""The context of a client: its language, the parts of a position it requests, its id and its credential."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee_service.kernel.rules import Language
from referee_service.services.matches.responses import DEFAULT_PARTS, ActionForm


@dataclass(frozen=True, slots=True)
class ClientContext:
    """The client of a request: language of its texts and parts of a position it requests.

    `client_id` is its namespace of cache and jobs, and `quota_id` the name under which its searches count. `credential`
    opens jobs of guarded matches. `actions` says how legal lists are written.
    """

    language: Language = "en"
    include: frozenset[str] = frozenset(DEFAULT_PARTS)
    client_id: str = ""
    quota_id: str = ""
    credential: str = field(default="", repr=False)
    actions: ActionForm = "full"
