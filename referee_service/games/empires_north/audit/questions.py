"""Checks of open questions: each follows from the frames below, has the right seat, and asks about existing pieces."""

# Long because every question of the game has its check here, in one table.

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.empires_north.audit.payments import (
    is_being_paid,
    is_cost_chosen,
    is_paid_from_hand,
    is_paid_with_card,
)
from referee_service.games.empires_north.audit.stack import effect_below, frame_below, has_carrier_below, owner
from referee_service.games.empires_north.audit.timing import open_announced_count
from referee_service.games.empires_north.choosing import tributes
from referee_service.games.empires_north.content.cards import ANY, Effect, goods_owed
from referee_service.games.empires_north.content.tables import abilities_of, card_of, content
from referee_service.games.empires_north.economy.costs import is_payable
from referee_service.games.empires_north.effects.requirements import can_declare, raidable
from referee_service.games.empires_north.empire.cards import COPY_OF_NOTHING, ability_source
from referee_service.games.empires_north.empire.placement import is_placeable
from referee_service.games.empires_north.phases.ring import neighbour_tiles
from referee_service.games.empires_north.questions import (
    AssignFrame,
    BlindLandingFrame,
    BoostWindowFrame,
    BuildFreeFrame,
    ChooseCostFrame,
    ChooseFrame,
    ChooseShipFrame,
    ConstructFrame,
    CopyFrame,
    DiscardBoostFrame,
    DiscardHandFrame,
    DrawEventFrame,
    DrawFrame,
    DrawIsleFrame,
    EffectsFrame,
    EmitEventFrame,
    ExhaustFieldFrame,
    GainResourceFrame,
    GiveUpFrame,
    GuardFrame,
    HarvestFrame,
    InvadeFrame,
    LandingFrame,
    OfferFrame,
    PawnArrivalFrame,
    PayFromHandFrame,
    PayWithCardFrame,
    PerformActionFrame,
    PlaceFrame,
    RaidFreeFrame,
    RecoverFrame,
    RefreshFrame,
    RefreshPawnFrame,
    ReleaseFrame,
    RevealFrame,
    SailFrame,
    SearchFrame,
    ShiftPawnFrame,
    TakeBackFrame,
    TributeFrame,
    VoyageFrame,
)
from referee_service.games.empires_north.state import Pawn, Site, State, hand_size, site_at
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of
from referee_service.kernel.triggers import OrderTriggersFrame

EFFECTS_BY_FRAME: dict[type[Frame], tuple[str, ...]] = {
    ChooseFrame: ("choose", "gain_one_of"),
    SearchFrame: ("search",),
    TakeBackFrame: ("return_to_hand",),
    BuildFreeFrame: ("build",),
    ChooseShipFrame: ("pillage_now", "conquer_now", "advance_ship"),
    AssignFrame: ("assign",),
    ReleaseFrame: ("release",),
    RecoverFrame: ("recover_worker",),
    RefreshFrame: ("refresh",),
    CopyFrame: ("copy",),
    RaidFreeFrame: ("raid",),
    OfferFrame: ("may",),
    ExhaustFieldFrame: ("exhaust_field",),
    DiscardHandFrame: ("discard_hand",),
    GuardFrame: ("protect_cove",),
    GiveUpFrame: ("give_up",),
    InvadeFrame: ("invasion",),
    RefreshPawnFrame: ("refresh_pawn",),
    ShiftPawnFrame: ("move_pawn",),
    DrawIsleFrame: ("draw_island",),
}
"""The effects that ask each question."""
CHANCE_FRAMES = (DrawFrame, RevealFrame, BlindLandingFrame, DrawEventFrame, DrawIsleFrame)
"""The questions that chance answers."""
MAX_GAINED = 20
"""Limit of the resources of choice that one effect gives."""


def questions(state: State) -> Iterator[Fault]:
    """Yield the first open question that does not fit, above the frames that a set-up or lookout announced."""
    announced = open_announced_count(state)
    for index in range(announced, len(state.pending)):
        frame = state.pending[index]
        fits = CHECKS.get(type(frame))
        if fits is None or not _seat_may_be_asked(state, frame) or not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))
            return
    places = [frame for frame in state.pending if isinstance(frame, VoyageFrame | BlindLandingFrame | LandingFrame)]
    if len(places) > 1:
        yield fault("pending", "audit.question", question=question_of(places[-1]))


