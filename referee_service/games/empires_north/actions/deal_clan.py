"""Chance: the clan of a player."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.empires_north.questions import DealClan as Dealing
from referee_service.games.empires_north.setup import clans_left, take_clan
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.state import Action, Domain


class DealClan(Action, frozen=True, tag="deal_clan"):
    """A player is dealt a clan."""

    clan: Annotated[str, Domain("clan")]


def outcomes(state: State) -> list[tuple[DealClan, int]]:
    """Every clan that nobody has, equally likely."""
    return [(DealClan(clan), 1) for clan in clans_left(state)]


def apply(state: State, action: DealClan) -> State:
    """The clan is set up."""
    return take_clan(pop(state), asking(state, Dealing).to, action.clan)


DEAL_CLAN = chance_verb(DealClan, outcomes, apply)
