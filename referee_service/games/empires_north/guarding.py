"""What it costs to guard the locations of a cove."""

from __future__ import annotations

from msgspec import convert

from referee_service.games.empires_north.binding import ANY, GOODS, WORKER
from referee_service.games.empires_north.content import scenario
from referee_service.games.empires_north.costs import NOTHING
from referee_service.games.empires_north.empire import guarded_sites
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.state import Player, State


def guard_cost(state: State, player: Player) -> Cost:
    """The price for all locations that are left, so much for each."""
    each, sites = scenario(state).rules.guard or NOTHING, len(guarded_sites(state, player))
    counts = {name: getattr(each, name) * sites for name in (*GOODS, ANY, WORKER)}
    return convert(counts, Cost)
