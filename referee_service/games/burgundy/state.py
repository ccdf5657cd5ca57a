"""A position of The Castles of Burgundy, its open questions, and the named questions that rules ask about it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from referee_service.games.burgundy.content.schema import Kind, Permit, Phase, Pile
from referee_service.games.burgundy.content.tables import BLACK_DEPOT, PACKS, Content, content
from referee_service.kernel.bags import Bag
from referee_service.kernel.state import Domain, Frame, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

Die = Annotated[int | None, Domain("die")]
"""The value of one of your dice; left out where no die is used (a castle's action, a building's benefit)."""
Depot = Annotated[int, Domain("depot")]
Tile = Annotated[str, Domain("tile")]
Space = Annotated[int, Domain("space")]
Goods = Annotated[str, Domain("goods")]
Board = Annotated[int, Domain("board")]

EMPTY = ""
"""What stands on an empty space of an estate."""

Stage = Literal["goods", "boards", "castles", "phase", "turns", "phase_over", "scoring", "over"]
"""What comes next once nothing is asked: goods are dealt, boards, castles; then phases, turns, and the end."""


class BurgundyOptions(Options, frozen=True):
    """How to play: with which boards, who starts, and how ties are broken."""

    boards: Literal["basic", "random", "chosen"] | tuple[int, ...] = "basic"
    """basic: board 1 for all, castle in the middle. Else the advanced game: a random board each, one chosen in turn
    order, or the numbers named seat by seat; and everybody chooses the space of the starting castle."""
    first_player: int | None = None
    """The seat that begins; by lot when None."""
    tie_break: Literal["fewest_empty", "most_empty"] = "fewest_empty"
    """Which tied player wins: fewest empty estate spaces (this rulebook) or most (later editions)."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player."""

    board: int
    estate: tuple[str, ...]
    storage: tuple[str, ...]
    goods: tuple[str, ...]
    sold: tuple[str, ...]
    silver: int
    workers: int
    dice: tuple[int, ...]


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """The face-down piles, as what they hold; and the box, where tiles go that leave the game."""

    building: Bag
    animal: Bag
    ship: Bag
    knowledge: Bag
    castle: Bag
    mine: Bag
    black: Bag
    goods: Bag
    removed: Bag

    def pile(self, name: Pile) -> Bag:
        """What one of the piles holds."""
        held: Bag = getattr(self, name)
        return held


class Bonuses(Struct, frozen=True, forbid_unknown_fields=True):
    """For each colour the seats that covered it: the first has the large bonus tile, the second the small one."""

    building: tuple[int, ...] = ()
    animal: tuple[int, ...] = ()
    ship: tuple[int, ...] = ()
    knowledge: tuple[int, ...] = ()
    castle: tuple[int, ...] = ()
    mine: tuple[int, ...] = ()

    def of(self, kind: Kind) -> tuple[int, ...]:
        """The seats with a bonus tile of this colour."""
        claimed: tuple[int, ...] = getattr(self, kind)
        return claimed


# --- open questions, asked from the last one on ---------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance decides who begins."""


class DealBoardFrame(Frame, frozen=True, tag="deal_board"):
    """Chance deals a player board to the next seat in turn order."""


class ChooseBoardFrame(Frame, frozen=True, tag="choose_board"):
    """A player chooses a board among those left."""


class ChooseCastleFrame(Frame, frozen=True, tag="choose_castle"):
    """A player chooses the space of the starting castle."""


class DealGoodsFrame(Frame, frozen=True, tag="deal_goods"):
    """Chance deals everybody's starting goods."""


class FillDepotsFrame(Frame, frozen=True, tag="fill_depots"):
    """Chance lays out the tiles of a phase; so many are laid already."""

    laid: int


class RevealGoodsFrame(Frame, frozen=True, tag="reveal_goods"):
    """Chance turns up the goods tiles of a phase."""


class RollDiceFrame(Frame, frozen=True, tag="roll_dice"):
    """Chance rolls everybody's dice and the white die."""


class MakeRoomFrame(Frame, frozen=True, tag="make_room"):
    """A tile was taken with full storage: which stored tile leaves for it?"""

    tile: str


