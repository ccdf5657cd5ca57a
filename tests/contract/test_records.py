"""Contract of records: a replay leads to the played state, with reported and with seeded chance."""

import pytest
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import CodecError, notation, parse_notation
from referee_service.kernel.records import parse_record, parse_record_json, record_json, record_text
from referee_service.kernel.replay import ReplayError, replay, replay_matches
from referee_service.kernel.state import CHANCE
from tests.contract.playthroughs import each_table, playthroughs


def seeded(played):
    """Return the record of a random game with the seed that its chance used."""
    return replace(played.record, chance=Chance("seeded", str(played.seed)))


@each_table
def test_a_replay_yields_every_played_state(game, seats):
    for played in playthroughs(game, seats)[:5]:
        assert list(replay_matches(game, played.record)) == played.matches


@each_table
def test_a_seeded_record_replays_to_the_same_state(game, seats):
    for played in playthroughs(game, seats)[:5]:
        assert replay(game, seeded(played)).state == played.matches[-1].state


@each_table
def test_a_seeded_record_may_omit_the_moves_of_chance(game, seats):
    for played in playthroughs(game, seats)[:5]:
        moves = tuple(move for move in played.record.moves if move.seat != CHANCE)
        record = replace(seeded(played), moves=moves)
        assert play_chance(game, replay(game, record)).match.state == played.matches[-1].state


@each_table
def test_a_seeded_match_gives_the_same_game(game, seats):
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
def test_a_foreign_verb_in_a_record_raises_an_error_at_its_move(game, seats):
    played = playthroughs(game, seats)[0]
    index, ply = next((at, ply) for at, ply in enumerate(played.plies) if ply.seat != CHANCE and at > 10)
    turn = game.turn(ply.before.state)
    foreign = next(verb for verb in game.verbs if verb not in turn.verbs)
    line = next(line for line in all_notations(game, played) if line.split()[0] == foreign)
    moves = (*played.record.moves[:index], replace(played.record.moves[index], notation=line))
    with pytest.raises(ReplayError) as failed:
        replay(game, replace(played.record, moves=moves))
    assert failed.value.index == index
    rule = game.flow.refused[turn.question].get(foreign, "referee.verb")
    assert [refusal.rule for refusal in failed.value.refusals] == [rule]


def all_notations(game, played):
    """Yield the notation of every legal action of a playthrough."""
    return (notation(action) for match in played.matches for action in legal_actions(game, match.state))


@each_table
def test_malformed_notation_raises_an_error(game, seats):
    for line in ("", "dance", "decline=1", f"{next(iter(game.verbs))} nonsense=1"):
        with pytest.raises(CodecError):
            parse_notation(game, line)
