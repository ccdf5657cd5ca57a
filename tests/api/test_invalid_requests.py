"""Invalid requests: every one gets a documented error with a code, never a 500 or internal details."""

import io
import json
from copy import deepcopy

import pytest

from referee_service.services.matches.crypto import MatchCrypto, SealedPayload
from referee_service.services.matches.loader import OpenState
from tests.api.calls import BURGUNDY, new_match, post, post_error, problem
from tests.api.conftest import SECRET

CALLS = ("states", "moves", "verdicts", "legal-actions", "views", "audits", "scores", "replays")
STATE_CALLS = ("moves", "verdicts", "legal-actions", "views", "audits", "scores")


def post_raw(client, call, raw, content_type="application/json", **more):
    """Send these bytes and return the response."""
    return client.post(f"{BURGUNDY}/{call}", data=raw, content_type=content_type, **more)


def body_with(call, state):
    """Return a valid body with this state for a call."""
    return {"state": state} | ({"notation": "end_turn"} if call in ("moves", "verdicts") else {})


@pytest.fixture
def start(client):
    return new_match(client)


# --- bodies that are not strict JSON --------------------------------------------------------------------------------

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
def test_a_body_that_is_not_json_is_rejected(client, call, raw):
    response = post_raw(client, call, raw)
    assert response.status_code in (400, 422), response.text
    problem(response, response.status_code, {400: "invalid-json", 422: "schema-mismatch"}[response.status_code])


@pytest.mark.parametrize("raw", [NOT_JSON[name] for name in ("NaN", "nested lists", "a lone high surrogate", "text")])
def test_invalid_json_gets_400(client, raw):
    problem(post_raw(client, "states", raw), 400, "invalid-json")


def test_the_last_of_repeated_keys_counts(client):
    response = post_raw(client, "states", b'{"seats": 2, "seats": 3}')
    assert len(response.json["state"]["board"]["players"]) == 3


def test_integral_floats_are_accepted_and_other_values_rejected(client):
    assert post_raw(client, "states", b'{"seats": 2.0}').status_code == 201
    for wrong in (b"2.5", b'"2"', b"true", b"null", b"[2]", b"-1", b"1e300", b"123456789012345678901234567890"):
        problem(post_raw(client, "states", b'{"seats": ' + wrong + b"}"), 422, "schema-mismatch")


# --- size and type --------------------------------------------------------------------------------------------------


class CountingBody(io.RawIOBase):
    """A body that counts how many of its bytes are read."""

    def __init__(self, size):
        self.remaining, self.count = size, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        size = min(len(buffer), self.remaining)
        buffer[:size] = b"x" * size
        self.remaining -= size
        self.count += size
        return size


@pytest.mark.parametrize("call", CALLS)
def test_a_body_over_the_limit_is_rejected_unread(client, call):
    body = CountingBody(50_000_000)
    stream = {"wsgi.input": body, "CONTENT_LENGTH": "50000000", "CONTENT_TYPE": "application/json"}
    response = client.post(f"{BURGUNDY}/{call}", environ_overrides=stream)
    problem(response, 413, "body-too-large")
    assert body.count == 0


def test_a_body_without_content_length_is_read_up_to_the_limit(client):
    body = CountingBody(50_000_000)
    stream = {"wsgi.input": body, "wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    response = client.post(f"{BURGUNDY}/states", environ_overrides=stream)
    problem(response, 413, "body-too-large")
    assert body.count <= 2_000_000


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])
def test_content_types_other_than_json_are_rejected(client, kind):
    problem(post_raw(client, "states", b'{"seats": 2}', content_type=kind), 415, "unsupported-media-type")


def test_a_client_that_does_not_accept_json_gets_406(client):
    problem(client.get("/v1/games", headers={"Accept": "image/png"}), 406, "not-acceptable")
    for accepted in ("*/*", "application/json", "application/*", "text/html,*/*;q=0.1"):
        assert client.get("/v1/games", headers={"Accept": accepted}).status_code == 200


def test_a_wrong_method_gets_405_with_the_allowed_methods(client):
    response = client.get(f"{BURGUNDY}/moves")
    problem(response, 405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}
    response = client.post("/v1/games")
    problem(response, 405, "method-not-allowed")
    assert "GET" in response.headers["Allow"]
    problem(client.delete(BURGUNDY), 405, "method-not-allowed")


def test_unknown_games_paths_rules_and_states_get_404(client):
    problem(client.get("/v1/games/chess"), 404, "unknown-game")
    problem(client.post("/v1/games/chess/moves", json={}), 404, "unknown-game")
    problem(client.post(f"{BURGUNDY}/missing", json={}), 404, "not-found")
    problem(client.get("/v2"), 404, "not-found")
    problem(client.get(f"{BURGUNDY}/rules/%ED%A0%80%00"), 404, "unknown-rule")
    post_error(client, "scores", 404, "unknown-state", digest="0" * 32)


