"""Sailing of a ship to the end of the queue, with a fish and a raze token on board if the player likes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.empires_north.state import Ship, State, amount_of, deciding_player, deciding_seat
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

YesOrNo = Annotated[bool, Domain("yes_or_no")]


class Sail(Action, frozen=True, tag="sail"):
    """A ship sails, with or without a fish and a raze token."""

    fish: YesOrNo
    raze: YesOrNo


def candidates(state: State) -> list[Sail]:
    """Return every load that the player holds. Gold cannot replace the fish."""
    player = deciding_player(state)
    fish, raze = ((False, True) if amount_of(player, good) else (False,) for good in ("fish", "raze"))
    return [Sail(*answers) for answers in product(fish, raze)]


def objections(state: State, action: Sail) -> Iterator[Refusal]:
    """Yield a reason for every good that the player lacks."""
    for good in ("fish", "raze"):
        if getattr(action, good) and not amount_of(deciding_player(state), good):
            yield refuse("sail.held", good=good)


def apply(state: State, action: Sail) -> State:
    """Put the ship with its load at the end of the queue."""
    seat, player = deciding_seat(state), deciding_player(state)
    goods = player.goods
    for good in ("fish", "raze"):
        goods = add_to(goods, good, -1) if getattr(action, good) else goods
    state = with_player(pop(state), seat, ships=player.ships - 1, goods=goods)
    state = replace(state, queue=(*state.queue, Ship(seat, action.fish, action.raze)))
    return emit(state, "sailed", seat, place=len(state.queue) - 1, fish=action.fish, raze=action.raze)


SAIL = verb(Sail, candidates, objections, apply, exact=True)
