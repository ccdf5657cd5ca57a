"""Choose in secret which of the cards looked at you keep; each costs a worker, the first ones nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.questions import KeepFrame
from referee_service.games.empires_north.state import OwnCard, State
from referee_service.kernel.bags import bag_of, count_in, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class KeepCards(Action, frozen=True, tag="keep_cards"):
    """Keep these cards, in order of their names."""

    cards: tuple[OwnCard, ...]


def keep_limits(state: State) -> tuple[int, int]:
    """How many cards must be kept at least, and may be at most."""
    exactly, player = expect_top(state, KeepFrame).exactly, asked(state)
    if exactly is not None:
        return (min(exactly, size_of(player.looked_at)),) * 2
    cost = content(state).numbers["lookout_cost"]
    return 0, player.workers // cost if cost else size_of(player.looked_at)


def candidates(state: State) -> list[KeepCards]:
    """Every choice of so many."""
    (least, most), looked = keep_limits(state), asked(state).looked_at
    counts = product(*(range(count + 1) for _, count in looked))
    return [
        KeepCards(tuple(card for (card, _), n in zip(looked, kept, strict=True) for _ in range(n)))
        for kept in counts
        if least <= sum(kept) <= most
    ]


def objections(state: State, action: KeepCards) -> Iterator[Refusal]:
    """Why not just these are kept; nothing yielded means they may be."""
    (least, most), looked = keep_limits(state), asked(state).looked_at
    if any(count > count_in(looked, card) for card, count in bag_of(action.cards)):
        yield refuse("keep_cards.looked", cards=action.cards)
    if len(action.cards) < least:
        yield refuse("keep_cards.count", found=len(action.cards), wanted=least)
    if len(action.cards) > most:
        rule = "keep_cards.count" if expect_top(state, KeepFrame).exactly is not None else "keep_cards.workers"
        yield refuse(rule, found=len(action.cards), wanted=most)
    if list(action.cards) != sorted(action.cards):
        yield refuse("keep_cards.sorted")


def apply(state: State, action: KeepCards) -> State:
    """The choice lies face down until everybody has chosen."""
    seat = chooser(state)
    return emit(with_player(pop(state), seat, kept=bag_of(action.cards)), "chose", seat)


def visible_to(state: State, action: KeepCards) -> tuple[int, ...]:
    """Only the player who keeps them."""
    return (chooser(state),)


KEEP_CARDS = verb(KeepCards, candidates, objections, apply, exact=True, visible_to=visible_to)
