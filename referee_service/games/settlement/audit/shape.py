"""Shape checks: known names, lengths, ranges and sorted rows, for any state that decodes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from referee_service.games.settlement.content.tables import (
    BASICS,
    RESOURCES,
    SEAT_COUNTS,
    SPACES,
    STREETS,
    Content,
    content,
)
from referee_service.games.settlement.state import (
    EMPTY,
    CollectTerrainFrame,
    DrawTerrainFrame,
    EncounterFrame,
    GiveBasicFrame,
    PlaceBuildingFrame,
    Player,
    RevealArtefactsFrame,
    State,
    UseBuildingsFrame,
    WelcomeHeroFrame,
)
from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE

MAX_NUMBER = 500
"""Upper bound for any count, more than a game brings."""
MAX_LAID = 40
"""Upper bound for the resources laid down for one price."""


def names_and_lengths(state: State) -> Iterator[Fault]:
    """Yield faults for rows of a wrong length and for unknown names."""
    tables, seats = content(state), len(state.players)
    if seats not in SEAT_COUNTS:
        yield fault("players", "audit.shape", found=seats, wanted="1, 2, 3, 4")
        return
    yield from _check_length("score_lines", state.score_lines, seats)
    yield from _check_length("market", state.market, tables.numbers["market_slots"])
    yield from _check_length("hero_row", state.hero_row, len(tables.surcharges))
    yield from _check_known("market", [slot.building for slot in state.market], {EMPTY, *tables.buildings})
    yield from _check_known("hero_row", state.hero_row, {EMPTY, *tables.heroes})
    yield from _check_known("artefacts", state.artefacts, tables.artefacts)
    yield from _check_known("evenly_exchanged", state.evenly_exchanged, BASICS)
    for seat, player in enumerate(state.players):
        yield from _check_player_names(tables, player, f"players[{seat}]")
    yield from _check_supply_names(state, tables)
    for index, frame in enumerate(state.pending):
        if isinstance(frame, PlaceBuildingFrame):
            yield from _check_known(f"pending[{index}].building", [frame.building], tables.buildings)
        if isinstance(frame, WelcomeHeroFrame):
            yield from _check_known(f"pending[{index}].hero", [frame.hero], tables.heroes)
        if isinstance(frame, PaymentFrame):
            yield from _check_known(f"pending[{index}].owed", [name for name, _ in frame.owed], RESOURCES)
            yield from _check_known(f"pending[{index}].pool", [name for name, _ in frame.pool], RESOURCES)


def _check_player_names(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield faults for lengths and names of one player."""
    for name in ("wilderness", "colony", "stored"):
        yield from _check_length(f"{path}.{name}", getattr(player, name), len(SPACES))
    for name in ("regions", "streets"):
        yield from _check_length(f"{path}.{name}", getattr(player, name), len(STREETS))
    yield from _check_known(f"{path}.wilderness", player.wilderness, {EMPTY, *tables.terrains})
    yield from _check_known(f"{path}.colony", player.colony, {EMPTY, *tables.buildings})
    yield from _check_known(f"{path}.artefact", [player.artefact], {EMPTY, *tables.artefacts})
    yield from _check_known(f"{path}.heroes", player.heroes, tables.heroes)
    yield from _check_known(f"{path}.reserve", [name for name, _ in player.reserve], RESOURCES)


