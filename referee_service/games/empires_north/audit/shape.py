"""Shape of a state: the names and numbers that the marks of its fields refer to, and rules about several fields."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.shape import Domain, ExtraMarks, Index, Known, Length, Pieces, shape_audit
from referee_service.kernel.triggers import OrderTriggersFrame, PendingTrigger

from ..content.cards import ANY, GOODS, RAZE, WORKER
from ..content.schema import TriggerKind
from ..content.tables import (
    PACKS,
    PILES,
    QUEUE_RANGE,
    SLOT_RANGE,
    TILES,
    abilities_of,
    content,
    scenario,
    scenario_named,
)
from ..fields import MAX_NUMBER
from ..questions import EffectsFrame
from ..state import State

ScenarioKey = tuple[str, tuple[tuple[str, str], ...]]
"""The name of a scenario and its filled slots."""
EXTRA_MARKS: ExtraMarks = {
    (PaymentFrame, "owed"): (Pieces("owed", most=MAX_NUMBER),),
    (PaymentFrame, "pool"): (Pieces("good", most=MAX_NUMBER),),
    (OrderTriggersFrame, "waiting"): (Length(1, MAX_NUMBER),),
    (PendingTrigger, "seat"): (Index("seats"),),
    (PendingTrigger, "source"): (Domain("site_card"),),
    (PendingTrigger, "event"): (Domain("trigger_kind"),),
}


def scenario_fits(state: State) -> Iterator[Fault]:
    """Yield a fault unless a solo game, and no other, has a scenario whose slots can be filled."""
    seats, slots = len(state.players), state.options.slots
    if (state.solo is not None) != (seats == 1):
        yield fault("solo", "audit.shape", found=seats, wanted=1)
    elif state.solo is None:
        if slots:
            yield fault("options.slots", "audit.known", name=slots[0][0])
    elif list(slots) != sorted(dict(slots).items()):
        yield fault("options.slots", "audit.sorted")
    else:
        try:
            scenario(state)
        except ValueError as error:
            yield fault("options.slots", "audit.known", name=str(error))


# --- marks ----------------------------------------------------------------------------------------------------------


def known(state: State) -> Known:
    """Return the names and numbers of the pack, of the scenario, and of the ships in the queue."""
    scenario_key = (state.options.scenario, state.options.slots) if state.solo is not None else None
    return _known(state.pack, len(state.players), scenario_key, len(state.queue))


@lru_cache(maxsize=512)
def _known(pack: str, seats: int, scenario_key: ScenarioKey | None, ships: int) -> Known:
    tables = PACKS.get(pack)
    current = scenario_named(pack, *scenario_key) if scenario_key is not None else None
    location = current.location if current is not None else None
    return Known(
        names={
            "card": frozenset(tables.cards),
            "site_card": frozenset(tables.cards) | ({location.id} if location is not None else set()),
            "tile": frozenset(TILES),
            "good": frozenset(GOODS),
            "stored": frozenset({*GOODS, WORKER}),
            "owed": frozenset({*GOODS, ANY}),
            "temporary": frozenset({WORKER, RAZE}),
            "island": frozenset(tables.domains["island"]),
            "clan": frozenset(tables.clans),
            "event": frozenset(current.events if current is not None else ()),
            "trigger_kind": frozenset(get_args(TriggerKind)),
        },
        numbers={
            "seats": seats,
            "rounds": tables.numbers["most_rounds" if current is None else "solo_rounds"],
            "slots": len(SLOT_RANGE),
            "last_slot": len(SLOT_RANGE) - 1,
            "queue": ships,
            "places": len(QUEUE_RANGE),
            "pawns": tables.numbers["pawns"],
        },
    )


shape = shape_audit(State, known, EXTRA_MARKS)


# --- rules about several fields -------------------------------------------------------------------------------------


def rows_and_effects(state: State) -> Iterator[Fault]:
    """Yield islands in a wrong pile, empires whose slots are not in order, and effects that no source has."""
    for pile in PILES:
        islands, names = state.islands(pile), dict(content(state).islands[pile])
        for name in (*dict(islands.pile), *dict(islands.discard), *islands.face_up):
            if name not in names:
                yield fault(pile, "audit.known", name=name)
    for seat, player in enumerate(state.players):
        slots = [site.slot for site in player.empire]
        if slots != sorted(set(slots)):
            yield fault(f"players[{seat}].empire", "audit.sorted")
    for at, frame in enumerate(state.pending):
        if isinstance(frame, EffectsFrame) and not has_effects_step(state, frame):
            yield fault(f"pending[{at}]", "audit.known", name=frame.source)


def own_location(state: State) -> tuple[str, ...]:
    """Return the name of the scenario's location in a tuple. Empty if there is none."""
    location = scenario(state).location if state.solo is not None else None
    return (location.id,) if location is not None else ()


def has_effects_step(state: State, frame: EffectsFrame) -> bool:
    """Return whether the ability, the branch and the step that a frame names exist."""
    abilities = abilities_of(state, frame.source)
    if not 0 <= frame.ability < len(abilities) or len(frame.branch) % 2:
        return False
    effects = abilities[frame.ability].effects
    for step, option in zip(frame.branch[::2], frame.branch[1::2], strict=True):
        if not 0 <= step < len(effects) or not 0 <= option < len(effects[step].branches):
            return False
        effects = effects[step].branches[option]
    return 0 <= frame.step <= len(effects)
