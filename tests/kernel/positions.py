"""Positions of Caravan built from keywords, short calls of the engine, and a verb with every kind of field."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.bags import Bag, bag_of, merge_bags, remove_from
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action, Frame
from tests.kernel.toy import GAME
from tests.kernel.toy.content.tables import PACKS
from tests.kernel.toy.questions import TradeFrame
from tests.kernel.toy.state import Player, State


def bag(**pieces: int) -> Bag:
    """Return a bag from keywords: `bag(silk=2, salt=1)`."""
    return tuple(sorted(pieces.items()))


def given(
    *,
    hands: tuple[str, ...] = ("", ""),
    stalls: tuple[str, ...] = (),
    asks: int = 0,
    active_seat: int = 0,
    turns_remaining: int = 2,
    pending: tuple[Frame, ...] | None = None,
) -> State:
    """Return a position in the middle of a turn. Hands and stalls are lists of words, one string per seat."""
    pack = PACKS.resolve_id(None)
    deck, market = PACKS.get(pack).cards, PACKS.get(pack).market
    stall_rows = [tuple(sorted(stalls[seat].split())) if seat < len(stalls) else () for seat in range(len(hands))]
    players = tuple(
        Player(bag_of(hand.split()), row, asks if seat == active_seat else 0)
        for seat, (hand, row) in enumerate(zip(hands, stall_rows, strict=True))
    )
    for piece in " ".join(hands).split():
        deck = remove_from(deck, piece)
    for stall in " ".join(stalls).split():
        market = remove_from(market, stall)
    return State(
        pack=pack,
        deck=deck,
        market=market,
        players=players,
        active_seat=active_seat,
        turns_remaining=turns_remaining,
        pending=(TradeFrame(active_seat),) if pending is None else pending,
        score_lines=((),) * len(hands),
    )


FINISHED = given(turns_remaining=0, pending=())
"""The position at the end of a game without points."""


def with_empty_deck(state: State) -> State:
    """Return the position with all cards of the deck moved to the discard pile."""
    return replace(state, deck=(), discard=merge_bags(state.discard, state.deck))


def refusals(state: State, action: Action, seat: int | None = None) -> list[str]:
    """Return the rules that forbid an action, by default of the seat to move. Empty if it is legal."""
    seat = GAME.turn(state).seat if seat is None else seat
    return [refusal.rule for refusal in engine.judge(GAME, state, seat, action)]


def after(state: State, *actions: Action) -> State:
    """Return the position after these actions of the seats to move. Each action must be legal."""
    for action in actions:
        assert not refusals(state, action), action
        state, _ = engine.apply(GAME, state, action)
        assert not list(GAME.audit(state))
    return state


def legal(state: State, kind: str | None = None) -> list[Action]:
    """Return the legal actions of the seat to move, of one verb if `kind` is given."""
    return engine.legal_actions(GAME, state, kind=kind)


def new_toy_match(mode: str = "seeded", seed: str = "tea", seats: int = 2, **options: int) -> Match:
    """Return a new match of Caravan. Chance has not acted yet."""
    return new_match(GAME, seats=seats, options=GAME.options_type(**options), chance=Chance(mode, seed))


def after_chance(match: Match, key: bytes | None = None) -> Match:
    """Return the match after chance has acted. A secret match needs its key."""
    return play_chance(GAME, match, key).match


class Reroll(Action, frozen=True, tag="reroll"):
    """A verb with every kind of field."""

    die: Annotated[int | None, Domain("die")]
    keep: Annotated[tuple[int, ...], Domain("die")]
    also: Annotated[tuple[str, ...], Domain("good")] | None = None
    loud: Annotated[bool, Domain("loud")] = False
