"""Evaluation of a state for the bots: points scored so far plus the expected value of everything else.

All values are points. They are estimates of good play, not rules; only bots use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.kernel.bags import size_of
from referee_service.kernel.game import BotHints
from referee_service.kernel.memos import EVALUATION_ENTRIES
from referee_service.kernel.score import total_points

from ..content.tables import MAIN_ACTIONS, PACKS, RESOURCE, content
from ..payment import can_pay_tokens
from ..questions import (
    ActingFrame,
    AdjustFrame,
    AnyFrame,
    BuildHouseFrame,
    ChooseTileFrame,
    DrawDiceFrame,
    DrawTilesFrame,
    ExtraActionFrame,
    GainDieFrame,
    GainTokensFrame,
    PlaceTileFrame,
    RecruitingFrame,
    RerollFrame,
    ResearchingFrame,
    RollDiceFrame,
    SellDieFrame,
)
from ..scoring import final_score_lines, side_points
from ..state import BOT, Player, State, dice_of, points_remaining, sides_of
from ..symbols import spendable_symbols
from .holdings import (
    MapValue,
    dice_quota,
    die_loss_value,
    holdings_value,
    map_values,
    prospects_value,
    research_value,
    technology_value,
)
from .weights import WEIGHTS

VERB_PRIORS: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "place_tile": 1.0,
    "keep_dice": 1.0,
    "sell_die": 1.0,
    "add_tent": 0.95,
    "draw_two": 0.9,
    "settle": 0.85,
    "spend_symbol": 0.85,
    "set_die": 0.65,
    "research": 0.6,
    "explore": 0.4,
    "end_turn": 0.4,
    "trade_die": 0.3,
    "use_factory": 0.3,
    "trade_tokens": 0.25,
    "recruit": 0.2,
    "end_roll": 0.15,
    "decline": 0.05,
    "reroll": 0.05,
    "end_action": 0.0,
}
"""Probability that a verb is the right one when it is legal."""


def expected_scores(state: State) -> list[float]:
    """Return the final points that each seat may expect."""
    seats = range(len(state.players))
    if state.stage == "draft":
        return [_start_tile_value(state, seat) for seat in seats]
    map_by_side = map_values(state.pack, state.map, sides_of(state))
    rounds = rounds_remaining(state, map_by_side)
    scores = [_seat_value(state, seat, rounds, map_by_side[seat]) for seat in seats]
    for frame in state.pending:
        seat = frame.to if isinstance(frame, DrawDiceFrame | RollDiceFrame) else frame.seat
        if isinstance(frame, DrawTilesFrame):
            seat = state.active_side
        if isinstance(seat, int) and seat < len(scores):
            scores[seat] += _question_value(state, frame, rounds, map_by_side[seat])
    return scores


def _start_tile_value(state: State, seat: int) -> float:
    """Return the value of a seat's start tile during the draft."""
    tile = state.start_tiles[seat] if seat < len(state.start_tiles) else ""
    if not tile:
        return 0.0
    row = content(state).tiles[tile].row
    return WEIGHTS.quota_start_value * row.quota + WEIGHTS.start_effect_value * len(row.effects)


def rounds_remaining(state: State, map_by_side: tuple[MapValue, ...]) -> float:
    """Return how many rounds should follow the current one, in steps of one half."""
    if state.is_last_round:
        return 0.0
    sides, numbers = len(map_by_side), content(state).numbers
    piles = sorted(count for _, count in state.supply)
    rarest = sum(piles[: max(0, len(piles) - numbers["last_colours"])])
    soonest = min(
        size_of(state.deck) / (WEIGHTS.tiles_per_round * sides),
        points_remaining(state) / (WEIGHTS.points_per_round * sides),
        rarest / (WEIGHTS.dice_per_round * sides),
        (numbers["houses"] - max(map_value.houses for map_value in map_by_side)) / WEIGHTS.houses_per_round,
    )
    return 1.0 + int(2 * soonest) / 2


