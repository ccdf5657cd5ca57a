"""The parser of request bodies: a handler runs at most once per request, whatever the two parsers say."""

import msgspec
import pytest
from marshmallow import ValidationError, fields, validate

from referee_service.api.openapi.examples import request_examples
from referee_service.api.routes.matches import OPERATIONS
from referee_service.api.schemas.base import RequestSchema
from referee_service.api.schemas.parser import RequestParser
from referee_service.api.schemas.requests import request_schemas
from referee_service.games import GAMES
from referee_service.services.bots.service import BotService
from referee_service.services.errors import ServiceError
from referee_service.services.matches.json_numbers import parse_float
from referee_service.services.matches.service import MatchService
from tests.api.calls import BURGUNDY, new_match, problem

CALLS = (*OPERATIONS, "bot-moves")
METHODS = ("set_up", "move", "judge", "legal_actions", "view", "audit", "score", "replay")
"""The methods of the match service that handlers call."""


class CountingHandler:
    """A handler that keeps the bodies it gets, and then raises its error if it has one."""

    def __init__(self, error=None):
        self.bodies, self.error = [], error

    def __call__(self, body):
        self.bodies.append(body)
        if self.error is not None:
            raise self.error
        return "handled"


def parse_and_handle(app, schema, raw, handler):
    """Parse a body by a schema and call the handler. Returns the response, or the service error."""
    decorated = RequestParser().use_args(schema)(lambda body: handler(body))
    with app.test_request_context(method="POST", data=raw, content_type="application/json"):
        try:
            return decorated()
        except ServiceError as error:
            return error


# --- planted disagreements ------------------------------------------------------------------------------------------


class LooseLength(validate.Length):
    """A limit that only the struct knows: the schema accepts every length."""

    def __call__(self, value):
        return value


class TightLength(validate.Length):
    """A limit that only the schema knows: it accepts no length."""

    def __call__(self, value):
        raise ValidationError("Too long for the schema.")


class LooseSchema(RequestSchema):
    """The struct refuses a name of more than three characters, the schema does not."""

    name = fields.String(validate=LooseLength(max=3))


class TightSchema(RequestSchema):
    """The schema refuses every name, the struct does not."""

    name = fields.String(validate=TightLength(max=300))


def test_the_struct_decides_about_a_body_that_only_the_schema_accepts(app):
    handler = CountingHandler()
    error = parse_and_handle(app, LooseSchema(), b'{"name": "long name"}', handler)
    assert (error.code, error.case) == ("schema-mismatch", "fields")
    assert "length <= 3" in error.facts["why"]
    assert handler.bodies == []


def test_the_struct_decides_about_a_body_that_only_the_struct_accepts(app):
    handler = CountingHandler()
    assert parse_and_handle(app, TightSchema(), b'{"name": "short"}', handler) == "handled"
    assert [body.name for body in handler.bodies] == ["short"]


@pytest.mark.parametrize("raw", [b'{"name": "abc"}', b'{"name": "a", "name": "b"}', b"{}"])
@pytest.mark.parametrize("name", ["schema-mismatch.state", "schema-mismatch.fields", "unknown-job.id"])
def test_a_handler_that_raises_is_not_called_again(app, raw, name):
    raised = ServiceError(name, why="x", job_id="x")
    handler = CountingHandler(raised)
    assert parse_and_handle(app, LooseSchema(), raw, handler) is raised
    assert len(handler.bodies) == 1


def test_the_schema_names_the_wrong_field_of_a_body_that_the_handler_could_not_read(app):
    handler = CountingHandler(ServiceError("schema-mismatch.state", why="x"))
    error = parse_and_handle(app, TightSchema(), b'{"name": "short"}', handler)
    assert error.facts["why"].en == "name: Too long for the schema."
    assert len(handler.bodies) == 1


# --- odd bodies -----------------------------------------------------------------------------------------------------

