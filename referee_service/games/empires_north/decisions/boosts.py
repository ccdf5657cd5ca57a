"""Questions of a declared action: the boost or field before it, then the action itself."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import add_to, count_in
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import LAPSED, close_top, expect_top, lapse, pop, push, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_player

from ..content.cards import pieces_in_order
from ..content.tables import card_of, corner_cards, scenario
from ..economy.costs import can_pay
from ..economy.supply import receive
from ..effects.origins import ACTION_PLACES, is_ordered, part_of
from ..effects.requirements import action_stays_possible, can_begin_effects, can_declare, can_perform
from ..effects.runner import begin_ability
from ..empire.cards import fields_of, harvest_yield, ready_fields, upgrade_hosts
from ..empire.placement import enter_empire, take_from_hand
from ..facts import ability_facts, cost_pieces, deciding_twin
from ..fields import HandCard, Slot
from ..places import card_in_slot
from ..questions import (
    BoostWindowFrame,
    ConstructFrame,
    DiscardBoostFrame,
    DrawFrame,
    EffectsFrame,
    EmitEventFrame,
    HarvestFrame,
    PerformActionFrame,
    SailFrame,
)
from ..secrecy import is_any_unseen
from ..state import State, deciding_player, deciding_seat, site_at

# --- perform: a declared action that waits ----------------------------------------------------------------------------


def auto_perform(state: State, frame: PerformActionFrame) -> State:
    """Begin a declared action, or let it lapse if it is impossible now."""
    seat, action = deciding_seat(state), frame.action
    if not can_perform(state, seat, action):
        return lapse(state)
    if action == "explore":
        return _explore(state, seat)
    if action == "populate":
        return emit(receive(pop(state), seat, (("worker", 1),), "score.action"), "populated", seat)
    next_question = {"construct": ConstructFrame, "harvest": HarvestFrame, "sail": SailFrame}[action]
    return replace_top(state, next_question(seat))


def _explore(state: State, seat: int) -> State:
    """Draw a card. Then emit the event, and let a scenario offer something."""
    state = pop(state)
    if state.solo is not None and scenario(state).rules.after_explore:
        state = push(state, EffectsFrame(seat, f"{state.options.scenario}_explore", 0))
    return push(state, EmitEventFrame(seat, "explored"), DrawFrame(CHANCE, seat, 1, "hand"))


def is_action_declared(state: State, frame: PerformActionFrame, below: Below) -> bool:
    """Return whether the player declared the action in this turn, or an effect orders it."""
    return is_ordered(state, frame, below, frame.action)


PERFORM = question(PerformActionFrame, over=ACTION_PLACES, step=auto_perform, fits=is_action_declared)


# --- boost_window: a boost or field of the hand before the action -----------------------------------------------------


class PlayBoost(Action, frozen=True, tag="play_boost"):
    """A boost of the hand is played before the declared action."""

    card: HandCard
    """Boost in the hand whose corner shows the declared action, by its id."""


def play_boost_candidates(state: State) -> list[PlayBoost]:
    """Return every boost of the hand whose corner shows the declared action."""
    action = expect_top(state, BoostWindowFrame).action
    held = ((card, card_of(state, card)) for card, _ in deciding_player(state).hand)
    return [PlayBoost(card) for card, definition in held if definition.is_boost and definition.corner_action == action]


def play_boost_objections(state: State, action: PlayBoost) -> Iterator[Refusal]:
    """Yield every reason why this card may not be played now."""
    definition, seat = card_of(state, action.card), deciding_seat(state)
    declared = expect_top(state, BoostWindowFrame).action
    if not count_in(deciding_player(state).hand, action.card):
        yield refuse("window.hand", card=action.card)
        return
    if definition.immediate is None:
        yield refuse("play_boost.boost", card=action.card)
        return
    if definition.corner_action != declared:
        yield refuse("window.corner", card=action.card, corner=definition.corner_action, action=declared)
    ability, without = definition.abilities[definition.immediate], take_from_hand(state, seat, action.card)
    if not can_pay(without, without.players[seat], ability.cost):
        yield refuse("play_boost.price", card=action.card, cost=cost_pieces(ability.cost))
    if not can_begin_effects(without, seat, ability.effects, None):
        yield refuse("play_boost.possible", card=action.card)
    if not action_stays_possible(state, seat, action.card, declared):
        yield refuse("window.declared", card=action.card, action=declared)


def apply_play_boost(state: State, action: PlayBoost) -> State:
    """Pay for the boost and carry it out. Frames below discard it and perform the declared action."""
    seat, definition = deciding_seat(state), card_of(state, action.card)
    assert definition.immediate is not None
    state = pop(close_top(state, "window.one"))
    state = emit(take_from_hand(state, seat, action.card), "boost_played", seat, card=action.card)
    return begin_ability(
        push(state, DiscardBoostFrame(seat, action.card)), seat, action.card, definition.immediate, None
    )


class BuildField(Action, frozen=True, tag="build_field"):
    """A field or upgrade of the hand is placed before the declared action."""

    card: HandCard
    """Field or upgrade in the hand whose corner shows the declared action, by its id."""
    host: Slot | None = None
    """Slot of the field that the upgrade goes under. Null or left out for a field."""


def build_field_candidates(state: State) -> list[BuildField]:
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


def build_field_objections(state: State, action: BuildField) -> Iterator[Refusal]:
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
        is_empty = site_at(player, action.host) is None
        yield refuse("build_field.goods", card=action.card, host=action.host, empty=action.host if is_empty else None)
    if not action_stays_possible(state, deciding_seat(state), action.card, declared):
        yield refuse("window.declared", card=action.card, action=declared)


def apply_build_field(state: State, action: BuildField) -> State:
    """Place the field, which yields its goods. The declared action follows."""
    seat = deciding_seat(state)
    state = take_from_hand(pop(close_top(state, "window.one")), seat, action.card)
    return enter_empire(state, seat, action.card, event="built", host=action.host)


def auto_boost_window(state: State, frame: BoostWindowFrame) -> State:
    """Close the question if a special has made the action impossible. The action then lapses."""
    is_open = can_declare(state, deciding_seat(state), frame.action)
    return state if is_open else pop(close_top(state, LAPSED))


def is_window_known_empty(state: State) -> bool:
    """Return whether all seats know that no boost or field can come: no hand, or no unseen card with this corner."""
    player, action = deciding_player(state), expect_top(state, BoostWindowFrame).action
    return not player.hand or not is_any_unseen(player, corner_cards(state.pack, player.clan, action))


def is_window_open(state: State, frame: BoostWindowFrame, below: Below) -> bool:
    """Return whether the window belongs to the declared action below, which must be possible."""
    declared = below[-1]
    assert isinstance(declared, PerformActionFrame)
    assert isinstance(frame.seat, int)
    is_same = (declared.action, declared.seat) == (frame.action, frame.seat)
    return is_same and can_declare(state, frame.seat, frame.action)


def play_boost_facts(state: State, action: PlayBoost) -> dict[str, Fact]:
    """Return what the boost costs and brings."""
    definition = card_of(state, action.card)
    assert definition.immediate is not None
    return ability_facts(state, deciding_player(state), definition.abilities[definition.immediate])


def build_field_facts(state: State, action: BuildField) -> dict[str, Fact]:
    """Return what the field yields at once."""
    twin = deciding_twin(state, action.host) if action.host is not None else {}
    return {"gain": pieces_in_order(card_of(state, action.card).goods), **twin}


def boost_window_facts(state: State) -> dict[str, Fact]:
    """Return the declared action."""
    return {"action": expect_top(state, BoostWindowFrame).action}


PLAY_BOOST = verb(
    PlayBoost,
    play_boost_candidates,
    play_boost_objections,
    apply_play_boost,
    kinds={"card": "window.kind"},
    facts=play_boost_facts,
)
BUILD_FIELD = verb(
    BuildField,
    build_field_candidates,
    build_field_objections,
    apply_build_field,
    kinds={"card": "window.kind"},
    facts=build_field_facts,
)
BOOST_WINDOW = question(
    BoostWindowFrame,
    *("play_boost", "build_field", "go_on"),
    over=(PerformActionFrame,),
    step=auto_boost_window,
    fits=is_window_open,
    forced=is_window_known_empty,
    closed_by=("window.one",),
    facts=boost_window_facts,
)


# --- discard_boost: a boost that is carried out first -----------------------------------------------------------------


def auto_discard_boost(state: State, frame: DiscardBoostFrame) -> State:
    """Discard the boost that has been carried out."""
    return with_player(pop(state), deciding_seat(state), discard=add_to(deciding_player(state).discard, frame.card))


def is_boost(state: State, frame: DiscardBoostFrame, below: Below) -> bool:
    """Return whether the card that waits is a boost."""
    return bool(frame.card) and card_of(state, frame.card).is_boost


DISCARD_BOOST = question(DiscardBoostFrame, over=(PerformActionFrame,), step=auto_discard_boost, fits=is_boost)


# --- harvest: a field -------------------------------------------------------------------------------------------------


class Harvest(Action, frozen=True, tag="harvest"):
    """A field yields its goods and those of its upgrades."""

    slot: Slot
    """Slot of a field of the player's empire that is not exhausted, counted from 0."""


