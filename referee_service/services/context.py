"""The context of a client: its language, the parts of a position it requests, its id and its credential."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from msgspec import UNSET, UnsetType

from referee_service.kernel.rules import Language
from referee_service.services.matches.responses import DEFAULT_PARTS, ActionForm

_DEFAULT_PARTS: Final = frozenset(DEFAULT_PARTS)


@dataclass(frozen=True, slots=True)
class ClientContext:
    """The client of a request: language of its texts and parts of a position it requests.

    `client_id` is its namespace of cache and jobs, and `quota_id` the name under which its searches count. `credential`
    opens jobs of guarded matches. `actions` says how legal lists are written.
    """

    language: Language = "en"
    include: frozenset[str] = _DEFAULT_PARTS
    client_id: str = ""
    quota_id: str = ""
    credential: str = field(default="", repr=False)
    actions: ActionForm = "full"


def requested_parts(include: Iterable[str] | UnsetType) -> frozenset[str]:
    """Return the parts of a position that a request selects, or the default ones if it selects none."""
    return _DEFAULT_PARTS if include is UNSET else frozenset(include)


def requested_form(actions: ActionForm | UnsetType) -> ActionForm:
    """Return how a request wants its legal lists."""
    return "full" if actions is UNSET else actions
