"""Sequence of play: the questions with their verbs, and the automatic steps between two decisions."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.medievalia.actions.heal import candidates as heal_candidates
from referee_service.games.medievalia.actions.shoot import candidates as shoot_candidates
from referee_service.games.medievalia.elimination import end_if_decided
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.fields import NO_HOST
from referee_service.games.medievalia.questions import (
    ChooseDeckFrame,
    DrawCardFrame,
    PurchaseFrame,
    RevealBuildingFrame,
    StarveFrame,
    StrikeFrame,
    TakeDamageFrame,
)
from referee_service.games.medievalia.state import Land, State, Unit, lacks_food
from referee_service.games.medievalia.turns import begin_turn, unturn_cards
from referee_service.games.medievalia.units import ready_units, remove_territory, update_land
from referee_service.games.medievalia.war.battle import (
    apply_damage,
    begin_damage,
    current_battle,
    damage_choices,
    damage_targets,
    end_battle,
    hit_land,
    next_striking_army,
)
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, make_turn_function, pop, push, replace_top
from referee_service.kernel.state import CHANCE, Seat, question_of
from referee_service.kernel.tuples import with_item, with_player

QUESTIONS: dict[str, tuple[str, ...]] = {
    "actions": (
        *("play_territory", "recruit", "buy_building", "buy_card", "clear_land", "station", "dismiss", "ask_ally"),
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
"""The verbs that answer each question."""


def default_turn(state: State) -> tuple[Seat, str] | None:
    """Return the seat in turn and its phase as the question, or None if the game is over. Used if no frame is open."""
    return None if state.game_end else (state.active_seat, state.phase)


turn = make_turn_function(QUESTIONS, default_turn)


def automatic_step(state: State) -> State:
    """Perform one automatic step, or return the same state object if none is pending."""
    if state.game_end is not None:
        return state
    if state.pending:
        step = STEP_BY_QUESTION.get(question_of(state.pending[-1]))
        return step(state) if step else state
    if state.battle is not None:
        return end_battle(state)
    return PHASE_STEPS[state.phase](state) if state.phase in PHASE_STEPS else check_food(state)


def check_food(state: State) -> State:
    """Ask the player in turn to remove a unit if there is too little food. Otherwise return the same state."""
    return push(state, StarveFrame(state.active_seat)) if lacks_food(state, state.active_seat) else state


def start_turn(state: State) -> State:
    """Start the draw of a card, once the player in turn can feed all units."""
    checked = check_food(state)
    return (
        checked if checked is not state else push(replace(state, phase="draw"), ChooseDeckFrame(state.active_seat, 1))
    )


PHASE_STEPS: dict[str, Callable[[State], State]] = {
    "draft": lambda state: begin_turn(state, state.active_seat),
    "start": start_turn,
    "draw": unturn_cards,
}
"""The automatic step of each phase that ends as soon as no question is open."""


def auto_choose_deck(state: State) -> State:
    """Close the question once all cards are drawn."""
    return state if expect_top(state, ChooseDeckFrame).remaining else pop(state)


def auto_starve(state: State) -> State:
    """Close the question once there is enough food."""
    return state if lacks_food(state, state.active_seat) else pop(state)


def auto_purchase(state: State) -> State:
    """Complete the purchase on top of the stack. Its payment is done."""
    purchase = expect_top(state, PurchaseFrame)
    return PURCHASE_STEPS[purchase.what](pop(state), purchase)


def place_territory(state: State, purchase: PurchaseFrame) -> State:
    """Put a territory into its place, unturned."""
    lands = with_item(state.active_player.lands, purchase.at, Land(purchase.card))
    return emit(
        with_player(state, state.active_seat, lands=lands), "territory_played", state.active_seat, card=purchase.card
    )


def place_recruit(state: State, purchase: PurchaseFrame) -> State:
    """Put a unit into the fief, unturned."""
    units = tuple(sorted((*state.active_player.units, Unit(purchase.card, home_fief(state.active_seat)))))
    return emit(with_player(state, state.active_seat, units=units), "recruited", state.active_seat, card=purchase.card)


def place_building(state: State, purchase: PurchaseFrame) -> State:
    """Put a building on its land and turn up the next one of its pile. End the game if the building decides it."""
    buildings = tuple(sorted((*state.active_player.lands[purchase.at].buildings, purchase.card)))
    state = update_land(state, state.active_seat, purchase.at, buildings=buildings)
    state = emit(state, "built", state.active_seat, building=purchase.card, host=purchase.at)
    decided = end_if_decided(state)
    if decided.game_end or not state.piles[purchase.pile].hidden_count:
        return decided
    return push(state, RevealBuildingFrame(CHANCE, purchase.pile))


def draw_bought_card(state: State, purchase: PurchaseFrame) -> State:
    """Draw a card from the deck of the purchase."""
    return push(state, DrawCardFrame(CHANCE, state.active_seat, purchase.pile))


def clear_territory(state: State, purchase: PurchaseFrame) -> State:
    """Remove a territory and its buildings from the game."""
    state = emit(state, "cleared", state.active_seat, card=state.active_player.lands[purchase.at].card)
    return remove_territory(state, state.active_seat, purchase.at)


PURCHASE_STEPS: dict[str, Callable[[State, PurchaseFrame], State]] = {
    "play_territory": place_territory,
    "recruit": place_recruit,
    "building": place_building,
    "card": draw_bought_card,
    "clear": clear_territory,
}
"""What each kind of purchase does once it is paid."""


# --- battles --------------------------------------------------------------------------------------------------------


def auto_engage(state: State) -> State:
    """Skip the question if the defender has no unit to send."""
    battle = current_battle(state)
    return (
        state if ready_units(state, battle.defender, battle.fief) else replace_top(state, StrikeFrame(battle.attacker))
    )


def auto_strike(state: State) -> State:
    """Begin the damage once every army has an opponent or a target."""
    return state if next_striking_army(state) is not None else begin_damage(pop(state))


def auto_take_damage(state: State) -> State:
    """Apply damage where the owner has no choice. Damage that remains without a guard hits the land."""
    frame = expect_top(state, TakeDamageFrame)
    if not frame.remaining:
        return pop(state)
    if not damage_targets(state, frame):
        return pop(state if frame.host == NO_HOST else hit_land(state, frame))
    choices = damage_choices(state, frame)
    if len(choices) > 1:
        return state
    state, frame = apply_damage(state, frame, *choices[0])
    return replace_top(state, frame)


STEP_BY_QUESTION: dict[str, Callable[[State], State]] = {
    "choose_deck": auto_choose_deck,
    "starve": auto_starve,
    "purchase": auto_purchase,
    "engage": auto_engage,
    "strike": auto_strike,
    "take_damage": auto_take_damage,
    "shoot": lambda state: state if shoot_candidates(state) else pop(state),
    "heal": lambda state: state if heal_candidates(state) else pop(state),
}
"""The automatic step of each question that needs no answer under some conditions."""
