"""Possible answers that take a piece: cards of the player's deck or discard pile, and goods on the player's cards.

The verbs `take_card` and `release` apply them. Cards of the empire are chosen in `picking`, named options in
`choosing`.
"""

from __future__ import annotations

from referee_service.games.empires_north.content.cards import Card, Effect, goods_named_by
from referee_service.games.empires_north.content.tables import card_of
from referee_service.games.empires_north.effects.runner import current_effect
from referee_service.games.empires_north.empire.cards import fits_filter, sites_fitting
from referee_service.games.empires_north.questions import SearchFrame, StartingCardFrame
from referee_service.games.empires_north.state import State, deciding_player


def takeable_cards(state: State) -> list[str]:
    """Return the cards of the deck or discard pile that answer the open question."""
    frame, player = state.pending[-1], deciding_player(state)
    if isinstance(frame, StartingCardFrame):
        return [card for card, _ in player.deck if gains(card_of(state, card), frame.good)]
    pile = player.deck if isinstance(frame, SearchFrame) else player.discard
    wanted = current_effect(state).card_filter
    return [card for card, _ in pile if fits_filter(card_of(state, card), wanted)]


def gains(card: Card, good: str) -> bool:
    """Return whether a card gains this good, as a field or by its Action."""
    if card.is_field:
        return good in dict(card.goods)
    return card.action is not None and any(_brings(each, good) for each in card.abilities[card.action].effects)


def _brings(each: Effect, good: str) -> bool:
    """Return whether an effect, or one of its branches, gains this good."""
    return any(good in bundle for bundle in each.bundles) or any(_brings(e, good) for b in each.branches for e in b)


def releasable(state: State) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that the effect in progress may release."""
    current = current_effect(state)
    goods = goods_named_by(current.goods)
    sites = sites_fitting(state, deciding_player(state), current.card_filter)
    return [(good, site.slot) for site in sites for good, _ in site.goods if good in goods]
