"""Questions with named options: which of them are possible, and what follows from the one chosen."""

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
    """The options that can be chosen."""
    return OPTIONS[type(state.pending[-1])][0](state)


def chosen(state: State, option: str) -> State:
    """What follows from choosing an option."""
    return OPTIONS[type(state.pending[-1])][1](state, option)


# --- effects --------------------------------------------------------------------------------------------------------


def _branches(state: State) -> list[str]:
    doing, frame = current_effect(state), effects_frame_below(state)
    if doing.name == "gain_one_of":
        return list(doing.options)
    seat = deciding_seat(state)
    return [
        option
        for option, branch in zip(doing.options, doing.branches, strict=True)
        if can_begin_effects(state, seat, branch, frame.slot)
    ]


def _branch(state: State, option: str) -> State:
    doing, frame, seat = current_effect(state), effects_frame_below(state), deciding_seat(state)
    at = doing.options.index(option)
    if doing.name == "choose":
        return begin_branch(pop(state), frame, at)
    bundle = doing.bundles[at].items()
    gained = [(kind, evaluate_amount(state, state.players[seat], count)) for kind, count in bundle]
    return receive(pop(state), seat, gained, score_rule_of(state, frame))


# --- costs ----------------------------------------------------------------------------------------------------------


def _prices(state: State) -> list[str]:
    """The alternatives that can be paid; workers of the common part are spent already."""
    player, cost, extra = deciding_player(state), current_cost(state)[1], expect_top(state, ChooseCostFrame).extra
    return [
        cost_label(choice)
        for choice in cost.choice
        if can_afford(player, merge_bags(goods_owed(cost), goods_owed(choice), extra))
        and player.workers >= choice.worker
    ]


def _price(state: State, option: str) -> State:
    frame, cost = current_cost(state)
    choice = next(each for each in cost.choice if cost_label(each) == option)
    owed = merge_bags(goods_owed(cost), goods_owed(choice), expect_top(state, ChooseCostFrame).extra)
    seat = deciding_seat(state)
    return request_price(spend_workers(pop(state), seat, choice.worker), seat, owed, frame.source)


# --- invaded locations ----------------------------------------------------------------------------------------------


def tributes(state: State, seat: int, site: Site) -> dict[str, Cost]:
    """The ways to pay for the use of an invaded location, with what its Action costs."""
    player, rules = state.players[seat], scenario(state).rules
    found = action_of(state, player, site)
    if found is None:
        return {}
    ways = {cost_label(cost): cost for cost in rules.tribute}
    if rules.attack is not None:
        ways[ATTACK_OPTION] = rules.attack.cost
    cost = card_of(state, found[0]).abilities[found[1]].cost
    return {option: way for option, way in ways.items() if can_pay(state, player, cost, site.slot, way)}


def _site(state: State) -> Site:
    site = site_at(deciding_player(state), expect_top(state, TributeFrame).slot)
    assert site is not None
    return site


def _ways(state: State) -> list[str]:
    return list(tributes(state, deciding_seat(state), _site(state)))


def _pay_way(state: State, option: str) -> State:
    seat, site = deciding_seat(state), _site(state)
    way, found = tributes(state, seat, site)[option], action_of(state, deciding_player(state), site)
    assert found is not None
    state = pop(state)
    if option == ATTACK_OPTION:
        state = push(state, EffectsFrame(seat, f"{state.options.scenario}_attack", 0))
    return begin_ability(state, seat, *found, site.slot, way)


OPTIONS: dict[type[Frame], tuple[Callable[[State], list[str]], Callable[[State, str], State]]] = {
    ChooseFrame: (_branches, _branch),
    ChooseCostFrame: (_prices, _price),
    TributeFrame: (_ways, _pay_way),
}
