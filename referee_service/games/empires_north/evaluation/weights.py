"""Weights of the evaluation: all its estimates, tuned by play between bots. No rule depends on them.

Values are in points, shares and probabilities are between 0 and 1.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Weights(Struct, frozen=True):
    """The numbers of the evaluation. The suffix of a name gives its unit."""

    # --- length of the game ---
    leader_points_per_round: float = 5.0
    """Points that the leading seat makes in a round."""
    typical_rounds: int = 7
    """Rounds of a usual game."""
    min_rounds: float = 0.5
    """Fewest rounds that remain while no seat has reached the end, so that waiting never looks better."""
    round_left_share: float = 0.7
    """Share of the current round that remains on average while no seat has passed."""
    current_round_length: float = 0.4
    """Rounds that the current round counts as in the time factor, until its expedition."""
    half_time_rounds: float = 0.6
    """Rounds that remain when the time factor is one half."""

    # --- goods, workers and ships ---
    resource_value: float = 0.8
    """A resource that can still be spent."""
    gold_value: float = 1.25
    """A gold that can still be spent."""
    raze_value: float = 0.9
    """A raze token that can still be spent."""
    idle_worker_value: float = 0.5
    """A worker that no Action needs, per round. It keeps a card in the lookout, or waits for a new Action."""
    surplus_worker_value: float = 0.2
    """A worker beyond those that the lookout can use, per round."""
    new_worker_value: float = 0.4
    """A worker gained while the current round is still open."""
    ship_value: float = 0.6
    """A ship, per round that remains."""
    sailing_ship_value: float = 1.3
    """A ship that is about to sail."""
    pawn_value: float = 1.5
    """A pawn that is not on the ring yet."""
    pawn_move_value: float = 0.7
    """A pawn that can still be moved."""

    # --- cards ---
    card_value: float = 0.9
    """A card that is still to be drawn, early in the game."""
    late_card_share: float = 0.2
    """Share of that value which a card keeps at the end of the game."""
    hand_card_share: float = 0.5
    """A card in hand, as a share of what placing or playing it brings."""
    min_hand_card_value: float = 0.2
    """Least value of placing or playing a card in hand."""
    card_worker_value: float = 0.5
    """A worker in the cost of a card in hand."""
    cards_per_round: float = 2.0
    """Cards that a player places or plays in a round."""
    lost_card_value: float = 1.0
    """A card of the empire that is discarded or returned as a price."""
    discarded_card_value: float = 0.5
    """A card of the hand that is discarded as a price."""
    exhausted_card_value: float = 0.5
    """A card of the empire that is exhausted as a price."""

    # --- abilities ---
    action_prob: float = 0.7
    """Probability that an Action is used, or a special reacts, in a round to come."""
    ready_action_prob: float = 0.85
    """Probability that a ready Action is used in the current round."""
    new_action_prob: float = 0.5
    """Probability that an Action placed now is used in the current round."""
    min_action_value: float = 0.1
    """Least value of an Action, however much it costs."""
    unpaid_share: float = 0.3
    """Share of an Action's value while its cost cannot be paid."""
    special_prob: float = 0.8
    """Probability that a special reacts in a round."""
    limited_special_prob: float = 0.6
    """Probability that a special with a limit per round reacts."""
    bank_payout_prob: float = 0.8
    """Probability that a bank still to be placed pays in a round."""
    field_harvest_prob: float = 0.4
    """Probability that a field still to be placed is harvested in a round."""
    harvests_per_round: float = 0.6
    """Harvests of the best field in a round."""

    # --- expedition ---
    min_voyage_value: float = 0.8
    """Least value of a voyage."""
    unknown_near_island_value: float = 1.8
    """A near island that is still face down."""
    unknown_distant_island_value: float = 3.0
    """A distant island that is still face down."""
    conquest_value: float = 0.8
    """The chance to conquer an unknown island with a raze token."""
    queue_place_share: float = 0.85
    """Share of a voyage's value that remains for each ship ahead in the queue."""


WEIGHTS: Final = Weights()

EFFECT_VALUES: Final[dict[str, float]] = {
    "draw": WEIGHTS.card_value,
    "search": 1.4,
    "return_to_hand": 0.8,
    "build": 1.8,
    "pillage_now": 0.4,
    "conquer_now": 0.5,
    "advance_ship": 0.3,
    "assign": 0.3,
    "release": 0.3,
    "recover_worker": 0.5,
    "refresh": 0.9,
    "refresh_pawn": WEIGHTS.pawn_move_value,
    "move_pawn": 0.3,
    "copy": 1.5,
    "raid": 0.6,
    "foundations": 0.8,
}
"""Points per unit of effects that gain no goods, by name of the effect."""
QUESTION_VALUES: Final[dict[str, float]] = {
    "boost_window": 0.1,
    "pay_with_card": -1.2,
    "offer": 0.5,
    "exhaust_field": -0.5,
    "discard_hand": -0.7,
    "give_up": -2.0,
    "invade": -0.7,
    "tribute": -0.7,
    "guard": -2.0,
    "starting_card": 2.0,
}
"""Points that an open question brings its seat, or costs it, by name of the question."""
VERB_PRIORS: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "keep_cards": 1.0,
    "harvest": 1.0,
    "construct": 1.0,
    "land": 1.0,
    "sail": 1.0,
    "build_field": 1.0,
    "play_boost": 0.7,
    "place_pawn": 0.65,
    "use_location": 0.5,
    "build": 0.4,
    "move_pawn": 0.3,
    "raid": 0.25,
    "pass_round": 0.0,
    "go_on": 0.0,
    "decline": 0.0,
}
"""How likely a verb is the right one where it is legal, from 0 to 1. Verbs that are not listed have the default."""
