"""What a position is worth to each seat, for the bots: points so far, what an empire brings in the rounds left, ships.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import (
    ANY,
    GOLD,
    goods_owed,
)
from referee_service.games.empires_north.content.tables import card_of, content, scenario
from referee_service.games.empires_north.economy.costs import can_afford
from referee_service.games.empires_north.effects.requirements import reachable_piles
from referee_service.games.empires_north.effects.runner import current_cost, effects_of_frame
from referee_service.games.empires_north.evaluation.values import (
    ACTION_PROB,
    HAND_CARD_SHARE,
    IDLE_WORKER_VALUE,
    PAWN_MOVE_VALUE,
    SHIP_VALUE,
    EvaluationContext,
    active_cards,
    best_harvest_value,
    cost_value,
    effect_value,
    effects_value,
    good_prices,
    goods_value,
    hand_value,
    placement_value,
    special_value,
    tile_action_value,
    trigger_value,
)
from referee_service.games.empires_north.questions import (
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
    Question,
    SailFrame,
)
from referee_service.games.empires_north.scoring import final_score_lines
from referee_service.games.empires_north.state import (
    Player,
    Ship,
    State,
    amount_of,
    workers_of,
)
from referee_service.kernel.bags import size_of
from referee_service.kernel.game import BotHints
from referee_service.kernel.score import total_points
from referee_service.kernel.state import question_of

POINTS_PER_ROUND: Final = 5.0
"""The points that the leader makes in a round, on the way to the end."""
TYPICAL_ROUNDS: Final = 7
"""A game takes about so many rounds."""
MIN_ROUNDS_LEFT: Final = 0.5
"""The rounds to come while nobody has reached the end, however late it is: who waits for more is never rewarded."""
ROUND_LEFT_SHARE: Final = 0.7
"""How much of a round is left on average while nobody has passed."""
SURPLUS_WORKER_VALUE: Final = 0.2
"""What a worker does who is not even wanted for that."""
READY_ACTION_PROB: Final = 0.85
"""How surely an Action that is ready will be used in this round."""
PAWN_VALUE: Final = 1.5
"""A pawn still to be placed."""
UNPAID_SHARE: Final = 0.3
"""What is left of that while its price is not at hand."""
HARVESTS_PER_ROUND: Final = 0.6
"""How often the best field is harvested in a round."""
MIN_VOYAGE_VALUE: Final = 0.8
"""The least that a voyage brings."""
UNKNOWN_ISLAND_VALUE: Final[dict[str, float]] = {"near": 1.8, "distant": 3.0}
"""An island yet to be turned up."""
CONQUEST_VALUE: Final = 0.8
"""That it may be conquered."""
QUEUE_PLACE_SHARE: Final = 0.85
"""What is left of a voyage's worth with every ship that sails before."""
QUESTION_VALUE: Final[dict[str, float]] = {
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
"""What other open questions bring their seat, or cost it."""
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
"""About how often a verb is the right one where it is open."""


def expected_scores(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    rounds = rounds_remaining(state)
    prices = good_prices(state.pack, rounds, state.stage, razes=state.options.raze_points)
    table = EvaluationContext(state.pack, state.options, state.solo, state.stage, rounds, state, prices)
    found = [total_points(state, seat) + _holdings_value(table, player) for seat, player in enumerate(state.players)]
    for place, ship in enumerate(state.queue):
        found[ship.seat] += _voyage_value(table, place, ship)
    for at, frame in enumerate(state.pending):
        seat = frame.recipient if isinstance(frame, DrawFrame) else frame.seat
        if isinstance(seat, int) and state.players[seat].clan:
            found[seat] += _question_value(table, at, frame, state.players[seat])
    return found


def rounds_remaining(state: State) -> float:
    """About how many rounds come after this one."""
    numbers = content(state).numbers
    if state.solo is not None:
        return float(max(0, numbers["solo_rounds"] - max(1, state.round)))
    to_go = numbers["end_points"] - max(total_points(state, seat) for seat in range(len(state.players)))
    if state.is_last_round or to_go <= 0:
        return 0.0
    busy = sum(not player.passed for player in state.players) / len(state.players)
    return max(MIN_ROUNDS_LEFT, min(to_go / POINTS_PER_ROUND, TYPICAL_ROUNDS - state.round) - ROUND_LEFT_SHARE * busy)


# --- an empire ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _holdings_value(table: EvaluationContext, player: Player) -> float:
    """What lies before a player and in the hand; worked out once, for most moves change one player only."""
    if not player.clan:
        return 0.0
    counted = sum(
        line.points for line in final_score_lines(table.state, player) if line.rule not in RULES_COUNTED_AS_GOODS
    )
    worth = counted + goods_value(table, player.goods) + _hunger_cost(table, player)
    stripped = replace(player, goods=(), workers=0, spent_workers=0, pawns=(), deck=(), discard=())
    worth += _future_value(table, stripped, workers_of(player))
    if table.round_is_open and not player.passed:
        numbers = content(table.state).numbers
        keep = 0 if table.stage == "setup" else numbers["lookout_cost"] * size_of(player.kept)
        pawns = numbers["pawns"] - len(player.pawns)
        movable = min(sum(not pawn.exhausted for pawn in player.pawns), _pawn_moves(table, player))
        worth += (
            READY_ACTION_PROB * _round_value(table, player, player.workers - keep, ready=True)
            + PAWN_VALUE * pawns
            + PAWN_MOVE_VALUE * movable
        )
    return worth


@lru_cache(maxsize=16384)
def _future_value(table: EvaluationContext, player: Player, workers: int) -> float:
    """What the hand and the rounds to come should bring; it stays the same while goods and workers come and go."""
    a_round = _round_value(table, player, workers, ready=False) + SHIP_VALUE * player.ships
    return hand_value(table, player) + table.rounds * a_round


RULES_COUNTED_AS_GOODS: Final = frozenset({"score.resources", "score.gold", "score.raze", "score.unfed"})
"""Points of the end that the worth of goods stands for."""


def _pawn_moves(table: EvaluationContext, player: Player) -> int:
    """How often a pawn can be moved with what is at hand."""
    held = amount_of(player, "food") + amount_of(player, GOLD)
    return held // content(table.state).numbers["move_food"]


def _hunger_cost(table: EvaluationContext, player: Player) -> float:
    """Where workers must be fed at the end of a scenario: what hungry ones will cost."""
    if table.solo is None:
        return 0.0
    rules = scenario(table.state).rules.points
    food = sum(amount_of(player, good) for good in (*rules.feed, GOLD))
    return -rules.unfed * max(0, workers_of(player) - food) * (1.0 - table.time_factor)


def _round_value(table: EvaluationContext, player: Player, workers: int, *, ready: bool) -> float:
    """What an empire brings in a round with so many workers; or, in this one, what is ready still brings."""
    uses, brought = list[tuple[float, int]](), 0.0
    for site, card in active_cards(table, player):
        if card.action is not None and not (ready and site.exhausted):
            ability = card.abilities[card.action]
            net = effects_value(table, player, ability.effects) - cost_value(table, ability.cost)
            net *= UNPAID_SHARE if ready and not can_afford(player, goods_owed(ability.cost)) else 1.0
            uses.append((net, ability.cost.worker))
        for at in card.specials:
            if not (ready and at in site.triggered):
                brought += special_value(table, player, card.abilities[at])
        if card.storage is not None and not ready:
            bank = card.abilities[card.storage]
            brought += size_of(site.goods) / bank.row.per * effects_value(table, player, bank.effects)
    for net, needed in sorted(uses, reverse=True):
        if net > 0 and needed <= workers:
            workers -= needed
            brought += net
    if ready:
        return brought + SURPLUS_WORKER_VALUE * max(0, workers)
    kept = content(table.state).numbers["lookout_draw"]
    return (
        ACTION_PROB * brought
        + IDLE_WORKER_VALUE * min(workers, kept)
        + SURPLUS_WORKER_VALUE * max(0, workers - kept)
        + HARVESTS_PER_ROUND * best_harvest_value(table, player, ready=False)
    )


# --- ships and questions --------------------------------------------------------------------------------------------


def _voyage_value(table: EvaluationContext, place: int, ship: Ship) -> float:
    """What a ship of the queue should bring, and that it comes home."""
    state, player = table.state, table.state.players[ship.seat]
    home, best = SHIP_VALUE * table.rounds, MIN_VOYAGE_VALUE
    for frame in state.pending:
        if isinstance(frame, LandingFrame) and frame.place == place:
            return home + _island_value(table, player, ship, frame.island)
        if isinstance(frame, BlindLandingFrame) and frame.place == place:
            return home + UNKNOWN_ISLAND_VALUE[frame.pile] + (CONQUEST_VALUE if ship.raze else 0.0)
    for pile in reachable_piles(state, ship):
        for island in state.islands(pile).face_up:
            best = max(best, _island_value(table, player, ship, island))
    for _ in range(place):
        best *= QUEUE_PLACE_SHARE
    return home + best


def _island_value(table: EvaluationContext, player: Player, ship: Ship, name: str) -> float:
    """What an island brings when it is pillaged, or conquered where that is possible."""
    card = card_of(table.state, name)
    pillaged = sum(table.value_of(gain) * count for gain, count in card.pillage) + trigger_value(
        table, player, "pillaged", ""
    )
    if not ship.raze:
        return pillaged
    return max(pillaged, placement_value(table, player, card) + trigger_value(table, player, "conquered", ""))


def _question_value(table: EvaluationContext, at: int, frame: Question, player: Player) -> float:
    """What an open question should still bring the seat that it asks, or cost it."""
    state = table.state
    if isinstance(frame, EffectsFrame):
        return effects_value(table, player, effects_of_frame(state, frame)[frame.step :])
    if isinstance(frame, PerformActionFrame | ConstructFrame | HarvestFrame | SailFrame):
        return tile_action_value(
            table, player, frame.action if isinstance(frame, PerformActionFrame) else question_of(frame)
        )
    if isinstance(frame, PawnArrivalFrame):
        return tile_action_value(table, player, frame.tile)
    if isinstance(frame, PlaceFrame):
        return placement_value(table, player, card_of(state, frame.card)) + trigger_value(
            table, player, "built", frame.card
        )
    if isinstance(frame, EmitEventFrame):
        return trigger_value(table, player, frame.event, frame.card)
    if isinstance(frame, DrawFrame):
        return table.card_value * frame.remaining if frame.into == "hand" else 0.0
    if isinstance(frame, GainResourceFrame):
        return table.prices[ANY] * frame.remaining
    if isinstance(frame, PayFromHandFrame):
        return -HAND_CARD_SHARE * frame.remaining
    if isinstance(frame, ChooseCostFrame):
        return -cost_value(table, current_cost(state)[1]) - goods_value(table, frame.extra)
    if question_of(frame) in QUESTION_VALUE:
        return QUESTION_VALUE[question_of(frame)]
    below = state.pending[at - 1] if at else None
    if isinstance(below, EffectsFrame) and below.step:
        return effect_value(table, player, effects_of_frame(state, below)[below.step - 1])
    return 0.0


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS)
