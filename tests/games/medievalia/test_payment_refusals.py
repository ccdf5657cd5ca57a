"""Refusals of payments: each names the rule of the book why a source cannot be used."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.decisions.alliance import Contribute
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import after, given, holdings, refusals, with_top
from tests.games.rules import rule


def recruiting(lands="farm", units="", hand="field field field"):
    """Return the payment of a peasant in a fief with these cards."""
    return after(given(holdings(lands=f"{lands} farm", units=units, hand=f"peasant {hand}")), Recruit("peasant"))


BUILDING = after(
    with_top(given(holdings(lands="city+church forest field", units="peasant bureaucrat bureaucrat#2")), "tower"),
    BuyBuilding(0, 2),
)
"""The payment of a tower that is to stand on the field."""


@rule("payment.land", "payment.turned", "payment.reserved", "payment.card", "payment.hand", "payment.convert")
@rule("payment.merchant", "payment.artist", "payment.bureaucrat")
@pytest.mark.parametrize(
    ("state", "source", "rule_id", "possible"),
    [
        (recruiting(), "host_4", "payment.land", "host_1"),
        (recruiting("field!"), "host_1", "payment.turned", "host_2"),
        (recruiting("field!"), "host_1_muse_1", "payment.turned", "host_2"),
        (BUILDING, "host_2", "payment.reserved", "host_0"),
        (BUILDING, "host_2_bureaucrat", "payment.reserved", "bureaucrat_power"),
        (recruiting(units="peasant!"), "peasant", "payment.card", "host_1"),
        (recruiting(units="peasant@neutral_0"), "peasant", "payment.card", "host_1"),
        (recruiting(units="peasant#1"), "peasant", "payment.card", "host_1"),
        (recruiting(), "artist_power", "payment.card", "host_1"),
        (recruiting(units="artist"), "host_1_artist", "payment.card", "artist_power"),
        (recruiting("farm!", units="merchant!"), "host_1_merchant", "payment.card", "host_2"),
        (recruiting(), "discard_mine_food", "payment.hand", "discard_field_food"),
        (after(recruiting(), Pay("discard_field_gold")), "convert_gold_food", "payment.convert", "host_1"),
        (recruiting(units="merchant"), "trade_gold_food_food", "payment.merchant", "merchant_power"),
        (recruiting(units="artist"), "host_1_muse_1", "payment.artist", "artist_power"),
        (recruiting(units="bureaucrat"), "bureaucrat_power", "payment.bureaucrat", "bureaucrat"),
        (recruiting(units="bureaucrat#1"), "host_1_bureaucrat", "payment.bureaucrat", "host_1"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused_by_the_rule_of_the_book(state, source, rule_id, possible):
    assert refusals(state, Pay(source)) == {rule_id}
    assert not refusals(state, Pay(possible))


@pytest.mark.parametrize(
    ("source", "rule_id"),
    [
        ("host_4", "payment.land"),
        ("host_2", "payment.turned"),
        ("peasant", "payment.card"),
        ("discard_mine_food", "payment.hand"),
        ("convert_food_gold", "contribute.source"),
        ("artist_power", "contribute.source"),
        ("host_1_muse_1", "contribute.source"),
    ],
)
def test_an_ally_reads_the_same_reasons_but_has_no_powers(source, rule_id):
    ally = holdings(lands="farm farm!", units="artist", hand="field")
    state = after(given(holdings(), holdings(), ally, holdings()), AskAlly())
    assert refusals(state, Contribute(source)) == {rule_id}
    assert not refusals(state, Contribute("host_1"))


# --- messages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "card", "message"),
    [
        (
            given(holdings(lands="field", hand="soldier")),
            "soldier",
            "You cannot pay 2 energy and 1 food for a soldier.",
        ),
        (
            given(holdings(lands="field", hand="knight")),
            "knight",
            "You cannot pay 2 energy, 1 food and 3 gold for a knight. "
            "The price includes 2 gold because you have no stable.",
        ),
        (
            given(holdings(lands="field+stable", hand="knight")),
            "knight",
            "You cannot pay 2 energy, 1 food and 1 gold for a knight.",
        ),
    ],
)
def test_only_a_missing_building_is_given_as_the_reason_of_a_high_price(state, card, message):
    (refusal,) = engine.judge(GAME, state, 0, Recruit(card))
    assert GAME.catalogue().ruling(refusal, "en").message == message
