"""Invite a hero of the row into the colony, for the price on the card and the surcharge of the place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.settlement.content import DIAMOND, content
from referee_service.games.settlement.paying import ask_price, can_afford
from referee_service.games.settlement.state import State, WelcomeHero, surcharge
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import Bag, add_to


class InviteHero(Action, frozen=True, tag="invite_hero"):
    """Invite a hero."""

    hero: Annotated[str, Domain("hero")]


def price_of(state: State, hero: str) -> Bag:
    """What a hero of the row costs where it stands."""
    tables = content(state)
    return add_to(tables.costs[hero], DIAMOND, surcharge(tables, state.row, hero))


def candidates(state: State) -> list[InviteHero]:
    """Every hero of the row that can be paid."""
    if state.invited:
        return []
    return [InviteHero(hero) for hero in state.row if hero and can_afford(state, price_of(state, hero))]


def objections(state: State, action: InviteHero) -> Iterator[Refusal]:
    """Why this hero may not be invited; nothing yielded means it may."""
    if state.invited:
        yield refuse("turn.one_hero")
    if action.hero not in state.row:
        yield refuse("invite_hero.row", hero=action.hero)
    elif not can_afford(state, price_of(state, action.hero)):
        more = surcharge(content(state), state.row, action.hero)
        yield refuse("invite_hero.price", hero=action.hero, surcharge=more)


def apply(state: State, action: InviteHero) -> State:
    """The hero comes as soon as the price is paid."""
    price = price_of(state, action.hero)
    state = push(replace(state, invited=True, swapped=()), WelcomeHero(state.active, action.hero))
    return ask_price(state, price, action.hero)


INVITE_HERO = verb(InviteHero, candidates, objections, apply, exact=True)
