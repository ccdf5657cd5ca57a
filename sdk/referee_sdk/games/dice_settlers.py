"""Typed actions and states of dice_settlers, generated from openapi.yaml by `tests/sdk/typed_games.py`.

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
class Recruit(TypedAction):
    """The colours of the recruited dice, sorted."""

    kind: ClassVar[Literal["recruit"]] = "recruit"
    dice: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Explore(TypedAction):
    """An exploration with this number of symbols."""

    kind: ClassVar[Literal["explore"]] = "explore"
    symbols: int


@dataclass(frozen=True, kw_only=True)
class Settle(TypedAction):
    """A tent taken from the general supply, placed on a tile, or recalled from a tile."""

    kind: ClassVar[Literal["settle"]] = "settle"
    option: str
    tile: str | None = None


@dataclass(frozen=True, kw_only=True)
class Raid(TypedAction):
    """One tent of this side on this tile."""

    kind: ClassVar[Literal["raid"]] = "raid"
    tile: str
    side: int


@dataclass(frozen=True, kw_only=True)
class Harvest(TypedAction):
    """One token of this resource."""

    kind: ClassVar[Literal["harvest"]] = "harvest"
    token: str


@dataclass(frozen=True, kw_only=True)
class TradeTokens(TypedAction):
    """The tokens of a set, sorted by name, and the kind of the set."""

    kind: ClassVar[Literal["trade_tokens"]] = "trade_tokens"
    set: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TradeDie(TypedAction):
    """One trade symbol for the sale of a die."""

    kind: ClassVar[Literal["trade_die"]] = "trade_die"


@dataclass(frozen=True, kw_only=True)
class SellDie(TypedAction):
    """An active die, named by colour and face, or a spent die, named by colour."""

    kind: ClassVar[Literal["sell_die"]] = "sell_die"
    die: str


@dataclass(frozen=True, kw_only=True)
class Research(TypedAction):
    """The technology to research."""

    kind: ClassVar[Literal["research"]] = "research"
    technology: str


@dataclass(frozen=True, kw_only=True)
class EndAction(TypedAction):
    """The end of the current action."""

    kind: ClassVar[Literal["end_action"]] = "end_action"


@dataclass(frozen=True, kw_only=True)
class UseFactory(TypedAction):
    """A factory tile and the tile that supplies the tent: the same one, or with a permit a neighbour."""

    kind: ClassVar[Literal["use_factory"]] = "use_factory"
    tile: str
    tent: str


@dataclass(frozen=True, kw_only=True)
class Govern(TypedAction):
    """The tile to govern."""

    kind: ClassVar[Literal["govern"]] = "govern"
    tile: str


@dataclass(frozen=True, kw_only=True)
class Explode(TypedAction):
    """An explosive technology of the player that explodes."""

    kind: ClassVar[Literal["explode"]] = "explode"
    technology: str


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """The end of a player's turn."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class SpendSymbol(TypedAction):
    """A pioneer, or a symbol of any resource."""

    kind: ClassVar[Literal["spend_symbol"]] = "spend_symbol"
    price: str


@dataclass(frozen=True, kw_only=True)
class SetDie(TypedAction):
    """An active die and its new face."""

    kind: ClassVar[Literal["set_die"]] = "set_die"
    die: str
    face: str


@dataclass(frozen=True, kw_only=True)
class Reroll(TypedAction):
    """An active die to pick up."""

    kind: ClassVar[Literal["reroll"]] = "reroll"
    die: str


@dataclass(frozen=True, kw_only=True)
class ThrowDice(TypedAction):
    """A roll of the dice that were picked up."""

    kind: ClassVar[Literal["throw_dice"]] = "throw_dice"


@dataclass(frozen=True, kw_only=True)
class DrawTwo(TypedAction):
    """Two more dice from the bag."""

    kind: ClassVar[Literal["draw_two"]] = "draw_two"


@dataclass(frozen=True, kw_only=True)
class EndRoll(TypedAction):
    """The end of a player's roll phase."""

    kind: ClassVar[Literal["end_roll"]] = "end_roll"


@dataclass(frozen=True, kw_only=True)
class Pay(TypedAction):
    """Use one source of a payment."""

    kind: ClassVar[Literal["pay"]] = "pay"
    source: str


@dataclass(frozen=True, kw_only=True)
class PayCheapest(TypedAction):
    """Pay the rest of the price the cheapest way."""

    kind: ClassVar[Literal["pay_cheapest"]] = "pay_cheapest"


