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
    """One to three dice gained from the general supply for recruit symbols."""

    kind: ClassVar[Literal["recruit"]] = "recruit"
    dice: tuple[str, ...]
    """Colours of one to three dice, sorted. The player must be present on the terrain of each colour."""


@dataclass(frozen=True, kw_only=True)
class Explore(TypedAction):
    """An exploration: tiles are drawn, and one of them is laid on the map."""

    kind: ClassVar[Literal["explore"]] = "explore"
    symbols: int
    """Explore symbols to spend, at least 1. Each one draws a tile, and technologies may add tiles."""


@dataclass(frozen=True, kw_only=True)
class Settle(TypedAction):
    """A tent taken from the general supply, placed on a tile, or recalled from a tile."""

    kind: ClassVar[Literal["settle"]] = "settle"
    option: str
    """`take` a tent from the general supply, `place` one of the player's on a tile, or `recall` one."""
    tile: str | None = None
    """Tile where the tent is placed, or that it is recalled from. Null or left out for `take`."""


@dataclass(frozen=True, kw_only=True)
class Raid(TypedAction):
    """One tent of another side, replaced by a tent of the player."""

    kind: ClassVar[Literal["raid"]] = "raid"
    tile: str
    """Tile where the raider is present and another side has tents. A raid in progress stays on its tile."""
    side: int
    """Side whose tent is replaced: a seat counted from 0. In a solo game, 1 is the printed Bot."""


@dataclass(frozen=True, kw_only=True)
class Harvest(TypedAction):
    """One token gained for a symbol of its resource."""

    kind: ClassVar[Literal["harvest"]] = "harvest"
    token: str
    """Resource whose symbol is spent and whose token is gained: `wood`, `iron`, `food` or `gold`."""


@dataclass(frozen=True, kw_only=True)
class TradeTokens(TypedAction):
    """A set of tokens, traded for points."""

    kind: ClassVar[Literal["trade_tokens"]] = "trade_tokens"
    set: str
    """Kind of set: `identical` or `different` has three tokens, `any` has two. Gold is a joker."""
    tokens: tuple[str, ...]
    """The tokens of the set, sorted by name: two for `any`, else three. A joker is named `gold`."""


@dataclass(frozen=True, kw_only=True)
class TradeDie(TypedAction):
    """One trade symbol for the sale of a die, which is chosen next."""

    kind: ClassVar[Literal["trade_die"]] = "trade_die"


@dataclass(frozen=True, kw_only=True)
class SellDie(TypedAction):
    """The die that leaves the game for points."""

    kind: ClassVar[Literal["sell_die"]] = "sell_die"
    die: str
    """An active die by its colour and face, `green_wood`, or a spent die by its colour, `green`."""


@dataclass(frozen=True, kw_only=True)
class Research(TypedAction):
    """A technology, gained for research symbols and tokens."""

    kind: ClassVar[Literal["research"]] = "research"
    technology: str
    """Technology on the table that the player does not have, by its id: `scouts`."""


@dataclass(frozen=True, kw_only=True)
class EndAction(TypedAction):
    """The end of the main action in progress. No further symbol is spent on it."""

    kind: ClassVar[Literal["end_action"]] = "end_action"


@dataclass(frozen=True, kw_only=True)
class UseFactory(TypedAction):
    """The activation of a factory: a tent returns to the personal supply, and the factory has its effect."""

    kind: ClassVar[Literal["use_factory"]] = "use_factory"
    tile: str
    """Factory tile on the map to activate."""
    tent: str
    """Tile that the tent is taken from: the factory itself, or with a technology one beside it."""


@dataclass(frozen=True, kw_only=True)
class Govern(TypedAction):
    """The government of a tile: three tents of the player on it become a house."""

    kind: ClassVar[Literal["govern"]] = "govern"
    tile: str
    """Tile without a house where the player leads by three tents, or by fewer with a technology."""


