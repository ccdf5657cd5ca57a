"""The verb `invite_hero`: invite a hero of the row, once a turn, for its price."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import Bag
from referee_service.kernel.game import verb
from referee_service.kernel.keyed_candidates import KeyedCandidates
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import PACKS, content
from ..fields import HeroField
from ..payment import Funds, can_afford, funds_of, is_price_payable, request_price
from ..questions import WelcomeHeroFrame
from ..state import State, resource_pieces, surcharge


class InviteHero(Action, frozen=True, tag="invite_hero"):
    """Invite a hero of the row, once per turn and without villagers. Its price is paid next."""

    hero: HeroField
    """Hero of the row to invite, as the id of its component."""


def price_of(state: State, hero: str) -> Bag:
    """Return the price of a hero at its place in the row."""
    return content(state).hero_prices[hero][state.hero_row.index(hero)]


def key(state: State) -> tuple[tuple[str, ...], Funds] | None:
    """Return the hero row and the funds of the seat, or None if the invitation of this turn is used."""
    return None if state.has_invited else (state.hero_row, funds_of(state))


def offers(hero_row: tuple[str, ...], funds: Funds) -> list[InviteHero]:
    """Return every affordable hero of the row."""
    prices = PACKS.get(funds.pack).hero_prices
    return [
        InviteHero(hero) for place, hero in enumerate(hero_row) if hero and is_price_payable(funds, prices[hero][place])
    ]


candidates = KeyedCandidates(key, offers)


def objections(state: State, action: InviteHero) -> Iterator[Refusal]:
    """Yield every reason why this hero may not be invited."""
    if state.has_invited:
        yield refuse("turn.one_hero")
    if action.hero not in state.hero_row:
        yield refuse("invite_hero.row", hero=action.hero)
    elif not can_afford(state, price_of(state, action.hero)):
        yield refuse("invite_hero.price", hero=action.hero, **facts(state, action))


def apply(state: State, action: InviteHero) -> State:
    """Request the price of the hero. The hero joins once it is paid."""
    price = price_of(state, action.hero)
    state = push(
        replace(state, has_invited=True, evenly_exchanged=()), WelcomeHeroFrame(state.active_seat, action.hero)
    )
    return request_price(state, price, action.hero)


def facts(state: State, action: InviteHero) -> dict[str, Fact]:
    """Return the price of the hero, and the surcharge that it includes."""
    if action.hero not in state.hero_row:
        return {}
    price = resource_pieces(price_of(state, action.hero))
    return {"price": price, "surcharge": surcharge(content(state), state.hero_row, action.hero) or None}


INVITE_HERO = verb(
    InviteHero, candidates, objections, apply, exact=True, kinds={"hero": "invite_hero.hero"}, facts=facts
)
