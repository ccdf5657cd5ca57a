"""The verb `keep_basics`: keep as many basic resources as the fortifications allow, on passing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from referee_service.games.settlement.content.tables import BASICS
from referee_service.games.settlement.fields import ResourceField
from referee_service.games.settlement.reserve import discard_other_basics
from referee_service.games.settlement.state import State, amount_of, basics_of, max_kept_basics
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class KeepBasics(Action, frozen=True, tag="keep_basics"):
    """Keep these basic resources, sorted by name."""

    kept: tuple[ResourceField, ...]


def candidates(state: State) -> list[KeepBasics]:
    """Return every choice of the allowed number of basic resources."""
    player, max_kept = state.active_player, max_kept_basics(state, state.active_player)
    counts = product(*(range(min(max_kept, amount_of(player, basic)) + 1) for basic in BASICS))
    return [KeepBasics(_expand_counts(chosen)) for chosen in counts if sum(chosen) == max_kept]


def _expand_counts(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Return the basic resources one by one, sorted, from the count of each."""
    return tuple(basic for basic, count in zip(BASICS, counts, strict=True) for _ in range(count))


def objections(state: State, action: KeepBasics) -> Iterator[Refusal]:
    """Yield every reason why exactly these resources may not be kept."""
    player = state.active_player
    if Counter(action.kept) - Counter(basics_of(player)):
        yield refuse("keep_basics.held", kept=action.kept)
    if len(action.kept) != max_kept_basics(state, player):
        yield refuse("keep_basics.count", found=len(action.kept), wanted=max_kept_basics(state, player))
    if list(action.kept) != sorted(action.kept):
        yield refuse("keep_basics.sorted")


def apply(state: State, action: KeepBasics) -> State:
    """Discard the other basic resources."""
    return discard_other_basics(pop(state), state.active_seat, action.kept)


KEEP_BASICS = verb(KeepBasics, candidates, objections, apply, exact=True)
