"""Chance lays open what a player did not keep: all choices are made, so this shows what was decided in secret."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.economy.supply import spend_workers
from referee_service.games.empires_north.questions import DiscardUnkeptFrame as Laid
from referee_service.games.empires_north.state import OwnCard, State
from referee_service.kernel.bags import Bag, bag_of, merge_bags, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.tuples import with_player


class LayOff(Action, frozen=True, tag="lay_off"):
    """These cards of a player are discarded; the others looked at were kept."""

    seat: Annotated[int, Domain("seat")]
    cards: tuple[OwnCard, ...]


def outcomes(state: State) -> list[tuple[LayOff, int]]:
    """Just what was not kept."""
    seat = expect_top(state, Laid).player
    player = state.players[seat]
    rest = merge_bags(player.looked_at, tuple((card, -count) for card, count in player.kept))
    return [(LayOff(seat, tuple(card for card, count in rest for _ in range(count))), 1)]


def apply(state: State, action: LayOff) -> State:
    """Kept cards go to the hand, for a worker each after the first time; the others to the discard pile."""
    player, rest = state.players[action.seat], bag_of(action.cards)
    kept: Bag = merge_bags(player.looked_at, tuple((card, -count) for card, count in rest))
    hand, discard = merge_bags(player.hand, kept), merge_bags(player.discard, rest)
    state = with_player(pop(state), action.seat, hand=hand, discard=discard, looked_at=(), kept=())
    cost = content(state).numbers["lookout_cost"] if state.stage == "lookout" else 0
    state = emit(state, "kept", action.seat, count=size_of(kept), cards=action.cards)
    return spend_workers(state, action.seat, size_of(kept) * cost)


LAY_OFF = chance_verb(LayOff, outcomes, apply)