def test_only_paths_of_other_games_get_unknown_game(client):
    for path in ("/v1/games/", "/v1/games//moves", "/v1/games/burgundy2", "/v1/games/burg/undy", "/v1/games/BURGUNDY"):
        problem(client.get(path), 404, "unknown-game")
    for path in (f"{BURGUNDY}/", f"{BURGUNDY}/missing", "/v1/game/chess", "/v1", "/games/chess"):
        problem(client.get(path), 404, "not-found")


# --- JSON that does not match the schema ----------------------------------------------------------------------------

WRONG_VALUES = (None, True, 0, -1, 1.5, 10**30, "", "x", [], [[]], {}, {"": None})


@pytest.mark.parametrize("call", CALLS)
def test_a_body_must_be_an_object_with_known_fields(client, call):
    for value in (None, True, 1, "x", [], [{}], {}, {"seats": 2, "extra": 1}, {"state": {}, "extra": None}):
        problem(post_raw(client, call, json.dumps(value)), 422, "schema-mismatch")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value", WRONG_VALUES, ids=map(repr, WRONG_VALUES))
def test_a_wrong_value_in_any_field_gets_a_documented_status(client, start, call, value):
    state = start["state"]
    valid = {"states": {"seats": 2}, "replays": {"text": "x"}}.get(call, body_with(call, state))
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
        response = client.post(f"{BURGUNDY}/{call}", json=valid | {name: value})
        assert response.status_code in (200, 201, 403, 404, 409, 422), (name, response.text)
    for path in paths(state):
        response = client.post(f"{BURGUNDY}/{call}", json=valid | {"state": with_value_at(state, path, value)})
        assert response.status_code in (200, 409, 422), (path, response.text)
        if response.status_code != 200:
            problem(response, response.status_code, response.json["code"])


