"""Questions of a lookout: islands are turned up, cards are drawn, kept and discarded. Effects draw and reveal too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, bag_of, count_in, merge_bags, remove_from, size_of
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.game import chance_verb, verb
from referee_service.kernel.pending import expect_top, lapse, pop, push, replace_top
from referee_service.kernel.question import Below, Question, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import draw_verb

from ..content.tables import content
from ..economy.supply import reshuffle_deck, reshuffle_islands, spend_workers
from ..effects.origins import effect_below
from ..fields import CardName, LookedCard, OwnCard, SeatNumber
from ..phases.lookout import bank_payouts
from ..questions import (
    DiscardUnkeptFrame,
    DrawEventFrame,
    DrawFrame,
    EffectsFrame,
    EmitEventFrame,
    EndLookoutFrame,
    KeepFrame,
    RevealFrame,
)
from ..state import State, deciding_player, deciding_seat, seats_from

# --- reveal: islands of a pile, face up -------------------------------------------------------------------------------


def auto_reveal(state: State, frame: RevealFrame) -> State:
    """Close the question after the last island, or without islands. Reshuffle an empty pile."""
    islands = state.islands(frame.pile)
    if not frame.remaining or not (islands.pile or islands.discard):
        return pop(state)
    return state if islands.pile else reshuffle_islands(state, frame.pile)


def can_reveal(state: State, frame: RevealFrame, below: Below) -> bool:
    """Return whether this number of islands is due: the first ones of a round, or those of an effect.

    The near islands are turned up first, so the distant ones wait beneath.
    """
    beneath = below[-1] if isinstance(below[-1], RevealFrame) else None
    if (beneath.pile if beneath else None, frame.pile) not in ((None, "distant"), ("distant", "near")):
        return False
    limit, shown = content(state).numbers["open_islands"], len(state.islands(frame.pile).face_up)
    below = below[:-1] if beneath else below
    if not isinstance(below[-1], EffectsFrame):
        return shown + frame.remaining == limit
    effect = effect_below(state, below)
    is_ordered = effect is not None and effect.name == "reveal_islands" and 1 <= frame.remaining <= effect.max_count
    return is_ordered and shown + frame.remaining <= limit + (state.solo is not None)


def reveal_facts(state: State) -> dict[str, Fact]:
    """Return the pile."""
    return {"pile": expect_top(state, RevealFrame).pile}


REVEAL = question(
    RevealFrame,
    "draw_island",
    chance=True,
    over=(EffectsFrame, RevealFrame),
    step=auto_reveal,
    fits=can_reveal,
    facts=reveal_facts,
)


# --- draw: cards of a deck --------------------------------------------------------------------------------------------


class DrawCard(Action, frozen=True, tag="draw_card"):
    """A card is drawn from a player's deck."""

    card: CardName
    """Id of the drawn card. Only the seat that draws sees it."""


def deck_to_draw(state: State) -> Bag:
    """Return the deck that the cards come from."""
    return state.players[expect_top(state, DrawFrame).recipient].deck


def apply_draw_card(state: State, action: DrawCard) -> State:
    """Move the card to the hand, or to the cards looked at."""
    frame = expect_top(state, DrawFrame)
    player = state.players[frame.recipient]
    held = {frame.into: add_to(player.hand if frame.into == "hand" else player.looked_at, action.card)}
    state = with_player(state, frame.recipient, deck=remove_from(player.deck, action.card), **held)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return emit_secret(state, "drawn", frame.recipient, to=(frame.recipient,), secrets={"card": action.card})


def draw_card_visible_to(state: State, action: DrawCard) -> tuple[int, ...]:
    """Return the seat that draws. The other seats do not see the card."""
    return (expect_top(state, DrawFrame).recipient,)


