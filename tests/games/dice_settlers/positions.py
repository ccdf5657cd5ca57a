"""Builders of small positions of Dice Settlers, random games, and short queries on a position.

Tiles of a position lie in a flower. The first is in the middle, and each later one is next to the one before:

        (0 -1) (1 -1)           5 6
    (-1 0) (0 0) (1 0)         4 0 1
        (-1 1) (0 1)            3 2
"""

from __future__ import annotations

import random
from functools import cache

from msgspec.structs import replace

from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.map_tiles import find_map_tile
from referee_service.games.dice_settlers.questions import BotActFrame
from referee_service.games.dice_settlers.state import (
    BOT,
    NO_SIDE,
    Bot,
    DiceSettlersOptions,
    HexagonEdge,
    MapTile,
    State,
)
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, count_in
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match
from referee_service.kernel.tuples import with_player
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
after, refusals, faults = harness.after, harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question
after_chance, possible = harness.after_chance, harness.possible

CELLS = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (2, 0), (3, 0), (4, 0))
PLAIN, FOREST, MOUNTAIN, DESERT, HILL = "tile_24", "tile_18", "tile_20", "tile_36", "tile_14"
"""A tile of each terrain without an ability: 6/3, 7/3, 9/5, 7/0, 6/0."""
COLOURS = ("white", "green", "yellow", "orange", "brown", "grey")


# --- positions ------------------------------------------------------------------------------------------------------


def dice_match(seats: int = 2, seed: str = "opening", **options) -> Match:
    """Return a match just set up, before chance has acted. Seat 0 begins unless the options say otherwise."""
    chosen = DiceSettlersOptions(**({"first_player": 0} | options))
    return new_match(GAME, seats=seats, options=chosen, chance=Chance("seeded", seed))


@cache
def opening(seats: int = 2) -> State:
    """Return the position of a real game at the first action of seat 0."""
    state = after_chance(dice_match(seats).state)
    while state.stage != "action":
        state = after_chance(after(state, legal(state)[-1]))
    return state


def given(tiles=None, *, seats: int = 2, options=None, seat_0=None, seat_1=None, **wanted) -> State:
    """Return a position with seat 0 in its first turn, three dice in each bag, and what the arguments name.

    `tiles` maps a tile to its tents and house: {side: tents, "house": side}.
    `seat_0` and `seat_1` are fields of seats 0 and 1, with dice as lists. Other keywords are fields of the state.
    The pieces need not add up. `full_position` counts them all.
    """
    state, sides = opening(seats), max(2, seats)
    map_tiles = [
        MapTile(
            tile,
            *CELLS[index],
            tents=tuple(pieces.get(side, 0) for side in range(sides)),
            house=pieces.get("house", NO_SIDE),
        )
        for index, (tile, pieces) in enumerate((tiles or {FOREST: {0: 1}}).items())
    ]
    state = replace(state, map=tuple(map_tiles), pending=(), options=replace(state.options, **(options or {})))
    for seat in range(seats):
        idle = {"bag": ("white", "white", "white"), "active": ("white_settle",) if seat else ()}
        state = with_player(state, seat, **_player(idle | ({0: seat_0, 1: seat_1}.get(seat) or {})))
    for name in ("supply", "deck", "sold"):
        if isinstance(wanted.get(name), dict):
            wanted[name] = tuple(sorted(wanted[name].items()))
    return replace(state, **wanted)


def _player(wanted: dict) -> dict:
    """Return all fields of a player: empty, except those in `wanted`."""
    dice = {name: bag_of(wanted.get(name, ())) for name in ("bag", "active", "spent")}
    bags = {name: tuple(sorted(wanted.get(name, {}).items())) for name in ("tokens", "extra_symbols")}
    names = ("technologies", "used_technologies", "used_factories", "actions_done")
    rows = {name: tuple(wanted.get(name, ())) for name in names}
    return {**dice, **bags, **rows, "tents": wanted.get("tents", 3), "quota": wanted.get("quota", 3)}


def solo(tiles=None, *, dice_queue=(), around=None, centre=None, bot=None, **wanted) -> State:
    """Return a position of a solo game, like `given`.

    `around` maps an action to the dice at that edge of the printed Bot's hexagon, perhaps with a token last.
    `bot` has other fields of the printed Bot.
    """
    state = given(tiles or {FOREST: {0: 1}, PLAIN: {1: 1}}, seats=1, **wanted)
    edges = tuple(hexagon_edge((around or {}).get(action, ())) for action in content(state).hexagon)
    made = Bot(tuple(dice_queue), edges, tuple(sorted((centre or {}).items())), 0, 3, (), ())
    return replace(state, bot=replace(made, **(bot or {})))


def hexagon_edge(pieces) -> HexagonEdge:
    """Return an edge of the hexagon with these dice, and the token among them if there is one."""
    token = next((piece for piece in pieces if piece not in COLOURS), "")
    return HexagonEdge(bag_of(piece for piece in pieces if piece in COLOURS), token)


def bot_action(action, force, tiles=None, **wanted) -> State:
    """Return a solo position after the printed Bot has begun this action, at the next decision."""
    wanted = {"active_side": BOT, "turn_index": 1, "seat_0": {"active": ["white_settle"]}} | wanted
    return quiescent(solo(tiles, pending=(BotActFrame(0, action, force),), **wanted))


@cache
def random_game(seats: int = 2, seed: int = 0) -> tuple[State, ...]:
    """Return every position of a random game. The seed also chooses the table of technologies."""
    sets = ("nowhere", "warriors", "expansion", "peace", "random")
    match = dice_match(seats, first_player=None, technologies=sets[seed % 5], explosive=seed % 2 == 1)
    return harness.random_positions(match.state, random.Random(seed))


def quiescent(state: State) -> State:
    """Return the position after all automatic steps, without events."""
    return replace(engine.run_automatic_steps(GAME, state), events=(), processed_events=0)


# --- queries --------------------------------------------------------------------------------------------------------


def tents(state: State, tile: str, side: int = 0) -> int:
    """Return how many tents a side has on a tile."""
    return find_map_tile(state, tile).tents[side]


def tokens(state: State, seat: int = 0) -> dict[str, int]:
    """Return the tokens of a seat."""
    return dict(state.players[seat].tokens)


def spent_count(state: State, colour: str, seat: int = 0) -> int:
    """Return how many spent dice of a colour a seat has."""
    return count_in(state.players[seat].spent, colour)


def points_by_rule(state: State, side: int = 0) -> dict[str, int]:
    """Return the points of a side by rule."""
    lines = state.score_lines[side] if side < len(state.score_lines) else state.bot.points
    return {line.rule: line.points for line in lines}


def edge(state: State, action: str) -> HexagonEdge:
    """Return the edge of the printed Bot's hexagon with this action."""
    return state.bot.edges[content(state).hexagon.index(action)]


TABLES = content(opening())
