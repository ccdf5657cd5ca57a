"""Verb `contribute`: produce resources for the ally by turning a land or unit, or discarding a hand card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.fields import Source
from referee_service.games.medievalia.payment.rules import build_sources, turnable_stocks, use_stock
from referee_service.games.medievalia.questions import AllyHelpFrame
from referee_service.games.medievalia.state import State
from referee_service.kernel.bags import merge_bags
from referee_service.kernel.game import verb
from referee_service.kernel.payment import PaymentSource
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Contribute(Action, frozen=True, tag="contribute"):
    """One source used for the ally."""

    source: Source


def ally_sources(state: State) -> list[PaymentSource]:
    """Return the sources that the helping seat can still use. Powers and conversions are not among them."""
    seat = expect_top(state, AllyHelpFrame).seat
    assert isinstance(seat, int)
    cards = tuple(card for card, _ in state.players[seat].hand)
    sources = build_sources(state.pack, turnable_stocks(state, seat, powers=""), cards, 0)
    return [source for source in sources if source.piece_cost]


def candidates(state: State) -> list[Contribute]:
    """Return an action for every source of the helping seat."""
    return [Contribute(source.name) for source in ally_sources(state)]


def objections(state: State, action: Contribute) -> Iterator[Refusal]:
    """Yield a refusal if the source is no unturned card at home and no hand card."""
    if action.source not in [source.name for source in ally_sources(state)]:
        yield refuse("contribute.source", source=action.source)


def apply(state: State, action: Contribute) -> State:
    """Turn or discard the piece, and add what it produces to the pool of the help."""
    frame = expect_top(state, AllyHelpFrame)
    assert isinstance(frame.seat, int)
    source = next(source for source in ally_sources(state) if source.name == action.source)
    state = use_stock(state, frame.seat, source.stock)
    return replace_top(state, replace(frame, pool=merge_bags(frame.pool, source.produces)))


CONTRIBUTE = verb(Contribute, candidates, objections, apply, exact=True)
