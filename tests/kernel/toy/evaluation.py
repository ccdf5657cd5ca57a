"""Evaluation for bots: points so far and the cards in hand."""

from __future__ import annotations

from referee_service.kernel.game import BotHints
from referee_service.kernel.score import total_points
from tests.kernel.toy.state import State, hand_size, teams

CARD_VALUE = 0.3
"""Points that a card in hand is expected to bring."""
VERB_PRIORS = {"pay_cheapest": 1.0, "build": 0.9, "give": 0.7, "ask": 0.6, "rest": 0.1}
"""Probability that a verb is the right one when it is legal."""


def expected_scores(state: State) -> list[float]:
    """Return the expected points of each seat's team, because partners win together."""
    own = [total_points(state, seat) + CARD_VALUE * hand_size(state, seat) for seat in range(len(state.players))]
    team_of = {seat: team for team in teams(state) for seat in team}
    return [sum(own[partner] for partner in team_of[seat]) for seat in range(len(own))]


BOT_HINTS = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS, teams=teams)
