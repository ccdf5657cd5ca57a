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
"""The step that comes next when no question is open: set-up steps, then phases, turns, and the end."""


class BurgundyOptions(Options, frozen=True):
    """Options of a match: boards, starting player, tie-break."""

    boards: Literal["basic", "random", "chosen"] | tuple[int, ...] = "basic"
    """`basic`: board 1 for every seat, starting castle in the middle. Other values are the advanced game.

    Boards are then dealt at `random`, `chosen` in turn order, or named seat by seat as a tuple. Every seat chooses the
    space of its starting castle.
    """
    first_player: int | None = None
    """The seat that begins. Chance picks it if None."""
    tie_break: Literal["fewest_empty", "most_empty"] = "fewest_empty"
    """The tied player who wins: the one with the fewest empty spaces (this rulebook) or the most (later editions)."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one player."""

    board: BoardOrNone
    """Number of the player board, or 0 before the player has one."""
    estate: Estate
    """The tile on each space of the board, or `EMPTY`. The tuple is empty before the starting castle is placed."""
    storage: Storage
    goods: GoodsRow
    """Unsold goods tiles, sorted."""
    sold: GoodsRow
    """Sold goods tiles, sorted."""
    silver: Stock
    workers: Stock
    dice: DiceRow
    """Values of the unused dice, sorted."""


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Face-down piles as multisets, and the tiles that left the game."""

    building: TilePile
    animal: TilePile
    ship: TilePile
    knowledge: TilePile
    castle: TilePile
    mine: TilePile
    black: TilePile
    goods: GoodsPile
    removed: TilePile
    """Tiles that left the game."""

    def pile(self, name: Pile) -> Bag:
        """Return one of the piles by name."""
        pile: Bag = getattr(self, name)
        return pile


class Bonuses(Struct, frozen=True, forbid_unknown_fields=True):
    """Seats that covered each colour, in order. The first has the large bonus tile, the second the small one."""

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
    """The whole state. It has no secrets: only future chance is unknown."""

    options: BurgundyOptions
    stage: Stage
    phase: Phase
    round: Round
    """The round of the phase, from 1. It is 0 while the depots are filled."""
    turn_order: TurnOrder
    """The seats in the order of this round, fixed when the round began."""
    active_index: TurnIndex
    """Index in `turn_order` of the seat in turn. It is the number of seats before and after a round."""
    may_buy: bool
    """Whether the one purchase of this turn is still unused."""
    white_die: WhiteDie
    """The value of the white die, or 0 before it is rolled."""
    track: Track
    """The turn order track from left to right. Each space lists its pieces from bottom to top."""
    depots: DepotTiles
    """The tiles of the black depot, then of depots 1 to 6."""
    depot_goods: DepotGoods
    """The goods tiles in depots 1 to 6."""
    round_goods: tuple[Goods, ...]
    """The goods tiles for the remaining rounds of the phase, the next one first."""
    bonuses: Bonuses
    supply: Supply
    players: tuple[Player, ...]
    pending: tuple[AnyFrame, ...]
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
