"""Open questions that can be asked: the stack they form in each phase, and what they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.medievalia.content.tables import CITY_HOST, content
from referee_service.games.medievalia.fiefs import ally_of, home_fief, is_neutral
from referee_service.games.medievalia.payment.rules import PAYMENT_RULES, is_payable, price_of
from referee_service.games.medievalia.setup import begin_draft
from referee_service.games.medievalia.state import (
    NO_CARD,
    NO_HOST,
    AllyHelpFrame,
    ChooseDeckFrame,
    DrawCardFrame,
    HealFrame,
    PickStarterFrame,
    PurchaseFrame,
    RevealBuildingFrame,
    ShootFrame,
    State,
    TakeDamageFrame,
    TurnUpLastFrame,
    max_characters_fed,
)
from referee_service.games.medievalia.units import ready_units
from referee_service.games.medievalia.war.battle import (
    armies,
    current_battle,
    engaged_armies,
    support_order,
    unassigned_fighters,
)
from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.payment import PaymentFrame, is_paid
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of

STACKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "start": (("starve",),),
    "draw": (("choose_deck",), ("choose_deck", "draw_card")),
    "actions": (
        (),
        ("starve",),
        ("purchase", "payment"),
        ("ally_help",),
        ("draw_card",),
        ("reveal_building",),
    ),
    "march": ((), ("starve",)),
    "war": ((), ("starve",)),
    "over": ((),),
}
"""The questions that may be open in each phase, outside the draft and conflicts."""


def questions(state: State) -> Iterator[Fault]:
    """The stack as a whole, then every question in turn."""
    stack = tuple(map(question_of, state.pending))
    if state.battle is not None:
        fits = _battle_stack(state, stack)
    elif state.phase == "draft":
        fits = _draft_stack(state)
    else:
        fits = stack in STACKS[state.phase]
    if not fits:
        yield fault("pending", "audit.question", question=stack)
        return
    for index, frame in enumerate(state.pending):
        check = CHECKS.get(type(frame))
        if not (check(state, index, frame) if check is not None else _is_asked_in_turn(state, frame)):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


def _is_asked_in_turn(state: State, frame: Frame) -> bool:
    """Outside the draft and conflicts only the player in turn is asked."""
    return state.battle is not None or state.phase == "draft" or frame.seat == state.active_seat


# --- the draft ------------------------------------------------------------------------------------------------------


def _draft_stack(state: State) -> bool:
    """The starter is picked, last cards shown, then hands are drawn one after the other."""
    frames = state.pending
    shown = all(deck.last or not deck.remaining for deck in state.decks)
    if frames and isinstance(frames[-1], TurnUpLastFrame):
        lasts = [bool(deck.last) for deck in state.decks]
        if frames[-1].seat != CHANCE or shown or lasts != sorted(lasts, reverse=True):
            return False
        frames = frames[:-1]
    elif not shown:
        return False
    if frames == (PickStarterFrame(CHANCE),):
        return state.active_seat == 0 and state.options.first_player is None and not _drawn(state)
    if state.options.first_player not in (None, state.active_seat):
        return False
    return _draft_order(state, frames)


def _draft_order(state: State, frames: tuple[Frame, ...]) -> bool:
    """Hands are whole before, empty after, and in between as large as what is left to draw says."""
    drawing = bool(frames) and isinstance(frames[-1], DrawCardFrame)
    if drawing:
        drawn, frames = frames[-1], frames[:-1]
        if not frames or drawn.seat != CHANCE or getattr(drawn, "to", None) != frames[-1].seat:
            return False
    whole, most = begin_draft(state, state.active_seat).pending[len(state.pending) :], content(state).numbers["hand"]
    if not frames or len(frames) > len(whole) or any(not isinstance(frame, ChooseDeckFrame) for frame in frames):
        return False
    if [frame.seat for frame in frames] != [frame.seat for frame in whole[: len(frames)]]:
        return False
    left = {frame.seat: frame.remaining for frame in frames if isinstance(frame, ChooseDeckFrame)}
    if any(count != most for count in list(left.values())[:-1]):
        return False
    last = frames[-1].seat
    return all(
        size_of(player.hand) == most - left.get(seat, 0) - (drawing and seat == last)
        for seat, player in enumerate(state.players)
    )


def _drawn(state: State) -> bool:
    return any(player.hand for player in state.players)


# --- conflicts ------------------------------------------------------------------------------------------------------


def _battle_stack(state: State, stack: tuple[str, ...]) -> bool:
    """Armies are formed, engaged and sent; then damage is taken, archers shoot and priests heal, in their order."""
    battle, seats = current_battle(state), [frame.seat for frame in state.pending]
    untouched = (
        not battle.targets and not battle.falling_buildings and not battle.falling_hosts and not battle.bonus_given
    )
    neutral, ours = is_neutral(state, battle.fief), armies(state)
    if ours and ours != list(range(1, len(ours) + 1)) and stack in (("muster",), ("engage",)):
        return False
    if stack == ("muster",):
        ready = bool(ours) or bool(ready_units(state, battle.attacker, battle.fief))
        return ready and untouched and not neutral and seats == [battle.attacker] and not engaged_armies(state)
    if not ours or (not neutral and unassigned_fighters(state, battle.attacker)):
        return False
    if stack == ("engage",):
        return untouched and not neutral and seats == [battle.defender]
    if not neutral and unassigned_fighters(state, battle.defender):
        return False
    if stack == ("strike",):
        return (
            not neutral
            and seats == [battle.attacker]
            and not battle.falling_buildings
            and not battle.falling_hosts
            and not battle.bonus_given
        )
    return _damage_stack(state)


def _damage_stack(state: State) -> bool:
    """Priests lie beneath archers, archers beneath blows; every army has an opponent."""
    battle, frames = current_battle(state), state.pending
    last_first = list(reversed(support_order(state)))
    after: list[Frame] = [*map(HealFrame, last_first), *map(ShootFrame, last_first)]
    struck = {army for army, _ in battle.targets}
    if any(army not in struck | engaged_armies(state) for army in armies(state)):
        return False
    blows = [frame for frame in frames if isinstance(frame, TakeDamageFrame)]
    if blows:
        return list(frames) == [*after, *blows] and _blows_fit(state, blows)
    return bool(frames) and list(frames) == after[: len(frames)]


def _blows_fit(state: State, blows: list[TakeDamageFrame]) -> bool:
    """Two for each army, the attacker's first; the first army's come first."""
    battle, struck = current_battle(state), dict(current_battle(state).targets)
    wanted = []
    for army in armies(state):
        wanted.append((battle.attacker, army, NO_HOST))
        wanted.append((battle.defender, army, struck.get(army, NO_HOST)))
    found = [(blow.seat, blow.army, blow.host) for blow in reversed(blows)]
    return found == wanted[len(wanted) - len(found) :]


# --- single questions -----------------------------------------------------------------------------------------------


def _choosing(state: State, index: int, frame: Frame) -> bool:
    """In a turn one card is drawn: none is left to choose once chance is asked."""
    return state.phase == "draft" or frame == ChooseDeckFrame(state.active_seat, 2 - len(state.pending))


def _drawing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, DrawCardFrame)
    to = state.active_seat if state.phase != "draft" else frame.to
    return frame.seat == CHANCE and frame.to == to and state.decks[frame.deck].remaining > 0


def _revealing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, RevealBuildingFrame)
    pile = state.piles[frame.pile]
    return frame.seat == CHANCE and pile.top == NO_CARD and pile.hidden_count > 0


def _buying(state: State, index: int, frame: Frame) -> bool:
    """What is being bought can be: there is room, food, a land, a pile."""
    assert isinstance(frame, PurchaseFrame)
    lands, most = state.active_player.lands, content(state).numbers["buildings_per_host"]
    if frame.seat != state.active_seat or (frame.pile and frame.what not in ("building", "card")):
        return False
    match frame.what:
        case "play_territory":
            return (
                frame.at > CITY_HOST
                and lands[frame.at].card == NO_CARD
                and not any(land.card == NO_CARD for land in lands[1 : frame.at])
            )
        case "recruit":
            return frame.at == NO_HOST and len(state.active_player.units) < max_characters_fed(state, state.active_seat)
        case "building":
            land = lands[frame.at]
            fits = frame.at != NO_HOST and bool(land.card) and not land.turned and len(land.buildings) < most
            return fits and state.piles[frame.pile].top == NO_CARD
        case "card":
            return frame.at == NO_HOST and state.decks[frame.pile].remaining > 0
    return frame.at > CITY_HOST and bool(lands[frame.at].card)


def _paying(state: State, index: int, frame: Frame) -> bool:
    """The price is that of what waits beneath; it is not covered yet, and can be."""
    assert isinstance(frame, PaymentFrame)
    purchase = state.pending[0]
    assert isinstance(purchase, PurchaseFrame)
    if frame.seat != state.active_seat or frame.purpose != purchase.what or frame.owed != _price(state, purchase):
        return False
    return not is_paid(PAYMENT_RULES, frame) and is_payable(
        state, frame.owed, frame.pool, PAYMENT_RULES.sources(state)[1]
    )


def _price(state: State, purchase: PurchaseFrame) -> Bag:
    tables = content(state)
    match purchase.what:
        case "recruit":
            return price_of(state, purchase.card)
        case "card":
            return (("any", tables.numbers["card_price"]),)
        case "clear":
            return (("workforce", tables.numbers["clear_price"]),)
    return tables.costs[purchase.card]


def _helping(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, AllyHelpFrame)
    return frame.seat == ally_of(state, state.active_seat) and state.ally_asked and not state.ally_pool


def _damaging(state: State, index: int, frame: Frame) -> bool:
    """A blow falls on those who fight it."""
    assert isinstance(frame, TakeDamageFrame)
    battle = current_battle(state)
    return frame.host == NO_HOST or (frame.seat == battle.defender and battle.fief == home_fief(battle.defender))


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    ChooseDeckFrame: _choosing,
    DrawCardFrame: _drawing,
    RevealBuildingFrame: _revealing,
    PurchaseFrame: _buying,
    PaymentFrame: _paying,
    AllyHelpFrame: _helping,
    TakeDamageFrame: _damaging,
}
