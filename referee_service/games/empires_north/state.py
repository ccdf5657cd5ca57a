"""State of the game: the structs, and queries on them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from referee_service.kernel.bags import count_in, size_of
from referee_service.kernel.shape import Sorted
from referee_service.kernel.state import Options, ScoreLines
from referee_service.kernel.state import State as AnyState

from .fields import (
    AbilityIndexes,
    CardRow,
    Cards,
    ClanOrNone,
    Count,
    EventOrNone,
    Goods,
    IslandRow,
    Islands,
    PawnLimit,
    QueueLimit,
    Ring,
    RoundNumber,
    SeatIndex,
    SiteCard,
    SlotIndex,
    SlotOrNothing,
    StoredGoods,
    TemporaryPieces,
    TileName,
    TileSet,
)
from .questions import AnyFrame

Stage = Literal["setup", "lookout", "actions", "expedition", "over"]
"""Part of the match: `setup`, then in each round `lookout`, `actions` and `expedition`, and at the end `over`."""
ScenarioName = Literal["winter", "outpost", "pirates", "barbarians"]
"""Scenario of a solo game: `winter`, `outpost`, `pirates` or `barbarians`."""


class EmpiresOptions(Options, frozen=True):
    """Options of a match: clans, first player, a variant of scoring, and the solo scenario."""

    clans: Literal["random", "chosen"] = "random"
    """`random`: each player is dealt a clan. `chosen`: the players choose in seat order."""
    first_player: SeatIndex | None = None
    """Seat that begins, counted from 0, or null for a random one."""
    raze_points: bool = False
    """Whether each raze token in the supply scores a point at the end, as in the publisher's FAQ."""
    scenario: ScenarioName = "winter"
    """Solo: the scenario to play. With more seats it has no effect."""
    slots: tuple[tuple[str, str], ...] = ()
    """Solo: choices for unclear icons of the scenario, as sorted [slot, value] pairs, instead of the defaults."""


