"""openapi.yaml: it is the code's own, it says what it must, its examples run, and real answers fit it."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from jsonschema import Draft202012Validator

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.codec import encode
from tests.api.asking import new_match
from tests.contract.playthroughs import playthrough

FILE = Path(__file__).parents[2] / "openapi.yaml"
APP = create_app()
DOCUMENT = yaml.safe_load(APP.extensions["referee.openapi"]())
OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
    if method in ("get", "post", "delete")
}
EXAMPLES = [
    pytest.param(path, example["value"], id=f"{name}-{kind}")
    for name, (path, method, operation) in OPERATIONS.items()
    if method == "post"
    for kind, example in operation["requestBody"]["content"]["application/json"]["examples"].items()
]


def misfits(name: str, kind: str, body: object) -> list[str]:
    """Why an answer does not fit the schema of its operation."""
    operation = OPERATIONS[name][2]
    schema = operation["responses"][kind]
    if "$ref" in schema:
        schema = DOCUMENT["components"]["responses"][schema["$ref"].rpartition("/")[2]]
    ((_, content),) = schema["content"].items()
    validator = Draft202012Validator({**content["schema"], "components": STRICT})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)]


def strict(components):
    """The same schemas, but no field may come that is not in them: what we answer is all documented."""
    schemas = {
        name: {**schema, "additionalProperties": False}
        if "properties" in schema and "additionalProperties" not in schema
        else schema
        for name, schema in components["schemas"].items()
    }
    return {**components, "schemas": schemas}


STRICT = strict(DOCUMENT["components"])


def test_the_file_is_what_the_code_says():
    said = APP.extensions["referee.openapi"]()
    assert FILE.read_bytes() == said, "openapi.yaml has drifted: write it anew with `referee openapi > openapi.yaml`"


def test_every_operation_is_named_tagged_and_described():
    assert len(OPERATIONS) == 1 + 13 * len(GAMES) + len(("job", "job_events", "stop_job"))
    for name, (path, method, operation) in OPERATIONS.items():
        assert operation["tags"], name
        assert operation["summary"], name
        assert operation["description"], name
        assert method != "post" or operation["requestBody"]["content"]["application/json"]["examples"], path
        errors = [answer for status, answer in operation["responses"].items() if status >= "400"]
        assert errors, name
        assert "default" not in operation["responses"]


def test_every_error_is_a_problem():
    for name, response in DOCUMENT["components"]["responses"].items():
        assert list(response["content"]) == ["application/problem+json"], name


def test_every_schema_is_valid_and_every_reference_leads_somewhere():
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        for example in schema.get("examples", []):
            jsonschema.validate(example, {**schema, "components": DOCUMENT["components"]}, Draft202012Validator)
    for reference in references(DOCUMENT):
        place = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


def references(value):
    if isinstance(value, dict):
        yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


@pytest.mark.parametrize(("path", "body"), EXAMPLES)
def test_every_example_runs_and_its_answer_fits(path, body):
    answer = APP.test_client().post(path, json=body)
    no_worker = {503} if body.get("bot") == "search" else set()  # this app has none; tests/jobs has
    assert answer.status_code in {200, 201} | no_worker, answer.text
    name = next(name for name, (known, *_) in OPERATIONS.items() if known == path)
    assert misfits(name, str(answer.status_code), answer.json) == []


@pytest.mark.parametrize(("path", "body"), EXAMPLES)
def test_every_example_fits_the_schema_of_its_request(path, body):
    name = next(name for name, (known, *_) in OPERATIONS.items() if known == path)
    schema = OPERATIONS[name][2]["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.validate(body, {**schema, "components": DOCUMENT["components"]}, Draft202012Validator)


READ = [name for name, (path, method, _) in OPERATIONS.items() if method == "get" and "/jobs/" not in path]


@pytest.mark.parametrize("name", READ)
def test_what_is_read_fits(name):
    path, _, _ = OPERATIONS[name]
    answer = APP.test_client().get(path.replace("{rule}", "referee.over"))
    assert answer.status_code == 200
    assert misfits(name, "200", answer.json) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_answers_of_a_whole_game_fit(seats):
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
            ):
                answer = client.post(f"/v1/games/burgundy/{call}", json={"state": written(match), **more})
                name = f"burgundy_{call.replace('-', '_')}"
                assert misfits(name, str(answer.status_code), answer.json) == [], (call, answer.status_code)


def written(match):
    return json.loads(encode(match))


def test_errors_fit(client):
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
        answer = client.post("/v1/games/burgundy/moves", **raw)
        assert answer.status_code == int(status)
        assert misfits("burgundy_moves", status.strip(), answer.json) == []


def test_answers_of_a_guarded_match_fit(guarded):
    start = guarded.post("/v1/games/burgundy/states", json={"seats": 2, "guarded": True}).json
    assert misfits("burgundy_states", "201", start) == []
    seat = start["turn"]["seat"]
    sealed = {"sealed_state": start["sealed_state"], "credential": start["credentials"]["seats"][seat]}
    action = start["legal_actions"][0]
    for call, more in {"views": {}, "scores": {}, "verdicts": {"action": action}, "moves": {"action": action}}.items():
        answer = guarded.post(f"/v1/games/burgundy/{call}", json=sealed | more)
        assert misfits(f"burgundy_{call}", str(answer.status_code), answer.json) == [], call
    answer = guarded.post("/v1/games/burgundy/moves", json=sealed | {"credential": "x", "action": action})
    assert misfits("burgundy_moves", "403", answer.json) == []
