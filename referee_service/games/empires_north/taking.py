"""Questions about cards of one's deck or discard pile, and about goods on one's cards."""

from __future__ import annotations

from referee_service.games.empires_north.binding import Card, Effect, goods_meant
from referee_service.games.empires_north.content import card_of
from referee_service.games.empires_north.empire import is_meant, sites_meant
from referee_service.games.empires_north.picking import asked
from referee_service.games.empires_north.questions import Found, Search
from referee_service.games.empires_north.running import asking_effect
from referee_service.games.empires_north.state import State


def takeable(state: State) -> list[str]:
    """The cards of the deck or discard pile that answer the question being asked."""
    frame, player = state.pending[-1], asked(state)
    if isinstance(frame, Found):
        return [card for card, _ in player.deck if gains(card_of(state, card), frame.good)]
    pile = player.deck if isinstance(frame, Search) else player.discard
    wanted = asking_effect(state).meant
    return [card for card, _ in pile if is_meant(card_of(state, card), wanted)]


def gains(card: Card, good: str) -> bool:
    """Whether a card brings a good as a field or by its Action."""
    if card.is_field:
        return good in dict(card.goods)
    return card.action is not None and any(_brings(each, good) for each in card.abilities[card.action].effects)


def _brings(each: Effect, good: str) -> bool:
    return any(good in bundle for bundle in each.bundles) or any(_brings(e, good) for b in each.branches for e in b)


def releasable(state: State) -> list[tuple[str, int]]:
    """The goods that may be released, and the cards on which they lie."""
    doing = asking_effect(state)
    goods = goods_meant(doing.what)
    sites = sites_meant(state, asked(state), doing.meant)
    return [(good, site.slot) for site in sites for good, _ in site.goods if good in goods]
