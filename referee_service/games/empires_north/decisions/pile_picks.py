"""Questions about a card of a hand, a deck or a discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import Bag, add_to, count_in, remove_from
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, lapse, pop, push
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import choose_verb

from ..content.cards import Card, Effect
from ..content.tables import card_of
from ..economy.costs import can_pay, request_cost
from ..economy.supply import discard_from_hand
from ..effects.origins import ACTION_PLACES, cost_below, opened_by, opening_effect, part_of, player_of
from ..effects.runner import COUNT_RULE, count_down, current_effect
from ..empire.cards import fits_filter
from ..empire.placement import (
    cover_cost,
    enter_empire,
    has_foundations,
    is_constructible,
    is_placeable,
    kind_objections,
    legal_sites,
    site_objections,
    take_from_hand,
)
from ..facts import cost_pieces, several, source_facts, twin_facts
from ..fields import HandCard, PileCard, Slot
from ..questions import (
    BuildFreeFrame,
    ConstructFrame,
    DiscardHandFrame,
    EffectsFrame,
    PayFromHandFrame,
    PayWithCardFrame,
    PlaceFrame,
    SearchFrame,
    StartingCardFrame,
    TakeBackFrame,
)
from ..secrecy import is_discard_known, unseen_cards, with_largest_hand
from ..state import State, deciding_player, deciding_seat, hand_size

# --- construct: a location of the hand, placed free -------------------------------------------------------------------


class Construct(Action, frozen=True, tag="construct"):
    """A location of the hand is placed free."""

    card: HandCard
    """Location in the hand, by its id: `seal_hunters`."""
    over: Slot | None = None
    """Slot of the location to cover (scenario Outpost). Null or left out to cover none."""


def fits_effect(state: State, card: str) -> bool:
    """Return whether the effect in progress may place this card. Construct may place any location."""
    if not isinstance(state.pending[-1], BuildFreeFrame):
        return True
    return fits_filter(card_of(state, card), current_effect(state).card_filter)


def construct_candidates(state: State) -> list[Construct]:
    """Return every location of the hand that the effect may place, with every legal site."""
    return [
        Construct(card, over)
        for card, _ in deciding_player(state).hand
        if is_placeable(state, card) and fits_effect(state, card)
        for over in legal_sites(state, deciding_seat(state), card)
        if can_pay(state, deciding_player(state), cover_cost(state, over))
    ]


def construct_objections(state: State, action: Construct) -> Iterator[Refusal]:
    """Yield every reason why this card may not be placed there."""
    if not count_in(deciding_player(state).hand, action.card):
        yield refuse("build.hand", card=action.card)
    yield from kind_objections(state, action.card)
    if not is_placeable(state, action.card):
        return
    if not fits_effect(state, action.card):
        yield refuse("construct.meant", card=action.card)
    yield from site_objections(state, deciding_seat(state), action.card, action.over)


def apply_construct(state: State, action: Construct) -> State:
    """Take the card from the hand and place it. Covering another location still costs."""
    seat = deciding_seat(state)
    state = push(take_from_hand(pop(state), seat, action.card), PlaceFrame(seat, action.card, over=action.over))
    return request_cost(state, seat, cover_cost(state, action.over), action.card)


def auto_construct(state: State, frame: ConstructFrame) -> State:
    """Let the question lapse if no card of the hand can be placed."""
    seat, hand = deciding_seat(state), deciding_player(state).hand
    return state if any(is_constructible(state, seat, card) for card, _ in hand) else lapse(state)


def construct_facts(state: State, action: Construct) -> dict[str, Fact]:
    """Return what covering another location costs."""
    return {"cost": cost_pieces(cover_cost(state, action.over)), **twin_facts(deciding_player(state), action.over)}


CONSTRUCT = verb(
    Construct,
    construct_candidates,
    construct_objections,
    apply_construct,
    exact=True,
    kinds={"card": "build.kind"},
    facts=construct_facts,
)


def is_last_card_placed(state: State) -> bool:
    """Return whether all seats know that one answer is left: the only card of the hand, with a single place for it."""
    return hand_size(deciding_player(state)) == 1 and not has_foundations(state)


CONSTRUCT_QUESTION = question(
    ConstructFrame,
    "construct",
    over=ACTION_PLACES,
    step=auto_construct,
    fits=part_of("construct"),
    forced=is_last_card_placed,
)


# --- build_free: a card that an effect places -------------------------------------------------------------------------


def is_placing_known_impossible(state: State) -> bool:
    """Return whether all seats know that no card can be placed: the hand is empty, or no unseen card fits."""
    return not construct_candidates(with_largest_hand(state, deciding_seat(state)))


BUILD_FREE = question(
    BuildFreeFrame,
    *("construct", "decline"),
    over=(EffectsFrame,),
    fits=opened_by("build"),
    forced=is_placing_known_impossible,
    facts=source_facts,
)


# --- search: a card of the deck ---------------------------------------------------------------------------------------


class TakeCard(Action, frozen=True, tag="take_card"):
    """A card is taken from the deck or discard pile, into the hand or as a starting card."""

    card: PileCard
    """Id of the card. If the player searches the deck, only that seat sees it."""


def takeable_cards(state: State) -> list[str]:
    """Return the cards of the deck or discard pile that answer the open question."""
    player = deciding_player(state)
    return fitting_cards(state, player.discard if isinstance(state.pending[-1], TakeBackFrame) else player.deck)


def fitting_cards(state: State, pile: Bag) -> list[str]:
    """Return the cards of a pile that the open question may take."""
    frame = state.pending[-1]
    if isinstance(frame, StartingCardFrame):
        return [card for card, _ in pile if gains(card_of(state, card), frame.good)]
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


def apply_take_card(state: State, action: TakeCard) -> State:
    """Move the card to the hand. A starting card of a scenario enters the empire instead."""
    frame, seat, player = state.pending[-1], deciding_seat(state), deciding_player(state)
    state = pop(state)
    if isinstance(frame, StartingCardFrame):
        state = with_player(state, seat, deck=remove_from(player.deck, action.card))
        return enter_empire(state, seat, action.card, event="built")
    hand = add_to(player.hand, action.card)
    if isinstance(frame, SearchFrame):
        state = with_player(state, seat, deck=remove_from(player.deck, action.card), hand=hand)
        return emit_secret(state, "searched", seat, to=(seat,), secrets={"card": action.card})
    state = with_player(state, seat, discard=remove_from(player.discard, action.card), hand=hand)
    return emit(state, "taken_back", seat, card=action.card)


def take_card_visible_to(state: State, action: TakeCard) -> tuple[int, ...] | None:
    """Return the seat that searches its deck. All seats see a card that comes from the discard pile."""
    return (deciding_seat(state),) if isinstance(state.pending[-1], SearchFrame) else None


def is_search_known_vain(state: State) -> bool:
    """Return whether all seats know that no card can be taken: the deck is empty, or no unseen card fits."""
    player = deciding_player(state)
    return not player.deck or not fitting_cards(state, unseen_cards(player))


TAKE_CARD = choose_verb(
    TakeCard, takeable_cards, apply_take_card, rule="take_card.meant", visible_to=take_card_visible_to
)
SEARCH = question(
    SearchFrame,
    *("take_card", "decline"),
    over=(EffectsFrame,),
    fits=opened_by("search"),
    forced=is_search_known_vain,
    facts=source_facts,
)


# --- take_back: a card of the discard pile ----------------------------------------------------------------------------


def auto_take_back(state: State, frame: TakeBackFrame) -> State:
    """Let the question lapse if no card of the discard pile fits."""
    return state if takeable_cards(state) else lapse(state)


TAKE_BACK = question(
    TakeBackFrame,
    "take_card",
    over=(EffectsFrame,),
    step=auto_take_back,
    fits=opened_by("return_to_hand"),
    forced=True,
    facts=source_facts,
)


# --- starting_card: a card of the deck that begins in the empire ------------------------------------------------------


def starting_card_facts(state: State) -> dict[str, Fact]:
    """Return what the card must gain."""
    return {"good": expect_top(state, StartingCardFrame).good}


STARTING_CARD = question(
    StartingCardFrame, "take_card", "decline", forced=is_search_known_vain, facts=starting_card_facts
)


# --- pay_from_hand: cards of the hand as the price --------------------------------------------------------------------


class DiscardCard(Action, frozen=True, tag="discard_card"):
    """A card of the hand is discarded, as a price or for an event."""

    card: HandCard
    """Any card in the hand, by its id: `seal_hunters`."""


def cards_in_hand(state: State) -> list[str]:
    """Return the cards of the hand, each once."""
    return [card for card, _ in deciding_player(state).hand]


def apply_discard_card(state: State, action: DiscardCard) -> State:
    """Put the card face up on the discard pile, and close the question after the last one."""
    frame, seat = state.pending[-1], deciding_seat(state)
    state = count_down(state, frame) if isinstance(frame, PayFromHandFrame) else pop(state)
    return discard_from_hand(state, seat, action.card)


def is_hand_due(state: State, frame: PayFromHandFrame, below: Below) -> bool:
    """Return whether the cost beneath is paid with this many cards of the hand."""
    cost = cost_below(state, below)
    if cost is None:
        return False
    return 1 <= frame.remaining <= min(cost.card_from_hand, hand_size(player_of(state, frame)))


def is_deciding_discard_known(state: State) -> bool:
    """Return whether all seats know how many different cards the deciding player can discard."""
    return is_discard_known(deciding_player(state))


DISCARD_CARD = choose_verb(DiscardCard, cards_in_hand, apply_discard_card, rule="discard_card.hand")


def pay_from_hand_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and how many cards are still to be discarded."""
    return {**source_facts(state), **several(expect_top(state, PayFromHandFrame).remaining)}


PAY_FROM_HAND = question(
    PayFromHandFrame,
    "discard_card",
    over=(EffectsFrame, PayWithCardFrame),
    fits=is_hand_due,
    forced=is_deciding_discard_known,
    closed_by=(COUNT_RULE,),
    facts=pay_from_hand_facts,
)


# --- discard_hand: a card of the hand that an event takes -------------------------------------------------------------


def can_discard(state: State, frame: DiscardHandFrame, below: Below) -> bool:
    """Return whether an effect takes a card, and the hand has one."""
    return opening_effect(state, frame, below, "discard_hand") is not None and hand_size(player_of(state, frame)) > 0


DISCARD_HAND = question(
    DiscardHandFrame,
    "discard_card",
    over=(EffectsFrame,),
    fits=can_discard,
    forced=is_deciding_discard_known,
    facts=source_facts,
)
