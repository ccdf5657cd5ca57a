"""Helpers that send requests to the service."""

from flask.testing import FlaskClient

BURGUNDY = "/v1/games/burgundy"


def new_match(client: FlaskClient, *, game: str = "burgundy", seed: str = "1", seats: int = 2, **more) -> dict:
    """Set up a seeded match and return its first position."""
    body = {"seats": seats, "chance": {"mode": "seeded", "seed": seed}, **more}
    response = client.post(f"/v1/games/{game}/states", json=body)
    assert response.status_code == 201, response.text
    return response.json


def post(client: FlaskClient, call: str, *, game: str = "burgundy", language: str = "en", **body) -> dict:
    """Send a request that must return 200, and return its body."""
    response = client.post(f"/v1/games/{game}/{call}", json=body, headers={"Accept-Language": language})
    assert response.status_code == 200, response.text
    return response.json


def problem(response, status: int, code: str) -> dict:
    """Check that a response is the documented error, and return its body."""
    assert (response.status_code, response.content_type) == (status, "application/problem+json"), response.text
    body = response.json
    assert (body["status"], body["code"]) == (status, code), body
    assert body["request_id"] == response.headers["X-Request-Id"] != ""
    assert {"type", "title", "detail"} <= body.keys()
    assert "Traceback" not in response.text
    return body


def post_error(client: FlaskClient, call: str, status: int, code: str, *, game: str = "burgundy", **body) -> dict:
    """Send a request that must return this error, and return the problem body."""
    return problem(client.post(f"/v1/games/{game}/{call}", json=body), status, code)
