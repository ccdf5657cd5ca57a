"""The clean-up between two rounds."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.binding import RAZE, WORKER
from referee_service.games.empires_north.state import Player, Solo, State, amount_of
from referee_service.kernel.events import note
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import Bag, add_to, bag_of, count_in, merge


def clean_up(state: State) -> State:
    """Workers come back, cards are refreshed, pawns taken home, islands discarded, and the marker passes on."""
    if state.solo is not None:
        state = turn_tiles(send_away(state))
    players = tuple(rested(player) for player in state.players)
    first = (state.first + 1) % len(state.players)
    state = replace(state, players=players, first=first, active=first)
    for pile in ("near", "distant"):
        isles = state.isles(pile)
        discard = merge(isles.discard, bag_of(isles.open))
        state = replace(state, **{pile: replace(isles, discard=discard, open=())})
    return note(state, "cleaned_up", CHANCE)


def rested(player: Player) -> Player:
    """A player after the clean-up."""
    empire = tuple(
        replace(site, exhausted=False, fired=()) if site.exhausted or site.fired else site for site in player.empire
    )
    workers = player.workers + player.spent
    return replace(player, workers=workers, spent=0, empire=empire, pawns=(), passed=False)


def turn_tiles(state: State) -> State:
    """Alone: tiles with a pawn show their solo side, the others their white one."""
    assert state.solo is not None
    dear = tuple(sorted({pawn.tile for pawn in state.players[0].pawns}))
    return replace(state, solo=replace(state.solo, dear=dear, event=""))


def send_away(state: State) -> State:
    """Workers and tokens that came for one round leave: from the supply, the clan tile, and last from cards."""
    assert isinstance(state.solo, Solo)
    player = state.players[0]
    gone = count_in(state.solo.temporary, WORKER)
    free = min(gone, player.workers)
    spent = min(gone - free, player.spent)
    empire, left = player.empire, gone - free - spent
    for site in empire:
        taken = min(left, count_in(site.goods, WORKER))
        if taken:
            goods: Bag = add_to(site.goods, WORKER, -taken)
            empire = tuple(replace(each, goods=goods) if each.slot == site.slot else each for each in empire)
            left -= taken
    raze = min(count_in(state.solo.temporary, RAZE), amount_of(player, RAZE))
    goods = add_to(player.goods, RAZE, -raze) if raze else player.goods
    player = replace(player, workers=player.workers - free, spent=player.spent - spent, empire=empire, goods=goods)
    return replace(state, players=(player,), solo=replace(state.solo, temporary=()))
