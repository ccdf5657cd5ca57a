"""Questions with named options: which of them are possible, and what follows from the one chosen."""

from __future__ import annotations

from collections.abc import Callable

from referee_service.games.empires_north.binding import owed_by
from referee_service.games.empires_north.content import ATTACK, card_of, option_word, scenario
from referee_service.games.empires_north.costs import affords, ask_price, can_pay
from referee_service.games.empires_north.declaring import are_possible
from referee_service.games.empires_north.empire import action_of, amount
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.placing import begin
from referee_service.games.empires_north.questions import Choose, ChooseCost, Effects, Tribute
from referee_service.games.empires_north.running import asking_effect, beneath, branch_off, cost_asked, rule_of
from referee_service.games.empires_north.state import Site, State, site_at
from referee_service.games.empires_north.supply import receive, spend_workers
from referee_service.kernel.pending import asking, pop, push
from referee_service.kernel.state import Frame
from referee_service.kernel.values import merge


def options(state: State) -> list[str]:
    """The options that can be chosen."""
    return OPTIONS[type(state.pending[-1])][0](state)


def chosen(state: State, option: str) -> State:
    """What follows from choosing an option."""
    return OPTIONS[type(state.pending[-1])][1](state, option)


# --- effects --------------------------------------------------------------------------------------------------------


def _branches(state: State) -> list[str]:
    doing, frame = asking_effect(state), beneath(state)
    if doing.name == "gain_one_of":
        return list(doing.options)
    seat = chooser(state)
    return [
        option
        for option, branch in zip(doing.options, doing.branches, strict=True)
        if are_possible(state, seat, branch, frame.slot)
    ]


def _branch(state: State, option: str) -> State:
    doing, frame, seat = asking_effect(state), beneath(state), chooser(state)
    at = doing.options.index(option)
    if doing.name == "choose":
        return branch_off(pop(state), frame, at)
    bundle = doing.bundles[at].items()
    gained = [(kind, amount(state, state.players[seat], count)) for kind, count in bundle]
    return receive(pop(state), seat, gained, rule_of(state, frame))


# --- costs ----------------------------------------------------------------------------------------------------------


def _prices(state: State) -> list[str]:
    """The alternatives that can be paid; workers of the common part are spent already."""
    player, cost, extra = asked(state), cost_asked(state)[1], asking(state, ChooseCost).extra
    return [
        option_word(choice)
        for choice in cost.choice
        if affords(player, merge(owed_by(cost), owed_by(choice), extra)) and player.workers >= choice.worker
    ]


def _price(state: State, option: str) -> State:
    frame, cost = cost_asked(state)
    choice = next(each for each in cost.choice if option_word(each) == option)
    owed = merge(owed_by(cost), owed_by(choice), asking(state, ChooseCost).extra)
    seat = chooser(state)
    return ask_price(spend_workers(pop(state), seat, choice.worker), seat, owed, frame.source)


# --- invaded locations ----------------------------------------------------------------------------------------------


def tributes(state: State, seat: int, site: Site) -> dict[str, Cost]:
    """The ways to pay for the use of an invaded location, with what its Action costs."""
    player, rules = state.players[seat], scenario(state).rules
    found = action_of(state, player, site)
    if found is None:
        return {}
    ways = {option_word(cost): cost for cost in rules.tribute}
    if rules.attack is not None:
        ways[ATTACK] = rules.attack.cost
    cost = card_of(state, found[0]).abilities[found[1]].cost
    return {option: way for option, way in ways.items() if can_pay(state, player, cost, site.slot, way)}


def _site(state: State) -> Site:
    site = site_at(asked(state), asking(state, Tribute).slot)
    assert site is not None
    return site


def _ways(state: State) -> list[str]:
    return list(tributes(state, chooser(state), _site(state)))


def _pay_way(state: State, option: str) -> State:
    seat, site = chooser(state), _site(state)
    way, found = tributes(state, seat, site)[option], action_of(state, asked(state), site)
    assert found is not None
    state = pop(state)
    if option == ATTACK:
        state = push(state, Effects(seat, f"{state.options.scenario}_attack", 0))
    return begin(state, seat, *found, site.slot, way)


OPTIONS: dict[type[Frame], tuple[Callable[[State], list[str]], Callable[[State, str], State]]] = {
    Choose: (_branches, _branch),
    ChooseCost: (_prices, _price),
    Tribute: (_ways, _pay_way),
}