@dataclass(frozen=True, kw_only=True)
class Explode(TypedAction):
    """The explosion of a technology of the mini-expansion: the player gives it up for its effect."""

    kind: ClassVar[Literal["explode"]] = "explode"
    technology: str
    """Explosive technology of the player, which is given up for its effect."""


@dataclass(frozen=True, kw_only=True)
class EndTurn(TypedAction):
    """The end of the player's turn. A first turn needs a main action, if one is possible."""

    kind: ClassVar[Literal["end_turn"]] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class SpendSymbol(TypedAction):
    """A symbol spent in the roll phase: a pioneer, or the symbol of any resource. Then its use is chosen."""

    kind: ClassVar[Literal["spend_symbol"]] = "spend_symbol"
    price: str
    """Symbol of the roll phase: `pioneer`, or `resource` for the symbol of any resource."""


@dataclass(frozen=True, kw_only=True)
class SetDie(TypedAction):
    """An active die turned to a face of the player's choice."""

    kind: ClassVar[Literal["set_die"]] = "set_die"
    die: str
    """Active die to turn, by its colour and the face on top: `green_wood`."""
    face: str
    """Symbol to turn up, another one of this colour: `pioneer`, an action or a resource."""


@dataclass(frozen=True, kw_only=True)
class Reroll(TypedAction):
    """An active die to pick up and roll again. Up to three dice may be picked up."""

    kind: ClassVar[Literal["reroll"]] = "reroll"
    die: str
    """Active die to pick up, by its colour and the face on top: `green_wood`."""


@dataclass(frozen=True, kw_only=True)
class ThrowDice(TypedAction):
    """A roll of the dice that were picked up."""

    kind: ClassVar[Literal["throw_dice"]] = "throw_dice"


@dataclass(frozen=True, kw_only=True)
class DrawTwo(TypedAction):
    """Two more dice, drawn from the bag and rolled, for a spent resource symbol."""

    kind: ClassVar[Literal["draw_two"]] = "draw_two"


@dataclass(frozen=True, kw_only=True)
class EndRoll(TypedAction):
    """The end of the player's roll phase. The next side rolls, or the action phase begins."""

    kind: ClassVar[Literal["end_roll"]] = "end_roll"


@dataclass(frozen=True, kw_only=True)
class Pay(TypedAction):
    """One use of a source of a payment. Every use must leave the rest of the price payable."""

    kind: ClassVar[Literal["pay"]] = "pay"
    source: str
    """Source to use once: a piece that pays, or a conversion of what is paid so far."""


@dataclass(frozen=True, kw_only=True)
class PayCheapest(TypedAction):
    """The rest of the price, paid at once in the cheapest way."""

    kind: ClassVar[Literal["pay_cheapest"]] = "pay_cheapest"


@dataclass(frozen=True, kw_only=True)
class ChooseTile(TypedAction):
    """The drawn tile that is laid on the map next."""

    kind: ClassVar[Literal["choose_tile"]] = "choose_tile"
    tile: str
    """One of the drawn tiles, by its id. The others leave the game."""


@dataclass(frozen=True, kw_only=True)
class PlaceTile(TypedAction):
    """The cell of the hex map where the tile of the open question is laid."""

    kind: ClassVar[Literal["place_tile"]] = "place_tile"
    q: int
    """Column of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""
    r: int
    """Slanted row of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""


@dataclass(frozen=True, kw_only=True)
class AddTent(TypedAction):
    """A tent added to the tile that was just explored, by a side that follows or by the explorer."""

    kind: ClassVar[Literal["add_tent"]] = "add_tent"


@dataclass(frozen=True, kw_only=True)
class Decline(TypedAction):
    """No answer to an optional question. The seat goes without what it offers."""

    kind: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True, kw_only=True)
class ChooseColour(TypedAction):
    """A die gained from the general supply, for the player or for the printed Bot."""

    kind: ClassVar[Literal["choose_colour"]] = "choose_colour"
    colour: str
    """Colour of a die in the general supply. White dice cannot be gained."""


