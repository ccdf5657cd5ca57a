"""Bodies are read twice in two ways: at once by a struct, with care by marshmallow. Both take the same bodies."""

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from referee_service.api.openapi.examples import request_examples
from referee_service.api.routes.matches import OPERATIONS
from referee_service.api.schemas.parser import integral_floats_to_int
from referee_service.api.schemas.requests import request_schemas
from referee_service.api.schemas.structs import request_struct
from referee_service.games import GAMES
from tests.api.asking import BURGUNDY, problem
from tests.kernel.toy import GAME as TOY

ALL = {**GAMES, TOY.name: TOY}
CALLS = [(game, call) for game in ALL for call in OPERATIONS]
each_call = pytest.mark.parametrize(("game", "call"), CALLS, ids=lambda name: name)

VALUES = (None, True, False, 0, 1, 2, 99, 100, -1, 1.5, 10**30, "", "x", "en" * 200, "chance", "0" * 32, "0" * 31 + "g")
VALUES += ([], [1], ["state"], ["state", "turn"], ["state"] * 5, {}, {"": None}, {"mode": "seeded"}, {"mode": "secret"})
VALUES += ({"mode": "table", "seed": 1}, [{"seat": 0, "notation": "end_turn"}], [{"seat": 0}], [{"notation": "x"}])
VALUES += ([{"seat": 0, "notation": "x", "action": {}}], {"kind": "end_turn"}, "end_turn", "take_workers")


def readings(game, call):
    """The two readers of a call's bodies: each answers what it read, or None when it refuses."""
    schema = request_schemas(ALL[game])[call]()
    decoder = msgspec.json.Decoder(request_struct(schema))

    def quickly(body):
        try:
            return msgspec.json.decode(msgspec.json.encode(decoder.decode(msgspec.json.encode(body))))
        except (msgspec.ValidationError, OverflowError):
            return None

    def carefully(body):
        try:
            return schema.load(integral_floats_to_int(body))
        except ValidationError:
            return None

    return quickly, carefully


def bodies(game, call):
    """Good bodies, each with every field in turn left out, added or given another value."""
    written = msgspec.json.encode([example["value"] for example in request_examples(ALL[game])[call].values()])
    examples = msgspec.json.decode(written)
    fields = (*request_schemas(ALL[game])[call]().fields, "extra")
    for good in (*examples, {}, {"digest": "0" * 32}, {"sealed_state": "x", "credential": "y"}):
        yield good
        yield from ({name: value for name, value in good.items() if name != left_out} for left_out in good)
        yield from ({**good, name: value} for name, value in product(fields, VALUES))


def agree(quick, careful):
    """A body that the quick reader takes is one that marshmallow takes, and both read the same in it."""
    if quick is None:
        return True
    return careful is not None and {name: value for name, value in careful.items() if value is not None} == {
        name: value for name, value in quick.items() if value is not None
    }


@each_call
def test_both_readings_agree_on_good_and_bad_bodies(game, call):
    quickly, carefully = readings(game, call)
    large = {
        name for name, field in request_schemas(ALL[game])[call]().fields.items() if getattr(field, "large", False)
    }
    both = [0, 0]
    for body in bodies(game, call):
        if not writable(body):
            continue
        quick, careful = quickly(body), carefully(body)
        is_unread = any(not isinstance(body.get(name, {}), dict) for name in large)  # msgspec reads those later
        assert is_unread or agree(quick, careful), body
        assert is_unread or (quick is None) == (careful is None) or truth_in_numbers(body), body
        both[quick is None] += 1
    assert min(both) > 5  # the corpus has bodies of both kinds


def writable(body):
    try:
        return bool(msgspec.json.encode(body))
    except OverflowError:
        return False


def truth_in_numbers(body):
    """Python takes 1 and 0 for true and false, and so does marshmallow; the careful reading then decides."""
    return body.get("guarded") in (0, 1)


@pytest.mark.parametrize("game", list(ALL))
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_both_readings_agree_on_whatever_stands_in_a_body(game, data):
    names = [*request_schemas(ALL[game])["moves"]().fields, "extra"]
    inner = st.recursive(st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=5), st.lists, max_leaves=5)
    body = data.draw(st.dictionaries(st.sampled_from([name for name in names if name != "state"]), inner))
    quick, careful = (read(body) for read in readings(game, "moves"))
    assert (quick is None) == (careful is None)
    assert agree(quick, careful)


def test_marshmallow_says_which_fields_do_not_fit(client):
    body = {"seats": "two", "guarded": "yes", "include": ["turn"], "extra": 1}
    error = problem(client.post(f"{BURGUNDY}/states", json=body), 422, "schema-mismatch")
    for said in (
        "seats: Not a valid integer.",
        "guarded: Not a valid boolean.",
        "include.0: Must be",
        "extra: Unknown",
    ):
        assert said in error["detail"]


def test_numbers_with_a_point_are_whole_wherever_they_stand(client):
    start = client.post(f"{BURGUNDY}/states", json={"seats": 2.0, "chance": {"mode": "seeded", "seed": "1"}}).json
    die = next(each for each in start["legal_actions"] if each["kind"] == "take_workers")["die"]
    state = {**start["state"], "ply": float(start["state"]["ply"])}
    body = {"state": state, "seat": 0.0, "action": {"kind": "take_workers", "die": float(die)}}
    assert client.post(f"{BURGUNDY}/moves", json={**body, "seat": float(start["turn"]["seat"])}).status_code == 200
