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
    """Take a tile from a numbered depot into the seat's storage."""

    kind: ClassVar[Literal["take_tile"]] = "take_tile"
    die: int | None = None
    depot: int
    tile: str


@dataclass(frozen=True, kw_only=True)
class PlaceTile(TypedAction):
    """Place a stored tile on a space of the seat's estate."""

    kind: ClassVar[Literal["place_tile"]] = "place_tile"
    die: int | None = None
    tile: str
    space: int


@dataclass(frozen=True, kw_only=True)
class SellGoods(TypedAction):
    """Sell all goods of one kind."""

    kind: ClassVar[Literal["sell_goods"]] = "sell_goods"
    die: int | None = None
    goods: str


@dataclass(frozen=True, kw_only=True)
class TakeWorkers(TypedAction):
    """Take workers from the supply."""

    kind: ClassVar[Literal["take_workers"]] = "take_workers"
    die: int | None = None


@dataclass(frozen=True, kw_only=True)
class BuyTile(TypedAction):
    """Buy a tile into the seat's storage. Depot 0 is the black one."""

    kind: ClassVar[Literal["buy_tile"]] = "buy_tile"
    depot: int
    tile: str


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """End your turn."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class DiscardTile(TypedAction):
    """Discard a stored tile to make room."""

    kind: ClassVar[Literal["discard_tile"]] = "discard_tile"
    tile: str


@dataclass(frozen=True, kw_only=True)
class LoadShip(TypedAction):
    """Take the goods of a depot aboard."""

    kind: ClassVar[Literal["load_ship"]] = "load_ship"
    depot: int


@dataclass(frozen=True, kw_only=True)
class StoreGoods(TypedAction):
    """Store one more kind of the goods in the chosen depots."""

    kind: ClassVar[Literal["store_goods"]] = "store_goods"
    goods: str


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """Leave an optional question unanswered."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class ChooseBoard(TypedAction):
    """Choose your player board."""

    kind: ClassVar[Literal["choose_board"]] = "choose_board"
    board: int


@dataclass(frozen=True, kw_only=True)
class ChooseCastle(TypedAction):
    """Choose the space of your starting castle."""

    kind: ClassVar[Literal["choose_castle"]] = "choose_castle"
    space: int


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int


@dataclass(frozen=True, kw_only=True)
class DealBoard(TypedAction):
    """A player board is dealt."""

    kind: ClassVar[Literal["deal_board"]] = "deal_board"
    board: int


@dataclass(frozen=True, kw_only=True)
class DrawGoods(TypedAction):
    """A goods tile is turned up."""

    kind: ClassVar[Literal["draw_goods"]] = "draw_goods"
    goods: str


@dataclass(frozen=True, kw_only=True)
class DrawTile(TypedAction):
    """A tile is laid on the next space of the depots."""

    kind: ClassVar[Literal["draw_tile"]] = "draw_tile"
    tile: str


@dataclass(frozen=True, kw_only=True)
class RollDie(TypedAction):
    """A die shows a face."""

    kind: ClassVar[Literal["roll_die"]] = "roll_die"
    face: int


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

    game: str
    ruleset: str
    content: str
    chance: Chance
    ply: int
    board: Board


class Chance(TypedDict):
    """The chance of a match: its mode, its seed, and how often it has acted.

    seeded: `seed` is public. table: the client reports real dice. secret: the service holds the key, and `seed` is
    the commitment to it.
    """

    mode: Literal["secret", "seeded", "table"]
    seed: str
    count: NotRequired[int]


class Board(TypedDict):
    """The whole state. It has no secrets: only future chance is unknown."""

    players: list[Player]
    pending: list[AnyFrame]
    score_lines: list[list[ScoreLine]]
    closed: NotRequired[list[ClosedQuestion]]
    options: Options
    stage: Literal["boards", "castles", "goods", "over", "phase", "phase_over", "scoring", "turns"]
    phase: Literal["A", "B", "C", "D", "E"]
    round: int
    turn_order: list[int]
    active_index: int
    may_buy: bool
    white_die: int
    track: list[list[int]]
    depots: list[list[str]]
    depot_goods: list[list[str]]
    round_goods: list[str]
    bonuses: Bonuses
    supply: Supply


