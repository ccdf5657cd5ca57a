"""Verb `play_territory`: play a territory from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import count_in, pieces_of, remove_from
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import content
from ..fields import NO_HOST, HandTerritory
from ..payment.rules import can_afford, request_purchase_payment
from ..questions import PurchaseFrame
from ..spots import Facts
from ..state import State
from ..units import first_empty_place


class PlayTerritory(Action, frozen=True, tag="play_territory"):
    """A territory played from the hand to the first empty place. Its price is paid next."""

    card: HandTerritory


def candidates(state: State) -> list[PlayTerritory]:
    """Return an action for every affordable territory in hand, if the fief has room."""
    place, tables = first_empty_place(state, state.active_seat), content(state)
    if place is None:
        return []
    return [
        PlayTerritory(card)
        for card, _ in state.active_player.hand
        if card in tables.territories
        and can_afford(state, PurchaseFrame(state.active_seat, "play_territory"), tables.costs[card])
    ]


def objections(state: State, action: PlayTerritory) -> Iterator[Refusal]:
    """Yield every reason why this territory may not be played."""
    if not count_in(state.active_player.hand, action.card):
        yield refuse("play_territory.hand", card=action.card)
    if first_empty_place(state, state.active_seat) is None:
        yield refuse("play_territory.room", most=len(state.active_player.lands) - 1)
    if not can_afford(state, PurchaseFrame(state.active_seat, "play_territory"), content(state).costs[action.card]):
        yield refuse("play_territory.price", card=action.card, **facts(state, action))


def apply(state: State, action: PlayTerritory) -> State:
    """Take the card from the hand and request its price. It lies in the fief once it is paid."""
    place = first_empty_place(state, state.active_seat)
    purchase = PurchaseFrame(state.active_seat, "play_territory", action.card, NO_HOST if place is None else place)
    state = with_player(state, state.active_seat, hand=remove_from(state.active_player.hand, action.card))
    return request_purchase_payment(replace(state, moved_units=()), purchase, content(state).costs[action.card])


def facts(state: State, action: PlayTerritory) -> Facts:
    """Return the price of the territory."""
    return {"price": pieces_of(content(state).costs.get(action.card, ()))}


PLAY_TERRITORY = verb(
    PlayTerritory, candidates, objections, apply, exact=True, kinds={"card": "play_territory.kind"}, facts=facts
)
