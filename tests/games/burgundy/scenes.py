"""The moments at which tests of tiles and scoring begin: a tile just placed, a phase or the whole game just over."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.content.tables import Kind, Phase, content
from referee_service.games.burgundy.state import State
from referee_service.kernel import engine
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import CENTRE, SCHOOL, SOUTH_SCHOOL, after, given, opening

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
SPACES = range(37)
ROUNDS = 5


# --- boards ---------------------------------------------------------------------------------------------------------


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


# --- estates --------------------------------------------------------------------------------------------------------


def laid(tiles: Iterable[str], spaces: Iterable[int]) -> dict[int, str]:
    """These tiles on these spaces, as far as both go."""
    return dict(zip(spaces, tiles, strict=False))


def knows(*numbers: int) -> dict[int, str]:
    """These knowledge tiles lie in the estate: in the south first, where they touch no space that tests place on."""
    return laid((f"knowledge_{number}" for number in numbers), (*SOUTH_SCHOOL, *SCHOOL))


def covering(kind: Kind, spaces: Iterable[int]) -> dict[int, str]:
    """Tiles of one colour on all these spaces; it matters only that they lie there."""
    tiles = {"building": BUILDINGS * 2, "animal": ("pig_2",) * 6, "knowledge": ("knowledge_16",) * 6}
    return laid(tiles.get(kind, (kind,) * 6), spaces)


def estate_with(tiles: dict[int, str]) -> tuple[str, ...]:
    """A whole estate on board 1, for a seat other than the first."""
    return tuple("castle" if space == CENTRE else tiles.get(space, "") for space in SPACES)


# --- moments --------------------------------------------------------------------------------------------------------


def placing(tile: str, space: int, *, board: int = 1, storage: Iterable[str] = (), **wanted) -> State:
    """The position right after this tile was placed with a fitting die; a die 6 is left."""
    die = number_of(space, board)
    state = given(board=board, dice=[die, 6], storage=[tile, *storage], **wanted)
    return after(state, PlaceTile(die, tile, space))


def workers_spent(state: State, action: Action) -> int:
    """How many workers this action takes."""
    return state.players[0].workers - after(state, action).players[0].workers


def last_turn_over(phase: Phase, *, seats: int = 2, others: dict[int, dict] | None = None, **wanted) -> State:
    """What follows by itself when seat 0 ends the last turn of a phase.

    The other players have nothing but their castle and what `others` gives them, seat by seat.
    """
    done = {"turn_order": (*range(1, seats), 0), "active_index": seats - 1, "dice": [], "may_buy": False, "round_goods": ()}
    state = given(seats=seats, phase=phase, round=ROUNDS, **done | wanted)
    for seat in range(1, seats):
        bare = {"dice": (), "goods": (), "silver": 0, "workers": 0}
        state = with_player(state, seat, **bare | (others or {}).get(seat, {}))
    return replace(engine.run_automatic_steps(GAME, state), events=(), processed_events=0)


def phase_end(**wanted) -> State:
    """Phase A has just ended for seat 0 with these pieces: the mines have paid, the next phase is being laid out."""
    return last_turn_over("A", **wanted)


def game_end(**wanted) -> State:
    """Phase E has just ended for seat 0 with these pieces: all is scored."""
    return last_turn_over("E", **wanted)
