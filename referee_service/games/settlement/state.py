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
"""The part of the match: set-up and choice of artefacts, then turns, then the end."""


class SettlementOptions(Options, frozen=True):
    """Options of a match: the starting player."""

    first_player: SeatIndex | None = None
    """The seat that begins. Chance picks it if None."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one player."""

    reserve: Resources
    """The resources that the player has."""
    villagers: BasicVillagers
    """Basic villagers not used yet in this round."""
    bonus_villagers: BonusVillagers
    """Bonus villagers not used yet."""
    bonus_used: BonusVillagers
    """Bonus villagers used in this round. They leave when the player passes."""
    wilderness: Terrains
    """The terrains of the nine spaces, region I first."""
    monsters: Spaces
    """The spaces of the wilderness with a monster."""
    fortifications: Spaces
    """The spaces of the wilderness with a fortification."""
    colony: Buildings
    """The buildings of the nine spaces, the upper street first."""
    stored: Tokens
    """The number of tokens stored on each space of the colony."""
    regions: Activations
    """The number of activations of each region in this round."""
    streets: Activations
    """The number of activations of each street in this round."""
    activated_fortifications: Spaces
    """The spaces of the fortifications activated in this round."""
    artefact: OptionalArtefact
    heroes: Heroes
    passed: bool


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A market slot: a building and its number of copies. An empty slot has no building and the count 0."""

    building: OptionalBuilding
    count: Count


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Face-down piles as multisets, and the heroes and artefacts that left the game."""

    terrain_1: TerrainPile
    terrain_2: TerrainPile
    terrain_3: TerrainPile
    buildings: BuildingPile
    heroes: HeroPile
    artefacts: ArtefactPile
    removed: RemovedPieces
    """Heroes and artefacts that left the game."""

    def terrains(self, level: int) -> Bag:
        """Return the pile of terrains of a level."""
        pile: Bag = getattr(self, f"terrain_{level}")
        return pile


# --- the state ------------------------------------------------------------------------------------------------------


class State(AnyState, frozen=True, kw_only=True):
    """The whole state. It has no secrets: only future chance is unknown."""

    options: SettlementOptions
    stage: Stage
    round: Round
    first_seat: SeatIndex
    """The seat with the first player marker."""
    next_first_seat: SeatIndex | None
    """The first seat to pass in this round, which begins the next one. None before any seat has passed."""
    active_seat: SeatIndex
    """The seat in turn."""
    has_acted: bool
    """Whether the one action of this turn is used."""
    has_invited: bool
    """Whether the one invitation of this turn is used."""
    evenly_exchanged: Basics
    """The basic resources received by even exchanges since the last other action."""
    market: Annotated[tuple[Slot, ...], Length("market_slots")]
    hero_row: HeroPlaces
    """The heroes from left to right. A row that is not full has its empty places on the left."""
    artefacts: Artefacts
    """The artefacts on offer."""
    supply: Supply
    players: tuple[Player, ...]
    pending: tuple[AnyFrame, ...]
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


def is_next_to_explored(player: Player, space: int) -> bool:
    """Return whether a terrain lies next to this space. The first terrain may go anywhere in region I."""
    if not any(player.wilderness):
        return region_of(space) == 1
    return any(player.wilderness[near] for near in adjacent_spaces(space))


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
