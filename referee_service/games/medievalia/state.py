"""State of Medievalia: structs, frames of the open questions, and queries that several rules share."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from referee_service.games.medievalia.content.tables import PACKS, Content, content
from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Frame, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

Fief = Annotated[str, Domain("fief")]
Troop = Annotated[str, Domain("troop")]
Host = Annotated[int, Domain("host")]
Army = Annotated[int, Domain("army")]
Deck = Annotated[str, Domain("deck")]

NO_HOST = -1
"""Host of a unit that stands on no land."""
ALREADY_FOUGHT = -1
"""Army of a unit that has already fought in this turn."""
NO_CARD = ""
"""Name in an empty place: no territory, no building on top of a pile, no last card of a deck."""

Phase = Literal["draft", "start", "draw", "actions", "march", "war", "over"]
Victory = Literal["prestige", "military", "cards"]


class MedievaliaOptions(Options, frozen=True):
    """Options of a match."""

    first_player: int | None = None
    """The seat that begins. None: chance picks it."""


class Unit(Struct, frozen=True, array_like=True, order=True, gc=False):
    """A military or character card on the table."""

    card: str
    fief: str
    host: int = NO_HOST
    """The city (0) or territory of the owner's fief where it guards and works, or `NO_HOST`."""
    turned: bool = False
    fiefs_marched: int = 0
    """The number of fiefs it has marched in this turn."""
    army: int = 0
    """Its army in the current battle, 0 if none. `ALREADY_FOUGHT` from the battle to the end of the turn."""
    wounds: int = 0
    """Damage taken in this turn."""


class Land(Struct, frozen=True, array_like=True, gc=False):
    """The city or a territory with its buildings. An empty place of a fief has no card."""

    card: str = NO_CARD
    buildings: tuple[str, ...] = ()
    turned: bool = False


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one seat."""

    hand: Bag
    lands: tuple[Land, ...]
    """The city first, then the places for territories."""
    units: tuple[Unit, ...]
    """All units of the player in any fief, sorted."""
    siege: int
    """The number of the player's turns in a row that began under siege."""
    alive: bool
    """False once the player is eliminated."""


class Pile(Struct, frozen=True, array_like=True, gc=False):
    """A pile of buildings: the open one on top, and the count of those face down beneath it."""

    top: str
    hidden_count: int


class DrawDeck(Struct, frozen=True, array_like=True, gc=False):
    """A deck: the cards that lie face down, and the last card, which is visible."""

    cards: Bag
    last: str

    @property
    def remaining(self) -> int:
        """Return the number of cards in the deck, the last one included."""
        return size_of(self.cards) + (self.last != NO_CARD)


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """The current battle."""

    fief: str
    attacker: int
    defender: int
    targets: tuple[tuple[int, int], ...] = ()
    """Armies of the attacker, each with the host that it strikes."""
    falling_buildings: tuple[tuple[int, str], ...] = ()
    """Military buildings that fall at the end of the battle, as host and name."""
    falling_hosts: tuple[int, ...] = ()
    """Hosts that fall at the end of the battle unless a guard survives."""
    bonus_given: tuple[tuple[int, str], ...] = ()
    """One entry for each point of defence given so far: the seat, and the host or army that gave it."""


class GameEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the game. A victory by prestige or arms names the seats that won."""

    victory: Victory
    winners: tuple[int, ...] = ()


# --- frames of the open questions -----------------------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the seat that begins."""


class TurnUpLastFrame(Frame, frozen=True, tag="turn_up_last"):
    """Chance turns up the last card of every deck."""


class ChooseDeckFrame(Frame, frozen=True, tag="choose_deck"):
    """The seat chooses the deck of its next card."""

    remaining: int
    """The number of cards still to draw."""


class DrawCardFrame(Frame, frozen=True, tag="draw_card"):
    """Chance draws a card of one deck for a player."""

    to: int
    """The seat that gets the card."""
    deck: int


class RevealBuildingFrame(Frame, frozen=True, tag="reveal_building"):
    """Chance turns up the next building of a pile."""

    pile: int


class StarveFrame(Frame, frozen=True, tag="starve"):
    """The seat has too little food and chooses a unit that leaves the game."""


