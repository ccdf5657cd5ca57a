"""What a position is worth to each seat, for the bots: prestige so far, what the fief should still build, and war.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from typing import Final

from referee_service.games.medievalia.evaluation.fief import (
    CARD_VALUE,
    TURN_VALUE,
    WAITING_PHASE,
    WIN_VALUE,
    card_value,
    fief_value,
)
from referee_service.games.medievalia.evaluation.threats import expected_losses, player_after_battle
from referee_service.games.medievalia.fiefs import enemies, teams
from referee_service.games.medievalia.state import NO_CARD, ChooseDeckFrame, DrawCardFrame, Player, Question, State
from referee_service.kernel.game import BotHints

LEAD_SATURATION: Final = 5.0
"""A lead counts less the greater it is: no lead is worth as much as the victory."""
NO_NEW_BUILDING_TURNS: Final = 0.9
"""The turns lost while no open building is new to a player."""
UNIT_MOVE_PENALTY: Final = 0.05
"""A card moved inside the fief, so that nothing is moved without need."""
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
"""About how often a verb is the right one where it is open."""


def expected_scores(state: State) -> list[float]:
    """The points that each seat may expect in the end, those of allies together."""
    active, own = state.active_seat, list[float]()
    for seat in range(len(state.players)):
        player, phase = player_after_battle(state, seat), state.phase if seat == active else WAITING_PHASE
        worth = fief_value(state.pack, player, seat, phase, len(state.players)) - TURN_VALUE * _turns_waiting(
            state, player
        )
        if seat == active and state.pending:
            worth += sum(_question_value(state, frame, player) for frame in state.pending)
        own.append(worth - sum(expected_losses(state, seat, player, enemy) for enemy in enemies(state, seat)))
    own[active] -= UNIT_MOVE_PENALTY * len(state.moved_units)
    groups = teams(len(own))
    middle = sum(own) / len(groups)
    gaps = {seat: sum(own[ally] for ally in side) - middle for side in groups for seat in side}
    return [middle + gaps[seat] / (1 + abs(gaps[seat]) / LEAD_SATURATION) for seat in range(len(own))]


def _turns_waiting(state: State, player: Player) -> float:
    """The turns that a player may lose because the open buildings are none that he lacks."""
    built = {building for land in player.lands for building in land.buildings}
    news = sum(0.5 * (pile.hidden_count > 0) if pile.top == NO_CARD else pile.top not in built for pile in state.piles)
    return NO_NEW_BUILDING_TURNS / (1 + 2 * news)


def _question_value(state: State, frame: Question, player: Player) -> float:
    """What an open question should still bring the player in turn."""
    if isinstance(frame, ChooseDeckFrame):
        return CARD_VALUE * frame.remaining
    if isinstance(frame, DrawCardFrame):
        return card_value(state.pack, player, state.active_seat, state.decks[frame.deck].cards, len(state.players))
    return 0.0


BOT_HINTS: Final = BotHints(
    expected_scores=expected_scores,
    verb_priors=VERB_PRIORS,
    teams=lambda state: teams(len(state.players)),
    win_bonus=WIN_VALUE,
)
