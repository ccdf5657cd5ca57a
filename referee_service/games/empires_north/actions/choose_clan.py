"""Choice of a clan in the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.setup import assign_clan, available_clans
from referee_service.games.empires_north.state import State, deciding_seat
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class ChooseClan(Action, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""

    clan: Annotated[str, Domain("clan")]


def candidates(state: State) -> list[ChooseClan]:
    """Return every clan that no player has."""
    return [ChooseClan(clan) for clan in available_clans(state)]


def objections(state: State, action: ChooseClan) -> Iterator[Refusal]:
    """Yield the reason if another player has this clan."""
    if action.clan not in available_clans(state):
        yield refuse("choose_clan.free", clan=action.clan)


def apply(state: State, action: ChooseClan) -> State:
    """Set the player up with the clan."""
    return assign_clan(pop(state), deciding_seat(state), action.clan)


CHOOSE_CLAN = verb(ChooseClan, candidates, objections, apply, exact=True)
