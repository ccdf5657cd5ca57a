"""A position of Medievalia, its open questions, and the named questions that rules ask about it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from referee_service.games.medievalia.content.tables import PACKS, Content, content
from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Domain, Frame, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

Fief = Annotated[str, Domain("fief")]
Troop = Annotated[str, Domain("troop")]
Host = Annotated[int, Domain("host")]
Army = Annotated[int, Domain("army")]
Deck = Annotated[str, Domain("deck")]

NO_HOST = -1
"""The host of a card that stands at none."""
ALREADY_FOUGHT = -1
"""The army of a card that has fought in this turn."""
NO_CARD = ""
"""An empty place: no territory, no building on top, no last card."""

Phase = Literal["draft", "start", "draw", "actions", "march", "war", "over"]
Victory = Literal["prestige", "military", "cards"]


class MedievaliaOptions(Options, frozen=True):
    """How to play: who starts."""

    first_player: int | None = None
    """The seat that begins; by lot when None."""


class Unit(Struct, frozen=True, array_like=True, order=True, gc=False):
    """A military or character card on the table."""

    card: str
    fief: str
    host: int = NO_HOST
    """The city (0) or territory of the own fief where it stands guard and works."""
    turned: bool = False
    fiefs_marched: int = 0
    """The fiefs it has marched in this turn."""
    army: int = 0
    """Its army in the conflict going on; FOUGHT afterwards, for the rest of the turn."""
    wounds: int = 0
    """Damage taken in this turn."""


class Land(Struct, frozen=True, array_like=True, gc=False):
    """The city or a territory with its buildings; an empty place of a fief has no card."""

    card: str = NO_CARD
    buildings: tuple[str, ...] = ()
    turned: bool = False


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has."""

    hand: Bag
    lands: tuple[Land, ...]
    """The city, then the places for territories."""
    units: tuple[Unit, ...]
    """In order, wherever they are."""
    siege: int
    """How many turns in a row began under siege."""
    alive: bool


class Pile(Struct, frozen=True, array_like=True, gc=False):
    """A pile of buildings: the open one on top, and how many lie face down beneath."""

    top: str
    hidden_count: int


class DrawDeck(Struct, frozen=True, array_like=True, gc=False):
    """A deck: what lies face down, and the last card that everybody sees."""

    cards: Bag
    last: str

    @property
    def remaining(self) -> int:
        """How many cards are left."""
        return size_of(self.cards) + (self.last != NO_CARD)


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """A conflict going on."""

    fief: str
    attacker: int
    defender: int
    targets: tuple[tuple[int, int], ...] = ()
    """Armies of the attacker and the hosts they strike."""
    falling_buildings: tuple[tuple[int, str], ...] = ()
    """Military buildings that fall at the end of it, each with its host."""
    falling_hosts: tuple[int, ...] = ()
    """Hosts that fall at the end of it, if nobody guards them any more."""
    bonus_given: tuple[tuple[int, str], ...] = ()
    """Points of defence given so far, each with the seat and the host or army that gave it."""


class GameEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended; a victory by prestige or arms names the seats that won."""

    victory: Victory
    winners: tuple[int, ...] = ()


# --- open questions, asked from the last one on ---------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance decides who begins."""


class TurnUpLastFrame(Frame, frozen=True, tag="turn_up_last"):
    """Chance shows the last card of every deck."""


class ChooseDeckFrame(Frame, frozen=True, tag="choose_deck"):
    """From which deck is a card drawn? So many are still to draw."""

    remaining: int


class DrawCardFrame(Frame, frozen=True, tag="draw_card"):
    """Chance brings a card of this deck to a player."""

    to: int
    deck: int


class RevealBuildingFrame(Frame, frozen=True, tag="reveal_building"):
    """Chance turns up the next building of a pile."""

    pile: int


class StarveFrame(Frame, frozen=True, tag="starve"):
    """There is too little food: which card leaves?"""


class PurchaseFrame(Frame, frozen=True, tag="purchase"):
    """What happens as soon as the price is paid. It asks nothing itself."""

    what: Literal["play_territory", "recruit", "building", "card", "clear"]
    card: str = NO_CARD
    """The card or building."""
    at: int = NO_HOST
    """The host of a building or the place of a territory; the pile or deck comes in `pile`."""
    pile: int = 0


class AllyHelpFrame(Frame, frozen=True, tag="ally_help"):
    """The ally may produce for the player in turn."""

    pool: Bag = ()


