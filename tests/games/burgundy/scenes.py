"""Board 1 by name, and the moments at which the tests of tiles and scoring begin."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content import Kind, content
from referee_service.games.burgundy.state import State
from referee_service.kernel import play
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.values import change
from tests.games.burgundy.positions import CENTRE, after, given, legal, opening

# --- board 1: spaces in reading order, rows of 4, 5, 6, 7, 6, 5 and 4; the die of each space is in the comment ----------

LONE_CITY = 11  # 3; beside the starting castle, a city of one space
CITY = (25, 26, 31, 32, 36)  # 3, 1, 5, 6, 3; its first space is beside the starting castle
NORTH_CITY = (8, 13, 14)  # 4, 2, 3
WEST_CITY = (22, 23, 28)  # 2, 5, 6
PASTURE = (10, 9, 5, 4, 0)  # 4, 5, 1, 2, 6; its first space is beside the lone city, its ends do not touch each other
LONE_PASTURE = 27  # 2; beside HARBOUR and CITY
HARBOUR = (19, 20, 21)  # 5, 4, 1; its first space is beside the starting castle
WEST_HARBOUR = (17, 16, 15)  # 2, 1, 6; its first space is beside the starting castle
SCHOOL = (12, 7, 3)  # 1, 5, 3: knowledge; its first space is beside the starting castle
SOUTH_SCHOOL = (30, 34, 35)  # 2, 4, 1: knowledge
CASTLES = (6, 2, 1)  # 6, 4, 5; its first space is beside the lone city and the school
MINES = (24, 29, 33)  # 4, 1, 3; its first space is beside the starting castle
BESIDE_CASTLE = (LONE_CITY, SCHOOL[0], WEST_HARBOUR[0], HARBOUR[0], MINES[0], CITY[0])

BUILDINGS = (
    "warehouse",
    "carpenters_workshop",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
    "watchtower",
)
GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")
"""In the order of the dice that sell them."""


# --- estates ------------------------------------------------------------------------------------------------------------


def knows(*numbers: int) -> dict[int, str]:
    """These knowledge tiles lie in the estate, in the south, where no other test needs the space."""
    return {space: f"knowledge_{number}" for space, number in zip((*SOUTH_SCHOOL, *SCHOOL), numbers, strict=False)}


def rows_of(tiles: Iterable[str], spaces: Iterable[int]) -> dict[int, str]:
    """These tiles on these spaces, as far as they go."""
    return dict(zip(spaces, tiles, strict=False))


def covering(kind: Kind, spaces: Iterable[int]) -> dict[int, str]:
    """Quiet tiles of one colour on these spaces: they score and do nothing more once they lie there."""
    tiles = {"building": BUILDINGS * 2, "animal": ("pig_2",) * 6, "knowledge": ("knowledge_16",) * 6}
    return rows_of(tiles.get(kind, (kind,) * 6), spaces)


def spaces_of(kind: Kind, board: int = 1) -> tuple[int, ...]:
    """All spaces of a colour."""
    return content(opening()).boards[board].by_kind[kind]


def districts_of(kind: Kind, board: int = 1) -> list[tuple[int, ...]]:
    """The districts of a colour."""
    spaces = content(opening()).boards[board].spaces
    return sorted({spaces[space].district for space in spaces_of(kind, board)})


def number_of(space: int, board: int = 1) -> int:
    """The die number of a space."""
    return content(opening()).boards[board].spaces[space].number


# --- moments of a turn --------------------------------------------------------------------------------------------------


def placing(tile: str, space: int, **wanted) -> State:
    """The position right after this tile was placed with a fitting die; another die is left."""
    board = wanted.get("board", 1)
    die, stored = number_of(space, board), wanted.pop("storage", [])
    state = given(dice=[die, 6], storage=[tile, *stored], **wanted)
    return after(state, PlaceTile(die, tile, space))


def workers_spent(state: State, action: Action) -> int:
    """How many workers this action takes."""
    return state.players[0].workers - after(state, action).players[0].workers


def questions_open(state: State) -> set[str]:
    """The verbs with at least one legal action."""
    return {GAME.verb_by_type[type(action)].name for action in legal(state)}


def rested(state: State) -> State:
    """The position once all that happens by itself has happened."""
    return replace(play.run_on(GAME, state), events=(), heard=0)


def played_out(state: State) -> State:
    """The position after everybody left in this round took workers with every die, before chance acts again."""
    while (now := GAME.turn(state)) is not None and now.seat != CHANCE:
        state = after(state, TakeWorkers(state.me.dice[0]) if state.me.dice else legal(state, "end_turn")[0])
    return state


# --- moments of a phase -------------------------------------------------------------------------------------------------


def last_turn_over(phase: str, *, seats: int = 2, others: dict[int, dict] | None = None, **wanted) -> State:
    """What follows by itself when seat 0 ends the last turn of a phase.

    The other players have nothing but their castle and what `others` gives them, seat by seat.
    """
    order = (*range(1, seats), 0)
    wanted = {"order": order, "active": seats - 1, "dice": [], "may_buy": False, "round_goods": ()} | wanted
    state = given(seats=seats, phase=phase, round=5, **wanted)
    for seat in range(1, seats):
        bare = {"dice": (), "goods": (), "silver": 0, "workers": 0}
        state = change(state, seat, **bare | (others or {}).get(seat, {}))
    return rested(state)


def phase_end(**wanted) -> State:
    """Phase A has just ended for seat 0 with these pieces: the mines have paid, the next phase is being laid out."""
    return last_turn_over("A", **wanted)


def game_end(**wanted) -> State:
    """Phase E has just ended for seat 0 with these pieces: all is scored."""
    return last_turn_over("E", **wanted)


def estate_with(tiles: dict[int, str], castle: int = CENTRE) -> tuple[str, ...]:
    """A whole estate on board 1, for a seat other than the first."""
    return tuple("castle" if space == castle else tiles.get(space, "") for space in range(37))