def _seat_may_be_asked(state: State, frame: Frame) -> bool:
    """Return whether the seat of a frame fits: chance for its own frames, else the seat in turn.

    Outside the action phase any seat may be asked.
    """
    if isinstance(frame, CHANCE_FRAMES):
        return frame.seat == CHANCE
    if frame.seat == CHANCE:
        return False
    return state.stage != "actions" or frame.seat == state.active_seat


# --- parts of an action ---------------------------------------------------------------------------------------------


def _placing(state: State, index: int, frame: Frame) -> bool:
    """Return whether a card that waits for its payment can be placed there."""
    assert isinstance(frame, PlaceFrame)
    if not frame.card or not is_placeable(state, frame.card) or frame.host is not None:
        return False
    over = site_at(owner(state, frame), frame.over)
    covers = frame.over is None or (over is not None and state.solo is not None)
    return has_carrier_below(state, index) and covers and _has_payment(state, index)


def _has_payment(state: State, index: int) -> bool:
    """Return whether a payment lies directly above."""
    return index + 1 < len(state.pending) and isinstance(state.pending[index + 1], PaymentFrame)


def _arriving(state: State, index: int, frame: Frame) -> bool:
    """Return whether a pawn that waits for its payment can come to the tile."""
    assert isinstance(frame, PawnArrivalFrame)
    player = owner(state, frame)
    if frame.start is None:
        moves = len(player.pawns) < content(state).numbers["pawns"]
    else:
        is_active = Pawn(frame.start, exhausted=False) in player.pawns
        moves = is_active and frame.tile in neighbour_tiles(state.ring, frame.start)
    return index == 0 and state.stage == "actions" and moves and _has_payment(state, index)


def _performing(state: State, index: int, frame: Frame) -> bool:
    """Return whether a declared action waits below another frame."""
    return has_carrier_below(state, index) and index + 1 < len(state.pending)


def _boost_window(state: State, index: int, frame: Frame) -> bool:
    """Return whether the window belongs to the declared action below, which must be possible."""
    assert isinstance(frame, BoostWindowFrame)
    assert isinstance(frame.seat, int)
    declared = frame_below(state, index)
    same = isinstance(declared, PerformActionFrame) and (declared.action, declared.seat) == (frame.action, frame.seat)
    return same and can_declare(state, frame.seat, frame.action)


def _plain(state: State, index: int, frame: Frame) -> bool:
    """Return whether the question may be open here."""
    return has_carrier_below(state, index)


def _sailing(state: State, index: int, frame: Frame) -> bool:
    """Return whether the player has a ship to sail with."""
    return has_carrier_below(state, index) and owner(state, frame).ships > 0


def _emitting_event(state: State, index: int, frame: Frame) -> bool:
    """Return whether an event that waits fits the card that it names."""
    assert isinstance(frame, EmitEventFrame)
    site = site_at(owner(state, frame), frame.slot)
    if frame.event in ("built", "conquered", "location_used"):
        about = site is not None and site.card == frame.card
    elif frame.event == "pillaged":
        about = bool(frame.card) and card_of(state, frame.card).is_island and frame.slot == -1
    else:
        about = frame.event == "explored" and not frame.card and frame.slot == -1
    return about and has_carrier_below(state, index) and index + 1 < len(state.pending)


def _discarding_boost(state: State, index: int, frame: Frame) -> bool:
    """Return whether a boost waits to be discarded above its declared action."""
    assert isinstance(frame, DiscardBoostFrame)
    is_boost = bool(frame.card) and card_of(state, frame.card).is_boost
    return is_boost and isinstance(frame_below(state, index), PerformActionFrame) and index + 1 < len(state.pending)


def _effects(state: State, index: int, frame: Frame) -> bool:
    """Return whether a list of effects lies on the frame that began it."""
    assert isinstance(frame, EffectsFrame)
    below = frame_below(state, index)
    if frame.branch:
        parent = isinstance(below, EffectsFrame) and (
            below.source,
            below.ability,
            below.slot,
            below.seat,
        ) == (
            frame.source,
            frame.ability,
            frame.slot,
            frame.seat,
        )
        return parent and below.branch == frame.branch[:-2] and below.step - 1 == frame.branch[-2]  # type: ignore[union-attr]
    when = abilities_of(state, frame.source)[frame.ability].row.when
    if when == "immediate":
        return frame.slot is None and isinstance(below, DiscardBoostFrame) and below.card == frame.source
    if when == "event":
        return frame.slot is None and has_carrier_below(state, index)
    site = site_at(owner(state, frame), frame.slot)
    if site is None or not _acts_as(state, frame, site):
        return False
    if when == "action":
        is_begun = any(
            isinstance(f, EmitEventFrame) and f.slot == frame.slot for f in state.pending[max(0, index - 2) : index]
        )
        return is_begun and site.exhausted
    return has_carrier_below(state, index) and (when != "storage" or state.stage == "lookout")


