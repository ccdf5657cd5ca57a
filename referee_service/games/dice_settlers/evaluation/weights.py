"""Weights of the evaluation: estimates of good play, not rules. Only the bots use them.

Values are points. Most were tuned: thousands of games between greedy bots with different weights showed which ones win.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from ..content.schema import Number


class Weights(Struct, frozen=True):
    """Every number of the evaluation. The suffix of a name gives its unit."""

    # --- length of the game ---
    tiles_per_round: float = 1.1
    """Tiles that one side explores in a round."""
    dice_per_round: float = 0.8
    """Dice that one side takes from the general supply in a round."""
    points_per_round: float = 2.0
    """Points that one side takes from the general supply in a round."""
    houses_per_round: float = 0.3
    """Houses that the side with most houses builds in a round."""

    # --- symbols and actions ---
    placed_tent_value: float = 2.1
    """Points for a settle symbol that places a tent of the personal supply."""
    laid_tile_value: float = 5.0
    """Points for a tile that an exploration lays."""
    tile_choice_value: float = 0.19
    """Points for each further tile to choose from."""
    recruit_value: tuple[float, ...] = (0.0, 1.5, 1.6, 3.0, 3.1, 3.2, 4.5)
    """Points for recruit symbols, by their count; the last entry stands for larger counts."""
    raid_value: float = 3.1
    """Points for a tent that a raid replaces."""
    trade_value: float = 1.5
    """Points for a set of traded tokens, above the value of the tokens. The last round counts it twice."""
    trade_set_size: int = 3
    """Tokens in a set that is traded."""
    unused_research_value: float = 0.31
    """Points for a research symbol that no technology needs now."""
    second_action_share: float = 0.8
    """Share of value of the second action of a round. Symbols that fit both actions are spent once."""
    researchable_share: float = 0.65
    """Share of value of a technology that can be researched now."""
    nearly_researchable_share: float = 0.33
    """Further share if research symbols are missing. It is scaled by the share of symbols that are available."""
    adjust_value: float = 1.0
    """Points for a symbol spent in the roll phase and not used yet."""
    gain_die_value: float = 1.5
    """Points for a die of a colour that the seat has still to choose."""
    quota_start_value: float = 4.2
    """Points for each die that a start tile adds to the quota."""
    start_effect_value: float = 1.1
    """Points for each effect of a start tile."""

    # --- pieces ---
    die_end_value: float = 1.5
    """Points for a die in the final score: half of a pair."""
    die_use_value: float = 2.3
    """Points for the future use of a die, above its final score."""
    quota_value: float = 8.3
    """Points for one die more in every draw of the game."""
    rolled_die_value: float = 0.99
    """Points for the symbol of one rolled die."""
    tent_value: float = 1.9
    """Points for a tent in the personal supply."""
    map_tent_value: float = 0.2
    """Points for a tent on the map, above the points of its tile."""
    token_value: float = 0.49
    """Points for a token."""
    gold_extra_value: float = 0.44
    """Points for a gold token, above those of any token."""
    technology_value: float = 0.7
    """Points for a technology, above its own effects and points."""

    # --- map ---
    future_tile_share: float = 0.47
    """Share of the points that tiles may score at the end."""
    lost_tile_share: float = 0.27
    """Share of the points of tiles scored now that is expected to be lost."""
    unfinished_house_share: float = 0.77
    """Share of the points of houses in progress."""
    terrain_value: float = 0.44
    """Points for presence on one more terrain: one more colour to recruit, more technologies."""
    control_prob: dict[int, float] = field(default_factory=lambda: {-2: 0.1, -1: 0.25, 0: 0.7, 1: 0.8, 2: 0.9})
    """Probability that a side controls a tile at the end, by its lead in tents."""
    safe_control_prob: float = 0.95
    """Probability of control with a larger lead than `control_prob` lists."""
    absent_share: float = 0.5
    """Share of the probability of control for a side that has no tent on the tile."""
    runner_up_prob: float = 0.8
    """Probability that a side without control comes second on a tile."""
    house_progress_share: tuple[float, ...] = (0.0, 0.2, 0.5, 0.85)
    """Share of a house in progress, by the lead in tents from 0 to 3."""
    max_planned_houses: int = 2
    """Houses in progress that are counted at most."""
    symbol_value: float = 0.62
    """Points for a tile that adds a symbol to an action."""
    factory_value: float = 0.52
    """Points for a factory with a tent that is not used in this round."""

    # --- technologies ---
    number_value_per_round: dict[Number, float] = field(
        default_factory=lambda: {
            "explored_tiles": 0.3,
            "shield": 0.2,
            "kept_dice": 0.4,
            "harvest": 0.4,
            "govern_lead": -0.5,
            "factory_tokens": 0.4,
            "factory_uses": 0.4,
            "trade_points": 0.4,
        }
    )
    """Points per round for a technology that adds one to a number. `quota` has its own weight."""
    permit_value_per_round: float = 0.3
    """Points per round for a restriction that a technology lifts."""
    conversion_value_per_round: float = 0.4
    """Points per round for a technology that converts symbols."""
    given_symbol_value_per_round: float = 0.8
    """Points per round for a technology that gives a symbol."""
    explosion_value: float = 1.3
    """Points for the effect of an explosive technology."""
    growth_per_round: float = 0.36
    """Increase per round of the count that a technology scores for."""
    typical_count: float = 4.0
    """Assumed count for a technology that scores for neither dice, houses nor technologies."""
    prospect_share: float = 0.18
    """Share of a technology's value for the tokens and terrains that a player has for it."""

    # --- time ---
    half_certain_rounds: float = 1.6
    """Rounds remaining at which a future value counts half."""
    last_round_share: float = 0.2
    """Share of value of tents and tokens in the last round, while actions remain."""


WEIGHTS: Final = Weights()
