"""What a position is worth to each seat, for the bots: prestige so far, what the fief should still build, and war.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from typing import Final

from referee_service.games.medievalia.outlook import CARD, TURN, VICTORY, WAITING, worth_of_card, worth_of_fief
from referee_service.games.medievalia.realm import enemies, sides
from referee_service.games.medievalia.state import NONE, ChooseDeck, DrawCard, Player, Question, State
from referee_service.games.medievalia.threats import after_blows, danger
from referee_service.kernel.game import Bot

FAR: Final = 5.0
"""A lead counts less the greater it is: no lead is worth as much as the victory."""
NEWS: Final = 0.9
"""The turns lost while no open building is new to a player."""
ASTIR: Final = 0.05
"""A card moved inside the fief, so that nothing is moved without need."""
EAGER: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "choose_deck": 1.0,
    "strike": 1.0,
    "engage": 0.9,
    "enlist": 0.9,
    "recruit": 0.6,
    "buy_building": 0.6,
    "settle": 0.4,
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


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end, those of allies together."""
    active, own = state.active, list[float]()
    for seat in range(len(state.players)):
        player, phase = after_blows(state, seat), state.phase if seat == active else WAITING
        worth = worth_of_fief(state.pack, player, seat, phase, len(state.players)) - TURN * _awaited(state, player)
        if seat == active and state.pending:
            worth += sum(_question(state, frame, player) for frame in state.pending)
        own.append(worth - sum(danger(state, seat, player, enemy) for enemy in enemies(state, seat)))
    own[active] -= ASTIR * len(state.stationed)
    groups = sides(len(own))
    middle = sum(own) / len(groups)
    gaps = {seat: sum(own[ally] for ally in side) - middle for side in groups for seat in side}
    return [middle + gaps[seat] / (1 + abs(gaps[seat]) / FAR) for seat in range(len(own))]


def _awaited(state: State, player: Player) -> float:
    """The turns that a player may lose because the open buildings are none that he lacks."""
    built = {building for land in player.lands for building in land.buildings}
    news = sum(0.5 * (pile.left > 0) if pile.top == NONE else pile.top not in built for pile in state.piles)
    return NEWS / (1 + 2 * news)


def _question(state: State, frame: Question, player: Player) -> float:
    """What an open question should still bring the player in turn."""
    if isinstance(frame, ChooseDeck):
        return CARD * frame.left
    if isinstance(frame, DrawCard):
        return worth_of_card(state.pack, player, state.active, state.decks[frame.deck].cards, len(state.players))
    return 0.0


BOT: Final = Bot(points=points, eager=EAGER, sides=lambda state: sides(len(state.players)), victory=VICTORY)
