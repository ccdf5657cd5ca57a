"""What can be asked of any state that decodes: known names, right lengths, numbers in range, sets in order."""

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
"""More of anything than a game can bring."""
MAX_LAID = 40
"""More resources than anybody ever lays down for one price."""


def names_and_lengths(state: State) -> Iterator[Fault]:
    """Lists as long as they must be, and nothing in them that the game does not have."""
    tables, seats = content(state), len(state.players)
    if seats not in SEAT_COUNTS:
        yield fault("players", "audit.shape", found=seats, wanted="1, 2, 3, 4")
        return
    yield from _length("score_lines", state.score_lines, seats)
    yield from _length("market", state.market, tables.numbers["market_slots"])
    yield from _length("hero_row", state.hero_row, len(tables.surcharges))
    yield from _known("market", [slot.building for slot in state.market], {EMPTY, *tables.buildings})
    yield from _known("hero_row", state.hero_row, {EMPTY, *tables.heroes})
    yield from _known("artefacts", state.artefacts, tables.artefacts)
    yield from _known("evenly_exchanged", state.evenly_exchanged, BASICS)
    for seat, player in enumerate(state.players):
        yield from _player_names(tables, player, f"players[{seat}]")
    yield from _supply_names(state, tables)
    for index, frame in enumerate(state.pending):
        if isinstance(frame, PlaceBuildingFrame):
            yield from _known(f"pending[{index}].building", [frame.building], tables.buildings)
        if isinstance(frame, WelcomeHeroFrame):
            yield from _known(f"pending[{index}].hero", [frame.hero], tables.heroes)
        if isinstance(frame, PaymentFrame):
            yield from _known(f"pending[{index}].owed", [name for name, _ in frame.owed], RESOURCES)
            yield from _known(f"pending[{index}].pool", [name for name, _ in frame.pool], RESOURCES)


def _player_names(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    for name in ("wilderness", "colony", "stored"):
        yield from _length(f"{path}.{name}", getattr(player, name), len(SPACES))
    for name in ("regions", "streets"):
        yield from _length(f"{path}.{name}", getattr(player, name), len(STREETS))
    yield from _known(f"{path}.wilderness", player.wilderness, {EMPTY, *tables.terrains})
    yield from _known(f"{path}.colony", player.colony, {EMPTY, *tables.buildings})
    yield from _known(f"{path}.artefact", [player.artefact], {EMPTY, *tables.artefacts})
    yield from _known(f"{path}.heroes", player.heroes, tables.heroes)
    yield from _known(f"{path}.reserve", [name for name, _ in player.reserve], RESOURCES)


def _supply_names(state: State, tables: Content) -> Iterator[Fault]:
    known: dict[str, Collection[str]] = {
        "buildings": tables.buildings,
        "heroes": tables.heroes,
        "artefacts": tables.artefacts,
        "removed": {*tables.heroes, *tables.artefacts},
    }
    for pile in state.supply.__struct_fields__:
        names = [name for name, _ in getattr(state.supply, pile)]
        yield from _known(f"supply.{pile}", names, known.get(pile, tables.terrains))


def _length(path: str, row: tuple[object, ...], wanted: int) -> Iterator[Fault]:
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _known(path: str, names: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield fault(path, "audit.known", name=name)


def ranges_and_order(state: State) -> Iterator[Fault]:
    """Numbers within their bounds, and sets written in order."""
    tables, last = content(state), len(state.players) - 1
    yield from _range("round", state.round, 0, tables.numbers["rounds"])
    yield from _range("first_seat", state.first_seat, 0, last)
    yield from _range("active_seat", state.active_seat, 0, last)
    for path, seat in (
        ("next_first_seat", state.next_first_seat),
        ("options.first_player", state.options.first_player),
    ):
        if seat is not None:
            yield from _range(path, seat, 0, last)
    yield from _set("artefacts", state.artefacts)
    yield from _set("evenly_exchanged", state.evenly_exchanged)
    for at, slot in enumerate(state.market):
        yield from _range(
            f"market[{at}].count", slot.count, 1 if slot.building else 0, MAX_NUMBER if slot.building else 0
        )
    for seat, player in enumerate(state.players):
        yield from _player_ranges(tables, player, f"players[{seat}]")
    for pile in state.supply.__struct_fields__:
        yield from _bag(f"supply.{pile}", getattr(state.supply, pile))
    yield from _frames(state)


def _player_ranges(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    yield from _range(f"{path}.villagers", player.villagers, 0, tables.numbers["villagers"])
    yield from _range(f"{path}.bonus_villagers", player.bonus_villagers, 0, MAX_NUMBER)
    yield from _range(f"{path}.bonus_used", player.bonus_used, 0, MAX_NUMBER)
    for name in ("stored", "regions", "streets"):
        for found in getattr(player, name):
            yield from _range(f"{path}.{name}", found, 0, MAX_NUMBER if name == "stored" else 2)
    for name in ("monsters", "fortifications", "activated_fortifications"):
        yield from _spaces(f"{path}.{name}", getattr(player, name))
    yield from _set(f"{path}.heroes", player.heroes)
    yield from _bag(f"{path}.reserve", player.reserve)


def _frames(state: State) -> Iterator[Fault]:
    for index, frame in enumerate(state.pending):
        path = f"pending[{index}]"
        if frame.seat != CHANCE:
            yield from _range(f"{path}.seat", frame.seat, 0, len(state.players) - 1)
        if isinstance(frame, DrawTerrainFrame | EncounterFrame | GiveBasicFrame):
            yield from _range(f"{path}.space", frame.space, 0, len(SPACES) - 1)
        if isinstance(frame, UseBuildingsFrame | CollectTerrainFrame):
            yield from _spaces(f"{path}.spaces", frame.spaces)
            yield from _range(f"{path}.spaces", len(frame.spaces), 1, len(SPACES))
        if isinstance(frame, RevealArtefactsFrame):
            yield from _range(f"{path}.target_count", frame.target_count, 1, len(content(state).artefacts))
        if isinstance(frame, PaymentFrame):
            yield from _bag(f"{path}.owed", frame.owed)
            yield from _bag(f"{path}.pool", frame.pool)
            yield from _range(f"{path}.pool", size_of(frame.pool), 0, MAX_LAID)


def _range(path: str, found: int, low: int, high: int) -> Iterator[Fault]:
    if not low <= found <= high:
        yield fault(path, "audit.range", found=found, low=low, high=high)


def _spaces(path: str, spaces: tuple[int, ...]) -> Iterator[Fault]:
    yield from _set(path, spaces)
    for space in spaces:
        yield from _range(path, space, 0, len(SPACES) - 1)


def _set(path: str, row: Sequence[int] | Sequence[str]) -> Iterator[Fault]:
    if list(row) != sorted(row) or len(set(row)) != len(row):
        yield fault(path, "audit.sorted")


def _bag(path: str, bag: Bag) -> Iterator[Fault]:
    yield from _set(path, [piece for piece, _ in bag])
    for _, count in bag:
        yield from _range(path, count, 1, MAX_NUMBER)
