"""Positions of Burgundy for tests: small ones by keywords, real games, and the bound test harness.

Board 1 in reading order: every space with its colour and its die.

             0 a6   1 c5   2 c4   3 k3
          4 a2   5 a1   6 c6   7 k5   8 b4
       9 a5  10 a4  11 b3  12 k1  13 b2  14 b3
   15 s6  16 s1  17 s2  18 c6  19 s5  20 s4  21 s1
      22 b2  23 b5  24 m4  25 b3  26 b1  27 a2
         28 b6  29 m1  30 k2  31 b5  32 b6
            33 m3  34 k4  35 k1  36 b3
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache

from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.place_tile import PLACE_TILE, PlaceTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content.tables import PACKS, Kind, Phase, Pile, content
from referee_service.games.burgundy.decisions.chance import RollDie
from referee_service.games.burgundy.questions import PlaceBenefitFrame
from referee_service.games.burgundy.state import BurgundyOptions, State
from referee_service.kernel import engine
from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.chance import Chance, seed_key, weighted_choice
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE, Action, ScoreLine
from referee_service.kernel.tuples import with_item, with_player, without
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
after, refusals, faults = harness.after, harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question

CENTRE = 18
"""The space in the middle of every board, where the starting castle stands on board 1."""

# The districts of board 1, each from the castle in the middle outwards; the dice of the spaces are in the comment.
LONE_CITY = 11  # 3; beside the castle
CITY = (25, 26, 31, 32, 36)  # 3, 1, 5, 6, 3; the first is beside the castle
NORTH_CITY = (8, 13, 14)  # 4, 2, 3
WEST_CITY = (22, 23, 28)  # 2, 5, 6
PASTURE = (10, 5, 9, 4, 0)  # 4, 1, 5, 2, 6; the first two are beside the lone city
LONE_PASTURE = 27  # 2
HARBOUR = (19, 20, 21)  # 5, 4, 1; the first is beside the castle
WEST_HARBOUR = (17, 16, 15)  # 2, 1, 6; the first is beside the castle
SCHOOL = (12, 7, 3)  # 1, 5, 3: knowledge; the first is beside the castle
SOUTH_SCHOOL = (30, 34, 35)  # 2, 4, 1: knowledge
CASTLES = (6, 2, 1)  # 6, 4, 5; the first is beside the lone city and the school
MINES = (24, 29, 33)  # 4, 1, 3; the first is beside the castle


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
MINE_IN_EACH_DEPOT = {depot: ["mine"] for depot in range(1, 7)}
EMPTY_DEPOTS = {depot: [] for depot in range(1, 7)}
ROUNDS = 5


# --- positions ------------------------------------------------------------------------------------------------------


def new_game(
    seats: int = 2, boards: str | tuple[int, ...] = "basic", first_player: int | None = 0, seed: str = "opening"
) -> Match:
    """Return a match just set up, before chance has acted."""
    options = BurgundyOptions(boards=boards, first_player=first_player)
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


@cache
def opening(seats: int = 2, boards: str | tuple[int, ...] = "basic", seed: str = "opening") -> State:
    """Return a real game at its first decision. Seat 0 is in turn."""
    return play_chance(GAME, new_game(seats, boards, seed=seed)).match.state


def given(*, seats: int = 2, board: int = 1, estate: dict[int, str] | None = None, **wanted) -> State:
    """Return a position with seat 0 in turn. The table is empty except for the arguments.

    estate: tiles by space, beside the castle in the middle. depots: {number: [tiles]}, 0 is the black one; by default a
    numbered depot has a mine, so that a die has more uses than workers (EMPTY_DEPOTS for none). depot_goods: {number:
    [goods]}. Any other keyword is a field of the player (dice, workers, silver, storage, goods, sold) or of the state
    (phase, round, may_buy, pending, bonuses, track, options…). Pieces are not counted here.
    """
    state = opening(seats)
    state = replace(state, depots=((),) * 7, depot_goods=((),) * 6)
    for depot, tiles in (MINE_IN_EACH_DEPOT | wanted.pop("depots", {})).items():
        state = replace(state, depots=with_item(state.depots, depot, tuple(tiles)))
    for depot, goods in wanted.pop("depot_goods", {}).items():
        state = replace(state, depot_goods=with_item(state.depot_goods, depot - 1, tuple(sorted(goods))))
    spaces = list(with_player(state, 0, board=board).active_player.estate)
    for space, tile in (estate or {}).items():
        spaces[space] = tile
    fields = {"dice": (1, 2), "workers": 0, "silver": 0, "storage": (), "goods": (), "sold": ()}
    fields |= {name: tuple(sorted(wanted.pop(name))) for name in ("dice", "storage", "goods", "sold") if name in wanted}
    fields |= {name: wanted.pop(name) for name in ("workers", "silver") if name in wanted}
    state = with_player(state, 0, board=board, estate=tuple(spaces), **fields)
    return replace(state, **wanted)


@cache
def random_game(seats: int = 2, boards: str | tuple[int, ...] = "basic", seed: int = 0) -> tuple[State, ...]:
    """Return every position of a random game, from set-up to the end. Players prefer to place tiles."""
    rng = random.Random(seed)

    def choose(actions: list[Action]) -> Action:
        kinds = list(dict.fromkeys(map(type, actions)))
        kind = PlaceTile if PlaceTile in kinds and rng.random() < 0.6 else rng.choice(kinds)
        return rng.choice([action for action in actions if type(action) is kind])

    return harness.random_positions(new_game(seats, boards, first_player=None).state, rng, choose)


# --- edited positions -----------------------------------------------------------------------------------------------


def without_tiles(state: State, *tiles: str) -> State:
    """Return the position with these tiles removed from the depots.

    A tile that lies in no depot is first swapped with a tile in a depot from the same pile.
    """
    for tile in tiles:
        depot, there = next(
            (depot, there)
            for depot, lying in enumerate(state.depots)
            for there in lying
            if there == tile or count_in(state.supply.pile(_pile(depot, there)), tile)
        )
        state = replace(state, depots=with_item(state.depots, depot, without(state.depots[depot], there)))
        if there != tile:
            pile = _pile(depot, there)
            held = add_to(remove_from(state.supply.pile(pile), tile), there)
            state = replace(state, supply=replace(state.supply, **{pile: held}))
    return state


def _pile(depot: int, tile: str) -> Pile:
    """Return the pile that a tile of this depot comes from."""
    return "black" if depot == 0 else PACKS.get(opening().pack).tiles[tile].kind


def with_estate(state: State, estate: dict[int, str]) -> State:
    """Return the position with these tiles moved from the depots to the estate of the seat in turn, and scored."""
    for space, tile in estate.items():
        state = without_tiles(state, tile)
        state = with_player(state, state.active_seat, storage=tuple(sorted((*state.active_player.storage, tile))))
        state = replace(state, pending=(PlaceBenefitFrame(state.active_seat),))
        state = PLACE_TILE.apply(state, PlaceTile(None, tile, space))
    return replace(state, pending=(), events=(), processed_events=0)


def with_supply(state: State, **piles) -> State:
    """Return the position with these piles in place of its own."""
    return replace(state, supply=replace(state.supply, **piles))


def with_line(state: State, rule_id: str, count: int, points: int, seat: int = 0) -> State:
    """Return the position with this score line of a seat, in place of any other under the same rule."""
    others = [line for line in state.score_lines[seat] if line.rule != rule_id]
    lines = sorted([*others, ScoreLine(rule_id, count, points)], key=lambda line: line.rule)
    return replace(state, score_lines=with_item(state.score_lines, seat, tuple(lines)))


# --- moves ----------------------------------------------------------------------------------------------------------


def after_rolls(state: State, *faces: int) -> State:
    """Return the position after these dice were rolled."""
    return after(state, *map(RollDie, faces))


def idle(state: State, until: Callable[[State], bool]) -> State:
    """Return the first position for which `until` holds. Chance acts, and every player only takes workers."""
    key, count = seed_key("idle"), 0
    while not until(state):
        turn = GAME.turn(state)
        if turn.seat == CHANCE:
            action = weighted_choice(key, count, engine.outcomes(GAME, state))
        else:
            action = TakeWorkers(state.active_player.dice[0]) if state.active_player.dice else EndTurn()
        state, count = after(state, action), count + 1
    return state


def at_question(name: str, seats: int = 2, boards: str | tuple[int, ...] = "basic") -> State:
    """Return a real game when this question is open for the first time."""
    return idle(new_game(seats, boards).state, lambda state: question(state) == name)


# --- points ---------------------------------------------------------------------------------------------------------


def score(state: State, seat: int = 0) -> int:
    """Return the points of a seat."""
    return total_points(state, seat)


def points(state: State, rule: str, seat: int = 0) -> int:
    """Return the points of a seat under one rule."""
    return next((line.points for line in state.score_lines[seat] if line.rule == rule), 0)


# --- boards ---------------------------------------------------------------------------------------------------------


def spaces_of(kind: Kind, board: int = 1) -> tuple[int, ...]:
    """Return all spaces of a colour."""
    return content(opening()).boards[board].by_kind[kind]


def districts_of(kind: Kind, board: int = 1) -> list[tuple[int, ...]]:
    """Return the districts of a colour."""
    spaces = content(opening()).boards[board].spaces
    return sorted({spaces[space].district for space in spaces_of(kind, board)})


def number_of(space: int, board: int = 1) -> int:
    """Return the die value of a space."""
    return content(opening()).boards[board].spaces[space].number


# --- estates --------------------------------------------------------------------------------------------------------


def tiles_on(tiles: Iterable[str], spaces: Iterable[int]) -> dict[int, str]:
    """Return these tiles by these spaces, up to the shorter of both."""
    return dict(zip(spaces, tiles, strict=False))


def knowledge_tiles(*numbers: int) -> dict[int, str]:
    """Return an estate with these knowledge tiles by space.

    They go to the south first, where they touch no space that tests place on.
    """
    return tiles_on((f"knowledge_{number}" for number in numbers), (*SOUTH_SCHOOL, *SCHOOL))


def covering_tiles(kind: Kind, spaces: Iterable[int]) -> dict[int, str]:
    """Return tiles of one colour for all these spaces. Only their colour matters."""
    tiles = {"building": BUILDINGS * 2, "animal": ("pig_2",) * 6, "knowledge": ("knowledge_16",) * 6}
    return tiles_on(tiles.get(kind, (kind,) * 6), spaces)


def estate_with(tiles: dict[int, str]) -> tuple[str, ...]:
    """Return a whole estate on board 1, for a seat other than the first."""
    return tuple("castle" if space == CENTRE else tiles.get(space, "") for space in SPACES)


# --- positions after a move -----------------------------------------------------------------------------------------


def after_placement(tile: str, space: int, *, board: int = 1, storage: Iterable[str] = (), **wanted) -> State:
    """Return the position after this tile was placed with a fitting die. A die 6 remains."""
    die = number_of(space, board)
    state = given(board=board, dice=[die, 6], storage=[tile, *storage], **wanted)
    return after(state, PlaceTile(die, tile, space))


def workers_spent(state: State, action: Action) -> int:
    """Return the number of workers that this action takes."""
    return state.players[0].workers - after(state, action).players[0].workers


def after_last_turn(phase: Phase, *, seats: int = 2, others: dict[int, dict] | None = None, **wanted) -> State:
    """Return the position after the automatic steps that follow when seat 0 ends the last turn of a phase.

    The other players have only their castle and what `others` gives them, seat by seat.
    """
    done = {
        "turn_order": (*range(1, seats), 0),
        "active_index": seats - 1,
        "dice": [],
        "may_buy": False,
        "round_goods": (),
    }
    state = given(seats=seats, phase=phase, round=ROUNDS, **done | wanted)
    for seat in range(1, seats):
        bare = {"dice": (), "goods": (), "silver": 0, "workers": 0}
        state = with_player(state, seat, **bare | (others or {}).get(seat, {}))
    return replace(engine.run_automatic_steps(GAME, state), events=(), processed_events=0)


def phase_end(**wanted) -> State:
    """Return the position after phase A has ended for seat 0 with these pieces. The mines have paid."""
    return after_last_turn("A", **wanted)


def game_end(**wanted) -> State:
    """Return the end of the game for seat 0 with these pieces, after the final scoring."""
    return after_last_turn("E", **wanted)
