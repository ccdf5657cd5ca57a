"""A position of Dice Settlers and the named questions that rules ask about it.

A side is whoever has tents on the map: the seats, and in a solo game the Bot as side 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee_service.games.dice_settlers.content.schema import Number, Permit
from referee_service.games.dice_settlers.content.tables import Content, content
from referee_service.games.dice_settlers.questions import Question
from referee_service.kernel.bags import Bag, count_in, size_of
from referee_service.kernel.hexes import Hex, adjacency, neighbours
from referee_service.kernel.state import Domain, Options, ScoreLine
from referee_service.kernel.state import State as AnyState

TileField = Annotated[str, Domain("tile")]
Colour = Annotated[str, Domain("colour")]
DieField = Annotated[str, Domain("die")]
"""A die in sight, by its colour and the face on top: `green_wood`."""
Token = Annotated[str, Domain("token")]
TechnologyField = Annotated[str, Domain("technology")]

NOBODY = -1
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
    house: int = NOBODY


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


# --- the map --------------------------------------------------------------------------------------------------------


def map_tile(state: State, tile: str) -> MapTile | None:
    """A tile on the map."""
    for place in state.map:
        if place.tile == tile:
            return place
    return None


def is_present(place: MapTile, side: int) -> bool:
    """Whether a side has a tent or a house on a tile."""
    return place.tents[side] > 0 or place.house == side


def is_controller(place: MapTile, side: int) -> bool:
    """Whether a side controls a tile: by a house, or where nobody has one by the most tents, ties included."""
    if place.house != NOBODY:
        return place.house == side
    mine = place.tents[side]
    return mine > 0 and mine == max(place.tents)


@lru_cache(maxsize=4096)
def tile_adjacency(cells: tuple[Hex, ...]) -> tuple[tuple[int, ...], ...]:
    """For every tile of the map those that share an edge with it."""
    return adjacency(cells)


def cells_of(state: State) -> tuple[Hex, ...]:
    """Where tiles lie, in the order in which they were laid."""
    return tuple((place.q, place.r) for place in state.map)


def adjacent_tiles(state: State, at: int) -> list[MapTile]:
    """The tiles that share an edge with the tile laid as this number."""
    return [state.map[near] for near in tile_adjacency(cells_of(state))[at]]


def index_of(state: State, tile: str) -> int:
    """The number of a tile that lies on the map."""
    return next(at for at, place in enumerate(state.map) if place.tile == tile)


def is_present_nearby(state: State, tile: str, side: int) -> bool:
    """Whether a side is present on a neighbour of a tile."""
    return any(is_present(place, side) for place in adjacent_tiles(state, index_of(state, tile)))


def reachable(state: State, side: int) -> list[MapTile]:
    """The tiles where a side may put a tent: where it is present, or next to one."""
    present = [is_present(place, side) for place in state.map]
    around = tile_adjacency(cells_of(state))
    return [place for at, place in enumerate(state.map) if present[at] or any(present[near] for near in around[at])]


def terrains_of(state: State, side: int) -> set[str]:
    """The terrains on which a side is present."""
    tiles = content(state).tiles
    return {tiles[place.tile].terrain for place in state.map if place.tents[side] or place.house == side}


def houses_remaining(state: State, side: int) -> int:
    """The houses that a side has not built yet."""
    built = sum(place.house == side for place in state.map)
    return content(state).numbers["houses"] - built


@lru_cache(maxsize=4096)
def _open_cells(cells: tuple[Hex, ...]) -> tuple[tuple[Hex, tuple[int, ...]], ...]:
    """Every empty cell beside a tile, with the tiles it touches."""
    found: dict[Hex, list[int]] = {}
    taken = set(cells)
    for at, cell in enumerate(cells):
        for near in neighbours(cell):
            if near not in taken:
                found.setdefault(near, []).append(at)
    return tuple((cell, tuple(tiles)) for cell, tiles in sorted(found.items()))


def start_cells(state: State) -> tuple[Hex, ...]:
    """Where a start tile may lie: at as many tiles as possible."""
    open_cells = _open_cells(cells_of(state))
    if not open_cells:
        return ((0, 0),)
    most = max(len(tiles) for _, tiles in open_cells)
    return tuple(cell for cell, tiles in open_cells if len(tiles) == most)


def explore_cells(state: State, side: int) -> tuple[Hex, ...]:
    """Where a side may lay an explored tile: next to its presence if it has any, at two tiles or more if possible."""
    open_cells = _open_cells(cells_of(state))
    present = [is_present(place, side) for place in state.map]
    if any(present) and not has_permit(state, side, "explore_anywhere"):
        open_cells = tuple(each for each in open_cells if any(present[at] for at in each[1]))
    several = tuple(cell for cell, tiles in open_cells if len(tiles) > 1)
    return several or tuple(cell for cell, _ in open_cells)


def has_explore_cell(state: State, side: int) -> bool:
    """Whether there is any place for a tile that a side explores."""
    present = [is_present(place, side) for place in state.map]
    if not any(present) or has_permit(state, side, "explore_anywhere"):
        return True
    return any(present[at] for _, tiles in _open_cells(cells_of(state)) for at in tiles)


# --- dice -----------------------------------------------------------------------------------------------------------


def dice_of(state: State, player: Player) -> int:
    """How many dice a player has, wherever they are."""
    return size_of(player.bag) + size_of(player.active) + size_of(player.spent)


def recruitable(state: State, side: int) -> list[str]:
    """The colours that a side may recruit now: of terrains where it is present, while the supply has some."""
    tables = content(state)
    colours = {tables.colour_of[terrain] for terrain in terrains_of(state, side)}
    return [colour for colour, _ in state.supply if colour in colours]


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


def quota_of(state: State, seat: int) -> int:
    """The dice quota of a seat: by its technologies and by tiles that it controls or is present on."""
    tables, more = content(state), number_bonus(state, state.players[seat], "quota")
    for place in state.map:
        if place.tile in tables.quota_tiles:
            row = tables.tiles[place.tile].row
            more += row.quota if _has_ability(row.ability, place, seat) else 0
    return min(tables.numbers["quota_base"] + more, tables.numbers["quota_most"])


def _has_ability(ability: str, place: MapTile, side: int) -> bool:
    return is_controller(place, side) if ability == "control" else is_present(place, side)


def bonus_symbols(state: State, side: int, action: str) -> int:
    """The symbols that controlled tiles add to an action."""
    tables = content(state)
    giving, found = tables.bonus_tiles[action], 0
    for place in state.map if giving else ():
        if place.tile in giving:
            found += _has_ability(tables.tiles[place.tile].row.ability, place, side)
    return found


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


def is_end_triggered(state: State) -> bool:
    """Whether a condition for the end is met: houses, points, tiles or colours of dice are out, or time is."""
    numbers = content(state).numbers
    return (
        any(not houses_remaining(state, side) for side in range(sides_of(state)))
        or not points_remaining(state)
        or not state.deck
        or len(state.supply) <= numbers["last_colours"]
        or state.round >= numbers["most_rounds"]
    )


def dice_in_play(tables: Content, seats: int) -> dict[str, int]:
    """How many dice of each colour a game has: those of the box are not in it."""
    sides, boxed = max(2, seats), tables.tables[seats].boxed_dice
    return {die.id: die.row.count - boxed if die.row.terrain else die.row.start * sides for die in tables.dice.values()}


def tokens_held(player: Player, token: str) -> int:
    """How many tokens of a kind a player has."""
    return count_in(player.tokens, token)
