"""Weights of the evaluation, in points of prestige unless the field says otherwise.

They are estimates of good play, not rules. Only the bots use them.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Numbers that the evaluation multiplies with what it counts in a state."""

    # --- the end of the game -----------------------------------------------------------------------------------------
    win_value: float = 8.0
    """Points for winning, besides the points of the final score. An eliminated player loses as much."""
    lead_saturation_value: float = 5.0
    """Points at which a team's lead over the average counts half. A larger lead never counts more than this."""

    # --- turns until the victory -------------------------------------------------------------------------------------
    turn_value: float = 0.9
    """Points for each turn by which a player wins sooner."""
    full_turn_share: float = 0.8
    """Share of a turn that a player gains if the whole current turn is still ahead."""
    waiting_turn_share: float = 0.5
    """Share of a turn that counts as ahead for a player who is not in turn."""
    wasted_output_share: float = 0.3
    """Share of a turn's output that usually buys nothing."""
    no_new_building_turns: float = 0.9
    """Turns lost while no open building would be new in the player's fief. It shrinks as more of them are new."""
    hidden_building_share: float = 0.5
    """Share of a new building for a pile whose next building is still face down."""

    # --- growth of a fief, in points per turn ------------------------------------------------------------------------
    base_growth_per_turn: float = 0.4
    """Points per turn that every fief will gain beyond its current output."""
    territory_growth_per_turn: tuple[float, ...] = (0.05, 0.045, 0.03, 0.02)
    """Points per turn for the first, second, … territory in hand, as long as the fief has room."""
    new_kind_growth_per_turn: float = 0.01
    """Points per turn for each kind of territory in hand, as long as the fief has room."""
    worker_growth_per_turn: tuple[float, ...] = (0.035, 0.035, 0.03, 0.025, 0.02, 0.015)
    """Points per turn for workers in hand. The units on the table use up the first entries."""
    food_growth_per_turn: tuple[float, ...] = (0.03, 0.025, 0.02, 0.015, 0.01)
    """Points per turn for the first, second, … further character that the food can feed."""

    # --- cards -------------------------------------------------------------------------------------------------------
    hand_card_value: float = 0.15
    """Points for a hand card, which pays for one resource of any kind."""
    table_card_value: float = 0.2
    """Points for a territory or a unit on the table."""
    strength_value: float = 0.08
    """Points for each point of attack or defence of a unit on the table."""
    bureaucrat_resources_per_turn: float = 1.0
    """Resources per turn that a bureaucrat's power saves, besides its work."""
    artist_resources_per_turn: float = 1.2
    """Resources per turn that an artist's power adds, besides its work."""
    merchant_resources_per_turn: float = 0.7
    """Resources per turn that a merchant's power adds, besides its work."""

    # --- penalties and threats ---------------------------------------------------------------------------------------
    siege_penalty_value: float = 0.8
    """Points lost for each turn of the current siege."""
    unit_move_penalty_value: float = 0.05
    """Points lost for each unit moved inside the fief. It discourages pointless moves."""
    attack_now_prob: float = 0.9
    """Probability that an enemy makes an attack that is possible in the current turn."""
    attack_soon_prob: float = 0.5
    """Probability of an attack in the enemy's next turn by units that are already in the fief."""
    attack_after_march_prob: float = 0.25
    """Probability of an attack that also uses units of neighbouring fiefs, which must march first."""


WEIGHTS: Final = Weights()
