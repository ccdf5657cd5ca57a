"""OpenAPI documents of one game and of any game: short, valid, and with examples that run."""

from __future__ import annotations

import jsonschema
import pytest
import yaml
from jsonschema import Draft202012Validator

from referee_service.api.openapi.document_set import GENERIC, WHOLE
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.services.errors import error_texts
from tests.api.openapi import APP, DOCUMENT, DOCUMENTS
from tests.api.test_openapi import references

MAX_GAME_BYTES = 200_000
MAX_GENERIC_BYTES = 80_000
NAMES = [*GAMES, GENERIC]
SHORT = {name: DOCUMENTS.document(name) for name in NAMES}


def operations(document):
    return [item[method] for item in document["paths"].values() for method in item.keys() & {"get", "post", "delete"}]


@pytest.mark.parametrize("name", NAMES)
def test_a_short_document_is_small(name):
    size = len(DOCUMENTS.body(name, "yaml").raw)
    assert size <= (MAX_GENERIC_BYTES if name == GENERIC else MAX_GAME_BYTES)


@pytest.mark.parametrize("name", NAMES)
def test_a_short_document_is_complete(name):
    document = SHORT[name]
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for reference in references(document):
        target = document
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]
    used = {tag for operation in operations(document) for tag in operation["tags"]}
    assert {tag["name"] for tag in document["tags"]} == used
    assert len({operation["operationId"] for operation in operations(document)}) == len(operations(document))


@pytest.mark.parametrize("game", GAMES)
def test_the_document_of_a_game_has_the_calls_of_this_game_and_one_example_each(game):
    document = SHORT[game]
    assert {path for path in DOCUMENT["paths"] if path.startswith(f"/v1/games/{game}")} < set(document["paths"])
    assert not [path for path in document["paths"] if path.startswith("/v1/games/") and path.split("/")[3] != game]
    for operation in operations(document):
        if "requestBody" in operation:
            assert len(operation["requestBody"]["content"]["application/json"]["examples"]) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_of_a_game_run_in_order_and_match_their_schemas(game):
    client, document = create_app().test_client(), SHORT[game]
    components = {"components": document["components"]}
    for path, item in document["paths"].items():
        if "post" not in item or path.endswith("/pictures"):
            continue
        content = item["post"]["requestBody"]["content"]["application/json"]
        (example,) = content["examples"].values()
        jsonschema.validate(example["value"], {**content["schema"], **components}, Draft202012Validator)
        response = client.post(path, json=example["value"])
        assert response.status_code in (200, 201), (path, response.text)
        responses = item["post"]["responses"][str(response.status_code)]
        schema = responses["content"]["application/json"]["schema"]
        jsonschema.validate(response.json, {**schema, **components}, Draft202012Validator)


def test_the_generic_document_has_every_call_of_a_game_with_the_game_as_parameter():
    generic = SHORT[GENERIC]["paths"]
    expected = {path.replace("/burgundy", "/{game}") for path in SHORT["burgundy"]["paths"]}
    assert set(generic) == expected
    assert SHORT[GENERIC]["components"]["parameters"]["Game"]["schema"] == {"$ref": "#/components/schemas/GameName"}
    assert SHORT[GENERIC]["components"]["schemas"]["GameName"]["enum"] == list(GAMES)
    for path, item in generic.items():
        for method in item.keys() & {"get", "post", "delete"}:
            named = {"$ref": "#/components/parameters/Game"} in item[method]["parameters"]
            assert named == ("{game}" in path), path


@pytest.mark.parametrize("game", GAMES)
def test_responses_of_every_game_match_the_generic_document(game):
    client, document = APP.test_client(), SHORT[GENERIC]
    start = client.post(f"/v1/games/{game}/states", json={"seats": GAMES[game].seats[0]}).json
    schemas = {"components": document["components"]}
    jsonschema.validate(start, {"$ref": "#/components/schemas/Position", **schemas}, Draft202012Validator)
    body = {"state": start["state"], "action": start["legal_actions"][0]}
    jsonschema.validate(body, {"$ref": "#/components/schemas/MoveRequest", **schemas}, Draft202012Validator)
    after = client.post(f"/v1/games/{game}/moves", json=body).json
    jsonschema.validate(after, {"$ref": "#/components/schemas/Position", **schemas}, Draft202012Validator)


# --- closed sets ----------------------------------------------------------------------------------------------------


def test_codes_statuses_and_modes_are_closed_sets():
    schemas = DOCUMENT["components"]["schemas"]
    assert set(schemas["Problem"]["properties"]["code"]["enum"]) == set(error_texts())
    assert set(schemas["Job"]["properties"]["status"]["enum"]) == {"queued", "running", "finished", "failed", "stopped"}
    assert set(schemas["ChanceRequest"]["properties"]["mode"]["enum"]) == {"seeded", "table"}
    assert set(schemas["Chance"]["properties"]["mode"]["enum"]) == {"seeded", "table", "secret"}


@pytest.mark.parametrize("game", GAMES)
def test_verbs_questions_and_kinds_of_events_are_closed_sets(game):
    schemas, catalogue = SHORT[game]["components"]["schemas"], GAMES[game].catalogue()
    assert schemas["Verb"]["enum"] == list(GAMES[game].verbs)
    assert schemas["Question"]["enum"] == [name for name, verbs in GAMES[game].flow.verbs.items() if verbs]
    assert schemas["EventKind"]["enum"] == list(catalogue.events)
    typed = {"Turn": ("question", "Question"), "Event": ("kind", "EventKind"), "Move": ("kind", "Verb")}
    for name, (field, closed_set) in typed.items():
        assert schemas[name]["properties"][field]["$ref"] == f"#/components/schemas/{closed_set}"
    assert schemas["Move"]["properties"]["action"]["$ref"].endswith("/Action")
    assert schemas["Problem"]["properties"]["suggestions"]["items"]["$ref"].endswith("/Action")


def test_keys_and_credentials_are_declared():
    schemes = DOCUMENT["components"]["securitySchemes"]
    assert {name: scheme["type"] for name, scheme in schemes.items()} == {
        "apiKey": "apiKey",
        "bearerKey": "http",
        "credential": "http",
    }
    for operation in operations(DOCUMENT):
        for choice in operation.get("security", DOCUMENT["security"]):
            assert choice.keys() <= schemes.keys()


def test_yaml_and_json_are_the_same_document():
    assert yaml.load(DOCUMENTS.body(WHOLE, "yaml").raw, yaml.CSafeLoader) == DOCUMENTS.document(WHOLE)