def _seat_value(state: State, seat: int, rounds: float, map_value: MapValue) -> float:
    """Return the points of a seat plus the value of its pieces, technologies and dice."""
    player, current_action, actions = state.players[seat], "", _actions_remaining(state, seat)
    for frame in state.pending:
        if frame.seat == seat:
            current_action = frame.action if isinstance(frame, ActingFrame) else current_action
            actions += isinstance(frame, ExtraActionFrame)
    context = ActionContext(state.pack, state.options.chained, player, state.technologies, bool(state.deck))
    holdings, prospects, dice = _pieces_values(context, map_value, current_action, actions, rounds)
    return (
        total_points(state, seat)
        + holdings
        + prospects
        + sum([technology_value(state, seat, name, rounds) for name in player.technologies])
        + dice
        + (WEIGHTS.rolled_die_value * dice_quota(state.pack, player, map_value) if _rolls_later(state, seat) else 0.0)
    )


# --- actions of the round -------------------------------------------------------------------------------------------


def _actions_remaining(state: State, seat: int) -> int:
    """Return how many main actions a seat still has in this round.

    A player who has cleaned up counts the actions of the next round.
    """
    turns = content(state).numbers["turns"]
    if state.stage == "roll":
        return turns
    if state.stage != "action":
        return 0 if state.is_last_round or state.players[seat].actions_done else turns
    sides = sides_of(state)
    turn_indices = range((seat - state.first_side) % sides, sides * turns, sides)
    return sum(
        index > state.turn_index or (index == state.turn_index and not state.has_acted) for index in turn_indices
    )


def _rolls_later(state: State, seat: int) -> bool:
    """Return whether a seat has still to draw its dice in this round."""
    return state.stage == "roll" and (seat - state.first_side) % len(state.players) > state.turn_index


class ActionContext(NamedTuple):
    """Inputs of an action's value, apart from the map."""

    pack: str
    chained: bool
    player: Player
    technologies: tuple[str, ...]
    """Technologies on the table."""
    deck: bool
    """Whether the deck has tiles."""


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _pieces_values(
    context: ActionContext, map_value: MapValue, current_action: str, actions: int, rounds: float
) -> tuple[float, float, float]:
    """Return the values of a player's pieces, of the best technology in prospect, and of the active dice. Cached."""
    pack, player = context.pack, context.player
    return (
        holdings_value(pack, player, map_value, rounds, now=bool(actions)),
        prospects_value(pack, player, map_value, context.technologies, rounds) * (rounds > 0),
        _dice_value(context, map_value, current_action, actions, rounds),
    )


def _dice_value(context: ActionContext, map_value: MapValue, current_action: str, actions: int, rounds: float) -> float:
    """Return the value of the active dice: the action in progress and the best remaining actions."""
    player = context.player
    if not current_action and not actions:
        return 0.0
    max_counts = spendable_symbols(
        context.pack,
        context.chained,
        player.technologies,
        player.used_technologies,
        player.active,
        player.extra_symbols,
    ).max_counts
    value = _action_value(context, max_counts, map_value, current_action, rounds) if current_action else 0.0
    action_values = [
        _action_value(context, max_counts, map_value, action, rounds)
        for action in MAIN_ACTIONS
        if action not in player.actions_done
    ]
    action_values.sort(reverse=True)
    value += sum(
        use * (1.0 if index == 0 else WEIGHTS.second_action_share) for index, use in enumerate(action_values[:actions])
    )
    return value + sum(WEIGHTS.factory_value for tile in map_value.factories if tile not in player.used_factories)


