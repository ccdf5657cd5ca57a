"""Name the die that is sold: it leaves the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.gains import gain_victory_points
from referee_service.games.dice_settlers.state import State, number
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import add_to, change, count_in, take_from


class SellDie(Action, frozen=True, tag="sell_die"):
    """Sell an active die, named by colour and face, or a spent one, named by its colour."""

    die: Annotated[str, Domain("any_die")]


def candidates(state: State) -> list[SellDie]:
    """Every die that is active or spent."""
    return [SellDie(die) for die, _ in (*state.me.active, *state.me.spent)]


def objections(state: State, action: SellDie) -> Iterator[Refusal]:
    """Why this die may not be sold; nothing yielded means it may."""
    if not count_in(state.me.active, action.die) and not count_in(state.me.spent, action.die):
        yield refuse("sell_die.held", die=action.die)


def apply(state: State, action: SellDie) -> State:
    """The die leaves the game, points come."""
    seat, tables = state.active, content(state)
    if action.die in tables.faces:
        state, colour = change(state, seat, active=take_from(state.me.active, action.die)), tables.faces[action.die][0]
    else:
        state, colour = change(state, seat, spent=take_from(state.me.spent, action.die)), action.die
    state = note(replace(pop(state), sold=add_to(state.sold, colour)), "die_sold", seat, colour=colour)
    points = tables.numbers["trade_die"] + number(state, state.me, "trade_points")
    return gain_victory_points(state, seat, points, "score.trade_die")


SELL_DIE = verb(SellDie, candidates, objections, apply, exact=True)
