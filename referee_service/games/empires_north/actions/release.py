"""Release of a good from a card to the supply."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import WORKER
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.questions import ReleaseFrame
from referee_service.games.empires_north.state import GoodName, Slot, State, deciding_player, deciding_seat, site_at
from referee_service.games.empires_north.taking import releasable
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class Release(Action, frozen=True, tag="release"):
    """A good leaves the card in a slot."""

    good: GoodName
    slot: Slot


def candidates(state: State) -> list[Release]:
    """Return every good on a card that the effect may release from."""
    return [Release(*pair) for pair in releasable(state)]


def objections(state: State, action: Release) -> Iterator[Refusal]:
    """Yield the reason if this good may not be released from that card."""
    if (action.good, action.slot) not in releasable(state):
        yield refuse("release.assigned", good=action.good, slot=action.slot)


def apply(state: State, action: Release) -> State:
    """Move the good from the card to the supply."""
    frame, seat, player = expect_top(state, ReleaseFrame), deciding_seat(state), deciding_player(state)
    site = site_at(player, action.slot)
    assert site is not None
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    state = update_site(state, seat, action.slot, goods=add_to(site.goods, action.good, -1))
    if action.good == WORKER:
        state = with_player(state, seat, workers=player.workers + 1)
    else:
        state = with_player(state, seat, goods=add_to(player.goods, action.good))
    return emit(state, "released", seat, good=action.good, card=site.card)


RELEASE = verb(Release, candidates, objections, apply, exact=True)
