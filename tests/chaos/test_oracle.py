"""The oracle: it accepts what the service answers, and finds every planted difference."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.notation import notation
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.settings import Settings
from tests.chaos import oracle

SETTINGS = Settings.from_env({"REFEREE_SECRET": "oracle:0123456789abcdef0123456789abcdef"})
CRYPTO = MatchCrypto(SETTINGS.secrets)


@pytest.fixture(scope="module")
def client():
    return create_app(SETTINGS).test_client()


def open_move(client, game):
    """Play one move over HTTP and in this process. Return both results."""
    setup = {"seats": 2, "chance": {"mode": "seeded", "seed": "oracle"}}
    position = client.post(f"/v1/games/{game.name}/states", json=setup).json
    match = oracle.open_match(game, 2, "oracle")
    oracle.check_open_position(match, position)
    action = oracle.legal_actions(match)[0]
    move = {"state": position["state"], "notation": notation(action)}
    return oracle.next_step(match, action).match, client.post(f"/v1/games/{game.name}/moves", json=move).json


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_oracle_accepts_the_moves_of_open_and_guarded_matches(client, game):
    oracle.check_open_position(*open_move(client, game))
    position = client.post(f"/v1/games/{game.name}/states", json={"seats": 2, "guarded": True}).json
    match_id, match = oracle.sealed_match(CRYPTO, game, 2, position)
    oracle.check_sealed_position(match, position, CRYPTO, None)
    seat, action = oracle.seat_to_move(match), oracle.legal_actions(match)[0]
    own = {"sealed_state": position["sealed_state"], "credential": position["credentials"]["seats"][seat]}
    after = client.post(f"/v1/games/{game.name}/moves", json={**own, "notation": notation(action)}).json
    step = oracle.next_step(match, action, CRYPTO.chance_key(match_id))
    oracle.check_sealed_position(step.match, after, CRYPTO, seat)
    with pytest.raises(oracle.WrongAnswer, match="the sealed state differs"):
        oracle.check_sealed_position(match, after, CRYPTO, seat)


def without_last_action(position):
    position["legal_actions"].pop()


def with_another_digest(position):
    position["digest"] = "0" * 32


def with_another_seat(position):
    position["turn"]["seat"] += 1


def with_another_state(position):
    position["state"]["ply"] += 1


@pytest.mark.parametrize("plant", [without_last_action, with_another_digest, with_another_seat, with_another_state])
def test_the_oracle_finds_a_planted_difference(client, plant: Callable[[dict], None]):
    match, position = open_move(client, GAMES["burgundy"])
    planted = copy.deepcopy(position)
    plant(planted)
    with pytest.raises(oracle.WrongAnswer):
        oracle.check_open_position(match, planted)


def test_the_oracle_finds_a_ranking_of_another_search():
    match = oracle.open_match(GAMES["burgundy"], 2, "oracle")
    ranking = [
        {"action": {"notation": line}, "visits": visits, "value": value}
        for line, visits, value in oracle._ranking(match, "one", 20)
    ]
    oracle.check_search(match, "one", 20, {"moves": [{"ranking": ranking}]})
    with pytest.raises(oracle.WrongAnswer, match="ranking"):
        oracle.check_search(match, "two", 20, {"moves": [{"ranking": ranking}]})
