"""Whatever is sent: a documented error with a code, never a 500, nothing of our insides."""

import io
import json
from copy import deepcopy

import pytest

from referee_service.services.matches.crypto import MatchCrypto, SealedPayload
from tests.api.asking import BURGUNDY, ask, new_match, problem, refused
from tests.api.conftest import SECRET

CALLS = ("states", "moves", "verdicts", "legal-actions", "views", "audits", "scores", "replays")
STATE_CALLS = ("moves", "verdicts", "legal-actions", "views", "audits", "scores")


def sent(client, call, raw, content_type="application/json", **more):
    return client.post(f"{BURGUNDY}/{call}", data=raw, content_type=content_type, **more)


def about(call, state):
    """A body that asks a call about a state."""
    return {"state": state} | ({"notation": "end_turn"} if call in ("moves", "verdicts") else {})


@pytest.fixture
def start(client):
    return new_match(client)


# --- bytes that are no JSON of ours ---------------------------------------------------------------------------------

NOT_JSON = {
    "nothing": b"",
    "text": b"hello",
    "cut off": b'{"seats": 2',
    "trailing": b'{"seats": 2} {}',
    "NaN": b'{"seats": NaN}',
    "Infinity": b'{"seats": Infinity}',
    "-Infinity": b'{"seats": -Infinity}',
    "a number out of range": b'{"seats": 1e999}',
    "nested lists": b"[" * 10_000 + b"]" * 10_000,
    "nested lists in a state": b'{"state": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "nested objects": b'{"state": ' * 10_000 + b"1" + b"}" * 10_000,
    "nested fractions": b'{"state": ' + b"[1.0," * 900 + b"1" + b"]" * 900 + b"}",
    "a lone high surrogate": b'{"text": "\\ud800 and so on"}',
    "a lone low surrogate": b'{"text": "\\udc00 and so on"}',
    "a surrogate in bytes": b'{"text": "\xed\xa0\x80"}',
    "latin-1": b'{"text": "\xe9"}',
    "utf-16": '{"seats": 2}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"seats": 2}',
    "a number of 5000 digits": b'{"seats": ' + b"1" * 5000 + b"}",
    "zero bytes": b"\0" * 100,
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("raw", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_not_json_is_refused(client, call, raw):
    answer = sent(client, call, raw)
    assert answer.status_code in (400, 422), answer.text
    problem(answer, answer.status_code, {400: "invalid-json", 422: "schema-mismatch"}[answer.status_code])


@pytest.mark.parametrize("raw", [NOT_JSON[name] for name in ("NaN", "nested lists", "a lone high surrogate", "text")])
def test_the_worst_of_it_is_no_json_at_all(client, raw):
    problem(sent(client, "states", raw), 400, "invalid-json")


def test_of_equal_keys_the_last_one_counts(client):
    answer = sent(client, "states", b'{"seats": 2, "seats": 3}')
    assert len(answer.json["state"]["board"]["players"]) == 3


def test_whole_numbers_may_be_written_with_a_point_and_others_may_not(client):
    assert sent(client, "states", b'{"seats": 2.0}').status_code == 201
    for wrong in (b"2.5", b'"2"', b"true", b"null", b"[2]", b"-1", b"1e300", b"123456789012345678901234567890"):
        problem(sent(client, "states", b'{"seats": ' + wrong + b"}"), 422, "schema-mismatch")


# --- size and type --------------------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A body that counts how much of it was read."""

    def __init__(self, size):
        self.left, self.taken = size, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        taken = min(len(buffer), self.left)
        buffer[:taken] = b"x" * taken
        self.left -= taken
        self.taken += taken
        return taken


@pytest.mark.parametrize("call", CALLS)
def test_fifty_megabytes_are_refused_unread(client, call):
    body = Endless(50_000_000)
    stream = {"wsgi.input": body, "CONTENT_LENGTH": "50000000", "CONTENT_TYPE": "application/json"}
    answer = client.post(f"{BURGUNDY}/{call}", environ_overrides=stream)
    problem(answer, 413, "body-too-large")
    assert body.taken == 0


def test_a_body_of_unsaid_length_is_read_up_to_the_limit(client):
    body = Endless(50_000_000)
    stream = {"wsgi.input": body, "wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    answer = client.post(f"{BURGUNDY}/states", environ_overrides=stream)
    problem(answer, 413, "body-too-large")
    assert body.taken <= 2_000_000


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])
def test_other_types_than_json_are_refused(client, kind):
    problem(sent(client, "states", b'{"seats": 2}', content_type=kind), 415, "unsupported-media-type")


def test_answers_come_as_json_or_not_at_all(client):
    problem(client.get("/v1/games", headers={"Accept": "image/png"}), 406, "not-acceptable")
    for accepted in ("*/*", "application/json", "application/*", "text/html,*/*;q=0.1"):
        assert client.get("/v1/games", headers={"Accept": accepted}).status_code == 200


def test_a_wrong_method_is_told_the_right_ones(client):
    answer = client.get(f"{BURGUNDY}/moves")
    problem(answer, 405, "method-not-allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}
    posted = client.post("/v1/games")
    problem(posted, 405, "method-not-allowed")
    assert "GET" in posted.headers["Allow"]
    problem(client.delete(BURGUNDY), 405, "method-not-allowed")


def test_what_is_not_there_is_not_found(client):
    problem(client.get("/v1/games/chess"), 404, "unknown-game")
    problem(client.post("/v1/games/chess/moves", json={}), 404, "unknown-game")
    problem(client.post(f"{BURGUNDY}/wishes", json={}), 404, "not-found")
    problem(client.get("/v2"), 404, "not-found")
    problem(client.get(f"{BURGUNDY}/rules/%ED%A0%80%00"), 404, "unknown-rule")
    refused(client, "scores", 404, "unknown-state", digest="0" * 32)


# --- JSON that does not fit the schema ------------------------------------------------------------------------------

MISFITS = (None, True, 0, -1, 1.5, 10**30, "", "x", [], [[]], {}, {"": None})


@pytest.mark.parametrize("call", CALLS)
def test_a_body_is_an_object_with_known_fields(client, call):
    for misfit in (None, True, 1, "x", [], [{}], {}, {"seats": 2, "extra": 1}, {"state": {}, "extra": None}):
        problem(sent(client, call, json.dumps(misfit)), 422, "schema-mismatch")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("misfit", MISFITS, ids=map(repr, MISFITS))
def test_wrong_types_everywhere_are_refused_and_never_break_anything(client, start, call, misfit):
    state = start["state"]
    good = {"states": {"seats": 2}, "replays": {"text": "x"}}.get(call, about(call, state))
    fields = (
        "seats",
        "options",
        "chance",
        "content",
        "guarded",
        "include",
        "state",
        "sealed_state",
        "credential",
        "digest",
        "seat",
    )
    for name in (*fields, "action", "actions", "notation", "kind", "record", "text"):
        answer = client.post(f"{BURGUNDY}/{call}", json=good | {name: misfit})
        assert answer.status_code in (200, 201, 403, 404, 409, 422), (name, answer.text)
    for path in paths(state):
        answer = client.post(f"{BURGUNDY}/{call}", json=good | {"state": with_at(state, path, misfit)})
        assert answer.status_code in (200, 409, 422), (path, answer.text)
        if answer.status_code != 200:
            problem(answer, answer.status_code, answer.json["code"])


def paths(value, path=()):
    """A place of every kind in a state: each object's fields, and the first element of each list."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else list(enumerate(value))[:1] if isinstance(value, list) else ()
    for name, each in inner:
        yield from paths(each, (*path, name))


def with_at(state, path, value):
    state = deepcopy(state)
    place = state
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return state


def test_state_token_and_ref_exclude_each_other(client, start):
    both = refused(client, "scores", 422, "schema-mismatch", state=start["state"], digest=start["digest"])
    assert "exactly one of" in both["detail"]
    refused(client, "scores", 422, "schema-mismatch", sealed_state="x")
    refused(client, "moves", 422, "schema-mismatch", state=start["state"])
    two = {"notation": "end_turn", "action": {"kind": "end_turn"}}
    refused(client, "moves", 422, "schema-mismatch", state=start["state"], **two)


def test_notation_that_cannot_be_read_is_told_how_it_is_written(client, start):
    for line in ("castle", "place_tile", "take_workers die=x", "take_workers dice=1", "end_turn end_turn", " "):
        error = refused(client, "moves", 409, "unreadable-notation", state=start["state"], notation=line)
        assert error["detail"]


def test_actions_that_do_not_fit_their_verb_are_refused(client, start):
    for action in ({"kind": "castle"}, {"kind": "place_tile"}, {"kind": "take_workers", "die": "1"}, {}, {"kind": []}):
        refused(client, "moves", 422, "schema-mismatch", state=start["state"], action=action)


# --- states of other worlds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", STATE_CALLS)
def test_a_state_of_another_game_ruleset_or_pack_is_not_judged(client, start, call):
    for name, value in (("game", "caravan"), ("ruleset", "0"), ("content", "printed-1998@0000000000000000")):
        error = refused(client, call, 409, "ruleset-mismatch", **about(call, start["state"] | {name: value}))
        assert value in error["detail"]


def test_a_real_state_of_the_toy_game_is_none_of_burgundy(client, guarded):
    caravan = new_match(guarded, game="caravan")["state"]
    refused(client, "scores", 409, "ruleset-mismatch", state=caravan)


def test_an_impossible_state_is_refused_with_its_faults(client, start):
    wrong = deepcopy(start["state"])
    wrong["board"]["depots"][1].append("mine")
    for call in ("moves", "verdicts", "legal-actions", "views", "scores"):
        error = refused(client, call, 409, "impossible-state", **about(call, wrong))
        assert error["faults"][0]["rule"] in {rule["rule"] for rule in client.get(f"{BURGUNDY}/rules").json["rules"]}


def test_an_impossible_set_up_is_refused(client):
    refused(client, "states", 422, "schema-mismatch", seats=5)
    refused(client, "states", 409, "impossible-setup", seats=2, content="no-such-pack")
    refused(client, "states", 409, "impossible-setup", seats=2, options={"boards": [1]})
    refused(client, "states", 409, "impossible-setup", seats=2, options={"first_player": 7})
    refused(client, "states", 422, "schema-mismatch", seats=2, options={"boards": "round"})
    refused(client, "states", 422, "schema-mismatch", seats=2, chance={"mode": "secret"})
    refused(client, "states", 409, "impossible-setup", seats=2, guarded=True)


def test_nothing_is_applied_on_an_error(client, start):
    refused(client, "moves", 409, "illegal-move", state=start["state"], notation="take_workers die=7")
    assert new_match(client) == start
    assert ask(client, "legal-actions", digest=start["digest"])["legal_actions"] == start["legal_actions"]


# --- sealed states ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def match(guarded):
    """A guarded match."""
    return guarded.post(f"{BURGUNDY}/states", json={"seats": 2, "guarded": True}).json


def test_an_edited_or_foreign_token_is_refused(guarded, match):
    sealed_state, keeper = match["sealed_state"], match["credentials"]["keeper"]
    ask(guarded, "scores", sealed_state=sealed_state, credential=keeper)
    middle = len(sealed_state) // 2
    flipped = sealed_state[:middle] + ("A" if sealed_state[middle] != "A" else "B") + sealed_state[middle + 1 :]
    foreign = MatchCrypto((("first", b"another secret of ours"),)).seal(
        SealedPayload("first~x", "", 2, b"{}"), game="burgundy"
    )
    for wrong in (
        flipped,
        sealed_state[:-1],
        sealed_state + "A",
        "A",
        "first.",
        ".",
        foreign,
        "é" * 100,
        sealed_state.replace("first", "old"),
    ):
        refused(guarded, "scores", 403, "bad-sealed-state", sealed_state=wrong, credential=keeper)
    refused(guarded, "scores", 403, "bad-sealed-state", game="caravan", sealed_state=sealed_state, credential=keeper)


def test_a_pass_of_another_match_or_none_is_refused(guarded, match):
    other = guarded.post(f"{BURGUNDY}/states", json={"seats": 2, "guarded": True}).json
    for wrong in (
        other["credentials"]["keeper"],
        other["credentials"]["seats"][0],
        "x",
        "é",
        match["credentials"]["keeper"] + "A",
    ):
        refused(guarded, "views", 403, "bad-credential", sealed_state=match["sealed_state"], credential=wrong)
    refused(guarded, "views", 422, "schema-mismatch", sealed_state=match["sealed_state"])


def test_a_service_without_secrets_knows_no_tokens(client, match):
    refused(
        client,
        "scores",
        403,
        "bad-sealed-state",
        sealed_state=match["sealed_state"],
        credential=match["credentials"]["keeper"],
    )


def test_the_secret_is_in_no_answer(guarded, match):
    assert SECRET.partition(":")[2] not in json.dumps(match)
