"""Cards that come and go: draws from decks, the next building of a pile, units that starve."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, remove_from
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop, push, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item, with_player
from referee_service.kernel.verb_factories import choose_verb, draw_verb

from ..content.tables import DECKS, content, place_name
from ..elimination import end_if_decided
from ..facts import TURNED, deck_prompt_facts, draw_facts, hunger_facts, reveal_facts, where_facts
from ..fiefs import off_map_refusals
from ..fields import NO_CARD, NO_HOST, AnyTroop, Building, Card, Deck, IsTurned, UnitFief, UnitHost
from ..questions import ChooseDeckFrame, DrawCardFrame, RevealBuildingFrame, StarveFrame
from ..sequence import PAYMENT_VERBS, TURN_VERBS
from ..setup import has_last_cards
from ..spots import Facts, land_facts
from ..state import Pile, State, Unit, hand_size, lacks_food
from ..units import remove_unit

# --- choose_deck: the deck of the next card ---------------------------------------------------------------------------


class ChooseDeck(Action, frozen=True, tag="choose_deck"):
    """A choice of the deck from which chance draws the seat's next card."""

    deck: Deck


def decks_with_cards(state: State) -> list[str]:
    """Return the names of the decks with cards."""
    return [name for name, deck in zip(DECKS, state.decks, strict=True) if deck.remaining]


def apply_choose_deck(state: State, action: ChooseDeck) -> State:
    """Ask chance for a card of the deck, and count it as drawn."""
    frame = expect_top(state, ChooseDeckFrame)
    assert isinstance(frame.seat, int)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return push(state, DrawCardFrame(CHANCE, frame.seat, DECKS.index(action.deck)))


def auto_choose_deck(state: State, frame: ChooseDeckFrame) -> State:
    """Close the question once all cards are drawn."""
    if frame.remaining:
        return state
    return pop(close_top(state, "choose_deck.hand") if state.phase == "draft" else state)


def is_draw_due(state: State, frame: ChooseDeckFrame, below: Below) -> bool:
    """Return whether the seat has this number of cards to draw. In a turn it is one, and none while chance draws it."""
    if state.phase == "draft":
        return is_hand_due(state, frame, below)
    return frame.remaining == (frame is state.pending[-1])


def is_hand_due(state: State, frame: ChooseDeckFrame, below: Below) -> bool:
    """Return whether a first hand lacks this number of cards, and the hands of seats without a question are complete.

    A card that chance draws now is counted as drawn.
    """
    assert isinstance(frame.seat, int)
    complete, hand = content(state).numbers["hand"], hand_size(state, frame.seat)
    is_open = frame is state.pending[-1]
    if frame.remaining == complete and not is_open:
        return not hand  # other seats draw first, or chance turns up the last cards
    waiting = {each.seat for each in (*below, frame)}
    others = [seat for seat in range(len(state.players)) if seat not in waiting]
    if not has_last_cards(state) or any(hand_size(state, seat) != complete for seat in others):
        return False
    return hand + frame.remaining == complete - (not is_open)


CHOOSE_DECK = choose_verb(
    ChooseDeck, decks_with_cards, apply_choose_deck, rule="choose_deck.empty", kind_rule="deck.kind"
)
CHOOSE_DECK_QUESTION = question(  # never forced: two empty decks end the game
    ChooseDeckFrame,
    "choose_deck",
    stages=("draw",),
    step=auto_choose_deck,
    fits=is_draw_due,
    closed_by=("choose_deck.hand", "choose_deck.siege"),
    refused=dict.fromkeys((*TURN_VERBS, *PAYMENT_VERBS), "choose_deck.first"),
    facts=deck_prompt_facts,
)


# --- draw_card: the card that is drawn --------------------------------------------------------------------------------


class DrawCard(Action, frozen=True, tag="draw_card"):
    """A card that chance draws for a player. Only this player sees it."""

    card: Card
    """Kind of the card drawn, as the id of its component. It is secret: only the player who draws sees it."""


def drawable_cards(state: State) -> Bag:
    """Return the face-down cards of the deck. If there are none, return the visible last card."""
    deck = state.decks[expect_top(state, DrawCardFrame).deck]
    return deck.cards or ((deck.last, 1),)


def apply_draw_card(state: State, action: DrawCard) -> State:
    """Put the card into the hand. Other players learn only its deck. An empty deck may end the game."""
    frame = expect_top(state, DrawCardFrame)
    deck = state.decks[frame.deck]
    rest = replace(deck, cards=remove_from(deck.cards, action.card)) if deck.cards else replace(deck, last=NO_CARD)
    hand = add_to(state.players[frame.to].hand, action.card)
    state = replace(with_player(pop(state), frame.to, hand=hand), decks=with_item(state.decks, frame.deck, rest))
    secrets: dict[str, str] = {"card": action.card}
    state = emit_secret(state, "drawn", frame.to, to=(frame.to,), secrets={**secrets}, deck=DECKS[frame.deck])
    return state if rest.remaining else end_if_decided(state)


