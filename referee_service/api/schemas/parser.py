"""Parser of requests for Flask: a handler gets only bodies that msgspec decoded, and it runs at most once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, NoReturn

from flask import Request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from referee_service.api.flask_app import current_request
from referee_service.api.schemas.bodies import BodyParser
from referee_service.api.schemas.messages import field_messages
from referee_service.services.errors import ServiceError

MAX_QUERIES: Final = 256
"""How many parsed queries a route caches."""
MAX_QUERY_CHARS: Final = 200

Handler = Callable[..., Any]


class RequestParser(FlaskParser):
    """webargs parser that uses marshmallow only if msgspec cannot decode a body."""

    def use_args(self, argmap: Any, req: Request | None = None, **kwargs: Any) -> Callable[[Handler], Handler]:
        """Return a decorator that passes a body to the handler as a struct, and a query as a dict."""
        if kwargs.get("location") == "query":
            return self._query_args(argmap)
        parser = BodyParser(argmap)

        def decorator(handler: Handler) -> Handler:
            @wraps(handler)
            def parse_and_handle(*args: Any, **path_values: Any) -> Any:
                return parser.parse_and_call(
                    body_bytes(current_request()), lambda body: handler(*args, body, **path_values)
                )

            return parse_and_handle

        return decorator

    def _query_args(self, schema: Schema) -> Callable[[Handler], Handler]:
        """Return a decorator that passes a query as a dict. Marshmallow parses a short query once."""

        def parse(query: str) -> dict[str, Any]:
            found: dict[str, Any] = self.parse(schema, current_request(), location="query")
            return found

        parse_once = lru_cache(maxsize=MAX_QUERIES)(parse)

        def decorator(handler: Handler) -> Handler:
            @wraps(handler)
            def parse_and_handle(*args: Any, **path_values: Any) -> Any:
                query = current_request().environ.get("QUERY_STRING", "")
                values = parse_once(query) if len(query) <= MAX_QUERY_CHARS else parse(query)
                return handler(*args, dict(values), **path_values)

            return parse_and_handle

        return decorator

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **kwargs: Any) -> NoReturn:
        """Raise a `schema-mismatch` error with one line per wrong field of a query."""
        messages = error.messages["query"] if isinstance(error.messages, dict) else error.messages
        why = field_messages(schema, messages, {}, location="query")
        raise ServiceError("schema-mismatch.fields", why=why) from error


def body_bytes(request: Request) -> bytes:
    """Return the body of a request. Raises ServiceError `body-too-large`."""
    raw = request.get_data()
    limit = request.max_content_length if request.content_length is None else None
    if limit is not None and len(raw) >= limit:
        raise ServiceError("body-too-large.limit")  # Werkzeug cuts a body without Content-Length at the limit
    return raw


class Blueprint(SmorestBlueprint):
    """A flask-smorest blueprint that parses arguments with `RequestParser`."""

    ARGUMENTS_PARSER = RequestParser()