@dataclass(frozen=True, kw_only=True)
class ChooseToken(TypedAction):
    """A token of the player's choice, gained from an effect."""

    kind: ClassVar[Literal["choose_token"]] = "choose_token"
    token: str
    """Kind of resource tokens: `wood`, `iron`, `food` or `gold`."""


@dataclass(frozen=True, kw_only=True)
class BuildHouse(TypedAction):
    """A house in place of three tents of the player on this tile."""

    kind: ClassVar[Literal["build_house"]] = "build_house"
    tile: str
    """Tile without a house where the player has at least three tents."""


@dataclass(frozen=True, kw_only=True)
class KeepDice(TypedAction):
    """The active dice that stay active for the next round. All others become spent."""

    kind: ClassVar[Literal["keep_dice"]] = "keep_dice"
    dice: tuple[str, ...]
    """Active dice that stay, by colour and face, sorted: none, one, or more with a technology."""


@dataclass(frozen=True, kw_only=True)
class TakeStart(TypedAction):
    """The start tile that the player gets in the draft."""

    kind: ClassVar[Literal["take_start"]] = "take_start"
    tile: str
    """One of the start tiles on offer, by its id."""


@dataclass(frozen=True, kw_only=True)
class ChooseForBot(TypedAction):
    """The player's choice of a tile where the printed Bot settles or raids."""

    kind: ClassVar[Literal["choose_for_bot"]] = "choose_for_bot"
    tile: str
    """One of the tiles that tie by the printed Bot's priorities."""


@dataclass(frozen=True, kw_only=True)
class RemoveTent(TypedAction):
    """A tent of the printed Bot that the player takes off a factory."""

    kind: ClassVar[Literal["remove_tent"]] = "remove_tent"
    tile: str
    """Factory where the printed Bot has at least two tents, and more than the player."""


@dataclass(frozen=True, kw_only=True)
class PickStarter(TypedAction):
    """The seat that begins the match, picked at random."""

    kind: ClassVar[Literal["pick_starter"]] = "pick_starter"
    seat: int
    """Seat that plays first, counted from 0."""


@dataclass(frozen=True, kw_only=True)
class DrawTechnology(TypedAction):
    """A technology that joins the table."""

    kind: ClassVar[Literal["draw_technology"]] = "draw_technology"
    technology: str
    """Technology of the type that is due, such as `scouts`."""


@dataclass(frozen=True, kw_only=True)
class DrawStart(TypedAction):
    """A start tile that joins the offer."""

    kind: ClassVar[Literal["draw_start"]] = "draw_start"
    tile: str
    """Start tile that joins the offer, by its id."""


@dataclass(frozen=True, kw_only=True)
class BotStart(TypedAction):
    """A start tile for the printed Bot."""

    kind: ClassVar[Literal["bot_start"]] = "bot_start"
    tile: str
    """One of the start tiles on offer, picked at random."""


@dataclass(frozen=True, kw_only=True)
class DrawDie(TypedAction):
    """A die drawn from the bag and rolled."""

    kind: ClassVar[Literal["draw_die"]] = "draw_die"
    colour: str
    """Colour of the drawn die."""
    face: str
    """Symbol that the die shows: `pioneer`, an action such as `recruit`, or a resource such as `wood`."""


@dataclass(frozen=True, kw_only=True)
class RollDie(TypedAction):
    """The roll of the first die that the question lists."""

    kind: ClassVar[Literal["roll_die"]] = "roll_die"
    face: str
    """Symbol that the die shows: `pioneer`, an action such as `recruit`, or a resource such as `wood`."""


@dataclass(frozen=True, kw_only=True)
class DrawTile(TypedAction):
    """A tile drawn from the draw pile."""

    kind: ClassVar[Literal["draw_tile"]] = "draw_tile"
    tile: str
    """Id of the drawn tile, such as `tile_12`."""


