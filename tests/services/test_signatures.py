"""Tests of signatures: a signed open state is neither audited nor looked up, and nothing else is trusted."""

import json
from copy import copy

import msgspec
import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.codec import encode
from referee_service.kernel.state import CHANCE
from referee_service.services.context import ClientContext
from referee_service.services.errors import ImpossibleStateError, ServiceError
from referee_service.services.matches import crypto as crypto_module
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.services.matches.last_moves import LastMoves
from referee_service.services.matches.loader import MatchLoader, OpenState, StateRef
from referee_service.services.matches.service import MatchService
from referee_service.settings import Settings
from referee_service.store.memory import MemoryStore
from tests.contract.playthroughs import playthrough

BURGUNDY = GAMES["burgundy"]
SECRETS = (("k1", b"first secret of a service"), ("k2", b"second secret of a service"))
CLIENT = ClientContext()
MATCH = next(each for each in playthrough("burgundy", 2, 0).matches[5:] if BURGUNDY.turn(each.state).seat != CHANCE)
RAW = encode(MATCH)


class SilentStore(MemoryStore):
    """A store that fails a test that looks something up."""

    def get(self, key, *, local_only=False):
        raise AssertionError("a signed state is not looked up")


@pytest.fixture
def no_audit():
    """Return a game that fails a test which audits a state."""

    def audit(state):
        raise AssertionError("a signed state is not audited")

    game = copy(BURGUNDY)
    object.__setattr__(game, "audit", audit)  # a frozen record, which derives its audit
    return game


def loader(secrets=SECRETS, store=MemoryStore):
    return MatchLoader(store(1 << 20), MatchCrypto(secrets), cache_seconds=60)


def signed(raw, secrets=SECRETS):
    return OpenState(raw, MatchCrypto(secrets).sign(raw))


def test_a_signed_state_is_neither_audited_nor_looked_up(no_audit):
    assert loader(store=SilentStore).load(no_audit, signed(RAW), CLIENT).match == MATCH


def test_a_signed_state_may_come_in_another_form_of_json(no_audit):
    rewritten = json.dumps(json.loads(RAW), indent=1).encode()
    source = OpenState(rewritten, signed(RAW).signature)
    assert encode(loader(store=SilentStore).load(no_audit, source, CLIENT).match) == RAW


@pytest.mark.parametrize(
    "signature",
    ["", "0" * 32, "é", signed(RAW, (("k1", b"a secret of another service"),)).signature, signed(RAW + b" ").signature],
)
def test_a_state_with_a_wrong_signature_is_audited(no_audit, signature):
    with pytest.raises(AssertionError, match="not audited"):
        loader().load(no_audit, OpenState(RAW, signature), CLIENT)


def test_an_edited_state_is_audited_whatever_signature_it_has():
    edited = json.loads(RAW)
    next(depot for depot in edited["board"]["depots"] if depot).pop()
    with pytest.raises(ImpossibleStateError):
        loader().load(BURGUNDY, OpenState(json.dumps(edited).encode(), signed(RAW).signature), CLIENT)


def test_a_new_secret_signs_and_the_old_one_stays_valid(no_audit):
    old, new = SECRETS
    assert MatchCrypto((new, old)).sign(RAW) == MatchCrypto((new,)).sign(RAW) != MatchCrypto((old,)).sign(RAW)
    loader((new, old)).load(no_audit, signed(RAW, (old,)), CLIENT)
    with pytest.raises(AssertionError, match="not audited"):
        loader((new,)).load(no_audit, signed(RAW, (old,)), CLIENT)


def test_a_signature_of_another_build_is_worth_nothing(no_audit, monkeypatch):
    before = signed(RAW)
    monkeypatch.setattr(crypto_module, "build_id", lambda: "another build")
    with pytest.raises(AssertionError, match="not audited"):
        loader().load(no_audit, before, CLIENT)


def test_a_signed_state_of_another_game_is_refused():
    with pytest.raises(ServiceError) as caught:
        loader().load(GAMES["settlement"], signed(RAW), CLIENT)
    assert caught.value.code == "ruleset-mismatch"


def test_a_service_without_a_secret_signs_nothing_and_audits_everything(no_audit):
    unsigned = MatchLoader(MemoryStore(1 << 20), None, cache_seconds=60)
    assert unsigned.signature(RAW) is msgspec.UNSET
    with pytest.raises(AssertionError, match="not audited"):
        unsigned.load(no_audit, signed(RAW), CLIENT)


def test_pictures_find_the_last_move_of_a_signed_state_in_the_store():
    shared, crypto = MemoryStore(1 << 20), MatchCrypto(SECRETS)
    first, second = (MatchService(shared, crypto) for _ in range(2))
    line = first.legal_actions(BURGUNDY, OpenState(RAW), None, ClientContext(actions="notation"))
    move = msgspec.json.decode(line.legal_actions)[0]
    after = first.move(BURGUNDY, OpenState(RAW), [(None, move)], CLIENT)
    loaded = second.loader.load(BURGUNDY, OpenState(bytes(after.state), after.signature), CLIENT)
    found = LastMoves(second.loader).find(BURGUNDY, loaded, CLIENT)
    assert found is not None
    assert found.before == MATCH.state


@pytest.mark.parametrize("raw", [RAW, json.dumps(json.loads(RAW)).encode()], ids=["canonical", "in another form"])
def test_other_processes_know_the_digest_of_a_signed_state(raw):
    shared = MemoryStore(1 << 20)
    first, second = (MatchLoader(shared, MatchCrypto(SECRETS), cache_seconds=60) for _ in range(2))
    loaded = first.load(BURGUNDY, OpenState(raw, signed(RAW).signature), CLIENT)
    assert second.load(BURGUNDY, StateRef(loaded.digest), CLIENT).match == MATCH


@pytest.fixture
def client():
    return create_app(Settings.from_env({"REFEREE_SECRET": "k1:correct horse battery staple"})).test_client()


def post(client, call, **body):
    return client.post(f"/v1/games/burgundy/{call}", json=body)


def test_the_signature_comes_with_the_state_and_goes_back_with_it(client):
    start = post(client, "states", seats=2).json
    assert len(start["signature"]) == 32
    body = {"state": start["state"], "signature": start["signature"]}
    for call in ("moves", "verdicts"):
        assert post(client, call, **body, notation="no_such_verb").status_code == 409
        position = post(client, call, **body, action=start["legal_actions"][0]).json
        assert (position.get("preview") or position)["signature"] != start["signature"]
    for call in ("legal-actions", "views", "scores", "pictures"):
        assert post(client, call, **body).status_code == 200, call
    batch = post(
        client, "verdicts", **body, batch=[{"notation": "end_turn"}, {"digest": start["digest"], "notation": "x"}]
    )
    assert [item["status"] for item in batch.json["results"]] == [200, 409]


def test_a_response_without_the_state_has_no_signature(client):
    assert "signature" not in post(client, "states", seats=2, include=["events"]).json
    assert "signature" not in post(client, "states", seats=2, guarded=True).json
    assert "signature" not in create_app().test_client().post("/v1/games/burgundy/states", json={"seats": 2}).json


def test_a_signature_belongs_to_a_state(client):
    start = post(client, "states", seats=2).json
    wrong = post(client, "legal-actions", digest=start["digest"], signature=start["signature"])
    assert wrong.status_code == 422
    assert "signature" in wrong.json["detail"]
