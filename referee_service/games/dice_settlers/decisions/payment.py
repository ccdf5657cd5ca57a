"""Payment: the symbols or tokens that the frame beneath costs."""

from __future__ import annotations

from collections.abc import Collection

from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame, covers, usable_sources, use_source
from referee_service.kernel.pending import close_top
from referee_service.kernel.question import Below, question

from ..content.tables import TOKENS, content
from ..main_actions import recruit_price
from ..payment import (
    HALF_SYMBOL,
    JOIN_HALVES,
    PAYMENT_RULES,
    can_pay_tokens,
    cheapest_steps,
    is_payable,
    is_token_price,
    sources,
)
from ..prompts import payment_prompt_facts
from ..questions import (
    ActingFrame,
    AdjustFrame,
    ChooseTileFrame,
    DrawTilesFrame,
    RecruitingFrame,
    ResearchingFrame,
    SellDieFrame,
)
from ..state import State, number_bonus

# --- payment: the pieces that pay -------------------------------------------------------------------------------------


def auto_payment(state: State, frame: PaymentFrame) -> State:
    """Use a source if there is no choice: only one source is usable, or all usable pieces are needed."""
    usable = usable_sources(PAYMENT_RULES, state, frame)
    if len(usable) > 1:
        stocks = sources(state)[1]
        available = sum(stocks[stock] for stock in {source.stock for source in usable})
        needed = sum(name != JOIN_HALVES for name in cheapest_steps(state, frame))
        if needed < available:
            return state
    return use_source(PAYMENT_RULES, close_top(state, "ruling.payment"), frame, usable[0])


def is_payment_due(state: State, frame: PaymentFrame, below: Below) -> bool:
    """Return whether the price is that of the frame beneath, is not covered yet, and can be paid."""
    purpose, prices = prices_due(state, below)
    if frame.purpose != purpose or frame.owed not in prices:
        return False
    if frame is not state.pending[-1]:
        return is_token_price(frame.owed) and not frame.pool and can_pay_tokens(state.active_player, frame.owed)
    money = set(dict(frame.owed)) | (set() if is_token_price(frame.owed) else {HALF_SYMBOL})
    is_open = set(dict(frame.pool)) <= money and not covers(frame.pool, frame.owed, {})
    return is_open and is_payable(state, frame.owed, frame.pool, sources(state)[1])


def prices_due(state: State, below: Below) -> tuple[str, Collection[Bag]]:
    """Return the purpose of a payment over these frames, and the prices that it may have."""
    match below[-1]:
        case AdjustFrame(price=price):
            return price, [((price, 1),)]
        case RecruitingFrame(dice=dice):
            return "recruit", [(("recruit", recruit_price(state, len(dice))),)]
        case DrawTilesFrame(remaining=remaining):
            return "explore", explore_prices(state, below, remaining)
        case ResearchingFrame(technology=technology) | PaymentFrame(purpose=technology):
            return technology, research_prices(state, below, technology)
        case ActingFrame(action=action):
            return action, [((symbol, 1),) for symbol in (TOKENS if action == "harvest" else (action,))]
        case _:
            return "trade", [(("trade", 1),)]


def explore_prices(state: State, below: Below, tiles: int) -> Collection[Bag]:
    """Return the price of this number of tiles. It is paid before a tile is drawn."""
    choice, bonus = below[-2], number_bonus(state, state.active_player, "explored_tiles")
    is_undrawn = isinstance(choice, ChooseTileFrame) and not choice.tiles
    return [(("explore", tiles - bonus),)] if is_undrawn else []


def research_prices(state: State, below: Below, technology: str) -> Collection[Bag]:
    """Return the price of a technology. Its tokens lie beneath its symbols, which are paid first."""
    researched = content(state).technologies.get(technology)
    if researched is None or (isinstance(below[-1], PaymentFrame) and not isinstance(below[-2], ResearchingFrame)):
        return []
    is_first = isinstance(below[-1], ResearchingFrame)
    return [researched.tokens] if is_first and researched.tokens else [(("research", researched.row.research),)]


PAYMENT = question(
    PaymentFrame,
    *("pay", "pay_cheapest"),
    stages=("roll", "action"),
    over=(
        AdjustFrame,
        RecruitingFrame,
        DrawTilesFrame,
        ResearchingFrame,
        PaymentFrame,
        ActingFrame,
        SellDieFrame,
    ),
    step=auto_payment,
    fits=is_payment_due,
    closed_by=("ruling.payment",),
    facts=payment_prompt_facts,
)
