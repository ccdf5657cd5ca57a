"""Checks of names, lengths, ranges and order, for any state that decodes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import get_args

from referee_service.games.empires_north.audit.cache import cached_faults
from referee_service.games.empires_north.content.cards import ANY, GOODS, RAZE, WORKER
from referee_service.games.empires_north.content.schema import TriggerKind
from referee_service.games.empires_north.content.tables import (
    PILES,
    QUEUE_RANGE,
    SEAT_COUNTS,
    SLOT_RANGE,
    TILES,
    abilities_of,
    content,
    scenario,
)
from referee_service.games.empires_north.questions import (
    BlindLandingFrame,
    ChooseCostFrame,
    EffectsFrame,
    LandingFrame,
    VoyageFrame,
)
from referee_service.games.empires_north.state import Player, State
from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, Frame

MAX_NUMBER = 999
"""A limit that no count in a game reaches."""
PLAYER_PILES = ("hand", "deck", "discard", "looked_at", "kept")
"""The fields of a player that hold cards."""


def names_and_lengths(state: State) -> Iterator[Fault]:
    """Yield rows of a wrong length, and names that the pack does not have."""
    tables, seats = content(state), len(state.players)
    if seats not in SEAT_COUNTS:
        yield fault("players", "audit.shape", found=seats, wanted="1, 2, 3, 4")
        return
    yield from _length("score_lines", state.score_lines, seats)
    if (state.solo is not None) != (seats == 1):
        yield fault("solo", "audit.shape", found=seats, wanted=1)
        return
    if state.solo is not None:
        faults = list(_scenario(state))
        yield from faults
        if faults:
            return
    elif state.options.slots:
        yield fault("options.slots", "audit.known", name=state.options.slots[0][0])
    yield from _known("ring", state.ring, TILES)
    for pile in PILES:
        names = set(dict(tables.islands[pile]))
        islands = state.islands(pile)
        yield from _known(pile, [*dict(islands.pile), *dict(islands.discard), *islands.face_up], names)
    for seat in range(seats):
        yield from cached_faults(state, seat, _player_names)
    yield from _length_at_most("queue", state.queue, len(QUEUE_RANGE))


def _scenario(state: State) -> Iterator[Fault]:
    """Yield the faults in the names of a scenario."""
    solo = state.solo
    assert solo is not None
    try:
        current = scenario(state)
    except ValueError as error:
        yield fault("options.slots", "audit.known", name=str(error))
        return
    yield from _known("solo.solo_side_tiles", solo.solo_side_tiles, TILES)
    yield from _known("solo.event", [solo.event], ("", *current.events))
    yield from _known("solo.covered", solo.covered, content(state).cards)
    yield from _known("solo.temporary", dict(solo.temporary), (WORKER, RAZE))


def _player_names(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Yield unknown names of a player's pieces."""
    tables, location = content(state), own_location(state)
    yield from _known(f"{path}.clan", [player.clan], {"", *tables.clans})
    yield from _known(f"{path}.goods", dict(player.goods), GOODS)
    for pile in PLAYER_PILES:
        yield from _known(f"{path}.{pile}", dict(getattr(player, pile)), tables.cards)
    yield from _known(f"{path}.empire", (s.card for s in player.empire if s.card not in location), tables.cards)
    for site in player.empire:
        yield from _known(f"{path}.empire", dict(site.goods), (*GOODS, WORKER))
    yield from _known(f"{path}.pawns", [pawn.tile for pawn in player.pawns], TILES)


def _length(path: str, row: Sequence[object], wanted: int) -> Iterator[Fault]:
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _length_at_most(path: str, row: Sequence[object], limit: int) -> Iterator[Fault]:
    if len(row) > limit:
        yield fault(path, "audit.shape", found=len(row), wanted=limit)


def _known(path: str, names: Iterable[str], known: Collection[object]) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield fault(path, "audit.known", name=name)


# --- numbers and order ----------------------------------------------------------------------------------------------