class PurchaseFrame(Frame, frozen=True, tag="purchase"):
    """A purchase that takes effect once its price is paid. It waits below the payment and asks nothing itself."""

    what: Literal["play_territory", "recruit", "building", "card", "clear"]
    card: str = NO_CARD
    """The card or building that is bought."""
    at: int = NO_HOST
    """The host of a building, or the place of a territory."""
    pile: int = 0
    """The pile of a building, or the deck of a card."""


class AllyHelpFrame(Frame, frozen=True, tag="ally_help"):
    """The ally may produce resources for the player in turn."""

    pool: Bag = ()
    """The resources produced so far."""


class MusterFrame(Frame, frozen=True, tag="muster"):
    """The attacker forms armies."""


class EngageFrame(Frame, frozen=True, tag="engage"):
    """The defender sends units against armies."""


class StrikeFrame(Frame, frozen=True, tag="strike"):
    """The attacker chooses the target of the next unengaged army."""


class TakeDamageFrame(Frame, frozen=True, tag="take_damage"):
    """The owner chooses which card of an army or a host takes damage next."""

    army: int
    remaining: int
    """The points of damage still to take."""
    bonus: int
    """Points of defence that may still be given."""
    host: int = NO_HOST
    """The host that takes the damage, or `NO_HOST` if units of the army's battle take it."""


class ShootFrame(Frame, frozen=True, tag="shoot"):
    """Archers of the seat may shoot."""


class HealFrame(Frame, frozen=True, tag="heal"):
    """Priests of the seat may heal."""


AnyFrame = (
    PickStarterFrame
    | TurnUpLastFrame
    | ChooseDeckFrame
    | DrawCardFrame
    | RevealBuildingFrame
    | StarveFrame
    | PurchaseFrame
    | AllyHelpFrame
    | MusterFrame
    | EngageFrame
    | StrikeFrame
    | TakeDamageFrame
    | ShootFrame
    | HealFrame
    | PaymentFrame
)


# --- the state ------------------------------------------------------------------------------------------------------


class State(AnyState, frozen=True, kw_only=True):
    """The full state of a match. Hands and the face-down cards of the decks are secret."""

    options: MedievaliaOptions
    phase: Phase
    active_seat: int
    """The seat whose turn it is."""
    decks: tuple[DrawDeck, ...]
    piles: tuple[Pile, ...]
    hidden_buildings: Bag
    """The buildings that lie face down."""
    removed: Bag
    """Cards and buildings that have left the game."""
    moved_units: tuple[tuple[str, int], ...]
    """Units moved inside the fief since the last other action, as card and new host."""
    ally_pool: Bag
    """The resources that the ally produced for the next purchase."""
    ally_asked: bool
    """Whether the ally was asked since the last purchase."""
    ally_fee_paid: bool
    """Whether the surcharge for the ally's help was paid in this turn."""
    fought_fronts: tuple[tuple[str, int], ...]
    """The battles that the player in turn has fought, as fief and enemy seat."""
    battle: Battle | None
    game_end: GameEnd | None
    players: tuple[Player, ...]
    pending: tuple[AnyFrame, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

    @property
    def active_player(self) -> Player:
        """Return the player in turn."""
        return self.players[self.active_seat]


# --- what a fief yields ---------------------------------------------------------------------------------------------


def output_of(state: State, seat: int, host: int) -> tuple[int, ...]:
    """Return the output of a city or territory as parts: the land, then each worker, then each civil building."""
    player = state.players[seat]
    standing = tuple(unit.card for unit in player.units if unit.host == host)
    return output(state.pack, player.lands[host].card, player.lands[host].buildings, standing)


@lru_cache(maxsize=16384)
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


# --- points ---------------------------------------------------------------------------------------------------------


def prestige(state: State, seat: int) -> int:
    """Return the points of a player's buildings. A second one of the same kind counts nothing."""
    buildings = content(state).buildings
    return sum(buildings[name].points for name in set(buildings_of(state.players[seat])))


def hand_size(state: State, seat: int) -> int:
    """Return the number of cards in a player's hand. It is public."""
    return size_of(state.players[seat].hand)
