"""The sequence of play: who decides now, and what happens by itself between two decisions."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.medievalia.actions.heal import candidates as heals
from referee_service.games.medievalia.actions.shoot import candidates as shots
from referee_service.games.medievalia.conflict import (
    battle_ends,
    battle_of,
    damage_begins,
    damage_choices,
    land_is_hit,
    next_to_strike,
    standing,
    take,
)
from referee_service.games.medievalia.elimination import end_if_decided
from referee_service.games.medievalia.realm import home
from referee_service.games.medievalia.state import (
    FREE,
    ChooseDeck,
    DrawCard,
    Land,
    Purchase,
    RevealBuilding,
    Starve,
    State,
    Strike,
    TakeDamage,
    Unit,
    is_hungry,
)
from referee_service.games.medievalia.turns import begin_turn, reactivate
from referee_service.games.medievalia.units import change_land, lose_land, ready_units
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, pop, push, swap, who_decides
from referee_service.kernel.state import CHANCE, Seat, question_of
from referee_service.kernel.values import change, put

QUESTIONS: dict[str, tuple[str, ...]] = {
    "actions": (
        *("settle", "recruit", "buy_building", "buy_card", "clear_land", "station", "dismiss", "ask_ally"),
        *("march", "declare_war", "end_turn"),
    ),
    "march": ("march", "dismiss", "declare_war", "end_turn"),
    "war": ("declare_war", "dismiss", "end_turn"),
    "pick_starter": ("pick_starter",),
    "turn_up_last": ("turn_up_last",),
    "choose_deck": ("choose_deck",),
    "draw_card": ("draw_card",),
    "reveal_building": ("reveal_building",),
    "starve": ("starve",),
    "payment": ("pay", "pay_cheapest"),
    "ally_help": ("contribute", "hand_over"),
    "muster": ("enlist", "ready"),
    "engage": ("engage", "ready"),
    "strike": ("strike",),
    "take_damage": ("take_damage",),
    "shoot": ("shoot", "decline"),
    "heal": ("heal", "decline"),
}
"""Every question of the game and the verbs that answer it."""


def in_turn(state: State) -> tuple[Seat, str] | None:
    """The seat in turn and its phase; nobody once the game is over."""
    return None if state.outcome else (state.active, state.phase)


turn = who_decides(QUESTIONS, in_turn)


def proceed(state: State) -> State:
    """One thing that happens by itself, or the very same state when nothing does."""
    if state.outcome is not None:
        return state
    if state.pending:
        by_itself = BY_ITSELF.get(question_of(state.pending[-1]))
        return by_itself(state) if by_itself else state
    if state.battle is not None:
        return battle_ends(state)
    return PHASES[state.phase](state) if state.phase in PHASES else fed(state)


def fed(state: State) -> State:
    """Whenever there is too little food, cards must leave at once."""
    return push(state, Starve(state.active)) if is_hungry(state, state.active) else state


def start(state: State) -> State:
    """Everybody is fed, then a card is drawn."""
    hungry = fed(state)
    return hungry if hungry is not state else push(replace(state, phase="draw"), ChooseDeck(state.active, 1))


PHASES: dict[str, Callable[[State], State]] = {
    "draft": lambda state: begin_turn(state, state.active),
    "start": start,
    "draw": reactivate,
}
"""Phases that pass by themselves once nothing is asked any more."""


def stop_choosing(state: State) -> State:
    """All cards are drawn."""
    return state if asking(state, ChooseDeck).left else pop(state)


def stop_starving(state: State) -> State:
    """There is food enough again."""
    return state if is_hungry(state, state.active) else pop(state)


def purchase(state: State) -> State:
    """It is paid: what was bought comes into play."""
    bought = asking(state, Purchase)
    return BOUGHT[bought.what](pop(state), bought)


def settled(state: State, bought: Purchase) -> State:
    """A territory lies in its place, unturned."""
    lands = put(state.me.lands, bought.at, Land(bought.card))
    return note(change(state, state.active, lands=lands), "settled", state.active, card=bought.card)


def recruited(state: State, bought: Purchase) -> State:
    """A card stands in the fief, unturned."""
    units = tuple(sorted((*state.me.units, Unit(bought.card, home(state.active)))))
    return note(change(state, state.active, units=units), "recruited", state.active, card=bought.card)


def built(state: State, bought: Purchase) -> State:
    """A building stands on its land for good; the next one of the pile is turned up. It may decide the game."""
    buildings = tuple(sorted((*state.me.lands[bought.at].buildings, bought.card)))
    state = change_land(state, state.active, bought.at, buildings=buildings)
    state = note(state, "built", state.active, building=bought.card, host=bought.at)
    decided = end_if_decided(state)
    if decided.outcome or not state.piles[bought.pile].left:
        return decided
    return push(state, RevealBuilding(CHANCE, bought.pile))


def card_bought(state: State, bought: Purchase) -> State:
    """A card is drawn from the deck that was named."""
    return push(state, DrawCard(CHANCE, state.active, bought.pile))


def cleared(state: State, bought: Purchase) -> State:
    """A territory is given up with its buildings."""
    state = note(state, "cleared", state.active, card=state.me.lands[bought.at].card)
    return lose_land(state, state.active, bought.at)


BOUGHT: dict[str, Callable[[State, Purchase], State]] = {
    "settle": settled,
    "recruit": recruited,
    "building": built,
    "card": card_bought,
    "clear": cleared,
}


# --- conflicts ------------------------------------------------------------------------------------------------------


def engaging(state: State) -> State:
    """A defender without cards to send is not asked."""
    battle = battle_of(state)
    return state if ready_units(state, battle.defender, battle.fief) else swap(state, Strike(battle.attacker))


def striking(state: State) -> State:
    """When every army has its opponent, damage is dealt."""
    return state if next_to_strike(state) is not None else damage_begins(pop(state))


def damaging(state: State) -> State:
    """Where there is nothing to choose, damage is taken; what is left hits the land."""
    frame = asking(state, TakeDamage)
    if not frame.left:
        return pop(state)
    if not standing(state, frame):
        return pop(state if frame.host == FREE else land_is_hit(state, frame))
    choices = damage_choices(state, frame)
    if len(choices) > 1:
        return state
    state, frame = take(state, frame, *choices[0])
    return swap(state, frame)


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "choose_deck": stop_choosing,
    "starve": stop_starving,
    "purchase": purchase,
    "engage": engaging,
    "strike": striking,
    "take_damage": damaging,
    "shoot": lambda state: state if shots(state) else pop(state),
    "heal": lambda state: state if heals(state) else pop(state),
}
"""Questions that partly answer themselves."""
