"""Request structs and marshmallow schemas: both must accept the same bodies."""

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from referee_service.api.openapi.examples import request_examples
from referee_service.api.routes.matches import OPERATIONS
from referee_service.api.schemas.bodies import integral_floats_to_int
from referee_service.api.schemas.requests import request_schemas
from referee_service.api.schemas.structs import request_struct
from referee_service.games import GAMES
from tests.api.calls import BURGUNDY, problem
from tests.kernel.toy import GAME as TOY

ALL = {**GAMES, TOY.name: TOY}
CALLS = [(game, call) for game in ALL for call in (*OPERATIONS, "pictures")]
CALLS += [(TOY.name, "verdicts/item"), (TOY.name, "legal-actions/item")]
each_call = pytest.mark.parametrize(("game", "call"), CALLS, ids=lambda name: name)

VALUES = (None, True, False, 0, 1, 2, 99, 100, -1, 1.5, 10**30, "", "x", "en" * 200, "chance", "0" * 32, "0" * 31 + "g")
VALUES += ([], [1], ["state"], ["state", "turn"], ["state"] * 5, {}, {"": None}, {"mode": "seeded"}, {"mode": "secret"})
VALUES += ({"mode": "table", "seed": 1}, [{"seat": 0, "notation": "end_turn"}], [{"seat": 0}], [{"notation": "x"}])
VALUES += ([{"seat": 0, "notation": "x", "action": {}}], {"kind": "end_turn"}, "end_turn", "take_workers")


def parsers(game, call):
    """Return two parsers of a body, by struct and by schema. Each returns the body, or None if it is invalid."""
    schema = request_schemas(ALL[game])[call]()
    decoder = msgspec.json.Decoder(request_struct(schema))

    def parse_by_struct(body):
        try:
            return msgspec.json.decode(msgspec.json.encode(decoder.decode(msgspec.json.encode(body))))
        except (msgspec.ValidationError, OverflowError):
            return None

    def parse_by_schema(body):
        try:
            return schema.load(integral_floats_to_int(body))
        except ValidationError:
            return None

    return parse_by_struct, parse_by_schema


def bodies(game, call):
    """Yield valid bodies, and each of them with one field removed, added or replaced."""
    values = [example["value"] for example in request_examples(ALL[game]).get(call, {}).values()]
    examples = msgspec.json.decode(msgspec.json.encode(values))
    fields = (*request_schemas(ALL[game])[call]().fields, "extra")
    for valid in (*examples, {}, {"digest": "0" * 32}, {"sealed_state": "x", "credential": "y"}):
        yield valid
        yield from ({name: value for name, value in valid.items() if name != removed} for removed in valid)
        yield from ({**valid, name: value} for name, value in product(fields, VALUES))


def is_consistent(by_struct, by_schema):
    """Return whether the schema accepts every body that the struct accepts, with the same values."""
    if by_struct is None:
        return True
    return by_schema is not None and {name: value for name, value in by_schema.items() if value is not None} == {
        name: value for name, value in by_struct.items() if value is not None
    }


@each_call
def test_struct_and_schema_agree_on_valid_and_invalid_bodies(game, call):
    parse_by_struct, parse_by_schema = parsers(game, call)
    large = {
        name for name, field in request_schemas(ALL[game])[call]().fields.items() if getattr(field, "large", False)
    }
    counts = [0, 0]
    for body in bodies(game, call):
        if not is_encodable(body):
            continue
        by_struct, by_schema = parse_by_struct(body), parse_by_schema(body)
        is_raw = any(not isinstance(body.get(name, {}), dict) for name in large)  # msgspec decodes these later
        assert is_raw or is_consistent(by_struct, by_schema), body
        assert is_raw or (by_struct is None) == (by_schema is None) or has_number_as_boolean(body), body
        counts[by_struct is None] += 1
    assert min(counts) > 5  # there are valid and invalid bodies


def is_encodable(body):
    try:
        return bool(msgspec.json.encode(body))
    except OverflowError:
        return False


def has_number_as_boolean(body):
    """Return whether `guarded` is 0 or 1. In Python they equal False and True, so the comparison cannot tell."""
    return body.get("guarded") in (0, 1)


@pytest.mark.parametrize("game", list(ALL))
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_struct_and_schema_agree_on_random_bodies(game, data):
    names = [*request_schemas(ALL[game])["moves"]().fields, "extra"]
    inner = st.recursive(st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=5), st.lists, max_leaves=5)
    body = data.draw(st.dictionaries(st.sampled_from([name for name in names if name != "state"]), inner))
    by_struct, by_schema = (parse(body) for parse in parsers(game, "moves"))
    assert (by_struct is None) == (by_schema is None)
    assert is_consistent(by_struct, by_schema)


def test_the_error_names_every_wrong_field(client):
    body = {"seats": "two", "guarded": "yes", "include": ["turn"], "extra": 1}
    error = problem(client.post(f"{BURGUNDY}/states", json=body), 422, "schema-mismatch")
    for message in (
        "seats: Not a valid integer.",
        "guarded: Not a valid boolean.",
        "include.0: Must be",
        "extra: Unknown",
    ):
        assert message in error["detail"]


def test_integral_floats_are_accepted_as_integers_everywhere(client):
    start = client.post(f"{BURGUNDY}/states", json={"seats": 2.0, "chance": {"mode": "seeded", "seed": "1"}}).json
    die = next(action for action in start["legal_actions"] if action["kind"] == "take_workers")["die"]
    state = {**start["state"], "ply": float(start["state"]["ply"])}
    body = {"state": state, "seat": 0.0, "action": {"kind": "take_workers", "die": float(die)}}
    assert client.post(f"{BURGUNDY}/moves", json={**body, "seat": float(start["turn"]["seat"])}).status_code == 200
