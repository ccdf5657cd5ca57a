"""Choose in secret which of the cards looked at you keep; each costs a worker, the first ones nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee_service.games.empires_north.content import content
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.questions import Keep
from referee_service.games.empires_north.state import OwnCard, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import bag_of, change, count_in, size_of


class KeepCards(Action, frozen=True, tag="keep_cards"):
    """Keep these cards, in order of their names."""

    cards: tuple[OwnCard, ...]


def limits(state: State) -> tuple[int, int]:
    """How many cards must be kept at least, and may be at most."""
    exactly, player = asking(state, Keep).exactly, asked(state)
    if exactly is not None:
        return (min(exactly, size_of(player.looked)),) * 2
    cost = content(state).numbers["lookout_cost"]
    return 0, player.workers // cost if cost else size_of(player.looked)


def candidates(state: State) -> list[KeepCards]:
    """Every choice of so many."""
    (least, most), looked = limits(state), asked(state).looked
    counts = product(*(range(count + 1) for _, count in looked))
    return [
        KeepCards(tuple(card for (card, _), n in zip(looked, kept, strict=True) for _ in range(n)))
        for kept in counts
        if least <= sum(kept) <= most
    ]


def objections(state: State, action: KeepCards) -> Iterator[Refusal]:
    """Why not just these are kept; nothing yielded means they may be."""
    (least, most), looked = limits(state), asked(state).looked
    if any(count > count_in(looked, card) for card, count in bag_of(action.cards)):
        yield refuse("keep_cards.looked", cards=action.cards)
    if len(action.cards) < least:
        yield refuse("keep_cards.count", found=len(action.cards), wanted=least)
    if len(action.cards) > most:
        rule = "keep_cards.count" if asking(state, Keep).exactly is not None else "keep_cards.workers"
        yield refuse(rule, found=len(action.cards), wanted=most)
    if list(action.cards) != sorted(action.cards):
        yield refuse("keep_cards.sorted")


def apply(state: State, action: KeepCards) -> State:
    """The choice lies face down until everybody has chosen."""
    seat = chooser(state)
    return note(change(pop(state), seat, kept=bag_of(action.cards)), "chose", seat)


def seen_by(state: State, action: KeepCards) -> tuple[int, ...]:
    """Only the player who keeps them."""
    return (chooser(state),)


KEEP_CARDS = verb(KeepCards, candidates, objections, apply, exact=True, seen_by=seen_by)