class FreeActionFrame(Frame, frozen=True, tag="free_action"):
    """A castle was placed: one action as with a die of any value."""


class TakeBenefitFrame(Frame, frozen=True, tag="take_benefit"):
    """A building lets its owner take a tile of certain kinds from a numbered depot."""

    kinds: tuple[Kind, ...]


class SellBenefitFrame(Frame, frozen=True, tag="sell_benefit"):
    """A building lets its owner sell goods of any one kind."""


class PlaceBenefitFrame(Frame, frozen=True, tag="place_benefit"):
    """A building lets its owner place one more stored tile."""


class LoadShipFrame(Frame, frozen=True, tag="load_ship"):
    """A ship arrives: from which depot are goods taken?"""


class LoadMoreFrame(Frame, frozen=True, tag="load_more"):
    """The ship may also take goods from a neighbour of this depot."""

    first: int


class StoreGoodsFrame(Frame, frozen=True, tag="store_goods"):
    """More kinds lie in these depots than can be stored: which are kept?"""

    depots: tuple[int, ...]


Question = (
    PickStarterFrame
    | DealBoardFrame
    | ChooseBoardFrame
    | ChooseCastleFrame
    | DealGoodsFrame
    | FillDepotsFrame
    | RevealGoodsFrame
    | RollDiceFrame
    | MakeRoomFrame
    | FreeActionFrame
    | TakeBenefitFrame
    | SellBenefitFrame
    | PlaceBenefitFrame
    | LoadShipFrame
    | LoadMoreFrame
    | StoreGoodsFrame
)


# --- the state ------------------------------------------------------------------------------------------------------


