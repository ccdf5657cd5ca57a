"""schemathesis tests of the OpenAPI document: valid requests, invalid requests, and chains of links."""

from collections import Counter
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from referee_service.app import create_app
from referee_service.games import GAMES
from tests.kernel.toy import GAME as TOY
from tests.running.conftest import REFEREE, clean_environment, start_server
from tests.services.inline_queue import QuickSearchQueue

EXAMPLES = max(5, 10 // len(GAMES))
"""Examples per operation. With more games there are fewer, to limit the total time."""


def load_schema(games, *modes):
    """Return the schemathesis schema of an app with these games, for valid or invalid requests or both."""
    app = create_app(games=games)
    QuickSearchQueue(games).serve(app.extensions["referee.bots"])
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    schema.config.generation.update(modes=list(modes))
    return schema


BOTH = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
small = load_schema({TOY.name: TOY}, *BOTH)
large = load_schema(GAMES, *BOTH)
# The coverage phase generates thousands of requests for a large state before the first test runs. Request bodies are
# equal in all games except for the state, so only the smallest game has this phase.
large.config.phases.coverage.enabled = False

PLAIN = {"Accept-Encoding": "identity"}
"""In-process calls of schemathesis accept gzip and do not decompress it."""
STATE_CODES = {"unknown-place", "unknown-part", "unknown-verb", "too-many-names"}
"""Codes of 422 for values that fit the schema: the state of the request says which places, parts and seats exist."""
BOUNDED = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True}


def call_and_validate(case):
    """Send a request and compare its response with the document."""
    response = case.call(headers=PLAIN)
    excluded = []
    if response.status_code == 422 and response.json()["code"] in STATE_CODES:
        excluded.append(positive_data_acceptance)
    if response.status_code == 200 and isinstance(case.body, dict) and "batch" in case.body:
        excluded.append(negative_data_rejection)  # a wrong item gets its own problem
    if response.status_code == 503 and response.json()["code"] == "rooms-unavailable":
        excluded.append(not_a_server_error)  # these apps have no Redis; the live server has one
    case.validate_response(response, excluded_checks=excluded or None)


@small.parametrize()
@settings(max_examples=10, **BOUNDED)
def test_responses_match_the_document_at_the_limits_of_every_field(case):
    call_and_validate(case)


@large.parametrize()
@settings(max_examples=EXAMPLES, **BOUNDED)
def test_responses_to_valid_and_invalid_requests_match_the_document(case):
    call_and_validate(case)


def test_links_lead_from_a_new_state_through_several_moves():
    calls = Counter()
    schema = load_schema({"burgundy": GAMES["burgundy"]}, GenerationMode.POSITIVE).include(
        path_regex="burgundy/(states|moves|verdicts|legal|scores)"
    )

    class Machine(schema.as_state_machine()):
        def before_call(self, case):
            """Send a move of a list in notation as notation: a link cannot know which form the list has."""
            if isinstance(case.body, dict) and isinstance(case.body.get("action"), str):
                case.body["notation"] = case.body.pop("action")

        def validate_response(self, response, case, **kwargs):
            calls[case.operation.definition.raw["operationId"], response.status_code] += 1
            super().validate_response(response, case, **kwargs)

    bounds = settings(max_examples=40, stateful_step_count=10, phases=[Phase.explicit, Phase.generate], **BOUNDED)
    Machine.run(settings=bounds)
    assert calls["burgundy_moves", 200] > 10, calls
    assert calls["burgundy_verdicts", 200] > 5, calls


@pytest.fixture
def address(tmp_path) -> Iterator[str]:
    """Run `referee up` in its own process and return its address."""
    short_searches = clean_environment(REFEREE_JOB_SECONDS="1")
    server = start_server([*REFEREE, "up", "--port", "0"], short_searches, tmp_path)
    yield server.address
    server.stop()


def test_responses_of_a_live_server_match_the_document(address):
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(max_examples=3, **BOUNDED)
        @given(case=operation.as_strategy())
        def validate(case):
            call_and_validate(case)

        validate()
