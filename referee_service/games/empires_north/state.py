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
ScenarioName = Literal["winter", "outpost", "pirates", "barbarians"]


class EmpiresOptions(Options, frozen=True):
    """Options of a match."""

    clans: Literal["random", "chosen"] = "random"
    """Whether clans are dealt at random or chosen in order of seats."""
    first_player: SeatIndex | None = None
    """The seat that begins. None picks it at random."""
    raze_points: bool = False
    """Whether each raze token left scores a point, as in the publisher's FAQ."""
    scenario: ScenarioName = "winter"
    """The scenario of a solo game. Games of more seats have none."""
    slots: tuple[tuple[str, str], ...] = ()
    """Readings of lost scenario icons that differ from the defaults, as (slot, value) pairs."""


class Site(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card in an empire. It keeps its slot number as long as it lies there."""

    slot: SlotIndex
    card: SiteCard
    exhausted: bool = False
    host: SlotIndex | None = None
    """The slot of the field that this upgrade lies under."""
    copied_slot: SlotOrNothing | None = None
    """The slot of the card that this one copies."""
    goods: StoredGoods = ()
    """The goods and workers assigned to the card."""
    triggered: AbilityIndexes = ()
    """Indexes of its limited specials that reacted in this round, once per reaction."""
    invaded: bool = False


class Pawn(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """An action pawn on a tile of the ring."""

    tile: TileName
    exhausted: bool


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship on the expedition board, and what is assigned to it."""

    seat: SeatIndex
    fish: bool
    raze: bool


class IslandPiles(Struct, frozen=True, forbid_unknown_fields=True):
    """The near or the distant islands: face down, discarded, and face up on the board."""

    pile: Islands
    discard: Islands
    face_up: IslandRow


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of one seat."""

    clan: ClanOrNone
    goods: Goods
    workers: Count
    """Workers in supply."""
    spent_workers: Count
    """Workers on the clan tile."""
    ships: Count
    """Ships in supply."""
    empire: tuple[Site, ...]
    hand: Cards
    deck: Cards
    discard: Cards
    looked_at: Cards
    """The cards looked at. Some are kept, the others will be discarded."""
    kept: Cards
    """The cards chosen to be kept, face down until every player has chosen."""
    pawns: Annotated[tuple[Pawn, ...], Sorted(repeats=True), PawnLimit]
    passed: bool


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """What only a solo game has."""

    solo_side_tiles: TileSet = ()
    """The tiles that lie on their solo side."""
    event: EventOrNone = ""
    """The event of this round."""
    foundations: Count = 0
    covered: CardRow = ()
    """Action locations that other locations cover."""
    temporary: TemporaryPieces = ()
    """Workers and tokens that leave in the clean-up."""
    unfed: Count = 0
    """Workers that went hungry at the end."""


class State(AnyState, frozen=True, kw_only=True):
    """A complete position. Hands, decks and the cards looked at are secret."""

    options: EmpiresOptions
    stage: Stage
    round: RoundNumber
    first_seat: SeatIndex
    """The seat with the first player marker."""
    active_seat: SeatIndex
    """The seat in turn."""
    has_acted: bool
    """Whether the seat in turn has taken its one action."""
    is_last_round: bool
    """Whether this round is the last one."""
    ring: Ring
    """The five action tiles in their order round the ring."""
    near: IslandPiles
    distant: IslandPiles
    queue: Annotated[tuple[Ship, ...], QueueLimit]
    solo: Solo | None
    players: tuple[Player, ...]
    pending: tuple[AnyFrame, ...]
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