ODD_VALUES = (
    b"null",
    b"[]",
    b"[{}]",
    b"{}",
    b"true",
    b"0",
    b"1.0",
    b"1e0",
    b"-0.0",
    b"1.5",
    b"NaN",
    b"-Infinity",
    b"1e300",
    b"1e999",
    b"9" * 30,
    b"9" * 5000,
    b'""',
    b'"\\ud800"',
    b'"\\ud83d\\ude00"',
    b'"\xed\xa0\x80"',
    b'"\xe9"',
    b'"\\u0000"',
    b"{'a': 1}",
    b'{"a": 1, "a": 2}',
    b'{"a": 1.0, "b": [2.0, {"c": 3e0}]}',
    b'{"a": "\xe9"}',
    b'{"a": 1e999}',
    b'{"a": 99999999999999999999}',
    b'{"kind": 1.0}',
    b"[" * 900 + b"]" * 900,
    b"[" * 5000 + b"]" * 5000,
    b'{"a":' * 900 + b"1" + b"}" * 900,
    b'{"a":' * 5000 + b"1" + b"}" * 5000,
)


def odd_bodies(call):
    """Yield odd bodies of a call: values that are no body at all, and valid bodies with one odd or repeated field."""
    yield from (b"", b" ", b"\xef\xbb\xbf{}", b"{} {}", b'{"a"', b"\xff\xfe", b"\x00", *ODD_VALUES)
    valid = next(iter(request_examples(GAMES["burgundy"])[call].values()))["value"]
    names = request_schemas(GAMES["burgundy"])[call]().fields
    for name in (*names, "extra"):
        rest = msgspec.json.encode({key: value for key, value in valid.items() if key != name})[1:]
        whole = msgspec.json.encode(valid)[1:]
        comma = b"" if rest == b"}" else b","
        for value in ODD_VALUES:
            member = b'"%s": %s' % (name.encode(), value)
            yield b"{" + member + comma + rest
            yield b"{" + member + b"," + whole  # if the valid body has this field, its value comes last and counts


@pytest.mark.parametrize("call", CALLS)
def test_both_parsers_agree_on_odd_bodies(app, call):
    schema = request_schemas(GAMES["burgundy"])[call]()
    counts = {"handled": 0, "refused": 0}
    for raw in odd_bodies(call):
        handler = CountingHandler()
        outcome = parse_and_handle(app, schema, raw, handler)
        loaded = load_by_schema(schema, raw)
        if outcome == "handled":
            (body,) = handler.bodies
            assert loaded is None or is_same_body(body, loaded), raw[:200]
            assert loaded is not None or has_unread_field(body), raw[:200]
        else:
            assert outcome.code in ("invalid-json", "schema-mismatch"), raw[:200]
            assert handler.bodies == []
            assert loaded is None or not is_encodable(loaded), raw[:200]
        counts["handled" if outcome == "handled" else "refused"] += 1
    assert min(counts.values()) > 20


def load_by_schema(schema, raw):
    """Return the body as the schema loads it, or None if it is refused."""
    try:
        return schema.load(decode_json(raw))
    except (ValidationError, ValueError, OverflowError, RecursionError):
        return None


def decode_json(raw):
    """Decode JSON with 1 for 1.0."""
    return msgspec.json.Decoder(float_hook=parse_float).decode(raw)


def is_same_body(body, loaded):
    """Return whether struct and schema read the same values. Fields without a value do not count."""
    read = decode_json(msgspec.json.encode(body))
    return {name: value for name, value in read.items() if value is not None} == {
        name: value for name, value in loaded.items() if value is not None
    }


def has_unread_field(body):
    """Return whether the body has a state or record, which the service reads later."""
    return any(isinstance(getattr(body, name, None), msgspec.Raw) for name in ("state", "record"))


def is_encodable(loaded):
    try:
        return bool(msgspec.json.encode(loaded))
    except (OverflowError, ValueError, RecursionError):
        return False


@pytest.fixture
def calls(monkeypatch):
    """Return the names of the service methods that handlers call. Calls among services do not count."""
    called, running = [], []

    def count(service, name):
        method = getattr(service, name)

        def counted(self, *args, **kwargs):
            called.extend([name] if not running else [])
            running.append(name)
            try:
                return method(self, *args, **kwargs)
            finally:
                running.pop()

        monkeypatch.setattr(service, name, counted)

    for name in METHODS:
        count(MatchService, name)
    count(BotService, "request_move")
    return called


@pytest.mark.parametrize("call", CALLS)
def test_odd_bodies_get_a_documented_status_and_call_the_service_at_most_once(client, calls, call):
    for raw in odd_bodies(call):
        calls.clear()
        response = client.post(f"{BURGUNDY}/{call}", data=raw, content_type="application/json")
        assert response.status_code in (200, 201, 400, 403, 404, 409, 422, 503), (raw[:200], response.text)
        if response.status_code >= 400:
            problem(response, response.status_code, response.json["code"])
        assert len(calls) <= 1, raw[:200]
        assert calls or response.status_code >= 400