class Site(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card in an empire. It keeps its slot number as long as it lies there."""

    slot: SlotIndex
    """Number of the card's slot in this empire, counted from 0. It stays the same while the card lies here."""
    card: SiteCard
    """Id of the card: a clan card, an island, or the location of the scenario."""
    exhausted: bool = False
    """Whether the card is turned: it cannot be used or harvested until it is refreshed."""
    host: SlotIndex | None = None
    """Slot of the field that this upgrade lies under, or null for any other card."""
    copied_slot: SlotOrNothing | None = None
    """Slot of the card that this one copies: -1 if that card has left, or null for no copy."""
    goods: StoredGoods = ()
    """Goods and workers assigned to the card, as [kind, count] pairs."""
    triggered: AbilityIndexes = ()
    """Indexes, from 0, of the card's limited specials that reacted in this round, one entry per reaction."""
    invaded: bool = False
    """Whether a raze token of the invaders lies on the card (scenario Barbarians). Its use then costs tribute."""


class Pawn(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """An action pawn on a tile of the ring."""

    tile: TileName
    """Action tile that the pawn stands on: `explore`, `populate`, `construct`, `harvest` or `sail`."""
    exhausted: bool
    """Whether the pawn shows its exhausted side: it has moved, and cannot move again until it is refreshed."""


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship in the queue of the expedition board, and what is assigned to it."""

    seat: SeatIndex
    """Seat that the ship belongs to, counted from 0."""
    fish: bool
    """Whether a fish is assigned to the ship, which can then reach distant islands."""
    raze: bool
    """Whether a raze token is assigned to the ship, which can then conquer an island."""


class IslandPiles(Struct, frozen=True, forbid_unknown_fields=True):
    """The near or the distant islands: face down, discarded, and face up on the board."""

    pile: Islands
    """Islands face down, as [island, count] pairs. Their order is unknown."""
    discard: Islands
    """Discarded islands, as [island, count] pairs. They become the pile once that is empty."""
    face_up: IslandRow
    """Ids of the islands that lie face up on the expedition board, in the order of their arrival."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of one seat."""

    clan: ClanOrNone
    goods: Goods
    """Goods in the supply of the player, as [good, count] pairs. Gold stands for any resource."""
    workers: Count
    """Workers in the supply of the player, ready to be spent."""
    spent_workers: Count
    """Spent workers on the clan tile. They return to the supply in the clean-up."""
    ships: Count
    """Ships in the supply of the player, which are not in the queue."""
    empire: tuple[Site, ...]
    """Cards in the empire, in order of their slots."""
    hand: Cards
    """Cards in hand, as [card, count] pairs. Empty in the views of others, where `hands` has their number."""
    deck: Cards
    """Cards of the deck, as [card, count] pairs. Their order is unknown. Empty in the views of others."""
    discard: Cards
    """Cards of the discard pile, face up, as [card, count] pairs."""
    looked_at: Cards
    """Cards that the player looks at, as [card, count] pairs. Empty in the views of others, see `looked`."""
    kept: Cards
    """Cards chosen of those looked at, as [card, count] pairs. Secret and empty in the views of others."""
    pawns: Annotated[tuple[Pawn, ...], Sorted(repeats=True), PawnLimit]
    """Action pawns on the ring, sorted by tile, at most two. The others are in the supply."""
    passed: bool
    """Whether the player has passed for this round. No other player can raid it then."""


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """State of the scenario in a solo game."""

    solo_side_tiles: TileSet = ()
    """Action tiles on their solo side, sorted. A pawn costs more there."""
    event: EventOrNone = ""
    """Event of this round, such as `winter_event_1`, or an empty string before it is drawn."""
    foundations: Count = 0
    """Foundations in all (scenario Outpost). Each location with an Action stands on one."""
    covered: CardRow = ()
    """Ids of the locations that others cover (scenario Outpost), sorted. They have no effect, but score."""
    temporary: TemporaryPieces = ()
    """Workers and raze tokens lent for this round, as [kind, count] pairs. They leave in the clean-up."""
    unfed: Count = 0
    """Workers without food at the end (scenario Winter). Each one costs points."""


class State(AnyState, frozen=True, kw_only=True):
    """A complete position. Hands, decks and the cards looked at are secret."""

    options: EmpiresOptions
    """Options that the match was set up with."""
    stage: Stage
    round: RoundNumber
    first_seat: SeatIndex
    """Seat with the first player marker, counted from 0."""
    active_seat: SeatIndex
    """Seat in turn, counted from 0. Other seats may have to answer first: see `pending`."""
    has_acted: bool
    """Whether the seat in turn has taken the one action of its turn."""
    is_last_round: bool
    """Whether the match ends after this expedition. It is known when the expedition begins."""
    ring: Ring
    """The five action tiles in order. The last one lies beside the first. Incomplete in the set-up."""
    near: IslandPiles
    """Near islands, which every ship can reach."""
    distant: IslandPiles
    """Distant islands, which only a ship with a fish can reach."""
    queue: Annotated[tuple[Ship, ...], QueueLimit]
    """Ships on the expedition board, in the order in which they land."""
    solo: Solo | None
    """State of the scenario in a solo game, or null with more seats."""
    players: tuple[Player, ...]
    """Pieces of each player, in seat order."""
    pending: tuple[AnyFrame, ...]
    """Stack of open questions and waiting steps, the open one last. Empty while the seat in turn acts freely."""
    score_lines: ScoreLines

    @property
    def active_player(self) -> Player:
        """Return the player in turn."""
        return self.players[self.active_seat]

    def islands(self, pile: str) -> IslandPiles:
        """Return the near or the distant islands."""
        return self.near if pile == "near" else self.distant


def amount_of(player: Player, good: str) -> int:
    """Return the count of a good in a player's supply."""
    return count_in(player.goods, good)


def site_at(player: Player, slot: int | None) -> Site | None:
    """Return the site in a slot of the player's empire, or None."""
    return next((site for site in player.empire if site.slot == slot), None)


def hand_size(player: Player) -> int:
    """Return the number of cards in a player's hand."""
    return size_of(player.hand)


def workers_of(player: Player) -> int:
    """Return the number of all workers of a player: in supply, spent and assigned."""
    return player.workers + player.spent_workers + sum(count_in(site.goods, "worker") for site in player.empire)


def is_solo(state: State) -> bool:
    """Return whether this is a solo game with a scenario."""
    return state.solo is not None


def seats_from(state: State, seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, starting with this one."""
    seats = len(state.players)
    return tuple((seat + step) % seats for step in range(seats))


def deciding_seat(state: State) -> int:
    """Return the seat that answers the open question. It must not be a question for chance."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


def deciding_player(state: State) -> Player:
    """Return the player who answers the open question."""
    return state.players[deciding_seat(state)]
