"""Chance shows the cards that a player did not keep. All choices are made, so this reveals them."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.economy.supply import spend_workers
from referee_service.games.empires_north.questions import DiscardUnkeptFrame
from referee_service.games.empires_north.state import OwnCard, State
from referee_service.kernel.bags import Bag, bag_of, merge_bags, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class LayOff(Action, frozen=True, tag="lay_off"):
    """These cards of a player are discarded. The other cards looked at were kept."""

    seat: Annotated[int, Domain("seat")]
    cards: tuple[OwnCard, ...]


def outcomes(state: State) -> list[tuple[LayOff, int]]:
    """Return the single outcome: the cards that the player did not keep."""
    seat = expect_top(state, DiscardUnkeptFrame).player
    player = state.players[seat]
    rest = merge_bags(player.looked_at, tuple((card, -count) for card, count in player.kept))
    return [(LayOff(seat, tuple(card for card, count in rest for _ in range(count))), 1)]


def apply(state: State, action: LayOff) -> State:
    """Move kept cards to the hand and the others to the discard pile. In a lookout each kept card costs workers."""
    player, rest = state.players[action.seat], bag_of(action.cards)
    kept_cards: Bag = merge_bags(player.looked_at, tuple((card, -count) for card, count in rest))
    hand, discard = merge_bags(player.hand, kept_cards), merge_bags(player.discard, rest)
    state = with_player(pop(state), action.seat, hand=hand, discard=discard, looked_at=(), kept=())
    cost = content(state).numbers["lookout_cost"] if state.stage == "lookout" else 0
    state = emit(state, "kept", action.seat, count=size_of(kept_cards), cards=action.cards)
    return spend_workers(state, action.seat, size_of(kept_cards) * cost)


LAY_OFF = chance_verb(LayOff, outcomes, apply)