class MusterFrame(Frame, frozen=True, tag="muster"):
    """The attacker forms armies."""


class EngageFrame(Frame, frozen=True, tag="engage"):
    """The defender sends cards against armies."""


class StrikeFrame(Frame, frozen=True, tag="strike"):
    """Whom does the next unengaged army strike?"""


class TakeDamageFrame(Frame, frozen=True, tag="take_damage"):
    """Which card of an army, or of a host, takes damage next?"""

    army: int
    remaining: int
    bonus: int
    """Points of defence that may still be given to a card."""
    host: int = NO_HOST
    """Where the damage falls on a host."""


class ShootFrame(Frame, frozen=True, tag="shoot"):
    """Archers may shoot."""


class HealFrame(Frame, frozen=True, tag="heal"):
    """Priests may heal."""


Question = (
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
    """A whole position; hands and what the decks hold are secret."""

    options: MedievaliaOptions
    phase: Phase
    active_seat: int
    """The seat whose turn it is."""
    decks: tuple[DrawDeck, ...]
    piles: tuple[Pile, ...]
    hidden_buildings: Bag
    """The buildings that lie face down."""
    removed: Bag
    """Everything that has left the game."""
    moved_units: tuple[tuple[str, int], ...]
    """Cards moved inside the fief since anything else was done, each with the host where it went."""
    ally_pool: Bag
    """What the ally produced for the next purchase."""
    ally_asked: bool
    """The ally was asked since the last purchase."""
    ally_fee_paid: bool
    """The ally's surcharge was paid in this turn."""
    fought_fronts: tuple[tuple[str, int], ...]
    """Where and against whom the player in turn has fought."""
    battle: Battle | None
    game_end: GameEnd | None
    players: tuple[Player, ...]
    pending: tuple[Question, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

    @property
    def active_player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active_seat]


# --- what a fief yields ---------------------------------------------------------------------------------------------


def output_of(state: State, seat: int, host: int) -> tuple[int, ...]:
    """What a city or territory yields, card by card: the land, its workers and its civil buildings."""
    player = state.players[seat]
    standing = tuple(unit.card for unit in player.units if unit.host == host)
    return output(state.pack, player.lands[host].card, player.lands[host].buildings, standing)


@lru_cache(maxsize=16384)
def output(pack: str, land: str, buildings: tuple[str, ...], standing: tuple[str, ...]) -> tuple[int, ...]:
    """The same for a land with these buildings and these cards on it."""
    tables = PACKS.get(pack)
    if not land:
        return ()
    workers = sum(card in tables.workers for card in standing)
    civil = sum(building in tables.civil for building in buildings)
    parts = [1] * min(workers, tables.numbers["workers_per_host"]) + [tables.numbers["civil_output"]] * civil
    return (tables.lands[land].output, *parts)


def production(state: State, seat: int, resource: str) -> int:
    """How much of a resource the lands of a player yield, turned or not, without powers."""
    lands, found = content(state).lands, 0
    for host, land in enumerate(state.players[seat].lands):
        if land.card and lands[land.card].resource == resource:
            found += sum(output_of(state, seat, host))
    return found


def max_characters_fed(state: State, seat: int) -> int:
    """How many characters the food of a player keeps."""
    return production(state, seat, "food") * content(state).numbers["fed_per_food"]


def lacks_food(state: State, seat: int) -> bool:
    """Whether a player has more characters on the table than food for them."""
    units = state.players[seat].units
    return bool(units) and len(units) > max_characters_fed(state, seat)


def buildings_of(player: Player) -> list[str]:
    """All buildings in a fief."""
    return [building for land in player.lands for building in land.buildings]


def is_guarded(tables: Content, player: Player, host: int) -> bool:
    """Whether a card or a military building stands on this land."""
    military = any(building not in tables.civil for building in player.lands[host].buildings)
    return military or any(unit.host == host for unit in player.units)


# --- points ---------------------------------------------------------------------------------------------------------


def prestige(state: State, seat: int) -> int:
    """The points of a player's buildings; a second one of a kind counts nothing."""
    buildings = content(state).buildings
    return sum(buildings[name].points for name in set(buildings_of(state.players[seat])))


def hand_size(state: State, seat: int) -> int:
    """How many cards a player holds; everybody can count them."""
    return size_of(state.players[seat].hand)
