"""Evaluation of a state for the bots: the final score that each seat can expect.

All values are points. They estimate good play; no rule depends on them.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.kernel.bags import size_of
from referee_service.kernel.game import BotHints
from referee_service.kernel.memos import EVALUATION_ENTRIES, memo_by
from referee_service.kernel.score import total_points
from referee_service.kernel.state import question_of

from ..content.cards import ANY, GOLD, goods_owed
from ..content.tables import card_of, content, scenario
from ..economy.costs import can_afford
from ..effects.requirements import reachable_piles
from ..effects.runner import current_cost, effects_of_frame
from ..questions import (
    AnyFrame,
    BlindLandingFrame,
    ChooseCostFrame,
    ConstructFrame,
    DrawFrame,
    EffectsFrame,
    EmitEventFrame,
    GainResourceFrame,
    HarvestFrame,
    LandingFrame,
    PawnArrivalFrame,
    PayFromHandFrame,
    PerformActionFrame,
    PlaceFrame,
    SailFrame,
)
from ..scoring import final_score_lines
from ..state import Player, Ship, State, amount_of, workers_of
from .values import (
    EvaluationContext,
    ability_value,
    action_value,
    active_cards,
    best_harvest_value,
    cost_value,
    effect_value,
    effects_value,
    goods_value,
    hand_value,
    known_values,
    placement_value,
    special_value,
    tile_action_value,
    trigger_value,
)
from .weights import QUESTION_VALUES, VERB_PRIORS, WEIGHTS


def expected_scores(state: State) -> list[float]:
    """Return the expected final score of each seat: points so far, holdings, ships and open questions."""
    rounds = rounds_remaining(state)
    known = known_values(state.pack, rounds, state.stage, razes=state.options.raze_points)
    context = EvaluationContext(state.pack, state.options, state.solo, state.stage, rounds, state, known, known.goods)
    scores = [total_points(state, seat) + _holdings_value(context, player) for seat, player in enumerate(state.players)]
    for place, ship in enumerate(state.queue):
        scores[ship.seat] += _voyage_value(context, place, ship)
    for at, frame in enumerate(state.pending):
        seat = frame.recipient if isinstance(frame, DrawFrame) else frame.seat
        if isinstance(seat, int) and state.players[seat].clan:
            scores[seat] += _question_value(context, at, frame, state.players[seat])
    return scores


def rounds_remaining(state: State) -> float:
    """Return about how many rounds come after the current one."""
    numbers = content(state).numbers
    if state.solo is not None:
        return float(max(0, numbers["solo_rounds"] - max(1, state.round)))
    to_go = numbers["end_points"] - max(total_points(state, seat) for seat in range(len(state.players)))
    if state.is_last_round or to_go <= 0:
        return 0.0
    busy = sum(not player.passed for player in state.players) / len(state.players)
    return max(
        WEIGHTS.min_rounds,
        min(to_go / WEIGHTS.leader_points_per_round, WEIGHTS.typical_rounds - state.round)
        - WEIGHTS.round_left_share * busy,
    )


# --- an empire ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _holdings_value(context: EvaluationContext, player: Player) -> float:
    """Return the value of a player's empire, goods and hand. Cached, because most moves change one player only."""
    if not player.clan:
        return 0.0
    value = _counted_points(context, player) + goods_value(context, player.goods) + _hunger_cost(context, player)
    reduced = replace(player, goods=(), workers=0, spent_workers=0, pawns=(), deck=(), discard=())
    value += _future_value(context, reduced, workers_of(player))
    if context.round_is_open and not player.passed:
        numbers = content(context.state).numbers
        keep = 0 if context.stage == "setup" else numbers["lookout_cost"] * size_of(player.kept)
        pawns = numbers["pawns"] - len(player.pawns)
        movable = min(sum(not pawn.exhausted for pawn in player.pawns), _pawn_moves(context, player))
        value += (
            WEIGHTS.ready_action_prob * _round_value(context, player, player.workers - keep, ready=True)
            + WEIGHTS.pawn_value * pawns
            + WEIGHTS.pawn_move_value * movable
        )
    return value


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _future_value(context: EvaluationContext, player: Player, workers: int) -> float:
    """Return what the hand and the rounds to come bring. Cached without goods, which change often."""
    a_round = _round_value(context, player, workers, ready=False) + WEIGHTS.ship_value * player.ships
    return hand_value(context, player) + context.rounds * a_round


def _counted_inputs(context: EvaluationContext, player: Player) -> Hashable:
    """Return what `_counted_points` depends on. Only scenarios count more than the empire."""
    return context.pack, context.options, context.solo, player.empire if context.solo is None else player


@memo_by(_counted_inputs, EVALUATION_ENTRIES)
def _counted_points(context: EvaluationContext, player: Player) -> int:
    """Return the points that the final scoring would give now for what is not valued as goods."""
    lines = final_score_lines(context.state, player)
    return sum(line.points for line in lines if line.rule not in RULES_COUNTED_AS_GOODS)


RULES_COUNTED_AS_GOODS: Final = frozenset({"score.resources", "score.gold", "score.raze", "score.unfed"})
"""Rules of the final scoring that the value of goods already covers."""


def _pawn_moves(context: EvaluationContext, player: Player) -> int:
    """Return how many pawn moves the player's food and gold pay for."""
    held = amount_of(player, "food") + amount_of(player, GOLD)
    return held // content(context.state).numbers["move_food"]