@dataclass(frozen=True, kw_only=True)
class ChooseTile(TypedAction):
    """The drawn tile to lay."""

    kind: ClassVar[Literal["choose_tile"]] = "choose_tile"
    tile: str


@dataclass(frozen=True, kw_only=True)
class PlaceTile(TypedAction):
    """The cell for the tile in axial hex coordinates: `q` is the column, `r` the slanted row."""

    kind: ClassVar[Literal["place_tile"]] = "place_tile"
    q: int
    r: int


@dataclass(frozen=True, kw_only=True)
class AddTent(TypedAction):
    """A tent added to the tile that was just explored."""

    kind: ClassVar[Literal["add_tent"]] = "add_tent"


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """Leave an optional question unanswered."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class ChooseColour(TypedAction):
    """A die of this colour."""

    kind: ClassVar[Literal["choose_colour"]] = "choose_colour"
    colour: str


@dataclass(frozen=True, kw_only=True)
class ChooseToken(TypedAction):
    """A token of this kind."""

    kind: ClassVar[Literal["choose_token"]] = "choose_token"
    token: str


@dataclass(frozen=True, kw_only=True)
class BuildHouse(TypedAction):
    """A house in place of three tents of the player on this tile."""

    kind: ClassVar[Literal["build_house"]] = "build_house"
    tile: str


@dataclass(frozen=True, kw_only=True)
class KeepDice(TypedAction):
    """The active dice to keep, sorted by name."""

    kind: ClassVar[Literal["keep_dice"]] = "keep_dice"
    dice: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TakeStart(TypedAction):
    """The start tile to keep."""

    kind: ClassVar[Literal["take_start"]] = "take_start"
    tile: str


@dataclass(frozen=True, kw_only=True)
class ChooseForBot(TypedAction):
    """The tile where the printed Bot settles or raids."""

    kind: ClassVar[Literal["choose_for_bot"]] = "choose_for_bot"
    tile: str


@dataclass(frozen=True, kw_only=True)
class RemoveTent(TypedAction):
    """A tent of the printed Bot on this tile."""

    kind: ClassVar[Literal["remove_tent"]] = "remove_tent"
    tile: str


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int


@dataclass(frozen=True, kw_only=True)
class DrawTechnology(TypedAction):
    """A technology that joins the table."""

    kind: ClassVar[Literal["draw_technology"]] = "draw_technology"
    technology: str


@dataclass(frozen=True, kw_only=True)
class DrawStart(TypedAction):
    """A start tile that joins the offer."""

    kind: ClassVar[Literal["draw_start"]] = "draw_start"
    tile: str


@dataclass(frozen=True, kw_only=True)
class BotStart(TypedAction):
    """The start tile that the printed Bot keeps."""

    kind: ClassVar[Literal["bot_start"]] = "bot_start"
    tile: str


@dataclass(frozen=True, kw_only=True)
class DrawDie(TypedAction):
    """A drawn die of this colour that shows this face."""

    kind: ClassVar[Literal["draw_die"]] = "draw_die"
    colour: str
    face: str


@dataclass(frozen=True, kw_only=True)
class RollDie(TypedAction):
    """The face that the next die shows."""

    kind: ClassVar[Literal["roll_die"]] = "roll_die"
    face: str


@dataclass(frozen=True, kw_only=True)
class DrawTile(TypedAction):
    """A drawn tile."""

    kind: ClassVar[Literal["draw_tile"]] = "draw_tile"
    tile: str


@dataclass(frozen=True, kw_only=True)
class QueueDie(TypedAction):
    """A die of this colour at the end of the queue."""

    kind: ClassVar[Literal["queue_die"]] = "queue_die"
    colour: str


@dataclass(frozen=True, kw_only=True)
class MoveBot(TypedAction):
    """The number of steps that the marker moves."""

    kind: ClassVar[Literal["move_bot"]] = "move_bot"
    steps: int


AnyAction: TypeAlias = (
    Recruit
    | Explore
    | Settle
    | Raid
    | Harvest
    | TradeTokens
    | TradeDie
    | SellDie
    | Research
    | EndAction
    | UseFactory
    | Govern
    | Explode
    | EndTurn
    | SpendSymbol
    | SetDie
    | Reroll
    | ThrowDice
    | DrawTwo
    | EndRoll
    | Pay
    | PayCheapest
    | ChooseTile
    | PlaceTile
    | AddTent
    | Decline
    | ChooseColour
    | ChooseToken
    | BuildHouse
    | KeepDice
    | TakeStart
    | ChooseForBot
    | RemoveTent
    | PickStarter
    | DrawTechnology
    | DrawStart
    | BotStart
    | DrawDie
    | RollDie
    | DrawTile
    | QueueDie
    | MoveBot
)
"""An action of dice_settlers: any verb."""


VERBS: Mapping[str, type[AnyAction]] = {
    Recruit.kind: Recruit,
    Explore.kind: Explore,
    Settle.kind: Settle,
    Raid.kind: Raid,
    Harvest.kind: Harvest,
    TradeTokens.kind: TradeTokens,
    TradeDie.kind: TradeDie,
    SellDie.kind: SellDie,
    Research.kind: Research,
    EndAction.kind: EndAction,
    UseFactory.kind: UseFactory,
    Govern.kind: Govern,
    Explode.kind: Explode,
    EndTurn.kind: EndTurn,
    SpendSymbol.kind: SpendSymbol,
    SetDie.kind: SetDie,
    Reroll.kind: Reroll,
    ThrowDice.kind: ThrowDice,
    DrawTwo.kind: DrawTwo,
    EndRoll.kind: EndRoll,
    Pay.kind: Pay,
    PayCheapest.kind: PayCheapest,
    ChooseTile.kind: ChooseTile,
    PlaceTile.kind: PlaceTile,
    AddTent.kind: AddTent,
    Decline.kind: Decline,
    ChooseColour.kind: ChooseColour,
    ChooseToken.kind: ChooseToken,
    BuildHouse.kind: BuildHouse,
    KeepDice.kind: KeepDice,
    TakeStart.kind: TakeStart,
    ChooseForBot.kind: ChooseForBot,
    RemoveTent.kind: RemoveTent,
    PickStarter.kind: PickStarter,
    DrawTechnology.kind: DrawTechnology,
    DrawStart.kind: DrawStart,
    BotStart.kind: BotStart,
    DrawDie.kind: DrawDie,
    RollDie.kind: RollDie,
    DrawTile.kind: DrawTile,
    QueueDie.kind: QueueDie,
    MoveBot.kind: MoveBot,
}
"""The class of each verb."""


# --- state ------------------------------------------------------------------------------------------------------------


class State(TypedDict):
    """A state of dice_settlers. Send it back unchanged."""

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
    """A whole state. All of it is public, unless the option `bags` closes the bags. Future chance is unknown."""

    players: list[Player]
    pending: list[AnyFrame]
    score_lines: list[list[ScoreLine]]
    closed: NotRequired[list[ClosedQuestion]]
    options: Options
    stage: Literal["action", "cleanup", "draft", "over", "roll"]
    round: int
    turn_index: int
    first_side: int
    active_side: int
    has_acted: bool
    is_last_round: bool
    technologies: list[str]
    start_offer: list[str]
    start_tiles: list[str]
    start_deck: list[tuple[str, int]]
    deck: list[tuple[str, int]]
    supply: list[tuple[str, int]]
    sold: list[tuple[str, int]]
    map: list[MapTile]
    bot: Bot | None


class Player(TypedDict):
    """Pieces of one player."""

    bag: list[tuple[str, int]]
    active: list[tuple[str, int]]
    spent: list[tuple[str, int]]
    quota: int
    tents: int
    tokens: list[tuple[str, int]]
    technologies: list[str]
    used_technologies: list[str]
    used_factories: list[str]
    actions_done: list[str]
    extra_symbols: list[tuple[str, int]]


class PickStarterFrame(TypedDict):
    """Question to chance: the seat that begins."""

    question: Literal["pick_starter"]
    seat: int | Literal["chance"]


class DrawTechnologiesFrame(TypedDict):
    """Question to chance: technologies of one type for the table."""

    question: Literal["draw_technologies"]
    seat: int | Literal["chance"]
    seal: str
    remaining: int


class DealStartFrame(TypedDict):
    """Question to chance: start tiles for the offer of the draft."""

    question: Literal["deal_start"]
    seat: int | Literal["chance"]
    remaining: int


class TakeStartFrame(TypedDict):
    """Question: the start tile that the player keeps."""

    question: Literal["take_start"]
    seat: int | Literal["chance"]


class BotStartFrame(TypedDict):
    """Question to chance: the start tile of the printed Bot."""

    question: Literal["bot_start"]
    seat: int | Literal["chance"]


class LayStartFrame(TypedDict):
    """Question: the cell for a start tile. Seat 0 answers for the printed Bot."""

    question: Literal["lay_start"]
    seat: int | Literal["chance"]
    side: int


class DrawDiceFrame(TypedDict):
    """Question to chance: dice to draw from a player's bag and roll."""

    question: Literal["draw_dice"]
    seat: int | Literal["chance"]
    to: int
    remaining: int
    refill: bool


