"""Batches of verdicts and legal lists: every item gets what a single request gets."""

import msgspec
import pytest

from referee_service.api.schemas import bodies
from referee_service.app import create_app
from referee_service.services.matches import loader as loaders
from referee_service.services.matches.service import MatchService
from referee_service.settings import Settings
from tests.api.calls import BURGUNDY, new_match, post, problem
from tests.api.openapi import schema_errors
from tests.api.test_parts import guarded_match

CALLS = ("verdicts", "legal-actions")


@pytest.fixture
def start(client) -> dict:
    return new_match(client)


def send(client, call: str, body: object, game: str = "burgundy"):
    return client.post(f"/v1/games/{game}/{call}", json=body)


def results(client, call: str, batch: list, game: str = "burgundy", **shared) -> list[dict]:
    """Send a batch that must return 200, and return its results."""
    body = post(client, call, game=game, batch=batch, **shared)
    assert body.keys() == {"results"}
    assert len(body["results"]) == len(batch)
    return body["results"]


def single(client, call: str, body: dict, game: str = "burgundy") -> dict:
    """Return what a single request gets, in the form of a result of a batch."""
    response = send(client, call, body, game)
    return {"status": response.status_code, "body": response.json}


def without_request_ids(found: object) -> object:
    """Return results without the ids of their requests, which are random."""
    for each in found:
        each["body"].pop("request_id", None)
    return found


def test_items_inherit_the_state_and_get_what_single_requests_get(client, start):
    actions = start["legal_actions"]
    items = [{"notation": action["notation"]} for action in actions[:5]]
    items += [{"action": actions[0]}, {"places": [actions[0]["touches"][0][0]]}, {"seat": 1, "notation": "end_turn"}]
    items += [{"notation": "nonsense"}, {"action": {"kind": "end_turn", "die": 1}}, {"places": ["nowhere"]}]
    expected = [single(client, "verdicts", {"digest": start["digest"], **item}) for item in items]
    for shared in ({"state": start["state"]}, {"digest": start["digest"]}):
        found = results(client, "verdicts", items, **shared)
        assert without_request_ids(found) == without_request_ids(expected)
    assert {each["status"] for each in expected} == {200, 409, 422}


def test_legal_lists_of_several_states_come_in_one_response(client, start):
    after = post(client, "moves", digest=start["digest"], notation=start["legal_actions"][0]["notation"])
    items = [{}, {"digest": after["digest"]}, {"state": after["state"], "actions": "full"}, {"kind": "take_workers"}]
    found = results(client, "legal-actions", items, digest=start["digest"], actions="notation")
    assert [each["status"] for each in found] == [200] * 4
    assert found[0]["body"]["legal_actions"] == [action["notation"] for action in start["legal_actions"]]
    assert found[1]["body"]["legal_actions"] == [action["notation"] for action in after["legal_actions"]]
    assert found[2]["body"]["legal_actions"] == after["legal_actions"]
    assert all(line.startswith("take_workers") for line in found[3]["body"]["legal_actions"])


def test_a_shared_move_is_judged_in_several_states(client, start):
    line = start["legal_actions"][0]["notation"]
    after = post(client, "moves", digest=start["digest"], notation=line)
    found = results(
        client, "verdicts", [{"digest": start["digest"]}, {"digest": after["digest"]}], notation=line, include=[]
    )
    assert [each["body"]["legal"] for each in found] == [True, False]
    assert "state" not in found[0]["body"]["preview"]


def test_an_item_about_places_does_not_inherit_parts(client, start):
    places = [start["legal_actions"][0]["touches"][0][0]]
    items = [{"places": places}, {"notation": "end_turn"}, {"places": places, "include": []}]
    found = results(client, "verdicts", items, digest=start["digest"], include=[], actions="notation")
    assert [each["status"] for each in found] == [200, 200, 422]


