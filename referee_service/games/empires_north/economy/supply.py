"""Supply: goods, workers, ships and points that players gain and return."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.score import award, total_points
from referee_service.kernel.tuples import with_player

from ..content.cards import ANY, WORKER, pieces_in_order
from ..questions import GainResourceFrame
from ..state import State


def receive(state: State, seat: int, bundle: Iterable[tuple[str, int]], rule: str) -> State:
    """Give a player the contents of a bundle, and cite points under this rule. Ask for each resource of choice."""
    player = state.players[seat]
    goods, workers, ships, gained, of_choice = player.goods, player.workers, player.ships, list[tuple[str, int]](), 0
    for kind, count in bundle:
        if count <= 0:
            continue
        gained.append((kind, count))
        if kind == "vp":
            state = award(state, seat, count, rule)
        elif kind == WORKER:
            workers += count
        elif kind == "ship":
            ships += count
        elif kind == ANY:
            of_choice += count
        else:
            goods = add_to(goods, kind, count)
    if not gained:
        return state
    state = with_player(state, seat, goods=goods, workers=workers, ships=ships)
    state = emit(state, "gained", seat, goods=pieces_in_order(gained))
    return push(state, GainResourceFrame(seat, of_choice)) if of_choice else state


def spend_workers(state: State, seat: int, workers: int) -> State:
    """Move workers from the supply to the clan tile."""
    if not workers:
        return state
    player = state.players[seat]
    state = with_player(state, seat, workers=player.workers - workers, spent_workers=player.spent_workers + workers)
    return emit(state, "workers_spent", seat, workers=workers)


def recover_workers(state: State, seat: int, limit: int) -> State:
    """Move at most this many workers from the clan tile to the supply."""
    player = state.players[seat]
    back = min(limit, player.spent_workers)
    if not back:
        return state
    state = with_player(state, seat, workers=player.workers + back, spent_workers=player.spent_workers - back)
    return emit(state, "workers_recovered", seat, workers=back)


def lose_points(state: State, seat: int, points: int) -> State:
    """Take points from a player, who never falls below 0."""
    lost = min(points, max(0, total_points(state, seat)))
    state = emit(state, "points_lost", seat, points=lost)
    return award(state, seat, -lost, "score.penalty") if lost else state


def discard_from_hand(state: State, seat: int, card: str) -> State:
    """Discard a card of the hand, face up."""
    player = state.players[seat]
    hand, discard = add_to(player.hand, card, -1), add_to(player.discard, card)
    return emit(with_player(state, seat, hand=hand, discard=discard), "card_discarded", seat, card=card)


def reshuffle_deck(state: State, seat: int) -> State:
    """Turn the discard pile of a player into the deck."""
    player = state.players[seat]
    return emit(with_player(state, seat, deck=player.discard, discard=()), "reshuffled", seat)


def reshuffle_islands(state: State, pile: str) -> State:
    """Turn the discarded islands into the pile again."""
    islands = state.islands(pile)
    return replace(state, **{pile: replace(islands, pile=islands.discard, discard=())})
