"""A position of Settlement, its open questions, and the named questions that rules ask about it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from referee_service.games.settlement.content.schema import Permit
from referee_service.games.settlement.content.tables import BASICS, COLUMNS, SPACES, STREETS, Content, content
from referee_service.kernel.bags import Bag, count_in
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Domain, Frame, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

Space = Annotated[int, Domain("space")]
Villagers = Annotated[int, Domain("villagers")]
"""How many of the villagers used are bonus villagers; the others are basic ones."""
Resource = Annotated[str, Domain("resource")]

EMPTY = ""
"""What stands on an empty space, slot or place of the row."""

Stage = Literal["draft", "turns", "over"]
"""The table is laid and artefacts are chosen; then turns; then the end."""


class SettlementOptions(Options, frozen=True):
    """How to play: who starts."""

    first_player: int | None = None
    """The seat that begins; by lot when None."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player."""

    reserve: Bag
    """The resources at hand."""
    villagers: int
    """Basic villagers not used yet in this round."""
    bonus_villagers: int
    """Bonus villagers not used yet."""
    bonus_used: int
    """Bonus villagers on the board; they leave when their owner passes."""
    wilderness: tuple[str, ...]
    """The terrains of the nine spaces, region I first."""
    monsters: tuple[int, ...]
    """The spaces of the wilderness where a monster lurks."""
    fortifications: tuple[int, ...]
    """The spaces of the wilderness with a fortification."""
    colony: tuple[str, ...]
    """The buildings of the nine spaces, the upper street first."""
    stored: tuple[int, ...]
    """The tokens stored on each of them."""
    regions: tuple[int, ...]
    """How often each region was activated in this round."""
    streets: tuple[int, ...]
    """How often each street was activated in this round."""
    activated_fortifications: tuple[int, ...]
    """The fortifications activated in this round."""
    artefact: str
    heroes: tuple[str, ...]
    passed: bool


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A slot of the market: a building and how many of it lie there; nothing and none when it is empty."""

    building: str
    count: int


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """The face-down piles, as what they hold; and the box, where heroes and artefacts go that leave the game."""

    terrain_1: Bag
    terrain_2: Bag
    terrain_3: Bag
    buildings: Bag
    heroes: Bag
    artefacts: Bag
    removed: Bag

    def terrains(self, level: int) -> Bag:
        """The pile of terrains of a level."""
        pile: Bag = getattr(self, f"terrain_{level}")
        return pile


# --- open questions, asked from the last one on ---------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance decides who begins."""


class RevealArtefactsFrame(Frame, frozen=True, tag="reveal_artefacts"):
    """Chance turns up artefacts until so many lie open."""

    target_count: int


class FillMarketFrame(Frame, frozen=True, tag="fill_market"):
    """Chance fills the empty slots of the market."""


class FillRowFrame(Frame, frozen=True, tag="fill_row"):
    """Chance fills the row of heroes."""


class DrawTerrainFrame(Frame, frozen=True, tag="draw_terrain"):
    """Chance shows which terrain lies on the space explored."""

    space: int


class TakeArtefactFrame(Frame, frozen=True, tag="take_artefact"):
    """A player chooses an artefact."""


class PlaceBuildingFrame(Frame, frozen=True, tag="place_building"):
    """A building was bought: on which space does it stand?"""

    building: str


class WelcomeHeroFrame(Frame, frozen=True, tag="welcome_hero"):
    """A hero comes as soon as the price is paid."""

    hero: str


class UseBuildingsFrame(Frame, frozen=True, tag="use_buildings"):
    """The buildings on these spaces may be used, each once."""

    spaces: tuple[int, ...]


class GiveBasicFrame(Frame, frozen=True, tag="give_basic"):
    """Which basic resource is given to the building on this space?"""

    space: int


class GainBasicFrame(Frame, frozen=True, tag="gain_basic"):
    """Which basic resource is gained?"""


class CollectTerrainFrame(Frame, frozen=True, tag="collect_terrain"):
    """The resource of which of these terrains is gained?"""

    spaces: tuple[int, ...]


class EncounterFrame(Frame, frozen=True, tag="encounter"):
    """Does a monster appear on this space?"""

    space: int


class KeepBasicsFrame(Frame, frozen=True, tag="keep_basics"):
    """A player passed: which basic resources do the fortifications keep?"""


class LastExchangesFrame(Frame, frozen=True, tag="last_exchanges"):
    """A player passed for the last time and may still exchange."""


Question = (
    PickStarterFrame
    | RevealArtefactsFrame
    | FillMarketFrame
    | FillRowFrame
    | DrawTerrainFrame
    | TakeArtefactFrame
    | PlaceBuildingFrame
    | WelcomeHeroFrame
    | UseBuildingsFrame
    | GiveBasicFrame
    | GainBasicFrame
    | CollectTerrainFrame
    | EncounterFrame
    | KeepBasicsFrame
    | LastExchangesFrame
    | PaymentFrame
)


