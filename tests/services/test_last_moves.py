"""Last moves: the note of an open state, what a sealed state contains, and what a viewer sees of it."""

import pytest
from msgspec.structs import replace

from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.state import CHANCE
from referee_service.services.context import ClientContext
from referee_service.services.matches import last_moves
from referee_service.services.matches.cache_keys import state_key
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.services.matches.loader import OpenState, SealedState, StateRef
from referee_service.services.matches.service import MatchService
from referee_service.store.memory import MemoryStore

CONTEXT = ClientContext()
SECRET = MatchCrypto((("k", b"0123456789abcdef"),))


@pytest.fixture
def matches():
    return MatchService(MemoryStore(1 << 20), SECRET)


def set_up(matches, game, *, guarded=False):
    """Return the first position of a match of two seats."""
    chance = Chance("seeded", "last")
    options = game.options_type()
    return matches.set_up(game, seats=2, options=options, chance=chance, content=None, guarded=guarded, context=CONTEXT)


def first_action(matches, game, source):
    """Return the seat to move and its first legal action, as a move of a request."""
    state = matches.loader.load(game, source, CONTEXT).match.state
    return game.turn(state).seat, notation(legal_actions(game, state)[0])


def last_move(matches, game, source):
    return matches.last_moves.find(game, matches.loader.load(game, source, CONTEXT), CONTEXT)


@pytest.mark.parametrize("name", GAMES)
def test_an_open_state_remembers_its_last_move_and_the_state_before_it(matches, name):
    game = GAMES[name]
    source = StateRef(set_up(matches, game).digest)
    assert last_move(matches, game, source) is None
    for _ in range(6):
        before = matches.loader.load(game, source, CONTEXT).match.state
        move = first_action(matches, game, source)
        source = StateRef(matches.move(game, source, [move], CONTEXT).digest)
        found = last_move(matches, game, source)
        assert found.before == before
        assert (found.seat, notation(found.action)) == move


def test_several_moves_of_one_request_have_no_single_action(matches):
    game = GAMES["burgundy"]
    start = set_up(matches, game)
    match = decode(game, bytes(start.state))
    moves = []
    for _ in range(3):
        seat, action = game.turn(match.state).seat, legal_actions(game, match.state)[0]
        moves.append((seat, notation(action)))
        match = play_chance(game, play_move(game, match, seat, action).match).match
    after = matches.move(game, StateRef(start.digest), moves, CONTEXT)
    found = last_move(matches, game, StateRef(after.digest))
    assert found.action is None
    assert found.seat == moves[-1][0]


def test_a_move_after_chance_of_the_same_request_has_no_single_action(matches):
    game = GAMES["empires_north"]
    start = new_match(game, seats=2, chance=Chance("table", ""))
    step = play_chance(game, replace(start, chance=Chance("seeded", "last")))
    moves = [(CHANCE, move.notation) for move in step.recorded_moves]
    seat, action = game.turn(step.match.state).seat, legal_actions(game, step.match.state)[0]
    source = OpenState(encode(start))
    after = matches.move(game, source, [*moves, (seat, notation(action))], CONTEXT)
    found = last_move(matches, game, StateRef(after.digest))
    assert (found.seat, found.action) == (seat, None)


def test_a_replay_keeps_the_note_of_its_last_state(matches):
    game = GAMES["burgundy"]
    start = set_up(matches, game)
    move = first_action(matches, game, StateRef(start.digest))
    after = matches.move(game, StateRef(start.digest), [move], CONTEXT)
    source = OpenState(bytes(after.state))
    match = matches.loader.load(game, source, CONTEXT).match
    for service in (matches, MatchService(matches.store, SECRET)):
        service.loader.cache_match(game, match, bytes(after.state), client_id=CONTEXT.client_id)
        assert last_move(service, game, StateRef(after.digest)) is not None


def test_a_state_that_the_cache_has_lost_has_no_last_move(matches):
    game = GAMES["burgundy"]
    start = set_up(matches, game)
    after = matches.move(game, StateRef(start.digest), [first_action(matches, game, StateRef(start.digest))], CONTEXT)
    other = MatchService(MemoryStore(1 << 20), SECRET)
    assert last_move(other, game, OpenState(bytes(after.state))) is None


def test_a_state_whose_earlier_state_is_lost_has_no_last_move(matches):
    game = GAMES["burgundy"]
    start = set_up(matches, game)
    after = matches.move(game, StateRef(start.digest), [first_action(matches, game, StateRef(start.digest))], CONTEXT)
    other = MatchService(MemoryStore(1 << 20), SECRET)
    key = state_key(game.name, CONTEXT.client_id, after.digest)
    other.store.put(key, matches.store.get(key), seconds=60)
    assert last_move(other, game, StateRef(after.digest)) is None


def test_another_process_finds_the_note_in_the_shared_store(matches):
    game = GAMES["burgundy"]
    start = set_up(matches, game)
    move = first_action(matches, game, StateRef(start.digest))
    after = matches.move(game, StateRef(start.digest), [move], CONTEXT)
    other = MatchService(matches.store, SECRET)
    for source in (StateRef(after.digest), OpenState(bytes(after.state))):
        found = last_move(other, game, source)
        assert (found.seat, notation(found.action)) == move


@pytest.mark.parametrize("limit", [0, last_moves.MAX_PLAIN_BYTES])
@pytest.mark.parametrize("name", GAMES)
def test_a_sealed_state_contains_its_last_move(matches, name, limit, monkeypatch):
    monkeypatch.setattr(last_moves, "MAX_PLAIN_BYTES", limit)
    game = GAMES[name]
    position = set_up(matches, game, guarded=True)
    credential = position.credentials.keeper
    source = SealedState(position.sealed_state, credential)
    assert last_move(matches, game, source) is None
    seat, move = first_action(matches, game, source)
    own = SealedState(position.sealed_state, position.credentials.seats[seat])
    after = matches.move(game, own, [(seat, move)], CONTEXT)
    found = last_move(matches, game, SealedState(after.sealed_state, credential))
    assert (found.seat, notation(found.action)) == (seat, move)
    assert len(after.sealed_state) == len(position.sealed_state), "the length shows nothing"
