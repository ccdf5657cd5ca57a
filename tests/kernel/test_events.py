"""Tests of events: secrets are redacted for other seats."""

import pytest

from referee_service.kernel.engine import apply
from referee_service.kernel.events import redact_event
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import given
from tests.kernel.toy import GAME
from tests.kernel.toy.decisions.cards import Draw
from tests.kernel.toy.questions import DealCardsFrame, TradeFrame


@pytest.mark.parametrize(("seat", "facts"), [(1, {"good": "silk"}), (0, {}), (None, {})])
def test_secrets_of_an_event_are_visible_only_to_the_seats_of_visible_to(seat, facts):
    state = given(pending=(TradeFrame(0), DealCardsFrame(CHANCE, 1, 1)))
    _, (event,) = apply(GAME, state, Draw("silk"))
    seen = redact_event(event, seat)
    assert (seen.kind, seen.seat, seen.facts) == ("drawn", 1, facts)
    assert (seen.secrets, seen.visible_to) == ({}, ())