class RollDiceFrame(TypedDict):
    """Question to chance: the face of the first die. The printed Bot's rolled dice are kept in `rolled`."""

    question: Literal["roll_dice"]
    seat: int | Literal["chance"]
    to: int
    dice: list[str]
    rolled: NotRequired[list[str]]


class AdjustFrame(TypedDict):
    """Question: the use of the symbol that was spent in the roll phase."""

    question: Literal["adjust"]
    seat: int | Literal["chance"]
    price: str


class RerollFrame(TypedDict):
    """Question: further dice to pick up, or the roll of those in hand."""

    question: Literal["reroll"]
    seat: int | Literal["chance"]
    dice: list[str]


class KeepDiceFrame(TypedDict):
    """Question: the dice that stay active for the next round."""

    question: Literal["keep_dice"]
    seat: int | Literal["chance"]


class ActingFrame(TypedDict):
    """Question: the next symbol of a settle, raid, harvest or trade in progress."""

    question: Literal["acting"]
    seat: int | Literal["chance"]
    action: str
    spent: int
    bonus: int
    tile: NotRequired[str]
    shields: NotRequired[list[int]]
    recalling: NotRequired[bool]


class ExtraActionFrame(TypedDict):
    """Question: a further main action."""

    question: Literal["extra_action"]
    seat: int | Literal["chance"]


