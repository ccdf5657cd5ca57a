"""Questions that name an option: a branch of an effect, an alternative cost, or a tribute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from referee_service.kernel.bags import merge_bags
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop, push
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action, Frame

from ..content.cards import goods_owed
from ..content.tables import ATTACK_OPTION, content, cost_label, scenario
from ..economy.costs import can_afford, extra_costs, request_price
from ..economy.supply import lose_points, receive, spend_workers
from ..effects.commitments import are_answers_known
from ..effects.origins import COST_PLACES, cost_below, opened_by, player_of
from ..effects.requirements import can_begin_effects, depends_on_hand, tributes
from ..effects.runner import (
    begin_ability,
    begin_branch,
    current_cost,
    current_effect,
    effects_frame_below,
    score_rule_of,
)
from ..empire.cards import action_of, evaluate_amount
from ..facts import bundle_pieces, cost_pieces, source_facts
from ..fields import OptionName
from ..questions import ChooseCostFrame, ChooseFrame, EffectsFrame, EmitEventFrame, TributeFrame
from ..state import Site, State, deciding_player, deciding_seat, site_at

# --- the verb of all three questions ----------------------------------------------------------------------------------


OfferKind = Literal["gain", "cost", "deed"]
Offer = tuple[OfferKind, tuple[str, ...]]
"""What an option gains or takes, piece by piece, or the name of a deed."""


class Choose(Action, frozen=True, tag="choose"):
    """A choice of one option, by its name."""

    option: OptionName


def apply_choose(state: State, action: Choose) -> State:
    """Carry out the option."""
    return OPTIONS[type(state.pending[-1])][1](state, action.option)


def options(state: State) -> list[str]:
    """Return the options that the open question allows."""
    return OPTIONS[type(state.pending[-1])][0](state)


def auto_choose(state: State, frame: ChooseFrame | ChooseCostFrame | TributeFrame) -> State:
    """Take points from the player if an event leaves no option."""
    if options(state):
        return state
    seat, state = deciding_seat(state), pop(close_top(state, "score.penalty"))
    return lose_points(state, seat, content(state).numbers["penalty"])


def choose_objections(state: State, action: Choose) -> Iterator[Refusal]:
    """Yield the reason if the option is not possible, with what the possible ones gain, take or do."""
    possible = options(state)
    if action.option in possible:
        return
    found: dict[OfferKind, tuple[str, ...]] = {"gain": (), "cost": (), "deed": ()}
    for option in possible:
        kind, pieces = OFFERS[type(state.pending[-1])](state, option)
        found[kind] += pieces
    gains, costs, deeds = found["gain"], found["cost"], found["deed"]
    named = {"others" if gains or costs else "deeds": deeds}
    yield refuse("choose.possible", option=action.option, open=tuple(possible), gains=gains, costs=costs, **named)


def choose_facts(state: State, action: Choose) -> dict[str, Fact]:
    """Return what the option gains or takes, which its label says instead of the name. A deed keeps its name."""
    kind, pieces = OFFERS[type(state.pending[-1])](state, action.option)
    if kind == "deed":
        return {}
    return {"option": (), kind: pieces} if pieces else {"option": (), "nothing": 0, "kind": action.option}


PRICE_OPTION = "pay"
"""The name of the option that pays what an event demands."""
CHOOSE = verb(
    Choose,
    lambda state: map(Choose, options(state)),
    choose_objections,
    apply_choose,
    exact=True,
    any_name=True,
    facts=choose_facts,
)
ARE_OPTIONS_KNOWN = are_answers_known(CHOOSE)
"""The check that all seats know which options can be chosen."""


# --- choose: a branch of an effect, or a bundle -----------------------------------------------------------------------


def possible_branches(state: State) -> list[str]:
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


def branch_offer(state: State, option: str) -> Offer:
    """Return what a bundle or a branch of effects gains or takes. A branch that does more is a deed."""
    current, player = current_effect(state), deciding_player(state)
    at = current.options.index(option)
    if current.name == "gain_one_of":
        return "gain", bundle_pieces(state, player, current.bundles[at])
    branch = current.branches[at]
    if option == PRICE_OPTION:
        return "cost", cost_pieces(branch[0].cost)
    if any(each.name != "gain" for each in branch):
        return "deed", (option,)
    return "gain", tuple(piece for each in branch for piece in bundle_pieces(state, player, each.bundles[0]))


def apply_branch(state: State, option: str) -> State:
    """Begin the chosen branch, or gain the chosen bundle."""
    current, frame, seat = current_effect(state), effects_frame_below(state), deciding_seat(state)
    at = current.options.index(option)
    if current.name == "choose":
        return begin_branch(pop(state), frame, at)
    bundle = current.bundles[at].items()
    gained = [(kind, evaluate_amount(state, state.players[seat], count)) for kind, count in bundle]
    return receive(pop(state), seat, gained, score_rule_of(state, frame))


def are_branches_known(state: State) -> bool:
    """Return whether all seats know the possible branches. Whether a branch can begin must not depend on the hand."""
    return not any(map(depends_on_hand, current_effect(state).branches)) and ARE_OPTIONS_KNOWN(state)


CHOOSE_QUESTION = question(
    ChooseFrame,
    "choose",
    over=(EffectsFrame,),
    step=auto_choose,
    fits=opened_by("choose", "gain_one_of"),
    forced=are_branches_known,
    closed_by=("score.penalty",),
    facts=source_facts,
)


# --- choose_cost: one of the alternative costs ------------------------------------------------------------------------


def payable_costs(state: State) -> list[str]:
    """Return the alternative costs that can be paid. Workers of the common part are already spent."""
    player, cost, extra = deciding_player(state), current_cost(state)[1], expect_top(state, ChooseCostFrame).extra
    return [
        cost_label(choice)
        for choice in cost.choice
        if can_afford(player, merge_bags(goods_owed(cost), goods_owed(choice), extra))
        and player.workers >= choice.worker
    ]


def alternative_offer(state: State, option: str) -> Offer:
    """Return what an alternative cost takes."""
    return "cost", next(cost_pieces(each) for each in current_cost(state)[1].choice if cost_label(each) == option)


def pay_cost(state: State, option: str) -> State:
    """Spend the workers of the chosen alternative and request all goods."""
    frame, cost = current_cost(state)
    choice = next(each for each in cost.choice if cost_label(each) == option)
    owed = merge_bags(goods_owed(cost), goods_owed(choice), expect_top(state, ChooseCostFrame).extra)
    seat = deciding_seat(state)
    return request_price(spend_workers(pop(state), seat, choice.worker), seat, owed, frame.source)


def has_alternatives(state: State, frame: ChooseCostFrame, below: Below) -> bool:
    """Return whether the cost beneath has alternatives, and the extra cost is possible."""
    cost = cost_below(state, below)
    return cost is not None and bool(cost.choice) and frame.extra in extra_costs(state)


CHOOSE_COST = question(
    ChooseCostFrame,
    "choose",
    over=COST_PLACES,
    step=auto_choose,
    fits=has_alternatives,
    forced=ARE_OPTIONS_KNOWN,
    closed_by=("score.penalty",),
    facts=source_facts,
)


# --- tribute: the price for the use of an invaded location ------------------------------------------------------------


def invaded_site(state: State) -> Site:
    """Return the invaded site of the open question."""
    site = site_at(deciding_player(state), expect_top(state, TributeFrame).slot)
    assert site is not None
    return site


def tribute_options(state: State) -> list[str]:
    """Return the tributes that can be paid."""
    return list(tributes(state, deciding_seat(state), invaded_site(state)))


def tribute_offer(state: State, option: str) -> Offer:
    """Return what a tribute takes. An attack is a deed."""
    tribute = next((cost for cost in scenario(state).rules.tribute if cost_label(cost) == option), None)
    return ("cost", cost_pieces(tribute)) if tribute is not None else ("deed", (option,))


def tribute_facts(state: State) -> dict[str, Fact]:
    """Return the invaded card."""
    return {"card": invaded_site(state).card}


def pay_tribute(state: State, option: str) -> State:
    """Begin the Action with the chosen tribute as an extra cost. An attack also has effects."""
    seat, site = deciding_seat(state), invaded_site(state)
    extra, action = tributes(state, seat, site)[option], action_of(state, deciding_player(state), site)
    assert action is not None
    state = pop(state)
    if option == ATTACK_OPTION:
        state = push(state, EffectsFrame(seat, f"{state.options.scenario}_attack", 0))
    return begin_ability(state, seat, *action, site.slot, extra)


def is_tribute_due(state: State, frame: TributeFrame, below: Below) -> bool:
    """Return whether an invaded card is used, and can be paid for."""
    event, site = below[-1], site_at(player_of(state, frame), frame.slot)
    assert isinstance(event, EmitEventFrame)
    assert isinstance(frame.seat, int)
    if site is None or (event.event, event.slot) != ("location_used", frame.slot):
        return False
    return site.invaded and site.exhausted and bool(tributes(state, frame.seat, site))


TRIBUTE = question(
    TributeFrame,
    "choose",
    over=(EmitEventFrame,),
    step=auto_choose,
    fits=is_tribute_due,
    forced=ARE_OPTIONS_KNOWN,
    closed_by=("score.penalty",),
    facts=tribute_facts,
)

OPTIONS: dict[type[Frame], tuple[Callable[[State], list[str]], Callable[[State, str], State]]] = {
    ChooseFrame: (possible_branches, apply_branch),
    ChooseCostFrame: (payable_costs, pay_cost),
    TributeFrame: (tribute_options, pay_tribute),
}
"""For each question of the verb `choose`, the function that lists its options and the one that applies an option."""

OFFERS: dict[type[Frame], Callable[[State, str], Offer]] = {
    ChooseFrame: branch_offer,
    ChooseCostFrame: alternative_offer,
    TributeFrame: tribute_offer,
}
"""For each question of the verb `choose`, the function that returns what an option gains, takes or does."""
