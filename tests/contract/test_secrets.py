"""Contract of hidden information: everything that a seat receives depends on its view only."""

import random
from itertools import islice

import msgspec

from referee_service.kernel.chance import seed_key
from referee_service.kernel.engine import apply, judge, legal_actions, visible_action
from referee_service.kernel.events import redact_event
from tests.contract.playthroughs import each_table, mutations, sampled_plies

KEYS = (seed_key("one"), seed_key("two"))


def observers(seats):
    """Return every seat, and None for a spectator."""
    return (*range(seats), None)


@each_table
def test_a_determinized_state_is_possible_and_matches_its_view(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        for seat in observers(seats):
            seen = game.view(ply.before.state, seat)
            for key in KEYS:
                determinized = game.determinize(seen, key)
                assert not list(game.audit(determinized))
                assert game.view(determinized, seat) == seen


@each_table
def test_states_with_equal_views_have_equal_turns_results_and_legal_actions(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        state = ply.before.state
        for seat in observers(seats):
            for key in KEYS:
                determinized = game.determinize(game.view(state, seat), key)
                assert game.turn(determinized) == game.turn(state)
                assert game.result(determinized) == game.result(state)
                if seat == ply.seat:
                    assert legal_actions(game, determinized) == legal_actions(game, state)
                    for action in islice(mutations(game, state, ply.action), 15):
                        assert judge(game, determinized, seat, action) == judge(game, state, seat, action)


@each_table
def test_a_determinized_state_can_be_played(game, seats):
    rng = random.Random(seats)
    for ply in sampled_plies(game, seats, each=4):
        for seat in observers(seats):
            state = game.determinize(game.view(ply.before.state, seat), KEYS[0])
            for _ in range(20):
                legal = legal_actions(game, state)
                assert bool(legal) == (game.turn(state) is not None)
                if legal:
                    state, _ = apply(game, state, rng.choice(legal))


@each_table
def test_hidden_actions_of_one_verb_look_equal_to_other_seats(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        state = ply.before.state
        for seat in observers(seats):
            hidden = [
                action for action in legal_actions(game, state) if visible_action(game, state, action, seat) is None
            ]
            observations = {observation(game, state, action, seat) for action in hidden}
            assert len(observations) == len({type(action) for action in hidden})


def observation(game, state, action, seat):
    """Return the type of an action, and what a seat sees after it: events, view and turn, as JSON."""
    after, events = apply(game, state, action)
    seen = ([redact_event(event, seat) for event in events], game.view(after, seat), game.turn(after))
    return type(action), msgspec.json.encode(seen)


@each_table
def test_a_view_round_trips_through_json(game, seats):
    for ply in sampled_plies(game, seats, each=10):
        for seat in observers(seats):
            seen = game.view(ply.before.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=game.view_type) == seen
