"""What a bot answers: the action it chose, and how it ranks everything it might have done."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee_service.kernel.notation import notation
from referee_service.kernel.state import Action


class ActionRank(Struct, frozen=True):
    """One legal action as a bot sees it: how often it was looked into, and the lead in points it should bring."""

    notation: str
    visits: int
    value: float | None


class Choice(Struct, frozen=True):
    """A decision of a bot; `ranking` has all legal actions, the chosen one first."""

    ranking: tuple[ActionRank, ...]
    iterations: int
    nodes: int = 0
    """The positions that were looked at."""
    stopped: bool = False
    """Somebody asked for a move before the budget was used up."""

    @property
    def notation(self) -> str:
        """The action chosen."""
        return self.ranking[0].notation

    @property
    def value(self) -> float | None:
        """The lead in points that the bot expects of it."""
        return self.ranking[0].value


VALUE_DIGITS = 3
"""Values are told in thousandths of a point."""


def rank_action(action: Action, visits: int, value: float | None) -> ActionRank:
    """An action with what was found out about it."""
    return ActionRank(notation(action), visits, None if value is None else round(value, VALUE_DIGITS))


def merge_choices(choices: Sequence[Choice]) -> Choice:
    """One decision out of several searches of the same view: visits add up, values weigh by them."""
    visits: dict[str, int] = {}
    sums: dict[str, float] = {}
    guesses: dict[str, float | None] = {}
    for one in choices:
        for each in one.ranking:
            visits[each.notation] = visits.get(each.notation, 0) + each.visits
            sums[each.notation] = sums.get(each.notation, 0.0) + each.visits * (each.value or 0.0)
            guesses.setdefault(each.notation, each.value)
    together = [
        ActionRank(name, count, round(sums[name] / count, VALUE_DIGITS) if count else guesses[name])
        for name, count in visits.items()
    ]
    return Choice(
        sort_ranking(together),
        iterations=sum(one.iterations for one in choices),
        nodes=sum(one.nodes for one in choices),
        stopped=any(one.stopped for one in choices),
    )


def sort_ranking(ranking: Sequence[ActionRank]) -> tuple[ActionRank, ...]:
    """The most visited first, then the most valued; equals stay in the order of the legal list."""
    return tuple(sorted(ranking, key=lambda each: (-each.visits, -(each.value if each.value is not None else -1e9))))
