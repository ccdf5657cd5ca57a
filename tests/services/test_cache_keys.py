"""Keys of cached responses: two different requests never share one."""

import json
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.notation import CodecError, notation, parse_action_json, parse_notation
from referee_service.services.context import ClientContext
from referee_service.services.matches.cache_keys import legal_actions_key, place_verdict_key, state_key, verdict_key
from referee_service.services.matches.loader import OpenState, StateRef
from referee_service.services.matches.responses import POSITION_PARTS
from referee_service.services.matches.service import MatchService
from referee_service.store.memory import MemoryStore
from tests.kernel.positions import Reroll
from tests.kernel.test_notation import DICE

SEPARATORS = ' ,=#:"\\\n\t\r\0\x1f\x7f\x85\u2028\u3000[]{}'
texts = st.text(alphabet=f"{SEPARATORS}ab0é", max_size=4)
action_json = st.fixed_dictionaries(
    {"kind": st.just("reroll"), "keep": st.lists(st.integers(0, 12), max_size=3)},
    optional={
        "die": st.none() | st.integers(-1, 12),
        "also": st.none() | st.lists(texts, max_size=3),
        "loud": st.booleans(),
    },
)


class RecordingStore(MemoryStore):
    """Store that keeps the keys of all values."""

    def __init__(self):
        super().__init__(1 << 20)
        self.keys = []

    def put(self, key, value, *, seconds, local_only=False):
        self.keys.append(key)
        super().put(key, value, seconds=seconds, local_only=local_only)


@given(action_json)
@example({"kind": "reroll", "keep": [], "also": ["a,b"]})
@example({"kind": "reroll", "keep": [], "also": ["", ""]})
@example({"kind": "reroll", "keep": [], "also": ["a=b"]})
@example({"kind": "reroll", "keep": [], "also": ["null"]})
def test_an_action_of_json_is_refused_or_has_a_notation_that_parses_back(fields):
    try:
        action = parse_action_json(DICE, fields)
    except CodecError:
        assert any(not text or set(text) & set(SEPARATORS) for text in fields["also"])
    else:
        assert parse_notation(DICE, notation(action)) == action


actions = st.builds(
    Reroll,
    st.none() | st.integers(-1, 12),
    st.lists(st.integers(0, 12), max_size=3).map(tuple),
    st.none() | st.lists(texts, max_size=3).map(tuple),
    loud=st.booleans(),
)
contexts = st.builds(
    ClientContext,
    st.sampled_from(["en", "fr"]),
    st.frozensets(st.sampled_from(POSITION_PARTS)),
    st.text(alphabet=f"{SEPARATORS}0a", max_size=4),
    actions=st.sampled_from(["full", "notation"]),
)
requests = st.tuples(st.sampled_from([0, 1, "chance"]), actions, contexts)


@given(requests, requests)
@example((0, Reroll(None, (), ("a,b",)), ClientContext()), (0, Reroll(None, (), ("a", "b")), ClientContext()))
@example((0, Reroll(None, (), ()), ClientContext()), (0, Reroll(None, (), ("",)), ClientContext()))
@example(
    (0, Reroll(None, ()), ClientContext("en", frozenset(), ":x")),
    (0, Reroll(None, ()), ClientContext("en", frozenset(), "x")),
)
def test_two_verdicts_share_a_key_only_if_their_requests_are_equal(first, second):
    keys = [verdict_key("caravan", "0" * 32, *request) for request in (first, second)]
    assert (keys[0] == keys[1]) is (first == second)


@given(texts, texts, texts, texts)
@example("a:b", "c", "a", "b:c")
def test_two_states_share_a_key_only_if_client_and_digest_are_equal(client, digest, other_client, other_digest):
    is_equal = state_key("caravan", client, digest) == state_key("caravan", other_client, other_digest)
    assert is_equal is ((client, digest) == (other_client, other_digest))


lists = st.tuples(st.none() | texts, st.sampled_from(["full", "notation"]))


@given(lists, lists)
@example((None, "full"), ("", "full"))
@example((None, "full"), (None, "notation"))
def test_two_legal_lists_share_a_key_only_if_their_verbs_and_forms_are_equal(first, second):
    keys = [legal_actions_key("caravan", "0" * 32, "en", *each) for each in (first, second)]
    assert (keys[0] == keys[1]) is (first == second)


place_requests = st.tuples(
    st.sampled_from([0, 1, "chance"]), st.lists(texts, max_size=3).map(tuple), st.sampled_from(["en", "fr"])
)


@given(place_requests, place_requests)
@example((0, ("a,b",), "en"), (0, ("a", "b"), "en"))
@example((0, (), "en"), (0, ("",), "en"))
def test_two_verdicts_on_places_share_a_key_only_if_their_requests_are_equal(first, second):
    keys = [place_verdict_key("caravan", "0" * 32, *request) for request in (first, second)]
    assert (keys[0] == keys[1]) is (first == second)


def test_every_cached_value_has_the_canonical_json_of_its_request_as_key():
    store = RecordingStore()
    matches, game = MatchService(store), GAMES["burgundy"]
    client = create_app(store=store).test_client()
    position = client.post("/v1/games/burgundy/states", json={"seats": 2}).json
    matches.judge(game, OpenState(json.dumps(position["state"]).encode()), (None, "end_turn"), ClientContext("fr"))
    matches.legal_actions(game, StateRef(position["digest"]), "take_tile", ClientContext())
    matches.judge_places(game, StateRef(position["digest"]), None, ("button.end_turn",), ClientContext("fr"))
    decoded = [json.loads(key) for key in store.keys]
    assert {key[0] for key in decoded} == {"state", "legal-actions", "verdict", "place-verdict"}
    assert [json.dumps(key, separators=(",", ":"), ensure_ascii=False) for key in decoded] == store.keys


@pytest.fixture
def client():
    return create_app().test_client()


def position_with_a_list(client, path):
    """Return a position and a legal action with two values in one field."""
    choose = random.Random(1).choice
    position = client.post(f"{path}/states", json={"seats": 2, "chance": {"mode": "seeded", "seed": "1"}}).json
    while True:
        actions = position["legal_actions"]
        for action in actions:
            for name, value in action.items():
                if isinstance(value, list) and name != "touches" and len(value) > 1:
                    return position, action, name
        position = client.post(f"{path}/moves", json={"digest": position["digest"], "action": choose(actions)}).json


def test_a_malformed_request_does_not_change_the_verdict_on_a_legal_move(client):
    path = "/v1/games/dice_settlers"
    position, action, name = position_with_a_list(client, path)
    malformed = {**action, name: [",".join(action[name])]}
    refused = client.post(f"{path}/verdicts", json={"digest": position["digest"], "action": malformed})
    assert (refused.status_code, refused.json["code"]) == (422, "schema-mismatch")
    assert name in refused.json["detail"]
    verdict = client.post(f"{path}/verdicts", json={"digest": position["digest"], "action": action})
    assert verdict.json["legal"]