def harvest_candidates(state: State) -> list[Harvest]:
    """Return every field that is not exhausted."""
    return [Harvest(slot) for slot in ready_fields(state, deciding_player(state))]


def harvest_objections(state: State, action: Harvest) -> Iterator[Refusal]:
    """Yield the reason if this is no field, or the field is exhausted."""
    field = next((site for site in fields_of(state, deciding_player(state)) if site.slot == action.slot), None)
    if field is None:
        is_empty = site_at(deciding_player(state), action.slot) is None
        yield refuse("harvest.field", slot=action.slot, empty=action.slot if is_empty else None)
    elif field.exhausted:
        yield refuse("harvest.ready", card=field.card)


def apply_harvest(state: State, action: Harvest) -> State:
    """Close the question and gain the goods of the field and of its upgrades."""
    seat, goods = deciding_seat(state), harvest_yield(state, deciding_player(state), action.slot)
    state = emit(pop(state), "harvested", seat, slot=action.slot, card=card_in_slot(state, seat, action.slot))
    return receive(state, seat, sorted(goods.items()), "score.action")


def auto_harvest(state: State, frame: HarvestFrame) -> State:
    """Let the question lapse without a ready field."""
    return state if ready_fields(state, deciding_player(state)) else lapse(state)


def harvest_facts(state: State, action: Harvest) -> dict[str, Fact]:
    """Return what the field and its upgrades yield."""
    goods = harvest_yield(state, deciding_player(state), action.slot)
    return {"gain": pieces_in_order(goods.items()), **deciding_twin(state, action.slot)}


HARVEST = verb(Harvest, harvest_candidates, harvest_objections, apply_harvest, exact=True, facts=harvest_facts)
HARVEST_QUESTION = question(
    HarvestFrame, "harvest", over=ACTION_PLACES, step=auto_harvest, fits=part_of("harvest"), forced=True
)
