"""State of Settlement: structs, and queries about boards, resources and permits."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from referee_service.kernel.bags import Bag, count_in, pieces_of, size_of
from referee_service.kernel.rules import Fact
from referee_service.kernel.shape import Length
from referee_service.kernel.state import Options, ScoreLines
from referee_service.kernel.state import State as AnyState

from .content.schema import Permit
from .content.tables import ANY_BASIC, BASICS, COLUMNS, RESOURCES, SPACES, STREETS, Content, content
from .fields import (
    Activations,
    ArtefactPile,
    Artefacts,
    Basics,
    BasicVillagers,
    BonusVillagers,
    BuildingPile,
    Buildings,
    Count,
    Heroes,
    HeroPile,
    HeroPlaces,
    OptionalArtefact,
    OptionalBuilding,
    RemovedPieces,
    Resources,
    Round,
    SeatIndex,
    Spaces,
    TerrainPile,
    Terrains,
    Tokens,
)
from .questions import AnyFrame

EMPTY = ""
"""The entry of an empty space, market slot or place of the hero row."""

Stage = Literal["draft", "turns", "over"]
"""Part of the match: `draft` (set-up and first artefacts), `turns`, then `over`."""


class SettlementOptions(Options, frozen=True):
    """Options of a match: the starting player."""

    first_player: SeatIndex | None = None
    """Seat that begins, counted from 0. Chance picks it if null; a solo player always begins."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one player, all open to every seat."""

    reserve: Resources
    """Resources that the player has, as [resource, count] pairs sorted by resource. Stored ones are not included."""
    villagers: BasicVillagers
    """Number of basic villagers, 0 to 6, that the player has not used yet in this round."""
    bonus_villagers: BonusVillagers
    """Number of bonus villagers that the player has not used yet. They stay for later rounds."""
    bonus_used: BonusVillagers
    """Number of bonus villagers used in this round. They return to the supply when the player passes."""
    wilderness: Terrains
    """Type of terrain tile on each space: entries 0 to 2 are region I, 3 to 5 region II, 6 to 8 region III.

    An empty string is an unexplored space.
    """
    monsters: Spaces
    """Spaces of the wilderness with a monster, 0 to 8, sorted. The terrain tile names the monster."""
    fortifications: Spaces
    """Spaces of the wilderness with a fortification, 0 to 8, sorted."""
    colony: Buildings
    """Type of building tile on each space: entries 0 to 2 are the upper street, 3 to 5 the middle, 6 to 8 the lower.

    An empty string is a space without a building.
    """
    stored: Tokens
    """Number of gold or diamonds stored on the building of each space of the colony. They count only for points."""
    regions: Activations
    """Number of activations of regions I, II and III in this round. An artefact allows a second one."""
    streets: Activations
    """Number of activations of the upper, middle and lower street in this round. An artefact allows a second one."""
    activated_fortifications: Spaces
    """Spaces of the fortifications that were activated in this round, 0 to 8, sorted."""
    artefact: OptionalArtefact
    """Artefact of the player in this round, as the id of its component, or an empty string before its first one."""
    heroes: Heroes
    """Heroes that the player has invited, as ids of their components, sorted."""
    passed: bool
    """Whether the player has passed and is out of this round. It becomes false when the next round begins."""


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """Slot of the market with buildings of one type. At the end of a round, slots of one type are merged."""

    building: OptionalBuilding
    """Type of building tile on offer, as the id of its component, or an empty string for an empty slot."""
    count: Count
    """Number of building tiles in the slot, 0 for an empty slot."""


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Face-down piles and removed pieces, as the count of each. Chance decides which piece comes when it draws."""

    terrain_1: TerrainPile
    """Face-down terrain tiles for region I, as [terrain, count] pairs."""
    terrain_2: TerrainPile
    """Face-down terrain tiles for region II, as [terrain, count] pairs."""
    terrain_3: TerrainPile
    """Face-down terrain tiles for region III, as [terrain, count] pairs."""
    buildings: BuildingPile
    """Face-down building tiles of all piles together, as [building, count] pairs."""
    heroes: HeroPile
    """Face-down hero cards, as [hero, 1] pairs."""
    artefacts: ArtefactPile
    """Face-down artefact tiles, as [artefact, 1] pairs. They are used again only in a solo game."""
    removed: RemovedPieces
    """Heroes discarded at the end of a round, and returned artefacts of a solo game, as [id, 1] pairs."""

    def terrains(self, level: int) -> Bag:
        """Return the pile of terrains of a level."""
        pile: Bag = getattr(self, f"terrain_{level}")
        return pile


# --- the state ------------------------------------------------------------------------------------------------------


class State(AnyState, frozen=True, kw_only=True):
    """Whole state of a match. It has no secrets: only future chance is unknown."""

    options: SettlementOptions
    """Options with which the match was set up. They never change."""
    stage: Stage
    round: Round
    """Round of the game, 1 to 6. It is 0 during set-up and the draft."""
    first_seat: SeatIndex
    """Seat with the first player marker, which began this round. It is 0 until chance picks the starting player."""
    next_first_seat: SeatIndex | None
    """Seat that passed first in this round and begins the next one, or null before a seat has passed."""
    active_seat: SeatIndex
    """Seat in turn, counted from 0. In the draft it is the starting player; `pending` names the seat that decides."""
    has_acted: bool
    """Whether the seat in turn has used its one action of this turn."""
    has_invited: bool
    """Whether the seat in turn has used its one invitation of this turn."""
    evenly_exchanged: Basics
    """Basic resources just received one for one, sorted. They may not be given one for one before another action."""
    market: Annotated[tuple[Slot, ...], Length("market_slots")]
    """The nine slots of the market, by number: entry 0 is slot 0."""
    hero_row: HeroPlaces
    """Heroes on the four places of the row from left to right. The leftmost two cost 2 and 1 additional diamonds.

    An empty string is an empty place. Empty places are on the left.
    """
    artefacts: Artefacts
    """Artefacts on offer, as ids of their components, sorted."""
    supply: Supply
    """Pieces that are face down or out of the game. All seats may see which they are, but not what is drawn next."""
    players: tuple[Player, ...]
    """Pieces of each player, by seat: entry 0 is seat 0."""
    pending: tuple[AnyFrame, ...]
    """Stack of open questions: the last one is due now, the others wait below. If empty, the seat in turn acts.

    At the end of the game it is empty too.
    """
    score_lines: ScoreLines

    @property
    def active_player(self) -> Player:
        """Return the player in turn."""
        return self.players[self.active_seat]


# --- the wilderness -------------------------------------------------------------------------------------------------


def region_of(space: int) -> int:
    """Return the region, 1 to 3, of a space of the wilderness."""
    return space // COLUMNS + 1


def spaces_of_region(region: int) -> range:
    """Return the spaces of a region."""
    return SPACES[(region - 1) * COLUMNS : region * COLUMNS]


@lru_cache(maxsize=len(SPACES))
def adjacent_spaces(space: int) -> tuple[int, ...]:
    """Return the spaces that share a side with this one."""
    row, column = divmod(space, COLUMNS)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * COLUMNS + c for r, c in near if 0 <= r < len(STREETS) and 0 <= c < COLUMNS)


def explored_spaces(player: Player) -> tuple[bool, ...]:
    """Return for each space of the wilderness whether it has a terrain."""
    return tuple(map(bool, player.wilderness))


def is_next_to_explored(explored: tuple[bool, ...], space: int) -> bool:
    """Return whether a terrain lies next to this space. The first terrain may go anywhere in region I."""
    if True not in explored:
        return region_of(space) == 1
    return any(explored[near] for near in adjacent_spaces(space))


def collectable_spaces(player: Player, region: int) -> tuple[int, ...]:
    """Return the spaces of a region with a terrain and without a monster."""
    return tuple(at for at in spaces_of_region(region) if player.wilderness[at] and at not in player.monsters)


def resource_of(state: State, player: Player, space: int) -> str:
    """Return the resource that the terrain on this space yields."""
    return content(state).terrains[player.wilderness[space]].resource


def monster_of(state: State, player: Player, space: int) -> str:
    """Return the monster that the terrain on this space shows."""
    return content(state).terrains[player.wilderness[space]].monster


def is_shown_by_heroes(state: State, monster: str) -> bool:
    """Return whether a hero of the row shows this monster."""
    heroes = content(state).heroes
    return any(heroes[hero].monster == monster for hero in state.hero_row if hero)


# --- the colony -----------------------------------------------------------------------------------------------------


def spaces_of_street(street: str) -> range:
    """Return the spaces of a street."""
    at = STREETS.index(street)
    return SPACES[at * COLUMNS : (at + 1) * COLUMNS]


def buildings_in(player: Player, street: str) -> tuple[int, ...]:
    """Return the spaces of a street with a building."""
    return tuple(at for at in spaces_of_street(street) if player.colony[at])


def can_use(state: State, player: Player, space: int) -> bool:
    """Return whether the player has what the building on this space takes and needs."""
    give = content(state).buildings[player.colony[space]].give
    if lacks_fortification(state, player, space):
        return False
    return all(amount_of(player, resource) >= count for resource, count in give)


def lacks_fortification(state: State, player: Player, space: int) -> bool:
    """Return whether the building on this space needs a fortification and the player has none."""
    needs = content(state).buildings[player.colony[space]].row.needs
    return needs == "fortification" and not player.fortifications


# --- resources and powers -------------------------------------------------------------------------------------------


def amount_of(player: Player, resource: str) -> int:
    """Return the number of a resource in the reserve. `basic` counts all basic ones."""
    return count_in(player.reserve, resource) if resource != ANY_BASIC else size_of(basics_of(player))


def in_book_order(resources: Bag) -> Bag:
    """Return resources in the order of texts: basic ones first, then diamonds and gold."""
    return tuple(sorted(resources, key=lambda each: RESOURCES.index(each[0]) if each[0] in RESOURCES else -1))


def resource_pieces(resources: Bag) -> tuple[str, ...]:
    """Return resources one by one, in the order of texts."""
    return pieces_of(in_book_order(resources))


def basics_of(player: Player) -> Bag:
    """Return the basic resources of a player."""
    return tuple((name, count) for name, count in player.reserve if name in BASICS)


def building_names(player: Player, spaces: tuple[int, ...]) -> dict[str, Fact]:
    """Return the buildings on these spaces for a sentence: `each` if all are different, else `several` to count."""
    buildings = tuple([player.colony[space] for space in spaces])
    return {"each" if len(set(buildings)) == len(buildings) else "several": buildings}


def kept_basics_count(state: State, player: Player) -> int:
    """Return the number of basic resources that a player keeps on passing: all that the fortifications allow."""
    allowed = len(player.fortifications) * content(state).numbers["kept_per_fortification"]
    return min(allowed, amount_of(player, ANY_BASIC))


def has_permit(state: State, player: Player, permit: Permit) -> bool:
    """Return whether the player's artefact lifts a restriction. A player who has passed has no permits."""
    return bool(player.artefact) and not player.passed and permit in content(state).artefacts[player.artefact].permits


def is_solo(state: State) -> bool:
    """Return whether the match has one player, who plays for a rank."""
    return len(state.players) == 1


def is_last_round(state: State) -> bool:
    """Return whether this is the last round."""
    return state.round == content(state).numbers["rounds"]


def surcharge(tables: Content, row: tuple[str, ...], hero: str) -> int:
    """Return the additional diamonds that a hero costs at its place in the row."""
    return tables.surcharges[row.index(hero)]