@pytest.mark.parametrize(
    "item",
    [
        5,
        None,
        [],
        "end_turn",
        {},
        {"notation": "end_turn", "batch": []},
        {"notation": "end_turn", "unknown": 1},
        {"notation": 1},
        {"notation": "end_turn", "action": {"kind": "end_turn"}},
        {"notation": "end_turn", "seat": -1},
        {"notation": "end_turn", "include": ["nothing"]},
        {"notation": "end_turn", "state": {}},
        {"notation": "end_turn", "state": 5},
        {"notation": "end_turn", "digest": "0" * 32},
        {"notation": "end_turn", "sealed_state": "x"},
        {"notation": "end_turn", "sealed_state": "x", "credential": "y"},
        {"notation": "end_turn", "state": {"game": "settlement"}},
    ],
    ids=str,
)
def test_a_bad_item_gets_its_problem_and_does_not_disturb_the_others(client, start, item):
    good = {"notation": start["legal_actions"][0]["notation"]}
    found = results(client, "verdicts", [good, item, good], digest=start["digest"])
    assert [each["status"] for each in found[::2]] == [200, 200]
    assert found[0] == found[2]
    bad = found[1]
    assert 400 <= bad["status"] < 500
    assert bad["body"]["status"] == bad["status"]
    assert {"type", "title", "detail", "code", "request_id"} <= bad["body"].keys()
    assert schema_errors("burgundy_verdicts", "200", {"results": found}) == []


def test_problems_of_items_are_in_the_language_of_the_request(client, start):
    (found,) = post(client, "verdicts", digest=start["digest"], batch=[{"note": 1}], language="fr")["results"]
    assert "Champ inconnu." in found["body"]["detail"]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "body",
    [
        {"batch": []},
        {"batch": [{}] * 101},
        {"batch": {}},
        {"batch": None},
        {"batch": [{}], "unknown": 1},
        {"batch": [{}], "digest": 5},
        {"batch": [{}], "digest": "0" * 32, "state": {}},
    ],
    ids=lambda body: str(body)[:60],
)
def test_a_bad_batch_is_refused_as_a_whole(client, call, body):
    problem(send(client, call, body), 422, "schema-mismatch")


def test_other_calls_refuse_batches(client, start):
    for call in ("moves", "views", "scores"):
        error = problem(send(client, call, {"digest": start["digest"], "batch": [{}]}), 422, "schema-mismatch")
        assert "batch: Unknown field." in error["detail"]


def test_the_word_batch_inside_another_field_makes_no_batch(client, start):
    error = problem(
        send(client, "verdicts", {"digest": start["digest"], "notation": "batch"}), 409, "unreadable-notation"
    )
    assert "batch" in error["detail"]
    body = b'{"digest":"%s","notation":"end_turn","x":{"batch":1}}' % start["digest"].encode()
    response = client.post(f"{BURGUNDY}/verdicts", data=body, content_type="application/json")
    assert "x: Unknown field." in problem(response, 422, "schema-mismatch")["detail"]


def test_a_shared_state_is_decoded_once(client, start, monkeypatch):
    decoded = []
    decode = loaders.decode_match
    monkeypatch.setattr(loaders, "decode_match", lambda *args: decoded.append(args) or decode(*args))
    state = msgspec.json.decode(msgspec.json.format(msgspec.json.encode(start["state"])))
    state["chance"] = dict(reversed(state["chance"].items()))  # equal, but not the bytes that the cache has
    found = results(client, "verdicts", [{"notation": "end_turn"}] * 20, state=state)
    assert [each["status"] for each in found] == [200] * 20
    assert len(decoded) == 1


