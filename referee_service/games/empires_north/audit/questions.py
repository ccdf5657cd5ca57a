"""Open questions that can be asked: each by what lies beneath it, of whoever acts, and about what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.empires_north.audit.moment import still_announced
from referee_service.games.empires_north.audit.prices import (
    is_being_paid,
    is_cost_chosen,
    is_paid_from_hand,
    is_paid_with_card,
)
from referee_service.games.empires_north.audit.stack import below, effect_below, is_carried, owner
from referee_service.games.empires_north.binding import ANY, Effect, owed_by
from referee_service.games.empires_north.choosing import tributes
from referee_service.games.empires_north.content import abilities_of, card_of, content
from referee_service.games.empires_north.costs import is_payable
from referee_service.games.empires_north.declaring import may_declare, raidable
from referee_service.games.empires_north.empire import BLANK, source_of
from referee_service.games.empires_north.questions import (
    Arrive,
    Assign,
    Blind,
    Boosted,
    BuildFree,
    Choose,
    ChooseCost,
    ChooseShip,
    Construct,
    Copy,
    DiscardHand,
    Draw,
    DrawEvent,
    DrawIsle,
    Effects,
    ExhaustField,
    GainResource,
    GiveUp,
    Guard,
    Harvest,
    Invade,
    Landing,
    Offer,
    PayFromHand,
    PayWithCard,
    Perform,
    Place,
    RaidFree,
    Recover,
    Refresh,
    RefreshPawn,
    Release,
    Reveal,
    Sail,
    Search,
    ShiftPawn,
    TakeBack,
    Told,
    Tribute,
    Voyage,
    Window,
)
from referee_service.games.empires_north.ring import neighbours
from referee_service.games.empires_north.sites import is_placeable
from referee_service.games.empires_north.state import Pawn, Site, State, hand_size, site_at
from referee_service.kernel.events import Simultaneous
from referee_service.kernel.payment import Payment
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of

ASKED_BY: dict[type[Frame], tuple[str, ...]] = {
    Choose: ("choose", "gain_one_of"),
    Search: ("search",),
    TakeBack: ("return_to_hand",),
    BuildFree: ("build",),
    ChooseShip: ("pillage_now", "conquer_now", "advance_ship"),
    Assign: ("assign",),
    Release: ("release",),
    Recover: ("recover_worker",),
    Refresh: ("refresh",),
    Copy: ("copy",),
    RaidFree: ("raid",),
    Offer: ("may",),
    ExhaustField: ("exhaust_field",),
    DiscardHand: ("discard_hand",),
    Guard: ("protect_cove",),
    GiveUp: ("give_up",),
    Invade: ("invasion",),
    RefreshPawn: ("refresh_pawn",),
    ShiftPawn: ("move_pawn",),
    DrawIsle: ("draw_island",),
}
"""The effects that ask a question."""
BY_CHANCE = (Draw, Reveal, Blind, DrawEvent, DrawIsle)
MOST_GAINED = 20


def questions(state: State) -> Iterator[Fault]:
    """Every open question above those that a set-up or lookout announced."""
    begun = still_announced(state)
    for index in range(begun, len(state.pending)):
        frame = state.pending[index]
        fits = CHECKS.get(type(frame))
        if fits is None or not _is_actor(state, frame) or not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))
            return
    places = [frame for frame in state.pending if isinstance(frame, Voyage | Blind | Landing)]
    if len(places) > 1:
        yield fault("pending", "audit.question", question=question_of(places[-1]))


def _is_actor(state: State, frame: Frame) -> bool:
    """Chance answers what is its own; else the player in turn is asked, at sea the owner of a ship."""
    if isinstance(frame, BY_CHANCE):
        return frame.seat == CHANCE
    if frame.seat == CHANCE:
        return False
    return state.stage != "actions" or frame.seat == state.active


# --- parts of an action ---------------------------------------------------------------------------------------------


def _placing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Place)
    if not frame.card or not is_placeable(state, frame.card) or frame.host is not None:
        return False
    over = site_at(owner(state, frame), frame.over)
    covers = frame.over is None or (over is not None and state.solo is not None)
    return is_carried(state, index) and covers and _has_payment(state, index)


def _has_payment(state: State, index: int) -> bool:
    """Whether a payment lies right above."""
    return index + 1 < len(state.pending) and isinstance(state.pending[index + 1], Payment)


def _arriving(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Arrive)
    player = owner(state, frame)
    if frame.start is None:
        moves = len(player.pawns) < content(state).numbers["pawns"]
    else:
        is_active = Pawn(frame.start, exhausted=False) in player.pawns
        moves = is_active and frame.tile in neighbours(state.ring, frame.start)
    return index == 0 and state.stage == "actions" and moves and _has_payment(state, index)


def _performing(state: State, index: int, frame: Frame) -> bool:
    return is_carried(state, index) and index + 1 < len(state.pending)


def _window(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Window)
    assert isinstance(frame.seat, int)
    declared = below(state, index)
    same = isinstance(declared, Perform) and (declared.action, declared.seat) == (frame.action, frame.seat)
    return same and may_declare(state, frame.seat, frame.action)


def _plain(state: State, index: int, frame: Frame) -> bool:
    return is_carried(state, index)


def _sailing(state: State, index: int, frame: Frame) -> bool:
    return is_carried(state, index) and owner(state, frame).ships > 0


def _told(state: State, index: int, frame: Frame) -> bool:
    """Something that is about to have happened; with the card it is about, where it is about one."""
    assert isinstance(frame, Told)
    site = site_at(owner(state, frame), frame.slot)
    if frame.event in ("built", "conquered", "location_used"):
        about = site is not None and site.card == frame.card
    elif frame.event == "pillaged":
        about = bool(frame.card) and card_of(state, frame.card).is_island and frame.slot == -1
    else:
        about = frame.event == "explored" and not frame.card and frame.slot == -1
    return about and is_carried(state, index) and index + 1 < len(state.pending)


def _boosted(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Boosted)
    is_boost = bool(frame.card) and card_of(state, frame.card).is_boost
    return is_boost and isinstance(below(state, index), Perform) and index + 1 < len(state.pending)


def _effects(state: State, index: int, frame: Frame) -> bool:
    """A list of effects lies on what began it."""
    assert isinstance(frame, Effects)
    beneath = below(state, index)
    if frame.branch:
        parent = isinstance(beneath, Effects) and (beneath.source, beneath.ability, beneath.slot, beneath.seat) == (
            frame.source,
            frame.ability,
            frame.slot,
            frame.seat,
        )
        return parent and beneath.branch == frame.branch[:-2] and beneath.step - 1 == frame.branch[-2]  # type: ignore[union-attr]
    when = abilities_of(state, frame.source)[frame.ability].row.when
    if when == "immediate":
        return frame.slot is None and isinstance(beneath, Boosted) and beneath.card == frame.source
    if when == "event":
        return frame.slot is None and is_carried(state, index)
    site = site_at(owner(state, frame), frame.slot)
    if site is None or not _acts_as(state, frame, site):
        return False
    if when == "action":
        is_begun = any(isinstance(f, Told) and f.slot == frame.slot for f in state.pending[max(0, index - 2) : index])
        return is_begun and site.exhausted
    return is_carried(state, index) and (when != "storage" or state.stage == "lookout")


def _acts_as(state: State, frame: Effects, site: Site) -> bool:
    """Whether the card in a slot has this ability: by itself, or as a copy."""
    own = abilities_of(state, frame.source)[frame.ability].row.when == "bonus"
    source = site.card if own else source_of(owner(state, frame), site)
    return source == frame.source or (site.twin == BLANK and not own)


# --- effects --------------------------------------------------------------------------------------------------------


def _asked(state: State, index: int, frame: Frame) -> bool:
    """The effect in progress beneath asks just this."""
    beneath = below(state, index)
    if type(frame) is type(beneath) and isinstance(frame, RefreshPawn | ShiftPawn):
        return frame.seat == beneath.seat
    doing = effect_below(state, index)
    if doing is None or doing.name not in ASKED_BY[type(frame)]:
        return False
    same = frame.seat in (CHANCE, beneath.seat if beneath is not None else None)
    return same and _bounded(state, frame, doing)


def _bounded(state: State, frame: Frame, doing: Effect) -> bool:
    """No more is left than the effect gives."""
    most = doing.most
    if isinstance(frame, Assign | Release | Refresh):
        begun = not isinstance(frame, Assign) or frame.begun == (frame.left < most)
        return frame.left <= most and begun
    if isinstance(frame, Recover):
        return 1 <= frame.most <= min(most, owner(state, frame).spent)
    if isinstance(frame, Offer):
        cost, player = doing.cost, owner(state, frame)
        return is_payable(owed_by(cost), (), player.goods) and player.workers >= cost.worker
    if isinstance(frame, DrawIsle):
        return frame.pile == doing.word and frame.into == "hand"
    if isinstance(frame, RaidFree):
        return len(state.players) > 1 and _raids(state, frame)
    return not isinstance(frame, DiscardHand | BuildFree) or hand_size(owner(state, frame)) > 0


def _raids(state: State, frame: Frame) -> bool:
    return any(raidable(state, player) for seat, player in enumerate(state.players) if seat != frame.seat)


def _gaining(state: State, index: int, frame: Frame) -> bool:
    """A resource of choice comes from an effect, or from what was pillaged."""
    assert isinstance(frame, GainResource)
    doing, beneath = effect_below(state, index), below(state, index)
    if isinstance(beneath, Told):
        named = beneath.event == "pillaged" and ANY in dict(card_of(state, beneath.card).pillage)
    else:
        named = doing is not None and any(ANY in bundle for bundle in doing.bundles)
    return named and 1 <= frame.left <= MOST_GAINED


def _drawing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Draw)
    doing, beneath = effect_below(state, index), below(state, index)
    if isinstance(beneath, Told):
        return beneath.event == "explored" and frame.left == 1 and (frame.to, frame.into) == (beneath.seat, "hand")
    drawn = doing is not None and doing.name == "draw" and 1 <= frame.left <= doing.most
    return drawn and beneath is not None and (frame.to, frame.into) == (beneath.seat, "hand")


def _revealing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Reveal)
    at = index - isinstance(below(state, index), Reveal)
    doing = effect_below(state, at)
    order = frame.pile == ("near" if at != index else "distant")
    return doing is not None and doing.name == "reveal_islands" and order and 1 <= frame.left <= doing.most


def _simultaneous(state: State, index: int, frame: Frame) -> bool:
    """All that wait belong to cards of the empire which listen."""
    assert isinstance(frame, Simultaneous)
    player = owner(state, frame)
    cards = {site.card for site in player.empire}
    waiting = all(
        fired.seat == frame.seat and fired.source in cards and _is_slot(fired.about) for fired in frame.waiting
    )
    heard = {fired.event for fired in frame.waiting}
    return bool(frame.waiting) and waiting and len(heard) == 1 and _can_hear(state, frame, min(heard))


def _is_slot(about: str) -> bool:
    return about == "-1" or (about.isdecimal() and len(about) <= 2)


def _can_hear(state: State, frame: Simultaneous, event: str) -> bool:
    player = owner(state, frame)
    sources = {site.card: source_of(player, site) for site in player.empire}
    for fired in frame.waiting:
        source = sources[fired.source]
        hears = [ability.row.hears for ability in abilities_of(state, source)] if source else []
        if event not in hears:
            return False
    return True


# --- the expedition -------------------------------------------------------------------------------------------------


def _at_sea(state: State, index: int, frame: Frame) -> bool:
    """The first ship in the expedition; before it, a ship that an effect sends, to do what the effect says."""
    assert isinstance(frame, Voyage | Blind | Landing)
    ship = state.queue[frame.place]
    if not isinstance(frame, Blind) and frame.seat != ship.seat:
        return False
    if isinstance(frame, Landing) and card_of(state, frame.island).pile != frame.pile:
        return False
    far = isinstance(frame, Blind | Landing) and frame.pile == "distant" and not ship.fish
    if far or (frame.does == "conquer" and not ship.raze):
        return False
    if frame.does == "any":
        return index == 0 and state.stage == "expedition" and frame.place == 0
    doing, beneath = effect_below(state, index), below(state, index)
    sent = doing is not None and doing.name == f"{frame.does}_now"
    return sent and beneath is not None and beneath.seat == ship.seat


def _blind(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Blind)
    isles = state.isles(frame.pile)
    return _at_sea(state, index, frame) and bool(isles.pile or isles.discard)


# --- alone ----------------------------------------------------------------------------------------------------------


def _event(state: State, index: int, frame: Frame) -> bool:
    return state.solo is not None and state.stage == "lookout" and index == 0 and not state.solo.event


def _tribute(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Tribute)
    assert isinstance(frame.seat, int)
    site, told = site_at(owner(state, frame), frame.slot), below(state, index)
    begun = isinstance(told, Told) and told.event == "location_used" and told.slot == frame.slot
    if not begun or site is None:
        return False
    return site.invaded and site.exhausted and bool(tributes(state, frame.seat, site))


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    **dict.fromkeys(ASKED_BY, _asked),
    Place: _placing,
    Arrive: _arriving,
    Perform: _performing,
    Window: _window,
    Construct: _plain,
    Harvest: _plain,
    Sail: _sailing,
    Told: _told,
    Boosted: _boosted,
    Effects: _effects,
    ChooseCost: is_cost_chosen,
    PayWithCard: is_paid_with_card,
    PayFromHand: is_paid_from_hand,
    Payment: is_being_paid,
    GainResource: _gaining,
    Draw: _drawing,
    Reveal: _revealing,
    Simultaneous: _simultaneous,
    Voyage: _at_sea,
    Blind: _blind,
    Landing: _at_sea,
    DrawEvent: _event,
    Tribute: _tribute,
}