def _acts_as(state: State, frame: EffectsFrame, site: Site) -> bool:
    """Return whether the card in a slot has this ability, its own or a copied one."""
    is_bonus = abilities_of(state, frame.source)[frame.ability].row.when == "bonus"
    source = site.card if is_bonus else ability_source(owner(state, frame), site)
    return source == frame.source or (site.copied_slot == COPY_OF_NOTHING and not is_bonus)


# --- effects --------------------------------------------------------------------------------------------------------


def _asked_by_effect(state: State, index: int, frame: Frame) -> bool:
    """Return whether the effect below asks this question."""
    below = frame_below(state, index)
    if type(frame) is type(below) and isinstance(frame, RefreshPawnFrame | ShiftPawnFrame):
        return frame.seat == below.seat
    current = effect_below(state, index)
    if current is None or current.name not in EFFECTS_BY_FRAME[type(frame)]:
        return False
    same = frame.seat in (CHANCE, below.seat if below is not None else None)
    return same and _bounded(state, frame, current)


def _bounded(state: State, frame: Frame, current: Effect) -> bool:
    """Return whether the question asks for no more than the effect allows."""
    limit = current.max_count
    if isinstance(frame, AssignFrame | ReleaseFrame | RefreshFrame):
        progress_fits = not isinstance(frame, AssignFrame) or frame.has_begun == (frame.remaining < limit)
        return frame.remaining <= limit and progress_fits
    if isinstance(frame, RecoverFrame):
        return 1 <= frame.max_count <= min(limit, owner(state, frame).spent_workers)
    if isinstance(frame, OfferFrame):
        cost, player = current.cost, owner(state, frame)
        return is_payable(goods_owed(cost), (), player.goods) and player.workers >= cost.worker
    if isinstance(frame, DrawIsleFrame):
        return frame.pile == current.target and frame.into == "hand"
    if isinstance(frame, RaidFreeFrame):
        return len(state.players) > 1 and _raids(state, frame)
    return not isinstance(frame, DiscardHandFrame | BuildFreeFrame) or hand_size(owner(state, frame)) > 0


def _raids(state: State, frame: Frame) -> bool:
    """Return whether a card of another player can be raided."""
    return any(raidable(state, player) for seat, player in enumerate(state.players) if seat != frame.seat)


def _gaining(state: State, index: int, frame: Frame) -> bool:
    """Return whether a resource of choice comes from an effect, or from a pillaged island."""
    assert isinstance(frame, GainResourceFrame)
    current, below = effect_below(state, index), frame_below(state, index)
    if isinstance(below, EmitEventFrame):
        named = below.event == "pillaged" and ANY in dict(card_of(state, below.card).pillage)
    else:
        named = current is not None and any(ANY in bundle for bundle in current.bundles)
    return named and 1 <= frame.remaining <= MAX_GAINED


def _drawing(state: State, index: int, frame: Frame) -> bool:
    """Return whether cards are drawn by an effect, or by Explore."""
    assert isinstance(frame, DrawFrame)
    current, below = effect_below(state, index), frame_below(state, index)
    if isinstance(below, EmitEventFrame):
        return (
            below.event == "explored" and frame.remaining == 1 and (frame.recipient, frame.into) == (below.seat, "hand")
        )
    drawn = current is not None and current.name == "draw" and 1 <= frame.remaining <= current.max_count
    return drawn and below is not None and (frame.recipient, frame.into) == (below.seat, "hand")


def _revealing(state: State, index: int, frame: Frame) -> bool:
    """Return whether islands are turned up by an effect, the distant ones last."""
    assert isinstance(frame, RevealFrame)
    at = index - isinstance(frame_below(state, index), RevealFrame)
    current = effect_below(state, at)
    order = frame.pile == ("near" if at != index else "distant")
    return (
        current is not None and current.name == "reveal_islands" and order and 1 <= frame.remaining <= current.max_count
    )


