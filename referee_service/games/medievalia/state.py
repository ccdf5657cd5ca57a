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
"""Part of the match: `draft` (first hands), then parts of a turn, then `over`."""
Victory = Literal["prestige", "military", "cards"]
"""Reason for the end: `prestige` (points reached), `military` (one side remains) or `cards` (cards ran out)."""


class MedievaliaOptions(Options, frozen=True):
    """Options of a match: the starting player."""

    first_player: SeatIndex | None = None
    """Seat that begins, counted from 0. Chance picks it if null."""


class Unit(Struct, frozen=True, array_like=True, order=True, gc=False):
    """A military or character card on the table, as [card, fief, host, turned, fiefs_marched, army, wounds]."""

    card: Troop
    """Kind of military or character card, as the id of its component."""
    fief: Fief
    """Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    host: HostOrNone = NO_HOST
    """Land of its owner where the unit guards and works: 0 is the city, 1 to 4 are territories, -1 is no land."""
    turned: bool = False
    """Whether the unit is turned, that is used, until its owner's next turn."""
    fiefs_marched: Steps = 0
    """Number of fiefs that the unit has marched in this turn, at most 1, or 2 with the power to march twice."""
    army: ArmyMark = 0
    """Army in the current battle, from 1: its own, or for a defender the one it fights. It is 0 for none.

    It is -1 from the end of its battle to the end of the turn.
    """
    wounds: Count = 0
    """Points of damage taken in this turn. A unit with as many as its defence leaves the game after the battle."""


class Land(Struct, frozen=True, array_like=True, gc=False):
    """The city or a territory with its buildings, as [card, buildings, turned]."""

    card: LandCardOrNone = NO_CARD
    """Kind of land, `city` or a territory, as the id of its component, or an empty string for an empty place."""
    buildings: BuildingRow = ()
    """Up to two buildings on the land, as ids of their components, sorted."""
    turned: bool = False
    """Whether the land is turned, that is used, until its owner's next turn."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of one player."""

    hand: Cards
    """Cards in hand, as [card, count] pairs sorted by card. They are secret: other seats' views have an empty list."""
    lands: Annotated[tuple[Land, ...], Length("hosts")]
    """Lands of the fief: entry 0 is the city, entries 1 to 4 are the places for territories."""
    units: Annotated[tuple[Unit, ...], Sorted(repeats=True)]
    """All units of the player in any fief, sorted."""
    siege: SiegeTurns
    """Number of the player's turns in a row that began under siege, 0 to 2. The third one eliminates the player."""
    alive: bool
    """Whether the player is still in the game. It is false once the player is eliminated."""


class Pile(Struct, frozen=True, array_like=True, gc=False):
    """A pile of buildings, as [top, hidden_count]."""

    top: BuildingOrNone
    """Open building on the pile, as the id of its component, or an empty string for none."""
    hidden_count: Count
    """Number of buildings that lie face down in the pile."""


class DrawDeck(Struct, frozen=True, array_like=True, gc=False):
    """A deck of cards, as [cards, last]."""

    cards: Cards
    """Face-down cards, as [card, count] pairs sorted by card. They are secret: views have an empty list."""
    last: CardOrNone
    """Open last card of the deck, or an empty string before it is turned up and after it is drawn."""

    @property
    def remaining(self) -> int:
        """Return the number of cards in the deck, the last one included."""
        return size_of(self.cards) + (self.last != NO_CARD)


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """The current battle between two seats in one fief."""

    fief: Fief
    """Fief of the battle: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
    attacker: SeatIndex
    """Seat that declared war, counted from 0."""
    defender: SeatIndex
    """Seat that is attacked, counted from 0."""
    targets: ArmyTargets = ()
    """Armies of the attacker that strike a land of the defender, as [army, host] pairs in the order of the strikes."""
    struck_buildings: StruckBuildings = ()
    """Armies that strike a military building of the defender alone, as [army, host, building] rows."""
    falling_buildings: FallingBuildings = ()
    """Military buildings of the defender that fall at the end of the battle, as sorted [host, building] pairs."""
    falling_hosts: FallingHosts = ()
    """Lands of the defender that fall at the end of the battle unless a guard survives, sorted. Host 0 is the city."""
    bonus_given: BonusPoints = ()
    """Points of defence given so far, as sorted [seat, place] pairs, one for each point. The place gave the point.

    A place is `host_` and the number of a land, or `army_` and a number.
    """


class GameEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the game and, for a victory by prestige or arms, the seats that won."""

    victory: Victory
    winners: tuple[SeatIndex, ...] = ()
    """Seats of the team that won by prestige or arms. It is empty if cards ran out: then the points decide."""


class State(AnyState, frozen=True, kw_only=True):
    """Whole state of a match. Hands and the face-down cards of the decks are secret."""

    options: MedievaliaOptions
    """Options with which the match was set up. They never change."""
    phase: Phase
    """Part of the match: `draft`, then the parts of a turn, then `over`.

    A turn begins with `start`, `draw` and `actions`. `march` begins with the first march, `war` with the first war.
    """
    active_seat: SeatIndex
    """Seat whose turn it is, counted from 0. In a battle another seat may have to decide."""
    decks: Annotated[tuple[DrawDeck, ...], Length(len(DECKS))]
    """The three decks: territory, military, character."""
    piles: Annotated[tuple[Pile, ...], Length(len(PILES))]
    """The three piles of buildings, by number: entry 0 is pile 0."""
    hidden_buildings: Buildings
    """Buildings that lie face down in all piles together, as [building, count] pairs. Every seat may see them."""
    removed: RemovedPieces
    """Cards and buildings that have left the game, as [id, count] pairs sorted by id."""
    moved_units: MovedUnits
    """Units that moved inside the fief since the last other action, as sorted [card, host] pairs. -1 is no land."""
    ally_pool: Resources
    """Resources that the ally handed over for the next purchase, as [resource, count] pairs sorted by resource."""
    ally_asked: bool
    """Whether the seat in turn has requested the ally's help since its last purchase."""
    ally_fee_paid: bool
    """Whether a resource was already lost for the ally's help in this turn. Further help in this turn is free."""
    fought_fronts: FoughtFronts
    """Battles that the seat in turn has fought in this turn, as sorted [fief, enemy seat] pairs."""
    battle: Battle | None
    """The current battle, or null if there is none."""
    game_end: GameEnd | None
    """How the game ended, or null while it runs."""
    players: tuple[Player, ...]
    """Cards of each player, by seat: entry 0 is seat 0."""
    pending: tuple[AnyFrame, ...]
    """Stack of open questions: the last one is due now, the others wait below. If empty, the seat in turn acts.

    At the end of the game it is empty too.
    """
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
