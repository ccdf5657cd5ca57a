"""The choice of a bot: the action it picked, and the ranking of all legal actions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee_service.kernel.notation import notation
from referee_service.kernel.state import Action
from referee_service.kernel.struct_types import prepare_type


@prepare_type
class ActionRank(Struct, frozen=True):
    """One legal action in a ranking: its visits, and the score lead that the bot expects from it."""

    notation: str
    visits: int
    value: float | None


class Choice(Struct, frozen=True):
    """The answer of a bot. `ranking` has every legal action once, the picked one first."""

    ranking: tuple[ActionRank, ...]
    iterations: int
    nodes: int = 0
    """Number of simulated states that the search created. 0 for a bot that does not search."""
    stopped: bool = False
    """True if the caller stopped the search before its budget was used."""

    @property
    def notation(self) -> str:
        """The picked action."""
        return self.ranking[0].notation

    @property
    def value(self) -> float | None:
        """The expected score lead of the picked action."""
        return self.ranking[0].value


VALUE_DIGITS = 3
"""Values are rounded to thousandths of a point."""


def rank_action(action: Action, visits: int, value: float | None) -> ActionRank:
    """Return the rank of an action."""
    return ActionRank(notation(action), visits, None if value is None else round(value, VALUE_DIGITS))


def merge_choices(choices: Sequence[Choice]) -> Choice:
    """Merge the choices of several searches of one view. Visits are added; values are weighted by visits."""
    visits: dict[str, int] = {}
    sums: dict[str, float] = {}
    unvisited_values: dict[str, float | None] = {}
    for one in choices:
        for each in one.ranking:
            visits[each.notation] = visits.get(each.notation, 0) + each.visits
            sums[each.notation] = sums.get(each.notation, 0.0) + each.visits * (each.value or 0.0)
            unvisited_values.setdefault(each.notation, each.value)
    together = [
        ActionRank(name, count, round(sums[name] / count, VALUE_DIGITS) if count else unvisited_values[name])
        for name, count in visits.items()
    ]
    return Choice(
        sort_ranking(together),
        iterations=sum(one.iterations for one in choices),
        nodes=sum(one.nodes for one in choices),
        stopped=any(one.stopped for one in choices),
    )


def sort_ranking(ranking: Sequence[ActionRank]) -> tuple[ActionRank, ...]:
    """Sort a ranking: most visits first, then highest value. Ties keep the order of the legal list."""
    return tuple(sorted(ranking, key=lambda each: (-each.visits, -(each.value if each.value is not None else -1e9))))
