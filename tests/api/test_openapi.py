"""OpenAPI document: the file is current, the document is complete, its examples run, and responses match it."""

import json
from pathlib import Path

import jsonschema
import pytest
from jsonschema import Draft202012Validator

from referee_service.api.openapi.document_set import WHOLE
from referee_service.games import GAMES
from referee_service.kernel.codec import encode
from referee_service.services.component_pictures import COMPONENT_PICTURES
from referee_service.services.pictures import PICTURES
from tests.api.calls import new_match
from tests.api.openapi import APP, DOCUMENT, DOCUMENTS, OPERATIONS, schema_errors
from tests.contract.playthroughs import playthrough

ROOMS = "/v1/rooms"
"""Paths of rooms, which need Redis: tests/rooms runs their examples."""
ROOM_CALLS = (
    *("create_room", "room", "delete_room", "room_moves", "room_undo", "room_seat", "room_resign", "room_rematch"),
    *("room_record", "room_ticket", "room_events"),
    *("room_verdicts", "room_legal_actions", "room_views", "room_pictures", "room_scores", "room_bot_moves"),
)
OPENAPI_FILE = Path(__file__).parents[2] / "openapi.yaml"
EXAMPLES = [
    pytest.param(path, example["value"], id=f"{name}-{kind}")
    for name, (path, method, operation) in OPERATIONS.items()
    if method == "post"
    for kind, example in operation["requestBody"]["content"]["application/json"]["examples"].items()
]
GAME_EXAMPLES = [example for example in EXAMPLES if not example.values[0].startswith(ROOMS)]


def test_the_file_equals_the_document_of_the_code():
    assert OPENAPI_FILE.read_bytes() == DOCUMENTS.body(WHOLE, "yaml").raw, (
        "openapi.yaml is outdated: run `referee openapi > openapi.yaml`"
    )


def test_every_operation_has_a_tag_a_summary_and_a_description():
    assert len(OPERATIONS) == 1 + 18 * len(GAMES) + len(("job", "job_events", "stop_job", *ROOM_CALLS))
    assert set(ROOM_CALLS) <= OPERATIONS.keys()
    for name, (path, method, operation) in OPERATIONS.items():
        assert operation["tags"], name
        assert operation["summary"], name
        assert operation["description"], name
        assert method != "post" or operation["requestBody"]["content"]["application/json"]["examples"], path
        errors = [response for status, response in operation["responses"].items() if status >= "400"]
        assert errors, name
        assert "default" not in operation["responses"]


def test_every_error_is_a_problem():
    for name, response in DOCUMENT["components"]["responses"].items():
        assert list(response["content"]) == ["application/problem+json"], name


def test_every_schema_is_valid_and_every_reference_exists():
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        for example in schema.get("examples", []):
            jsonschema.validate(example, {**schema, "components": DOCUMENT["components"]}, Draft202012Validator)
    for reference in references(DOCUMENT):
        target = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]


def references(value):
    if isinstance(value, dict):
        yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


@pytest.mark.parametrize(("path", "body"), GAME_EXAMPLES)
def test_every_example_runs_and_its_response_matches(path, body):
    response = APP.test_client().post(path, json=body, headers={"Accept": "application/json"})
    if path.endswith("/pictures") and path.split("/")[3] not in PICTURES:
        assert response.json["code"] == "no-picture"
        return
    no_worker = {503} if body.get("bot") == "search" else set()  # this app has no workers; tests/jobs has them
    assert response.status_code in {200, 201} | no_worker, response.text
    name = next(name for name, (known, *_) in OPERATIONS.items() if known == path)
    assert schema_errors(name, str(response.status_code), response.json) == []