def paths(value, path=()):
    """Yield the paths of all fields of a state; of each list only the first element."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else list(enumerate(value))[:1] if isinstance(value, list) else ()
    for name, item in inner:
        yield from paths(item, (*path, name))


def with_value_at(state, path, value):
    state = deepcopy(state)
    container = state
    for name in path[:-1]:
        container = container[name]
    container[path[-1]] = value
    return state


def test_state_sealed_state_and_digest_exclude_each_other(client, start):
    both = post_error(client, "scores", 422, "schema-mismatch", state=start["state"], digest=start["digest"])
    assert "exactly one of" in both["detail"]
    post_error(client, "scores", 422, "schema-mismatch", sealed_state="x")
    post_error(client, "moves", 422, "schema-mismatch", state=start["state"])
    two = {"notation": "end_turn", "action": {"kind": "end_turn"}}
    post_error(client, "moves", 422, "schema-mismatch", state=start["state"], **two)


def test_unreadable_notation_gets_an_explanation(client, start):
    for line in ("castle", "place_tile", "take_workers die=x", "take_workers dice=1", "end_turn end_turn", " "):
        error = post_error(client, "moves", 409, "unreadable-notation", state=start["state"], notation=line)
        assert error["detail"]


def test_actions_that_do_not_match_their_verb_are_rejected(client, start):
    for action in ({"kind": "castle"}, {"kind": "place_tile"}, {"kind": "take_workers", "die": "1"}, {}, {"kind": []}):
        post_error(client, "moves", 422, "schema-mismatch", state=start["state"], action=action)


# --- states of other games, and impossible states -------------------------------------------------------------------


@pytest.mark.parametrize("call", STATE_CALLS)
def test_a_seed_has_a_length_limit_in_states_too(client, start, call):
    state = deepcopy(start["state"])
    state["chance"]["seed"] = "x" * 200
    assert client.post(f"{BURGUNDY}/{call}", json=body_with(call, state)).status_code != 422
    state["chance"]["seed"] = "x" * 201
    post_error(client, call, 422, "schema-mismatch", **body_with(call, state))


@pytest.mark.parametrize("call", STATE_CALLS)
def test_a_state_of_another_game_ruleset_or_pack_is_rejected(client, start, call):
    for name, value in (("game", "caravan"), ("ruleset", "0"), ("content", "printed-1998@0000000000000000")):
        error = post_error(client, call, 409, "ruleset-mismatch", **body_with(call, start["state"] | {name: value}))
        assert value in error["detail"]


def test_burgundy_rejects_a_state_of_the_toy_game(client, guarded):
    caravan = new_match(guarded, game="caravan")["state"]
    post_error(client, "scores", 409, "ruleset-mismatch", state=caravan)


def test_an_impossible_state_is_rejected_with_its_faults(client, start):
    wrong = deepcopy(start["state"])
    wrong["board"]["depots"][1].append("mine")
    for call in ("moves", "verdicts", "legal-actions", "views", "scores"):
        error = post_error(client, call, 409, "impossible-state", **body_with(call, wrong))
        assert error["faults"][0]["rule"] in {rule["rule"] for rule in client.get(f"{BURGUNDY}/rules").json["rules"]}


def test_an_error_of_a_job_has_its_rulings_too(client, app, start, monkeypatch):
    wrong = deepcopy(start["state"])
    wrong["board"]["depots"][1].append("mine")
    matches = app.extensions["referee.matches"]

    def score_wrong_state(job_id, context, *, wait):
        return matches.score(
            app.extensions["referee.games"]["burgundy"], OpenState(json.dumps(wrong).encode()), context
        )

    monkeypatch.setattr(app.extensions["referee.bots"], "get_job", score_wrong_state)
    for language in ("en", "fr"):
        error = problem(client.get("/v1/jobs/x", headers={"Accept-Language": language}), 409, "impossible-state")
        assert error["faults"] == post(client, "audits", state=wrong, language=language)["faults"] != []


def test_an_impossible_set_up_is_rejected(client):
    post_error(client, "states", 422, "schema-mismatch", seats=5)
    post_error(client, "states", 409, "impossible-setup", seats=2, content="no-such-pack")
    post_error(client, "states", 409, "impossible-setup", seats=2, options={"boards": [1]})
    post_error(client, "states", 409, "impossible-setup", seats=2, options={"first_player": 7})
    post_error(client, "states", 422, "schema-mismatch", seats=2, options={"boards": "round"})
    post_error(client, "states", 422, "schema-mismatch", seats=2, chance={"mode": "secret"})
    post_error(client, "states", 409, "impossible-setup", seats=2, guarded=True)


@pytest.mark.parametrize(
    ("game", "body", "reason"),
    [
        ("burgundy", {"content": "sable"}, "aucun contenu 'sable' ; il y a printed-2011@"),
        ("burgundy", {"options": {"boards": [1]}}, "boards nomme un plateau pour chacune des 2 places, non 1."),
        ("burgundy", {"options": {"boards": [1, 99]}}, "il n'y a pas de plateau 99 ; il y a 1, 2"),
        (
            "burgundy",
            {"options": {"boards": [4, 4]}},
            "plus de places veulent le plateau 4 qu'il n'y en a d'exemplaires (1).",
        ),
        ("settlement", {"options": {"first_player": 7}}, "first_player est l'une des places 0 à 1."),
        (
            "empires_north",
            {"options": {"slots": [["a", "b"]]}},
            "slots ne sert qu'en solitaire ; omettez cette option.",
        ),
        ("empires_north", {"seats": 1, "options": {"slots": [["a", "b"]]}}, "que le scénario 'winter' n'a pas"),
        ("empires_north", {"seats": 1, "options": {"slots": [["b", "b"], ["a", "a"]]}}, "slots doit être trié"),
    ],
)
def test_an_impossible_set_up_is_explained_in_french(client, game, body, reason):
    response = client.post(f"/v1/games/{game}/states", json={"seats": 2, **body}, headers={"Accept-Language": "fr"})
    assert reason in problem(response, 409, "impossible-setup")["detail"]


def test_a_record_that_cannot_be_set_up_is_explained_in_french(client):
    text = "game: burgundy\nruleset: 1\ncontent: sable\nseats: 2\nchance: table\n\n"
    replayed = post(client, "replays", text=text, language="fr")
    assert (replayed["valid"], replayed["index"]) == (False, -1)
    assert replayed["reason"].startswith("aucun contenu 'sable' ; il y a")


def test_an_error_changes_no_cached_state(client, start):
    post_error(client, "moves", 409, "illegal-move", state=start["state"], notation="take_workers die=7")
    assert new_match(client) == start
    assert post(client, "legal-actions", digest=start["digest"])["legal_actions"] == start["legal_actions"]


# --- sealed states and credentials ----------------------------------------------------------------------------------


@pytest.fixture
def match(guarded):
    """Set up a guarded match."""
    return guarded.post(f"{BURGUNDY}/states", json={"seats": 2, "guarded": True}).json


def test_a_changed_or_foreign_sealed_state_is_rejected(guarded, match):
    sealed_state, keeper = match["sealed_state"], match["credentials"]["keeper"]
    post(guarded, "scores", sealed_state=sealed_state, credential=keeper)
    middle = len(sealed_state) // 2
    flipped = sealed_state[:middle] + ("A" if sealed_state[middle] != "A" else "B") + sealed_state[middle + 1 :]
    foreign = MatchCrypto((("first", b"another long secret"),)).seal(
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
        post_error(guarded, "scores", 403, "bad-sealed-state", sealed_state=wrong, credential=keeper)
    post_error(guarded, "scores", 403, "bad-sealed-state", game="caravan", sealed_state=sealed_state, credential=keeper)


def test_a_credential_of_another_match_is_rejected(guarded, match):
    other = guarded.post(f"{BURGUNDY}/states", json={"seats": 2, "guarded": True}).json
    for wrong in (
        other["credentials"]["keeper"],
        other["credentials"]["seats"][0],
        "x",
        "é",
        match["credentials"]["keeper"] + "A",
    ):
        post_error(guarded, "views", 403, "bad-credential", sealed_state=match["sealed_state"], credential=wrong)
    post_error(guarded, "views", 422, "schema-mismatch", sealed_state=match["sealed_state"])


def test_a_service_without_secrets_rejects_sealed_states(client, match):
    post_error(
        client,
        "scores",
        403,
        "bad-sealed-state",
        sealed_state=match["sealed_state"],
        credential=match["credentials"]["keeper"],
    )


def test_the_response_does_not_contain_the_secret(guarded, match):
    assert SECRET.partition(":")[2] not in json.dumps(match)
