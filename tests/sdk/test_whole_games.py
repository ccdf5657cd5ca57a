"""Complete games of every game against a running service: by action, by notation, by chat text."""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest

from referee_sdk import Record
from referee_sdk.chat import Table
from referee_service.games import GAMES
from tests.sdk.matches import every_game, fewest_seats, new_match, play_to_end, recorded_notations


def is_record_valid(match) -> bool:
    """Return whether the service replays the record of a match, as text and as JSON, to the same result."""
    record, client = match.record(), match.client
    replays = [client.replay(record), client.replay(record.to_text())]
    assert Record.from_text(record.to_text()) == Record.from_json(record.to_json()) == record
    return all(replay.valid and replay.position.result == match.result for replay in replays)


@every_game
def test_a_complete_game_by_action(live, game):
    match = new_match(live, game)
    assert play_to_end(match, match.play) == recorded_notations(match)
    assert len(match.result.scores) == fewest_seats(game)
    assert is_record_valid(match)


@every_game
def test_a_complete_game_by_notation_in_french(live, game):
    match = new_match(live.with_language("fr"), game)
    assert play_to_end(match, lambda action: match.play(action.notation), seed=2) == recorded_notations(match)
    assert is_record_valid(match)


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(["en", "fr"]), strict=False)))
def test_a_complete_game_by_chat_text(live, game, language):
    """Users write labels. If two actions have the same label, they write notation."""
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(live, game, users, language=language, seed="chat", pictures=False)
    table.begin()
    match = table.match

    def say(action):
        label_counts = Counter(other.label for other in match.legal_actions())
        decision_count = match.decision_count
        table.say(table.current_player, action.label)
        if match.decision_count == decision_count:
            assert label_counts[action.label] > 1, action
            table.say(table.current_player, action.notation)
        assert match.decision_count == decision_count + 1

    assert play_to_end(match, say, seed=3) == recorded_notations(match)
    assert is_record_valid(match)
