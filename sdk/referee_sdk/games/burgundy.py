"""Typed actions and states of burgundy, generated from openapi.yaml by `tests/sdk/typed_games.py`.

An action is a frozen dataclass. A state is the JSON as the service sends it, so its classes are `TypedDict`s. An array
in which each position has its own meaning has the type `tuple`, although JSON decodes it as a list.
"""

# Long because the contract has one class for each verb, question and part of the state.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NotRequired, TypeAlias, TypedDict, cast

from referee_sdk.models import Action
from referee_sdk.typed_actions import HasState, TypedAction, open_state, typed_action

# --- actions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TakeTile(TypedAction):
    """Take a tile from a numbered depot into storage. The die, as changed by workers, shows the number of the depot."""

    kind: ClassVar[Literal["take_tile"]] = "take_tile"
    die: int | None = None
    """Value of the unused die to spend, before workers change it. Null if a placed castle or building gives the
    action.
    """
    depot: int
    """Depot that holds the tile, 1 to 6. The value 0, the black depot, is refused by a rule."""
    tile: str
    """Type of hex tile that goes from the depot to the seat's storage, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class PlaceTile(TypedAction):
    """Place a stored tile on the seat's estate. The die, as changed by workers, shows the number of the space."""

    kind: ClassVar[Literal["place_tile"]] = "place_tile"
    die: int | None = None
    """Value of the unused die to spend, before workers change it. Null if a placed castle or building gives the
    action.
    """
    tile: str
    """Type of hex tile in the seat's storage, as the id of its component. Equal tiles are interchangeable."""
    space: int
    """Space of the seat's player board, 0 to 36: row by row from the top, each row from left to right."""


@dataclass(frozen=True, kw_only=True)
class SellGoods(TypedAction):
    """Sell all goods of a kind for silver and points. The die, as changed by workers, shows the number of the kind."""

    kind: ClassVar[Literal["sell_goods"]] = "sell_goods"
    die: int | None = None
    """Value of the unused die to spend, before workers change it. Null if a placed castle or building gives the
    action.
    """
    goods: str
    """Kind of goods to sell, as the id of its component. All of the seat's goods tiles of this kind are sold."""


@dataclass(frozen=True, kw_only=True)
class TakeWorkers(TypedAction):
    """Take workers from the supply, with a die of any value or with a castle's action."""

    kind: ClassVar[Literal["take_workers"]] = "take_workers"
    die: int | None = None
    """Value of the unused die to spend, before workers change it. Null if a placed castle or building gives the
    action.
    """


@dataclass(frozen=True, kw_only=True)
class BuyTile(TypedAction):
    """Buy a tile for silver into the seat's storage, once per turn and without a die."""

    kind: ClassVar[Literal["buy_tile"]] = "buy_tile"
    depot: int
    """Depot that holds the tile: 0 for the black depot, or 1 to 6 if a tile in the estate lets the seat buy there."""
    tile: str
    """Type of hex tile that goes from the depot to the seat's storage, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """End the turn without the purchase that is still possible. Both dice must be used."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class DiscardTile(TypedAction):
    """Remove a stored tile from the game to make room for the tile that was taken or bought."""

    kind: ClassVar[Literal["discard_tile"]] = "discard_tile"
    tile: str
    """Type of hex tile in the seat's storage, as the id of its component. Equal tiles are interchangeable."""


@dataclass(frozen=True, kw_only=True)
class LoadShip(TypedAction):
    """Choose a depot whose goods the ship takes. With two depots, the second is a neighbour of the first."""

    kind: ClassVar[Literal["load_ship"]] = "load_ship"
    depot: int
    """Depot whose goods the ship takes, 1 to 6. The value 0, the black depot, is refused by a rule."""


@dataclass(frozen=True, kw_only=True)
class StoreGoods(TypedAction):
    """Store all goods of one more kind from the chosen depots. The rest stays there once three kinds are stored."""

    kind: ClassVar[Literal["store_goods"]] = "store_goods"
    goods: str
    """Kind of goods in the chosen depots that the seat does not store yet, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """No answer to an optional question. The seat goes without what it offers."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class ChooseBoard(TypedAction):
    """Choose one of the remaining player boards."""

    kind: ClassVar[Literal["choose_board"]] = "choose_board"
    board: int
    """Number of the player board to take, 1 to 9. Boards that other seats took are offered while copies remain."""


