"""Verbs that a player may try in a wrong part of the turn, each with the rule that a refusal cites."""

from __future__ import annotations

ACTION_VERBS = ("play_territory", "recruit", "buy_building", "buy_card", "clear_land", "station", "ask_ally")
"""Verbs of the actions alone. Marches and battles follow them."""
TURN_VERBS = (*ACTION_VERBS, "dismiss", "march", "declare_war", "end_turn")
"""Verbs of the player in turn while no question is open."""
BATTLE_VERBS = ("enlist", "ready", "engage", "strike", "take_damage", "shoot", "heal")
"""Verbs of a battle in the order of its steps."""
PAYMENT_VERBS = ("pay", "pay_cheapest")

REFUSED_IN_ACTIONS = {
    **dict.fromkeys(BATTLE_VERBS, "battle.declared"),
    **dict.fromkeys((*PAYMENT_VERBS, "contribute"), "payment.purchase"),
    "choose_deck": "choose_deck.once",
    "starve": "starve.enough",
}
REFUSED_IN_MARCH = {**REFUSED_IN_ACTIONS, **dict.fromkeys(ACTION_VERBS, "turn.actions")}
REFUSED_IN_WAR = {**REFUSED_IN_MARCH, "march": "turn.march"}


def refused_in_battle(*answers: str) -> dict[str, str]:
    """Return the rules for all verbs that do not answer a question of a battle."""
    others = (verb for verb in BATTLE_VERBS if verb not in answers)
    return {**dict.fromkeys(TURN_VERBS, "battle.end"), **dict.fromkeys(others, "battle.order")}
