"""Verb `sell_die`: the die that leaves the game for points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.fields import AnyDieField
from referee_service.games.dice_settlers.gains import take_points
from referee_service.games.dice_settlers.state import State, number_bonus
from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class SellDie(Action, frozen=True, tag="sell_die"):
    """An active die, named by colour and face, or a spent die, named by colour."""

    die: AnyDieField


def candidates(state: State) -> list[SellDie]:
    """Return one action per kind of active or spent die of the player."""
    return [SellDie(die) for die, _ in (*state.active_player.active, *state.active_player.spent)]


def objections(state: State, action: SellDie) -> Iterator[Refusal]:
    """Yield a refusal if the player has no such active or spent die."""
    if not count_in(state.active_player.active, action.die) and not count_in(state.active_player.spent, action.die):
        yield refuse("sell_die.held", die=action.die)


def apply(state: State, action: SellDie) -> State:
    """Remove the die from the game and give the points."""
    seat, tables = state.active_side, content(state)
    if action.die in tables.faces:
        state, colour = (
            with_player(state, seat, active=remove_from(state.active_player.active, action.die)),
            tables.faces[action.die][0],
        )
    else:
        state, colour = with_player(state, seat, spent=remove_from(state.active_player.spent, action.die)), action.die
    state = emit(replace(pop(state), sold=add_to(state.sold, colour)), "die_sold", seat, colour=colour)
    points = tables.numbers["trade_die"] + number_bonus(state, state.active_player, "trade_points")
    return take_points(state, seat, points, "score.trade_die")


SELL_DIE = verb(SellDie, candidates, objections, apply, exact=True)