class RecruitingFrame(TypedDict):
    """Step: the recruited dice, waiting for their payment."""

    question: Literal["recruiting"]
    seat: int | Literal["chance"]
    dice: list[str]


class ResearchingFrame(TypedDict):
    """Step: the technology, waiting for its payment."""

    question: Literal["researching"]
    seat: int | Literal["chance"]
    technology: str


class SellDieFrame(TypedDict):
    """Question: the die to sell."""

    question: Literal["sell_die"]
    seat: int | Literal["chance"]


class DrawTilesFrame(TypedDict):
    """Question to chance: tiles to draw for an exploration."""

    question: Literal["draw_tiles"]
    seat: int | Literal["chance"]
    remaining: int


class ChooseTileFrame(TypedDict):
    """Question: the drawn tile to lay."""

    question: Literal["choose_tile"]
    seat: int | Literal["chance"]
    tiles: list[str]


class PlaceTileFrame(TypedDict):
    """Question: the cell for a tile. Seat 0 breaks ties of the printed Bot."""

    question: Literal["place_tile"]
    seat: int | Literal["chance"]
    tile: str
    side: int


class FollowFrame(TypedDict):
    """Question: whether this side follows to the new tile."""

    question: Literal["follow"]
    seat: int | Literal["chance"]
    tile: str
    side: int


class DefendFrame(TypedDict):
    """Question: whether the explorer adds a tent after other sides followed."""

    question: Literal["defend"]
    seat: int | Literal["chance"]
    tile: str
    side: int


class GainDieFrame(TypedDict):
    """Question: the colour of a die that the seat gains."""

    question: Literal["gain_die"]
    seat: int | Literal["chance"]


class GainTokensFrame(TypedDict):
    """Question: the tokens that the seat gains."""

    question: Literal["gain_tokens"]
    seat: int | Literal["chance"]
    remaining: int


class BuildHouseFrame(TypedDict):
    """Question: the tile where three tents become a house."""

    question: Literal["build_house"]
    seat: int | Literal["chance"]


class QueueDiceFrame(TypedDict):
    """Question to chance: the order in which dice join the printed Bot's queue."""

    question: Literal["queue_dice"]
    seat: int | Literal["chance"]
    dice: list[tuple[str, int]]


class BotMoveFrame(TypedDict):
    """Question to chance: the steps of the printed Bot's marker."""

    question: Literal["bot_move"]
    seat: int | Literal["chance"]