class Player(TypedDict):
    """Pieces of one player."""

    board: int
    estate: list[str]
    storage: list[str]
    goods: list[str]
    sold: list[str]
    silver: int
    workers: int
    dice: list[int]


class PickStarterFrame(TypedDict):
    """Chance picks the starting player."""

    question: Literal["pick_starter"]
    seat: int | Literal["chance"]


class DealBoardFrame(TypedDict):
    """Chance deals a player board to the next seat in turn order."""

    question: Literal["deal_board"]
    seat: int | Literal["chance"]


class ChooseBoardFrame(TypedDict):
    """A seat chooses one of the remaining boards."""

    question: Literal["choose_board"]
    seat: int | Literal["chance"]


class ChooseCastleFrame(TypedDict):
    """A seat chooses the space of its starting castle."""

    question: Literal["choose_castle"]
    seat: int | Literal["chance"]


class DealGoodsFrame(TypedDict):
    """Chance deals the starting goods of all seats."""

    question: Literal["deal_goods"]
    seat: int | Literal["chance"]


class FillDepotsFrame(TypedDict):
    """Chance lays out the tiles of a phase."""

    question: Literal["fill_depots"]
    seat: int | Literal["chance"]
    laid: int


class RevealGoodsFrame(TypedDict):
    """Chance turns up the goods tiles of a phase."""

    question: Literal["reveal_goods"]
    seat: int | Literal["chance"]


class RollDiceFrame(TypedDict):
    """Chance rolls all players' dice and the white die."""

    question: Literal["roll_dice"]
    seat: int | Literal["chance"]


class MakeRoomFrame(TypedDict):
    """A seat with full storage chooses a stored tile to discard for a new one."""

    question: Literal["make_room"]
    seat: int | Literal["chance"]
    tile: str


class FreeActionFrame(TypedDict):
    """A placed castle gives one action as with a die of any value."""

    question: Literal["free_action"]
    seat: int | Literal["chance"]


class TakeBenefitFrame(TypedDict):
    """A placed building lets its owner take a tile of certain kinds from a numbered depot."""

    question: Literal["take_benefit"]
    seat: int | Literal["chance"]
    kinds: list[Literal["animal", "building", "castle", "knowledge", "mine", "ship"]]


class SellBenefitFrame(TypedDict):
    """A placed building lets its owner sell goods of one kind."""

    question: Literal["sell_benefit"]
    seat: int | Literal["chance"]


class PlaceBenefitFrame(TypedDict):
    """A placed building lets its owner place one more stored tile."""

    question: Literal["place_benefit"]
    seat: int | Literal["chance"]


class LoadShipFrame(TypedDict):
    """A placed ship lets its owner choose a depot to take goods from."""

    question: Literal["load_ship"]
    seat: int | Literal["chance"]


class LoadMoreFrame(TypedDict):
    """A ship may also take goods from a neighbour of its first depot."""

    question: Literal["load_more"]
    seat: int | Literal["chance"]
    first: int


class StoreGoodsFrame(TypedDict):
    """A seat chooses which kinds to store, because the depots have more kinds than it has room for."""

    question: Literal["store_goods"]
    seat: int | Literal["chance"]
    depots: list[int]


class ClosedQuestion(TypedDict):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: int
    question: str
    rule: str
    answer: NotRequired[str]


class Options(TypedDict):
    """Options of a match: boards, starting player, tie-break."""

    boards: NotRequired[Literal["basic", "chosen", "random"] | list[int]]
    first_player: NotRequired[int | None]
    tie_break: NotRequired[Literal["fewest_empty", "most_empty"]]


class Bonuses(TypedDict):
    """Seats that covered each colour, in order. The first has the large bonus tile, the second the small one."""

    building: NotRequired[list[int]]
    animal: NotRequired[list[int]]
    ship: NotRequired[list[int]]
    knowledge: NotRequired[list[int]]
    castle: NotRequired[list[int]]
    mine: NotRequired[list[int]]


class Supply(TypedDict):
    """Face-down piles as multisets, and the tiles that left the game."""

    building: list[tuple[str, int]]
    animal: list[tuple[str, int]]
    ship: list[tuple[str, int]]
    knowledge: list[tuple[str, int]]
    castle: list[tuple[str, int]]
    mine: list[tuple[str, int]]
    black: list[tuple[str, int]]
    goods: list[tuple[str, int]]
    removed: list[tuple[str, int]]


ScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total."""


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