@pytest.mark.parametrize("content_type", ["", "text/json", "application/jsonx", "application/json2; charset=utf-8"])
def test_a_body_of_another_content_type_is_not_handled(client, calls, content_type):
    response = client.post(f"{BURGUNDY}/states", data=b'{"seats": 2}', content_type=content_type)
    problem(response, 415, "unsupported-media-type")
    assert calls == []


# --- 1.0 is 1 -------------------------------------------------------------------------------------------------------


def with_floats(value):
    """Return JSON with 1.0 for 1 everywhere, except in booleans."""
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, list):
        return [with_floats(item) for item in value]
    if isinstance(value, dict):
        return {name: with_floats(item) for name, item in value.items()}
    return value


def valid_bodies(client):
    """Return a valid body for each call, with numbers in its state, options, action or record."""
    start = new_match(client)
    state, seat = start["state"], start["turn"]["seat"]
    action = next(action for action in start["legal_actions"] if action["kind"] == "take_workers")
    example = request_examples(GAMES["burgundy"])["replays"]["record"]["value"]
    return {
        "states": {"seats": 2, "options": {"first_player": 1}, "chance": {"mode": "seeded", "seed": "1"}},
        "moves": {"state": state, "moves": [{"seat": seat, "action": action}]},
        "verdicts": {"state": state, "seat": seat, "action": action},
        "legal-actions": {"state": state},
        "views": {"state": state, "seat": 1},
        "audits": {"state": state},
        "scores": {"state": state},
        "replays": {"record": msgspec.json.decode(msgspec.json.encode(example["record"]))},
        "bot-moves": {"state": state, "bot": "greedy", "seat": seat},
    }


@pytest.mark.parametrize("call", CALLS)
def test_a_body_with_floats_is_handled_once_and_gets_the_same_answer(client, calls, call):
    body = valid_bodies(client)[call]
    expected = client.post(f"{BURGUNDY}/{call}", json=body)
    assert expected.status_code in (200, 201), expected.text
    calls.clear()
    response = client.post(f"{BURGUNDY}/{call}", json=with_floats(body))
    assert (response.status_code, response.json) == (expected.status_code, expected.json)
    assert len(calls) == 1


@pytest.mark.parametrize("call", ["legal-actions", "audits", "replays"])
def test_only_the_state_or_the_record_has_floats(client, calls, call):
    body = valid_bodies(client)[call]
    (name, value), *_ = body.items()
    expected = client.post(f"{BURGUNDY}/{call}", json=body)
    calls.clear()
    response = client.post(f"{BURGUNDY}/{call}", json={**body, name: with_floats(value)})
    assert (response.status_code, response.json) == (200, expected.json)
    assert len(calls) == 1


def test_only_the_action_has_floats(client, calls):
    body = valid_bodies(client)["verdicts"]
    expected = client.post(f"{BURGUNDY}/verdicts", json=body)
    calls.clear()
    response = client.post(f"{BURGUNDY}/verdicts", json={**body, "action": with_floats(body["action"])})
    assert response.json == expected.json
    assert expected.json["legal"]
    assert calls == ["judge"]


@pytest.mark.parametrize("fraction", [1.5, -0.25, 1e-300])
def test_a_fraction_in_a_state_is_rejected(client, calls, fraction):
    state = {**new_match(client)["state"], "ply": fraction}
    calls.clear()
    problem(client.post(f"{BURGUNDY}/scores", json={"state": state}), 422, "schema-mismatch")
    assert calls == ["score"]


@pytest.mark.parametrize(("literal", "number"), [("1.0", 1), ("-0.0", 0), ("2e3", 2000), ("1.5", 1.5), ("1e-1", 0.1)])
def test_a_float_literal_is_an_integer_if_it_is_integral(literal, number):
    assert (parse_float(literal), type(parse_float(literal))) == (number, type(number))


@pytest.mark.parametrize("literal", ["1e999", "-1e999"])
def test_a_float_literal_out_of_range_is_rejected(literal):
    with pytest.raises(ValueError, match="out of range"):
        parse_float(literal)