@dataclass(frozen=True, kw_only=True)
class ChooseCastle(TypedAction):
    """Choose the space of the starting castle. The castle gives no action and no points."""

    kind: ClassVar[Literal["choose_castle"]] = "choose_castle"
    space: int
    """Castle space (dark green) of the seat's player board, 0 to 36: row by row from the top, left to right."""


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins the match, picked at random."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int
    """Seat that plays first, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class DealBoard(TypedAction):
    """Chance deals a player board to the next seat in turn order."""

    kind: ClassVar[Literal["deal_board"]] = "deal_board"
    board: int
    """Number of the player board dealt, 1 to 9. Boards with several copies are more likely."""


@dataclass(frozen=True, kw_only=True)
class DrawGoods(TypedAction):
    """Chance turns up a goods tile: a starting tile of the next seat, or the tile of the next round of the phase."""

    kind: ClassVar[Literal["draw_goods"]] = "draw_goods"
    goods: str
    """Kind of the goods tile turned up, as the id of its component."""


@dataclass(frozen=True, kw_only=True)
class DrawTile(TypedAction):
    """Chance lays a tile from the face-down pile on the next slot of the depots."""

    kind: ClassVar[Literal["draw_tile"]] = "draw_tile"
    tile: str
    """Type of the hex tile drawn, as the id of its component. Its kind is that of the slot."""


@dataclass(frozen=True, kw_only=True)
class RollDie(TypedAction):
    """Chance rolls one die: those of all seats in turn order, then the white die."""

    kind: ClassVar[Literal["roll_die"]] = "roll_die"
    face: int
    """Value that a die shows, 1 to 6."""


AnyAction: TypeAlias = (
    TakeTile
    | PlaceTile
    | SellGoods
    | TakeWorkers
    | BuyTile
    | EndTurn
    | DiscardTile
    | LoadShip
    | StoreGoods
    | Decline
    | ChooseBoard
    | ChooseCastle
    | PickStarter
    | DealBoard
    | DrawGoods
    | DrawTile
    | RollDie
)
"""An action of burgundy: any verb."""


VERBS: Mapping[str, type[AnyAction]] = {
    TakeTile.kind: TakeTile,
    PlaceTile.kind: PlaceTile,
    SellGoods.kind: SellGoods,
    TakeWorkers.kind: TakeWorkers,
    BuyTile.kind: BuyTile,
    EndTurn.kind: EndTurn,
    DiscardTile.kind: DiscardTile,
    LoadShip.kind: LoadShip,
    StoreGoods.kind: StoreGoods,
    Decline.kind: Decline,
    ChooseBoard.kind: ChooseBoard,
    ChooseCastle.kind: ChooseCastle,
    PickStarter.kind: PickStarter,
    DealBoard.kind: DealBoard,
    DrawGoods.kind: DrawGoods,
    DrawTile.kind: DrawTile,
    RollDie.kind: RollDie,
}
"""The class of each verb."""


# --- state ------------------------------------------------------------------------------------------------------------


class State(TypedDict):
    """A state of burgundy. Send it back unchanged."""

    game: Literal["burgundy"]
    """Game of the match, such as `burgundy`."""
    ruleset: str
    """Id of the rules in force."""
    content: str
    """Id of the content pack: its name and its digest."""
    chance: Chance
    """Origin of random outcomes, and how often chance has acted."""
    ply: int
    """Number of actions so far, those of chance included."""
    board: Board
    """State of the game itself. Every game has its own fields."""


class Chance(TypedDict):
    """The chance of a match: its mode, its seed, and how often it has acted."""

    mode: Literal["secret", "seeded", "table"]
    """Origin of random outcomes: `seeded` by a public seed, `table` by real dice, `secret` by a key of the service."""
    seed: str
    """Public seed in mode `seeded`, commitment to the key in mode `secret`. Mode `table` does not use it."""
    count: int
    """How often chance has acted so far. Its next outcome depends on this number."""


class Board(TypedDict):
    """Whole state of a match. It has no secrets: only future chance is unknown."""

    players: list[Player]
    """Pieces of each player, by seat: entry 0 is seat 0."""
    pending: list[Frame]
    """Stack of open questions: the last one is due now, the others wait below. If empty, the seat in turn acts.

    At the end of the game it is empty too.
    """
    score_lines: list[list[StateScoreLine]]
    """Points of each seat so far, in seat order: one score line per rule, sorted by the id of the rule."""
    closed: NotRequired[list[ClosedQuestion]]
    """Questions that closed automatically since the last action of a seat. Refusals cite their rules. If absent:
    `[]`.
    """
    options: Options
    """Options with which the match was set up. They never change."""
    stage: Literal["boards", "castles", "goods", "over", "phase", "phase_over", "scoring", "turns"]
    """Step that follows when all open questions are answered.

    `goods`, `boards` and `castles` are set-up. Each phase has `phase`, `turns` and `phase_over`. After the last
    phase come `scoring` and `over`.
    """
    phase: Literal["A", "B", "C", "D", "E"]
    """Current phase, A to E. A district that is covered in it gives 10, 8, 6, 4 or 2 extra points."""
    round: int
    """Round of the phase, 1 to 5. It is 0 during set-up and while the depots are filled."""
    turn_order: list[int]
    """All seats in the order of this round, fixed when it began. Moves on the track change the next round."""
    active_index: int
    """Index in `turn_order` of the seat in turn, 0 during set-up. The number of seats means that no seat is in turn."""
    may_buy: bool
    """Whether the seat in turn may still make its one purchase of this turn."""
    white_die: int
    """Value of the white die in the last roll, 1 to 6, or 0 before the first roll and during the roll of a round."""
    track: list[list[int]]
    """Seats on the seven spaces of the turn order track from left to right, on each space from bottom to top."""
    depots: list[list[str]]
    """Face-up hex tiles in each depot: entry 0 is the black depot, entries 1 to 6 are the numbered depots."""
    depot_goods: list[list[str]]
    """Goods tiles in each numbered depot: entry 0 is depot 1, entry 5 is depot 6."""
    round_goods: list[str]
    """Face-up goods tiles for the remaining rounds of the phase, the next one first."""
    bonuses: Bonuses
    """Seats that have the large and the small bonus tile of each colour."""
    supply: Supply
    """Pieces that are face down or out of the game. All seats may see which they are, but not what is drawn next."""


class Player(TypedDict):
    """Pieces of one player, all open to every seat."""

    board: int
    """Number of the player board, 1 to 9, or 0 before the player has one."""
    estate: list[str]
    """Type of hex tile on each of the 37 spaces of the board, by space. An empty string is a space without a tile.

    The list is empty before the starting castle is placed.
    """
    storage: list[str]
    """Up to three hex tiles that the player took or bought and has not placed yet, sorted by id."""
    goods: list[str]
    """Unsold goods tiles of at most three kinds, sorted by kind. Equal tiles are listed one by one."""
    sold: list[str]
    """Sold goods tiles, sorted by kind. All seats may see them."""
    silver: int
    """Number of silverlings of the player. The supply is unlimited."""
    workers: int
    """Number of worker tiles of the player. The supply is unlimited."""
    dice: list[int]
    """Values of the player's unused dice, sorted: two after the roll, none after the turn."""


