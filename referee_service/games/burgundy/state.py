"""State of The Castles of Burgundy: structs, and queries about estates and turn order."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from referee_service.kernel.bags import Bag
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.state import Options, ScoreLines
from referee_service.kernel.state import State as AnyState

from .content.schema import Kind, Permit, Phase, Pile
from .content.tables import PACKS
from .fields import (
    BoardOrNone,
    BonusSeats,
    DepotGoods,
    DepotTiles,
    DiceRow,
    Estate,
    Goods,
    GoodsPile,
    GoodsRow,
    Round,
    Stock,
    Storage,
    TilePile,
    Track,
    TurnIndex,
    TurnOrder,
    WhiteDie,
)
from .questions import AnyFrame

EMPTY = ""
"""The entry of an estate space without a tile."""

Stage = Literal["goods", "boards", "castles", "phase", "turns", "phase_over", "scoring", "over"]
"""Step that follows when all open questions are answered.

`goods`, `boards` and `castles` are set-up. Each phase has `phase`, `turns` and `phase_over`. After the last phase come
`scoring` and `over`.
"""


class BurgundyOptions(Options, frozen=True):
    """Options of a match: boards, starting player, tie-break."""

    boards: Literal["basic", "random", "chosen"] | tuple[int, ...] = "basic"
    """`basic`: board 1 for every seat, starting castle in the middle. Other values are the advanced game.

    Boards are then dealt at `random`, `chosen` in turn order, or named in a list by seat. Every seat chooses the space
    of its starting castle.
    """
    first_player: int | None = None
    """Seat that begins, counted from 0. Chance picks it if null."""
    tie_break: Literal["fewest_empty", "most_empty"] = "fewest_empty"
    """Who wins a tie: the player with the fewest empty spaces (this rulebook) or the most (later editions)."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one player, all open to every seat."""

    board: BoardOrNone
    """Number of the player board, 1 to 9, or 0 before the player has one."""
    estate: Estate
    """Type of hex tile on each of the 37 spaces of the board, by space. An empty string is a space without a tile.

    The list is empty before the starting castle is placed.
    """
    storage: Storage
    """Up to three hex tiles that the player took or bought and has not placed yet, sorted by id."""
    goods: GoodsRow
    """Unsold goods tiles of at most three kinds, sorted by kind. Equal tiles are listed one by one."""
    sold: GoodsRow
    """Sold goods tiles, sorted by kind. All seats may see them."""
    silver: Stock
    """Number of silverlings of the player. The supply is unlimited."""
    workers: Stock
    """Number of worker tiles of the player. The supply is unlimited."""
    dice: DiceRow
    """Values of the player's unused dice, sorted: two after the roll, none after the turn."""


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Face-down piles and removed tiles, as the count of each tile. Chance decides which tile comes when it draws."""

    building: TilePile
    """Face-down building tiles (beige) for the numbered depots, as [tile, count] pairs."""
    animal: TilePile
    """Face-down animal tiles (light green) for the numbered depots, as [tile, count] pairs."""
    ship: TilePile
    """Face-down ship tiles (blue) for the numbered depots, as [tile, count] pairs."""
    knowledge: TilePile
    """Face-down knowledge tiles (yellow) for the numbered depots, as [tile, count] pairs."""
    castle: TilePile
    """Face-down castle tiles (dark green) for the numbered depots and as starting castles, as [tile, count] pairs."""
    mine: TilePile
    """Face-down mine tiles (grey) for the numbered depots, as [tile, count] pairs."""
    black: TilePile
    """Face-down tiles of all kinds with a black back, for the black depot, as [tile, count] pairs."""
    goods: GoodsPile
    """Face-down goods tiles that are not dealt or turned up yet, as [goods, count] pairs."""
    removed: TilePile
    """Hex tiles that were discarded or cleared from the depots at the start of a phase, as [tile, count] pairs."""

    def pile(self, name: Pile) -> Bag:
        """Return one of the piles by name."""
        pile: Bag = getattr(self, name)
        return pile


class Bonuses(Struct, frozen=True, forbid_unknown_fields=True):
    """Bonus tiles of each colour: the seats that covered all its spaces first and second. Later seats receive none."""

    building: BonusSeats = ()
    animal: BonusSeats = ()
    ship: BonusSeats = ()
    knowledge: BonusSeats = ()
    castle: BonusSeats = ()
    mine: BonusSeats = ()

    def of(self, kind: Kind) -> tuple[int, ...]:
        """Return the seats that have a bonus tile of this colour."""
        seats: tuple[int, ...] = getattr(self, kind)
        return seats


# --- the state ------------------------------------------------------------------------------------------------------


class State(AnyState, frozen=True, kw_only=True):
    """Whole state of a match. It has no secrets: only future chance is unknown."""

    options: BurgundyOptions
    """Options with which the match was set up. They never change."""
    stage: Stage
    phase: Phase
    """Current phase, A to E. A district that is covered in it gives 10, 8, 6, 4 or 2 extra points."""
    round: Round
    """Round of the phase, 1 to 5. It is 0 during set-up and while the depots are filled."""
    turn_order: TurnOrder
    """All seats in the order of this round, fixed when it began. Moves on the track change the next round."""
    active_index: TurnIndex
    """Index in `turn_order` of the seat in turn, 0 during set-up. The number of seats means that no seat is in turn."""
    may_buy: bool
    """Whether the seat in turn may still make its one purchase of this turn."""
    white_die: WhiteDie
    """Value of the white die in the last roll, 1 to 6, or 0 before the first roll and during the roll of a round."""
    track: Track
    """Seats on the seven spaces of the turn order track from left to right, on each space from bottom to top."""
    depots: DepotTiles
    """Face-up hex tiles in each depot: entry 0 is the black depot, entries 1 to 6 are the numbered depots."""
    depot_goods: DepotGoods
    """Goods tiles in each numbered depot: entry 0 is depot 1, entry 5 is depot 6."""
    round_goods: tuple[Goods, ...]
    """Face-up goods tiles for the remaining rounds of the phase, the next one first."""
    bonuses: Bonuses
    """Seats that have the large and the small bonus tile of each colour."""
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
    def active_seat(self) -> int:
        """Return the seat in turn."""
        return self.turn_order[self.active_index]

    @property
    def active_player(self) -> Player:
        """Return the player in turn. Once the dice are rolled, no other player decides."""
        return self.players[self.turn_order[self.active_index]]


def deciding_seat(state: State) -> int:
    """Return the seat that answers the open question. Fails if chance answers it."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


