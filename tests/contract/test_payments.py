"""Contract of payments: in real positions, the cheapest steps of every game cost no more than those of the oracle."""

import dataclasses
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers import payment as dice_settlers
from referee_service.games.empires_north.economy import costs as empires_north
from referee_service.games.medievalia.payment import rules as medievalia
from referee_service.games.medievalia.payment.affordability import HAND_PREFIX
from referee_service.games.settlement import payment as settlement
from referee_service.kernel import payment as kernel
from referee_service.kernel.bags import add_to
from referee_service.kernel.engine import apply, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, is_paid, is_usable, next_step
from referee_service.kernel.pending import replace_top
from referee_service.kernel.state import State
from referee_service.kernel.tuples import without
from tests.contract.playthroughs import GAMES, playthroughs
from tests.games.payment_oracle import Cost, Measure, add_costs, pieces_of, search_cheapest_steps
from tests.kernel.toy import payment as toy

MAX_POSITIONS = 25
"""How many payments of each game are compared, per number of seats."""
MAX_EXTRA_PRICE = 5
"""Most pieces that a dearer price adds, so that some prices are not payable."""


def gold_last(source: PaymentSource) -> Cost:
    """Return the pieces of one use, then the gold among them."""
    return (source.piece_cost, source.piece_cost * (source.stock in ("gold", dice_settlers.GOLD_TOKEN)))


def hand_first(source: PaymentSource) -> Cost:
    """Return the hand cards of one use, then the lands and units it turns."""
    from_hand = source.piece_cost * source.stock.startswith(HAND_PREFIX)
    return (from_hand, source.piece_cost - from_hand)


class PaymentContract(NamedTuple):
    """The payment rules of a game, and the cost that its cheapest payment keeps low."""

    rules: PaymentRules
    cost_of: Measure
    max_pieces: int = 8
    """Most pieces in all stocks of a compared payment. The oracle is too slow for more."""


CONTRACTS: dict[str, PaymentContract] = {
    "settlement": PaymentContract(settlement.PAYMENT_RULES, pieces_of),
    "dice_settlers": PaymentContract(dice_settlers.PAYMENT_RULES, gold_last),
    "empires_north": PaymentContract(empires_north.PAYMENT_RULES, gold_last),
    "medievalia": PaymentContract(medievalia.PAYMENT_RULES, hand_first, max_pieces=4),
    "caravan": PaymentContract(toy.PAYMENT_RULES, pieces_of),
}
each_paying_table = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(GAMES[name], seats, id=f"{name}-{seats}") for name in CONTRACTS for seats in GAMES[name].seats],
)


# --- positions ------------------------------------------------------------------------------------------------------


def payment_positions(game: AnyGame, seats: int, rng: random.Random) -> Iterator[State]:
    """Yield the positions of random games with an open payment, and those that random steps of it lead to."""
    for played in playthroughs(game, seats):
        for ply in played.plies:
            state = ply.before.state
            while game.turn(state) is not None and game.turn(state).question == "payment":
                yield state
                state, _ = apply(game, state, rng.choice(legal_actions(game, state, kind="pay")))


