"""What it costs to guard the locations of a cove."""

from __future__ import annotations

from msgspec.structs import asdict

from referee_service.games.empires_north.content import scenario
from referee_service.games.empires_north.costs import NOTHING
from referee_service.games.empires_north.empire import guarded_sites
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.state import Player, State


def guard_cost(state: State, player: Player) -> Cost:
    """The price for all locations that are left, so much for each."""
    each, sites = scenario(state).rules.guard or NOTHING, len(guarded_sites(state, player))
    return Cost(**{name: count * sites for name, count in asdict(each).items() if isinstance(count, int) and count})
