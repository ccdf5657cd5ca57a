"""Board checks: wilderness, colony, and the villagers used on them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import LEVELS, SPACES, STREETS, Content, content
from ..state import Player, State, adjacent_spaces, buildings_in, region_of, spaces_of_region


def boards(state: State) -> Iterator[Fault]:
    """Yield the faults of every player's boards."""
    tables = content(state)
    for seat, player in enumerate(state.players):
        path = f"players[{seat}]"
        yield from _check_wilderness(tables, player, path)
        yield from _check_stored(tables, player, path)
        yield from _check_zones(tables, player, path)


def _check_wilderness(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield faults for terrains of a wrong level or disconnected, and for misplaced monsters and fortifications."""
    explored = [at for at in SPACES if player.wilderness[at]]
    for at in explored:
        terrain = player.wilderness[at]
        if tables.terrains[terrain].level != region_of(at):
            yield fault(f"{path}.wilderness[{at}]", "audit.level", terrain=terrain, level=region_of(at))
    for at in sorted(set(explored) - _connected_terrains(player)):
        yield fault(f"{path}.wilderness[{at}]", "audit.connected", space=at)
    for name, spaces in (
        ("monsters", player.monsters),
        ("fortifications", player.fortifications),
        ("activated_fortifications", player.activated_fortifications),
    ):
        for at in spaces:
            if at not in explored or (name == "activated_fortifications" and at not in player.fortifications):
                yield fault(f"{path}.{name}", "audit.nothing_there", space=at)
    for at in sorted(set(player.monsters) & set(player.fortifications)):
        yield fault(f"{path}.monsters", "audit.safe", space=at)


def _connected_terrains(player: Player) -> set[int]:
    """Return the spaces with terrains that are connected to region I."""
    edge = [at for at in spaces_of_region(1) if player.wilderness[at]][:1]
    reached = set(edge)
    while edge:
        fresh = [near for near in adjacent_spaces(edge.pop()) if player.wilderness[near] and near not in reached]
        reached.update(fresh)
        edge += fresh
    return reached


def _check_stored(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield a fault for tokens on a space whose building does not store them."""
    for at, tokens in enumerate(player.stored):
        building = player.colony[at]
        if tokens and not (building and tables.buildings[building].row.stores):
            yield fault(f"{path}.stored[{at}]", "audit.stored", found=tokens)


def _check_zones(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield faults for activations of empty zones, without a permit, or without enough villagers used."""
    used = sum(player.regions) + sum(player.streets) + len(player.activated_fortifications)
    placed = tables.numbers["villagers"] - player.villagers + player.bonus_used
    if used > placed or (player.passed and placed):
        yield fault(f"{path}.villagers", "audit.villagers", used=used, placed=placed)
    for region, times in zip(LEVELS, player.regions, strict=True):
        if times and not any(player.wilderness[at] for at in spaces_of_region(region)):
            yield fault(f"{path}.regions[{region - 1}]", "audit.zone")
    for street, times in zip(STREETS, player.streets, strict=True):
        if times and not buildings_in(player, street):
            yield fault(f"{path}.streets[{STREETS.index(street)}]", "audit.zone")
    permits = tables.artefacts[player.artefact].permits if player.artefact else frozenset()
    for name, permit in (("regions", "second_region"), ("streets", "second_street")):
        if getattr(player, name).count(2) > (permit in permits):
            yield fault(f"{path}.{name}", "audit.zone")
