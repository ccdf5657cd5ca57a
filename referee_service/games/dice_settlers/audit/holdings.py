"""Audit of holdings: technologies, used markers, actions done, extra symbols and kept dice."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import content
from ..map_tiles import find_map_tile
from ..state import Player, State, number_bonus, sides_of
from ..turns import is_cleaned_up


def holdings(state: State) -> Iterator[Fault]:
    """Yield a fault for each player, or the printed Bot, with something it cannot have now."""
    for seat, player in enumerate(state.players):
        yield from _technologies(state, player.technologies, f"players[{seat}].technologies")
        yield from _markers(state, player, f"players[{seat}]")
        if not _holdings_fit_timing(state, seat, player):
            yield fault(f"players[{seat}]", "audit.moment", stage=state.stage)
    if state.bot is not None:
        yield from _technologies(state, state.bot.technologies, "bot.technologies")
    if state.has_acted and not state.active_player.actions_done:
        yield fault("has_acted", "audit.moment", stage=state.stage)


def _technologies(state: State, owned: tuple[str, ...], path: str) -> Iterator[Fault]:
    """Yield a fault for each owned technology that is not on the table."""
    for name in owned:
        if name not in state.technologies:
            yield fault(path, "audit.owned", name=name)


def _markers(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Yield a fault for each used technology or factory that cannot be used, or was used too often."""
    tables = content(state)
    for name in player.used_technologies:
        row = tables.technologies[name].row
        if name not in player.technologies or not (row.gives or "lone_pioneer" in row.permits):
            yield fault(f"{path}.used_technologies", "audit.owned", name=name)
    max_uses = tables.numbers["factory_uses"] + number_bonus(state, player, "factory_uses")
    for tile in sorted(set(player.used_factories)):
        unused = find_map_tile(state, tile) is None or tile not in tables.factories
        if unused or player.used_factories.count(tile) > max_uses:
            yield fault(f"{path}.used_factories", "audit.owned", name=tile)


def _holdings_fit_timing(state: State, seat: int, player: Player) -> bool:
    """Return whether a player's actions, factories, extra symbols and kept dice fit the stage and turn."""
    if player.extra_symbols and (state.stage != "action" or seat != state.active_side):
        return False
    begun = (seat - state.first_side) % sides_of(state) <= state.turn_index
    if state.stage in ("draft", "roll", "over") or (state.stage == "action" and not begun):
        return not player.actions_done and not player.used_factories
    if state.stage == "cleanup" and _has_cleaned_up(state, seat):
        return is_cleaned_up(state, player)
    return True


def _has_cleaned_up(state: State, seat: int) -> bool:
    """Return whether the turn of the seat in the clean-up is over."""
    return state.bot is None and (seat - state.first_side) % len(state.players) < state.turn_index
