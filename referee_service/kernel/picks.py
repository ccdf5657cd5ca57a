"""Picks: places that a player has pointed at, and the actions that they leave.

A pick settles one group of an action's touches. Picks come in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee_service.kernel.places import Touches


def settles(touches: Touches, picks: Sequence[str]) -> bool:
    """Return whether every pick can be given a group of its own among the touches of an action."""
    if not picks:
        return True
    first, *others = picks
    return any(
        first in group and settles((*touches[:at], *touches[at + 1 :]), others) for at, group in enumerate(touches)
    )


def open_places(listed: Iterable[Touches], picks: Sequence[str]) -> dict[str, None]:
    """Return the places that can be picked next, given the touches of all legal actions, in their order."""
    found: dict[str, None] = {}
    for touches in listed:
        if len(touches) > len(picks) and settles(touches, picks):
            places = (place for group in touches for place in group)
            found.update({place: None for place in places if settles(touches, (*picks, place))})
    return found
