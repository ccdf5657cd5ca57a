"""A position of Empires of the North: what lies before the players, on the ring and on the expedition board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from referee_service.games.empires_north.questions import Question
from referee_service.kernel.bags import Bag, count_in, size_of
from referee_service.kernel.state import Domain, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

CardName = Annotated[str, Domain("card")]
OwnCard = Annotated[str, Domain("own_card")]
"""A card of the clan of whoever is asked."""
Slot = Annotated[int, Domain("slot")]
TileName = Annotated[str, Domain("tile")]
GoodName = Annotated[str, Domain("good")]

Stage = Literal["setup", "lookout", "actions", "expedition", "over"]
ScenarioName = Literal["winter", "outpost", "pirates", "barbarians"]


class EmpiresOptions(Options, frozen=True):
    """How to play."""

    clans: Literal["random", "chosen"] = "random"
    """Whether clans are drawn by lot or chosen in order of seats."""
    first_player: int | None = None
    """The seat that begins; by lot when None."""
    raze_points: bool = False
    """Whether raze tokens left are worth a point each, as the publisher's FAQ has it."""
    scenario: ScenarioName = "winter"
    """The scenario of a table of one; larger tables play none."""
    slots: tuple[tuple[str, str], ...] = ()
    """Readings of lost icons of the scenario other than the default ones: (slot, value)."""


class Site(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card that lies in an empire. Its slot is a number of its own as long as it lies there."""

    slot: int
    card: str
    exhausted: bool = False
    host: int | None = None
    """The slot of the field that this upgrade lies under."""
    copied_slot: int | None = None
    """The slot of the card that this one copies."""
    goods: Bag = ()
    """What is assigned to it, workers included."""
    triggered: tuple[int, ...] = ()
    """Its specials with a limit that reacted this round, by number, each as often as it did."""
    invaded: bool = False


class Pawn(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """An action pawn on a tile of the ring."""

    tile: str
    exhausted: bool


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship on the expedition board, and what was assigned to it."""

    seat: int
    fish: bool
    raze: bool


class IslandPiles(Struct, frozen=True, forbid_unknown_fields=True):
    """The near or the distant islands: face down, discarded, and open on the board."""

    pile: Bag
    discard: Bag
    face_up: tuple[str, ...]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What belongs to one player."""

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
    """The cards looked at: some are kept, the others will be discarded."""
    kept: Bag
    """Those chosen to be kept, face down until everybody has chosen."""
    pawns: tuple[Pawn, ...]
    passed: bool


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """What only a table of one has."""

    solo_side_tiles: tuple[str, ...] = ()
    """The tiles that lie on their solo side."""
    event: str = ""
    """The event of this round."""
    foundations: int = 0
    covered: tuple[str, ...] = ()
    """Action locations that others were built over."""
    temporary: Bag = ()
    """Workers or tokens that leave in the clean-up."""
    unfed: int = 0
    """Workers who went hungry at the end."""


class State(AnyState, frozen=True, kw_only=True):
    """A whole position; hands, decks and what is looked at are secret."""

    options: EmpiresOptions
    stage: Stage
    round: int
    first_seat: int
    """The seat with the first player marker."""
    active_seat: int
    """The seat whose turn it is."""
    has_acted: bool
    """The one action of this turn is taken."""
    is_last_round: bool
    """Somebody has reached the end: this round is the last."""
    ring: tuple[str, ...]
    """The five action tiles in their order round the ring."""
    near: IslandPiles
    distant: IslandPiles
    queue: tuple[Ship, ...]
    solo: Solo | None
    players: tuple[Player, ...]
    pending: tuple[Question, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

    @property
    def active_player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active_seat]

    def islands(self, pile: str) -> IslandPiles:
        """The near or the distant islands."""
        return self.near if pile == "near" else self.distant


def amount_of(player: Player, good: str) -> int:
    """How many of a good a player has in supply."""
    return count_in(player.goods, good)


def site_at(player: Player, slot: int | None) -> Site | None:
    """The card in this slot of an empire, if one lies there."""
    return next((site for site in player.empire if site.slot == slot), None)


def hand_size(player: Player) -> int:
    """How many cards a player holds."""
    return size_of(player.hand)


def workers_of(player: Player) -> int:
    """All workers of a player: in supply, spent and assigned."""
    return player.workers + player.spent_workers + sum(count_in(site.goods, "worker") for site in player.empire)


def is_solo(state: State) -> bool:
    """Whether one player plays a scenario."""
    return state.solo is not None


def seats_from(state: State, seat: int) -> tuple[int, ...]:
    """All seats clockwise from this one."""
    seats = len(state.players)
    return tuple((seat + step) % seats for step in range(seats))


def deciding_seat(state: State) -> int:
    """Return the seat that answers the open question. The question must be open, and not for chance."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


def deciding_player(state: State) -> Player:
    """Return the player who answers the open question."""
    return state.players[deciding_seat(state)]
