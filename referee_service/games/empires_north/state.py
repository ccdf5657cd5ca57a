"""State of the game: the structs, and queries on them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from referee_service.games.empires_north.questions import AnyFrame
from referee_service.kernel.bags import Bag, count_in, size_of
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Options, ScoreLine
from referee_service.kernel.state import State as AnyState

CardName = Annotated[str, Domain("card")]
OwnCard = Annotated[str, Domain("own_card")]
"""A card of the deciding player's clan."""
Slot = Annotated[int, Domain("slot")]
TileName = Annotated[str, Domain("tile")]
GoodName = Annotated[str, Domain("good")]

Stage = Literal["setup", "lookout", "actions", "expedition", "over"]
ScenarioName = Literal["winter", "outpost", "pirates", "barbarians"]


class EmpiresOptions(Options, frozen=True):
    """Options of a match."""

    clans: Literal["random", "chosen"] = "random"
    """Whether clans are dealt at random or chosen in order of seats."""
    first_player: int | None = None
    """The seat that begins. None picks it at random."""
    raze_points: bool = False
    """Whether each raze token left scores a point, as in the publisher's FAQ."""
    scenario: ScenarioName = "winter"
    """The scenario of a solo game. Games of more seats have none."""
    slots: tuple[tuple[str, str], ...] = ()
    """Readings of lost scenario icons that differ from the defaults, as (slot, value) pairs."""


class Site(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card in an empire. It keeps its slot number as long as it lies there."""

    slot: int
    card: str
    exhausted: bool = False
    host: int | None = None
    """The slot of the field that this upgrade lies under."""
    copied_slot: int | None = None
    """The slot of the card that this one copies."""
    goods: Bag = ()
    """The goods and workers assigned to the card."""
    triggered: tuple[int, ...] = ()
    """Indexes of its limited specials that reacted in this round, once per reaction."""
    invaded: bool = False


class Pawn(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """An action pawn on a tile of the ring."""

    tile: str
    exhausted: bool


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship on the expedition board, and what is assigned to it."""

    seat: int
    fish: bool
    raze: bool


class IslandPiles(Struct, frozen=True, forbid_unknown_fields=True):
    """The near or the distant islands: face down, discarded, and face up on the board."""

    pile: Bag
    discard: Bag
    face_up: tuple[str, ...]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of one seat."""

    clan: str
    goods: Bag
    workers: int
    """Workers in supply."""
    spent_workers: int
    """Workers on the clan tile."""
    ships: int
    """Ships in supply."""
    empire: tuple[Site, ...]
    hand: Bag
    deck: Bag
    discard: Bag
    looked_at: Bag
    """The cards looked at. Some are kept, the others will be discarded."""
    kept: Bag
    """The cards chosen to be kept, face down until every player has chosen."""
    pawns: tuple[Pawn, ...]
    passed: bool


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """What only a solo game has."""

    solo_side_tiles: tuple[str, ...] = ()
    """The tiles that lie on their solo side."""
    event: str = ""
    """The event of this round."""
    foundations: int = 0
    covered: tuple[str, ...] = ()
    """Action locations that other locations cover."""
    temporary: Bag = ()
    """Workers and tokens that leave in the clean-up."""
    unfed: int = 0
    """Workers that went hungry at the end."""


class State(AnyState, frozen=True, kw_only=True):
    """A complete position. Hands, decks and the cards looked at are secret."""

    options: EmpiresOptions
    stage: Stage
    round: int
    first_seat: int
    """The seat with the first player marker."""
    active_seat: int
    """The seat in turn."""
    has_acted: bool
    """Whether the seat in turn has taken its one action."""
    is_last_round: bool
    """Whether this round is the last one."""
    ring: tuple[str, ...]
    """The five action tiles in their order round the ring."""
    near: IslandPiles
    distant: IslandPiles
    queue: tuple[Ship, ...]
    solo: Solo | None
    players: tuple[Player, ...]
    pending: tuple[AnyFrame, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

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