def visible_to(state: State, action: DrawCard) -> tuple[int, ...]:
    """Return the seats that see the card: only the player who draws it."""
    return (expect_top(state, DrawCardFrame).to,)


def is_card_due(state: State, frame: DrawCardFrame, below: Below) -> bool:
    """Return whether the deck has cards, and the seat has chosen this deck or bought a card."""
    if not state.decks[frame.deck].remaining:
        return False
    if not below:
        return state.phase == "actions" and frame.to == state.active_seat
    choice = below[-1]
    assert isinstance(choice, ChooseDeckFrame)
    return frame.to == choice.seat and choice.remaining < content(state).numbers["hand"]


DRAW_CARD = draw_verb(DrawCard, drawable_cards, apply_draw_card, visible_to=visible_to, kind_rule="deck.card")
DRAW_CARD_QUESTION = question(
    DrawCardFrame,
    "draw_card",
    chance=True,
    stages=("draft", "draw", "actions"),
    over=(None, ChooseDeckFrame),
    fits=is_card_due,
    facts=draw_facts,
)


# --- reveal_building: the next building of a pile ---------------------------------------------------------------------


class RevealBuilding(Action, frozen=True, tag="reveal_building"):
    """A building that chance turns up on its pile after a purchase."""

    building: Building
    """Kind of the building turned up, as the id of its component."""


def hidden_buildings(state: State) -> Bag:
    """Return the face-down buildings of all piles."""
    return state.hidden_buildings


def apply_reveal_building(state: State, action: RevealBuilding) -> State:
    """Put the building open on its pile."""
    index = expect_top(state, RevealBuildingFrame).pile
    piles = with_item(state.piles, index, Pile(action.building, state.piles[index].hidden_count - 1))
    state = replace(pop(state), piles=piles, hidden_buildings=remove_from(state.hidden_buildings, action.building))
    return emit(state, "building_revealed", CHANCE, building=action.building, pile=index)


def is_pile_covered(state: State, frame: RevealBuildingFrame, below: Below) -> bool:
    """Return whether the pile has no open building but hidden ones."""
    pile = state.piles[frame.pile]
    return pile.top == NO_CARD and pile.hidden_count > 0


REVEAL_BUILDING = draw_verb(RevealBuilding, hidden_buildings, apply_reveal_building, kind_rule="pile.building")
REVEAL_BUILDING_QUESTION = question(
    RevealBuildingFrame, "reveal_building", chance=True, stages=("actions",), fits=is_pile_covered, facts=reveal_facts
)


# --- starve: the unit that cannot be fed ------------------------------------------------------------------------------


class Starve(Action, frozen=True, tag="starve"):
    """A unit that cannot be fed and leaves the game. It may be turned."""

    card: AnyTroop
    fief: UnitFief
    host: UnitHost | None
    turned: IsTurned


def units_named_by(state: State, action: Starve) -> list[Unit]:
    """Return the units that an action names."""
    at = NO_HOST if action.host is None else action.host
    where = (action.card, action.fief, at, action.turned)
    return [unit for unit in state.active_player.units if (unit.card, unit.fief, unit.host, unit.turned) == where]


def starve_candidates(state: State) -> list[Starve]:
    """Return an action for every unit. Equal units give one action."""
    places = dict.fromkeys((unit.card, unit.fief, unit.host, unit.turned) for unit in state.active_player.units)
    return [Starve(card, fief, None if host == NO_HOST else host, turned) for card, fief, host, turned in places]


def starve_objections(state: State, action: Starve) -> Iterator[Refusal]:
    """Yield a refusal if there is no such unit."""
    yield from off_map_refusals(state, action.fief)
    if not units_named_by(state, action):
        where = {**starve_facts(state, action), **land_facts(state, state.active_seat, action.host)}
        yield refuse(
            "starve.card",
            card=action.card,
            fief=action.fief,
            place=place_name(action.host),
            turned=action.turned,
            **where,
        )


def apply_starve(state: State, action: Starve) -> State:
    """Remove the unit from the game."""
    state = remove_unit(replace(state, moved_units=()), state.active_seat, units_named_by(state, action)[0])
    return emit(state, "starved", state.active_seat, card=action.card)


def starve_facts(state: State, action: Starve) -> Facts:
    """Return where the card stands, and whether it is turned."""
    return {
        **where_facts(state, state.active_seat, action.fief, action.host),
        "used": TURNED if action.turned else None,
    }


def auto_starve(state: State, frame: StarveFrame) -> State:
    """Close the question once there is enough food."""
    return state if lacks_food(state, state.active_seat) else pop(close_top(state, "starve.enough"))


STARVE = verb(
    Starve,
    starve_candidates,
    starve_objections,
    apply_starve,
    exact=True,
    kinds={"card": "starve.kind", "fief": "fief.kind"},
    facts=starve_facts,
)
STARVE_QUESTION = question(
    StarveFrame,
    "starve",
    stages=("start", "actions", "march", "war"),
    step=auto_starve,
    forced=True,
    closed_by=("starve.enough",),
    refused=dict.fromkeys((*TURN_VERBS, "choose_deck", "decline"), "starve.first"),
    facts=hunger_facts,
)
