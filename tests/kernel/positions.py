"""Small positions of Caravan by keywords, and short ways to ask the referee about them."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.bags import Bag, bag_of, merge_bags, remove_from
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.state import Action, Frame
from tests.kernel.toy import GAME
from tests.kernel.toy.content.tables import SHELF
from tests.kernel.toy.state import Player, State, Trade


def bag(**pieces: int) -> Bag:
    """A bag by keywords: `bag(silk=2, salt=1)`."""
    return tuple(sorted(pieces.items()))


def given(
    *,
    hands: tuple[str, ...] = ("", ""),
    stalls: tuple[str, ...] = (),
    asked: int = 0,
    current: int = 0,
    turns_left: int = 2,
    pending: tuple[Frame, ...] | None = None,
) -> State:
    """A position in the middle of a turn: hands and stalls are written as words, seat by seat."""
    pack = SHELF.resolve_id(None)
    deck, market = SHELF.get(pack).cards, SHELF.get(pack).market
    rows = [tuple(sorted(stalls[seat].split())) if seat < len(stalls) else () for seat in range(len(hands))]
    players = tuple(Player(bag_of(hand.split()), row) for hand, row in zip(hands, rows, strict=True))
    for piece in " ".join(hands).split():
        deck = remove_from(deck, piece)
    for stall in " ".join(stalls).split():
        market = remove_from(market, stall)
    players = tuple(Player(p.hand, p.stalls, asked if seat == current else 0) for seat, p in enumerate(players))
    return State(
        pack=pack,
        deck=deck,
        market=market,
        players=players,
        current=current,
        turns_left=turns_left,
        pending=(Trade(current),) if pending is None else pending,
        score_lines=((),) * len(hands),
    )


def with_empty_deck(state: State) -> State:
    """The same position with all cards of the deck played."""
    return replace(state, deck=(), discard=merge_bags(state.discard, state.deck))


def refusals(state: State, action: Action, seat: int | None = None) -> list[str]:
    """The rules that forbid this action; empty when it is legal."""
    seat = GAME.turn(state).seat if seat is None else seat
    return [refusal.rule for refusal in engine.judge(GAME, state, seat, action)]


def after(state: State, *actions: Action) -> State:
    """The position after these actions of whoever must decide, each of which must be legal."""
    for action in actions:
        assert not refusals(state, action), action
        state, _ = engine.apply(GAME, state, action)
        assert not list(GAME.audit(state))
    return state


def legal(state: State, kind: str | None = None) -> list[Action]:
    """What the seat to move may do."""
    return engine.legal_actions(GAME, state, kind=kind)


def new_toy_match(mode: str = "seeded", seed: str = "tea", seats: int = 2, **options: int) -> Match:
    """A match that begins."""
    return new_match(GAME, seats=seats, options=GAME.options_type(**options), chance=Chance(mode, seed))


def settled(match: Match, key: bytes | None = None) -> Match:
    """The match once chance has acted."""
    return play_chance(GAME, match, key).match
