"""HTTP layer: routes, request schemas, error responses, OpenAPI document. It contains no game rules."""
