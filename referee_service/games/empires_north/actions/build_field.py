"""Placement of a field, or of an upgrade under a field of the same goods, before a declared action."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.content.tables import card_of
from referee_service.games.empires_north.effects.requirements import action_stays_possible
from referee_service.games.empires_north.empire.cards import upgrade_hosts
from referee_service.games.empires_north.empire.placement import enter_empire, take_from_hand
from referee_service.games.empires_north.questions import BoostWindowFrame
from referee_service.games.empires_north.state import CardName, Slot, State, deciding_player, deciding_seat
from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class BuildField(Action, frozen=True, tag="build_field"):
    """A field of the hand is placed. An upgrade names the field that it lies under."""

    card: CardName
    host: Slot | None = None


def candidates(state: State) -> list[BuildField]:
    """Return every field and upgrade whose corner shows the action, with each possible host."""
    player, action, offers = deciding_player(state), expect_top(state, BoostWindowFrame).action, list[BuildField]()
    for card, _ in player.hand:
        definition = card_of(state, card)
        if definition.corner_action == action and definition.goods:
            offers += [BuildField(card)] if definition.is_field else []
            offers += [
                BuildField(card, host.slot)
                for host in upgrade_hosts(state, player, definition)
                if definition.is_upgrade
            ]
    return offers


def objections(state: State, action: BuildField) -> Iterator[Refusal]:
    """Yield every reason why this card may not be placed there."""
    definition, player = card_of(state, action.card), deciding_player(state)
    declared = expect_top(state, BoostWindowFrame).action
    if not count_in(player.hand, action.card):
        yield refuse("window.hand", card=action.card)
        return
    if definition.corner_action is None or not definition.goods:
        yield refuse("build_field.field", card=action.card)
        return
    if definition.corner_action != declared:
        yield refuse("window.corner", card=action.card, corner=definition.corner_action, action=declared)
    if action.host is None and not definition.is_field:
        yield refuse("build_field.alone", card=action.card)
    if action.host is not None and not definition.is_upgrade:
        yield refuse("build_field.upgrade", card=action.card)
    elif action.host is not None and action.host not in [
        site.slot for site in upgrade_hosts(state, player, definition)
    ]:
        yield refuse("build_field.goods", card=action.card, slot=action.host)
    if not action_stays_possible(state, deciding_seat(state), action.card, declared):
        yield refuse("window.declared", card=action.card, action=declared)


def apply(state: State, action: BuildField) -> State:
    """Place the field, which yields its goods. The declared action follows."""
    seat = deciding_seat(state)
    state = take_from_hand(pop(state), seat, action.card)
    return enter_empire(state, seat, action.card, event="built", host=action.host)


BUILD_FIELD = verb(BuildField, candidates, objections, apply)
