"""What makes a state impossible: pieces lost or made, numbers out of range, questions that nobody can have asked."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.audit import quiescence_check, staged_audit
from referee_service.kernel.bags import Bag, bag_of, count_in, merge_bags, size_of
from referee_service.kernel.payment import PaymentFrame, is_payable
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of
from referee_service.kernel.triggers import OrderTriggersFrame
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.flow import proceed
from tests.kernel.toy.payment import TILL
from tests.kernel.toy.state import MOST_ROUNDS, Asked, Cards, Pace, State, Trade

SCORED = ("build.value", "give.thanks", "opened.hand")


def numbers(state: State) -> Iterator[Fault]:
    """Seats, turns and points are in their range."""
    seats = len(state.players)
    ranges = {
        "players": (seats, (2, 4)),
        "points": (len(state.score_lines), (seats,)),
        "current": (state.current, range(seats)),
        "turns_left": (state.turns_left, range(MOST_ROUNDS * seats + 1)),
        **{f"players[{seat}].asked": (player.asked, range(3)) for seat, player in enumerate(state.players)},
    }
    for path, (found, possible) in ranges.items():
        if found not in possible:
            yield fault(path, "state.number", found=found)
    for seat, lines in enumerate(state.score_lines):
        rules = [line.rule for line in lines]
        if rules != sorted(set(rules) & set(SCORED)):
            yield fault(f"score_lines[{seat}]", "state.number", found=tuple(rules))


def pieces(state: State) -> Iterator[Fault]:
    """All cards and all stalls are somewhere, once."""
    hands = [player.hand for player in state.players]
    owned = [bag_of(player.stalls) for player in state.players]
    for path, whole, places in (
        ("deck", content(state).cards, (state.deck, state.discard, *hands)),
        ("market", content(state).market, (state.market, *owned)),
    ):
        found = merge_bags(*places)
        for piece in sorted({name for name, _ in (*found, *whole)}):
            if count_in(found, piece) != count_in(whole, piece):
                yield fault(
                    path, "state.pieces", piece=piece, wanted=count_in(whole, piece), found=count_in(found, piece)
                )
        if not all(map(is_bag, places)):
            yield fault(path, "state.number", found="bag")


def is_bag(bag: Bag) -> bool:
    """Whether a bag is written as bags are: sorted, each piece once, no zeros."""
    return bag == merge_bags(bag) and all(count > 0 for _, count in bag)


def questions(state: State) -> Iterator[Fault]:
    """Every open question can have been asked."""
    for index, frame in enumerate(state.pending):
        if not is_possible(state, index, frame):
            yield fault(f"pending[{index}]", "state.pending", question=question_of(frame))


def is_possible(state: State, index: int, frame: Frame) -> bool:
    """Whether this question can stand at this place of the stack."""
    seats, is_last = range(len(state.players)), frame is state.pending[-1]
    begun = isinstance(state.pending[0], Trade)
    match frame:
        case Trade():
            return index == 0 and frame.seat == state.current
        case Pace():
            return begun and is_last and frame.seat == CHANCE
        case Cards():
            return frame.seat == CHANCE and frame.to in seats and frame.left > 0
        case Asked():
            return begun and frame.seat in seats and frame.by in seats and frame.seat != frame.by
        case PaymentFrame():
            return begun and is_last and frame.seat == state.current and is_real_payment(state, frame)
        case OrderTriggersFrame():
            return begun and frame.seat in seats and bool(frame.waiting) and all_wait(state, frame)
    return False


def is_real_payment(state: State, frame: PaymentFrame) -> bool:
    """Whether this is the price of a stall on the market, and the payer can finish paying it."""
    if not count_in(state.market, frame.purpose) or frame.owed != content(state).stalls[frame.purpose].price:
        return False
    if not is_bag(frame.pool) or size_of(frame.pool) > size_of(state.discard):
        return False
    return is_payable(frame.owed, frame.pool, *TILL.sources(state), TILL.wildcards)


def all_wait(state: State, frame: OrderTriggersFrame) -> bool:
    """Whether every waiting trigger is a stall of its owner that listens."""
    heard = [stall for stall in state.players[frame.seat].stalls if content(state).stalls[stall].on_opened]
    return all(fired.seat == frame.seat and fired.source in heard for fired in frame.waiting)


audit = staged_audit(numbers, pieces, questions, quiescence_check(proceed))