def compared_payments(game: AnyGame, seats: int) -> list[State]:
    """Return distinct real payments, spread evenly, and the same positions with a dearer price."""
    rng, distinct = random.Random(seats), {}
    for state in payment_positions(game, seats, rng):
        contract = CONTRACTS[game.name]
        sources, stocks = contract.rules.sources(state)
        key = (top_payment(state), tuple(sources), tuple(stocks.items()))
        if sum(stocks.values()) <= contract.max_pieces:
            distinct.setdefault(key, state)
    states = list(distinct.values())
    chosen = states[:: max(1, len(states) // MAX_POSITIONS)][:MAX_POSITIONS]
    return [*chosen, *(with_dearer_price(state, rng) for state in chosen)]


def top_payment(state: State) -> PaymentFrame:
    """Return the open payment of a position."""
    frame = state.pending[-1]
    assert isinstance(frame, PaymentFrame)
    return frame


def with_dearer_price(state: State, rng: random.Random) -> State:
    """Return the position with some more pieces owed, of a kind that is owed already."""
    frame = top_payment(state)
    kind, more = rng.choice(frame.owed)[0], rng.randint(1, MAX_EXTRA_PRICE)
    return replace_top(state, replace(frame, owed=add_to(frame.owed, kind, more)))


# --- comparison -----------------------------------------------------------------------------------------------------


def disagreement(contract: PaymentContract, state: State) -> str | None:
    """Return how the game and the oracle differ about the open payment, or None if they agree."""
    rules, frame, (sources, stocks) = contract.rules, top_payment(state), contract.rules.sources(state)
    searched = search_cheapest_steps(frame.owed, frame.pool, sources, stocks, rules.wildcards, cost_of=contract.cost_of)
    if is_payable_in_game(rules, state) != (searched is not None):
        return f"the game and the oracle disagree whether {frame} is payable; the oracle finds {searched}"
    if searched is None:
        return None
    planned, by_name = rules.cheapest_steps(state, frame), {source.name: source for source in sources}
    if not pays(rules, state, planned):
        return f"{planned} does not pay {frame}"
    costs = [add_costs(*(contract.cost_of(by_name[name]) for name in steps)) for steps in (planned, searched)]
    return None if costs[0] == costs[1] else f"{frame}: {planned} costs {costs[0]}, but {searched} costs {costs[1]}"


def is_payable_in_game(rules: PaymentRules, state: State) -> bool:
    """Return whether the open payment is payable by the game's own function, or by the kernel's if it has none."""
    frame, (sources, stocks) = top_payment(state), rules.sources(state)
    if rules.is_payable is not None:
        return rules.is_payable(state, frame.owed, frame.pool, stocks)
    return kernel.is_payable(frame.owed, frame.pool, sources, stocks, rules.wildcards)


def pays(rules: PaymentRules, state: State, steps: tuple[str, ...]) -> bool:
    """Return whether these steps, in the order of `pay_cheapest`, can all be used and cover the price."""
    frame, (sources, stocks) = top_payment(state), rules.sources(state)
    by_name, remaining = {source.name: source for source in sources}, dict(stocks)
    while steps:
        if not set(steps) <= set(by_name):
            return False
        usable = [name for name in steps if is_usable(by_name[name], frame.pool, remaining.get(by_name[name].stock, 0))]
        if not usable:
            return False
        source = next_step(tuple(usable), frame.pool, by_name)
        remaining[source.stock] = remaining.get(source.stock, 0) - source.piece_cost
        steps, frame = without(steps, source.name), kernel.payment_after(frame, source)
    return is_paid(rules, frame)


def test_every_game_with_payments_has_a_contract():
    assert set(CONTRACTS) == {name for name, game in GAMES.items() if "pay_cheapest" in game.verbs}


@each_paying_table
def test_the_cheapest_steps_of_a_game_cost_no_more_than_those_of_the_oracle(game, seats, record_property):
    contract, states = CONTRACTS[game.name], compared_payments(game, seats)
    payable = sum(is_payable_in_game(contract.rules, state) for state in states)
    assert 0 < payable < len(states), "some prices are payable, and some dearer ones are not"
    disagreements = [found for state in states if (found := disagreement(contract, state)) is not None]
    assert not disagreements, disagreements[:3]
    record_property("figures", f"{game.name} {seats}: {payable} of {len(states)} compared payments are payable")


# --- wrong rules are found ------------------------------------------------------------------------------------------


def waste_a_piece(rules: PaymentRules) -> PaymentRules:
    """Return the rules with cheapest steps that use one piece more than needed, if the payer has it."""

    def steps_and_one_more(state: State, frame: PaymentFrame) -> tuple[str, ...]:
        steps, (sources, stocks) = rules.cheapest_steps(state, frame), rules.sources(state)
        stock_of = {source.name: source.stock for source in sources}
        used = [stock_of[name] for name in steps]
        spare = [
            source.name
            for source in sources
            if not source.consumes and used.count(source.stock) < stocks.get(source.stock, 0)
        ]
        return (*steps, *spare[:1])

    return dataclasses.replace(rules, cheapest_steps=steps_and_one_more)


def skip_a_step(rules: PaymentRules) -> PaymentRules:
    """Return the rules with cheapest steps that lack the last one."""
    return dataclasses.replace(rules, cheapest_steps=lambda state, frame: rules.cheapest_steps(state, frame)[:-1])


def allow_every_price(rules: PaymentRules) -> PaymentRules:
    """Return the rules with every price payable."""
    return dataclasses.replace(rules, is_payable=lambda state, owed, pool, stocks: True)


def refuse_every_price(rules: PaymentRules) -> PaymentRules:
    """Return the rules with no price payable."""
    return dataclasses.replace(rules, is_payable=lambda state, owed, pool, stocks: False)


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (waste_a_piece, " costs "),
        (skip_a_step, "does not pay"),
        (allow_every_price, "disagree whether"),
        (refuse_every_price, "disagree whether"),
    ],
)
@pytest.mark.parametrize("name", CONTRACTS)
def test_the_comparison_finds_wrong_payment_rules(name, spoil, found):
    contract = CONTRACTS[name]._replace(rules=spoil(CONTRACTS[name].rules))
    states = compared_payments(GAMES[name], GAMES[name].seats[0])
    assert any(found in (disagreement(contract, state) or "") for state in states)
