"""A whole game of Burgundy over HTTP, by notation alone, in French."""

import random

import pytest

from referee_service.kernel.codec import digest
from tests.api.calls import BURGUNDY, post

ENGLISH = ("Your turn", "Take “", "Seat 0", "points for")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_by_notation_in_french(client, seats):
    french = {"Accept-Language": "fr"}
    setup = {"seats": seats, "chance": {"mode": "seeded", "seed": f"partie {seats}"}, "options": {"boards": "random"}}
    position = client.post(f"{BURGUNDY}/states", json=setup, headers=french).json
    rng, texts, record = random.Random(seats), [], list(position["played"])
    while position["turn"] is not None:
        texts += [position["turn"]["prompt"], *(event["text"] for event in position["events"])]
        texts += [action["label"] for action in position["legal_actions"]]
        line = rng.choice(position["legal_actions"])["notation"]
        position = post(client, "moves", language="fr", digest=position["digest"], notation=line)
        assert position["played"][0]["notation"] == line
        record += position["played"]
    assert not [text for text in texts if any(english in text for english in ENGLISH)]
    assert any("À vous" in text for text in texts)
    assert len(position["result"]["scores"]) == seats
    assert sum(line["points"] for line in position["result"]["lines"][0]) == position["result"]["scores"][0]

    header = {name: position[name] for name in ("game", "ruleset", "content")}
    moves = [{"seat": move["seat"], "notation": move["notation"]} for move in record]
    result = {name: position["result"][name] for name in ("winners", "scores")}
    replay = post(client, "replays", record={**header, **setup, "moves": moves, "result": result})
    assert replay["valid"], replay["reason"]
    assert replay["position"]["digest"] == position["digest"]
    assert len(position["digest"]) == len(digest(b""))
