"""Clean-up between two rounds."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, bag_of, count_in, merge_bags
from referee_service.kernel.events import emit
from referee_service.kernel.state import CHANCE

from ..content.cards import RAZE, WORKER
from ..state import Player, Solo, State, amount_of


def clean_up(state: State) -> State:
    """Return workers, refresh cards, take back pawns, discard islands, and pass on the first player marker."""
    if state.solo is not None:
        state = flip_tiles(remove_temporary(state))
    players = tuple(player_after_cleanup(player) for player in state.players)
    first = (state.first_seat + 1) % len(state.players)
    state = replace(state, players=players, first_seat=first, active_seat=first)
    for pile in ("near", "distant"):
        islands = state.islands(pile)
        discard = merge_bags(islands.discard, bag_of(islands.face_up))
        state = replace(state, **{pile: replace(islands, discard=discard, face_up=())})
    return emit(state, "cleaned_up", CHANCE)


def player_after_cleanup(player: Player) -> Player:
    """Return a player after the clean-up."""
    empire = tuple(
        replace(site, exhausted=False, triggered=()) if site.exhausted or site.triggered else site
        for site in player.empire
    )
    workers = player.workers + player.spent_workers
    return replace(player, workers=workers, spent_workers=0, empire=empire, pawns=(), passed=False)


def flip_tiles(state: State) -> State:
    """Turn the tiles with a pawn to their solo side, and the others to their white side."""
    assert state.solo is not None
    solo_side = tuple(sorted({pawn.tile for pawn in state.players[0].pawns}))
    return replace(state, solo=replace(state.solo, solo_side_tiles=solo_side, event=""))


def remove_temporary(state: State) -> State:
    """Remove the workers and tokens of one round: from the supply, the clan tile, and last from cards."""
    assert isinstance(state.solo, Solo)
    player = state.players[0]
    gone = count_in(state.solo.temporary, WORKER)
    free = min(gone, player.workers)
    spent = min(gone - free, player.spent_workers)
    empire, left = player.empire, gone - free - spent
    for site in empire:
        taken = min(left, count_in(site.goods, WORKER))
        if taken:
            goods: Bag = add_to(site.goods, WORKER, -taken)
            empire = tuple(replace(each, goods=goods) if each.slot == site.slot else each for each in empire)
            left -= taken
    raze = min(count_in(state.solo.temporary, RAZE), amount_of(player, RAZE))
    goods = add_to(player.goods, RAZE, -raze) if raze else player.goods
    player = replace(
        player, workers=player.workers - free, spent_workers=player.spent_workers - spent, empire=empire, goods=goods
    )
    return replace(state, players=(player,), solo=replace(state.solo, temporary=()))
