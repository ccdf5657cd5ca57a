"""Chance lays open what a player did not keep: all choices are made, so this shows what was decided in secret."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.empires_north.content import content
from referee_service.games.empires_north.questions import LayOff as Laid
from referee_service.games.empires_north.state import OwnCard, State
from referee_service.games.empires_north.supply import spend_workers
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import Bag, bag_of, change, merge, size_of


class LayOff(Action, frozen=True, tag="lay_off"):
    """These cards of a player are discarded; the others looked at were kept."""

    seat: Annotated[int, Domain("seat")]
    cards: tuple[OwnCard, ...]


def outcomes(state: State) -> list[tuple[LayOff, int]]:
    """Just what was not kept."""
    seat = asking(state, Laid).of
    player = state.players[seat]
    rest = merge(player.looked, tuple((card, -count) for card, count in player.kept))
    return [(LayOff(seat, tuple(card for card, count in rest for _ in range(count))), 1)]


def apply(state: State, action: LayOff) -> State:
    """Kept cards go to the hand, for a worker each after the first time; the others to the discard pile."""
    player, rest = state.players[action.seat], bag_of(action.cards)
    kept: Bag = merge(player.looked, tuple((card, -count) for card, count in rest))
    hand, discard = merge(player.hand, kept), merge(player.discard, rest)
    state = change(pop(state), action.seat, hand=hand, discard=discard, looked=(), kept=())
    cost = content(state).numbers["lookout_cost"] if state.stage == "lookout" else 0
    state = note(state, "kept", action.seat, count=size_of(kept), cards=action.cards)
    return spend_workers(state, action.seat, size_of(kept) * cost)


LAY_OFF = chance_verb(LayOff, outcomes, apply)