# --- what an estate gives its owner ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EstatePowers:
    """What an estate gives its owner: changed rules, triggers, and spaces to build on."""

    permits: frozenset[Permit]
    """Restrictions that do not hold for this player."""
    numbers: Mapping[str, int]
    """The constants of the rules, as changed by tiles of the estate."""
    listeners: Mapping[str, tuple[str, ...]]
    """For each event kind, the tiles whose trigger it starts."""
    adjacent_spaces: frozenset[int]
    """The spaces next to a placed tile, empty or not."""
    open_spaces: Mapping[Kind, tuple[int, ...]]
    """The empty ones of `adjacent_spaces`, by colour."""
    built: Mapping[tuple[int, ...], Set[str]]
    """For each city, given by its spaces, the entries on them."""


@lru_cache(maxsize=MEMO_ENTRIES)
def _compute_powers(pack: str, board: int, estate: tuple[str, ...]) -> EstatePowers:
    """Compute the powers of an estate. Cached, because rules need them many times between two placements."""
    tables = PACKS.get(pack)
    spaces, by_kind = tables.boards[board].spaces, tables.boards[board].by_kind
    placed = [at for at, tile in enumerate(estate) if tile]
    touched = frozenset([near for at in placed for near in spaces[at].touching])
    empty = touched.difference(placed)
    return EstatePowers(
        *_tile_powers(pack, tuple([tile for tile in estate if tile in tables.tiles_with_powers])),
        adjacent_spaces=touched,
        open_spaces={kind: tuple([at for at in by_kind[kind] if at in empty]) for kind in by_kind},
        built={city: {estate[at] for at in city} for city in tables.boards[board].cities},
    )


@lru_cache(maxsize=MEMO_ENTRIES)
def _tile_powers(
    pack: str, tiles: tuple[str, ...]
) -> tuple[frozenset[Permit], Mapping[str, int], Mapping[str, tuple[str, ...]]]:
    """Return the permits, the changed constants and the listeners that these tiles give."""
    tables = PACKS.get(pack)
    permits, numbers = set[Permit](), dict(tables.numbers)
    listeners: dict[str, tuple[str, ...]] = {}
    for tile in (tables.tiles[name] for name in tiles):
        numbers.update(tile.numbers)
        permits |= tile.permits
        for event in tile.triggers:
            listeners[event] = (*listeners.get(event, ()), tile.id)
    return frozenset(permits), numbers, listeners


def estate_powers(state: State, player: Player) -> EstatePowers:
    """Return the powers of a player's estate."""
    return _compute_powers(state.pack, player.board, player.estate)


def estate_powers_in_pack(pack: str, player: Player) -> EstatePowers:
    """Return the powers of a player's estate, for callers that have a pack but no state."""
    return _compute_powers(pack, player.board, player.estate)


def has_permit(state: State, player: Player, permit: Permit) -> bool:
    """Return whether a tile in the player's estate lifts this restriction."""
    return permit in estate_powers(state, player).permits


def rule_number(state: State, player: Player, name: str) -> int:
    """Return a constant of the rules, as it is for this player."""
    return estate_powers(state, player).numbers[name]


# --- turn order -----------------------------------------------------------------------------------------------------


def turn_order_on_track(state: State) -> tuple[int, ...]:
    """Return the seats from the right end of the track to the left, on each space from top to bottom."""
    return tuple(seat for space in reversed(state.track) for seat in reversed(space))
