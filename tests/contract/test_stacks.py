"""Contract of recombined stacks: frames of real positions in other combinations are impossible or playable."""

import random
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import Frame, State
from tests.contract.playthroughs import Ply, each_table, sampled_plies
from tests.contract.test_edits import check

Stack = tuple[Frame, ...]


def append_frame(stack: Stack, other: Stack, rng: random.Random) -> Stack:
    """Return the stack with a frame of the other position on top."""
    return (*stack, rng.choice(other)) if other else stack


def put_frame_beneath(stack: Stack, other: Stack, rng: random.Random) -> Stack:
    """Return the stack with a frame of the other position below a random frame."""
    at = rng.randrange(len(stack) + 1)
    return (*stack[:at], rng.choice(other), *stack[at:]) if other else stack


def replace_frame(stack: Stack, other: Stack, rng: random.Random) -> Stack:
    """Return the stack with a random frame replaced by one of the other position."""
    at = rng.randrange(len(stack)) if stack else 0
    return (*stack[:at], rng.choice(other), *stack[at + 1 :]) if stack and other else stack


def drop_frame(stack: Stack, other: Stack, rng: random.Random) -> Stack:
    """Return the stack without a random frame."""
    at = rng.randrange(len(stack)) if stack else 0
    return stack[:at] + stack[at + 1 :]


def swap_stack(stack: Stack, other: Stack, rng: random.Random) -> Stack:
    """Return the whole stack of the other position."""
    return other


CHANGES: Sequence[Callable[[Stack, Stack, random.Random], Stack]] = (
    append_frame,
    put_frame_beneath,
    replace_frame,
    drop_frame,
    swap_stack,
)


def recombined(state: State, others: Sequence[State], rng: random.Random) -> State:
    """Return the state with one to three random changes of its stack."""
    stack: Stack = state.pending
    for _ in range(rng.choice([1, 1, 2, 3])):
        stack = rng.choice(CHANGES)(stack, rng.choice(others).pending, rng)
    return replace(state, pending=stack)


def recombine_and_check(game: AnyGame, plies: Sequence[Ply], rng: random.Random, count: int) -> int:
    """Check this many states with recombined stacks, and return how many of them the audit accepts.

    A state without faults must have a legal action or be over. No function of the game may raise an exception.
    """
    states = [ply.before.state for ply in plies]
    stacked = [state for state in states if state.pending] or states
    accepted = 0
    for _ in range(count):
        match = rng.choice(plies).before
        forged = replace(match, state=recombined(match.state, stacked, rng))
        check(game, forged, encode(forged))
        accepted += not list(game.audit(forged.state))
    return accepted


@each_table
def test_a_recombined_stack_is_impossible_or_playable(game, seats):
    plies = sampled_plies(game, seats, each=10)
    accepted = recombine_and_check(game, plies, random.Random(seats), count=1000)
    assert 0 < accepted < 1000, "some recombined stacks are possible, and most are not"


@pytest.mark.soak
@each_table
def test_many_recombined_stacks_are_impossible_or_playable(game, seats):
    recombine_and_check(game, sampled_plies(game, seats, each=30), random.Random(seats), count=12_000)
