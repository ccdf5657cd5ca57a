"""Set-ups of the SDK: a retry after a lost response does not make a second match."""

from __future__ import annotations

import json

import pytest
from requests import Session
from requests.exceptions import ConnectionError

from referee_sdk import BadRequest, Client, SealedState
from referee_sdk.wsgi import WsgiAdapter
from referee_service.app import create_app
from referee_service.settings import Settings
from tests.sdk.conftest import NO_WAIT


class LossyAdapter(WsgiAdapter):
    """Adapter that loses the first response: the app has served the request, and the client gets an error."""

    def __init__(self, app):
        super().__init__(app)
        self.requests, self.lost = [], []

    def send(self, request, **options):
        response = super().send(request, **options)
        self.requests.append(request)
        if not self.lost:
            self.lost.append(json.loads(response.content))
            raise ConnectionError("the connection was reset")
        return response


@pytest.fixture
def adapter():
    return LossyAdapter(create_app(Settings(secrets=(("0", b"a secret that is long enough"),))))


@pytest.fixture
def client(adapter):
    session = Session()
    session.mount("http://lossy", adapter)
    return Client("http://lossy", session=session, retries=NO_WAIT)


def test_a_retry_of_a_guarded_set_up_returns_the_match_of_the_lost_response(client, adapter):
    match = client.new_match("burgundy", seats=2, guarded=True)
    (lost,) = adapter.lost
    assert match.sealed_state == lost["sealed_state"]
    assert list(match.credentials.seats) == lost["credentials"]["seats"]
    player = client.match_from(SealedState("burgundy", lost["sealed_state"], match.credentials.seats[match.seat]))
    assert player.legal_actions() == match.legal_actions()


def test_a_retry_of_an_open_set_up_without_a_seed_returns_the_match_of_the_lost_response(client, adapter):
    assert client.set_up("burgundy", seats=2).state == adapter.lost[0]["state"]


def test_every_set_up_has_its_own_key_and_only_set_ups_have_one(client, adapter):
    match = client.new_match("burgundy", seats=2)
    client.new_match("burgundy", seats=2)
    match.play(0)
    keys = [request.headers.get("Idempotency-Key") for request in adapter.requests]
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == len(keys[2]) == 32
    assert keys[3:] == [None] * len(keys[3:])


def test_a_caller_may_choose_the_key_and_repeat_the_call_later(client):
    first = client.new_match("burgundy", seats=2, guarded=True, idempotency_key="0123456789abcdef")
    again = client.new_match("burgundy", seats=2, guarded=True, idempotency_key="0123456789abcdef")
    assert again.credentials == first.credentials
    with pytest.raises(BadRequest) as error:
        client.set_up("burgundy", seats=3, guarded=True, idempotency_key="0123456789abcdef")
    assert error.value.code == "idempotency-key-reused"
