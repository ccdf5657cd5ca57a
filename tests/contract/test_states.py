"""Contract of states: they are possible, small, canonical and immutable, and every game ends."""

import os
import subprocess
import sys

from referee_service.kernel.codec import decode, digest, encode
from tests.contract.playthroughs import each_game, each_table, playthroughs

MAX_STATE_BYTES = 16 * 1024


@each_table
def test_every_state_passes_the_audit(game, seats):
    for played in playthroughs(game, seats):
        for match in played.matches:
            assert not list(game.audit(match.state)), encode(match).decode()


@each_table
def test_every_game_ends_within_max_actions_and_has_a_result(game, seats, record_property):
    games = playthroughs(game, seats)
    for played in games:
        assert len(played.plies) <= game.max_actions
        assert all(game.result(match.state) is None for match in played.matches[:-1])
        result = game.result(played.matches[-1].state)
        sides = [*range(seats), *(rival.name for rival in result.rivals)]
        assert sorted((side for place in result.ranking for side in place), key=str) == sorted(sides, key=str)
        assert len(set(sides)) == len(sides)
        assert result.winners == result.ranking[0]
        assert result.scores == tuple(sum(line.points for line in lines) for lines in result.lines)
    lengths = [len(played.plies) for played in games]
    sizes = [len(encode(match)) for played in games for match in played.matches[::10]]
    record_property(
        "figures",
        f"{game.name}, {seats} seats: {len(games)} games, {min(lengths)} to {max(lengths)} actions "
        f"(bound {game.max_actions}), states up to {max(sizes):,} bytes",
    )


@each_table
def test_the_points_so_far_become_those_of_the_result(game, seats):
    for played in playthroughs(game, seats):
        for match in played.matches[::10]:
            assert len(game.points_so_far(match.state)) == seats
        final = played.matches[-1].state
        points = [sum(line.points for line in lines) for lines in game.points_so_far(final)]
        assert points == list(game.result(final).scores)
        assert game.rivals(final) == game.result(final).rivals


@each_table
def test_every_position_has_the_rivals_of_the_result_with_names_and_rules_in_the_catalogue(game, seats):
    for played in playthroughs(game, seats):
        names = [rival.name for rival in game.result(played.matches[-1].state).rivals]
        for match in played.matches[::10]:
            assert [rival.name for rival in game.rivals(match.state)] == names
        assert set(names) <= set(game.catalogue().names)
        cited = {line.rule for rival in game.rivals(played.matches[-1].state) for line in rival.lines}
        assert cited <= set(game.catalogue().rules)


@each_table
def test_no_later_action_changes_a_state(game, seats):
    for played in playthroughs(game, seats):
        assert [digest(encode(match)) for match in played.matches] == list(played.digests)


@each_table
def test_states_are_small_hashable_and_round_trip_through_json(game, seats):
    for played in playthroughs(game, seats):
        for match in played.matches:
            raw = encode(match)
            read = decode(game, raw)
            assert len(raw) <= MAX_STATE_BYTES
            assert read == match
            assert encode(read) == raw
            assert hash(read.state) == hash(match.state)


@each_game
def test_a_game_does_not_depend_on_the_hash_seed(game):
    assert len({fingerprint_under(game, hash_seed) for hash_seed in ("1", "2")}) == 1


def fingerprint_under(game, hash_seed):
    """Return the fingerprint of a random game, computed in a process with this hash seed."""
    script = (
        f"from tests.contract.playthroughs import fingerprint; print(fingerprint({game.name!r}, {game.seats[-1]}, 1))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run([sys.executable, "-c", script], env=environment, text=True, capture_output=True, check=True)
    return run.stdout
