"""Assignment of a good or worker to a card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import WORKER
from referee_service.games.empires_north.effects.requirements import legal_assignments
from referee_service.games.empires_north.effects.runner import current_effect, effects_frame_below
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.questions import AssignFrame
from referee_service.games.empires_north.state import GoodName, Slot, State, deciding_player, deciding_seat, site_at
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class Assign(Action, frozen=True, tag="assign"):
    """A good or worker of the supply goes to the card in a slot."""

    good: GoodName
    slot: Slot


def assignable_pairs(state: State) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that the effect allows."""
    return legal_assignments(state, deciding_seat(state), current_effect(state), effects_frame_below(state).slot)


def candidates(state: State) -> list[Assign]:
    """Return one action per allowed pair."""
    return [Assign(*pair) for pair in assignable_pairs(state)]


def objections(state: State, action: Assign) -> Iterator[Refusal]:
    """Yield the reason if this good may not go to that card."""
    if (action.good, action.slot) not in assignable_pairs(state):
        yield refuse("assign.fits", good=action.good, slot=action.slot)


def apply(state: State, action: Assign) -> State:
    """Move the good from the supply to the card."""
    frame, seat, player = expect_top(state, AssignFrame), deciding_seat(state), deciding_player(state)
    site = site_at(player, action.slot)
    assert site is not None
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1, has_begun=True))
    state = update_site(state, seat, action.slot, goods=add_to(site.goods, action.good))
    if action.good == WORKER:
        state = with_player(state, seat, workers=player.workers - 1)
    else:
        state = with_player(state, seat, goods=add_to(player.goods, action.good, -1))
    return emit(state, "laid_on", seat, good=action.good, card=site.card)


ASSIGN = verb(Assign, candidates, objections, apply, exact=True)