@dataclass(frozen=True, kw_only=True)
class QueueDie(TypedAction):
    """A die that joins the end of the printed Bot's queue."""

    kind: ClassVar[Literal["queue_die"]] = "queue_die"
    colour: str
    """Colour of the die that joins the queue."""


@dataclass(frozen=True, kw_only=True)
class MoveBot(TypedAction):
    """The move of the printed Bot's marker around its hexagon."""

    kind: ClassVar[Literal["move_bot"]] = "move_bot"
    steps: int
    """Result of the Bot's die, 1 to 4. Each die or token that the marker passes counts as a step."""


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

    game: Literal["dice_settlers"]
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
    """A whole state. All of it is public, unless the option `bags` closes the bags. Future chance is unknown."""

    players: list[Player]
    """Pieces of each player, in seat order."""
    pending: list[Frame]
    """Stack of open questions and waiting steps, the open one last. Empty while the seat in turn acts freely."""
    score_lines: list[list[StateScoreLine]]
    """Points of each seat so far, in seat order: one score line per rule, sorted by the id of the rule."""
    closed: NotRequired[list[ClosedQuestion]]
    """Questions that closed automatically since the last action of a seat. Refusals cite their rules. If absent:
    `[]`.
    """
    options: Options
    """Options that the match was set up with."""
    stage: Literal["action", "cleanup", "draft", "over", "roll"]
    """Part of the match: `draft`, then in each round `roll`, `action` and `cleanup`, and at the end `over`."""
    round: int
    """Number of the round, from 1. It is 0 in the draft."""
    turn_index: int
    """Index from 0 of the current roll, turn or clean-up. In the action phase every side has two turns."""
    first_side: int
    """Side with the first player tile, which goes first in this round. In a solo game, 1 is the printed Bot."""
    active_side: int
    """Side that rolls, acts or cleans up now. In a solo game, 1 is the printed Bot."""
    has_acted: bool
    """Whether the active side has begun the main action of this turn."""
    is_last_round: bool
    """Whether an end condition is met, so that no round follows this one."""
    technologies: list[str]
    """Ids of the technologies on the table that players can research, from the top left."""
    start_offer: list[str]
    """Start tiles to choose from in the draft, sorted. Empty after it."""
    start_tiles: list[str]
    """Start tile of each side, or an empty string before it has one. The printed Bot comes last."""
    start_deck: Bag
    """Start tiles that are not dealt yet, as [tile, count] pairs. Empty after the draft."""
    deck: Bag
    """Tiles of the draw pile, as [tile, count] pairs. Their order is unknown."""
    supply: Bag
    """Dice of the general supply, as [colour, count] pairs."""
    sold: Bag
    """Dice that left the game in a trade, as [colour, count] pairs."""
    map: list[MapTile]
    """Tiles on the map, in the order in which they were laid."""
    bot: Bot | None
    """Pieces of the printed Bot in a solo game, or null."""


