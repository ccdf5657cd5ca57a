"""Small positions of Burgundy by keywords, and three short ways to ask the referee about them."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.state import BurgundyOptions, State
from referee_service.kernel import play
from referee_service.kernel.chance import Chance
from referee_service.kernel.score import total
from referee_service.kernel.state import Action, Event
from referee_service.kernel.values import change, put
from tests.games.rules import JUDGED

CENTRE = 18
"""The space in the middle of every board, where the starting castle stands on board 1."""


@cache
def opening(seats: int = 2, boards: str | tuple[int, ...] = "basic", seed: str = "opening") -> State:
    """A real game at its first decision, seat 0 in turn."""
    options = BurgundyOptions(boards=boards, first_player=0)
    match = play.start(GAME, seats=seats, options=options, chance=Chance("seeded", seed))
    return play.settle(GAME, match).match.board


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


def refusals(state: State, action: Action, seat: int = 0) -> set[str]:
    """The rules that forbid this action; empty when it is legal."""
    judged = {refusal.rule for refusal in play.judge(GAME, state, seat, action)}
    JUDGED.append(judged)
    return judged


def after(state: State, *actions: Action) -> State:
    """The position after these actions of the seat to move, each of which must be legal."""
    for action in actions:
        seat = GAME.turn(state).seat
        assert not refusals(state, action, seat), action
        state, _ = play.apply(GAME, state, action)
    return state


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