@pytest.mark.parametrize("extra", [{}, {"nonsense": 1}])
def test_a_shared_state_that_does_not_fit_costs_no_more_than_one(client, monkeypatch, extra):
    decoded, converted = [], []
    decode, convert = loaders.decode_match, bodies.integral_floats_to_int
    monkeypatch.setattr(loaders, "decode_match", lambda *args: decoded.append(args) or decode(*args))

    def measure(value):
        converted.append(len(msgspec.json.encode(value)))
        return convert(value)

    monkeypatch.setattr(bodies, "integral_floats_to_int", measure)
    state = {"game": "burgundy", "board": {"players": [{"a": index, "b": [1.0, 2.0]} for index in range(1000)]}}
    found = results(client, "legal-actions", [extra] * 30, state=state)
    assert {(each["status"], each["body"]["code"]) for each in found} == {(422, "schema-mismatch")}
    assert len({each["body"]["detail"] for each in found}) == 1
    assert len(decoded) <= 1
    assert sum(size for size in converted if size > 10_000) < 10 * len(msgspec.json.encode(state))


def test_an_unexpected_error_of_an_item_does_not_disturb_the_others(client, start, monkeypatch):
    judge = MatchService.judge

    def broken_judge(self, game, source, request, context):
        if request[1] == "end_turn":
            raise RuntimeError("planted")
        return judge(self, game, source, request, context)

    monkeypatch.setattr(MatchService, "judge", broken_judge)
    items = [{"notation": "end_turn"}, {"notation": start["legal_actions"][0]["notation"]}]
    found = results(client, "verdicts", items, digest=start["digest"])
    assert [(each["status"], each["body"].get("code")) for each in found] == [(500, "internal"), (200, None)]


def test_a_batch_of_a_guarded_match_reveals_what_single_requests_reveal(guarded):
    start = guarded_match(guarded, "medievalia")
    seats, keeper = start["credentials"]["seats"], start["credentials"]["keeper"]
    sealed = {"sealed_state": start["sealed_state"]}
    items = [{"credential": credential} for credential in (*seats, keeper, "invented")]
    found = results(guarded, "legal-actions", items, game="medievalia", **sealed)
    expected = [single(guarded, "legal-actions", {**sealed, **item}, "medievalia") for item in items]
    assert without_request_ids(found) == without_request_ids(expected)
    lists = [each["body"].get("legal_actions") for each in found]
    assert [bool(each) for each in lists] == [seat == start["turn"]["seat"] for seat in range(2)] + [True, False]
    lines = [action["notation"] for action in start["legal_actions"][:3]]
    judged = [{"notation": line, "credential": credential} for line in lines for credential in seats]
    found = results(guarded, "verdicts", judged, game="medievalia", **sealed)
    expected = [single(guarded, "verdicts", {**sealed, **item}, "medievalia") for item in judged]
    assert without_request_ids(found) == without_request_ids(expected)
    assert all("preview" not in each["body"] or each["body"]["preview"] is None for each in found)


def test_a_batch_counts_for_the_rate_limit_by_its_items():
    client = create_app(Settings.from_env({"REFEREE_RATE_LIMIT": "20/hour"})).test_client()
    digest = new_match(client)["digest"]  # 1
    results(client, "legal-actions", [{}] * 10, digest=digest)  # 11
    refused = send(client, "legal-actions", {"digest": digest, "batch": [{}] * 15})  # 12: the rest does not fit
    problem(refused, 429, "too-many-requests")
    assert int(refused.headers["Retry-After"]) > 1
    results(client, "legal-actions", [{}] * 8, digest=digest)  # 20
    problem(send(client, "legal-actions", {"digest": digest}), 429, "too-many-requests")


def test_a_batch_that_is_larger_than_the_limit_is_refused():
    client = create_app(Settings.from_env({"REFEREE_RATE_LIMIT": "5/hour"})).test_client()
    refused = send(client, "legal-actions", {"digest": "0" * 32, "batch": [{}] * 6})
    assert "at most 5" in problem(refused, 422, "schema-mismatch")["detail"]
    found = results(client, "legal-actions", [{}] * 4, digest="0" * 32)
    assert {each["status"] for each in found} == {404}
    problem(send(client, "legal-actions", {"digest": "0" * 32}), 429, "too-many-requests")
