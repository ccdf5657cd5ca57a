"""What everybody may have at this moment: technologies, markers, actions done, symbols, dice kept."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.questions import RemoveTent
from referee_service.games.dice_settlers.state import Player, State, number, place_of, sides_of
from referee_service.kernel.pending import top
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.values import size_of


def owners(state: State) -> Iterator[Fault]:
    """Every player, and the Bot's technologies."""
    for seat, player in enumerate(state.players):
        yield from _technologies(state, player.technologies, f"players[{seat}].technologies")
        yield from _markers(state, player, f"players[{seat}]")
        if not _fits_the_time(state, seat, player):
            yield fault(f"players[{seat}]", "audit.moment", stage=state.stage)
    if state.bot is not None:
        yield from _technologies(state, state.bot.technologies, "bot.technologies")
    if state.acted and not state.me.done:
        yield fault("acted", "audit.moment", stage=state.stage)


def _technologies(state: State, owned: tuple[str, ...], path: str) -> Iterator[Fault]:
    for name in owned:
        if name not in state.table:
            yield fault(path, "audit.owned", name=name)


def _markers(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Only technologies of once a round are used up, and only factories of the map."""
    tables = content(state)
    for name in player.used:
        row = tables.technologies[name].row
        if name not in player.technologies or not (row.gives or "lone_pioneer" in row.permits):
            yield fault(f"{path}.used", "audit.owned", name=name)
    most = tables.numbers["factory_uses"] + number(state, player, "factory_uses")
    for tile in sorted(set(player.factories)):
        unused = place_of(state, tile) is None or tile not in tables.factories
        if unused or player.factories.count(tile) > most:
            yield fault(f"{path}.factories", "audit.owned", name=tile)


def _fits_the_time(state: State, seat: int, player: Player) -> bool:
    """Actions and factories are of this round's turns; symbols of this turn; after the clean-up little is left."""
    if player.extra and (state.stage != "action" or seat != state.active):
        return False
    begun = (seat - state.first) % sides_of(state) <= state.turn
    if state.stage in ("draft", "roll", "over") or (state.stage == "action" and not begun):
        return not player.done and not player.factories
    if state.stage == "cleanup" and _has_cleaned_up(state, seat):
        most = content(state).numbers["kept_dice"] + number(state, player, "kept_dice")
        return not (player.done or player.factories or player.used) and size_of(player.active) <= most
    return True


def _has_cleaned_up(state: State, seat: int) -> bool:
    if state.bot is not None:
        return isinstance(top(state), RemoveTent)
    return (seat - state.first) % len(state.players) < state.turn
