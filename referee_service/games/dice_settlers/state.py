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


class DiceSettlersOptions(Options, frozen=True):
    """Options of a match: the first player, the technologies, the difficulty of the printed Bot, and the bags."""

    first_player: SeatIndex | None = None
    """Seat that begins, or None for a random one. In a solo game seat 0 begins."""
    technologies: Literal["nowhere", "warriors", "expansion", "peace", "random"] = "nowhere"
    """Predefined table of technologies, or `random` for a table drawn type by type."""
    explosive: bool = False
    """Whether the mini-expansion adds an explosive technology to the nine."""
    recall: Literal["one_for_each", "any_number"] = "one_for_each"
    """How many tents one settle symbol recalls."""
    chained: bool = True
    """Whether a converted symbol may be converted again."""
    bonus_alone: bool = True
    """Whether the symbol of a controlled tile suffices to begin an action."""
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
    """Solo: whether the Gold Rush variant is played."""
    bags: Literal["open", "closed"] = "open"
    """Whether all seats see the dice in every bag, or other seats only their number."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one player."""

    bag: Dice
    """Dice in the bag, by colour. If bags are closed, views of other seats have `hidden` for every colour."""
    active: ActiveDice
    """Active dice, by colour and face: `green_wood`."""
    spent: Dice
    """Spent dice, by colour."""
    quota: Quota
    """Dice quota of this round."""
    tents: Count
    """Tents in the personal supply."""
    tokens: Tokens
    technologies: TechnologySet
    used_technologies: TechnologySet
    """Once-per-round technologies that are used up."""
    used_factories: TileUses
    """Factories used in this round, repeated for each use."""
    actions_done: MainActions
    """Main actions of this round, in order of play."""
    extra_symbols: Symbols
    """Symbols of exploded technologies, valid in this turn."""


class MapTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on the map, with its cell, tents and house."""

    tile: TileField
    q: Coordinate
    r: Coordinate
    tents: TentsOfEachSide
    """Tents on the tile, by side."""
    house: HouseOwner = NO_SIDE


class HexagonEdge(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and the token at one edge of the printed Bot's hexagon."""

    dice: Dice
    token: OptionalToken = ""


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of the printed Bot in a solo game."""

    dice_queue: DiceRow
    edges: Annotated[tuple[HexagonEdge, ...], Length("edges")]
    centre: Tokens
    marker: EdgeIndex
    """Index of the edge where the action marker lies."""
    tents: BotTents
    technologies: TechnologySet
    points: tuple[ScoreLine, ...]


class State(AnyState, frozen=True, kw_only=True):
    """A whole state. All of it is public, unless the option `bags` closes the bags. Future chance is unknown."""

    options: DiceSettlersOptions
    stage: Stage
    round: Round
    turn_index: TurnIndex
    """Index in the order of play: of the roller, of the turn, or of the player who cleans up."""
    first_side: SideIndex
    """Side with the first player tile."""
    active_side: SideIndex
    """Side that rolls, acts or cleans up."""
    has_acted: bool
    """Whether the main action of this turn is used."""
    is_last_round: bool
    """Whether the end was triggered, so that this is the last round."""
    technologies: TechnologyTable
    """Technologies on the table, from the top left."""
    start_offer: TileSet
    """Start tiles on offer in the draft."""
    start_tiles: TileOfEachSide
    """Start tile of each side, or an empty string."""
    start_deck: Tiles
    deck: Tiles
    """Tiles of the draw pile by name. Their order is unknown."""
    supply: Dice
    """Dice of the general supply, by colour."""
    sold: Dice
    """Dice that left the game, by colour."""
    map: tuple[MapTile, ...]
    players: tuple[Player, ...]
    bot: Bot | None
    pending: tuple[AnyFrame, ...]
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
