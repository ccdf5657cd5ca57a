"""Prices: the payment of a building or a hero, and the hero that joins once it is paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from referee_service.kernel.actions.pay import Pay, pay_verb
from referee_service.kernel.bags import Bag, count_in
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame, usable_sources
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action, Frame
from referee_service.kernel.tuples import with_player

from ..actions.invite_hero import price_of
from ..common_board import remove_hero
from ..content.tables import RESOURCES, content
from ..effects import gain_villagers
from ..payment import PAYMENT_RULES, is_payable
from ..questions import PlaceBuildingFrame, WelcomeHeroFrame
from ..reserve import covers_price
from ..state import State, amount_of, has_permit, resource_pieces

# --- welcome_hero: a hero that waits for its price --------------------------------------------------------------------


def auto_welcome_hero(state: State, frame: WelcomeHeroFrame) -> State:
    """Give a paid hero and its bonus villagers to the active player, and move the row."""
    seat = state.active_seat
    state = with_player(pop(state), seat, heroes=tuple(sorted((*state.active_player.heroes, frame.hero))))
    villagers = content(state).heroes[frame.hero].villagers
    state = emit(remove_hero(state, frame.hero), "hero_invited", seat, hero=frame.hero)
    return gain_villagers(state, seat, villagers) if villagers else state


def is_hero_in_row(state: State, frame: WelcomeHeroFrame, below: Below) -> bool:
    """Return whether the hero is in the row."""
    return frame.hero in state.hero_row


WELCOME_HERO = question(WelcomeHeroFrame, stages=("invited",), step=auto_welcome_hero, fits=is_hero_in_row)


# --- payment: a price that the reserve does not cover -----------------------------------------------------------------


def is_price_due(state: State, frame: PaymentFrame, below: Below) -> bool:
    """Return whether the price belongs to the frame beneath, is not covered yet, and can be paid."""
    if (frame.purpose, frame.owed) != expected_price(state, below[-1]):
        return False
    return not covers_price(frame.pool, frame.owed) and is_payable(
        state, frame.owed, frame.pool, dict(state.active_player.reserve)
    )


def expected_price(state: State, beneath: Frame) -> tuple[str, Bag]:
    """Return the purpose and the price that the frame beneath a payment needs."""
    if isinstance(beneath, PlaceBuildingFrame):
        return beneath.building, content(state).buildings[beneath.building].cost
    assert isinstance(beneath, WelcomeHeroFrame)
    return beneath.hero, price_of(state, beneath.hero)


def pay_objections(state: State, action: Pay) -> Iterator[Refusal]:
    """Yield every reason why this source may not be used: by the rules of the game, else by those of any payment."""
    tables, frame = content(state), expect_top(state, PaymentFrame)
    source = next(each for each in (*tables.sources, *tables.even_sources) if each.name == action.source)
    if source in tables.even_sources and not has_permit(state, state.active_player, "even_exchange"):
        yield refuse("exchange.even")
    elif source.piece_cost > amount_of(state.active_player, source.stock):
        yield refuse("pay.held", resource=source.stock)
    elif lacking := [kind for kind, n in source.consumes for _ in range(n - count_in(frame.pool, kind))]:
        yield refuse("pay.laid", source=source.name, lacking=tuple(lacking))
    else:
        yield from ANY_GAME_PAY.objections(state, action)


def price_facts(state: State) -> dict[str, Fact]:
    """Return the price, what is laid down, what is paid for, and the ways to pay (`ways`)."""
    frame = expect_top(state, PaymentFrame)
    usable = usable_sources(PAYMENT_RULES, state, frame)
    ways = {
        "lay": any(source.name in RESOURCES for source in usable),
        "swap": any(source.consumes for source in usable),
        "even": any(source in content(state).even_sources for source in usable),
        "cheapest": True,
    }
    return {
        "owed": resource_pieces(frame.owed),
        "paid": resource_pieces(frame.pool),
        "purpose": frame.purpose,
        "ways": tuple([way for way, is_open in ways.items() if is_open]),
    }


def pay_facts(state: State, action: Action) -> dict[str, Fact]:
    """Return the resource that is laid down (`laid`), or the exchange of laid resources (`exchange`)."""
    assert isinstance(action, Pay)
    return {"laid" if action.source in RESOURCES else "exchange": action.source}


ANY_GAME_PAY = pay_verb(PAYMENT_RULES)
PAY = replace(
    ANY_GAME_PAY,
    objections=cast("Callable[[State, Action], Iterator[Refusal]]", pay_objections),
    kinds={"source": "pay.resource"},
    facts=pay_facts,
)
PAYMENT = question(
    PaymentFrame,
    *("pay", "pay_cheapest"),
    over=(PlaceBuildingFrame, WelcomeHeroFrame),
    fits=is_price_due,
    closed_by=("pay.paid", "ruling.payment"),
    refused={"exchange": "ruling.payment"},
    facts=price_facts,
)