@pytest.mark.parametrize(("path", "body"), EXAMPLES)
def test_every_example_matches_its_request_schema(path, body):
    name = next(name for name, (known, *_) in OPERATIONS.items() if known == path)
    schema = OPERATIONS[name][2]["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.validate(body, {**schema, "components": DOCUMENT["components"]}, Draft202012Validator)


GET_OPERATIONS = [
    name
    for name, (path, method, _) in OPERATIONS.items()
    if method == "get"
    and not path.startswith((ROOMS, "/v1/jobs/"))
    and "/pictures/" not in path
    and not path.endswith("/picture")
]


@pytest.mark.parametrize("name", [name for name in GET_OPERATIONS if not name.endswith("_component")])
def test_responses_of_get_requests_match(name):
    path, _, _ = OPERATIONS[name]
    response = APP.test_client().get(path.replace("{rule}", "referee.over"))
    assert response.status_code == 200
    assert schema_errors(name, "200", response.json) == []


@pytest.mark.parametrize("game", GAMES)
def test_responses_about_components_match(game):
    client, path = APP.test_client(), f"/v1/games/{game}/components"
    for each in client.get(path).json["components"]:
        response = client.get(f"{path}/{each['id']}")
        assert schema_errors(f"{game}_component", "200", response.json) == []
    assert schema_errors(f"{game}_component", "404", client.get(f"{path}/no_such").json) == []


@pytest.mark.parametrize("game", COMPONENT_PICTURES)
def test_the_example_of_a_component_is_drawn(game):
    path, _, operation = OPERATIONS[f"{game}_component_picture"]
    (example,) = (each["example"] for each in operation["parameters"] if each.get("in") == "path")
    response = APP.test_client().get(path.replace("{component}", example))
    assert response.content_type in operation["responses"]["200"]["content"]
    assert set(operation["responses"]["200"]["headers"]) <= set(response.headers.keys())
    refused = APP.test_client().get(path.replace("{component}", "no_such"))
    assert schema_errors(f"{game}_component_picture", "404", refused.json) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_responses_over_a_whole_game_match(seats):
    client, played = APP.test_client(), playthrough("burgundy", seats, 3)
    for ply in played.plies[::100] + played.plies[-1:]:
        for match in (ply.before, ply.after):
            for call, more in (
                ("legal-actions", {}),
                ("views", {"seat": 1}),
                ("views", {}),
                ("audits", {}),
                ("scores", {}),
                ("verdicts", {"notation": "end_turn"}),
                ("moves", {"notation": "end_turn"}),
                ("verdicts", {"notation": "take_workers die=1"}),
                ("verdicts", {"places": ["button.end_turn"]}),
                ("verdicts", {"places": ["button.take_tile"]}),
                ("verdicts", {"places": ["invented"]}),
            ):
                response = client.post(f"/v1/games/burgundy/{call}", json={"state": state_json(match), **more})
                name = f"burgundy_{call.replace('-', '_')}"
                assert schema_errors(name, str(response.status_code), response.json) == [], (call, response.status_code)


def state_json(match):
    return json.loads(encode(match))


def test_error_responses_match(client):
    start = new_match(client)["state"]
    impossible = start | {"board": start["board"] | {"white_die": 7}}
    for status, body in {
        "400": None,
        "403": {"sealed_state": "x", "credential": "x", "notation": "x"},
        "404": {"digest": "0" * 32, "notation": "x"},
        "409": {"state": start, "notation": "take_workers die=7"},
        "409 ": {"state": impossible, "notation": "end_turn"},
        "422": {},
    }.items():
        raw = {"data": b"{", "content_type": "application/json"} if body is None else {"json": body}
        response = client.post("/v1/games/burgundy/moves", **raw)
        assert response.status_code == int(status)
        assert schema_errors("burgundy_moves", status.strip(), response.json) == []


def test_responses_of_a_guarded_match_match(guarded):
    start = guarded.post("/v1/games/burgundy/states", json={"seats": 2, "guarded": True}).json
    assert schema_errors("burgundy_states", "201", start) == []
    seat = start["turn"]["seat"]
    sealed = {"sealed_state": start["sealed_state"], "credential": start["credentials"]["seats"][seat]}
    action = start["legal_actions"][0]
    for call, more in {"views": {}, "scores": {}, "verdicts": {"action": action}, "moves": {"action": action}}.items():
        response = guarded.post(f"/v1/games/burgundy/{call}", json=sealed | more)
        assert schema_errors(f"burgundy_{call}", str(response.status_code), response.json) == [], call
    response = guarded.post("/v1/games/burgundy/moves", json=sealed | {"credential": "x", "action": action})
    assert schema_errors("burgundy_moves", "403", response.json) == []
