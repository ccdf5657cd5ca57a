"""From options to the first state: pieces counted out, and what chance and the players do before the first turn."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.content import SHELF, SPACES, STREETS, Content
from referee_service.games.settlement.state import (
    EMPTY,
    FillMarket,
    FillRow,
    PickStarter,
    Player,
    RevealArtefacts,
    SettlementOptions,
    State,
    Supply,
    TakeArtefact,
)
from referee_service.games.settlement.table import NOTHING
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import bag_of


def setup(seats: int, options: SettlementOptions, pack: str) -> State:
    """A table with all pieces in their places, before chance has acted."""
    tables = SHELF.find(pack)
    if options.first_player is not None and options.first_player not in range(seats):
        raise ValueError(f"first_player is one of the seats 0 to {seats - 1}")
    state = State(
        pack=pack,
        options=options,
        stage="draft",
        round=0,
        first=0,
        next_first=None,
        active=0,
        acted=False,
        invited=False,
        swapped=(),
        market=(NOTHING,) * tables.numbers["market_slots"],
        row=(EMPTY,) * len(tables.surcharges),
        artefacts=(),
        supply=_supply(tables),
        players=(new_player(tables),) * seats,
        pending=(),
        points=((),) * seats,
    )
    lots = (RevealArtefacts(CHANCE, artefacts_offered(tables, seats)), FillRow(CHANCE), FillMarket(CHANCE))
    if options.first_player is None and seats > 1:
        return push(state, PickStarter(CHANCE), *lots)
    return push(draft_from(state, options.first_player or 0), *lots)


def artefacts_offered(tables: Content, seats: int) -> int:
    """How many artefacts are turned up: one for each player, and some more."""
    return seats + tables.numbers["spare_artefacts"]


def new_player(tables: Content) -> Player:
    """What everybody begins with."""
    return Player(
        reserve=tables.start,
        villagers=tables.numbers["villagers"],
        bonus=0,
        bonus_used=0,
        wilderness=(EMPTY,) * len(SPACES),
        monsters=(),
        forts=(),
        colony=(EMPTY,) * len(SPACES),
        stored=(0,) * len(SPACES),
        regions=(0,) * len(STREETS),
        streets=(0,) * len(STREETS),
        used_forts=(),
        artefact=EMPTY,
        heroes=(),
        passed=False,
    )


def _supply(tables: Content) -> Supply:
    one, two, three = tables.terrain_piles
    heroes, artefacts = bag_of(tables.heroes), bag_of(tables.artefacts)
    return Supply(one, two, three, buildings=tables.building_pile, heroes=heroes, artefacts=artefacts, box=())


def draft_order(state: State) -> tuple[int, ...]:
    """The seats in the order of the draft: the last player first, then counter-clockwise."""
    seats = len(state.players)
    return tuple((state.first - 1 - place) % seats for place in range(seats))


def draft_from(state: State, starter: int) -> State:
    """The starter is known, and so is the order in which artefacts are chosen."""
    state = replace(state, first=starter, active=starter)
    return push(state, *(TakeArtefact(seat) for seat in reversed(draft_order(state))))