# --- the state ------------------------------------------------------------------------------------------------------


class State(AnyState, frozen=True, kw_only=True):
    """A whole position. Nothing in it is secret; only the future is unknown."""

    options: SettlementOptions
    stage: Stage
    round: int
    first_seat: int
    """The seat with the first player marker."""
    next_first_seat: int | None
    """The seat that was the first to pass in this round."""
    active_seat: int
    """The seat whose turn it is."""
    has_acted: bool
    """The one action of this turn is used."""
    has_invited: bool
    """The one invitation of this turn is used."""
    evenly_exchanged: tuple[str, ...]
    """The basic resources got by even exchange since anything else was done."""
    market: tuple[Slot, ...]
    hero_row: tuple[str, ...]
    """The heroes from left to right; a short row is empty on the left."""
    artefacts: tuple[str, ...]
    """The artefacts on offer."""
    supply: Supply
    players: tuple[Player, ...]
    pending: tuple[Question, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

    @property
    def active_player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active_seat]


# --- the wilderness -------------------------------------------------------------------------------------------------


def region_of(space: int) -> int:
    """The region, 1 to 3, of a space of the wilderness."""
    return space // COLUMNS + 1


def spaces_of_region(region: int) -> range:
    """The spaces of a region."""
    return SPACES[(region - 1) * COLUMNS : region * COLUMNS]


@lru_cache(maxsize=len(SPACES))
def adjacent_spaces(space: int) -> tuple[int, ...]:
    """The spaces that share a side with this one."""
    row, column = divmod(space, COLUMNS)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * COLUMNS + c for r, c in near if 0 <= r < len(STREETS) and 0 <= c < COLUMNS)


def touches_explored(player: Player, space: int) -> bool:
    """Whether a terrain lies beside this space; the first terrain of all touches region I."""
    if not any(player.wilderness):
        return region_of(space) == 1
    return any(player.wilderness[near] for near in adjacent_spaces(space))


def collectable(player: Player, region: int) -> tuple[int, ...]:
    """The terrains of a region that no monster holds."""
    return tuple(at for at in spaces_of_region(region) if player.wilderness[at] and at not in player.monsters)


def resource_of(state: State, player: Player, space: int) -> str:
    """The resource that the terrain on this space yields."""
    return content(state).terrains[player.wilderness[space]].resource


def monster_of(state: State, player: Player, space: int) -> str:
    """The monster that the terrain on this space shows."""
    return content(state).terrains[player.wilderness[space]].monster


def is_shown_by_heroes(state: State, monster: str) -> bool:
    """Whether a hero of the row shows this monster."""
    heroes = content(state).heroes
    return any(heroes[hero].monster == monster for hero in state.hero_row if hero)


# --- the colony -----------------------------------------------------------------------------------------------------


def spaces_of_street(street: str) -> range:
    """The spaces of a street."""
    at = STREETS.index(street)
    return SPACES[at * COLUMNS : (at + 1) * COLUMNS]


def buildings_in(player: Player, street: str) -> tuple[int, ...]:
    """The spaces of a street with a building."""
    return tuple(at for at in spaces_of_street(street) if player.colony[at])


def can_use(state: State, player: Player, space: int) -> bool:
    """Whether the building on this space can do anything: its owner has what it is given, and what it needs."""
    building = content(state).buildings[player.colony[space]]
    if building.row.needs == "fortification" and not player.fortifications:
        return False
    return all(amount_of(player, resource) >= count for resource, count in building.give)


# --- resources and powers -------------------------------------------------------------------------------------------


def amount_of(player: Player, resource: str) -> int:
    """How many of a resource a player has; `basic` counts all basic ones."""
    return count_in(player.reserve, resource) if resource != "basic" else len(basics_of(player))


def basics_of(player: Player) -> tuple[str, ...]:
    """The basic resources of a player, one by one, in order."""
    return tuple(name for name, count in player.reserve if name in BASICS for _ in range(count))


def max_kept_basics(state: State, player: Player) -> int:
    """How many basic resources a player may keep when passing."""
    return len(player.fortifications) * content(state).numbers["kept_per_fortification"]


def has_permit(state: State, player: Player, permit: Permit) -> bool:
    """Whether the player's artefact lifts a restriction; with the last pass its power ends."""
    return bool(player.artefact) and not player.passed and permit in content(state).artefacts[player.artefact].permits


def is_solo(state: State) -> bool:
    """Whether one player plays for a rank."""
    return len(state.players) == 1


def is_last_round(state: State) -> bool:
    """Whether this is the last round."""
    return state.round == content(state).numbers["rounds"]


def surcharge(tables: Content, row: tuple[str, ...], hero: str) -> int:
    """The diamonds that this hero costs more because of the place in the row."""
    return tables.surcharges[row.index(hero)]
