"""A record leads to the very state that was played, at a table and with a seed."""

import pytest
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import CodecError, notation, parse_notation
from referee_service.kernel.records import parse_record, parse_record_json, record_json, record_text
from referee_service.kernel.replay import ReplayError, replay, replay_matches
from referee_service.kernel.state import CHANCE
from tests.contract.playing import each_table, playthroughs


def seeded(played):
    """The record of a random game as a seeded one: its chance acted as this seed does."""
    return replace(played.record, chance=Chance("seeded", str(played.seed)))


@each_table
def test_replaying_a_record_passes_through_every_state(game, seats):
    for played in playthroughs(game, seats)[:5]:
        assert list(replay_matches(game, played.record)) == played.matches


@each_table
def test_a_seeded_record_replays_to_the_same_board(game, seats):
    for played in playthroughs(game, seats)[:5]:
        assert replay(game, seeded(played)).state == played.matches[-1].state


@each_table
def test_a_seeded_record_may_leave_chance_out(game, seats):
    for played in playthroughs(game, seats)[:5]:
        chosen = tuple(move for move in played.record.moves if move.seat != CHANCE)
        left_out = replace(seeded(played), moves=chosen)
        assert play_chance(game, replay(game, left_out)).match.state == played.matches[-1].state


@each_table
def test_playing_a_seeded_match_gives_the_same_game(game, seats):
    for played in playthroughs(game, seats)[:3]:
        match = new_match(game, seats=seats, options=played.options, chance=Chance("seeded", str(played.seed)))
        match = play_chance(game, match).match
        for ply in played.plies:
            if ply.seat != CHANCE:
                match = play_chance(game, play_move(game, match, ply.seat, ply.action).match).match
        assert match.state == played.matches[-1].state
        assert match.ply == played.matches[-1].ply


@each_table
def test_records_round_trip_through_text_and_json(game, seats):
    for played in playthroughs(game, seats):
        for record in (played.record, seeded(played)):
            assert parse_record(record_text(record)) == record
            assert parse_record_json(record_json(record)) == record


@each_table
def test_a_record_with_another_action_diverges_there(game, seats):
    played = playthroughs(game, seats)[0]
    index, ply = next((at, ply) for at, ply in enumerate(played.plies) if ply.seat != CHANCE and at > 10)
    foreign = next(verb for verb in game.verbs if verb not in game.turn(ply.before.state).verbs)
    line = next(line for line in every_line(game, played) if line.split()[0] == foreign)
    moves = (*played.record.moves[:index], replace(played.record.moves[index], notation=line))
    with pytest.raises(ReplayError) as diverged:
        replay(game, replace(played.record, moves=moves))
    assert diverged.value.index == index
    assert [refusal.rule for refusal in diverged.value.refusals] == ["referee.verb"]


def every_line(game, played):
    return (notation(action) for match in played.matches for action in legal_actions(game, match.state))


@each_table
def test_nonsense_is_no_notation(game, seats):
    for line in ("", "dance", "decline=1", f"{next(iter(game.verbs))} nonsense=1"):
        with pytest.raises(CodecError):
            parse_notation(game, line)
