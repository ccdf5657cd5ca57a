"""What players gain and pay: goods, workers, ships and points come from the supply and go back to it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee_service.games.empires_north.binding import ANY, WORKER
from referee_service.games.empires_north.questions import GainResource
from referee_service.games.empires_north.state import State
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.score import award, total
from referee_service.kernel.values import add_to, change


def receive(state: State, seat: int, bundle: Iterable[tuple[str, int]], rule: str) -> State:
    """A player gains what a bundle says; points are cited by this rule. A resource of choice is asked for."""
    player = state.players[seat]
    goods, workers, ships, told, asked = player.goods, player.workers, player.ships, [], 0
    for kind, count in bundle:
        if count <= 0:
            continue
        told += [kind] * count
        if kind == "vp":
            state = award(state, seat, count, rule)
        elif kind == WORKER:
            workers += count
        elif kind == "ship":
            ships += count
        elif kind == ANY:
            asked += count
        else:
            goods = add_to(goods, kind, count)
    if not told:
        return state
    state = note(change(state, seat, goods=goods, workers=workers, ships=ships), "gained", seat, goods=tuple(told))
    return push(state, GainResource(seat, asked)) if asked else state


def spend_workers(state: State, seat: int, workers: int) -> State:
    """Workers go from the supply to the clan tile."""
    if not workers:
        return state
    player = state.players[seat]
    state = change(state, seat, workers=player.workers - workers, spent=player.spent + workers)
    return note(state, "workers_spent", seat, workers=workers)


def recover_workers(state: State, seat: int, most: int) -> State:
    """Workers come back from the clan tile to the supply."""
    player = state.players[seat]
    back = min(most, player.spent)
    if not back:
        return state
    state = change(state, seat, workers=player.workers + back, spent=player.spent - back)
    return note(state, "workers_recovered", seat, workers=back)


def lose_points(state: State, seat: int, points: int) -> State:
    """Points are lost, but nobody falls below nothing."""
    lost = min(points, max(0, total(state, seat)))
    state = note(state, "points_lost", seat, points=lost)
    return award(state, seat, -lost, "score.penalty") if lost else state


def discard_from_hand(state: State, seat: int, card: str) -> State:
    """A card of the hand is discarded, face up."""
    player = state.players[seat]
    hand, discard = add_to(player.hand, card, -1), add_to(player.discard, card)
    return note(change(state, seat, hand=hand, discard=discard), "card_discarded", seat, card=card)


def reshuffle(state: State, seat: int) -> State:
    """The discard pile becomes the deck."""
    player = state.players[seat]
    return note(change(state, seat, deck=player.discard, discard=()), "reshuffled", seat)


def reshuffle_isles(state: State, pile: str) -> State:
    """The discarded islands become the pile again."""
    isles = state.isles(pile)
    return replace(state, **{pile: replace(isles, pile=isles.discard, discard=())})
