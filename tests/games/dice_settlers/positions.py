"""Small positions of Dice Settlers by keywords, real games to look into, and short ways to ask the referee about them.

Tiles of a position lie in a flower: the first in the middle, the others around it, each beside the one before:

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
from referee_service.games.dice_settlers.state import (
    NOBODY,
    Bot,
    DiceSettlersOptions,
    HexagonEdge,
    MapTile,
    State,
    map_tile,
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


# --- positions ------------------------------------------------------------------------------------------------------


def begun(seats: int = 2, seed: str = "opening", **options) -> Match:
    """A match just set up, before chance has acted."""
    chosen = DiceSettlersOptions(**({"first_player": 0} | options))
    return new_match(GAME, seats=seats, options=chosen, chance=Chance("seeded", seed))


@cache
def opening(seats: int = 2) -> State:
    """A real game at the first action of seat 0."""
    state = after_chance(begun(seats).state)
    while state.stage != "action":
        state = after_chance(after(state, legal(state)[-1]))
    return state


def given(tiles=None, *, seats: int = 2, options=None, mine=None, other=None, **wanted) -> State:
    """A position with seat 0 in its first turn, and nothing anywhere but three dice in bags and what is named.

    tiles: by name who stands there, {side: tents, "house": side}; they lie in a flower. mine, other: fields of seat 0
    and seat 1, lists of dice as tuples. Anything else is a field of the state. Pieces are not counted here.
    """
    state, sides = opening(seats), max(2, seats)
    places = [
        MapTile(
            tile,
            *CELLS[at],
            tents=tuple(who.get(side, 0) for side in range(sides)),
            house=who.get("house", NOBODY),
        )
        for at, (tile, who) in enumerate((tiles or {FOREST: {0: 1}}).items())
    ]
    state = replace(state, map=tuple(places), pending=(), options=replace(state.options, **(options or {})))
    for seat in range(seats):
        idle = {"bag": ("white", "white", "white"), "active": ("white_settle",) if seat else ()}
        state = with_player(state, seat, **_player(idle | ({0: mine, 1: other}.get(seat) or {})))
    for name in ("supply", "deck", "sold"):
        if isinstance(wanted.get(name), dict):
            wanted[name] = tuple(sorted(wanted[name].items()))
    return replace(state, **wanted)


def _player(wanted: dict) -> dict:
    """The fields of a player, empty but for what is wanted."""
    dice = {name: bag_of(wanted.get(name, ())) for name in ("bag", "active", "spent")}
    bags = {name: tuple(sorted(wanted.get(name, {}).items())) for name in ("tokens", "extra_symbols")}
    rows = {name: tuple(wanted.get(name, ())) for name in ("technologies", "used_technologies", "used_factories", "actions_done")}
    return {**dice, **bags, **rows, "tents": wanted.get("tents", 3), "quota": wanted.get("quota", 3)}


def solo(tiles=None, *, dice_queue=(), around=None, centre=None, bot=None, **wanted) -> State:
    """A position of a solo game; around: what lies at the sides of the Bot's hexagon, dice and a token last."""
    state = given(tiles or {FOREST: {0: 1}, PLAIN: {1: 1}}, seats=1, **wanted)
    hexagon = content(state).hexagon
    sides = tuple(
        HexagonEdge(
            bag_of(piece for piece in pieces if piece in COLOURS), next((p for p in pieces if p not in COLOURS), "")
        )
        for pieces in ((around or {}).get(action, ()) for action in hexagon)
    )
    made = Bot(tuple(dice_queue), sides, tuple(sorted((centre or {}).items())), 0, 3, (), ())
    return replace(state, bot=replace(made, **(bot or {})))


COLOURS = ("white", "green", "yellow", "orange", "brown", "grey")


@cache
def game_by_lot(seats: int = 2, seed: int = 0) -> tuple[State, ...]:
    """Every position of a real game whose players choose by lot, rare verbs as often as others."""
    lot = random.Random(seed)
    sets = ("nowhere", "warriors", "expansion", "peace", "random")
    state = begun(seats, first_player=None, technologies=sets[seed % 5], explosive=seed % 2 == 1).state
    positions = [state]
    while GAME.turn(state) is not None:
        actions = legal(state)
        kind = lot.choice(list(dict.fromkeys(map(type, actions))))
        state, _ = engine.apply(GAME, state, lot.choice([action for action in actions if type(action) is kind]))
        positions.append(state)
    return tuple(positions)


# --- moves ----------------------------------------------------------------------------------------------------------


def resting(state: State) -> State:
    """The position after all that happens by itself."""
    return replace(engine.run_automatic_steps(GAME, state), events=(), processed_events=0)


# --- questions ------------------------------------------------------------------------------------------------------


def tents(state: State, tile: str, side: int = 0) -> int:
    """How many tents a side has on a tile."""
    return map_tile(state, tile).tents[side]


def tokens(state: State, seat: int = 0) -> dict[str, int]:
    """The tokens of a seat."""
    return dict(state.players[seat].tokens)


def spent(state: State, colour: str, seat: int = 0) -> int:
    """How many spent dice of a colour a seat has."""
    return count_in(state.players[seat].spent, colour)


def lines(state: State, side: int = 0) -> dict[str, int]:
    """The points of a side by rule."""
    held = state.score_lines[side] if side < len(state.score_lines) else state.bot.points
    return {line.rule: line.points for line in held}


TABLES = content(opening())