def _action_value(
    context: ActionContext, max_counts: Mapping[str, int], map_value: MapValue, action: str, rounds: float
) -> float:
    """Return the value of an action with the symbols that can be spent on it."""
    player, symbols = context.player, max_counts[RESOURCE if action == "harvest" else action]
    if not symbols:
        return 0.0
    if action == "settle":
        placed = min(symbols, player.tents)
        return WEIGHTS.placed_tent_value * placed + WEIGHTS.tent_value * (symbols - placed)
    if action == "explore":
        return WEIGHTS.laid_tile_value + WEIGHTS.tile_choice_value * (symbols - 1) if context.deck else 0.0
    if action == "recruit":
        return WEIGHTS.recruit_value[min(symbols, len(WEIGHTS.recruit_value) - 1)]
    if action == "raid":
        return WEIGHTS.raid_value * min(symbols, player.tents, map_value.raids)
    if action == "harvest":
        return WEIGHTS.token_value * symbols * (1.0 if rounds else WEIGHTS.last_round_share)
    if action == "trade":
        price = PACKS.get(context.pack).numbers["trade_die"]
        return _trade_value(player, symbols, rounds, price, die_loss_value(context.pack, player, map_value, rounds))
    return _research_value(context, symbols, map_value, rounds)


def _trade_value(player: Player, symbols: int, rounds: float, price: int, loss: float) -> float:
    """Return the value of trading sets of tokens first and dice with the other symbols."""
    sets = min(symbols, size_of(player.tokens) // WEIGHTS.trade_set_size)
    sold = max(0.0, price - loss)
    return (WEIGHTS.trade_value if rounds else 2 * WEIGHTS.trade_value) * sets + (symbols - sets) * sold


def _research_value(context: ActionContext, symbols: int, map_value: MapValue, rounds: float) -> float:
    """Return the value of the best technology whose terrains and tokens the player has."""
    player, technologies, best = context.player, PACKS.get(context.pack).technologies, 0.0
    for name in context.technologies:
        row = technologies[name].row
        if name in player.technologies or not set(row.terrains) <= set(map_value.terrains):
            continue
        if can_pay_tokens(player, technologies[name].tokens):
            share = 1.0 if symbols >= row.research else WEIGHTS.nearly_researchable_share * symbols / row.research
            known = len(player.technologies)
            best = max(
                best, share * research_value(context.pack, name, dice_of(player), map_value.houses, known, rounds)
            )
    return max(WEIGHTS.researchable_share * best, WEIGHTS.unused_research_value * symbols if rounds else 0.0)


# --- open questions -------------------------------------------------------------------------------------------------


def _question_value(state: State, frame: AnyFrame, rounds: float, map_value: MapValue) -> float:
    """Return the value of an open question for its seat. It may be negative."""
    if isinstance(frame, RecruitingFrame):
        return WEIGHTS.die_end_value * len(frame.dice)
    if isinstance(frame, ResearchingFrame):
        return technology_value(state, state.active_side, frame.technology, rounds)
    if isinstance(frame, ChooseTileFrame | PlaceTileFrame):
        return WEIGHTS.laid_tile_value
    if isinstance(frame, DrawTilesFrame):
        return WEIGHTS.tile_choice_value * frame.remaining
    if isinstance(frame, DrawDiceFrame):
        return WEIGHTS.rolled_die_value * frame.remaining
    if isinstance(frame, RollDiceFrame | RerollFrame):
        return WEIGHTS.rolled_die_value * len(frame.dice)
    if isinstance(frame, GainTokensFrame):
        return WEIGHTS.token_value * frame.remaining
    if isinstance(frame, BuildHouseFrame):
        return 2.0 * map_value.houses + 1.0
    if isinstance(frame, SellDieFrame):
        return content(state).numbers["trade_die"] - die_loss_value(state.pack, state.active_player, map_value, rounds)
    if isinstance(frame, AdjustFrame):
        return WEIGHTS.adjust_value
    return WEIGHTS.gain_die_value if isinstance(frame, GainDieFrame) else 0.0


def rival_scores(state: State) -> list[float]:
    """Return the points that the printed Bot would have if the game ended now. Empty without a printed Bot."""
    if state.bot is None:
        return []
    scored = float(side_points(state, BOT))
    if state.stage != "over":
        scored += sum(line.points for line in final_score_lines(state, BOT))
    return [scored]


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS, rival_scores=rival_scores)
