"""The sequence of play: who decides now, and what happens by itself between two decisions."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.medievalia.actions.heal import candidates as heals
from referee_service.games.medievalia.actions.shoot import candidates as shots
from referee_service.games.medievalia.elimination import end_if_decided
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.state import (
    NO_HOST,
    ChooseDeckFrame,
    DrawCardFrame,
    Land,
    PurchaseFrame,
    RevealBuildingFrame,
    StarveFrame,
    State,
    StrikeFrame,
    TakeDamageFrame,
    Unit,
    lacks_food,
)
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
from referee_service.kernel.pending import expect_top, pop, push, replace_top, who_decides
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
"""Every question of the game and the verbs that answer it."""


def default_turn(state: State) -> tuple[Seat, str] | None:
    """The seat in turn and its phase; nobody once the game is over."""
    return None if state.game_end else (state.active_seat, state.phase)


turn = who_decides(QUESTIONS, default_turn)


def automatic_step(state: State) -> State:
    """One thing that happens by itself, or the very same state when nothing does."""
    if state.game_end is not None:
        return state
    if state.pending:
        by_itself = BY_ITSELF.get(question_of(state.pending[-1]))
        return by_itself(state) if by_itself else state
    if state.battle is not None:
        return end_battle(state)
    return PHASE_STEPS[state.phase](state) if state.phase in PHASE_STEPS else check_food(state)


def check_food(state: State) -> State:
    """Whenever there is too little food, cards must leave at once."""
    return push(state, StarveFrame(state.active_seat)) if lacks_food(state, state.active_seat) else state


def start_turn(state: State) -> State:
    """Everybody is fed, then a card is drawn."""
    hungry = check_food(state)
    return hungry if hungry is not state else push(replace(state, phase="draw"), ChooseDeckFrame(state.active_seat, 1))


PHASE_STEPS: dict[str, Callable[[State], State]] = {
    "draft": lambda state: begin_turn(state, state.active_seat),
    "start": start_turn,
    "draw": unturn_cards,
}
"""Phases that pass by themselves once nothing is asked any more."""


def auto_choose_deck(state: State) -> State:
    """All cards are drawn."""
    return state if expect_top(state, ChooseDeckFrame).remaining else pop(state)


def auto_starve(state: State) -> State:
    """There is food enough again."""
    return state if lacks_food(state, state.active_seat) else pop(state)


def auto_purchase(state: State) -> State:
    """It is paid: what was bought comes into play."""
    bought = expect_top(state, PurchaseFrame)
    return PURCHASE_STEPS[bought.what](pop(state), bought)


def place_territory(state: State, bought: PurchaseFrame) -> State:
    """A territory lies in its place, unturned."""
    lands = with_item(state.active_player.lands, bought.at, Land(bought.card))
    return emit(
        with_player(state, state.active_seat, lands=lands), "territory_played", state.active_seat, card=bought.card
    )


def place_recruit(state: State, bought: PurchaseFrame) -> State:
    """A card stands in the fief, unturned."""
    units = tuple(sorted((*state.active_player.units, Unit(bought.card, home_fief(state.active_seat)))))
    return emit(with_player(state, state.active_seat, units=units), "recruited", state.active_seat, card=bought.card)


def place_building(state: State, bought: PurchaseFrame) -> State:
    """A building stands on its land for good; the next one of the pile is turned up. It may decide the game."""
    buildings = tuple(sorted((*state.active_player.lands[bought.at].buildings, bought.card)))
    state = update_land(state, state.active_seat, bought.at, buildings=buildings)
    state = emit(state, "built", state.active_seat, building=bought.card, host=bought.at)
    decided = end_if_decided(state)
    if decided.game_end or not state.piles[bought.pile].hidden_count:
        return decided
    return push(state, RevealBuildingFrame(CHANCE, bought.pile))


def draw_bought_card(state: State, bought: PurchaseFrame) -> State:
    """A card is drawn from the deck that was named."""
    return push(state, DrawCardFrame(CHANCE, state.active_seat, bought.pile))


def clear_territory(state: State, bought: PurchaseFrame) -> State:
    """A territory is given up with its buildings."""
    state = emit(state, "cleared", state.active_seat, card=state.active_player.lands[bought.at].card)
    return remove_territory(state, state.active_seat, bought.at)


PURCHASE_STEPS: dict[str, Callable[[State, PurchaseFrame], State]] = {
    "play_territory": place_territory,
    "recruit": place_recruit,
    "building": place_building,
    "card": draw_bought_card,
    "clear": clear_territory,
}


# --- conflicts ------------------------------------------------------------------------------------------------------


def auto_engage(state: State) -> State:
    """A defender without cards to send is not asked."""
    battle = current_battle(state)
    return (
        state if ready_units(state, battle.defender, battle.fief) else replace_top(state, StrikeFrame(battle.attacker))
    )


def auto_strike(state: State) -> State:
    """When every army has its opponent, damage is dealt."""
    return state if next_striking_army(state) is not None else begin_damage(pop(state))


def auto_damage(state: State) -> State:
    """Where there is nothing to choose, damage is taken; what is left hits the land."""
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


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "choose_deck": auto_choose_deck,
    "starve": auto_starve,
    "purchase": auto_purchase,
    "engage": auto_engage,
    "strike": auto_strike,
    "take_damage": auto_damage,
    "shoot": lambda state: state if shots(state) else pop(state),
    "heal": lambda state: state if heals(state) else pop(state),
}
"""Questions that partly answer themselves."""
