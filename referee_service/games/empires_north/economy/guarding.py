"""What it costs to guard the locations of a cove."""

from __future__ import annotations

from msgspec import convert

from referee_service.games.empires_north.content.cards import ANY, GOODS, WORKER
from referee_service.games.empires_north.content.schema import Cost
from referee_service.games.empires_north.content.tables import scenario
from referee_service.games.empires_north.economy.costs import NO_COST
from referee_service.games.empires_north.empire.cards import guardable_sites
from referee_service.games.empires_north.state import Player, State


def guard_cost(state: State, player: Player) -> Cost:
    """The price for all locations that are left, so much for each."""
    each, sites = scenario(state).rules.guard or NO_COST, len(guardable_sites(state, player))
    counts = {name: getattr(each, name) * sites for name in (*GOODS, ANY, WORKER)}
    return convert(counts, Cost)