class ClosedQuestion(TypedDict):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: int
    """Seat whose question closed, counted from 0."""
    question: str
    """Id of the question that closed, as in `turn.question`."""
    rule: str
    """Id of the rule that closed it, such as `referee.forced` for a single legal answer."""
    answer: NotRequired[str]
    """Verb of the forced answer, or an empty string. The fields are left out, as they may be secret. If absent:
    `""`.
    """


class Options(TypedDict):
    """Options of a match: boards, starting player, tie-break."""

    boards: NotRequired[Literal["basic", "chosen", "random"] | list[int]]
    """`basic`: board 1 for every seat, starting castle in the middle. Other values are the advanced game.

    Boards are then dealt at `random`, `chosen` in turn order, or named in a list by seat. Every seat chooses the
    space of its starting castle. Default: `"basic"`.
    """
    first_player: NotRequired[int | None]
    """Seat that begins, counted from 0. Chance picks it if null. Default: `null`."""
    tie_break: NotRequired[Literal["fewest_empty", "most_empty"]]
    """Who wins a tie: the player with the fewest empty spaces (this rulebook) or the most (later editions). Default:
    `"fewest_empty"`.
    """


class Bonuses(TypedDict):
    """Bonus tiles of each colour: the seats that covered all its spaces first and second. Later seats receive none."""

    building: list[int]
    """Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""
    animal: list[int]
    """Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""
    ship: list[int]
    """Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""
    knowledge: list[int]
    """Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""
    castle: list[int]
    """Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""
    mine: list[int]
    """Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""


class Supply(TypedDict):
    """Face-down piles and removed tiles, as the count of each tile. Chance decides which tile comes when it draws."""

    building: Bag
    """Face-down building tiles (beige) for the numbered depots, as [tile, count] pairs."""
    animal: Bag
    """Face-down animal tiles (light green) for the numbered depots, as [tile, count] pairs."""
    ship: Bag
    """Face-down ship tiles (blue) for the numbered depots, as [tile, count] pairs."""
    knowledge: Bag
    """Face-down knowledge tiles (yellow) for the numbered depots, as [tile, count] pairs."""
    castle: Bag
    """Face-down castle tiles (dark green) for the numbered depots and as starting castles, as [tile, count] pairs."""
    mine: Bag
    """Face-down mine tiles (grey) for the numbered depots, as [tile, count] pairs."""
    black: Bag
    """Face-down tiles of all kinds with a black back, for the black depot, as [tile, count] pairs."""
    goods: Bag
    """Face-down goods tiles that are not dealt or turned up yet, as [goods, count] pairs."""
    removed: Bag
    """Hex tiles that were discarded or cleared from the depots at the start of a phase, as [tile, count] pairs."""