def _simultaneous(state: State, index: int, frame: Frame) -> bool:
    """Return whether all waiting triggers belong to cards of the empire that the event triggers."""
    assert isinstance(frame, OrderTriggersFrame)
    player = owner(state, frame)
    cards = {site.card for site in player.empire}
    waiting = all(each.seat == frame.seat and each.source in cards and _is_slot(each.subject) for each in frame.waiting)
    events = {trigger.event for trigger in frame.waiting}
    return bool(frame.waiting) and waiting and len(events) == 1 and _can_trigger(state, frame, min(events))


def _is_slot(about: str) -> bool:
    """Return whether the subject of a trigger is a slot number, or -1."""
    return about == "-1" or (about.isdecimal() and len(about) <= 2)


def _can_trigger(state: State, frame: OrderTriggersFrame, event: str) -> bool:
    """Return whether each waiting card has a special for the event."""
    player = owner(state, frame)
    sources = {site.card: ability_source(player, site) for site in player.empire}
    for trigger in frame.waiting:
        source = sources[trigger.source]
        hears = [ability.row.hears for ability in abilities_of(state, source)] if source else []
        if event not in hears:
            return False
    return True


# --- the expedition -------------------------------------------------------------------------------------------------


def _at_sea(state: State, index: int, frame: Frame) -> bool:
    """Return whether the ship may land: the first one in the expedition, else one that an effect sends."""
    assert isinstance(frame, VoyageFrame | BlindLandingFrame | LandingFrame)
    ship = state.queue[frame.place]
    if not isinstance(frame, BlindLandingFrame) and frame.seat != ship.seat:
        return False
    if isinstance(frame, LandingFrame) and card_of(state, frame.island).pile != frame.pile:
        return False
    far = isinstance(frame, BlindLandingFrame | LandingFrame) and frame.pile == "distant" and not ship.fish
    if far or (frame.mode == "conquer" and not ship.raze):
        return False
    if frame.mode == "any":
        return index == 0 and state.stage == "expedition" and frame.place == 0
    current, below = effect_below(state, index), frame_below(state, index)
    sent = current is not None and current.name == f"{frame.mode}_now"
    return sent and below is not None and below.seat == ship.seat


def _blind_landing(state: State, index: int, frame: Frame) -> bool:
    """Return whether the ship may land on an unknown island of the pile."""
    assert isinstance(frame, BlindLandingFrame)
    islands = state.islands(frame.pile)
    return _at_sea(state, index, frame) and bool(islands.pile or islands.discard)


# --- solo games -----------------------------------------------------------------------------------------------------


def _event(state: State, index: int, frame: Frame) -> bool:
    """Return whether an event is drawn now: at the end of a lookout, in a solo game without one."""
    return state.solo is not None and state.stage == "lookout" and index == 0 and not state.solo.event


def _tribute(state: State, index: int, frame: Frame) -> bool:
    """Return whether tribute is due: an invaded card is used, and can be paid for."""
    assert isinstance(frame, TributeFrame)
    assert isinstance(frame.seat, int)
    site, below = site_at(owner(state, frame), frame.slot), frame_below(state, index)
    if site is None or not isinstance(below, EmitEventFrame):
        return False
    if below.event != "location_used" or below.slot != frame.slot:
        return False
    return site.invaded and site.exhausted and bool(tributes(state, frame.seat, site))


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    **dict.fromkeys(EFFECTS_BY_FRAME, _asked_by_effect),
    PlaceFrame: _placing,
    PawnArrivalFrame: _arriving,
    PerformActionFrame: _performing,
    BoostWindowFrame: _boost_window,
    ConstructFrame: _plain,
    HarvestFrame: _plain,
    SailFrame: _sailing,
    EmitEventFrame: _emitting_event,
    DiscardBoostFrame: _discarding_boost,
    EffectsFrame: _effects,
    ChooseCostFrame: is_cost_chosen,
    PayWithCardFrame: is_paid_with_card,
    PayFromHandFrame: is_paid_from_hand,
    PaymentFrame: is_being_paid,
    GainResourceFrame: _gaining,
    DrawFrame: _drawing,
    RevealFrame: _revealing,
    OrderTriggersFrame: _simultaneous,
    VoyageFrame: _at_sea,
    BlindLandingFrame: _blind_landing,
    LandingFrame: _at_sea,
    DrawEventFrame: _event,
    TributeFrame: _tribute,
}
"""The check of each question: (state, index of the frame, frame) to bool."""