def numbers_and_order(state: State) -> Iterator[Fault]:
    """Yield numbers out of range, and rows that are not sorted."""
    numbers, last = content(state).numbers, len(state.players) - 1
    rounds = numbers["solo_rounds"] if state.solo is not None else numbers["most_rounds"]
    yield from _range("round", state.round, 0, rounds)
    yield from _range("first_seat", state.first_seat, 0, last)
    yield from _range("active_seat", state.active_seat, 0, last)
    if state.options.first_player is not None:
        yield from _range("options.first_player", state.options.first_player, 0, last)
    if list(state.options.slots) != sorted(dict(state.options.slots).items()):
        yield fault("options.slots", "audit.sorted")
    if len(set(state.ring)) != len(state.ring):
        yield fault("ring", "audit.sorted")
    for pile in PILES:
        islands = state.islands(pile)
        yield from _bag(f"{pile}.pile", islands.pile)
        yield from _bag(f"{pile}.discard", islands.discard)
    for at, ship in enumerate(state.queue):
        yield from _range(f"queue[{at}].seat", ship.seat, 0, last)
    for seat in range(last + 1):
        yield from cached_faults(state, seat, _player_numbers)
    if state.solo is not None:
        yield from _range("solo.foundations", state.solo.foundations, 0, MAX_NUMBER)
        yield from _range("solo.unfed", state.solo.unfed, 0, MAX_NUMBER)
        yield from _set("solo.solo_side_tiles", state.solo.solo_side_tiles)
        yield from _bag("solo.temporary", state.solo.temporary)
        if list(state.solo.covered) != sorted(state.solo.covered):
            yield fault("solo.covered", "audit.sorted")
    for at, frame in enumerate(state.pending):
        yield from _frame(state, frame, f"pending[{at}]")


def _player_numbers(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Yield numbers of a player that are out of range, and rows that are not sorted."""
    for name in ("workers", "spent_workers", "ships"):
        yield from _range(f"{path}.{name}", getattr(player, name), 0, MAX_NUMBER)
    yield from _bag(f"{path}.goods", player.goods)
    for pile in PLAYER_PILES:
        yield from _bag(f"{path}.{pile}", getattr(player, pile))
    yield from _set(f"{path}.empire", [site.slot for site in player.empire])
    for site in player.empire:
        yield from _range(f"{path}.empire", site.slot, 0, len(SLOT_RANGE) - 1)
        yield from _bag(f"{path}.empire", site.goods)
    if list(player.pawns) != sorted(player.pawns):
        yield fault(f"{path}.pawns", "audit.sorted")
    yield from _range(f"{path}.pawns", len(player.pawns), 0, content(state).numbers["pawns"])


def _frame(state: State, frame: Frame, path: str) -> Iterator[Fault]:
    """Yield the faults in the fields of a frame, whatever the question is about."""
    tables, last = content(state), len(state.players) - 1
    if frame.seat != CHANCE:
        yield from _range(f"{path}.seat", frame.seat, 0, last)
    fields = frame.__struct_fields__
    if len(fields) == 1:
        return
    for name in ("recipient", "player"):
        if name in fields:
            yield from _range(f"{path}.{name}", getattr(frame, name), 0, last)
    for name in ("remaining", "max_count", "exactly"):
        if getattr(frame, name, None) is not None:
            yield from _range(f"{path}.{name}", getattr(frame, name), 0, MAX_NUMBER)
    if isinstance(frame, VoyageFrame | BlindLandingFrame | LandingFrame):
        yield from _range(f"{path}.place", frame.place, 0, len(state.queue) - 1)
    known: dict[str, Collection[object]] = {
        "action": TILES,
        "tile": TILES,
        "start": (*TILES, None),
        "event": get_args(TriggerKind),
        "card": ("", *tables.cards, *own_location(state)),
        "island": tables.domains["island"],
        "good": (*GOODS, WORKER),
    }
    for name, names in known.items():
        if name in fields:
            yield from _known(f"{path}.{name}", [getattr(frame, name)], names)
    if isinstance(frame, PaymentFrame):
        yield from _known(f"{path}.owed", dict(frame.owed), (*GOODS, ANY))
        yield from _known(f"{path}.pool", dict(frame.pool), GOODS)
        yield from _bag(f"{path}.owed", frame.owed)
        yield from _bag(f"{path}.pool", frame.pool)
    if isinstance(frame, EffectsFrame) and not has_effects_step(state, frame):
        yield fault(path, "audit.known", name=frame.source)
    if isinstance(frame, ChooseCostFrame):
        yield from _known(f"{path}.extra", dict(frame.extra), (*GOODS, ANY))
        yield from _bag(f"{path}.extra", frame.extra)


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


def _range(path: str, value: int, low: int, high: int) -> Iterator[Fault]:
    if not low <= value <= high:
        yield fault(path, "audit.range", found=value, low=low, high=high)


def _set(path: str, row: Sequence[int] | Sequence[str]) -> Iterator[Fault]:
    if list(row) != sorted(row) or len(set(row)) != len(row):
        yield fault(path, "audit.sorted")


def _bag(path: str, bag: Bag) -> Iterator[Fault]:
    yield from _set(path, [piece for piece, _ in bag])
    for _, count in bag:
        yield from _range(path, count, 1, MAX_NUMBER)
