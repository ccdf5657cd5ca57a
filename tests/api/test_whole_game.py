"""A whole game of Burgundy over HTTP, by notation alone, in French."""

import random

import pytest

from referee_service.kernel.codec import digest
from tests.api.asking import BURGUNDY, ask

ENGLISH = ("Your turn", "Take “", "Seat 0", "points for")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_by_notation_in_french(client, seats):
    french = {"Accept-Language": "fr"}
    setup = {"seats": seats, "chance": {"mode": "seeded", "seed": f"partie {seats}"}, "options": {"boards": "random"}}
    position = client.post(f"{BURGUNDY}/states", json=setup, headers=french).json
    lot, told, record = random.Random(seats), [], list(position["played"])
    while position["turn"] is not None:
        told += [position["turn"]["prompt"], *(event["text"] for event in position["events"])]
        told += [action["label"] for action in position["legal_actions"]]
        line = lot.choice(position["legal_actions"])["notation"]
        position = ask(client, "moves", language="fr", digest=position["digest"], notation=line)
        assert position["played"][0]["notation"] == line
        record += position["played"]
    assert not [text for text in told if any(english in text for english in ENGLISH)]
    assert any("À vous" in text for text in told)
    assert len(position["result"]["scores"]) == seats
    assert sum(line["points"] for line in position["result"]["lines"][0]) == position["result"]["scores"][0]

    header = {name: position[name] for name in ("game", "ruleset", "content")}
    moves = [{"seat": move["seat"], "notation": move["notation"]} for move in record]
    result = {name: position["result"][name] for name in ("winners", "scores")}
    played = {**header, **setup, "moves": moves, "result": result}
    again = ask(client, "replays", record=played)
    assert again["valid"], again["reason"]
    assert again["position"]["digest"] == position["digest"]
    assert len(position["digest"]) == len(digest(b""))