class BotActFrame(TypedDict):
    """Step: an action of the printed Bot with this force, before it begins."""

    question: Literal["bot_act"]
    seat: int | Literal["chance"]
    action: str
    force: int


class BotRecruitFrame(TypedDict):
    """Question: a die for the printed Bot, if colours tie."""

    question: Literal["bot_recruit"]
    seat: int | Literal["chance"]
    remaining: int
    force: int


class BotSettleFrame(TypedDict):
    """Question: a tile for a tent of the printed Bot, if tiles tie."""

    question: Literal["bot_settle"]
    seat: int | Literal["chance"]
    force: int
    free: NotRequired[bool]


class BotRaidFrame(TypedDict):
    """Question: a tile for the printed Bot's raid, if tiles tie."""

    question: Literal["bot_raid"]
    seat: int | Literal["chance"]
    force: int


class RemoveTentFrame(TypedDict):
    """Question: whether a tent of the printed Bot is removed from a factory."""

    question: Literal["remove_tent"]
    seat: int | Literal["chance"]


class PaymentFrame(TypedDict):
    """An open payment: what is owed, what the pool holds, and the purpose."""

    question: Literal["payment"]
    seat: int | Literal["chance"]
    owed: list[tuple[str, int]]
    pool: list[tuple[str, int]]
    purpose: str


class ClosedQuestion(TypedDict):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: int
    question: str
    rule: str
    answer: NotRequired[str]


class Options(TypedDict):
    """Options of a match: the first player, the technologies, the difficulty of the printed Bot, and the bags."""

    first_player: NotRequired[int | None]
    technologies: NotRequired[Literal["expansion", "nowhere", "peace", "random", "warriors"]]
    explosive: NotRequired[bool]
    recall: NotRequired[Literal["any_number", "one_for_each"]]
    chained: NotRequired[bool]
    bonus_alone: NotRequired[bool]
    bot_cap: NotRequired[int]
    bot_leftover: NotRequired[int]
    bot_trade: NotRequired[int]
    bot_technology: NotRequired[int]
    bot_token: NotRequired[int]
    bot_tents: NotRequired[Literal[6, 8]]
    gold_rush: NotRequired[bool]
    bags: NotRequired[Literal["closed", "open"]]


class MapTile(TypedDict):
    """A tile on the map, with its cell, tents and house."""

    tile: str
    q: int
    r: int
    tents: list[int]
    house: NotRequired[int]


class Bot(TypedDict):
    """Pieces of the printed Bot in a solo game."""

    dice_queue: list[str]
    edges: list[HexagonEdge]
    centre: list[tuple[str, int]]
    marker: int
    tents: int
    technologies: list[str]
    points: list[ScoreLine]


class HexagonEdge(TypedDict):
    """The dice and the token at one edge of the printed Bot's hexagon."""

    dice: list[tuple[str, int]]
    token: NotRequired[str]


ScoreLine: TypeAlias = "tuple[str, int, int]"
"""Points of one seat under one rule: how often the rule applied, and the points in total."""


AnyFrame: TypeAlias = (
    PickStarterFrame
    | DrawTechnologiesFrame
    | DealStartFrame
    | TakeStartFrame
    | BotStartFrame
    | LayStartFrame
    | DrawDiceFrame
    | RollDiceFrame
    | AdjustFrame
    | RerollFrame
    | KeepDiceFrame
    | ActingFrame
    | ExtraActionFrame
    | RecruitingFrame
    | ResearchingFrame
    | SellDieFrame
    | DrawTilesFrame
    | ChooseTileFrame
    | PlaceTileFrame
    | FollowFrame
    | DefendFrame
    | GainDieFrame
    | GainTokensFrame
    | BuildHouseFrame
    | QueueDiceFrame
    | BotMoveFrame
    | BotActFrame
    | BotRecruitFrame
    | BotSettleFrame
    | BotRaidFrame
    | RemoveTentFrame
    | PaymentFrame
)
"""An open question, or a step that waits below one."""


# --- conversions ------------------------------------------------------------------------------------------------------


def from_action(action: Action) -> AnyAction:
    """Return an action of a legal list as a typed one. Raises `BadRequest` if it is not an action of dice_settlers."""
    return typed_action("dice_settlers", VERBS, action)


def state_of(source: HasState) -> State:
    """Return the open state of a match or position. Raises `BadRequest` if it is not one of dice_settlers."""
    return cast(State, open_state("dice_settlers", source))
