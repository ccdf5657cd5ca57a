"""Messages about wrong fields: valid fields and near values, in both languages."""

import pytest

from referee_service.api.schemas.requests import request_schemas
from referee_service.games import GAMES
from tests.api.calls import BURGUNDY, new_match


@pytest.fixture(scope="module")
def digest(app) -> str:
    return new_match(app.test_client())["digest"]


def details(client, call: str, body: dict) -> list[str]:
    """Return the English and the French detail of a refused request."""
    found = [
        client.post(f"{BURGUNDY}/{call}", json=body, headers={"Accept-Language": language}) for language in ("en", "fr")
    ]
    assert {response.json["code"] for response in found} <= {"schema-mismatch", "unreadable-notation"}
    return [response.json["detail"] for response in found]


@pytest.mark.parametrize(
    "call", ["states", "moves", "verdicts", "legal-actions", "views", "pictures", "audits", "scores"]
)
def test_an_unknown_field_gets_the_list_of_valid_fields(client, call):
    english, french = details(client, call, {"nonsense": 1})
    valid = ", ".join(request_schemas(GAMES["burgundy"])[call]().fields)
    assert f"nonsense: Unknown field. Valid fields: {valid}." in english
    assert f"nonsense : Champ inconnu. Champs valides : {valid}." in french


@pytest.mark.parametrize(
    ("call", "body", "english", "french"),
    [
        ("states", {"seat": 2}, "Did you mean seats? Valid", "Vouliez-vous dire seats ? Champs valides"),
        (
            "states",
            {"seats": 2, "chance": {"mod": 1}},
            "chance.mod: Unknown field. Did you mean mode?",
            "mode, seed",
        ),
        ("states", {"seats": "2"}, "seats: Not a valid integer.", "seats : Ce n'est pas un entier."),
        ("states", {}, "seats: Missing data for required field.", "seats : Champ obligatoire manquant."),
        (
            "states",
            {"seats": 2, "options": {"board": 1}},
            "valid fields: boards, first",
            "champs valides : boards, first",
        ),
        ("states", {"seats": 2, "options": {"boards": "x"}}, "valid values: basic", "valeurs valides : basic"),
        (
            "moves",
            {"moves": [{"sea": 0}]},
            "moves.0.sea: Unknown field. Did you mean seat?",
            "seat, action, notation",
        ),
        ("moves", {}, "Give exactly one of state or sealed_state+credential or digest.", "Donnez exactement l'un de"),
        ("moves", {"notation": "take_worker"}, "did you mean take_workers?", "vouliez-vous dire take_workers ?"),
        ("moves", {"action": {"kind": "take_worker"}}, "did you mean take_workers?", "dire take_workers ?"),
        ("moves", {"action": {"kind": "end_turn", "x": 1}}, "valid fields: kind", "champs valides : kind"),
        (
            "legal-actions",
            {"kind": "end_trun"},
            "Did you mean end_turn? Must be one of",
            "Vouliez-vous dire end_turn ?",
        ),
        ("bot-moves", {"bot": "gredy"}, "bot: Must be one of: random, greedy, search.", "attendue : random, greedy"),
        ("replays", {"record": {"gam": "x"}}, "valid fields: game, ruleset", "champs valides : game, ruleset"),
        ("audits", {"state": {"x": 1}}, "valid fields: game, ruleset", "champs valides : game, ruleset"),
    ],
    ids=str,
)
def test_messages_say_what_is_valid_in_both_languages(client, digest, call, body, english, french):
    is_about_state = call in ("moves", "legal-actions", "bot-moves") and body
    found = details(client, call, {"digest": digest, **body} if is_about_state else body)
    assert english in found[0]
    assert french in found[1]


def test_a_text_names_at_most_twenty_wrong_fields(client):
    body = {"seats": 2, **{f"unknown_{index}": 1 for index in range(5000)}}
    response = client.post("/v1/games/burgundy/states", json=body)
    assert response.status_code == 422
    assert response.json["detail"].count("Unknown field") == 20
    assert response.json["detail"].endswith("; and more.")


def test_a_choice_of_fields_blames_no_field(client):
    english = client.post("/v1/games/burgundy/moves", json={"notation": "end_turn"}).json["detail"]
    assert english.endswith(": Give exactly one of state or sealed_state+credential or digest.")


def test_lengths_and_ranges_are_translated(client):
    french = {"Accept-Language": "fr"}
    seats = client.post("/v1/games/burgundy/states", json={"seats": 9}, headers=french).json["detail"]
    batch = client.post("/v1/games/burgundy/verdicts", json={"batch": []}, headers=french).json["detail"]
    assert seats.endswith("seats : Une valeur de 2 à 4 est attendue.")
    assert batch.endswith("batch : La longueur doit être comprise entre 1 et 100.")