class PickStarterFrame(TypedDict):
    """Chance picks the starting player."""

    question: Literal["pick_starter"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DealBoardFrame(TypedDict):
    """Chance deals a player board to the next seat in turn order, until all seats have one."""

    question: Literal["deal_board"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ChooseBoardFrame(TypedDict):
    """A seat chooses one of the remaining player boards."""

    question: Literal["choose_board"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ChooseCastleFrame(TypedDict):
    """A seat chooses the castle space where its starting castle lies."""

    question: Literal["choose_castle"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DealGoodsFrame(TypedDict):
    """Chance deals the starting goods tiles, seat by seat in turn order."""

    question: Literal["deal_goods"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class FillDepotsFrame(TypedDict):
    """Chance lays out the hex tiles of a phase: depots 1 to 6, then the black depot."""

    question: Literal["fill_depots"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    laid: int
    """Number of slots filled so far. It is also the index of the slot that is filled next."""


class RevealGoodsFrame(TypedDict):
    """Chance turns up the goods tiles of a phase, one for each round."""

    question: Literal["reveal_goods"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class RollDiceFrame(TypedDict):
    """Chance rolls the dice of all seats in turn order, then the white die."""

    question: Literal["roll_dice"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class MakeRoomFrame(TypedDict):
    """A seat with full storage chooses a stored tile to discard for the one that it took or bought."""

    question: Literal["make_room"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    tile: str
    """Type of the hex tile that was taken or bought. It is in no storage yet."""


class FreeActionFrame(TypedDict):
    """A placed castle gives one action as with a die of any value."""

    question: Literal["free_action"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class TakeBenefitFrame(TypedDict):
    """A placed building lets its owner take a tile of certain kinds from a numbered depot."""

    question: Literal["take_benefit"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    kinds: list[Literal["animal", "building", "castle", "knowledge", "mine", "ship"]]
    """Kinds of hex tile that the building lets its owner take."""


class SellBenefitFrame(TypedDict):
    """A placed building lets its owner sell all goods of one kind without a die."""

    question: Literal["sell_benefit"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class PlaceBenefitFrame(TypedDict):
    """A placed building lets its owner place one more stored tile without a die."""

    question: Literal["place_benefit"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class LoadShipFrame(TypedDict):
    """A placed ship lets its owner choose a depot to take goods from."""

    question: Literal["load_ship"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class LoadMoreFrame(TypedDict):
    """A tile in the estate lets the ship also take goods from a neighbour of its first depot."""

    question: Literal["load_more"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    first: int
    """Numbered depot that the seat chose first, 1 to 6. Depots 6 and 1 are neighbours."""


class StoreGoodsFrame(TypedDict):
    """A seat chooses which kinds of goods to store, because the depots have more kinds than it has room for."""

    question: Literal["store_goods"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    depots: list[int]
    """The one or two numbered depots that the ship takes goods from, in the order chosen."""


Frame: TypeAlias = "AnyFrame"
"""An open question, or a step that waits below one."""


StateScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total.

- 0: Id of the rule that gave the points, such as `score.penalty`. The list of rules explains it.
- 1: How often the rule has applied, or how many pieces it has counted.
- 2: Sum of all points under this rule. A penalty is negative.
"""


Bag: TypeAlias = "list[tuple[str, int]]"
"""Pieces of several kinds as (kind, number) pairs, sorted by kind, without zeros."""


Seat: TypeAlias = "int | Literal['chance']"
"""A seat at the table, counted from 0, or `chance`, which rolls dice and draws."""


AnyFrame: TypeAlias = (
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
"""An open question, or a step that waits below one."""


# --- conversions ------------------------------------------------------------------------------------------------------


def from_action(action: Action) -> AnyAction:
    """Return an action of a legal list as a typed one. Raises `BadRequest` if it is not an action of burgundy."""
    return typed_action("burgundy", VERBS, action)


def state_of(source: HasState) -> State:
    """Return the open state of a match or position. Raises `BadRequest` if it is not one of burgundy."""
    return cast(State, open_state("burgundy", source))
