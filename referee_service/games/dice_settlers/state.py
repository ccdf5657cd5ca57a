"""State of Dice Settlers, with queries on sides, dice, technologies and points.

A side has tents on the map. Every seat is a side, and in a solo game the printed Bot is side 1.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee_service.kernel.bags import count_in, size_of
from referee_service.kernel.shape import Length
from referee_service.kernel.state import Options, ScoreLine, ScoreLines
from referee_service.kernel.state import State as AnyState

from .content.schema import Number, Permit
from .content.tables import Content, content
from .fields import (
    ActiveDice,
    BotTents,
    Coordinate,
    Count,
    Dice,
    DiceRow,
    EdgeIndex,
    HouseOwner,
    MainActions,
    OptionalToken,
    Quota,
    Round,
    SeatIndex,
    SideIndex,
    Symbols,
    TechnologySet,
    TechnologyTable,
    TentsOfEachSide,
    TileField,
    TileOfEachSide,
    Tiles,
    TileSet,
    TileUses,
    Tokens,
    TurnIndex,
)
from .questions import AnyFrame, QueueDiceFrame, RerollFrame, RollDiceFrame

NO_SIDE = -1
"""Value of `MapTile.house` for a tile without a house."""
BOT = 1
"""Side of the printed Bot in a solo game."""

Stage = Literal["draft", "roll", "action", "cleanup", "over"]
"""Part of the match: `draft`, then in each round `roll`, `action` and `cleanup`, and at the end `over`."""


class DiceSettlersOptions(Options, frozen=True):
    """Options of a match: the first player, the technologies, the difficulty of the printed Bot, and the bags."""

    first_player: SeatIndex | None = None
    """Seat that begins, or null for a random one. In a solo game seat 0 begins."""
    technologies: Literal["nowhere", "warriors", "expansion", "peace", "random"] = "nowhere"
    """Predefined set of nine technologies (`nowhere` is for a first match), or `random`."""
    explosive: bool = False
    """Whether the mini-expansion adds an explosive technology to the nine on the table."""
    recall: Literal["one_for_each", "any_number"] = "one_for_each"
    """How many tents one settle symbol recalls from the map."""
    chained: bool = True
    """Whether a symbol that a technology converted may be converted again by another one."""
    bonus_alone: bool = True
    """Whether the symbol of a controlled tile suffices to begin an action, without a die."""
    bot_cap: Annotated[int, Meta(ge=0, le=2)] = 1
    """Solo: dice that the printed Bot may roll above the player's quota. Easy 0, hard 2."""
    bot_leftover: Annotated[int, Meta(ge=0, le=2)] = 1
    """Solo: points of the printed Bot per unused force. Easy 0, hard 2."""
    bot_trade: Annotated[int, Meta(ge=1, le=3)] = 2
    """Solo: points of the printed Bot per traded token. Easy 1, hard 3."""
    bot_technology: Annotated[int, Meta(ge=0, le=2)] = 1
    """Solo: points of the printed Bot per technology, above those of the card. Easy 0, hard 2."""
    bot_token: Annotated[int, Meta(ge=0, le=1)] = 1
    """Solo: points of the printed Bot per token it still has at the end. Easy 0."""
    bot_tents: Literal[6, 8] = 6
    """Solo: tents that the printed Bot begins with. Hard 8."""
    gold_rush: bool = False
    """Solo: whether the printed Bot stores the tokens it uses, and all stored ones become gold."""
    bags: Literal["open", "closed"] = "open"
    """Whether all seats see the dice in every bag, or only the number of dice in the others' bags."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one player, and what the player has done in this round."""

    bag: Dice
    """Dice in the bag, as [colour, count] pairs. In a closed bag, other seats see the colour `hidden`."""
    active: ActiveDice
    """Active dice, as [die, count] pairs: `green_wood` is a green die that shows wood."""
    spent: Dice
    """Dice in the spent area, as [colour, count] pairs. They refill an empty bag in the draw for the quota."""
    quota: Quota
    """Dice quota: how many dice the player draws in this round, from 3 to 9."""
    tents: Count
    """Tents in the personal supply, ready to be placed on the map."""
    tokens: Tokens
    """Resource tokens of the player, as [kind, count] pairs. Gold is a joker."""
    technologies: TechnologySet
    """Technologies that the player has researched, sorted. One that explodes is removed."""
    used_technologies: TechnologySet
    """Technologies that were used in this round, of those that work once per round."""
    used_factories: TileUses
    """Factory tiles that were activated in this round, sorted, one entry per use."""
    actions_done: MainActions
    """Main actions begun in this round, in order of play. None of them may be repeated in it."""
    extra_symbols: Symbols
    """Unused symbols of exploded technologies, as [symbol, count] pairs. They expire with the turn."""


class MapTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on the map, with its cell, tents and house."""

    tile: TileField
    """Id of the tile, from `tile_01` to `tile_40`."""
    q: Coordinate
    """Column of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""
    r: Coordinate
    """Slanted row of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""
    tents: TentsOfEachSide
    """Tents on the tile, one number per side: every seat in order, then the printed Bot of a solo game."""
    house: HouseOwner = NO_SIDE


class HexagonEdge(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and the token at one edge of the printed Bot's hexagon."""

    dice: Dice
    """Dice at the edge, as [colour, count] pairs. Each one adds 1 to the force of the action there."""
    token: OptionalToken = ""
    """Resource token at the edge, or an empty string. It adds 1 to the force of the action there."""


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of the printed Bot, the opponent in a solo game."""

    dice_queue: DiceRow
    """Colours of the dice in the queue. The Bot rolls the first ones, and others join at the end."""
    edges: Annotated[tuple[HexagonEdge, ...], Length("edges")]
    """The six edges of the hexagon, clockwise: recruit, explore, research, raid, trade and settle."""
    centre: Tokens
    """Resource tokens in the centre of the hexagon, as [kind, count] pairs. The Bot trades them or pays research."""
    marker: EdgeIndex
    """Index in `edges` of the edge where the action marker lies, from 0 to 5."""
    tents: BotTents
    """Tents in the personal supply of the printed Bot."""
    technologies: TechnologySet
    """Technologies of the printed Bot, sorted. They score points and have no other effect."""
    points: tuple[ScoreLine, ...]
    """Points of the printed Bot so far: one score line per rule, sorted by the id of the rule."""


class State(AnyState, frozen=True, kw_only=True):
    """A whole state. All of it is public, unless the option `bags` closes the bags. Future chance is unknown."""

    options: DiceSettlersOptions
    """Options that the match was set up with."""
    stage: Stage
    round: Round
    turn_index: TurnIndex
    """Index from 0 of the current roll, turn or clean-up. In the action phase every side has two turns."""
    first_side: SideIndex
    """Side with the first player tile, which goes first in this round. In a solo game, 1 is the printed Bot."""
    active_side: SideIndex
    """Side that rolls, acts or cleans up now. In a solo game, 1 is the printed Bot."""
    has_acted: bool
    """Whether the active side has begun the main action of this turn."""
    is_last_round: bool
    """Whether an end condition is met, so that no round follows this one."""
    technologies: TechnologyTable
    """Ids of the technologies on the table that players can research, from the top left."""
    start_offer: TileSet
    """Start tiles to choose from in the draft, sorted. Empty after it."""
    start_tiles: TileOfEachSide
    """Start tile of each side, or an empty string before it has one. The printed Bot comes last."""
    start_deck: Tiles
    """Start tiles that are not dealt yet, as [tile, count] pairs. Empty after the draft."""
    deck: Tiles
    """Tiles of the draw pile, as [tile, count] pairs. Their order is unknown."""
    supply: Dice
    """Dice of the general supply, as [colour, count] pairs."""
    sold: Dice
    """Dice that left the game in a trade, as [colour, count] pairs."""
    map: tuple[MapTile, ...]
    """Tiles on the map, in the order in which they were laid."""
    players: tuple[Player, ...]
    """Pieces of each player, in seat order."""
    bot: Bot | None
    """Pieces of the printed Bot in a solo game, or null."""
    pending: tuple[AnyFrame, ...]
    """Stack of open questions and waiting steps, the open one last. Empty while the seat in turn acts freely."""
    score_lines: ScoreLines

    @property
    def active_player(self) -> Player:
        """The player who rolls, acts or cleans up."""
        return self.players[self.active_side]


# --- sides ----------------------------------------------------------------------------------------------------------


def sides_of(state: State) -> int:
    """Return the number of sides: the seats, plus the printed Bot in a solo game."""
    return len(state.players) + (state.bot is not None)


def is_bot(state: State, side: int) -> bool:
    """Return whether this side is the printed Bot."""
    return side >= len(state.players)


def side_name(state: State, side: int) -> str:
    """Return the name of a side in facts: `seat_0`, or `bot` for the printed Bot. Texts have it as `side_bot`."""
    return "bot" if is_bot(state, side) else f"seat_{side}"


def answering_seat(state: State, side: int) -> int:
    """Return the seat that answers questions about a side. Seat 0 stands for the printed Bot."""
    return 0 if is_bot(state, side) else side


def require_bot(state: State) -> Bot:
    """Return the printed Bot. Asserts that the game has one."""
    assert state.bot is not None
    return state.bot


def tents_of(state: State, side: int) -> int:
    """Return the tents in the personal supply of a side."""
    return require_bot(state).tents if is_bot(state, side) else state.players[side].tents


# --- dice -----------------------------------------------------------------------------------------------------------


def dice_of(player: Player) -> int:
    """Return how many dice a player has, in all places."""
    return size_of(player.bag) + size_of(player.active) + size_of(player.spent)


def has_no_active_die(state: State) -> bool:
    """Return whether the player has no active die. With one, there is always a choice: this check is quick."""
    return not state.active_player.active


def dice_by_colour(state: State) -> Counter[str]:
    """Count all dice of the state by colour, in all places."""
    faces, counts = content(state).faces, Counter[str]()
    for player in state.players:
        for bag in (player.bag, player.spent):
            counts.update(dict(bag))
        for die, count in player.active:
            counts[faces[die][0]] += count
    for frame in state.pending:
        if isinstance(frame, RerollFrame | RollDiceFrame):
            counts.update(frame.dice)
        if isinstance(frame, RollDiceFrame):
            counts.update(faces[die][0] for die in frame.rolled)
        if isinstance(frame, QueueDiceFrame):
            counts.update(dict(frame.dice))
    if state.bot is not None:
        counts.update(state.bot.dice_queue)
        for edge in state.bot.edges:
            counts.update(dict(edge.dice))
    for bag in (state.supply, state.sold):
        counts.update(dict(bag))
    return counts


# --- technologies ---------------------------------------------------------------------------------------------------


def has_permit(state: State, side: int, permit: Permit) -> bool:
    """Return whether a technology of a side lifts a restriction. Technologies do nothing for the printed Bot."""
    if is_bot(state, side) or not state.players[side].technologies:
        return False
    technologies = content(state).technologies
    return any(permit in technologies[name].row.permits for name in state.players[side].technologies)


def number_bonus(state: State, player: Player, name: Number) -> int:
    """Return what the technologies of a player add to a number."""
    if not player.technologies:
        return 0
    technologies = content(state).technologies
    return sum(technologies[each].row.numbers.get(name, 0) for each in player.technologies)


# --- points and dice in play ----------------------------------------------------------------------------------------


def points_remaining(state: State) -> int:
    """Return the points in the general supply, at least 0."""
    lines = [line for seat in state.score_lines for line in seat]
    if state.bot is not None:
        lines += state.bot.points
    return max(0, supply_points(state) - sum(line.points for line in lines))


def supply_points(state: State) -> int:
    """Return the points that the general supply begins with."""
    return content(state).by_seat_count[len(state.players)].points


def dice_in_play(tables: Content, seats: int) -> dict[str, int]:
    """Return the dice of each colour in the game, without those left in the box."""
    sides, boxed = max(2, seats), tables.by_seat_count[seats].boxed_dice
    return {die.id: die.row.count - boxed if die.row.terrain else die.row.start * sides for die in tables.dice.values()}


def tokens_held(player: Player, token: str) -> int:
    """Return how many tokens of a kind a player has."""
    return count_in(player.tokens, token)