def _check_supply_names(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for unknown names in the supply."""
    known: dict[str, Collection[str]] = {
        "buildings": tables.buildings,
        "heroes": tables.heroes,
        "artefacts": tables.artefacts,
        "removed": {*tables.heroes, *tables.artefacts},
    }
    for pile in state.supply.__struct_fields__:
        names = [name for name, _ in getattr(state.supply, pile)]
        yield from _check_known(f"supply.{pile}", names, known.get(pile, tables.terrains))


def _check_length(path: str, row: tuple[object, ...], wanted: int) -> Iterator[Fault]:
    """Yield a fault unless the row has this length."""
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _check_known(path: str, names: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for each unknown name."""
    for name in names:
        if name not in known:
            yield fault(path, "audit.known", name=name)


def ranges_and_order(state: State) -> Iterator[Fault]:
    """Yield faults for numbers out of range and unsorted rows."""
    tables, last = content(state), len(state.players) - 1
    yield from _check_range("round", state.round, 0, tables.numbers["rounds"])
    yield from _check_range("first_seat", state.first_seat, 0, last)
    yield from _check_range("active_seat", state.active_seat, 0, last)
    for path, seat in (
        ("next_first_seat", state.next_first_seat),
        ("options.first_player", state.options.first_player),
    ):
        if seat is not None:
            yield from _check_range(path, seat, 0, last)
    yield from _check_set("artefacts", state.artefacts)
    yield from _check_set("evenly_exchanged", state.evenly_exchanged)
    for at, slot in enumerate(state.market):
        yield from _check_range(
            f"market[{at}].count", slot.count, 1 if slot.building else 0, MAX_NUMBER if slot.building else 0
        )
    for seat, player in enumerate(state.players):
        yield from _check_player_ranges(tables, player, f"players[{seat}]")
    for pile in state.supply.__struct_fields__:
        yield from _check_bag(f"supply.{pile}", getattr(state.supply, pile))
    yield from _check_frames(state)


def _check_player_ranges(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield faults for numbers and rows of one player."""
    yield from _check_range(f"{path}.villagers", player.villagers, 0, tables.numbers["villagers"])
    yield from _check_range(f"{path}.bonus_villagers", player.bonus_villagers, 0, MAX_NUMBER)
    yield from _check_range(f"{path}.bonus_used", player.bonus_used, 0, MAX_NUMBER)
    for name in ("stored", "regions", "streets"):
        for value in getattr(player, name):
            yield from _check_range(f"{path}.{name}", value, 0, MAX_NUMBER if name == "stored" else 2)
    for name in ("monsters", "fortifications", "activated_fortifications"):
        yield from _check_spaces(f"{path}.{name}", getattr(player, name))
    yield from _check_set(f"{path}.heroes", player.heroes)
    yield from _check_bag(f"{path}.reserve", player.reserve)


def _check_frames(state: State) -> Iterator[Fault]:
    """Yield faults for numbers and rows of the open questions."""
    for index, frame in enumerate(state.pending):
        path = f"pending[{index}]"
        if frame.seat != CHANCE:
            yield from _check_range(f"{path}.seat", frame.seat, 0, len(state.players) - 1)
        if isinstance(frame, DrawTerrainFrame | EncounterFrame | GiveBasicFrame):
            yield from _check_range(f"{path}.space", frame.space, 0, len(SPACES) - 1)
        if isinstance(frame, UseBuildingsFrame | CollectTerrainFrame):
            yield from _check_spaces(f"{path}.spaces", frame.spaces)
            yield from _check_range(f"{path}.spaces", len(frame.spaces), 1, len(SPACES))
        if isinstance(frame, RevealArtefactsFrame):
            yield from _check_range(f"{path}.target_count", frame.target_count, 1, len(content(state).artefacts))
        if isinstance(frame, PaymentFrame):
            yield from _check_bag(f"{path}.owed", frame.owed)
            yield from _check_bag(f"{path}.pool", frame.pool)
            yield from _check_range(f"{path}.pool", size_of(frame.pool), 0, MAX_LAID)


def _check_range(path: str, value: int, low: int, high: int) -> Iterator[Fault]:
    """Yield a fault unless low ≤ value ≤ high."""
    if not low <= value <= high:
        yield fault(path, "audit.range", found=value, low=low, high=high)


def _check_spaces(path: str, spaces: tuple[int, ...]) -> Iterator[Fault]:
    """Yield faults unless the spaces exist, sorted and without repeats."""
    yield from _check_set(path, spaces)
    for space in spaces:
        yield from _check_range(path, space, 0, len(SPACES) - 1)


def _check_set(path: str, row: Sequence[int] | Sequence[str]) -> Iterator[Fault]:
    """Yield a fault unless the row is sorted and without repeats."""
    if list(row) != sorted(row) or len(set(row)) != len(row):
        yield fault(path, "audit.sorted")


def _check_bag(path: str, bag: Bag) -> Iterator[Fault]:
    """Yield faults unless the multiset is sorted and its counts are positive."""
    yield from _check_set(path, [piece for piece, _ in bag])
    for _, count in bag:
        yield from _check_range(path, count, 1, MAX_NUMBER)
