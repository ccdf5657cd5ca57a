"""Errors of the services have finished rulings: refusals and faults as text in the client's language."""

import json

import msgspec
import pytest

from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.match import new_match, play_chance
from referee_service.services.bots.jobs import BotRequest
from referee_service.services.bots.queue import DisabledSearchQueue
from referee_service.services.bots.service import BotService
from referee_service.services.context import ClientContext
from referee_service.services.errors import IllegalMoveError, ImpossibleStateError
from referee_service.services.matches.loader import OpenState
from referee_service.services.matches.service import MatchService
from referee_service.store.memory import MemoryStore

BURGUNDY = GAMES["burgundy"]
ILLEGAL = "place_tile die=5 tile=bank space=3"
each_language = pytest.mark.parametrize("language", ["en", "fr"])


@pytest.fixture
def matches():
    return MatchService(MemoryStore(1 << 20))


@pytest.fixture
def match():
    return play_chance(BURGUNDY, new_match(BURGUNDY, seats=2, chance=Chance("seeded", "1"))).match


def is_finished(ruling, language):
    """Return whether a ruling has the title of its rule in this language, and a message without slots."""
    title = BURGUNDY.catalogue().rules[ruling.rule].title[language]
    return ruling.title == title and ruling.message and "{" not in ruling.message


@each_language
def test_an_illegal_move_has_every_ruling_in_the_clients_language(matches, match, language):
    context, source = ClientContext(language), OpenState(encode(match))
    actions = json.loads(bytes(matches.legal_actions(BURGUNDY, source, "take_workers", context).legal_actions))
    with pytest.raises(IllegalMoveError) as error:
        matches.move(BURGUNDY, source, [(None, actions[0]), (None, ILLEGAL)], context)
    assert len(error.value.refusals) > 1
    assert all(is_finished(refusal, language) for refusal in error.value.refusals)
    assert error.value.index == 1
    assert {action["label"] for action in error.value.suggestions}


@each_language
def test_a_verdict_and_an_illegal_move_have_the_same_rulings(matches, match, language):
    context, source = ClientContext(language), OpenState(encode(match))
    verdict = json.loads(bytes(matches.judge(BURGUNDY, source, (None, ILLEGAL), context).verdict))
    with pytest.raises(IllegalMoveError) as error:
        matches.move(BURGUNDY, source, [(None, ILLEGAL)], context)
    assert [refusal.message for refusal in error.value.refusals] == [each["message"] for each in verdict["refusals"]]
    assert json.loads(msgspec.json.encode(error.value.suggestions)) == verdict["suggestions"]


@each_language
def test_an_impossible_state_has_every_fault_in_the_clients_language(matches, match, language):
    state = json.loads(encode(match))
    state["board"]["depots"][1].append("mine")
    source, context = OpenState(json.dumps(state).encode()), ClientContext(language)
    with pytest.raises(ImpossibleStateError) as error:
        matches.score(BURGUNDY, source, context)
    assert list(error.value.faults) == matches.audit(BURGUNDY, source, context).faults
    assert all(is_finished(fault, language) for fault in error.value.faults)


@each_language
def test_a_bot_for_another_seat_is_refused_in_the_clients_language(matches, match, language):
    bots = BotService(matches, DisabledSearchQueue(), GAMES)
    request = BotRequest(bot="greedy", seat=1 - BURGUNDY.turn(match.state).seat)
    with pytest.raises(IllegalMoveError) as error:
        bots.request_move(BURGUNDY, OpenState(encode(match)), request, ClientContext(language), wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.seat"]
    assert all(is_finished(refusal, language) for refusal in error.value.refusals)