def _hunger_cost(context: EvaluationContext, player: Player) -> float:
    """Return the points, as a negative number, that hungry workers will cost at the end of a scenario."""
    if context.solo is None:
        return 0.0
    rules = scenario(context.state).rules.points
    food = sum(amount_of(player, good) for good in (*rules.feed, GOLD))
    return -rules.unfed * max(0, workers_of(player) - food) * (1.0 - context.time_factor)


def _round_value(context: EvaluationContext, player: Player, workers: int, *, ready: bool) -> float:
    """Return what an empire brings in a round with these workers.

    With `ready`, return what its refreshed cards still bring in the current round.
    """
    uses, brought = list[tuple[float, int]](), 0.0
    for site, card in active_cards(context.state, player).cards:
        if card.action is not None and not (ready and site.exhausted):
            ability = card.abilities[card.action]
            net, cost = action_value(context, player, ability), ability.row.cost
            if ready and not can_afford(player, goods_owed(cost)):
                net *= WEIGHTS.unpaid_share
            uses.append((net, cost.worker))
        for at in card.specials:
            if not (ready and at in site.triggered):
                brought += special_value(context, player, card.abilities[at])
        if card.storage is not None and not ready:
            bank = card.abilities[card.storage]
            brought += size_of(site.goods) / bank.row.per * ability_value(context, player, bank)
    for net, needed in sorted(uses, reverse=True):
        if net > 0 and needed <= workers:
            workers -= needed
            brought += net
    if ready:
        return brought + WEIGHTS.surplus_worker_value * max(0, workers)
    cards = content(context.state).numbers["lookout_draw"]
    return (
        WEIGHTS.action_prob * brought
        + WEIGHTS.idle_worker_value * min(workers, cards)
        + WEIGHTS.surplus_worker_value * max(0, workers - cards)
        + WEIGHTS.harvests_per_round * best_harvest_value(context, player, ready=False)
    )


# --- ships and questions --------------------------------------------------------------------------------------------


def _voyage_value(context: EvaluationContext, place: int, ship: Ship) -> float:
    """Return what a ship of the queue brings, including its later use."""
    state, player = context.state, context.state.players[ship.seat]
    home, best = WEIGHTS.ship_value * context.rounds, WEIGHTS.min_voyage_value
    for frame in state.pending:
        if isinstance(frame, LandingFrame) and frame.place == place:
            return home + _best_island_value(context, player, (frame.island,), can_conquer=ship.raze)
        if isinstance(frame, BlindLandingFrame) and frame.place == place:
            return home + _unknown_island_value(frame.pile) + (WEIGHTS.conquest_value if ship.raze else 0.0)
    for pile in reachable_piles(state, ship):
        best = max(best, _best_island_value(context, player, state.islands(pile).face_up, can_conquer=ship.raze))
    for _ in range(place):
        best *= WEIGHTS.queue_place_share
    return home + best


def _unknown_island_value(pile: str) -> float:
    """Return the value of an island that is still face down."""
    return WEIGHTS.unknown_near_island_value if pile == "near" else WEIGHTS.unknown_distant_island_value


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _best_island_value(
    context: EvaluationContext, player: Player, islands: tuple[str, ...], *, can_conquer: bool
) -> float:
    """Return what the best of some islands brings: pillaged, or conquered if the ship can and that is better.

    Without islands it is the least value of a voyage.
    """
    on_pillage, on_conquest = (trigger_value(context, player, event, "") for event in ("pillaged", "conquered"))
    values = list[float]()
    for name in islands:
        card = card_of(context.state, name)
        values.append(sum(context.value_of(gain) * count for gain, count in card.pillage) + on_pillage)
        if can_conquer:
            values.append(placement_value(context, player, card) + on_conquest)
    return max(values, default=WEIGHTS.min_voyage_value)


def _question_value(context: EvaluationContext, at: int, frame: AnyFrame, player: Player) -> float:
    """Return what an open question brings the seat that answers it. A cost is negative."""
    state = context.state
    if isinstance(frame, EffectsFrame):
        return effects_value(context, player, effects_of_frame(state, frame)[frame.step :])
    if isinstance(frame, PerformActionFrame | ConstructFrame | HarvestFrame | SailFrame):
        return tile_action_value(
            context, player, frame.action if isinstance(frame, PerformActionFrame) else question_of(frame)
        )
    if isinstance(frame, PawnArrivalFrame):
        return tile_action_value(context, player, frame.tile)
    if isinstance(frame, PlaceFrame):
        return placement_value(context, player, card_of(state, frame.card)) + trigger_value(
            context, player, "built", frame.card
        )
    if isinstance(frame, EmitEventFrame):
        return trigger_value(context, player, frame.event, frame.card)
    if isinstance(frame, DrawFrame):
        return context.card_value * frame.remaining if frame.into == "hand" else 0.0
    if isinstance(frame, GainResourceFrame):
        return context.prices[ANY] * frame.remaining
    if isinstance(frame, PayFromHandFrame):
        return -WEIGHTS.discarded_card_value * frame.remaining
    if isinstance(frame, ChooseCostFrame):
        return -cost_value(context, current_cost(state)[1]) - goods_value(context, frame.extra)
    if question_of(frame) in QUESTION_VALUES:
        return QUESTION_VALUES[question_of(frame)]
    below = state.pending[at - 1] if at else None
    if isinstance(below, EffectsFrame) and below.step:
        return effect_value(context, player, effects_of_frame(state, below)[below.step - 1])
    return 0.0


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS)