def auto_draw(state: State, frame: DrawFrame) -> State:
    """Close the question after the last card, or let it lapse without cards. Reshuffle an empty deck."""
    player = state.players[frame.recipient]
    if not frame.remaining:
        return pop(state)
    if player.deck:
        return state
    return reshuffle_deck(state, frame.recipient) if player.discard else lapse(state)


def can_draw(state: State, frame: DrawFrame, below: Below) -> bool:
    """Return whether these cards are due: those of the set-up or a lookout, of Explore, or of an effect."""
    origin = below[-1]
    if isinstance(origin, KeepFrame | DrawFrame):
        return True
    if (frame.recipient, frame.into) != (origin.seat, "hand"):
        return False
    if isinstance(origin, EmitEventFrame):
        return origin.event == "explored" and frame.remaining == 1
    effect = effect_below(state, below)
    return effect is not None and effect.name == "draw" and 1 <= frame.remaining <= effect.max_count


DRAW_CARD = draw_verb(DrawCard, deck_to_draw, apply_draw_card, visible_to=draw_card_visible_to)


def draw_facts(state: State) -> dict[str, Fact]:
    """Return the seat that draws."""
    return {"recipient": expect_top(state, DrawFrame).recipient}


DRAW = question(
    DrawFrame,
    "draw_card",
    chance=True,
    over=(EffectsFrame, EmitEventFrame),
    step=auto_draw,
    fits=can_draw,
    facts=draw_facts,
)


# --- keep: which of the cards looked at -------------------------------------------------------------------------------


class KeepCards(Action, frozen=True, tag="keep_cards"):
    """The cards that the player chooses of those looked at. The others will be discarded."""

    cards: tuple[LookedCard, ...]
    """Ids of the chosen cards, sorted, one entry per card. Only the seat that chooses sees them."""


def keep_limits(state: State) -> tuple[int, int]:
    """Return the least and the greatest number of cards that may be kept."""
    exactly, player = expect_top(state, KeepFrame).exactly, deciding_player(state)
    if exactly is not None:
        return (min(exactly, size_of(player.looked_at)),) * 2
    cost = content(state).numbers["lookout_cost"]
    return 0, player.workers // cost if cost else size_of(player.looked_at)


def keep_cards_candidates(state: State) -> list[KeepCards]:
    """Return every selection with a number of cards within the limits."""
    (minimum, maximum), looked = keep_limits(state), deciding_player(state).looked_at
    selections = product(*(range(count + 1) for _, count in looked))
    return [
        KeepCards(tuple(card for (card, _), n in zip(looked, counts, strict=True) for _ in range(n)))
        for counts in selections
        if minimum <= sum(counts) <= maximum
    ]


def keep_cards_objections(state: State, action: KeepCards) -> Iterator[Refusal]:
    """Yield every reason why exactly these cards may not be kept."""
    (minimum, maximum), looked = keep_limits(state), deciding_player(state).looked_at
    named = bag_of(action.cards)
    if missing := tuple(card for card, _ in named if not count_in(looked, card)):
        yield refuse("keep_cards.looked", cards=missing)
    for card, count in named:
        if 0 < (found := count_in(looked, card)) < count:
            yield refuse("keep_cards.looked", card=card, found=found, wanted=count)
    if len(action.cards) < minimum:
        yield refuse("keep_cards.count", found=len(action.cards), wanted=minimum)
    if len(action.cards) > maximum:
        rule = "keep_cards.count" if expect_top(state, KeepFrame).exactly is not None else "keep_cards.workers"
        yield refuse(rule, found=len(action.cards), wanted=maximum)
    if list(action.cards) != sorted(action.cards):
        yield refuse("keep_cards.sorted")


def apply_keep_cards(state: State, action: KeepCards) -> State:
    """Put the chosen cards aside, face down until every player has chosen."""
    seat = deciding_seat(state)
    return emit(with_player(pop(state), seat, kept=bag_of(action.cards)), "chose", seat)


