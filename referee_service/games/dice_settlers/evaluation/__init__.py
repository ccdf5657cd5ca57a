"""What a position is worth to each seat, for the bots: points so far, and what everything else should still bring.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.games.dice_settlers.content.tables import MAIN_ACTIONS, PACKS, RESOURCE, content
from referee_service.games.dice_settlers.evaluation.holdings import (
    MapValue,
    dice_of,
    dice_quota,
    die_loss_value,
    holdings_value,
    map_values,
    prospects_value,
    research_value,
    technology_value,
)
from referee_service.games.dice_settlers.evaluation.weights import WEIGHTS
from referee_service.games.dice_settlers.payment import can_pay_tokens
from referee_service.games.dice_settlers.questions import (
    ActingFrame,
    AdjustFrame,
    BuildHouseFrame,
    ChooseTileFrame,
    DrawDiceFrame,
    DrawTilesFrame,
    ExtraActionFrame,
    GainDieFrame,
    GainTokensFrame,
    PlaceTileFrame,
    Question,
    RecruitingFrame,
    RerollFrame,
    ResearchingFrame,
    RollDiceFrame,
    SellDieFrame,
)
from referee_service.games.dice_settlers.scoring import final_score_lines, side_points
from referee_service.games.dice_settlers.state import BOT as BOT_SIDE
from referee_service.games.dice_settlers.state import Player, State, points_remaining, sides_of
from referee_service.games.dice_settlers.symbols import spendable_symbols
from referee_service.kernel.bags import size_of
from referee_service.kernel.game import BotHints
from referee_service.kernel.score import total_points

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
"""About how often a verb is the right one where it is open."""


def expected_scores(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    seats = range(len(state.players))
    if state.stage == "draft":
        return [_start_tile_value(state, seat) for seat in seats]
    lands = map_values(state.pack, state.map, sides_of(state))
    rounds = rounds_remaining(state, lands)
    found = [_seat_value(state, seat, rounds, lands[seat]) for seat in seats]
    for frame in state.pending:
        seat = frame.to if isinstance(frame, DrawDiceFrame | RollDiceFrame) else frame.seat
        if isinstance(frame, DrawTilesFrame):
            seat = state.active_side
        if isinstance(seat, int) and seat < len(found):
            found[seat] += _question_value(state, frame, rounds, lands[seat])
    return found


def _start_tile_value(state: State, seat: int) -> float:
    """What a start tile gives."""
    tile = state.start_tiles[seat] if seat < len(state.start_tiles) else ""
    if not tile:
        return 0.0
    row = content(state).tiles[tile].row
    return WEIGHTS.quota_start_value * row.quota + WEIGHTS.start_effect_value * len(row.effects)


def rounds_remaining(state: State, lands: tuple[MapValue, ...]) -> float:
    """How many rounds should follow on this one, in halves."""
    if state.is_last_round:
        return 0.0
    sides, numbers = len(lands), content(state).numbers
    piles = sorted(count for _, count in state.supply)
    rarest = sum(piles[: max(0, len(piles) - numbers["last_colours"])])
    soonest = min(
        size_of(state.deck) / (WEIGHTS.tiles_per_round * sides),
        points_remaining(state) / (WEIGHTS.points_per_round * sides),
        rarest / (WEIGHTS.dice_per_round * sides),
        (numbers["houses"] - max(land.houses for land in lands)) / WEIGHTS.houses_per_round,
    )
    return 1.0 + int(2 * soonest) / 2


def _seat_value(state: State, seat: int, rounds: float, land: MapValue) -> float:
    """What a seat has scored, what its things should bring, and what its dice can do in this round."""
    player, going, actions = state.players[seat], "", _actions_remaining(state, seat)
    for frame in state.pending:
        if frame.seat == seat:
            going = frame.action if isinstance(frame, ActingFrame) else going
            actions += isinstance(frame, ExtraActionFrame)
    means = ActionContext(state.pack, state.options.chained, player, state.technologies, bool(state.deck))
    return (
        total_points(state, seat)
        + holdings_value(state.pack, player, land, rounds, now=bool(actions))
        + prospects_value(state.pack, player, land, state.technologies, rounds) * (rounds > 0)
        + sum(technology_value(state, seat, name, rounds) for name in player.technologies)
        + _dice_value(means, land, going, actions, rounds)
        + (WEIGHTS.rolled_die_value * dice_quota(state.pack, player, land) if _rolls_later(state, seat) else 0.0)
    )


# --- the round ----------------------------------------------------------------------------------------------------


def _actions_remaining(state: State, seat: int) -> int:
    """How many main actions a seat has still to come in this round; who has cleaned up looks at the next."""
    turns = content(state).numbers["turns"]
    if state.stage == "roll":
        return turns
    if state.stage != "action":
        return 0 if state.is_last_round or state.players[seat].actions_done else turns
    sides = sides_of(state)
    places = range((seat - state.first_side) % sides, sides * turns, sides)
    return sum(place > state.turn_index or (place == state.turn_index and not state.has_acted) for place in places)


def _rolls_later(state: State, seat: int) -> bool:
    """Whether a seat has still to draw its dice in this round."""
    return state.stage == "roll" and (seat - state.first_side) % len(state.players) > state.turn_index


class ActionContext(NamedTuple):
    """What a player acts with and for."""

    pack: str
    chained: bool
    player: Player
    table: tuple[str, ...]
    deck: bool


@lru_cache(maxsize=32768)
def _dice_value(means: ActionContext, land: MapValue, going: str, actions: int, rounds: float) -> float:
    """What the dice in sight can do: the action under way, and the best of those that are not done yet."""
    player = means.player
    if not going and not actions:
        return 0.0
    most = spendable_symbols(
        means.pack, means.chained, player.technologies, player.used_technologies, player.active, player.extra_symbols
    ).max_counts
    worth = _action_value(means, most, land, going, rounds) if going else 0.0
    found = [
        _action_value(means, most, land, action, rounds) for action in MAIN_ACTIONS if action not in player.actions_done
    ]
    found.sort(reverse=True)
    worth += sum(use * (1.0 if at == 0 else WEIGHTS.second_action_share) for at, use in enumerate(found[:actions]))
    return worth + sum(WEIGHTS.factory_value for tile in land.factories if tile not in player.used_factories)


def _action_value(means: ActionContext, most: Mapping[str, int], land: MapValue, action: str, rounds: float) -> float:
    """What an action should bring with the symbols at hand."""
    player, symbols = means.player, most[RESOURCE if action == "harvest" else action]
    if not symbols:
        return 0.0
    if action == "settle":
        return WEIGHTS.placed_tent_value * min(symbols, player.tents) + WEIGHTS.tent_value * max(
            0, symbols - player.tents
        )
    if action == "explore":
        return WEIGHTS.laid_tile_value + WEIGHTS.tile_choice_value * (symbols - 1) if means.deck else 0.0
    if action == "recruit":
        return WEIGHTS.recruit_value[min(symbols, len(WEIGHTS.recruit_value) - 1)]
    if action == "raid":
        return WEIGHTS.raid_value * min(symbols, player.tents, land.raids)
    if action == "harvest":
        return WEIGHTS.token_value * symbols * (1.0 if rounds else WEIGHTS.last_round_share)
    if action == "trade":
        price = PACKS.get(means.pack).numbers["trade_die"]
        return _trade_value(player, symbols, rounds, price, die_loss_value(means.pack, player, land, rounds))
    return _research_value(means, symbols, land, rounds)


def _trade_value(player: Player, symbols: int, rounds: float, price: int, loss: float) -> float:
    """Sets of tokens, or dice, for points."""
    sets = min(symbols, size_of(player.tokens) // WEIGHTS.trade_set_size)
    sold = max(0.0, price - loss)
    return (WEIGHTS.trade_value if rounds else 2 * WEIGHTS.trade_value) * sets + (symbols - sets) * sold


def _research_value(means: ActionContext, symbols: int, land: MapValue, rounds: float) -> float:
    """The best technology that can be had."""
    player, technologies, best = means.player, PACKS.get(means.pack).technologies, 0.0
    for name in means.table:
        row = technologies[name].row
        if name in player.technologies or not set(row.terrains) <= set(land.terrains):
            continue
        if can_pay_tokens(player, technologies[name].tokens):
            share = 1.0 if symbols >= row.research else WEIGHTS.nearly_researchable_share * symbols / row.research
            known = len(player.technologies)
            best = max(best, share * research_value(means.pack, name, dice_of(player), land.houses, known, rounds))
    return max(WEIGHTS.researchable_share * best, WEIGHTS.unused_research_value * symbols if rounds else 0.0)


# --- open questions -----------------------------------------------------------------------------------------------


def _question_value(state: State, frame: Question, rounds: float, land: MapValue) -> float:
    """What an open question should bring its seat, or cost it."""
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
        return 2.0 * land.houses + 1.0
    if isinstance(frame, SellDieFrame):
        return content(state).numbers["trade_die"] - die_loss_value(state.pack, state.active_player, land, rounds)
    if isinstance(frame, AdjustFrame):
        return WEIGHTS.adjust_value
    return WEIGHTS.gain_die_value if isinstance(frame, GainDieFrame) else 0.0


def rival_scores(state: State) -> list[float]:
    """What the printed Bot would have, were the game over."""
    if state.bot is None:
        return []
    scored = float(side_points(state, BOT_SIDE))
    if state.stage != "over":
        scored += sum(line.points for line in final_score_lines(state, BOT_SIDE))
    return [scored]


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS, rival_scores=rival_scores)