class Player(TypedDict):
    """Pieces of one player, and what the player has done in this round."""

    bag: Bag
    """Dice in the bag, as [colour, count] pairs. In a closed bag, other seats see the colour `hidden`."""
    active: Bag
    """Active dice, as [die, count] pairs: `green_wood` is a green die that shows wood."""
    spent: Bag
    """Dice in the spent area, as [colour, count] pairs. They refill an empty bag in the draw for the quota."""
    quota: int
    """Dice quota: how many dice the player draws in this round, from 3 to 9."""
    tents: int
    """Tents in the personal supply, ready to be placed on the map."""
    tokens: Bag
    """Resource tokens of the player, as [kind, count] pairs. Gold is a joker."""
    technologies: list[str]
    """Technologies that the player has researched, sorted. One that explodes is removed."""
    used_technologies: list[str]
    """Technologies that were used in this round, of those that work once per round."""
    used_factories: list[str]
    """Factory tiles that were activated in this round, sorted, one entry per use."""
    actions_done: list[str]
    """Main actions begun in this round, in order of play. None of them may be repeated in it."""
    extra_symbols: Bag
    """Unused symbols of exploded technologies, as [symbol, count] pairs. They expire with the turn."""


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
    """Options of a match: the first player, the technologies, the difficulty of the printed Bot, and the bags."""

    first_player: NotRequired[int | None]
    """Seat that begins, or null for a random one. In a solo game seat 0 begins. Default: `null`."""
    technologies: NotRequired[Literal["expansion", "nowhere", "peace", "random", "warriors"]]
    """Predefined set of nine technologies (`nowhere` is for a first match), or `random`. Default: `"nowhere"`."""
    explosive: NotRequired[bool]
    """Whether the mini-expansion adds an explosive technology to the nine on the table. Default: `false`."""
    recall: NotRequired[Literal["any_number", "one_for_each"]]
    """How many tents one settle symbol recalls from the map. Default: `"one_for_each"`."""
    chained: NotRequired[bool]
    """Whether a symbol that a technology converted may be converted again by another one. Default: `true`."""
    bonus_alone: NotRequired[bool]
    """Whether the symbol of a controlled tile suffices to begin an action, without a die. Default: `true`."""
    bot_cap: NotRequired[int]
    """Solo: dice that the printed Bot may roll above the player's quota. Easy 0, hard 2. Default: `1`."""
    bot_leftover: NotRequired[int]
    """Solo: points of the printed Bot per unused force. Easy 0, hard 2. Default: `1`."""
    bot_trade: NotRequired[int]
    """Solo: points of the printed Bot per traded token. Easy 1, hard 3. Default: `2`."""
    bot_technology: NotRequired[int]
    """Solo: points of the printed Bot per technology, above those of the card. Easy 0, hard 2. Default: `1`."""
    bot_token: NotRequired[int]
    """Solo: points of the printed Bot per token it still has at the end. Easy 0. Default: `1`."""
    bot_tents: NotRequired[Literal[6, 8]]
    """Solo: tents that the printed Bot begins with. Hard 8. Default: `6`."""
    gold_rush: NotRequired[bool]
    """Solo: whether the printed Bot stores the tokens it uses, and all stored ones become gold. Default: `false`."""
    bags: NotRequired[Literal["closed", "open"]]
    """Whether all seats see the dice in every bag, or only the number of dice in the others' bags. Default:
    `"open"`.
    """


class MapTile(TypedDict):
    """A tile on the map, with its cell, tents and house."""

    tile: str
    """Id of the tile, from `tile_01` to `tile_40`."""
    q: int
    """Column of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""
    r: int
    """Slanted row of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""
    tents: list[int]
    """Tents on the tile, one number per side: every seat in order, then the printed Bot of a solo game."""
    house: int
    """Side that has the house on the tile, or -1 for no house. In a solo game, 1 is the printed Bot."""


class Bot(TypedDict):
    """Pieces of the printed Bot, the opponent in a solo game."""

    dice_queue: list[str]
    """Colours of the dice in the queue. The Bot rolls the first ones, and others join at the end."""
    edges: list[HexagonEdge]
    """The six edges of the hexagon, clockwise: recruit, explore, research, raid, trade and settle."""
    centre: Bag
    """Resource tokens in the centre of the hexagon, as [kind, count] pairs. The Bot trades them or pays research."""
    marker: int
    """Index in `edges` of the edge where the action marker lies, from 0 to 5."""
    tents: int
    """Tents in the personal supply of the printed Bot."""
    technologies: list[str]
    """Technologies of the printed Bot, sorted. They score points and have no other effect."""
    points: list[StateScoreLine]
    """Points of the printed Bot so far: one score line per rule, sorted by the id of the rule."""


