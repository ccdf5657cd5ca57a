"""Small positions of Burgundy by keywords, real games to look into, and short ways to ask the referee about them.

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
from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.roll_die import RollDie
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.state import BurgundyOptions, State
from referee_service.kernel import play
from referee_service.kernel.chance import Chance, pick, seed_key
from referee_service.kernel.codec import Match
from referee_service.kernel.score import total
from referee_service.kernel.state import CHANCE, Action, Event
from referee_service.kernel.values import change, put
from tests.games.rules import JUDGED

CENTRE = 18
"""The space in the middle of every board, where the starting castle stands on board 1."""

# The six spaces around it on board 1:
LONE_HOUSE = 11
"""Building, die 3: a city of its own."""
LIBRARY = 12
"""Knowledge, die 1."""
WEST_HARBOUR = 17
"""Ship, die 2."""
EAST_HARBOUR = 19
"""Ship, die 5."""
PIT = 24
"""Mine, die 4."""
BIG_CITY = 25
"""Building, die 3: one end of the city of five."""

# Further out:
BIG_CITY_EAST = 26
"""Building, die 1: the next space of the city of five."""
KEEP = 6
"""Castle, die 6: above the lone house and the library."""
MEADOW = 10
"""Animal, die 4: beside the lone house, in the pasture of five."""
FAR_SHORE = 15
"""Ship, die 6: the west end of the board."""


# --- positions ------------------------------------------------------------------------------------------------------


def begun(
    seats: int = 2, boards: str | tuple[int, ...] = "basic", first_player: int | None = 0, seed: str = "opening"
) -> Match:
    """A match just set up, before chance has acted."""
    options = BurgundyOptions(boards=boards, first_player=first_player)
    return play.start(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


@cache
def opening(seats: int = 2, boards: str | tuple[int, ...] = "basic", seed: str = "opening") -> State:
    """A real game at its first decision, seat 0 in turn."""
    return play.settle(GAME, begun(seats, boards, seed=seed)).match.board


def given(*, seats: int = 2, board: int = 1, estate: dict[int, str] | None = None, **wanted) -> State:
    """A position with seat 0 in turn: an empty table but for what is named.

    estate: tiles by space, beside the castle in the middle. depots: {number: [tiles]}, 0 is the black one.
    depot_goods: {number: [goods]}. Anything else is a field of the player (dice, workers, silver, storage, goods, sold)
    or of the state (phase, round, may_buy, pending, bonuses, track, options...). Pieces are not counted here.
    """
    state = opening(seats)
    state = replace(state, depots=((),) * 7, depot_goods=((),) * 6)
    for depot, tiles in wanted.pop("depots", {}).items():
        state = replace(state, depots=put(state.depots, depot, tuple(tiles)))
    for depot, goods in wanted.pop("depot_goods", {}).items():
        state = replace(state, depot_goods=put(state.depot_goods, depot - 1, tuple(sorted(goods))))
    spaces = list(change(state, 0, board=board).me.estate)
    for space, tile in (estate or {}).items():
        spaces[space] = tile
    mine = {"dice": (1, 2), "workers": 0, "silver": 0, "storage": (), "goods": (), "sold": ()}
    mine |= {name: tuple(sorted(wanted.pop(name))) for name in ("dice", "storage", "goods", "sold") if name in wanted}
    mine |= {name: wanted.pop(name) for name in ("workers", "silver") if name in wanted}
    state = change(state, 0, board=board, estate=tuple(spaces), **mine)
    return replace(state, **wanted)


@cache
def game_by_lot(seats: int = 2, boards: str | tuple[int, ...] = "basic", seed: int = 0) -> tuple[State, ...]:
    """Every position of a real game whose players choose by lot, from the table just set up to the end."""
    lot = random.Random(seed)
    state = begun(seats, boards, first_player=None).board
    positions = [state]
    while GAME.turn(state) is not None:
        actions = legal(state)
        kind = lot.choice(list(dict.fromkeys(map(type, actions))))
        state, _ = play.apply(GAME, state, lot.choice([action for action in actions if type(action) is kind]))
        positions.append(state)
    return tuple(positions)


# --- moves ----------------------------------------------------------------------------------------------------------


def after(state: State, *actions: Action) -> State:
    """The position after these actions of the seat to move, each of which must be legal."""
    for action in actions:
        seat = GAME.turn(state).seat
        assert not refusals(state, action, seat), action
        state, _ = play.apply(GAME, state, action)
    return state


def rolled(state: State, *faces: int) -> State:
    """The position after so many dice were rolled."""
    return after(state, *map(RollDie, faces))


def idle(state: State, until: Callable[[State], bool]) -> State:
    """The first position for which this holds, while chance acts and everybody only takes workers."""
    key, count = seed_key("idle"), 0
    while not until(state):
        turn = GAME.turn(state)
        if turn.seat == CHANCE:
            action = pick(key, count, play.outcomes(GAME, state))
        else:
            action = TakeWorkers(state.me.dice[0]) if state.me.dice else EndTurn()
        state, count = after(state, action), count + 1
    return state


# --- questions ------------------------------------------------------------------------------------------------------


def refusals(state: State, action: Action, seat: int = 0) -> set[str]:
    """The rules that forbid this action; empty when it is legal."""
    judged = {refusal.rule for refusal in play.judge(GAME, state, seat, action)}
    JUDGED.append(judged)
    return judged


def faults(state: State) -> set[tuple[str, str]]:
    """Why this position is impossible: each fault as its path and its rule; empty when it is possible."""
    found = {(fault.path, fault.rule) for fault in GAME.audit(state)}
    JUDGED.append({rule for _, rule in found})
    return found


def events_of(state: State, action: Action) -> tuple[Event, ...]:
    """What happens when this action is taken."""
    return play.apply(GAME, state, action)[1]


def legal(state: State, kind: str | None = None) -> list[Action]:
    """What the seat to move may do."""
    return play.legal_actions(GAME, state, kind=kind)


def score(state: State, seat: int = 0) -> int:
    """The points of a seat."""
    return total(state, seat)


def points(state: State, rule: str, seat: int = 0) -> int:
    """The points of a seat under one rule."""
    return next((line.points for line in state.points[seat] if line.rule == rule), 0)


def question(state: State) -> str | None:
    """The question asked now."""
    turn = GAME.turn(state)
    return turn.question if turn else None
