"""Cache of passed player checks. Most moves change only one player, so the others need no new check."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.kernel.rules import Fault

from ..state import Player, State

Check = Callable[[State, Player, str], Iterator[Fault]]

_PASSED: set[tuple[object, ...]] = set()
"""Keys of the checks that found no fault."""
_MAX_ENTRIES = 20_000
"""Number of entries after which the cache is emptied."""


def cached_faults(state: State, seat: int, check: Check) -> Iterator[Fault]:
    """Yield the faults that a check finds in a player. Of the state, it may read only content and scenario."""
    player = state.players[seat]
    scenario = (state.options.scenario, state.options.slots) if state.solo is not None else None
    key = (check, state.pack, scenario, player)
    if key in _PASSED:
        return
    faults = list(check(state, player, f"players[{seat}]"))
    if not faults:
        if len(_PASSED) >= _MAX_ENTRIES:
            _PASSED.clear()
        _PASSED.add(key)
    yield from faults
