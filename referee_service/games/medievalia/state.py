"""State of Medievalia: structs, and queries that several rules share."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from referee_service.kernel.bags import size_of
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.shape import Length, Sorted
from referee_service.kernel.state import Options, ScoreLines
from referee_service.kernel.state import State as AnyState

from .content.tables import DECKS, PACKS, PILES, Content, content
from .fields import (
    NO_CARD,
    NO_HOST,
    ArmyMark,
    ArmyTargets,
    BonusPoints,
    BuildingOrNone,
    BuildingRow,
    Buildings,
    CardOrNone,
    Cards,
    Count,
    FallingBuildings,
    FallingHosts,
    Fief,
    FoughtFronts,
    HostOrNone,
    LandCardOrNone,
    MovedUnits,
    RemovedPieces,
    Resources,
    SeatIndex,
    SiegeTurns,
    Steps,
    StruckBuildings,
    Troop,
)
from .questions import AnyFrame

Phase = Literal["draft", "start", "draw", "actions", "march", "war", "over"]
Victory = Literal["prestige", "military", "cards"]


class MedievaliaOptions(Options, frozen=True):
    """Options of a match."""

    first_player: SeatIndex | None = None
    """The seat that begins. None: chance picks it."""


class Unit(Struct, frozen=True, array_like=True, order=True, gc=False):
    """A military or character card on the table."""

    card: Troop
    fief: Fief
    host: HostOrNone = NO_HOST
    """The city (0) or territory of the owner's fief where it guards and works, or `NO_HOST`."""
    turned: bool = False
    fiefs_marched: Steps = 0
    """The number of fiefs it has marched in this turn."""
    army: ArmyMark = 0
    """Its army in the current battle, 0 if none. `ALREADY_FOUGHT` from the battle to the end of the turn."""
    wounds: Count = 0
    """Damage taken in this turn."""


class Land(Struct, frozen=True, array_like=True, gc=False):
    """The city or a territory with its buildings. An empty place of a fief has no card."""

    card: LandCardOrNone = NO_CARD
    buildings: BuildingRow = ()
    turned: bool = False


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one seat."""

    hand: Cards
    lands: Annotated[tuple[Land, ...], Length("hosts")]
    """The city first, then the places for territories."""
    units: Annotated[tuple[Unit, ...], Sorted(repeats=True)]
    """All units of the player in any fief, sorted."""
    siege: SiegeTurns
    """The number of the player's turns in a row that began under siege."""
    alive: bool
    """False once the player is eliminated."""


class Pile(Struct, frozen=True, array_like=True, gc=False):
    """A pile of buildings: the open one on top, and the count of those face down beneath it."""

    top: BuildingOrNone
    hidden_count: Count


class DrawDeck(Struct, frozen=True, array_like=True, gc=False):
    """A deck: the cards that lie face down, and the last card, which is visible."""

    cards: Cards
    last: CardOrNone

    @property
    def remaining(self) -> int:
        """Return the number of cards in the deck, the last one included."""
        return size_of(self.cards) + (self.last != NO_CARD)


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """The current battle."""

    fief: Fief
    attacker: SeatIndex
    defender: SeatIndex
    targets: ArmyTargets = ()
    """Armies of the attacker, each with the host that it strikes."""
    struck_buildings: StruckBuildings = ()
    """Armies of the attacker that strike a military building alone, each with its host and name."""
    falling_buildings: FallingBuildings = ()
    """Military buildings that fall at the end of the battle, as host and name."""
    falling_hosts: FallingHosts = ()
    """Hosts that fall at the end of the battle unless a guard survives."""
    bonus_given: BonusPoints = ()
    """One entry for each point of defence given so far: the seat, and the host or army that gave it."""


class GameEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the game. A victory by prestige or arms names the seats that won."""

    victory: Victory
    winners: tuple[SeatIndex, ...] = ()


class State(AnyState, frozen=True, kw_only=True):
    """The full state of a match. Hands and the face-down cards of the decks are secret."""

    options: MedievaliaOptions
    phase: Phase
    active_seat: SeatIndex
    """The seat whose turn it is."""
    decks: Annotated[tuple[DrawDeck, ...], Length(len(DECKS))]
    piles: Annotated[tuple[Pile, ...], Length(len(PILES))]
    hidden_buildings: Buildings
    """The buildings that lie face down."""
    removed: RemovedPieces
    """Cards and buildings that have left the game."""
    moved_units: MovedUnits
    """Units moved inside the fief since the last other action, as card and new host."""
    ally_pool: Resources
    """The resources that the ally produced for the next purchase."""
    ally_asked: bool
    """Whether the ally was asked since the last purchase."""
    ally_fee_paid: bool
    """Whether the surcharge for the ally's help was paid in this turn."""
    fought_fronts: FoughtFronts
    """The battles that the player in turn has fought, as fief and enemy seat."""
    battle: Battle | None
    game_end: GameEnd | None
    players: tuple[Player, ...]
    pending: tuple[AnyFrame, ...]
    score_lines: ScoreLines

    @property
    def active_player(self) -> Player:
        """Return the player in turn."""
        return self.players[self.active_seat]


def output_of(state: State, seat: int, host: int) -> tuple[int, ...]:
    """Return the output of a city or territory as parts: the land, then each worker, then each civil building."""
    player = state.players[seat]
    standing = tuple(unit.card for unit in player.units if unit.host == host)
    return output(state.pack, player.lands[host].card, player.lands[host].buildings, standing)


@lru_cache(maxsize=MEMO_ENTRIES)
def output(pack: str, land: str, buildings: tuple[str, ...], standing: tuple[str, ...]) -> tuple[int, ...]:
    """Return the output of a land with these buildings and these units on it, as parts."""
    tables = PACKS.get(pack)
    if not land:
        return ()
    workers = sum(card in tables.workers for card in standing)
    civil = sum(building in tables.civil for building in buildings)
    parts = [1] * min(workers, tables.numbers["workers_per_host"]) + [tables.numbers["civil_output"]] * civil
    return (tables.lands[land].output, *parts)


def production(state: State, seat: int, resource: str) -> int:
    """Return how much of a resource the lands of a player yield, turned or not, without powers."""
    lands, total = content(state).lands, 0
    for host, land in enumerate(state.players[seat].lands):
        if land.card and lands[land.card].resource == resource:
            total += sum(output_of(state, seat, host))
    return total


def max_units_fed(state: State, seat: int) -> int:
    """Return the number of units that the food of a player can feed."""
    return production(state, seat, "food") * content(state).numbers["fed_per_food"]


def lacks_food(state: State, seat: int) -> bool:
    """Return whether a player has more units on the table than the food can feed."""
    units = state.players[seat].units
    return bool(units) and len(units) > max_units_fed(state, seat)


def buildings_of(player: Player) -> list[str]:
    """Return all buildings of a player."""
    return [building for land in player.lands for building in land.buildings]


def is_guarded(tables: Content, player: Player, host: int) -> bool:
    """Return whether a unit or a military building stands on a land."""
    military = any(building not in tables.civil for building in player.lands[host].buildings)
    return military or any(unit.host == host for unit in player.units)


def prestige(state: State, seat: int) -> int:
    """Return the points of a player's buildings. A second one of the same kind counts nothing."""
    buildings = content(state).buildings
    return sum(buildings[name].points for name in set(buildings_of(state.players[seat])))


def hand_size(state: State, seat: int) -> int:
    """Return the number of cards in a player's hand. It is public."""
    return size_of(state.players[seat].hand)
