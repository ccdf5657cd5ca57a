"""Chance deals a clan to a player."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.empires_north.questions import DealClanFrame
from referee_service.games.empires_north.setup import assign_clan, available_clans
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class DealClan(Action, frozen=True, tag="deal_clan"):
    """A player receives a clan at random."""

    clan: Annotated[str, Domain("clan")]


def outcomes(state: State) -> list[tuple[DealClan, int]]:
    """Return every clan that no player has, with equal weight."""
    return [(DealClan(clan), 1) for clan in available_clans(state)]


def apply(state: State, action: DealClan) -> State:
    """Set the player up with the clan."""
    return assign_clan(pop(state), expect_top(state, DealClanFrame).recipient, action.clan)


DEAL_CLAN = chance_verb(DealClan, outcomes, apply)
