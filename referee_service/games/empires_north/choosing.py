"""Answers that name an option, given with the verb `choose`: a branch of an effect, an alternative cost, a tribute.

For each question the module lists the possible options and applies one. Answers that name a card of the empire are in
`picking`, cards of a pile in `taking`, ships in `ships`.
"""

from __future__ import annotations

from collections.abc import Callable

from referee_service.games.empires_north.content.cards import goods_owed
from referee_service.games.empires_north.content.schema import Cost
from referee_service.games.empires_north.content.tables import ATTACK_OPTION, card_of, cost_label, scenario
from referee_service.games.empires_north.economy.costs import can_afford, can_pay, request_price
from referee_service.games.empires_north.economy.supply import receive, spend_workers
from referee_service.games.empires_north.effects.requirements import can_begin_effects
from referee_service.games.empires_north.effects.runner import (
    begin_ability,
    begin_branch,
    current_cost,
    current_effect,
    effects_frame_below,
    score_rule_of,
)
from referee_service.games.empires_north.empire.cards import action_of, evaluate_amount
from referee_service.games.empires_north.questions import ChooseCostFrame, ChooseFrame, EffectsFrame, TributeFrame
from referee_service.games.empires_north.state import Site, State, deciding_player, deciding_seat, site_at
from referee_service.kernel.bags import merge_bags
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.state import Frame


def options(state: State) -> list[str]:
    """Return the options that the open question allows."""
    return OPTIONS[type(state.pending[-1])][0](state)


def apply_option(state: State, option: str) -> State:
    """Carry out an option of the open question."""
    return OPTIONS[type(state.pending[-1])][1](state, option)


# --- effects --------------------------------------------------------------------------------------------------------


def _possible_branches(state: State) -> list[str]:
    """Return the options of the effect in progress whose effects can begin."""
    current, frame = current_effect(state), effects_frame_below(state)
    if current.name == "gain_one_of":
        return list(current.options)
    seat = deciding_seat(state)
    return [
        option
        for option, branch in zip(current.options, current.branches, strict=True)
        if can_begin_effects(state, seat, branch, frame.slot)
    ]


def _apply_branch(state: State, option: str) -> State:
    """Begin the chosen branch, or gain the chosen bundle."""
    current, frame, seat = current_effect(state), effects_frame_below(state), deciding_seat(state)
    at = current.options.index(option)
    if current.name == "choose":
        return begin_branch(pop(state), frame, at)
    bundle = current.bundles[at].items()
    gained = [(kind, evaluate_amount(state, state.players[seat], count)) for kind, count in bundle]
    return receive(pop(state), seat, gained, score_rule_of(state, frame))


# --- costs ----------------------------------------------------------------------------------------------------------


def _payable_costs(state: State) -> list[str]:
    """Return the alternative costs that can be paid. Workers of the common part are already spent."""
    player, cost, extra = deciding_player(state), current_cost(state)[1], expect_top(state, ChooseCostFrame).extra
    return [
        cost_label(choice)
        for choice in cost.choice
        if can_afford(player, merge_bags(goods_owed(cost), goods_owed(choice), extra))
        and player.workers >= choice.worker
    ]


def _pay_cost(state: State, option: str) -> State:
    """Spend the workers of the chosen alternative and request all goods."""
    frame, cost = current_cost(state)
    choice = next(each for each in cost.choice if cost_label(each) == option)
    owed = merge_bags(goods_owed(cost), goods_owed(choice), expect_top(state, ChooseCostFrame).extra)
    seat = deciding_seat(state)
    return request_price(spend_workers(pop(state), seat, choice.worker), seat, owed, frame.source)


# --- invaded locations ----------------------------------------------------------------------------------------------


def tributes(state: State, seat: int, site: Site) -> dict[str, Cost]:
    """Return the costs that pay for the use of an invaded location, by option. Each can be paid with its Action."""
    player, rules = state.players[seat], scenario(state).rules
    action = action_of(state, player, site)
    if action is None:
        return {}
    costs = {cost_label(cost): cost for cost in rules.tribute}
    if rules.attack is not None:
        costs[ATTACK_OPTION] = rules.attack.cost
    cost = card_of(state, action[0]).abilities[action[1]].cost
    return {option: extra for option, extra in costs.items() if can_pay(state, player, cost, site.slot, extra)}


def _site(state: State) -> Site:
    """Return the invaded site of the open question."""
    site = site_at(deciding_player(state), expect_top(state, TributeFrame).slot)
    assert site is not None
    return site


def _tribute_options(state: State) -> list[str]:
    """Return the tributes that can be paid."""
    return list(tributes(state, deciding_seat(state), _site(state)))


def _pay_tribute(state: State, option: str) -> State:
    """Begin the Action with the chosen tribute as an extra cost. An attack also has effects."""
    seat, site = deciding_seat(state), _site(state)
    extra, action = tributes(state, seat, site)[option], action_of(state, deciding_player(state), site)
    assert action is not None
    state = pop(state)
    if option == ATTACK_OPTION:
        state = push(state, EffectsFrame(seat, f"{state.options.scenario}_attack", 0))
    return begin_ability(state, seat, *action, site.slot, extra)


OPTIONS: dict[type[Frame], tuple[Callable[[State], list[str]], Callable[[State, str], State]]] = {
    ChooseFrame: (_possible_branches, _apply_branch),
    ChooseCostFrame: (_payable_costs, _pay_cost),
    TributeFrame: (_tribute_options, _pay_tribute),
}
"""For each question, the function that lists its options and the one that applies an option."""
