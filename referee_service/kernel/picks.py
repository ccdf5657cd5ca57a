"""Picks: places that a player has pointed at, and the actions that they leave.

A pick matches one group of an action's touches. Picks come in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee_service.kernel.places import Group, Touches

Picks = tuple[str, ...]
"""The names of places that a player points at, in order."""


def touched(groups: Sequence[Group], picks: Picks) -> int:
    """Return how many picks can each get a group of their own. A group has at most one pick."""
    pick_of: dict[int, str] = {}

    def place(pick: str, tried: set[int]) -> bool:
        """Give a pick a free group, or one whose own pick can move to another group."""
        for at, group in enumerate(groups):
            if pick in group and at not in tried:
                tried.add(at)
                if at not in pick_of or place(pick_of[at], tried):
                    pick_of[at] = pick
                    return True
        return False

    return sum(place(pick, set()) for pick in picks)


def matches_picks(touches: Touches, picks: Picks) -> bool:
    """Return whether every pick can be given a group of its own among the touches of an action."""
    return touched(touches, picks) == len(picks)


def open_places(listed: Iterable[Touches], picks: Picks) -> dict[str, None]:
    """Return the places that can be picked next, given the touches of all legal actions, in their order."""
    found: dict[str, None] = {}
    for touches in listed:
        if len(touches) > len(picks) and matches_picks(touches, picks):
            places = (place for group in touches for place in group)
            found.update({place: None for place in places if matches_picks(touches, (*picks, place))})
    return found
