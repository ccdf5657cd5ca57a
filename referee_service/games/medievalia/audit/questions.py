"""Audit of open questions: the stack that they may form in each phase, and the content of each frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.medievalia.content.tables import CITY_HOST, content
from referee_service.games.medievalia.fiefs import ally_of, home_fief, is_neutral
from referee_service.games.medievalia.fields import NO_CARD, NO_HOST
from referee_service.games.medievalia.payment.rules import PAYMENT_RULES, is_payable, price_of
from referee_service.games.medievalia.questions import (
    AllyHelpFrame,
    ChooseDeckFrame,
    DrawCardFrame,
    HealFrame,
    PickStarterFrame,
    PurchaseFrame,
    RevealBuildingFrame,
    ShootFrame,
    TakeDamageFrame,
    TurnUpLastFrame,
)
from referee_service.games.medievalia.setup import begin_draft
from referee_service.games.medievalia.state import State, max_units_fed
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
"""The possible stacks of questions in each phase, except in the draft and in battles."""


def questions(state: State) -> Iterator[Fault]:
    """Check the stack as a whole, then every frame."""
    stack = tuple(map(question_of, state.pending))
    if state.battle is not None:
        fits = _is_battle_stack(state, stack)
    elif state.phase == "draft":
        fits = _is_draft_stack(state)
    else:
        fits = stack in STACKS[state.phase]
    if not fits:
        yield fault("pending", "audit.question", question=stack)
        return
    for index, frame in enumerate(state.pending):
        check = CHECKS.get(type(frame))
        if not (check(state, index, frame) if check is not None else _is_seat_in_turn(state, frame)):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


def _is_seat_in_turn(state: State, frame: Frame) -> bool:
    """Return whether the frame asks the player in turn. In the draft and in battles any seat may be asked."""
    return state.battle is not None or state.phase == "draft" or frame.seat == state.active_seat


# --- the draft ------------------------------------------------------------------------------------------------------


def _is_draft_stack(state: State) -> bool:
    """Return whether the stack fits the draft: starter and last cards first, then one hand after the other."""
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
        return state.active_seat == 0 and state.options.first_player is None and not _has_drawn(state)
    if state.options.first_player not in (None, state.active_seat):
        return False
    return _is_draft_order(state, frames)


def _is_draft_order(state: State, frames: tuple[Frame, ...]) -> bool:
    """Return whether the hands fit the open draws: complete hands, then one partial hand, then empty hands."""
    drawing = bool(frames) and isinstance(frames[-1], DrawCardFrame)
    if drawing:
        drawn, frames = frames[-1], frames[:-1]
        if not frames or drawn.seat != CHANCE or getattr(drawn, "to", None) != frames[-1].seat:
            return False
    full_stack = begin_draft(state, state.active_seat).pending[len(state.pending) :]
    maximum = content(state).numbers["hand"]
    if not frames or len(frames) > len(full_stack) or any(not isinstance(frame, ChooseDeckFrame) for frame in frames):
        return False
    if [frame.seat for frame in frames] != [frame.seat for frame in full_stack[: len(frames)]]:
        return False
    remaining = {frame.seat: frame.remaining for frame in frames if isinstance(frame, ChooseDeckFrame)}
    if any(count != maximum for count in list(remaining.values())[:-1]):
        return False
    last = frames[-1].seat
    return all(
        size_of(player.hand) == maximum - remaining.get(seat, 0) - (drawing and seat == last)
        for seat, player in enumerate(state.players)
    )


def _has_drawn(state: State) -> bool:
    """Return whether any player has cards."""
    return any(player.hand for player in state.players)


# --- battles --------------------------------------------------------------------------------------------------------


def _is_battle_stack(state: State, stack: tuple[str, ...]) -> bool:
    """Return whether the stack fits the battle: armies are formed, engaged and sent, then damage is taken."""
    battle, seats = current_battle(state), [frame.seat for frame in state.pending]
    untouched = (
        not battle.targets and not battle.falling_buildings and not battle.falling_hosts and not battle.bonus_given
    )
    neutral, attacking = is_neutral(state, battle.fief), armies(state)
    if attacking and attacking != list(range(1, len(attacking) + 1)) and stack in (("muster",), ("engage",)):
        return False
    if stack == ("muster",):
        ready = bool(attacking) or bool(ready_units(state, battle.attacker, battle.fief))
        return ready and untouched and not neutral and seats == [battle.attacker] and not engaged_armies(state)
    if not attacking or (not neutral and unassigned_fighters(state, battle.attacker)):
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
    return _is_damage_stack(state)


def _is_damage_stack(state: State) -> bool:
    """Return whether the stack fits the damage: priests below archers below damage. Every army has an opponent."""
    battle, frames = current_battle(state), state.pending
    last_first = list(reversed(support_order(state)))
    after: list[Frame] = [*map(HealFrame, last_first), *map(ShootFrame, last_first)]
    struck = {army for army, _ in battle.targets}
    if any(army not in struck | engaged_armies(state) for army in armies(state)):
        return False
    damage_frames = [frame for frame in frames if isinstance(frame, TakeDamageFrame)]
    if damage_frames:
        return list(frames) == [*after, *damage_frames] and _is_damage_order_valid(state, damage_frames)
    return bool(frames) and list(frames) == after[: len(frames)]


def _is_damage_order_valid(state: State, damage_frames: list[TakeDamageFrame]) -> bool:
    """Return whether the damage frames are the last ones of the order: by army, the attacker before the defender."""
    battle, struck = current_battle(state), dict(current_battle(state).targets)
    wanted = []
    for army in armies(state):
        wanted.append((battle.attacker, army, NO_HOST))
        wanted.append((battle.defender, army, struck.get(army, NO_HOST)))
    actual = [(damage.seat, damage.army, damage.host) for damage in reversed(damage_frames)]
    return actual == wanted[len(wanted) - len(actual) :]


# --- single frames --------------------------------------------------------------------------------------------------


def _is_valid_choose_deck(state: State, index: int, frame: Frame) -> bool:
    """Return whether the count of cards fits: one in a turn, none once chance draws it."""
    return state.phase == "draft" or frame == ChooseDeckFrame(state.active_seat, 2 - len(state.pending))


def _is_valid_draw_card(state: State, index: int, frame: Frame) -> bool:
    """Return whether chance draws for the right player from a deck with cards."""
    assert isinstance(frame, DrawCardFrame)
    to = state.active_seat if state.phase != "draft" else frame.to
    return frame.seat == CHANCE and frame.to == to and state.decks[frame.deck].remaining > 0


def _is_valid_reveal_building(state: State, index: int, frame: Frame) -> bool:
    """Return whether the pile has no open building but hidden ones."""
    assert isinstance(frame, RevealBuildingFrame)
    pile = state.piles[frame.pile]
    return frame.seat == CHANCE and pile.top == NO_CARD and pile.hidden_count > 0


def _is_valid_purchase(state: State, index: int, frame: Frame) -> bool:
    """Return whether the purchase is possible: there is room, food, a land or a pile for it."""
    assert isinstance(frame, PurchaseFrame)
    tables, lands = content(state), state.active_player.lands
    maximum = tables.numbers["buildings_per_host"]
    known = {"play_territory": tables.territories, "recruit": tables.troops, "building": tables.buildings}
    if frame.card not in known.get(frame.what, {NO_CARD: None}):
        return False
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
            return frame.at == NO_HOST and len(state.active_player.units) < max_units_fed(state, state.active_seat)
        case "building":
            land = lands[frame.at]
            fits = frame.at != NO_HOST and bool(land.card) and not land.turned and len(land.buildings) < maximum
            return fits and state.piles[frame.pile].top == NO_CARD
        case "card":
            return frame.at == NO_HOST and state.decks[frame.pile].remaining > 0
    return frame.at > CITY_HOST and bool(lands[frame.at].card)


def _is_valid_payment(state: State, index: int, frame: Frame) -> bool:
    """Return whether the payment fits the purchase below it: its price, not covered yet but payable."""
    assert isinstance(frame, PaymentFrame)
    purchase = state.pending[0]
    assert isinstance(purchase, PurchaseFrame)
    if frame.seat != state.active_seat or frame.purpose != purchase.what or frame.owed != _price(state, purchase):
        return False
    return not is_paid(PAYMENT_RULES, frame) and is_payable(
        state, frame.owed, frame.pool, PAYMENT_RULES.sources(state)[1]
    )


def _price(state: State, purchase: PurchaseFrame) -> Bag:
    """Return the price of a purchase."""
    tables = content(state)
    match purchase.what:
        case "recruit":
            return price_of(state, purchase.card)
        case "card":
            return (("any", tables.numbers["card_price"]),)
        case "clear":
            return (("workforce", tables.numbers["clear_price"]),)
    return tables.costs[purchase.card]


def _is_valid_ally_help(state: State, index: int, frame: Frame) -> bool:
    """Return whether the ally was asked and has not handed over yet."""
    assert isinstance(frame, AllyHelpFrame)
    return frame.seat == ally_of(state, state.active_seat) and state.ally_asked and not state.ally_pool


def _is_valid_take_damage(state: State, index: int, frame: Frame) -> bool:
    """Return whether damage to a host falls on the defender in the defender's own fief."""
    assert isinstance(frame, TakeDamageFrame)
    battle = current_battle(state)
    return frame.host == NO_HOST or (frame.seat == battle.defender and battle.fief == home_fief(battle.defender))


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    ChooseDeckFrame: _is_valid_choose_deck,
    DrawCardFrame: _is_valid_draw_card,
    RevealBuildingFrame: _is_valid_reveal_building,
    PurchaseFrame: _is_valid_purchase,
    PaymentFrame: _is_valid_payment,
    AllyHelpFrame: _is_valid_ally_help,
    TakeDamageFrame: _is_valid_take_damage,
}
