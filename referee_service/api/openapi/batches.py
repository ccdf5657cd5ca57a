"""Batches in the OpenAPI document: their request bodies beside single requests, and their results."""

from __future__ import annotations

from typing import Final

from apispec import APISpec

from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.schemas.requests import MAX_BATCH_ITEMS, request_schemas, schema_prefix
from referee_service.kernel.game import AnyGame

BATCH_CALLS: Final = {
    "verdicts": ("VerdictResults", ("Verdict", "PlaceVerdict")),
    "legal-actions": ("LegalActionsResults", ("LegalActions",)),
}
"""The calls that accept batches, with the schema of their results and those of single responses."""


def add_batch_schemas(spec: APISpec, game: AnyGame) -> None:
    """Add the schemas of batches, of their items and of their results to the document."""
    schemas, prefix = request_schemas(game), schema_prefix(game)
    for call, (results, responses) in BATCH_CALLS.items():
        for part in ("item", "batch"):
            schema = schemas[f"{call}/{part}"]
            spec.components.schema(schema.__name__, schema=schema)
        spec.components.schema(f"{prefix}{results}", _results_schema([f"{prefix}{name}" for name in responses]))


def _results_schema(responses: list[str]) -> Json:
    bodies = [{"$ref": f"{SCHEMA_REF}{name}"} for name in (*responses, "Problem")]
    result: Json = {
        "type": "object",
        "properties": {
            "status": {"type": "integer", "description": "HTTP status that a single request with this item would get."},
            "body": {"anyOf": bodies, "description": "What a single request would get: a response, or a problem."},
        },
        "required": ["status", "body"],
    }
    results: Json = {"type": "array", "items": result, "minItems": 1, "maxItems": MAX_BATCH_ITEMS}
    return {
        "type": "object",
        "description": "The responses to the items of a batch.",
        "properties": {"results": results | {"description": "One entry for each item, in the order of the batch."}},
        "required": ["results"],
    }


def add_batch_bodies(document: Json, game: AnyGame) -> None:
    """Add the batch to the request body of each call that accepts one."""
    schemas = request_schemas(game)
    for call in BATCH_CALLS:
        content = document["paths"][f"/v1/games/{game.name}/{call}"]["post"]["requestBody"]["content"]
        batch = {"$ref": f"{SCHEMA_REF}{schemas[f'{call}/batch'].__name__}"}
        content["application/json"]["schema"] = {"oneOf": [content["application/json"]["schema"], batch]}
