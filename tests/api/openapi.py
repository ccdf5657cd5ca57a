"""OpenAPI document of the service, and a check of responses against it."""

import yaml
from jsonschema import Draft202012Validator

from referee_service.api.openapi.document_set import WHOLE, DocumentSet
from referee_service.app import create_app

APP = create_app()
DOCUMENTS: DocumentSet = APP.extensions["referee.openapi"]
DOCUMENT = yaml.load(DOCUMENTS.body(WHOLE, "yaml").raw, yaml.CSafeLoader)
OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
    if method in ("get", "post", "delete")
}


def _strict(components):
    """Return the same schemas without undocumented fields, so that every field of a response is documented."""
    schemas = {
        name: {**schema, "additionalProperties": False}
        if "properties" in schema and "additionalProperties" not in schema
        else schema
        for name, schema in components["schemas"].items()
    }
    return {**components, "schemas": schemas}


STRICT_COMPONENTS = _strict(DOCUMENT["components"])


def schema_errors(operation_id: str, status: str, body: object) -> list[str]:
    """Return the reasons why a response body does not match the document. An undocumented field is one."""
    operation = OPERATIONS[operation_id][2]
    schema = operation["responses"][status]
    if "$ref" in schema:
        schema = DOCUMENT["components"]["responses"][schema["$ref"].rpartition("/")[2]]
    (content,) = (found for media_type, found in schema["content"].items() if media_type.endswith("json"))
    validator = Draft202012Validator({**content["schema"], "components": STRICT_COMPONENTS})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)]
