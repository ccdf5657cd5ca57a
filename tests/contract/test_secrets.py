"""Nothing leaks: what a seat is told depends on what it may see, and on nothing else."""

import random
from itertools import islice

import msgspec

from referee_service.kernel.chance import seed_key
from referee_service.kernel.engine import apply, judge, legal_actions, visible_action
from referee_service.kernel.events import redact_event
from tests.contract.playing import each_table, mutations, sampled_plies

KEYS = (seed_key("one"), seed_key("two"))


def onlookers(seats):
    """Every seat, and a spectator."""
    return (*range(seats), None)


@each_table
def test_an_imagined_state_looks_just_like_the_view_it_came_from(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        for seat in onlookers(seats):
            seen = game.view(ply.before.state, seat)
            for key in KEYS:
                imagined = game.determinize(seen, key)
                assert not list(game.audit(imagined))
                assert game.view(imagined, seat) == seen


@each_table
def test_states_that_look_the_same_give_the_same_answers(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        board = ply.before.state
        for seat in onlookers(seats):
            for key in KEYS:
                imagined = game.determinize(game.view(board, seat), key)
                assert game.turn(imagined) == game.turn(board)
                assert game.result(imagined) == game.result(board)
                if seat == ply.seat:
                    assert legal_actions(game, imagined) == legal_actions(game, board)
                    for action in islice(mutations(game, board, ply.action), 15):
                        assert judge(game, imagined, seat, action) == judge(game, board, seat, action)


@each_table
def test_an_imagined_state_can_be_played_on(game, seats):
    lot = random.Random(seats)
    for ply in sampled_plies(game, seats, each=4):
        for seat in onlookers(seats):
            state = game.determinize(game.view(ply.before.state, seat), KEYS[0])
            for _ in range(20):
                legal = legal_actions(game, state)
                assert bool(legal) == (game.turn(state) is not None)
                if legal:
                    state, _ = apply(game, state, lot.choice(legal))


@each_table
def test_what_a_seat_does_not_see_of_an_action_looks_the_same_whatever_it_was(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        board = ply.before.state
        for seat in onlookers(seats):
            hidden = [
                action for action in legal_actions(game, board) if visible_action(game, board, action, seat) is None
            ]
            told = {what_is_told(game, board, action, seat) for action in hidden}
            assert len(told) == len({type(action) for action in hidden})


def what_is_told(game, board, action, seat):
    """The events and the view after an action, as bytes."""
    after, events = apply(game, board, action)
    told = ([redact_event(event, seat) for event in events], game.view(after, seat), game.turn(after))
    return type(action), msgspec.json.encode(told)


@each_table
def test_a_view_round_trips_through_json(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        for seat in onlookers(seats):
            seen = game.view(ply.before.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=game.view_type) == seen