class PickStarterFrame(TypedDict):
    """Question to chance: the seat that begins."""

    question: Literal["pick_starter"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DrawTechnologiesFrame(TypedDict):
    """Question to chance: technologies of one type for the table."""

    question: Literal["draw_technologies"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    seal: str
    """Type of technology cards, by their seal: `I` to `V`, or `explosive` for the mini-expansion."""
    remaining: int
    """Technologies of this type still to draw."""


class DealStartFrame(TypedDict):
    """Question to chance: start tiles for the offer of the draft."""

    question: Literal["deal_start"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Start tiles that still join the offer."""


class TakeStartFrame(TypedDict):
    """Question: the start tile that the player keeps."""

    question: Literal["take_start"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class BotStartFrame(TypedDict):
    """Question to chance: the start tile of the printed Bot."""

    question: Literal["bot_start"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class LayStartFrame(TypedDict):
    """Question: the cell for a start tile. The tile of the printed Bot is laid automatically."""

    question: Literal["lay_start"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    side: int
    """Side whose start tile is laid: a seat counted from 0. In a solo game, 1 is the printed Bot."""


class DrawDiceFrame(TypedDict):
    """Question to chance: dice to draw from a player's bag and roll."""

    question: Literal["draw_dice"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    to: int
    """Player who draws the dice: a seat counted from 0."""
    remaining: int
    """Dice still to draw."""
    refill: bool
    """Whether spent dice refill an empty bag: only in the draw for the quota."""


class RollDiceFrame(TypedDict):
    """Question to chance: the face of the first die. Dice of the printed Bot wait in `rolled`."""

    question: Literal["roll_dice"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    to: int
    """Side that rolls: a seat counted from 0. In a solo game, 1 is the printed Bot."""
    dice: list[str]
    """Colours of the dice still to roll. The first one is next."""
    rolled: list[str]
    """Dice of the printed Bot that are already rolled, by colour and face: `green_wood`."""


class AdjustFrame(TypedDict):
    """Question: the use of the symbol that was spent in the roll phase."""

    question: Literal["adjust"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    price: str
    """Symbol that was spent: `pioneer`, or `resource` for the symbol of any resource."""


class RerollFrame(TypedDict):
    """Question: further dice to pick up, or the roll of those in hand."""

    question: Literal["reroll"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    dice: list[str]
    """Colours of the dice picked up so far, sorted. Three of them are rolled automatically."""


class KeepDiceFrame(TypedDict):
    """Question: the dice that stay active for the next round."""

    question: Literal["keep_dice"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class ActingFrame(TypedDict):
    """Question: the next symbol of a settle, raid, harvest or trade in progress."""

    question: Literal["acting"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    action: str
    """Main action in progress: `settle`, `raid`, `harvest` or `trade`."""
    spent: int
    """Symbols spent on the action so far, including those of controlled tiles."""
    bonus: int
    """Symbols of controlled tiles that the action can still use free."""
    tile: str
    """Tile that is raided. Empty for other actions."""
    shields: list[int]
    """Raid symbols that each side still ignores, one number per side. Empty for other actions."""
    recalling: bool
    """Whether the last settle symbol recalls more tents free, as option `recall` may allow."""


class ExtraActionFrame(TypedDict):
    """Question: a further main action, which a tile or technology gives."""

    question: Literal["extra_action"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class RecruitingFrame(TypedDict):
    """Step: the recruited dice, waiting for their payment."""

    question: Literal["recruiting"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    dice: list[str]
    """Colours of the recruited dice, sorted. They come to the spent area once they are paid."""


class ResearchingFrame(TypedDict):
    """Step: the technology, waiting for its payment."""

    question: Literal["researching"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    technology: str
    """Technology that the player gets once its symbols and tokens are paid."""


class SellDieFrame(TypedDict):
    """Question: the die to sell."""

    question: Literal["sell_die"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class DrawTilesFrame(TypedDict):
    """Question to chance: tiles to draw for an exploration."""

    question: Literal["draw_tiles"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Tiles still to draw from the draw pile."""


class ChooseTileFrame(TypedDict):
    """Question: the drawn tile to lay."""

    question: Literal["choose_tile"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    tiles: list[str]
    """Ids of the tiles drawn so far, sorted. One is laid, and the others leave the game."""


class PlaceTileFrame(TypedDict):
    """Question: the cell for an explored tile. If cells tie for the printed Bot, seat 0 chooses."""

    question: Literal["place_tile"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    tile: str
    """Tile to lay on the map."""
    side: int
    """Side that explores: a seat counted from 0. In a solo game, 1 is the printed Bot."""


class FollowFrame(TypedDict):
    """Question: whether a side adds a tent to the tile that another side has explored."""

    question: Literal["follow"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    tile: str
    """Tile that was just laid on the map."""
    side: int
    """Side that may add a tent: a seat counted from 0. In a solo game, 1 is the printed Bot."""


class DefendFrame(TypedDict):
    """Question: whether the explorer adds a tent after other sides followed."""

    question: Literal["defend"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    tile: str
    """Tile that was just laid on the map."""
    side: int
    """Side that explored the tile: a seat counted from 0. In a solo game, 1 is the printed Bot."""


class GainDieFrame(TypedDict):
    """Question: the colour of a die that the seat gains."""

    question: Literal["gain_die"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class GainTokensFrame(TypedDict):
    """Question: the tokens that the seat gains."""

    question: Literal["gain_tokens"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Tokens still to choose."""


class BuildHouseFrame(TypedDict):
    """Question: the tile where three tents become a house."""

    question: Literal["build_house"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class QueueDiceFrame(TypedDict):
    """Question to chance: the order in which dice join the printed Bot's queue."""

    question: Literal["queue_dice"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    dice: Bag
    """Dice that still wait, as [colour, count] pairs. They join the queue in random order."""


class BotMoveFrame(TypedDict):
    """Question to chance: the steps of the printed Bot's marker."""

    question: Literal["bot_move"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class BotActFrame(TypedDict):
    """Step: an action of the printed Bot, before it begins."""

    question: Literal["bot_act"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    action: str
    """Main action of the edge where the marker has stopped."""
    force: int
    """Force of the action: how many dice and tokens lay at the edge."""


class BotRecruitFrame(TypedDict):
    """Question: a die for the printed Bot, if colours tie."""

    question: Literal["bot_recruit"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    remaining: int
    """Dice that the printed Bot still recruits, at most two."""
    force: int
    """Force of the whole action. What the dice do not use scores points."""


class BotSettleFrame(TypedDict):
    """Question: a tile for a tent of the printed Bot, if tiles tie."""

    question: Literal["bot_settle"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    force: int
    """Force that is not used yet: one per tent to place. It is 0 for a free tent."""
    free: bool
    """Whether this is the single free tent after the printed Bot has fetched new ones."""


class BotRaidFrame(TypedDict):
    """Question: a tile for the printed Bot's raid, if tiles tie."""

    question: Literal["bot_raid"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    force: int
    """Force of the raid, less the player's shields: how many tents it can replace."""


class RemoveTentFrame(TypedDict):
    """Question: whether the player takes a tent of the printed Bot off a factory, once per clean-up."""

    question: Literal["remove_tent"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class PaymentFrame(TypedDict):
    """An open payment. The seat pays source by source, or the rest at once."""

    question: Literal["payment"]
    """Name of this open question."""
    seat: Seat
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""
    owed: Bag
    """Whole price, as [kind, count] pairs. It does not shrink while the seat pays."""
    pool: Bag
    """What is paid so far, as [kind, count] pairs. The payment ends when it covers the price."""
    purpose: str
    """What is paid for: the id of a card, tile or technology, or the name of an action."""


class HexagonEdge(TypedDict):
    """The dice and the token at one edge of the printed Bot's hexagon."""

    dice: Bag
    """Dice at the edge, as [colour, count] pairs. Each one adds 1 to the force of the action there."""
    token: str
    """Resource token at the edge, or an empty string. It adds 1 to the force of the action there."""


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
