"""Short ways to ask the service in tests."""

from flask.testing import FlaskClient

BURGUNDY = "/v1/games/burgundy"


def new_match(client: FlaskClient, *, game: str = "burgundy", seed: str = "1", seats: int = 2, **more) -> dict:
    """The first position of a seeded match."""
    body = {"seats": seats, "chance": {"mode": "seeded", "seed": seed}, **more}
    answer = client.post(f"/v1/games/{game}/states", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json


def ask(client: FlaskClient, call: str, *, game: str = "burgundy", language: str = "en", **body) -> dict:
    """The answer to a call that must succeed."""
    answer = client.post(f"/v1/games/{game}/{call}", json=body, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.json


def problem(answer, status: int, code: str) -> dict:
    """The body of an error, which must be the documented one."""
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json"), answer.text
    body = answer.json
    assert (body["status"], body["code"]) == (status, code), body
    assert body["request_id"] == answer.headers["X-Request-Id"] != ""
    assert {"type", "title", "detail"} <= body.keys()
    assert "Traceback" not in answer.text
    return body


def refused(client: FlaskClient, call: str, status: int, code: str, *, game: str = "burgundy", **body) -> dict:
    """The error that a call must answer."""
    return problem(client.post(f"/v1/games/{game}/{call}", json=body), status, code)
