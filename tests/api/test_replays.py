"""Steps of a replay: every move as text, the scores after it, and how chance selected it; replays that stop early."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee_service.app import create_app
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.notation import notation
from referee_service.kernel.records import Record, parse_record, record_json, record_text
from referee_service.kernel.replay import replay_matches
from tests.api.calls import post, post_error
from tests.api.openapi import schema_errors
from tests.cli.test_records import BURGUNDY, KEY, SECRET, random_record, with_changed_die
from tests.contract.playthroughs import playthrough
from tests.kernel.toy import GAME as TOY

GOLDEN = Path(__file__).parents[1] / "golden"
STEPS = ["steps"]


def golden(name: str) -> Record:
    """Return a recorded game, whose chance is seeded."""
    (path,) = GOLDEN.rglob(f"{name}.game")
    return parse_record(path.read_text())


def without_chance(record: Record) -> Record:
    """Return a record without its moves of chance."""
    return replace(record, moves=tuple(move for move in record.moves if move.seat != "chance"))


@pytest.fixture(scope="module")
def burgundy() -> Record:
    return golden("burgundy-2")


# --- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["burgundy-3", "dice_settlers-1", "empires_north-2", "medievalia-2", "settlement-1"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_record_has_a_step_for_every_move(client, name, language):
    record = golden(name)
    body = post(
        client, "replays", game=record.game, language=language, text=record_text(record), include=["steps", "state"]
    )
    assert schema_errors(f"{record.game}_replays", "200", body) == []
    steps = body["steps"]
    assert [step["ply"] for step in steps] == list(range(1, len(record.moves) + 1))
    assert [(step["seat"], step["notation"]) for step in steps] == [(move.seat, move.notation) for move in record.moves]
    assert all(step["label"] and "{" not in step["label"] for step in steps)
    assert sum(bool(step["text"]) for step in steps) > len(steps) / 3
    assert (steps[-1]["scores"], body["position"]["ply"]) == (body["position"]["result"]["scores"], len(steps))
    assert steps[-1]["rivals"] == {each["name"]: each["score"] for each in body["position"]["result"]["rivals"]}


def test_the_scores_of_a_step_are_those_of_the_position_after_it(client, burgundy):
    steps = post(client, "replays", text=record_text(burgundy), include=STEPS)["steps"]
    matches = list(replay_matches(BURGUNDY, burgundy))[1:]
    for step, match in zip(steps[::40], matches[::40], strict=True):
        scores = post(client, "scores", state=json.loads(encode(match)))["scores"]
        assert step["scores"] == scores


def test_labels_and_texts_are_those_that_a_move_shows(client):
    start = client.post("/v1/games/burgundy/states", json={"seats": 2, "chance": {"mode": "seeded", "seed": "x"}}).json
    action = start["legal_actions"][0]
    after = post(client, "moves", state=start["state"], action=action, include=["events", "played"])
    moves = [{"seat": move["seat"], "notation": move["notation"]} for move in start["played"] + after["played"]]
    record = {**{key: start[key] for key in ("game", "ruleset", "content")}, "seats": 2, "options": {}, "moves": moves}
    record["chance"] = {"mode": "seeded", "seed": "x"}
    steps = post(client, "replays", record=record, include=STEPS)["steps"]
    assert steps[len(start["played"])]["label"] == action["label"]
    texts = " ".join(step["text"] for step in steps if step["text"])
    assert texts == " ".join(event["text"] for event in start["events"] + after["events"])


def test_only_a_replay_has_steps_and_only_if_the_request_wants_them(client, burgundy):
    assert "steps" not in post(client, "replays", text=record_text(burgundy))
    assert "steps" not in post(client, "replays", text=record_text(burgundy), include=["state"])
    body = post(client, "replays", text=record_text(burgundy), include=STEPS)
    assert not {"state", "legal_actions", "events"} & body["position"].keys()
    post_error(client, "moves", 422, "schema-mismatch", digest=body["position"]["digest"], include=STEPS)


def test_a_record_discloses_what_a_spectator_does_not_see(guarded):
    """In the toy game, the cards that players draw are secret."""
    record = playthrough("caravan", 2, 1).record
    steps = post(guarded, "replays", game="caravan", text=record_text(record), include=STEPS)["steps"]
    drawn = [step for step in steps if step["notation"].startswith("draw ")]
    assert drawn
    for step in drawn:
        card = TOY.catalogue().piece_name(step["notation"].partition("good=")[2], "en")
        assert step["text"].endswith(f"draws a card: {card}.")


# --- chance -----------------------------------------------------------------------------------------------------------


def test_dice_of_a_seeded_record_are_verified(client, burgundy):
    steps = post(client, "replays", text=record_text(burgundy), include=STEPS)["steps"]
    proofs = [step["chance"] for step in steps if step["seat"] == "chance"]
    assert all(step["chance"] is None for step in steps if step["seat"] != "chance")
    assert [proof["act"] for proof in proofs] == list(range(len(proofs)))
    assert {proof["verified"] for proof in proofs} == {True}
    assert {6} <= {proof["bound"] for proof in proofs}
    for proof in proofs:
        assert proof["number"] in (range(proof["bound"]) if proof["bound"] > 1 else (None,))


def test_a_seeded_record_without_chance_has_the_same_steps(client, burgundy):
    whole, short = (
        post(client, "replays", text=record_text(each), include=STEPS) for each in (burgundy, without_chance(burgundy))
    )
    assert short == whole


def test_real_dice_are_not_verified(client):
    record = playthrough("burgundy", 2, 1).record
    steps = post(client, "replays", text=record_text(record), include=STEPS)["steps"]
    proofs = [step["chance"] for step in steps if step["chance"]]
    assert {(proof["verified"], proof["number"]) for proof in proofs} == {(None, None)}
    assert {6} <= {proof["bound"] for proof in proofs}


def test_the_key_of_a_secret_record_verifies_each_die(client):
    record, index = with_changed_die(random_record(SECRET))
    hidden = post(client, "replays", text=record_text(record), include=STEPS)
    assert {step["chance"]["verified"] for step in hidden["steps"] if step["chance"]} == {None}
    shown = post(client, "replays", text=record_text(record), include=STEPS, chance_key=KEY.hex())
    assert shown["valid"]
    wrong = [step["ply"] - 1 for step in shown["steps"] if step["chance"] and not step["chance"]["verified"]]
    assert wrong == [index]


def test_a_wrong_key_is_refused(client):
    text = record_text(random_record(SECRET))
    error = post_error(client, "replays", 409, "bad-chance-key", text=text, chance_key=bytes(32).hex())
    assert error["detail"].startswith("`chance_key` does not fit the commitment")
    for malformed in ("", "12", "Z" * 64, 5):
        post_error(client, "replays", 422, "schema-mismatch", text=text, chance_key=malformed)


@pytest.mark.parametrize("chance", [Chance("seeded", "hello"), Chance("table", "")], ids=["seeded", "table"])
def test_a_key_is_ignored_where_chance_has_none(client, chance):
    record = replace(random_record(Chance("seeded", "hello")), chance=chance)
    assert post(client, "replays", text=record_text(record), chance_key=KEY.hex())["valid"]


# --- until ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("short", [False, True])
def test_a_replay_stops_after_any_number_of_moves(client, burgundy, short):
    matches = list(replay_matches(BURGUNDY, burgundy))
    text = record_text(without_chance(burgundy) if short else burgundy)
    for ply in (0, 1, 57, len(burgundy.moves) - 1, len(burgundy.moves)):
        body = post(client, "replays", text=text, until=ply, include=["steps", "state"])
        assert body["valid"]
        assert len(body["steps"]) == body["position"]["ply"] == ply
        assert body["position"]["state"] == json.loads(encode(matches[ply]))


def test_a_replay_beyond_the_end_is_the_whole_one(client, burgundy):
    text = record_text(burgundy)
    assert post(client, "replays", text=text, until=10_000) == post(client, "replays", text=text)
    for wrong in (-1, 1.5, "1", True):
        post_error(client, "replays", 422, "schema-mismatch", text=text, until=wrong)


def test_moves_and_the_result_after_the_stop_are_not_judged(client, burgundy):
    index = next(at for at, move in enumerate(burgundy.moves) if move.seat != "chance")
    moves = list(burgundy.moves)
    moves[index] = replace(moves[index], notation="sell_goods die=1 goods=pink")
    wrong = record_text(replace(burgundy, moves=tuple(moves)))
    assert post(client, "replays", text=wrong, until=index, include=[])["valid"]
    body = post(client, "replays", text=wrong, until=index + 1, include=STEPS)
    assert (body["valid"], body["index"], body["position"]) == (False, index, None)
    assert [step["ply"] for step in body["steps"]] == list(range(1, index + 1))
    assert body["refusals"]


def test_a_record_that_cannot_be_set_up_has_no_steps(client, burgundy):
    body = post(client, "replays", text=record_text(replace(burgundy, seats=9)), include=STEPS)
    assert (body["valid"], body["index"], body["steps"]) == (False, -1, [])


def test_steps_come_from_a_record_as_json_too(client, burgundy):
    record = json.loads(record_json(burgundy))
    by_json, by_text = (
        post(client, "replays", **body, include=STEPS) for body in ({"record": record}, {"text": record_text(burgundy)})
    )
    assert by_json == by_text


# --- cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize("name", ["burgundy-2", "dice_settlers-2", "empires_north-2", "medievalia-3", "settlement-3"])
def test_steps_cost_about_as_much_as_the_replay(name, record_property):
    client, record = create_app().test_client(), golden(name)
    body = {"game": record.game, "text": record_text(record)}
    plain = min(seconds_of(client, include=[], **body) for _ in range(5))
    steps = min(seconds_of(client, include=STEPS, **body) for _ in range(5))
    figures = f"{name}: {len(record.moves)} moves, {plain * 1000:.0f} ms, with steps {steps * 1000:.0f} ms"
    record_property("figures", f"replay of {figures}")
    assert steps < 3 * plain + 0.02, figures


def seconds_of(client, **body) -> float:
    start = time.perf_counter()
    post(client, "replays", **body)
    return time.perf_counter() - start


def test_a_refused_move_of_a_record_leaves_no_text_in_the_process(client, burgundy):
    def replay(tile: str) -> int:
        """Replay a record whose first move of a seat names a tile, and return the number of kept lines."""
        index = next(index for index, move in enumerate(burgundy.moves) if move.seat != "chance")
        wrong = replace(burgundy.moves[index], notation=f"take_tile die=1 depot=1 tile={tile}")
        record = replace(burgundy, moves=(*burgundy.moves[:index], wrong))
        answer = post(client, "replays", text=record_text(record))
        assert not answer["valid"]
        assert tile in answer["reason"]
        return notation.cache_info().misses

    assert replay("a" * 5_000) == replay("b" * 5_000)
