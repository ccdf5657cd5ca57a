"""What makes a state impossible."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.state import State
from referee_service.kernel.ruling import Fault


def audit(state: State) -> Iterator[Fault]:
    """Every violated invariant."""
    yield from ()