def keep_cards_visible_to(state: State, action: KeepCards) -> tuple[int, ...]:
    """Return the seat that chooses. The other seats do not see the cards."""
    return (deciding_seat(state),)


def is_all_or_nothing_kept(state: State) -> bool:
    """Return whether all seats know the only answer: no card can be paid for, or every card is kept."""
    minimum, maximum = keep_limits(state)
    return not maximum or minimum == size_of(deciding_player(state).looked_at)


KEEP_CARDS = verb(
    KeepCards,
    keep_cards_candidates,
    keep_cards_objections,
    apply_keep_cards,
    exact=True,
    visible_to=keep_cards_visible_to,
    any_name=True,
)


def keep_facts(state: State) -> dict[str, Fact]:
    """Return how many cards must be kept, or the price of each and the workers that can pay it."""
    exactly = expect_top(state, KeepFrame).exactly
    if exactly is not None:
        return {"exactly": exactly}
    return {"price": content(state).numbers["lookout_cost"], "workers": deciding_player(state).workers}


KEEP: Question[State] = question(KeepFrame, "keep_cards", forced=is_all_or_nothing_kept, facts=keep_facts)


# --- lay_off: the discard of all other cards --------------------------------------------------------------------------


class LayOff(Action, frozen=True, tag="lay_off"):
    """The cards that a player did not choose are discarded. The chosen ones come to the hand."""

    seat: SeatNumber
    cards: tuple[OwnCard, ...]
    """Ids of the discarded cards, sorted, one entry per card. All seats see them."""


def lay_off_outcomes(state: State) -> list[tuple[LayOff, int]]:
    """Return the single outcome: the cards that the player did not keep."""
    seat = expect_top(state, DiscardUnkeptFrame).player
    player = state.players[seat]
    rest = merge_bags(player.looked_at, tuple((card, -count) for card, count in player.kept))
    return [(LayOff(seat, tuple(card for card, count in rest for _ in range(count))), 1)]


def apply_lay_off(state: State, action: LayOff) -> State:
    """Move kept cards to the hand and the others to the discard pile. In a lookout each kept card costs workers."""
    player, rest = state.players[action.seat], bag_of(action.cards)
    kept_cards: Bag = merge_bags(player.looked_at, tuple((card, -count) for card, count in rest))
    hand, discard = merge_bags(player.hand, kept_cards), merge_bags(player.discard, rest)
    state = with_player(pop(state), action.seat, hand=hand, discard=discard, looked_at=(), kept=())
    cost = content(state).numbers["lookout_cost"] if state.stage == "lookout" else 0
    state = emit(state, "kept", action.seat, count=size_of(kept_cards), cards=action.cards)
    return spend_workers(state, action.seat, size_of(kept_cards) * cost)


def auto_lay_off(state: State, frame: DiscardUnkeptFrame) -> State:
    """Close the question for a player who looked at no cards."""
    return state if state.players[frame.player].looked_at else pop(state)


LAY_OFF = chance_verb(LayOff, lay_off_outcomes, apply_lay_off)
LAY_OFF_QUESTION = question(DiscardUnkeptFrame, "lay_off", chance=True, step=auto_lay_off)


# --- end_lookout: payouts of banks, and the event of a solo game ------------------------------------------------------


def auto_end_lookout(state: State, frame: EndLookoutFrame) -> State:
    """Push the payouts of all banks, seat by seat. In a solo game an event is drawn after them."""
    state = pop(state)
    if state.solo is not None:
        state = push(state, DrawEventFrame(CHANCE))
    due = [frame for seat in seats_from(state, state.first_seat) for frame in bank_payouts(state, seat)]
    return push(state, *reversed(due))


def is_event_unknown(state: State, frame: EndLookoutFrame, below: Below) -> bool:
    """Return whether the event of a solo game is not drawn yet."""
    return state.solo is None or not state.solo.event


END_LOOKOUT = question(EndLookoutFrame, step=auto_end_lookout, fits=is_event_unknown)
