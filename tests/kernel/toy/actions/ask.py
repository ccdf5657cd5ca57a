"""Ask another player for a card."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.tables import GOODS
from tests.kernel.toy.state import Asked, GoodField, SeatField, State, cards_of, number, seats_from


class Ask(Action, frozen=True, tag="ask"):
    """Ask another player for a card."""

    seat: SeatField
    good: GoodField


def candidates(state: State) -> list[Ask]:
    """Everybody else, for every kind."""
    return [Ask(seat, good) for seat in seats_from(state, state.current)[1:] for good in GOODS]


def objections(state: State, action: Ask) -> Iterator[Refusal]:
    """Why this player may not be asked; nothing yielded means they may."""
    limit = number(state, state.me, "asks")
    if action.seat == state.current:
        yield refuse("ask.other")
    if not cards_of(state, action.seat):
        yield refuse("ask.cards", seat=action.seat)
    if state.me.asked >= limit:
        yield refuse("ask.limit", asked=state.me.asked, limit=limit)


def apply(state: State, action: Ask) -> State:
    """The other player must answer."""
    state = with_player(state, state.current, asked=state.me.asked + 1)
    state = emit(state, "asked", state.current, whom=action.seat, good=action.good)
    return push(state, Asked(action.seat, action.good, by=state.current))


ASK = verb(Ask, candidates, objections, apply)
