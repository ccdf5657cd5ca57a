"""Contract of moves: `legal_actions` lists exactly the actions that `judge` accepts."""

import random

import msgspec
from msgspec.structs import replace

from referee_service.kernel.codec import encode
from referee_service.kernel.engine import apply, judge, legal_actions
from referee_service.kernel.match import MoveRefused, play_move
from referee_service.kernel.notation import notation, parse_action_json, parse_notation
from referee_service.kernel.state import CHANCE
from tests.contract.playthroughs import each_table, misjudged, mutations, playthroughs, sampled_plies, wide_offers


@each_table
def test_every_legal_action_is_accepted_and_applies(game, seats):
    for ply in sampled_plies(game, seats, each=15):
        for action in legal_actions(game, ply.before.state):
            assert not judge(game, ply.before.state, ply.seat, action), notation(action)
            after, _ = apply(game, ply.before.state, action)
            assert not list(game.audit(after)), notation(action)


@each_table
def test_offers_without_refusals_are_exactly_the_legal_actions(game, seats):
    rng = random.Random(seats)
    for ply in sampled_plies(game, seats, each=5):
        for verb in game.turn(ply.before.state).verbs:
            offers = wide_offers(game, ply.before.state, game.verbs[verb], rng)
            legal = legal_actions(game, ply.before.state, kind=verb)
            assert not misjudged(game, ply.before.state, [*offers, *legal])


@each_table
def test_a_legal_action_with_one_field_changed_is_judged_correctly(game, seats):
    rng = random.Random(seats)
    for ply in sampled_plies(game, seats, each=15):
        changed = list(mutations(game, ply.before.state, ply.action))
        assert not misjudged(game, ply.before.state, rng.sample(changed, min(40, len(changed))))


@each_table
def test_candidates_of_an_exact_verb_have_no_objections(game, seats):
    for ply in sampled_plies(game, seats, each=40):
        for verb in map(game.verbs.get, game.turn(ply.before.state).verbs):
            for action in verb.candidates(ply.before.state) if verb.exact else ():
                assert not list(verb.objections(ply.before.state, action)), notation(action)


@each_table
def test_no_action_is_listed_twice(game, seats):
    for played in playthroughs(game, seats):
        for match in played.matches[::5]:
            legal = legal_actions(game, match.state)
            assert len(legal) == len(set(legal))


@each_table
def test_only_the_seat_to_move_may_act(game, seats):
    for ply in sampled_plies(game, seats, each=5):
        for seat in {CHANCE, *range(seats)} - {ply.seat}:
            *closing, last = [refusal.rule for refusal in judge(game, ply.before.state, seat, ply.action)]
            assert last == "referee.seat"
            assert set(closing) <= {closed.rule for closed in ply.before.state.closed if closed.seat == seat}


@each_table
def test_no_action_is_legal_after_the_end_of_the_game(game, seats):
    for played in playthroughs(game, seats):
        state = played.matches[-1].state
        assert not legal_actions(game, state)
        refusals = judge(game, state, played.plies[-1].seat, played.plies[-1].action)
        assert [refusal.rule for refusal in refusals] == ["referee.over"]


@each_table
def test_a_refused_move_leaves_the_match_unchanged(game, seats):
    for ply in sampled_plies(game, seats, each=5):
        before = encode(ply.before)
        for action in mutations(game, ply.before.state, ply.action):
            if judge(game, ply.before.state, ply.seat, action):
                assert is_refused(game, ply.before, ply.seat, action)
                break
        assert encode(ply.before) == before


def is_refused(game, match, seat, action):
    """Return whether `play_move` refuses the action."""
    try:
        play_move(game, match, seat, action)
    except MoveRefused as refused:
        return bool(refused.refusals)
    return False


@each_table
def test_notation_and_json_of_every_action_round_trip(game, seats):
    for ply in sampled_plies(game, seats, each=40):
        for action in legal_actions(game, ply.before.state):
            fields = {name: getattr(action, name) for name in action.__struct_fields__}
            assert parse_notation(game, notation(action)) == action
            assert parse_action_json(game, {"kind": notation(action).split()[0], **fields}) == action


@each_table
def test_the_order_of_several_values_makes_no_difference(game, seats):
    for ply in sampled_plies(game, seats, each=5):
        for action in legal_actions(game, ply.before.state):
            fields = msgspec.json.decode(msgspec.json.encode(action))
            turned = {name: value[::-1] if isinstance(value, list) else value for name, value in fields.items()}
            assert parse_action_json(game, turned) == action
            rows = [name for name, value in fields.items() if isinstance(value, list)]
            words = [f"{name}={','.join(map(str, turned[name]))}" for name in rows]
            line = " ".join([part for part in notation(action).split() if part.partition("=")[0] not in rows] + words)
            assert parse_notation(game, line) == action


@each_table
def test_a_component_of_another_kind_is_refused_by_a_rule_of_the_game(game, seats):
    names = game.catalogue().names
    assert any(name.startswith("kind_") for name in names), "the texts name the kinds of components"
    for ply in sampled_plies(game, seats, each=2):
        domains = game.domains(ply.before.state)
        components = {name for domain in domains if f"kind_{domain}" in names for name in domains[domain]}
        for verb in (game.verbs[name] for name in game.turn(ply.before.state).verbs if ply.seat != CHANCE):
            for legal in legal_actions(game, ply.before.state, kind=verb.name)[:1]:
                for field, unknown in strange_names(verb, domains, components):
                    value = (unknown,) if isinstance(getattr(legal, field), tuple) else unknown
                    refusals = judge(game, ply.before.state, ply.seat, replace(legal, **{field: value}))
                    rules = {refusal.rule for refusal in refusals}
                    assert rules, (verb.name, field, unknown)
                    assert "referee.field" not in rules, (verb.name, field, unknown)


def strange_names(verb, domains, components):
    """Yield the fields of a verb that hold names, each with components that are not in its domain."""
    for field, domain in verb.domains.items():
        if any(isinstance(value, str) for value in domains[domain]):
            for unknown in sorted(components - set(domains[domain])):
                yield field, unknown


@each_table
def test_every_field_of_every_verb_declares_a_domain(game, seats):
    known = game.domains(playthroughs(game, seats)[0].matches[0].state)
    for verb in game.verbs.values():
        assert set(verb.domains) == set(verb.action.__struct_fields__)
        assert set(verb.domains.values()) <= set(known), verb.name