class State(AnyState, frozen=True, kw_only=True):
    """A whole position. Nothing in it is secret; only the future is unknown."""

    options: BurgundyOptions
    stage: Stage
    phase: Phase
    round: int
    turn_order: tuple[int, ...]
    """The seats in the order of this round, frozen when it began."""
    active_index: int
    """Which place of that order is having its turn."""
    may_buy: bool
    """The one purchase of this turn is still open."""
    white_die: int
    """The white die; 0 until it is rolled."""
    track: tuple[tuple[int, ...], ...]
    """The turn order track from left to right; on each space the pieces from bottom to top."""
    depots: tuple[tuple[str, ...], ...]
    """The tiles of the black depot, then of depots 1 to 6."""
    depot_goods: tuple[tuple[str, ...], ...]
    """The goods lying in depots 1 to 6."""
    round_goods: tuple[str, ...]
    """The goods tiles of the phase that are still to be placed, the next one first."""
    bonuses: Bonuses
    supply: Supply
    players: tuple[Player, ...]
    pending: tuple[Question, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.turn_order[self.active_index]

    @property
    def active_player(self) -> Player:
        """The player whose turn it is; nobody else ever decides in this game once the dice are rolled."""
        return self.players[self.turn_order[self.active_index]]


def deciding_seat(state: State) -> int:
    """The seat that the open question is put to."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


# --- what an estate gives its owner ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EstatePowers:
    """What an estate gives its owner: what its tiles change, and where it can grow."""

    permits: frozenset[Permit]
    numbers: Mapping[str, int]
    listeners: Mapping[str, tuple[str, ...]]
    """For every event the tiles that wait for it."""
    adjacent_spaces: frozenset[int]
    """The spaces that lie beside a tile already placed."""
    open_spaces: Mapping[Kind, tuple[int, ...]]
    """Of these, the empty ones of each colour."""
    built: Mapping[tuple[int, ...], Set[str]]
    """For every city, by its spaces, what already stands there."""


@lru_cache(maxsize=8192)
def _powers(pack: str, board: int, estate: tuple[str, ...]) -> EstatePowers:
    """Worked out once for each estate: much is asked of it between two placements."""
    tables = PACKS.get(pack)
    spaces, by_kind = tables.boards[board].spaces, tables.boards[board].by_kind
    placed = [at for at, tile in enumerate(estate) if tile]
    touched = frozenset([near for at in placed for near in spaces[at].touching])
    empty = touched.difference(placed)
    return EstatePowers(
        *_changes(pack, tuple([tile for tile in estate if tile in tables.tiles_with_powers])),
        adjacent_spaces=touched,
        open_spaces={kind: tuple([at for at in by_kind[kind] if at in empty]) for kind in by_kind},
        built={city: {estate[at] for at in city} for city in tables.boards[board].cities},
    )


@lru_cache(maxsize=8192)
def _changes(
    pack: str, powerful: tuple[str, ...]
) -> tuple[frozenset[Permit], Mapping[str, int], Mapping[str, tuple[str, ...]]]:
    """What these tiles permit, the constants as they stand with them, and who listens to which event."""
    tables = PACKS.get(pack)
    permits, numbers = set[Permit](), dict(tables.numbers)
    listeners: dict[str, tuple[str, ...]] = {}
    for tile in (tables.tiles[name] for name in powerful):
        numbers.update(tile.numbers)
        permits |= tile.permits
        for event in tile.triggers:
            listeners[event] = (*listeners.get(event, ()), tile.id)
    return frozenset(permits), numbers, listeners


def powers(state: State, player: Player) -> EstatePowers:
    """What a player's estate gives."""
    return _powers(state.pack, player.board, player.estate)


def powers_of(pack: str, player: Player) -> EstatePowers:
    """The same with the components of a pack, where there is no state at hand."""
    return _powers(pack, player.board, player.estate)


def has_permit(state: State, player: Player, permit: Permit) -> bool:
    """Whether a tile in the player's estate lifts this restriction."""
    return permit in powers(state, player).permits


def rule_number(state: State, player: Player, name: str) -> int:
    """A constant of the rules as it stands for this player."""
    return powers(state, player).numbers[name]


# --- spaces and districts -------------------------------------------------------------------------------------------


def touches_own_tile(state: State, player: Player, space: int) -> bool:
    """Whether a tile already placed lies beside this space."""
    return space in powers(state, player).adjacent_spaces


def repeats_in_city(state: State, player: Player, tile: str, space: int) -> bool:
    """Whether the city around this space has such a building already."""
    city = content(state).boards[player.board].spaces[space].district
    return tile in powers(state, player).built.get(city, ())


def district_is_covered(tables: Content, player: Player, space: int) -> bool:
    """Whether every space of the district around this one carries a tile."""
    return all(player.estate[at] for at in tables.boards[player.board].spaces[space].district)


def colour_is_covered(tables: Content, player: Player, kind: Kind) -> bool:
    """Whether every space of a colour carries a tile."""
    return all(player.estate[at] for at in tables.boards[player.board].by_kind[kind])


def count_of_kind(tables: Content, player: Player, kind: Kind) -> int:
    """How many tiles of a kind the estate has."""
    return sum(1 for tile in player.estate if tile and tables.tiles[tile].kind == kind)


def empty_spaces(player: Player) -> int:
    """How many spaces of the estate carry no tile."""
    return player.estate.count(EMPTY)


# --- tiles, goods, order --------------------------------------------------------------------------------------------


def can_buy(state: State) -> bool:
    """Whether the player in turn could still buy a tile."""
    me = state.active_player
    if not state.may_buy or me.silver < rule_number(state, me, "purchase_price"):
        return False
    return bool(state.depots[BLACK_DEPOT]) or any(state.depots[depot] for depot in depots_for_sale(state, me))


def depots_for_sale(state: State, player: Player) -> range:
    """The depots where a player may buy: the black one, or all seven."""
    return range(7) if has_permit(state, player, "buy_anywhere") else range(1)


def room_for_kinds(state: State, player: Player) -> int:
    """How many more kinds of goods a player can store."""
    return rule_number(state, player, "goods_kinds") - len(set(player.goods))


def goods_in(state: State, depots: tuple[int, ...]) -> tuple[str, ...]:
    """The goods lying in these depots."""
    return tuple(goods for depot in depots for goods in state.depot_goods[depot - 1])


def neighbour_depots(depot: int) -> tuple[int, int]:
    """The two depots beside one on the ring; 6 and 1 are neighbours."""
    return ((depot - 2) % 6 + 1, depot % 6 + 1)


def turn_order(state: State) -> tuple[int, ...]:
    """The seats from the right end of the track to the left, on each space from top to bottom."""
    return tuple(seat for space in reversed(state.track) for seat in reversed(space))
