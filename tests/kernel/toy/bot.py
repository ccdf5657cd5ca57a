"""What a position of Caravan is worth to each seat, for the bots."""

from __future__ import annotations

from referee_service.kernel.game import Bot
from referee_service.kernel.score import total
from referee_service.kernel.state import Action, verb_of
from tests.kernel.toy.state import State, cards_of, teams

CARD = 0.3
"""A card in hand."""
EAGER = ("build", "pay_cheapest", "give", "ask")
"""What is tried first."""


def points(state: State) -> list[float]:
    """Points of the whole team so far, and a little for every card: partners win together."""
    own = [total(state, seat) + CARD * cards_of(state, seat) for seat in range(len(state.players))]
    team_of = {seat: team for team in teams(state) for seat in team}
    return [sum(own[partner] for partner in team_of[seat]) for seat in range(len(own))]


def order(state: State, action: Action) -> float:
    """Stalls first, rest last."""
    verb = verb_of(action)
    return float(len(EAGER) - EAGER.index(verb)) if verb in EAGER else 0.0


BOT = Bot(points=points, order=order, sides=teams)
