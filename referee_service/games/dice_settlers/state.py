"""A position of Dice Settlers and the named questions that rules ask about it.

A side is whoever has tents on the map: the seats, and in a solo game the Bot as side 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee_service.games.dice_settlers.content.schema import Number, Permit
from referee_service.games.dice_settlers.content.tables import Content, content
from referee_service.games.dice_settlers.questions import Question
from referee_service.kernel.bags import Bag, count_in, size_of
from referee_service.kernel.state import Domain, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

TileField = Annotated[str, Domain("tile")]
Colour = Annotated[str, Domain("colour")]
DieField = Annotated[str, Domain("die")]
"""A die in sight, by its colour and the face on top: `green_wood`."""
Token = Annotated[str, Domain("token")]
TechnologyField = Annotated[str, Domain("technology")]

NO_SIDE = -1
"""Whose house stands on a tile without a house."""
BOT = 1
"""The Bot's side in a solo game."""

Stage = Literal["draft", "roll", "action", "cleanup", "over"]


class DiceSettlersOptions(Options, frozen=True):
    """How to play: who starts, with which technologies, and how the Bot is adjusted."""

    first_player: int | None = None
    """The seat that begins; by lot when None. Alone you always begin."""
    technologies: Literal["nowhere", "warriors", "expansion", "peace", "random"] = "nowhere"
    """A predefined table of technologies, or one drawn type by type."""
    explosive: bool = False
    """The mini-expansion: an explosive technology lies beside the nine."""
    recall: Literal["one_for_each", "any_number"] = "one_for_each"
    """Whether a settle symbol recalls one tent or as many as you like."""
    chained: bool = True
    """Whether a symbol used as another may be used as a third."""
    bonus_alone: bool = True
    """Whether the symbol of a controlled tile is enough for an action."""
    bot_cap: Annotated[int, Meta(ge=0, le=2)] = 1
    """Solo: the Bot rolls at most your quota and so many more. Easy 0, hard 2."""
    bot_leftover: Annotated[int, Meta(ge=0, le=2)] = 1
    """Solo: points of the Bot for each force it cannot use. Easy 0, hard 2."""
    bot_trade: Annotated[int, Meta(ge=1, le=3)] = 2
    """Solo: points of the Bot for each token it trades. Easy 1, hard 3."""
    bot_technology: Annotated[int, Meta(ge=0, le=2)] = 1
    """Solo: points of the Bot for each technology, beside those of the card. Easy 0, hard 2."""
    bot_token: Annotated[int, Meta(ge=0, le=1)] = 1
    """Solo: points of the Bot for each token left. Easy 0."""
    bot_tents: Literal[6, 8] = 6
    """Solo: tents that the Bot begins with. Hard 8."""
    gold_rush: bool = False
    """Solo: the Gold Rush variant."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player."""

    bag: Bag
    """Dice in the bag by colour; everybody saw them go in."""
    active: Bag
    """Dice in sight and ready, by colour and face: `green_wood`."""
    spent: Bag
    """Dice spent, by colour."""
    quota: int
    """How many dice were drawn for in this round."""
    tents: int
    """Tents in the personal supply."""
    tokens: Bag
    technologies: tuple[str, ...]
    used_technologies: tuple[str, ...]
    """The technologies of once a round that are used up."""
    used_factories: tuple[str, ...]
    """The factories used in this round, each as often as it was."""
    actions_done: tuple[str, ...]
    """The main actions of this round, in order of play."""
    extra_symbols: Bag
    """Symbols of exploded technologies, good for this turn."""


class MapTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on the map and who stands there."""

    tile: str
    q: int
    r: int
    tents: tuple[int, ...]
    """How many tents each side has here."""
    house: int = NO_SIDE


class HexagonEdge(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies at one side of the Bot's hexagon."""

    dice: Bag
    token: str = ""


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """The Bot of a solo game."""

    dice_queue: tuple[str, ...]
    edges: tuple[HexagonEdge, ...]
    centre: Bag
    marker: int
    """The side where the action marker lies."""
    tents: int
    technologies: tuple[str, ...]
    points: tuple[ScoreLine, ...]


class State(AnyState, frozen=True, kw_only=True):
    """A whole position. Nothing in it is secret; only the future is unknown."""

    options: DiceSettlersOptions
    stage: Stage
    round: int
    turn_index: int
    """Counts those who rolled, acted or cleaned up in this stage of the round."""
    first_side: int
    """The side with the first player tile."""
    active_side: int
    """The side that rolls or acts."""
    has_acted: bool
    """The main action of this turn is used."""
    is_last_round: bool
    """The end was triggered: this is the last round."""
    technologies: tuple[str, ...]
    """The technologies on the table, from the top left on."""
    start_offer: tuple[str, ...]
    """Start tiles in the draft."""
    start_tiles: tuple[str, ...]
    """The start tile of each side."""
    start_deck: Bag
    deck: Bag
    """The face-down tiles, as what they are."""
    supply: Bag
    """Dice in the general supply."""
    sold: Bag
    """Dice that left the game."""
    map: tuple[MapTile, ...]
    players: tuple[Player, ...]
    bot: Bot | None
    pending: tuple[Question, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]

    @property
    def active_player(self) -> Player:
        """The player who rolls or acts."""
        return self.players[self.active_side]


# --- who is there ---------------------------------------------------------------------------------------------------


def sides_of(state: State) -> int:
    """How many sides play: the seats, alone also the Bot."""
    return len(state.players) + (state.bot is not None)


def is_bot(state: State, side: int) -> bool:
    """Whether this side is the Bot."""
    return side >= len(state.players)


def require_bot(state: State) -> Bot:
    """The Bot, where there is one."""
    assert state.bot is not None
    return state.bot


def tents_of(state: State, side: int) -> int:
    """The tents in the personal supply of a side."""
    return require_bot(state).tents if is_bot(state, side) else state.players[side].tents


# --- dice -----------------------------------------------------------------------------------------------------------


def dice_of(state: State, player: Player) -> int:
    """How many dice a player has, wherever they are."""
    return size_of(player.bag) + size_of(player.active) + size_of(player.spent)


# --- technologies ---------------------------------------------------------------------------------------------------


def has_permit(state: State, side: int, permit: Permit) -> bool:
    """Whether a technology of a side lifts a restriction; the Bot has no use of technologies."""
    if is_bot(state, side):
        return False
    technologies = content(state).technologies
    return any(permit in technologies[name].row.permits for name in state.players[side].technologies)


def number_bonus(state: State, player: Player, name: Number) -> int:
    """What the technologies of a player add to a number."""
    if not player.technologies:
        return 0
    technologies = content(state).technologies
    return sum(technologies[each].row.numbers.get(name, 0) for each in player.technologies)


# --- points and the end ---------------------------------------------------------------------------------------------


def points_remaining(state: State) -> int:
    """The points in the general supply; more than these come from the box."""
    lines = [line for seat in state.score_lines for line in seat]
    if state.bot is not None:
        lines += state.bot.points
    return max(0, supply_points(state) - sum(line.points for line in lines))


def supply_points(state: State) -> int:
    """The points that the general supply begins with."""
    return content(state).tables[len(state.players)].points


def dice_in_play(tables: Content, seats: int) -> dict[str, int]:
    """How many dice of each colour a game has: those of the box are not in it."""
    sides, boxed = max(2, seats), tables.tables[seats].boxed_dice
    return {die.id: die.row.count - boxed if die.row.terrain else die.row.start * sides for die in tables.dice.values()}


def tokens_held(player: Player, token: str) -> int:
    """How many tokens of a kind a player has."""
    return count_in(player.tokens, token)
