"""Evaluation of a state for the bots: prestige so far, the future growth of a fief, and threats by enemies.

All values are points of prestige. No rule depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from referee_service.kernel.game import BotHints
from referee_service.kernel.memos import EVALUATION_ENTRIES

from ..fiefs import enemies, teams
from ..fields import NO_CARD
from ..questions import AnyFrame, ChooseDeckFrame, DrawCardFrame
from ..state import Land, Pile, Player, State
from .fief import WAITING_PHASE, card_value, fief_value
from .threats import expected_losses, player_after_battle
from .weights import WEIGHTS

VERB_PRIORS: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "choose_deck": 1.0,
    "strike": 1.0,
    "engage": 0.9,
    "enlist": 0.9,
    "recruit": 0.6,
    "buy_building": 0.6,
    "play_territory": 0.4,
    "ready": 0.3,
    "station": 0.3,
    "declare_war": 0.2,
    "end_turn": 0.2,
    "march": 0.15,
    "buy_card": 0.1,
    "dismiss": 0.0,
    "clear_land": 0.0,
}
"""Estimated share of decisions in which a verb is the right one, where it is legal."""


def expected_scores(state: State) -> list[float]:
    """Return the final points that each seat may expect. Allies share the sum of their points."""
    active, values = state.active_seat, list[float]()
    for seat in range(len(state.players)):
        player, phase = player_after_battle(state, seat), state.phase if seat == active else WAITING_PHASE
        value = fief_value(state.pack, player, seat, phase, len(state.players))
        value -= WEIGHTS.turn_value * _turns_waiting(player.lands, state.piles)
        if seat == active and state.pending:
            value += sum(_question_value(state, frame, player) for frame in state.pending)
        values.append(value - sum(expected_losses(state, seat, player, enemy) for enemy in enemies(state, seat)))
    values[active] -= WEIGHTS.unit_move_penalty_value * len(state.moved_units)
    groups = teams(len(values))
    middle = sum(values) / len(groups)
    gaps = {seat: sum(values[ally] for ally in team) - middle for team in groups for seat in team}
    return [middle + gaps[seat] / (1 + abs(gaps[seat]) / WEIGHTS.lead_saturation_value) for seat in range(len(values))]


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _turns_waiting(lands: tuple[Land, ...], piles: tuple[Pile, ...]) -> float:
    """Return the turns that a player may lose because few of the open buildings would be new in the fief."""
    built = {building for land in lands for building in land.buildings}
    new = sum(
        WEIGHTS.hidden_building_share * (pile.hidden_count > 0) if pile.top == NO_CARD else pile.top not in built
        for pile in piles
    )
    return WEIGHTS.no_new_building_turns / (1 + 2 * new)


def _question_value(state: State, frame: AnyFrame, player: Player) -> float:
    """Return the points that the player in turn may still gain from an open question."""
    if isinstance(frame, ChooseDeckFrame):
        return WEIGHTS.hand_card_value * frame.remaining
    if isinstance(frame, DrawCardFrame):
        return card_value(state.pack, player, state.active_seat, state.decks[frame.deck].cards, len(state.players))
    return 0.0


BOT_HINTS: Final = BotHints(
    expected_scores=expected_scores,
    verb_priors=VERB_PRIORS,
    teams=lambda state: teams(len(state.players)),
    win_bonus=WEIGHTS.win_value,
)
