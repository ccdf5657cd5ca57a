"""A whole game of every game against a running service: by action, by notation, by chat text."""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest

from referee_sdk import Record
from referee_sdk.chat import Table
from referee_sdk.chat.interpretation import tokens
from referee_service.games import GAMES
from tests.sdk.matches import every_game, fewest_seats, new_match, played_by, taken_by_seats


def is_confirmed(match) -> bool:
    """Whether the record of a match, as text and as JSON, leads the service to the same end."""
    record, client = match.record(), match.client
    ends = [client.replay(record), client.replay(record.to_text())]
    assert Record.from_text(record.to_text()) == Record.from_json(record.to_json()) == record
    return all(end.valid and end.position.result == match.result for end in ends)


@every_game
def test_by_action(live, game):
    match = new_match(live, game)
    assert played_by(match, match.play) == taken_by_seats(match)
    assert len(match.result.scores) == fewest_seats(game)
    assert is_confirmed(match)


@every_game
def test_by_notation_in_french(live, game):
    match = new_match(live.with_language("fr"), game)
    assert played_by(match, lambda action: match.play(action.notation), lot=2) == taken_by_seats(match)
    assert is_confirmed(match)


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(["en", "fr"]), strict=False)))
def test_by_chat_text(live, game, language):
    """People say what the labels say; only where two labels read alike they must say more."""
    people = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(live, game, people, language=language, seed="chat")
    table.begin()
    match = table.match

    def say(action):
        alike = Counter(tuple(sorted(tokens(other.label))) for other in match.legal_actions())
        plies = match.decision_count
        table.say(table.current_player, action.label)
        if match.decision_count == plies:
            assert alike[tuple(sorted(tokens(action.label)))] > 1, action
            table.say(table.current_player, action.notation)
        assert match.decision_count == plies + 1

    assert played_by(match, say, lot=3) == taken_by_seats(match)
    assert is_confirmed(match)
