"""Produce for your ally: turn a land or card, or discard a hand card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.paying import bring, own_stocks, sources_from
from referee_service.games.medievalia.state import AllyHelp, State
from referee_service.kernel.game import verb
from referee_service.kernel.payment import Source
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import merge


class Contribute(Action, frozen=True, tag="contribute"):
    """Produce for the ally."""

    source: Annotated[str, Domain("source")]


def sources(state: State) -> list[Source]:
    """What the helper can still bring: no powers serve here, and conversions are left to the payer."""
    seat = asking(state, AllyHelp).seat
    assert isinstance(seat, int)
    cards = tuple(card for card, _ in state.players[seat].hand)
    found = sources_from(state.pack, own_stocks(state, seat, powers=""), cards, 0)
    return [source for source in found if source.pieces]


def candidates(state: State) -> list[Contribute]:
    """Everything that the helper can bring."""
    return [Contribute(source.name) for source in sources(state)]


def objections(state: State, action: Contribute) -> Iterator[Refusal]:
    """Only unturned cards at home and hand cards can be brought."""
    if action.source not in [source.name for source in sources(state)]:
        yield refuse("contribute.source", source=action.source)


def apply(state: State, action: Contribute) -> State:
    """It is turned or discarded, and what it brings lies ready."""
    frame = asking(state, AllyHelp)
    assert isinstance(frame.seat, int)
    source = next(source for source in sources(state) if source.name == action.source)
    state = bring(state, frame.seat, source.stock)
    return swap(state, replace(frame, pool=merge(frame.pool, source.gives)))


CONTRIBUTE = verb(Contribute, candidates, objections, apply, exact=True)
